package plain

import (
	"fmt"
	"strings"

	"dormouse/memory/plan"
	"dormouse/runtime"
	"dormouse/tui/tell"
)

// remembering does what a line says about memory and nights.
func (p *mode) remembering(name, arg string) {
	var err error
	switch {
	case name == "nights" && p.o.Nights != nil:
		err = p.nights()
	case name == "nights" || p.o.Entries == nil || p.o.Remember == nil:
		p.say("this cannot be done here: dormouse memory, dormouse sleep log")
	case arg == "":
		p.say("/" + name + " needs to know what")
	case name == "remember":
		err = p.remember(arg)
	case name == "forget" && !tell.IsRef(arg):
		err = p.forgetWords(arg)
	case !tell.IsRef(arg) && p.o.Memory != nil:
		p.meant(name, arg)
	case name == "why":
		err = p.why(arg)
	case name == "forget":
		var list []plan.Written
		list, err = p.o.Entries.Forget(arg)
		p.forgotten(list)
	case name == "pin":
		err = p.pin(arg)
	}
	if err != nil {
		p.say("error: " + tell.Reason(err))
	}
}

// meant does a command with the one entry that its words find, or lists what they may
// mean.
func (p *mode) meant(name, words string) {
	a, err := p.o.Memory.Search(words, tell.MostMeant)
	if err != nil {
		p.say("error: " + tell.Reason(err))
		return
	}
	switch found := tell.Meant(a); len(found) {
	case 0:
		p.say("no entry holds these words")
	case 1:
		p.remembering(name, "^"+found[0].ID)
	default:
		p.say("which entry? /" + name + " with one of these:")
		for _, h := range found {
			p.say(fmt.Sprintf("^%s %s", h.ID, h.Matched()))
		}
	}
}

// forgetWords forgets the one thing that words may mean, an entry or what was only said,
// or lists them.
func (p *mode) forgetWords(words string) error {
	meant, err := p.o.Entries.Meant(words)
	var list []plan.Written
	switch {
	case err != nil:
	case len(meant) == 0:
		p.say("nothing in memory holds these words, nor was it said")
	case len(meant) > 1:
		p.say("which of these? /forget with its mark, or with more of its words:")
		for _, m := range meant {
			p.say(strings.TrimSpace(m.Ref + " " + m.Text))
		}
	case meant[0].Ref == "":
		list, err = p.o.Entries.ForgetSaid(meant[0].Text)
	default:
		list, err = p.o.Entries.Forget(meant[0].Ref)
	}
	p.forgotten(list)
	return err
}

// forgotten tells what was forgotten, and where.
func (p *mode) forgotten(list []plan.Written) {
	for _, w := range list {
		p.say(tell.What(w.What) + " " + w.Path + ": " + w.Text)
		p.last = runtime.UndoWrite{Tx: w.Tx}
	}
}

func (p *mode) remember(text string) error {
	w, err := p.o.Remember(text, p.session)
	if err == nil {
		what := tell.What(w.What)
		if what == "there" {
			what = "known already"
		}
		p.say(fmt.Sprintf("%s %s:%d: %s", what, w.Path, w.Line, w.Text))
		if w.Tx != "" {
			p.last = runtime.UndoWrite{Tx: w.Tx}
		}
	}
	return err
}

func (p *mode) why(ref string) error {
	o, said, err := p.o.Entries.Why(ref)
	if err != nil {
		return err
	}
	for _, line := range tell.Origin(o, said, p.session, p.o.Zone) {
		if line != "" {
			p.say(line)
		}
	}
	return nil
}

func (p *mode) pin(ref string) error {
	o, _, err := p.o.Entries.Why(ref)
	if err != nil {
		return err
	}
	if err := p.o.Entries.Pin(ref, !o.Pinned); err != nil {
		return err
	}
	what := "pinned: "
	if o.Pinned {
		what = "unpinned: "
	}
	p.say(what + o.Entry.Text)
	return nil
}

func (p *mode) nights() error {
	t, err := p.o.Nights.Timeline()
	for _, n := range t.Nights {
		p.say(tell.Night(n, p.o.Zone))
	}
	if err == nil && len(t.Nights) == 0 {
		p.say("no night yet")
	}
	return err
}
