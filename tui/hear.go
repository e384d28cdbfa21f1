package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/tui/keys"
	"dormouse/tui/page"
	"dormouse/tui/talk"
	"dormouse/tui/tell"
)

// heard takes a batch of events and listens on.
func (m *screen) heard(msg heardMsg) tea.Cmd {
	if msg.source != m.source {
		return nil
	}
	streams := false
	for _, e := range msg.events {
		switch e.(type) {
		case runtime.Delta, runtime.Reasoning:
			streams = true
		}
		m.hear(e)
	}
	if msg.closed {
		return m.ended()
	}
	after := time.Duration(0)
	if streams {
		after = pace
	}
	return tea.Batch(m.listen(after), m.rereadSoon(), m.sendNext())
}

// rereadSoon reads what is shown again when memory or nights have changed.
func (m *screen) rereadSoon() tea.Cmd {
	p, shows := m.Top().(page.Reloader)
	if !m.Stale || !shows {
		return nil
	}
	m.Stale = false
	return p.Reload()
}

// hear takes one event.
func (m *screen) hear(e runtime.Event) {
	switch e := e.(type) {
	case runtime.Opened:
		m.opened(e)
		m.greet()
	case runtime.Began:
		m.Session = e.Session
	case runtime.Said:
		m.taken()
		m.said(e)
	case runtime.Queued:
		m.queued(e)
	case runtime.Unqueued:
		m.unqueued(e)
	case runtime.Asking:
		m.reached = true
		m.doing("asking " + m.Model)
	case runtime.Delta:
		m.delta(e.Text)
	case runtime.Reasoning:
		m.reasoning(e.Text)
	case runtime.Retrying:
		m.doing(fmt.Sprintf("asked again in %s (try %d): %s", e.Wait.Round(time.Second/10), e.Attempt+1, e.Why))
	case runtime.Called:
		m.called(e)
	case runtime.Returned:
		m.returned(e)
	case runtime.Wrote:
		page.Wrote(&m.Shell, e)
	case runtime.Replied:
		m.replied(e.Message)
	case runtime.TurnEnded:
		m.turnEnded(e.Err, m.refused)
	case runtime.Metered:
		m.Meter, m.Metered = e.Meter, true
		page.Unasked(&m.Shell)
	case runtime.Shown:
		m.parts, m.spent = e.Parts, e.Spent
	case runtime.Slept:
		m.slept(e)
	case runtime.Woke:
		m.woke(e)
	case runtime.Planned:
		m.planned(e)
	case runtime.Switched:
		m.Model, m.why = e.Model, e.Why
		m.Tell(cmp.Or(tell.Model(e.Model, e.Why), "another model") + " answers from now on")
	case runtime.TakenBack:
		page.TakenBack(&m.Shell, e)
	case runtime.Renamed:
		m.Title = e.Title
		m.Tell("this session is called " + e.Title)
	case runtime.Kept:
		m.keptAs(e.Session)
	case runtime.Noticed:
		m.Tell(e.Text)
	}
}

// opened shows a session as it stands.
func (v *conversation) opened(e runtime.Opened) {
	v.Session, v.Title, v.Model, v.why = e.Session, e.Title, e.Model, e.Why
	v.land = cmp.Or(e.Land, v.land)
	before := v.Talk.Items // notices about keys and drafts
	v.Talk = talk.List{Height: v.Talk.Height}
	if len(e.Messages) == 0 {
		v.Talk.Add(&talk.Welcome{Model: v.Model, Why: v.why, Land: v.land}, talk.MarkNone)
	}
	nights := e.Nights
	for _, msg := range e.Messages {
		for len(nights) > 0 && nights[0].Time.Before(msg.Time) {
			v.Talk.Add(&talk.PastNight{Night: nights[0]}, talk.MarkNote)
			nights = nights[1:]
		}
		v.recall(msg)
	}
	for _, n := range nights {
		v.Talk.Add(&talk.PastNight{Night: n}, talk.MarkNote)
	}
	v.Talk.Items = append(v.Talk.Items, before...)
	for _, text := range e.Notices {
		v.Tell(text)
	}
	if e.Private {
		v.Tell(tell.Private)
	}
	v.calls = map[string]*talk.Item{}
}

