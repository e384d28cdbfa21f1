package tui

import (
	"cmp"
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/runtime/prompt"
	"dormouse/tui/keys"
	"dormouse/tui/page"
	"dormouse/tui/talk"
	"dormouse/tui/tell"
)

// conversation shows in the talk what the loop tells of turns and nights.
type conversation struct {
	*page.Shell
	why, land string // why this model answers, and where memory is

	parts   []prompt.Part // what the model sees, as of the last look
	spent   runtime.Spent // on replies, as of then
	work    work
	ticking bool
	onDisk  bool // this turn's message is on disk
	asleep  *asleep

	live     *talk.Item // the reply that grows
	thinking *talk.Item // the thought that grows
	calls    map[string]*talk.Item
	edits    []string // files of memory that the person edited, as was said since the last message
}

// reset forgets what went on in another conversation.
func (v *conversation) reset() {
	v.work, v.asleep, v.live, v.thinking, v.onDisk = work{}, nil, nil, nil, false
	v.calls = map[string]*talk.Item{}
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
			if runtime.Aside(msg.Model) {
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

func (v *conversation) said(e runtime.Said) {
	v.onDisk = true
	v.Talk.Add(&talk.Said{Text: e.Message.Content, At: e.Message.Time, ID: e.Message.ID}, talk.MarkUser)
	v.doing("thinking")
}

// doing says what goes on; the seconds count from the beginning of the turn.
func (v *conversation) doing(what string) {
	if v.work.what == "" {
		v.work = work{}
	}
	v.work.what = what
}

func (v *conversation) delta(text string) {
	v.thinking = nil
	if v.live == nil {
		v.live = v.Talk.Add(&talk.Answered{Live: true}, talk.MarkReply)
	}
	v.doing("answering")
	v.live.Body.(*talk.Answered).Reply.Add(text)
	v.live.Dirty = true
}

func (v *conversation) reasoning(text string) {
	if v.thinking == nil {
		v.thinking = v.Talk.Add(&talk.Thought{}, talk.MarkNote)
	}
	v.doing("thinking")
	v.thinking.Body.(*talk.Thought).Text += text
	v.thinking.Dirty = true
}

func (v *conversation) called(e runtime.Called) {
	v.live, v.thinking = nil, nil
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
	v.live, v.thinking = nil, nil
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
	reached := v.onDisk
	v.work, v.onDisk = work{}, false
	if v.live != nil {
		a := v.live.Body.(*talk.Answered)
		a.Live, a.Cut, v.live.Dirty = false, true, true
	}
	v.live, v.thinking = nil, nil
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

func (v *conversation) slept(e runtime.Slept) {
	if v.asleep == nil {
		v.asleep = &asleep{}
		v.work.seconds, v.work.told = 0, false
	}
	v.asleep.last = e
	v.asleep.found = cmp.Or(e.Text, v.asleep.found)
	v.asleep.why = cmp.Or(e.Why, v.asleep.why)
}

func (v *conversation) woke(e runtime.Woke) {
	v.asleep, v.Stale, v.work.told = nil, true, false
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
	v.asleep = nil
	if e.Err != nil {
		problem, hints := v.Explain(e.Err)
		v.Complain(problem, hints...)
		return
	}
	v.Read("a night, planned and not done", tell.Plan(e.Report))
}

// tickMsg comes once a second while something goes on.
type tickMsg struct{}

// tickSoon keeps the seconds running while something is done.
func (v *conversation) tickSoon() tea.Cmd {
	if v.ticking || !v.Busy() {
		return nil
	}
	v.ticking = true
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tickMsg{} })
}

func (v *conversation) ticked() tea.Cmd {
	v.ticking = false
	v.work.seconds++
	return nil
}

// work is what the source does now; "" for nothing.
type work struct {
	what    string
	seconds int
	told    bool // to stop, which may take a moment
}

// Busy tells whether a turn or a night runs.
func (v *conversation) Busy() bool { return v.work.what != "" || v.asleep != nil }
