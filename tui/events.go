package tui

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/page"
	"dormouse/tui/tell"
)

// received takes a batch of events and listens on.
func (m *screen) received(msg eventsMsg) tea.Cmd {
	if msg.source != m.source {
		return nil
	}
	streams := false
	for _, e := range msg.events {
		switch e.(type) {
		case runtime.Delta, runtime.Reasoning:
			streams = true
		}
		m.apply(e)
	}
	if msg.closed {
		return m.ended()
	}
	after := time.Duration(0)
	if streams {
		after = pace
	}
	return tea.Batch(m.listen(after), m.reloadSoon(), m.sendNext())
}

// reloadSoon reads what is shown again when memory or nights have changed.
func (m *screen) reloadSoon() tea.Cmd {
	p, shows := m.Top().(page.Reloader)
	if !m.Stale || !shows {
		return nil
	}
	m.Stale = false
	return p.Reload()
}

// apply takes one event.
func (m *screen) apply(e runtime.Event) {
	switch e := e.(type) {
	case runtime.Opened:
		m.opened(e)
		m.arrived()
	case runtime.Began:
		m.Session = e.Session
	case runtime.Said:
		m.edits = nil
		m.taken()
		m.said(e)
	case runtime.Queued:
		m.queued(e)
	case runtime.Unqueued:
		m.unqueued(e)
	case runtime.Asking:
		m.onDisk = true
		m.doing("asking " + m.Model)
	case runtime.Delta:
		m.delta(e.Text)
	case runtime.Reasoning:
		m.reasoning(e.Text)
	case runtime.Retrying:
		m.doing(fmt.Sprintf("asked again in %s (try %d): %s", e.Wait, e.Attempt+1, e.Why))
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
		m.becameSession(e.Session)
	case runtime.Edited:
		m.edited(e.Names)
	case runtime.Noticed:
		m.Tell(e.Text)
	}
}

// edited has what is shown read again, and says once that the model will hear of it.
func (m *screen) edited(names []string) {
	m.Stale = true
	if text := tell.Edited(names); text != "" && !slices.Equal(names, m.edits) {
		m.edits = names
		m.Tell(text)
	}
}
