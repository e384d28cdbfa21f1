package runtime

import (
	"context"
	"fmt"
	"time"

	"dormouse/sleep"
)

// fallAsleep begins what Stir asks: a night of this depth. An idle night dreams,
// but nobody asked for it: a word wakes it as it wakes a light one.
func (c *Conversation) fallAsleep(why sleep.Reason, depth sleep.Depth) {
	if why.Trigger == sleep.TriggerIdle {
		depth = sleep.Light
	}
	c.asleep.Store(sleep.Status{State: sleep.EnteringSleep, Depth: depth, Overflow: why.Trigger == sleep.TriggerOverflow})
}

// enters notes the state that the night is in now.
func (c *Conversation) enters(s sleep.State) {
	for {
		was, _ := c.asleep.Load().(sleep.Status)
		next := was
		next.State = s
		if c.asleep.CompareAndSwap(was, next) {
			return
		}
	}
}

// Stir tells a running night of something from outside and says what comes of
// it: Drop, Defer and Between end it (what it has begun to save it saves all the
// same), with Hold and Nothing it goes on. It may be called from any goroutine.
func (c *Conversation) Stir(e sleep.Event) sleep.Effect {
	for {
		was, ok := c.asleep.Load().(sleep.Status)
		if !ok || was.State == sleep.Awake {
			return sleep.Nothing
		}
		next, do := was.Interrupt(e)
		if c.asleep.CompareAndSwap(was, next) {
			if end, ok := c.ends.Load().(context.CancelFunc); ok && wakes(do) {
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

// untilMorning is ctx until the night must end: after the time limit, or after
// the hours it was asked for.
func (c *Conversation) untilMorning(ctx context.Context, r sleep.Request) (context.Context, context.CancelFunc) {
	limit := c.o.Settings.TimeLimit
	if asked := time.Duration(r.Hours) * time.Hour; asked > 0 && (limit <= 0 || asked < limit) {
		limit = asked
	}
	var end context.CancelFunc
	whole := limit + offlineTime
	if limit <= 0 {
		ctx, end = context.WithCancel(ctx)
	} else {
		ctx, end = context.WithTimeoutCause(ctx, whole, fmt.Errorf("a night of more than %s: %w", whole, context.DeadlineExceeded))
	}
	c.ends.Store(end)
	return ctx, end
}
