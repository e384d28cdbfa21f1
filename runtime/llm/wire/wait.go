package wire

import (
	"context"
	"math/rand/v2"
	"time"
)

// Clock is how this package waits. It is the only place below runtime/llm that
// reads a clock, and tests put their own in its place.
type Clock struct {
	Now func() time.Time
	// Sleep waits for d or until ctx is done, and then returns ctx.Err().
	Sleep func(ctx context.Context, d time.Duration) error
	// After calls f once after d, unless stop is called before; stop may be
	// called again and again.
	After func(d time.Duration, f func()) (stop func() bool)
	// Jitter is a number in [0,1) that spreads retries.
	Jitter func() float64
}

// fill puts the real clock where nothing is set.
func (c Clock) fill() Clock {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	if c.After == nil {
		// The function given to AfterFunc runs in a goroutine of its own, which
		// ends as soon as it has cancelled the request.
		c.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if c.Jitter == nil {
		c.Jitter = rand.Float64
	}
	return c
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// watch cancels a request that is quiet for too long or takes too long in all.
// It is used by one goroutine, the one that reads; expired functions only
// cancel.
type watch struct {
	clock  Clock
	cancel context.CancelCauseFunc
	quiet  func() bool
	mute   func() bool
	whole  func() bool
}

// newWatch begins the whole time of a request. 0 is no limit.
func newWatch(c Clock, whole time.Duration, cancel context.CancelCauseFunc) *watch {
	w := &watch{clock: c, cancel: cancel}
	w.whole = w.after(whole, &slow{whole, "the reply took longer than"})
	return w
}

// arm starts the quiet time again: d from now without another arm is too long.
func (w *watch) arm(d time.Duration, what string) {
	if w.quiet != nil {
		w.quiet()
	}
	w.quiet = w.after(d, &slow{d, what})
}

// said starts the time again in which something must be said.
func (w *watch) said(d time.Duration) {
	if w.mute != nil {
		w.mute()
	}
	w.mute = w.after(d, &slow{d, stillWaiting})
}

func (w *watch) after(d time.Duration, why error) func() bool {
	if d <= 0 {
		return func() bool { return true }
	}
	return w.clock.After(d, func() { w.cancel(why) })
}

// stillWaiting begins the error of a stream of nothing but keep-alives.
const stillWaiting = "the server kept the line open and said nothing for"

// stop ends all times; later expiries do nothing.
func (w *watch) stop() {
	if w.quiet != nil {
		w.quiet()
	}
	if w.mute != nil {
		w.mute()
	}
	w.whole()
}

// slow is the cause of a request that the watch cancelled.
type slow struct {
	d    time.Duration
	what string
}

func (s *slow) Error() string { return s.what + " " + s.d.String() }
