package sleep

import "time"

// Depth is how far a night goes. Light ends after save; Deep goes on to dream.
type Depth string

// The two depths. The empty Depth means Light.
const (
	Light Depth = "light"
	Deep  Depth = "deep"
)

// Signals are all that triggers may look at: values, taken by the caller at one
// instant. Times carry their zone; Now's is the local one.
type Signals struct {
	Now time.Time
	// Started is when the program began, LastInput when the person last did
	// something. LastWake is when this conversation's last night ended, LastNight
	// when the land last slept in any session; both zero if never.
	Started, LastInput, LastWake, LastNight time.Time
	// Used, Window and Reserve are tokens: what the next request holds, what the
	// model can take, what is kept free for its reply.
	Used, Window, Reserve int
	// Beats are turns, or heartbeats of the daemon, since the last waking.
	Beats int
	// Queue counts the messages that no night has read.
	Queue int
	// Asked is set when someone asked for this night.
	Asked *Request
	// MinAwake (beats) and Capacity were drawn at waking (see Energy.Wake); Roll
	// is the beat's draw in [0, 1).
	MinAwake int
	Capacity float64
	Roll     float64
}

// Reason says why a night is due, or, from a trigger that is not due, how far
// off it is. Text is one clause for a person.
type Reason struct {
	Trigger string `json:"trigger"`
	Text    string `json:"text"`
}

// elapsed is how long ago then was. A clock that was set back leaves times in
// the future; they count as long ago, so that no cooldown waits for a date that
// may never come (docs/guarantees.md, 17).
func elapsed(now, then time.Time) time.Duration {
	if then.IsZero() || then.After(now) {
		return longAgo
	}
	return now.Sub(then)
}

// awake is how long the program has been awake: since it began or last woke.
func (s Signals) awake() time.Duration {
	return min(elapsed(s.Now, s.Started), elapsed(s.Now, s.LastWake))
}

// longAgo is longer than every cooldown and interval of the settings.
const longAgo = 100 * 365 * 24 * time.Hour
