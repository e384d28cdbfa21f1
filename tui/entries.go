package tui

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime"
	"dormouse/tui/keys"
	"dormouse/tui/safe"
	"dormouse/tui/tell"
)

// The messages about single entries of memory.
type (
	whyMsg struct {
		ref    string
		origin memory.Origin
		said   []transcript.Message
		err    error
	}
	previewMsg struct{ whyMsg }
	wroteMsg   struct {
		list []memory.Written
		what string // what to say of it, for what is not a write
		err  error
	}
)

// errChanged is returned when an entry is no longer what was shown when a person
// agreed; the caller should show it anew.
var errChanged = errors.New("the line has changed meanwhile: look again")

const noEntries = "entries cannot be changed here: dormouse memory"

// entryCommand is a command about one entry: with words in place of its name the
// memory view opens, to choose one.
func (m *screen) entryCommand(arg string, do func(string) tea.Cmd) tea.Cmd {
	if tell.IsRef(arg) {
		return do(arg)
	}
	return m.browse(arg)
}

// entryMenu lists what can be done with the entry the keys mean.
func (m *screen) entryMenu(ref string) tea.Cmd {
	if ref == "" {
		return nil
	}
	lines := []choice{
		{"why", "why", m.keys.Of(keys.Why) + " · where it comes from"},
		{"edit", "edit", m.keys.Of(keys.Editor) + " · in your own editor"},
		{"pin", "pin or unpin", m.keys.Of(keys.Pin) + " · keep it in the prompt, whatever else has no room"},
		{"forget", "forget", m.keys.Of(keys.Remove) + " · take it out; it can be brought back"},
	}
	return m.pick(ref, lines, func(m *screen, what string) tea.Cmd {
		m.mode = browsing
		switch what {
		case "why":
			return m.whyEntry(ref)
		case "pin":
			return m.pin(ref)
		case "forget":
			return m.forget(ref)
		}
		return m.editFile(m.browser.place())
	})
}

// whyEntry asks where an entry comes from.
func (m *screen) whyEntry(ref string) tea.Cmd {
	return m.lookUp(ref, func(w whyMsg) tea.Msg { return w })
}

// lookUp asks for all about an entry; then says in which message it comes.
func (m *screen) lookUp(ref string, then func(whyMsg) tea.Msg) tea.Cmd {
	if m.o.Entries == nil {
		m.tell(noEntries)
		return nil
	}
	if ref == "" {
		return nil
	}
	why := m.o.Entries.Why
	return func() tea.Msg {
		o, said, err := why(ref)
		return then(whyMsg{ref, o, said, err})
	}
}

// explained shows where an entry comes from.
func (m *screen) explained(msg whyMsg) tea.Cmd {
	if msg.err != nil {
		m.refuse(msg.err)
		return nil
	}
	m.read("why "+safe.Line(msg.ref), tell.Origin(msg.origin, msg.said))
	return nil
}

// refuse says what could not be done, where the person looks.
func (m *screen) refuse(err error) {
	if m.mode == browsing {
		m.browser.note = "! " + tell.Reason(err)
		return
	}
	m.complain(tell.Reason(err))
}

// forget shows what would be forgotten, and does it when a person agrees.
func (m *screen) forget(ref string) tea.Cmd {
	return m.lookUp(ref, func(w whyMsg) tea.Msg { return previewMsg{w} })
}

func (m *screen) previewed(msg previewMsg) tea.Cmd {
	if msg.err != nil {
		m.refuse(msg.err)
		return nil
	}
	e := msg.origin.Entry
	text := []string{fmt.Sprintf("%s:%d", e.Path, e.Line), "- " + e.Text, "", "The line is taken out of " + e.Path + "."}
	if e.Path != "MEMORY.md" {
		text[3] = "The log keeps the line; neither search nor the prompt shows it again."
	}
	if msg.origin.ByHand {
		text = append(text, "It was written by hand.")
	}
	text = append(text, m.keys.Of(keys.UndoWrite)+" or /undo write brings it back.")
	entries := m.o.Entries
	return m.ask(question{title: "forget this?", text: text, verb: "forgets it", do: func(*screen, string) tea.Cmd {
		return func() tea.Msg {
			o, _, err := entries.Why(msg.ref)
			if err == nil && (o.Entry.Text != e.Text || o.Entry.Path != e.Path) {
				err = errChanged
			}
			var list []memory.Written
			if err == nil {
				list, err = entries.Forget(msg.ref)
			}
			return wroteMsg{list: list, err: err}
		}
	}})
}

// pin pins an entry, or unpins it when it is pinned.
func (m *screen) pin(ref string) tea.Cmd {
	if m.o.Entries == nil || ref == "" {
		m.tell(noEntries)
		return nil
	}
	entries := m.o.Entries
	return func() tea.Msg {
		o, _, err := entries.Why(ref)
		if err == nil {
			err = entries.Pin(ref, !o.Pinned)
		}
		what := "pinned, from the next waking on in every prompt: "
		if o.Pinned {
			what = "unpinned: "
		}
		return wroteMsg{what: what + o.Entry.Text, err: err}
	}
}

// remember saves a line to today's log.
func (m *screen) remember(text string) tea.Cmd {
	switch {
	case m.o.Remember == nil:
		m.tell(noEntries)
		return nil
	case text == "":
		m.complain("/remember needs a text", "/remember the spare key is with Henrik")
		return nil
	}
	save := m.o.Remember
	return func() tea.Msg {
		w, err := save(text)
		if err == nil && w.What == "there" {
			return wroteMsg{what: fmt.Sprintf("memory knows that already: %s:%d", w.Path, w.Line)}
		}
		return wroteMsg{list: []memory.Written{w}, err: err}
	}
}

// wroteHere shows what a person wrote to memory, where they look, and as a line
// of the conversation that can be taken back.
func (m *screen) wroteHere(msg wroteMsg) tea.Cmd {
	if msg.err != nil {
		m.refuse(msg.err)
		return nil
	}
	note := msg.what
	for i, w := range msg.list {
		w.What = tell.What(w.What)
		m.wrote(runtime.Wrote{Tx: w.Tx, Path: w.Path, Line: w.Line, Text: w.Text, What: w.What})
		if i == 0 { // the line that was meant; the others tell the same
			note = fmt.Sprintf("%s · %s takes it back · %s: %s", w.What, m.keys.Of(keys.UndoWrite), w.Path, w.Text)
		}
	}
	if m.mode == browsing {
		m.browser.note = note
		return m.browser.reload(m)
	}
	if len(msg.list) == 0 && note != "" {
		m.tell(note)
	}
	return nil
}
