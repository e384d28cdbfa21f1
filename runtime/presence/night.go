// Package presence is how the programs on one land know of each other's nights: the
// night's lock, the word of a night that was asked for, and the request to wake that
// somebody leaves who waits for a session. All of it is derived: what a killed
// program leaves behind counts for nothing.
package presence

import (
	"context"
	"errors"
	"io"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
)

// Whoever waits for a night looks every Poll, Polls times at most: an offline night
// takes milliseconds, one with a model up to minutes.
const (
	Poll  = 50 * time.Millisecond
	Polls = 1200 // a minute
)

// nightLock is held by who sleeps on a land.
const nightLock = "night"

// LockNight takes the land's night lock. Where another night runs, one that must fall
// waits for it, until ctx ends; any other is put off. waiting is called before the
// first wait.
func LockNight(ctx context.Context, l *land.Land, must bool, waiting func()) (io.Closer, error) {
	for try := 0; ; try++ {
		lock, err := l.Lock(nightLock)
		if !must || !errors.Is(err, land.ErrBusy) || try == Polls {
			return lock, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if try == 0 {
			waiting()
		}
		disk.Pause(Poll)
	}
}

// NightRuns says whether some program sleeps on a land.
func NightRuns(l *land.Land) bool {
	lock, err := l.Lock(nightLock)
	if err != nil {
		return errors.Is(err, land.ErrBusy)
	}
	lock.Close()
	return false
}
