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
func (m *screen) listen(after time.Duration) tea.Cmd {
	events, source := m.Options.Source.Events(), m.source
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
func (m *screen) Send(c runtime.Command) tea.Cmd {
	m.outbox = append(m.outbox, c)
	return m.sendNext()
}

func (m *screen) sendNext() tea.Cmd {
	if m.flying != nil || len(m.outbox) == 0 {
		return nil
	}
	c, source := m.outbox[0], m.Options.Source
	m.outbox, m.flying = m.outbox[1:], c
	return func() tea.Msg {
		source.Do(c)
		return sentMsg{}
	}
}

func (m *screen) sent() tea.Cmd {
	m.flying = nil
	return m.sendNext()
}

// load reads what was kept.
func (m *screen) load(name string) tea.Cmd {
	d := m.Options.Drafts
	if d == nil {
		return nil
	}
	return func() tea.Msg {
		data, err := d.Load(name)
		return loadedMsg{name, data, err}
	}
}

func (m *screen) loaded(msg loadedMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, fs.ErrNotExist):
	case msg.err != nil:
		m.Tell("the " + msg.name + " could not be read: " + msg.err.Error())
	case msg.name == "history":
		m.input.History.Restore(msg.data)
	default:
		m.input.Restore(msg.data)
		m.popup.update(m)
	}
	return nil
}

// saveSoon arranges that the draft is saved when it has changed.
func (m *screen) saveSoon() tea.Cmd {
	if m.Options.Drafts == nil || m.private || m.waiting || m.input.Saving || m.kept() {
		return nil
	}
	m.waiting = true
	return tea.Tick(saveAfter, func(time.Time) tea.Msg { return saveMsg{} })
}

// kept tells whether draft and history are on disk as they are.
func (m *screen) kept() bool {
	return m.input.Edits == m.input.Saved && m.input.History.Edits == m.input.History.Saved
}

func (m *screen) save() tea.Cmd {
	m.waiting = false
	if m.private {
		return nil
	}
	m.input.Saving = true
	d, text := m.Options.Drafts, m.input.Marshal(m.waitingTexts())
	msg := savedMsg{edits: m.input.Edits, history: m.input.History.Edits}
	var lines []byte
	if m.input.History.Edits != m.input.History.Saved {
		lines = slices.Clip(m.input.History.Marshal())
	}
	return func() tea.Msg {
		msg.err = keep(d, text, lines)
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

func (m *screen) saved(msg savedMsg) tea.Cmd {
	m.input.Saving = false
	m.input.Saved, m.input.History.Saved = msg.edits, msg.history
	if msg.err != nil && m.fault != msg.err.Error() {
		m.fault = msg.err.Error() // said once, not at every key
		m.Tell("the draft is not saved: " + m.fault)
	}
	return nil
}

// saveOnExit saves what is not saved yet, after the program has ended.
func (m *screen) saveOnExit() error {
	if m.Options.Drafts == nil || m.private || m.kept() && len(m.pending) == 0 {
		return nil
	}
	return keep(m.Options.Drafts, m.input.Marshal(m.waitingTexts()), m.input.History.Marshal())
}

// tickSoon keeps the seconds running while something is done.
func (m *screen) tickSoon() tea.Cmd {
	if m.ticking || !m.Busy() {
		return nil
	}
	m.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (m *screen) ticked() tea.Cmd {
	m.ticking = false
	m.work.seconds++
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
