package runtime

import (
	"context"
	"time"
)

// Clock gives the time. Everything that is written to a land takes its time
// from one, so that a replay with the same clock writes the same bytes.
type Clock func() time.Time

// Running is a clock that begins at start and runs on; a zero start is the
// machine's own time.
func Running(start time.Time, zone *time.Location) Clock {
	if start.IsZero() {
		return func() time.Time { return time.Now().In(zone) }
	}
	begun := time.Now()
	return func() time.Time { return start.In(zone).Add(time.Since(begun)) }
}

// Stopwatch measures real time for figures that are shown and never stored.
func Stopwatch() func() time.Duration {
	begun := time.Now()
	return func() time.Duration { return time.Since(begun) }
}

// Beats tick every so often, for what is due while nobody says anything, until
// stop is called.
func Beats(every time.Duration) (beats <-chan time.Time, stop func()) {
	t := time.NewTicker(every)
	return t.C, t.Stop
}

// After tells once, so much later.
func After(d time.Duration) <-chan time.Time { return time.After(d) }

// Pause waits so long, or until ctx ends, whose error it returns then.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
