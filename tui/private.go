package tui

import (
	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
)

// goPrivate begins a private talk, or ends one and goes on with the talk before it.
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
		return l.leaveFor(l.to(l.before))
	case l.drafts.private:
		l.Tell("this talk is private already; /new begins another")
	default:
		return l.hide("what was said before is kept: /private off goes on with it")
	}
	return nil
}

// keepTalk makes a session of a private talk.
func (l *link) keepTalk(string) tea.Cmd {
	if !l.drafts.private {
		l.Tell("this talk is a session already: it is kept")
		return nil
	}
	return l.Send(runtime.Keep{})
}

// becameSession goes on in the session that a private talk has become. What was sent in
// it is history like any other.
func (l *link) becameSession(session string) {
	if l.drafts.public != nil {
		kept := l.drafts.input.History
		l.drafts.public = &kept
	}
	l.greeting = "this talk is kept now, as session " + session
	l.outbox = append(l.outbox, runtime.Quit{})
	l.moving, l.next, l.back = true, l.to(session), l.here()
}
