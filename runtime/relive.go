package runtime

import (
	"context"
	"fmt"
	"time"

	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// Past is a clock that stands at the time of the message being relived.
type Past struct{ at time.Time }

// Clock gives the moment the past stands at.
func (p *Past) Clock() Clock { return func() time.Time { return p.at } }

// Set moves the clock.
func (p *Past) Set(t time.Time) { p.at = t }

// Relived tells of one step of an import.
type Relived struct {
	Turn   int // from 1
	First  transcript.Message
	Tokens int // of the turn's own messages
	Meter  Meter
	Nights []night.Report
}

// Relive lives recorded messages as if they were said now: each goes through
// the ledger with its own time, and nights fall where they are due. The recorded
// replies take the model's place. A turn is a user's message with all that
// follows it; messages before the first user's message are a turn of their own.
func (a *answerer) Relive(ctx context.Context, past *Past, messages []transcript.Message, each func(Relived) error) error {
	a.recorded = true
	defer func() { a.recorded = false }()
	for n := 1; len(messages) > 0; n++ {
		before := a.total
		turn := messages[:turnLength(messages)]
		messages = messages[len(turn):]
		slept, err := a.reliveSilence(ctx, past, turn[0].Time)
		if err != nil {
			return fmt.Errorf("before turn %d: %w", n, err)
		}
		t, err := a.reliveTurn(ctx, past, turn)
		t.Nights = append(slept, t.Nights...)
		if err != nil {
			return fmt.Errorf("turn %d: %w", n, err)
		}
		if err := each(Relived{Turn: n, First: turn[0], Tokens: a.total - before, Meter: a.Meter(), Nights: t.Nights}); err != nil {
			return err
		}
	}
	return nil
}

// mostLooks is how many hours of a silence are looked at: what has not put the
// land to sleep in two days does not in a third.
const mostLooks = 48

// reliveSilence lives the time until the next turn, as a screen that was left open
// would: it looks each hour whether a trigger is due, and sleeps once. Where only
// the window's triggers are on there is nothing to look for.
func (a *answerer) reliveSilence(ctx context.Context, past *Past, until time.Time) ([]night.Report, error) {
	if !a.o.AllTriggers || !a.session.Begun() {
		return nil, nil
	}
	at := past.at.Add(a.o.Settings.IdleAfter + time.Minute)
	for range mostLooks {
		if !at.Before(until) {
			break
		}
		past.Set(at)
		if v := a.DecideIdle(); v.Sleep {
			r, err := a.night(ctx, v.Reason, sleep.Request{Depth: depthOf(v.Reason)})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				a.o.Emit(Noticed{"the night failed and changed nothing: " + err.Error()})
				break
			}
			return []night.Report{r}, nil
		}
		at = at.Add(time.Hour)
	}
	return nil, nil
}

// turnLength is how many messages from the first on make one turn.
func turnLength(messages []transcript.Message) int {
	for i := 1; i < len(messages); i++ {
		if messages[i].Role == transcript.User {
			return i
		}
	}
	return len(messages)
}

func (a *answerer) reliveTurn(ctx context.Context, past *Past, turn []transcript.Message) (Turn, error) {
	past.Set(turn[0].Time)
	r := &recordedSpeaker{answerer: a, past: past, rest: turn}
	if turn[0].Role != transcript.User {
		return a.answer(ctx, r)
	}
	r.rest = turn[1:]
	if len(r.rest) > 0 {
		return a.turn(ctx, r.clean(turn[0]), r)
	}
	var t Turn
	if err := a.sleepIfFull(ctx, &t, a.prompt.Measure(turn[0])); err != nil {
		return t, err
	}
	if _, err := a.accept(r.clean(turn[0])); err != nil {
		return t, err
	}
	a.prompt.Ledger.EndTurn()
	return t, a.sleepIfFull(ctx, &t, 0)
}

// recordedSpeaker is the speaker behind which a recording stands.
type recordedSpeaker struct {
	*answerer
	past *Past
	rest []transcript.Message
}

// reply is the next recorded message of the assistant.
func (r *recordedSpeaker) reply(context.Context) (transcript.Message, error) {
	m := r.rest[0]
	r.rest = r.rest[1:]
	r.past.Set(m.Time)
	return r.clean(m), nil
}

// result is the recorded result of a call, or says that none was recorded.
func (r *recordedSpeaker) result(_ context.Context, call transcript.Call) (transcript.Message, error) {
	for i, m := range r.rest {
		if m.Role == transcript.Tool && m.ToolCallID == call.ID {
			r.rest = append(r.rest[:i:i], r.rest[i+1:]...)
			r.past.Set(m.Time)
			return r.clean(m), nil
		}
	}
	return transcript.Message{Role: transcript.Tool, ToolCallID: call.ID, Content: "no result was recorded"}, nil
}

// more says whether the recording goes on. Results whose call is not known are
// passed over: no provider would accept them.
func (r *recordedSpeaker) more(transcript.Message) bool {
	for len(r.rest) > 0 && r.rest[0].Role == transcript.Tool {
		r.rest = r.rest[1:]
	}
	return len(r.rest) > 0
}

// size is what the next recorded message takes, so that a night falls before
// it and not after it passed the window.
func (r *recordedSpeaker) size() int {
	if len(r.rest) == 0 {
		return 0
	}
	return r.prompt.Estimate(r.prompt.Measure(r.clean(r.rest[0])))
}

func (r *recordedSpeaker) written() {}

// clean takes from a recorded message what was true of another conversation.
func (r *recordedSpeaker) clean(m transcript.Message) transcript.Message {
	m.Usage, m.Tokens, m.Note, m.Interrupted = nil, 0, "", false
	return m
}
