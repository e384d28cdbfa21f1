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
	case runtime.Began:
		m.Session = e.Session
	case runtime.Said:
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
		m.turnEnded(e.Err)
	case runtime.Metered:
		m.meter, m.metered = e.Meter, true
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
func (m *screen) opened(e runtime.Opened) {
	m.Session, m.Title, m.Model, m.why = e.Session, e.Title, e.Model, e.Why
	m.land = cmp.Or(e.Land, m.land)
	before := m.Talk.Items // notices about keys and drafts
	m.Talk = talk.List{Height: m.Talk.Height}
	if len(e.Messages) == 0 {
		m.Talk.Add(&talk.Welcome{Model: m.Model, Why: m.why, Land: m.land}, talk.MarkNone)
	}
	nights := e.Nights
	for _, msg := range e.Messages {
		for len(nights) > 0 && nights[0].Time.Before(msg.Time) {
			m.Talk.Add(&talk.PastNight{Night: nights[0]}, talk.MarkNote)
			nights = nights[1:]
		}
		m.recall(msg)
	}
	for _, n := range nights {
		m.Talk.Add(&talk.PastNight{Night: n}, talk.MarkNote)
	}
	m.Talk.Items = append(m.Talk.Items, before...)
	for _, text := range e.Notices {
		m.Tell(text)
	}
	if e.Private {
		m.Tell(tell.Private)
	}
	m.calls = map[string]*talk.Item{}
	if m.greeting != "" {
		m.Tell(m.greeting)
		m.greeting = ""
	}
}

// recall shows a message that was said before.
func (m *screen) recall(msg transcript.Message) {
	switch msg.Role {
	case transcript.User:
		m.Talk.Add(&talk.Said{Text: msg.Content, At: msg.Time, ID: msg.ID}, talk.MarkUser)
	case transcript.Assistant:
		if msg.Content != "" {
			a := &talk.Answered{At: msg.Time, ID: msg.ID, Cut: msg.Interrupted}
			a.Reply.Set(msg.Content)
			m.Talk.Add(a, talk.MarkReply)
		}
		for _, call := range msg.ToolCalls {
			if runtime.Aside(msg.Model, call) {
				continue
			}
			m.calls[call.ID] = m.Talk.Add(&talk.Called{Call: call}, talk.MarkNote)
		}
	case transcript.Tool:
		if it := m.calls[msg.ToolCallID]; it != nil {
			c := it.Body.(*talk.Called)
			c.Result, c.Done = msg.Content, true
			it.Dirty = true
		}
	}
}

func (m *screen) said(e runtime.Said) {
	if len(m.pending) > 0 {
		m.pending = m.pending[1:]
		m.input.Edits++ // the kept draft names what waits
	}
	m.reached = true
	m.Talk.Add(&talk.Said{Text: e.Message.Content, At: e.Message.Time, ID: e.Message.ID}, talk.MarkUser)
	m.doing("thinking")
}

func (m *screen) queued(runtime.Queued) {
	for i := range m.pending {
		if !m.pending[i].queued {
			m.pending[i].queued = true
			return
		}
	}
}

// unqueued puts a message that waited into the input, to be written anew.
func (m *screen) unqueued(e runtime.Unqueued) {
	for i := len(m.pending) - 1; i >= 0; i-- {
		if m.pending[i].queued && m.pending[i].text == e.Say.Text {
			m.pending = slices.Delete(m.pending, i, i+1)
			break
		}
	}
	draft := m.input.Text()
	m.input.Set(e.Say.Text)
	if draft != "" {
		m.input.History.Add(draft)
	}
}

// doing says what goes on; the seconds count from the beginning of the turn.
func (m *screen) doing(what string) {
	if m.work.what == "" {
		m.work.seconds = 0
	}
	m.work.what = what
}

func (m *screen) delta(text string) {
	m.musing = nil
	if m.live == nil {
		m.live = m.Talk.Add(&talk.Answered{Live: true}, talk.MarkReply)
	}
	m.doing("answering")
	m.live.Body.(*talk.Answered).Reply.Add(text)
	m.live.Dirty = true
}

func (m *screen) reasoning(text string) {
	if m.musing == nil {
		m.musing = m.Talk.Add(&talk.Thought{}, talk.MarkNote)
	}
	m.doing("thinking")
	m.musing.Body.(*talk.Thought).Text += text
	m.musing.Dirty = true
}

