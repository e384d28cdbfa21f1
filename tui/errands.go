package tui

import (
	"errors"
	"io/fs"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
)

// The messages of commands. A command never touches the screen; it brings one of
// these.
type (
	heardMsg struct {
		source int
		events []runtime.Event
		closed bool
	}
	sentMsg   struct{}
	loadedMsg struct {
		name string
		data []byte
		err  error
	}
	saveMsg  struct{}
	savedMsg struct {
		edits, history int
		err            error
	}
	tickMsg   struct{}
	disarmMsg struct{}
	sizedMsg  struct{ size int } // number of a size of the terminal
	movedMsg  struct {
		source backend.Source
		err    error
	}
	toldMsg struct {
		text string
		err  error
	}
)

// batch is how many events are taken at once at most.
const batch = 4096

// listen waits for the next events, after a pause when a reply is streaming: so
// tokens come in batches and each batch is drawn once.
func (l *link) listen(after time.Duration) tea.Cmd {
	events, source := l.Options.Source.Events(), l.source
	collect := func() tea.Msg { return collect(events, source) }
	if after > 0 {
		return tea.Tick(after, func(time.Time) tea.Msg { return collect() })
	}
	return collect
}

func collect(events <-chan runtime.Event, source int) tea.Msg {
	msg := heardMsg{source: source}
	e, ok := <-events
	for ok {
		msg.events = append(msg.events, e)
		if len(msg.events) == batch {
			return msg
		}
		select {
		case e, ok = <-events:
		default:
			return msg
		}
	}
	msg.closed = true
	return msg
}

// Send gives a command to the source. One is on its way at a time, so that they
// arrive in order.
func (l *link) Send(c runtime.Command) tea.Cmd {
	l.outbox = append(l.outbox, c)
	return l.sendNext()
}

func (l *link) sendNext() tea.Cmd {
	if l.flying != nil || len(l.outbox) == 0 {
		return nil
	}
	c, source := l.outbox[0], l.Options.Source
	l.outbox, l.flying = l.outbox[1:], c
	return func() tea.Msg {
		source.Do(c)
		return sentMsg{}
	}
}

func (l *link) sent() tea.Cmd {
	l.flying = nil
	return l.sendNext()
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
	if d.Options.Drafts == nil || d.private || d.waiting || d.input.Saving || d.kept() {
		return nil
	}
	d.waiting = true
	return tea.Tick(saveAfter, func(time.Time) tea.Msg { return saveMsg{} })
}

// kept tells whether draft and history are on disk as they are.
func (d *drafts) kept() bool {
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
		msg.err = keep(to, text, lines)
		return msg
	}
}

func keep(d backend.Drafts, text, lines []byte) error {
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
	if d.Options.Drafts == nil || d.private || d.kept() && len(d.pending) == 0 {
		return nil
	}
	return keep(d.Options.Drafts, d.input.Marshal(d.waitingTexts()), d.input.History.Marshal())
}

// tickSoon keeps the seconds running while something is done.
func (v *conversation) tickSoon() tea.Cmd {
	if v.ticking || !v.Busy() {
		return nil
	}
	v.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (v *conversation) ticked() tea.Cmd {
	v.ticking = false
	v.work.seconds++
	return nil
}

func (m *screen) disarm() tea.Cmd {
	m.armed = false
	return nil
}

func (m *screen) told(msg toldMsg) tea.Cmd {
	if msg.err != nil {
		m.Complain(msg.err.Error())
		return nil
	}
	m.Tell(msg.text)
	return nil
}
