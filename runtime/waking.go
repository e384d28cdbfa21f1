package runtime

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// waking is how a night that runs is told of what comes from outside, from any
// goroutine.
type waking struct {
	state  atomic.Value // sleep.Status
	cancel atomic.Value // context.CancelFunc of the night that runs
}

// begin notes that a night of this depth begins. An idle night dreams,
// but nobody asked for it: a word wakes it as it wakes a light one.
func (w *waking) begin(why sleep.Reason, depth sleep.Depth) {
	if why.Trigger == sleep.TriggerIdle {
		depth = sleep.Light
	}
	w.state.Store(sleep.Status{State: sleep.EnteringSleep, Depth: depth, Overflow: why.Trigger == sleep.TriggerOverflow})
}

// enter notes the state that the night is in now.
func (w *waking) enter(s sleep.State) {
	for {
		was, _ := w.state.Load().(sleep.Status)
		next := was
		next.State = s
		if w.state.CompareAndSwap(was, next) {
			return
		}
	}
}

// Interrupt tells a running night of something from outside and says what comes of
// it: Drop, Defer and Between end it (what it has begun to save it saves all the
// same), with Hold and Nothing it goes on. It may be called from any goroutine.
func (w *waking) Interrupt(e sleep.Event) sleep.Effect {
	for {
		was, ok := w.state.Load().(sleep.Status)
		if !ok || was.State == sleep.Awake {
			return sleep.Nothing
		}
		next, do := was.Interrupt(e)
		if w.state.CompareAndSwap(was, next) {
			if end, ok := w.cancel.Load().(context.CancelFunc); ok && wakes(do) {
				end()
			}
			return do
		}
	}
}

// wakes says whether an effect ends the night, now or as soon as it may.
func wakes(do sleep.Effect) bool {
	return do == sleep.Drop || do == sleep.Defer || do == sleep.Between
}

// offlineTime is what a night has beyond its time limit: a model that used all of
// that up leaves the work to the offline engine, which takes seconds.
const offlineTime = time.Minute

// bounded is ctx until the night must end: after the time limit.
func (w *waking) bounded(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	var end context.CancelFunc
	whole := limit + offlineTime
	if limit <= 0 {
		ctx, end = context.WithCancel(ctx)
	} else {
		ctx, end = context.WithTimeoutCause(ctx, whole, fmt.Errorf("a night of more than %s: %w", whole, context.DeadlineExceeded))
	}
	w.cancel.Store(end)
	return ctx, end
}

// beginAsked sets the fields of an asked-for night; a schedule is off while it
// lasts. A land that takes no more files tells no other program of it, and the night says why.
func (s *sleeper) beginAsked(r sleep.Request) {
	s.askedNight = r.Begin(s.now(), s.o.Settings.Schedule, night.Waiting(s.session.Records()))
	presence.TellAsked(s.o.Land, s.askedNight)
}

// askedProgress keeps how far the night is.
func (s *sleeper) askedProgress(p night.Progress) {
	if !s.askedNight.Asleep || p.Phase != night.PhaseProcess && p.State != sleep.Dreaming {
		return
	}
	b := &s.askedNight.Progress
	if b.Processed = min(p.Done, b.Total); p.State == sleep.Dreaming {
		b.Processed = b.Total
	}
	if b.Completed = b.Processed == b.Total; b.Completed {
		presence.TellAsked(s.o.Land, s.askedNight)
	}
}

// endAsked clears the fields of the night, however it ended, and with them what
// keeps the schedule off.
func (s *sleeper) endAsked() {
	s.askedNight = sleep.AskedNight{}
	presence.EndAsked(s.o.Land)
}
