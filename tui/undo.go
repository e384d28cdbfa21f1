package tui

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
)

// undoWrite takes the chosen night or memory write back, else the last write that
// is not taken back yet.
func (m *screen) undoWrite() tea.Cmd {
	if n := m.talk.chosen; n > 0 && n <= len(m.talk.items) {
		switch b := m.talk.items[n-1].body.(type) {
		case *slept:
			if !b.undone && b.report.Nothing == "" && b.err == nil {
				return m.undoNight(b.report.Night)
			}
		case *past:
			if !b.undone {
				return m.undoNight(b.night.ID)
			}
		case *wrote:
			if b.tx != "" && !b.undone {
				return m.takeBack(b)
			}
		}
	}
	for i := len(m.writes) - 1; i >= 0; i-- {
		if w := m.writes[i].body.(*wrote); !w.undone && !w.asked {
			return m.takeBack(w)
		}
	}
	m.tell("no memory was written in this sitting that could be taken back")
	return nil
}

func (m *screen) takeBack(w *wrote) tea.Cmd {
	if m.busy() {
		m.tell("memory writes can be taken back when the reply or the night has ended")
		return nil
	}
	w.asked = true
	return m.send(runtime.UndoWrite{Tx: w.tx})
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
	for _, it := range m.talk.items {
		switch b := it.body.(type) {
		case *wrote:
			if e.Tx != "" && b.tx == e.Tx {
				b.undone, it.dirty = true, true
			}
		case *slept:
			if e.Night != "" && b.report.Night == e.Night {
				b.undone, it.dirty = true, true
			}
		case *past:
			if e.Night != "" && b.night.ID == e.Night {
				b.undone, it.dirty = true, true
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
		it.body.(*wrote).asked = false
	}
}