// recall shows a message that was said before.
func (v *conversation) recall(msg transcript.Message) {
	switch msg.Role {
	case transcript.User:
		v.Talk.Add(&talk.Said{Text: msg.Content, At: msg.Time, ID: msg.ID}, talk.MarkUser)
	case transcript.Assistant:
		if msg.Content != "" {
			a := &talk.Answered{At: msg.Time, ID: msg.ID, Cut: msg.Interrupted}
			a.Reply.Set(msg.Content)
			v.Talk.Add(a, talk.MarkReply)
		}
		for _, call := range msg.ToolCalls {
			if runtime.Aside(msg.Model, call) {
				continue
			}
			v.calls[call.ID] = v.Talk.Add(&talk.Called{Call: call}, talk.MarkNote)
		}
	case transcript.Tool:
		if it := v.calls[msg.ToolCallID]; it != nil {
			c := it.Body.(*talk.Called)
			c.Result, c.Done = msg.Content, true
			it.Dirty = true
		}
	}
}

// taken tells that the first message that waits is on disk.
func (c *composer) taken() {
	if len(c.pending) > 0 {
		c.pending = c.pending[1:]
		c.input.Edits++ // the kept draft names what waits
	}
}

func (v *conversation) said(e runtime.Said) {
	v.reached = true
	v.Talk.Add(&talk.Said{Text: e.Message.Content, At: e.Message.Time, ID: e.Message.ID}, talk.MarkUser)
	v.doing("thinking")
}

func (c *composer) queued(runtime.Queued) {
	for i := range c.pending {
		if !c.pending[i].queued {
			c.pending[i].queued = true
			return
		}
	}
}

// unqueued puts a message that waited into the input, to be written anew.
func (c *composer) unqueued(e runtime.Unqueued) {
	for i := len(c.pending) - 1; i >= 0; i-- {
		if c.pending[i].queued && c.pending[i].text == e.Say.Text {
			c.pending = slices.Delete(c.pending, i, i+1)
			break
		}
	}
	draft := c.input.Text()
	c.input.Set(e.Say.Text)
	if draft != "" {
		c.input.History.Add(draft)
	}
}

// doing says what goes on; the seconds count from the beginning of the turn.
func (v *conversation) doing(what string) {
	if v.work.what == "" {
		v.work.seconds = 0
	}
	v.work.what = what
}

func (v *conversation) delta(text string) {
	v.musing = nil
	if v.live == nil {
		v.live = v.Talk.Add(&talk.Answered{Live: true}, talk.MarkReply)
	}
	v.doing("answering")
	v.live.Body.(*talk.Answered).Reply.Add(text)
	v.live.Dirty = true
}

func (v *conversation) reasoning(text string) {
	if v.musing == nil {
		v.musing = v.Talk.Add(&talk.Thought{}, talk.MarkNote)
	}
	v.doing("thinking")
	v.musing.Body.(*talk.Thought).Text += text
	v.musing.Dirty = true
}

func (v *conversation) called(e runtime.Called) {
	v.live, v.musing = nil, nil
	v.doing(e.Call.Name)
	if e.Aside {
		return
	}
	v.calls[e.Call.ID] = v.Talk.Add(&talk.Called{Call: e.Call}, talk.MarkNote)
}

func (v *conversation) returned(e runtime.Returned) {
	if e.Aside {
		return
	}
	it := v.calls[e.Call.ID]
	if it == nil {
		it = v.Talk.Add(&talk.Called{Call: e.Call}, talk.MarkNote)
	}
	delete(v.calls, e.Call.ID)
	c := it.Body.(*talk.Called)
	c.Result, c.Failed, c.Done = e.Result, e.Failed, true
	it.Dirty = true
}