func (m *screen) called(e runtime.Called) {
	m.live, m.musing = nil, nil
	m.doing(e.Call.Name)
	if e.Aside {
		return
	}
	m.calls[e.Call.ID] = m.Talk.Add(&talk.Called{Call: e.Call}, talk.MarkNote)
}

func (m *screen) returned(e runtime.Returned) {
	if e.Aside {
		return
	}
	it := m.calls[e.Call.ID]
	if it == nil {
		it = m.Talk.Add(&talk.Called{Call: e.Call}, talk.MarkNote)
	}
	delete(m.calls, e.Call.ID)
	c := it.Body.(*talk.Called)
	c.Result, c.Failed, c.Done = e.Result, e.Failed, true
	it.Dirty = true
}

// replied replaces what was streamed by what is on disk.
func (m *screen) replied(msg transcript.Message) {
	it := m.live
	m.live, m.musing = nil, nil
	if it == nil {
		if msg.Content == "" {
			return
		}
		it = m.Talk.Add(&talk.Answered{}, talk.MarkReply)
	}
	a := it.Body.(*talk.Answered)
	a.Reply.Set(msg.Content)
	a.At, a.ID, a.Live, a.Cut = msg.Time, msg.ID, false, msg.Interrupted
	it.Dirty = true
}

// turnEnded ends the turn. A message that was not taken goes back to where it was
// written.
func (m *screen) turnEnded(err error) {
	reached := m.reached
	m.work, m.reached = work{}, false
	if m.live != nil {
		a := m.live.Body.(*talk.Answered)
		a.Live, a.Cut, m.live.Dirty = false, true, true
	}
	m.live, m.musing = nil, nil
	if err == nil {
		return
	}
	problem, hints := m.Explain(err)
	switch {
	case reached:
		hints = append(hints, "/retry sends it again")
	case len(m.pending) > 0 && !errors.Is(err, runtime.ErrNothing):
		hints = append(hints, m.giveBack())
	}
	m.Complain(problem, hints...)
}

// giveBack puts the first message that waits into the input again, or into the
// history when something else is being written, and says where it is.
func (m *screen) giveBack() string {
	text := m.pending[0].text
	m.pending = m.pending[1:]
	if m.input.Empty() {
		m.input.Set(text)
		return "your message is in the input again"
	}
	m.input.Edits++ // it waits no longer
	m.input.History.Add(text)
	return "your message is in the history: " + m.Keys.Of(keys.Older)
}

func (m *screen) slept(e runtime.Slept) {
	if m.night == nil {
		m.night = &nightly{}
		m.work.seconds = 0
	}
	m.night.last = e
	m.night.found = cmp.Or(e.Text, m.night.found)
	m.night.why = cmp.Or(e.Why, m.night.why)
}

func (m *screen) woke(e runtime.Woke) {
	m.night, m.Stale = nil, true
	switch {
	case errors.Is(e.Err, context.Canceled):
		m.Tell("woken: the night changed nothing")
	default:
		hint := m.Keys.Of(keys.Fold) + " shows what was kept · /undo takes it back"
		m.Talk.Add(&talk.Night{Report: e.Report, Err: e.Err, Hint: hint}, talk.MarkNone)
	}
}

// planned shows a dry run.
func (m *screen) planned(e runtime.Planned) {
	m.night = nil
	if e.Err != nil {
		problem, hints := m.Explain(e.Err)
		m.Complain(problem, hints...)
		return
	}
	m.Read("a night, planned and not done", tell.Plan(e.Report))
}

// ended comes when the source has ended: the screen ends, or goes to the next
// session.
func (m *screen) ended() tea.Cmd {
	if !m.moving {
		return tea.Quit
	}
	next := m.next
	return func() tea.Msg {
		s, err := next()
		return movedMsg{s, err}
	}
}

// moved takes another source.
func (m *screen) moved(msg movedMsg) tea.Cmd {
	m.moving = false
	if msg.err != nil {
		m.Complain("open the session: " + msg.err.Error())
		m.closing = true
		return nil
	}
	m.Options.Source = msg.source
	m.source++
	shown := m.toward(m.hides)
	m.Session, m.Title, m.metered = "", "", false
	m.work, m.night, m.live, m.musing, m.pending, m.Shell.Asked = work{}, nil, nil, nil, nil, nil
	m.reached = false
	m.calls, m.outbox, m.flying = map[string]*talk.Item{}, nil, nil
	m.Talk = talk.List{}
	return tea.Batch(m.listen(0), shown)
}
