package page

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/plan"
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
		list []plan.Written
		what string // what to say of it, for what is not a write
		err  error
	}
)

// errChanged is returned when an entry is no longer what was shown when a person
// agreed; the caller should show it anew.
var errChanged = errors.New("the line has changed meanwhile: look again")

const noEntries = "entries cannot be changed here: dormouse memory"

// EntryCommand is a command about one entry. Words in place of its name are searched
// for: where they find one entry alone it is meant, of several one is chosen, and
// where they find none the memory view says so.
func EntryCommand(s *Shell, arg string, do func(*Shell, string) tea.Cmd) tea.Cmd {
	switch {
	case tell.IsRef(arg):
		return do(s, arg)
	case s.Options.Memory == nil || strings.TrimSpace(arg) == "":
		return OpenMemory(s, arg)
	}
	find := s.Options.Memory.Search
	return func() tea.Msg {
		a, err := find(arg, tell.MostMeant)
		var lines []Choice
		for _, h := range tell.Meant(a) {
			lines = append(lines, Choice{"^" + h.ID, h.Matched(), fmt.Sprintf("%s:%d", h.Path, h.Line)})
		}
		return meantMsg{arg, lines, err, do}
	}
}

// ForgetCommand forgets an entry, or what words may mean: also what was only said.
func ForgetCommand(s *Shell, arg string) tea.Cmd {
	if tell.IsRef(arg) || s.Options.Entries == nil || strings.TrimSpace(arg) == "" {
		return EntryCommand(s, arg, Forget)
	}
	meant := s.Options.Entries.Meant
	return func() tea.Msg {
		list, err := meant(arg)
		var lines []Choice
		for _, m := range list {
			lines = append(lines, Choice{cmp.Or(m.Ref, m.Text), m.Text, m.Day})
		}
		return meantMsg{arg, lines, err, Forget}
	}
}

// meantMsg is what was found for the words of a command.
type meantMsg struct {
	words string
	lines []Choice
	err   error
	do    func(*Shell, string) tea.Cmd
}

// Arrive does it with the only entry, or with the one that a person chooses.
func (msg meantMsg) Arrive(s *Shell) tea.Cmd {
	switch {
	case msg.err != nil || len(msg.lines) == 0:
		return OpenMemory(s, msg.words)
	case len(msg.lines) == 1:
		return msg.do(s, msg.lines[0].Value)
	}
	s.Pick("which entry?", msg.lines, func(ref string) tea.Cmd { return msg.do(s, ref) })
	return nil
}

// menu lists what can be done with the entry the keys mean.
func (b *Memory) menu(ref string) tea.Cmd {
	s := b.s
	if ref == "" {
		return nil
	}
	lines := []Choice{
		{"why", "why", s.Keys.Of(keys.Why) + " · where it comes from"},
		{"edit", "edit", s.Keys.Of(keys.Editor) + " · in your own editor"},
		{"pin", "pin or unpin", s.Keys.Of(keys.Pin) + " · keep it in the prompt, whatever else has no room"},
		{"forget", "forget", s.Keys.Of(keys.Remove) + " · take it out; it can be brought back"},
	}
	s.open(NewPicker(s, ref, lines, func(what string) tea.Cmd {
		switch what {
		case "why":
			return WhyEntry(s, ref)
		case "pin":
			return Pin(s, ref)
		case "forget":
			return Forget(s, ref)
		}
		return s.editFile(b.Place())
	}))
	return nil
}

// WhyEntry asks where an entry comes from.
func WhyEntry(s *Shell, ref string) tea.Cmd {
	return lookUp(s, ref, func(w whyMsg) tea.Msg { return w })
}

// lookUp asks for all about an entry; then says in which message it comes.
func lookUp(s *Shell, ref string, then func(whyMsg) tea.Msg) tea.Cmd {
	if s.Options.Entries == nil {
		s.Tell(noEntries)
		return nil
	}
	if ref == "" {
		return nil
	}
	why := s.Options.Entries.Why
	return func() tea.Msg {
		o, said, err := why(ref)
		return then(whyMsg{ref, o, said, err})
	}
}

