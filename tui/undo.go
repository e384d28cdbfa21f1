package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/memory"
	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/talk"
)

// undo takes back a night or a write: what is named, else what was done last here.
func (m *screen) undo(arg string) tea.Cmd {
	switch arg {
	case "":
		for i := len(m.talk.Items) - 1; i >= 0; i-- {
			if cmd, ok := m.undoItem(m.talk.Items[i]); ok {
				return cmd
			}
		}
		return m.listWrites() // none of this talk: perhaps another's
	case "write":
		return m.undoWrite()
	}
	return m.undoNight(strings.TrimSpace(strings.TrimPrefix(arg, "night")))
}

// undoItem takes back what one item of the talk tells; false where there is nothing
// to take back, or it was.
func (m *screen) undoItem(it *talk.Item) (tea.Cmd, bool) {
	switch b := it.Body.(type) {
	case *talk.Night:
		if !b.Undone && b.Report.Nothing == "" && b.Err == nil {
			return m.undoNight(b.Report.Night), true
		}
	case *talk.PastNight:
		if !b.Undone {
			return m.undoNight(b.Night.ID), true
		}
	case *talk.Wrote:
		if b.Tx != "" && !b.Undone && !b.Asked {
			return m.takeBack(b), true
		}
	}
	return nil, false
}

// undoWrite takes the chosen night or memory write back, else the last write that
// is not taken back yet.
func (m *screen) undoWrite() tea.Cmd {
	if n := m.talk.Chosen; n > 0 && n <= len(m.talk.Items) {
		if cmd, ok := m.undoItem(m.talk.Items[n-1]); ok {
			return cmd
		}
	}
	for i := len(m.writes) - 1; i >= 0; i-- {
		if w := m.writes[i].Body.(*talk.Wrote); !w.Undone && !w.Asked {
			return m.takeBack(w)
		}
	}
	return m.listWrites() // none of this sitting: perhaps one of before, or another's
}

// writesMsg are the writes to memory, newest first.
type writesMsg struct {
	list []memory.Write
	err  error
}

// listWrites lists what was written to memory, by anybody.
func (m *screen) listWrites() tea.Cmd {
	if m.o.Writes == nil {
		m.tell("no memory was written in this sitting that could be taken back")
		return nil
	}
	list := m.o.Writes
	return func() tea.Msg {
		found, err := list()
		return writesMsg{found, err}
	}
}

func (m *screen) listedWrites(msg writesMsg) tea.Cmd {
	if msg.err != nil {
		m.complain("list the writes to memory: " + msg.err.Error())
	}
	if len(msg.list) == 0 {
		m.tell("nothing was written to memory that could be taken back")
		return nil
	}
	var lines []choice
	undone := map[string]bool{}
	for _, w := range msg.list {
		undone[w.ID] = w.Undone
		lines = append(lines, choice{value: w.ID, label: saysWrite(w), note: m.noteOfWrite(w)})
	}
	m.pick("writes to memory", lines, func(m *screen, id string) tea.Cmd {
		switch {
		case undone[id]:
			m.tell("this is taken back already")
			return nil
		case m.busy():
			m.tell("memory writes can be taken back when the reply or the night has ended")
			return nil
		}
		return m.send(runtime.UndoWrite{Tx: id})
	})
	m.picker.hint = "enter takes it back"
	return nil
}

// saysWrite is the first line of a write, and how many more there are.
func saysWrite(w memory.Write) string {
	if len(w.Lines) == 0 {
		return w.Kind
	}
	s := w.Lines[0].What + ": " + w.Lines[0].Text
	if more := len(w.Lines) - 1; more > 0 {
		s += fmt.Sprintf(" (and %s)", draw.Many(more, "more line"))
	}
	return s
}

func (m *screen) noteOfWrite(w memory.Write) string {
	note := m.at(w.Time) + " · " + w.Who()
	if w.Message != "" && w.Session == m.session {
		note += " · from " + w.Message
	}
	if w.Undone {
		note += " · taken back"
	}
	return note
}

func (m *screen) takeBack(w *talk.Wrote) tea.Cmd {
	if m.busy() {
		m.tell("memory writes can be taken back when the reply or the night has ended")
		return nil
	}
	w.Asked = true
	return m.send(runtime.UndoWrite{Tx: w.Tx})
}

func (m *screen) undoNight(id string) tea.Cmd {
	if m.busy() {
		m.tell("a night can be taken back when the reply or the night has ended")
		return nil
	}
	return m.send(runtime.UndoNight{ID: id})
}

// takenBack marks what was taken back, wherever it is shown.
func (m *screen) takenBack(e runtime.TakenBack) {
	for _, it := range m.talk.Items {
		switch b := it.Body.(type) {
		case *talk.Wrote:
			if e.Tx != "" && b.Tx == e.Tx {
				b.Undone, it.Dirty = true, true
			}
		case *talk.Night:
			if e.Night != "" && b.Report.Night == e.Night {
				b.Undone, it.Dirty = true, true
			}
		case *talk.PastNight:
			if e.Night != "" && b.Night.ID == e.Night {
				b.Undone, it.Dirty = true, true
			}
		}
	}
	m.tell(e.Text)
	m.browser.note, m.reread = e.Text, true
}

// unasked lets writes be taken back that were asked for and are still there: the
// answer to the question has come.
func (m *screen) unasked() {
	for _, it := range m.writes {
		it.Body.(*talk.Wrote).Asked = false
	}
}
