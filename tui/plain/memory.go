package plain

import (
	"fmt"

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
	case !tell.IsRef(arg) && p.o.Memory != nil:
		p.meant(name, arg)
	case name == "why":
		err = p.why(arg)
	case name == "forget":
		var list []plan.Written
		list, err = p.o.Entries.Forget(arg)
		for _, w := range list {
			p.say(tell.What(w.What) + " " + w.Path + ": " + w.Text)
			p.last = runtime.UndoWrite{Tx: w.Tx}
		}
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

func (p *mode) remember(text string) error {
	w, err := p.o.Remember(text)
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
	for _, line := range tell.Origin(o, said) {
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