// Arrive shows where an entry comes from.
func (msg whyMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		refuse(s, msg.err)
		return nil
	}
	s.Read("why "+safe.Line(msg.ref), tell.Origin(msg.origin, msg.said, s.Session, s.Options.Zone))
	return nil
}

// refuse says what could not be done, where the person looks.
func refuse(s *Shell, err error) {
	if b, over := s.Top().(*Memory); over {
		b.note = "! " + tell.Reason(err)
		return
	}
	s.Complain(tell.Reason(err))
}

// Forget shows what would be forgotten, an entry or a text that was only said, and does
// it when a person agrees.
func Forget(s *Shell, ref string) tea.Cmd {
	if entries := s.Options.Entries; entries != nil && ref != "" && !tell.IsRef(ref) {
		text := []string{"- " + ref, "", "It was said, and is in no entry. Neither search nor the prompt shows it again.", takesBack(s)}
		return s.ask(question{title: forgetThis, text: text, verb: forgetsIt, do: func(string) tea.Cmd {
			return func() tea.Msg {
				list, err := entries.ForgetSaid(ref)
				return wroteMsg{list: list, err: err}
			}
		}})
	}
	return lookUp(s, ref, func(w whyMsg) tea.Msg { return previewMsg{w} })
}

// What a person is asked before something is forgotten.
const forgetThis, forgetsIt = "forget this?", "forgets it"

func takesBack(s *Shell) string {
	return s.Keys.Of(keys.UndoWrite) + " or /undo write brings it back."
}

func (msg previewMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		refuse(s, msg.err)
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
	text = append(text, takesBack(s))
	entries := s.Options.Entries
	return s.ask(question{title: forgetThis, text: text, verb: forgetsIt, do: func(string) tea.Cmd {
		return func() tea.Msg {
			o, _, err := entries.Why(msg.ref)
			if err == nil && (o.Entry.Text != e.Text || o.Entry.Path != e.Path) {
				err = errChanged
			}
			var list []plan.Written
			if err == nil {
				list, err = entries.Forget(msg.ref)
			}
			return wroteMsg{list: list, err: err}
		}
	}})
}

// Pin pins an entry, or unpins it when it is pinned.
func Pin(s *Shell, ref string) tea.Cmd {
	if s.Options.Entries == nil || ref == "" {
		s.Tell(noEntries)
		return nil
	}
	entries := s.Options.Entries
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

// Remember saves a line to today's log.
func Remember(s *Shell, text string) tea.Cmd {
	switch {
	case s.Options.Remember == nil:
		s.Tell(noEntries)
		return nil
	case text == "":
		s.Complain("/remember needs a text", "/remember the spare key is with Henrik")
		return nil
	}
	save, session := s.Options.Remember, s.Session
	return func() tea.Msg {
		w, err := save(text, session)
		if err == nil && w.What == "there" {
			return wroteMsg{what: fmt.Sprintf("memory knows that already: %s:%d", w.Path, w.Line)}
		}
		return wroteMsg{list: []plan.Written{w}, err: err}
	}
}

// Arrive shows what a person wrote to memory, where they look, and as a line
// of the conversation that can be taken back.
func (msg wroteMsg) Arrive(s *Shell) tea.Cmd {
	if msg.err != nil {
		refuse(s, msg.err)
		return nil
	}
	note := msg.what
	for i, w := range msg.list {
		w.What = tell.What(w.What)
		Wrote(s, runtime.Wrote{Tx: w.Tx, Path: w.Path, Line: w.Line, Text: w.Text, What: w.What})
		if i == 0 { // the line that was meant; the others tell the same
			note = fmt.Sprintf("%s · %s takes it back · %s: %s", w.What, s.Keys.Of(keys.UndoWrite), w.Path, w.Text)
		}
	}
	if b, over := s.Top().(*Memory); over {
		b.note = note
		return b.Reload()
	}
	if len(msg.list) == 0 && note != "" {
		s.Tell(note)
	}
	return nil
}
