package tui

import (
	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/page"
)

// link is the way to the loop, and from one conversation to the next.
type link struct {
	*page.Shell
	drafts       *drafts
	conversation *conversation

	outbox []runtime.Command
	flying runtime.Command // on its way to the source; nil for none
	source int             // number of the source, so that an old one's events are known

	next     func() (backend.Source, error) // opens what comes when the source has ended
	hides    bool                           // and that is a private talk
	moving   bool                           // to another session
	closing  bool
	greeting string // said when the next session opens
}

// greet says what was to be said in this conversation.
func (l *link) greet() {
	if l.greeting != "" {
		l.Tell(l.greeting)
		l.greeting = ""
	}
}
