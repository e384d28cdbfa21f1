package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/input"
)

// goPrivate begins a private talk, or ends one.
func (l *link) goPrivate(arg string) tea.Cmd {
	switch {
	case arg != "" && arg != "off":
		l.Complain("/private "+arg, "/private or /private off")
	case l.Options.Hide == nil || l.Options.Open == nil:
		l.Tell("start a private talk with: dormouse --private")
	case l.Loop.Busy():
		l.Tell("a private talk can begin or end when the reply or the night has ended")
	case arg == "off" && !l.drafts.private:
		l.Tell("this talk is not private")
	case arg == "off":
		return l.leaveFor(func() (backend.Source, error) { return l.Options.Open("") }, false)
	case l.drafts.private:
		l.Tell("this talk is private already; /new begins another")
	default:
		return l.hide("what was said before is kept: /sessions")
	}
	return nil
}

// hide leaves for a private talk. From now on nothing that is typed is kept.
func (l *link) hide(greeting string) tea.Cmd {
	if l.moving || l.closing {
		return nil
	}
	if l.drafts.input.Saving { // what is on its way to the disk was typed before
		return tea.Tick(pace, func(time.Time) tea.Msg { return hideMsg{greeting} })
	}
	l.greeting = greeting
	return tea.Sequence(l.drafts.toward(true), l.leaveFor(l.Options.Hide, true))
}

// hideMsg begins a private talk after a moment.
type hideMsg struct{ greeting string }

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
		msg.err = keep(to, (&input.Field{}).Marshal(nil), lines)
		return msg
	}
}

// keepTalk makes a session of a private talk.
func (l *link) keepTalk(string) tea.Cmd {
	if !l.drafts.private {
		l.Tell("this talk is a session already: it is kept")
		return nil
	}
	return l.Send(runtime.Keep{})
}

// keptAs goes on in the session that a private talk has become. What was sent in
// it is history like any other.
func (l *link) keptAs(session string) {
	if l.drafts.public != nil {
		kept := l.drafts.input.History
		l.drafts.public = &kept
	}
	l.greeting = "this talk is kept now, as session " + session
	l.outbox = append(l.outbox, runtime.Quit{})
	l.moving, l.hides = true, false
	open := l.Options.Open
	l.next = func() (backend.Source, error) { return open(session) }
}
