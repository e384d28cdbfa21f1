package tui

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/backend"
	"dormouse/tui/input"
)

// drafts keeps what is written over a restart: the draft, and what was sent before.
// Of a private talk it keeps nothing.
type drafts struct {
	*composer
	private bool           // nothing that is typed or said is kept
	public  *input.History // what was sent before a private talk; nil when it is not read yet
	waiting bool           // a save of the draft is due
	fault   string         // of the last save, said once
}

// loadedMsg brings what was kept.
type loadedMsg struct {
	name string
	data []byte
	err  error
}

// saveMsg tells that it is time to save the draft.
type saveMsg struct{}

// savedMsg tells which state of draft and history is on disk.
type savedMsg struct {
	edits, history int
	err            error
}

// load reads what was kept.
func (d *drafts) load(name string) tea.Cmd {
	from := d.Options.Drafts
	if from == nil {
		return nil
	}
	return func() tea.Msg {
		data, err := from.Load(name)
		return loadedMsg{name, data, err}
	}
}

func (d *drafts) loaded(msg loadedMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, fs.ErrNotExist):
	case msg.err != nil:
		d.Tell("the " + msg.name + " could not be read: " + msg.err.Error())
	case msg.name == "history":
		d.input.History.Restore(msg.data)
	default:
		d.input.Restore(msg.data)
		d.popup.update(d.composer)
	}
	return nil
}

// saveSoon arranges that the draft is saved when it has changed.
func (d *drafts) saveSoon() tea.Cmd {
	if d.Options.Drafts == nil || d.private || d.waiting || d.input.Saving || d.upToDate() {
		return nil
	}
	d.waiting = true
	return tea.Tick(saveAfter, func(time.Time) tea.Msg { return saveMsg{} })
}

// upToDate tells whether draft and history are on disk as they are.
func (d *drafts) upToDate() bool {
	return d.input.Edits == d.input.Saved && d.input.History.Edits == d.input.History.Saved
}

func (d *drafts) save() tea.Cmd {
	d.waiting = false
	if d.private {
		return nil
	}
	d.input.Saving = true
	to, text := d.Options.Drafts, d.input.Marshal(d.waitingTexts())
	msg := savedMsg{edits: d.input.Edits, history: d.input.History.Edits}
	var lines []byte
	if d.input.History.Edits != d.input.History.Saved {
		lines = slices.Clip(d.input.History.Marshal())
	}
	return func() tea.Msg {
		msg.err = store(to, text, lines)
		return msg
	}
}

func store(d backend.Drafts, text, lines []byte) error {
	err := d.Save("draft", text)
	if lines != nil {
		err = errors.Join(err, d.Save("history", lines))
	}
	return err
}

func (d *drafts) saved(msg savedMsg) tea.Cmd {
	d.input.Saving = false
	d.input.Saved, d.input.History.Saved = msg.edits, msg.history
	if msg.err != nil && d.fault != msg.err.Error() {
		d.fault = msg.err.Error() // said once, not at every key
		d.Tell("the draft is not saved: " + d.fault)
	}
	return nil
}

// saveOnExit saves what is not saved yet, after the program has ended.
func (d *drafts) saveOnExit() error {
	if d.Options.Drafts == nil || d.private || d.upToDate() && len(d.pending) == 0 {
		return nil
	}
	return store(d.Options.Drafts, d.input.Marshal(d.waitingTexts()), d.input.History.Marshal())
}

// toward enters or leaves privacy. What was sent before comes back after it, and
// what was sent meanwhile is forgotten.
func (d *drafts) toward(private bool) tea.Cmd {
	if private == d.private {
		return nil
	}
	d.private = private
	h := &d.input.History
	if private {
		before := *h
		before.Lines = slices.Clone(h.Lines)
		d.public = &before
		return d.seal()
	}
	if d.public == nil { // the program was started for a private talk
		*h = input.History{}
		return tea.Batch(d.load("history"), d.load("draft"))
	}
	*h = *d.public
	h.At, h.Draft = len(h.Lines), ""
	return nil
}

// seal saves what was sent before a private talk, and that no draft is left of it.
func (d *drafts) seal() tea.Cmd {
	if d.Options.Drafts == nil {
		return nil
	}
	d.input.Saving = true
	to, lines := d.Options.Drafts, d.public.Marshal()
	msg := savedMsg{edits: d.input.Edits, history: d.input.History.Edits}
	return func() tea.Msg {
		msg.err = store(to, (&input.Field{}).Marshal(nil), lines)
		return msg
	}
}
