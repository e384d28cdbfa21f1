package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/talk"
)

// Undo takes back a night or a write: what is named, else what was done last here.
func Undo(s *Shell, arg string) tea.Cmd {
	switch arg {
	case "":
		for i := len(s.Talk.Items) - 1; i >= 0; i-- {
			if cmd, ok := undoItem(s, s.Talk.Items[i]); ok {
				return cmd
			}
		}
		return pickWrite(s) // none of this talk: perhaps another's
	case "write":
		return undoWrite(s)
	}
	return undoNight(s, strings.TrimSpace(strings.TrimPrefix(arg, "night")))
}

// undoItem takes back what one item of the talk tells; false where there is nothing
// to take back, or it was.
func undoItem(s *Shell, it *talk.Item) (tea.Cmd, bool) {
	switch b := it.Body.(type) {
	case *talk.Night:
		if !b.Undone && b.Report.Nothing == "" && b.Err == nil {
			return undoNight(s, b.Report.Night), true
		}
	case *talk.PastNight:
		if !b.Undone {
			return undoNight(s, b.Night.ID), true
		}
	case *talk.Wrote:
		if b.Tx != "" && !b.Undone && !b.Asked {
			return takeBack(s, b), true
		}
	}
	return nil, false
}

// undoWrite takes the chosen night or memory write back, else the last write that
// is not taken back yet.
func undoWrite(s *Shell) tea.Cmd {
	if n := s.Talk.Chosen; n > 0 && n <= len(s.Talk.Items) {
		if cmd, ok := undoItem(s, s.Talk.Items[n-1]); ok {
			return cmd
		}
	}
	for i := len(s.Talk.Items) - 1; i >= 0; i-- {
		if w, ok := s.Talk.Items[i].Body.(*talk.Wrote); ok && w.Tx != "" && !w.Undone && !w.Asked {
			return takeBack(s, w)
		}
	}
	return pickWrite(s) // none of this sitting: perhaps one of before, or another's
}

// writesMsg are the writes to memory, newest first.
type writesMsg struct {
	list []memory.Write
	err  error
}

// OpenWrites lists what was written to memory, by anybody.
func OpenWrites(s *Shell) tea.Cmd { return listWrites(s, func(memory.Write) bool { return true }) }

// pickWrite lists what can be taken back.
func pickWrite(s *Shell) tea.Cmd {
	return listWrites(s, func(w memory.Write) bool { return !w.Undone })
}

func listWrites(s *Shell, shown func(memory.Write) bool) tea.Cmd {
	if s.Options.Writes == nil {
		s.Tell("no memory was written in this sitting that could be taken back")
		return nil
	}
	list := s.Options.Writes
	return func() tea.Msg {
		found, err := list()
		return writesMsg{slices.DeleteFunc(slices.Clone(found), func(w memory.Write) bool { return !shown(w) }), err}
	}
}

func (msg writesMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		s.Complain("list the writes to memory: " + msg.err.Error())
	}
	if len(msg.list) == 0 {
		s.Tell("nothing was written to memory that could be taken back")
		return nil
	}
	var lines []Choice
	undone := map[string]bool{}
	for _, w := range msg.list {
		undone[w.ID] = w.Undone
		lines = append(lines, Choice{Value: w.ID, Label: saysWrite(w), Note: noteOfWrite(s, w)})
	}
	s.Pick("writes to memory", lines, func(id string) tea.Cmd {
		switch {
		case undone[id]:
			s.Tell("this is taken back already")
			return nil
		case s.Loop.Busy():
			s.Tell("memory writes can be taken back when the reply or the night has ended")
			return nil
		}
		return s.Loop.Send(runtime.UndoWrite{Tx: id})
	}).Hint = "enter takes it back"
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

func noteOfWrite(s *Shell, w memory.Write) string {
	note := s.at(w.Time) + " · " + w.Who()
	if w.Message != "" && w.Session == s.Session {
		note += " · from " + transcript.ShortID(w.Message)
	}
	if w.Undone {
		return "taken back · " + note
	}
	return note
}

func takeBack(s *Shell, w *talk.Wrote) tea.Cmd {
	if s.Loop.Busy() {
		s.Tell("memory writes can be taken back when the reply or the night has ended")
		return nil
	}
	w.Asked = true
	s.Asked = append(s.Asked, w)
	return s.Loop.Send(runtime.UndoWrite{Tx: w.Tx})
}

func undoNight(s *Shell, id string) tea.Cmd {
	if s.Loop.Busy() {
		s.Tell("a night can be taken back when the reply or the night has ended")
		return nil
	}
	return s.Loop.Send(runtime.UndoNight{ID: id})
}

// TakenBack marks what was taken back, wherever it is shown.
func TakenBack(s *Shell, e runtime.TakenBack) {
	for _, it := range s.Talk.Items {
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
	s.Tell(e.Text)
	s.Stale = true
	if b, open := Find[*Memory](s); open {
		b.note = e.Text
	}
}

// Unasked lets writes be taken back that were asked for and are still there: the
// answer to the question has come.
func Unasked(s *Shell) {
	for _, w := range s.Asked {
		w.Asked = false
	}
	s.Asked = nil
}

// sameWrite adds a text to the last line of the talk, where that tells of the same write
// to the same file: what is forgotten may have been said many times.
func (s *Shell) sameWrite(e runtime.Wrote) bool {
	n := len(s.Talk.Items)
	if n == 0 || e.Tx == "" || e.Line > 0 {
		return false
	}
	w, ok := s.Talk.Items[n-1].Body.(*talk.Wrote)
	if !ok || w.Tx != e.Tx || w.Path != e.Path || w.Line > 0 || w.What != cmp.Or(e.What, "wrote") {
		return false
	}
	w.More, s.Talk.Items[n-1].Dirty = append(w.More, e.Text), true
	return true
}

// Wrote tells of a line that was written to memory.
func Wrote(s *Shell, e runtime.Wrote) {
	if s.sameWrite(e) {
		return
	}
	w := &talk.Wrote{Tx: e.Tx, Path: e.Path, Line: e.Line, Text: e.Text, What: cmp.Or(e.What, "wrote"), Hint: s.Keys.Of(keys.UndoWrite) + " takes it back"}
	if e.Tx == "" {
		w.Hint = "by a night: /undo"
	}
	if n := len(s.Talk.Items); n > 0 {
		if c, ok := s.Talk.Items[n-1].Body.(*talk.Called); ok && c.Writes() {
			c.Told, s.Talk.Items[n-1].Dirty = true, true
		}
	}
	s.Talk.Add(w, talk.MarkNote)
}
