package runtime

import (
	"context"
	"errors"
	"io"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/sleep"
)

// A night that cannot be put off waits for the one that runs: an offline one
// takes milliseconds, one with a model up to minutes.
const (
	nightPoll  = 50 * time.Millisecond
	nightPolls = 1200 // a minute
)

// turnToSleep takes the land's night lock. Where another night runs, a night that
// the conversation cannot go on without waits for it, until ctx ends; any other
// is put off.
func (c *Conversation) turnToSleep(ctx context.Context, why sleep.Reason) (io.Closer, error) {
	must := c.recorded || why.Trigger == sleep.TriggerOverflow
	for try := 0; ; try++ {
		lock, err := c.o.Land.Lock("night")
		if !must || !errors.Is(err, land.ErrBusy) || try == nightPolls {
			return lock, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if try == 0 {
			c.o.Emit(Noticed{"waiting for another night on this land"})
		}
		disk.Pause(nightPoll)
	}
}