// replied replaces what was streamed by what is on disk.
func (v *conversation) replied(msg transcript.Message) {
	it := v.live
	v.live, v.musing = nil, nil
	if it == nil {
		if msg.Content == "" {
			return
		}
		it = v.Talk.Add(&talk.Answered{}, talk.MarkReply)
	}
	a := it.Body.(*talk.Answered)
	a.Reply.Set(msg.Content)
	a.At, a.ID, a.Live, a.Cut = msg.Time, msg.ID, false, msg.Interrupted
	it.Dirty = true
}

// turnEnded ends the turn. A message that was not taken goes back to where it was
// written.
func (v *conversation) turnEnded(err error, refused func(error) []string) {
	reached := v.reached
	v.work, v.reached = work{}, false
	if v.live != nil {
		a := v.live.Body.(*talk.Answered)
		a.Live, a.Cut, v.live.Dirty = false, true, true
	}
	v.live, v.musing = nil, nil
	if err == nil {
		return
	}
	problem, hints := v.Explain(err)
	if reached {
		hints = append(hints, "/retry sends it again")
	} else {
		hints = append(hints, refused(err)...)
	}
	v.Complain(problem, hints...)
}

// refused gives back the message that an error kept from the disk, and says where it
// is.
func (c *composer) refused(err error) []string {
	if len(c.pending) == 0 || errors.Is(err, runtime.ErrNothing) {
		return nil
	}
	return []string{c.giveBack()}
}

// giveBack puts the first message that waits into the input again, or into the
// history when something else is being written, and says where it is.
func (c *composer) giveBack() string {
	text := c.pending[0].text
	c.pending = c.pending[1:]
	if c.input.Empty() {
		c.input.Set(text)
		return "your message is in the input again"
	}
	c.input.Edits++ // it waits no longer
	c.input.History.Add(text)
	return "your message is in the history: " + c.Keys.Of(keys.Older)
}

func (v *conversation) slept(e runtime.Slept) {
	if v.night == nil {
		v.night = &nightly{}
		v.work.seconds = 0
	}
	v.night.last = e
	v.night.found = cmp.Or(e.Text, v.night.found)
	v.night.why = cmp.Or(e.Why, v.night.why)
}

func (v *conversation) woke(e runtime.Woke) {
	v.night, v.Stale = nil, true
	switch {
	case errors.Is(e.Err, context.Canceled):
		v.Tell("woken: the night changed nothing")
	default:
		hint := v.Keys.Of(keys.Fold) + " shows what was kept · /undo takes it back"
		v.Talk.Add(&talk.Night{Report: e.Report, Err: e.Err, Hint: hint}, talk.MarkNone)
	}
}

// planned shows a dry run.
func (v *conversation) planned(e runtime.Planned) {
	v.night = nil
	if e.Err != nil {
		problem, hints := v.Explain(e.Err)
		v.Complain(problem, hints...)
		return
	}
	v.Read("a night, planned and not done", tell.Plan(e.Report))
}

// ended comes when the source has ended: the screen ends, or goes to the next
// session.
func (l *link) ended() tea.Cmd {
	if !l.moving {
		return tea.Quit
	}
	next := l.next
	return func() tea.Msg {
		s, err := next()
		return movedMsg{s, err}
	}
}

// moved takes another source.
func (l *link) moved(msg movedMsg) tea.Cmd {
	l.moving = false
	if msg.err != nil {
		l.Complain("open the session: " + msg.err.Error())
		l.closing = true
		return nil
	}
	l.Options.Source = msg.source
	l.source++
	shown := l.drafts.toward(l.hides)
	l.Session, l.Title, l.Metered, l.Asked, l.Talk = "", "", false, nil, talk.List{}
	l.drafts.pending, l.outbox, l.flying = nil, nil, nil
	l.conversation.reset()
	return tea.Batch(l.listen(0), shown)
}
