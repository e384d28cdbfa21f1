package tui

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/page"
	"dormouse/tui/talk"
)

// link is the way to the loop, and from one conversation to the next.
type link struct {
	*page.Shell
	drafts       *drafts
	conversation *conversation

	outbox []runtime.Command
	flying runtime.Command // on its way to the source; nil for none
	source int             // number of the source, so that an old one's events are known

	next     door // what comes when the source has ended
	back     door // to what was left, until the next one has opened
	moving   bool // to another session
	closing  bool
	greeting string // said when the next session opens
	before   string // the session that a private talk was begun in; "" for none
	lost     error  // why no conversation is left
}

// door opens a conversation, a private one where it hides. Its zero value is none.
type door struct {
	open  func() (backend.Source, error)
	hides bool
}

// to is the door of a session, "" for a new one.
func (l *link) to(session string) door {
	open := l.Options.Open
	return door{open: func() (backend.Source, error) { return open(session) }}
}

// here is the door of the conversation that is open. A private one is not found again:
// it is another one.
func (l *link) here() door {
	if l.drafts.private {
		return door{l.Options.Hide, true}
	}
	return l.to(l.Session)
}

// arrived says what was to be said in this conversation, which has opened.
func (l *link) arrived() {
	l.back = door{}
	if l.greeting != "" {
		l.Tell(l.greeting)
		l.greeting = ""
	}
}

// eventsMsg brings what the source told.
type eventsMsg struct {
	source int
	events []runtime.Event
	closed bool
}

// sentMsg tells that the source has taken a command.
type sentMsg struct{}

// movedMsg brings the next conversation's source.
type movedMsg struct {
	source backend.Source
	err    error
	why    error // why it is the one before again; nil where it is another
}

// listen waits for the next events, after a pause when a reply is streaming: so
// tokens come in batches and each batch is drawn once.
func (l *link) listen(after time.Duration) tea.Cmd {
	events, source := l.Options.Source.Events(), l.source
	collect := func() tea.Msg { return collect(events, source) }
	if after > 0 {
		return tea.Tick(after, func(time.Time) tea.Msg { return collect() })
	}
	return collect
}

func collect(events <-chan runtime.Event, source int) tea.Msg {
	msg := eventsMsg{source: source}
	e, ok := <-events
	for ok {
		msg.events = append(msg.events, e)
		if len(msg.events) == batch {
			return msg
		}
		select {
		case e, ok = <-events:
		default:
			return msg
		}
	}
	msg.closed = true
	return msg
}

// Send gives a command to the source. One is on its way at a time, so that they
// arrive in order.
func (l *link) Send(c runtime.Command) tea.Cmd {
	if c == (runtime.Cancel{}) {
		l.conversation.work.told = true
	}
	l.outbox = append(l.outbox, c)
	return l.sendNext()
}

func (l *link) sendNext() tea.Cmd {
	if l.flying != nil || len(l.outbox) == 0 {
		return nil
	}
	c, source := l.outbox[0], l.Options.Source
	l.outbox, l.flying = l.outbox[1:], c
	return func() tea.Msg {
		source.Do(c)
		return sentMsg{}
	}
}

func (l *link) sent() tea.Cmd {
	l.flying = nil
	return l.sendNext()
}

// batch is how many events are taken at once at most.
const batch = 4096

// GoTo leaves this session for another one: the source is told to quit, and the
// next one opened when it has. The greeting is said there.
func (l *link) GoTo(session, greeting string) tea.Cmd {
	if l.Options.Open == nil {
		l.Tell("sessions cannot be changed here: quit and start again")
		return nil
	}
	if l.drafts.private && session == "" {
		return l.hide("")
	}
	l.greeting = cmp.Or(greeting, l.greeting)
	return l.leaveFor(l.to(session))
}

// leaveFor tells the source to quit, to go through a door then.
func (l *link) leaveFor(next door) tea.Cmd {
	if l.moving || l.closing {
		return nil
	}
	l.moving, l.next, l.back = true, next, l.here()
	return l.Send(runtime.Quit{})
}

// ended comes when the source has ended: the screen ends, or goes to the next
// session. One that ended before it had opened is not where anybody wants to stay.
func (l *link) ended() tea.Cmd {
	switch {
	case l.closing:
		return tea.Quit
	case l.moving:
		next := l.next
		return func() tea.Msg {
			s, err := next.open()
			return movedMsg{source: s, err: err}
		}
	case l.back.open != nil:
		return l.turnBack(nil)
	}
	return tea.Quit
}

// turnBack goes back to the conversation that was left: the next one did not open. Why
// it did not, where that is not known, is what the way back says first.
func (l *link) turnBack(why error) tea.Cmd {
	back := l.back
	l.moving, l.next, l.back, l.greeting = true, back, door{}, ""
	return func() tea.Msg {
		s, err := back.open()
		if err != nil && why == nil {
			why = err
			s, err = back.open()
		}
		return movedMsg{s, err, why}
	}
}

// moved takes another source.
func (l *link) moved(msg movedMsg) tea.Cmd {
	l.moving = false
	switch {
	case l.closing:
		return tea.Quit
	case msg.err != nil && l.back.open != nil:
		return l.turnBack(msg.err)
	case msg.err != nil:
		l.lost = msg.err
		return tea.Quit
	}
	l.Options.Source = msg.source
	l.source++
	shown := l.drafts.toward(l.next.hides)
	l.Session, l.Title, l.Metered, l.Asked, l.Talk = "", "", false, nil, talk.List{}
	l.drafts.pending, l.outbox, l.flying = nil, nil, nil
	l.conversation.reset()
	if msg.why != nil {
		problem, hints := l.Explain(msg.why)
		l.Complain(problem, hints...)
	}
	return tea.Batch(l.listen(0), shown)
}

// quit tells the source to end; its last event ends the screen. Asked again it
// does not wait.
func (l *link) quit() tea.Cmd {
	if l.closing {
		return tea.Quit
	}
	l.closing = true
	return l.Send(runtime.Quit{})
}

// hideMsg begins a private talk after a moment.
type hideMsg struct{ greeting string }

// hide leaves for a private talk. From now on nothing that is typed is kept.
func (l *link) hide(greeting string) tea.Cmd {
	if l.moving || l.closing {
		return nil
	}
	if l.drafts.input.Saving { // what is on its way to the disk was typed before
		return tea.Tick(pace, func(time.Time) tea.Msg { return hideMsg{greeting} })
	}
	l.greeting = greeting
	if !l.drafts.private {
		l.before = l.Session
	}
	leave := l.leaveFor(door{l.Options.Hide, true})
	return tea.Sequence(l.drafts.toward(true), leave)
}
