package sleep

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"time"
)

// Asker is who asks for a night.
type Asker string

// A person may always sleep; the model's wish passes three safeguards.
const (
	ByPerson Asker = "person"
	ByModel  Asker = "model"
)

// Request is an asked-for night: /sleep, `dormouse sleep` or the model's
// go_to_sleep.
type Request struct {
	By    Asker `json:"by"`
	Depth Depth `json:"depth"` // "" means Light
	// Reason is required of the model and kept in the night's record.
	Reason string `json:"reason"`
}

// The errors of asked.go; the caller shows them to who asked.
var (
	// ErrAsleep is returned when a night already runs; the caller should wait.
	//lint:ignore ST1005 these words are what a model is told
	ErrAsleep = errors.New("Already in sleep mode")
	// ErrCooldown is returned too soon after waking; the caller should try again
	// after the minutes in the message.
	ErrCooldown = errors.New("sleep cooldown active")
	// ErrActivity is returned when too little happened since waking.
	ErrActivity = errors.New("not enough activity since waking")
	// ErrRequest is returned for arguments outside their range; nothing was done.
	ErrRequest = errors.New("bad sleep request")
)

// Check fills in what a request leaves to the settings and refuses what is out of
// range.
func (r Request) Check(s Settings) (Request, error) {
	r.Depth = cmp.Or(r.Depth, s.Depth)
	switch {
	case r.Depth != Light && r.Depth != Deep:
		return r, fmt.Errorf("%w: depth is %q, must be light or deep", ErrRequest, r.Depth)
	case r.By == ByModel && r.Reason == "":
		return r, fmt.Errorf("%w: a reason is required", ErrRequest)
	}
	return r, nil
}

// CheckAsked applies the three safeguards in their order: not already
// asleep, the cooldown since the last waking, enough activity since. Only the
// first holds for a person.
func (g Guards) CheckAsked(s Signals) error {
	if g.Asleep {
		return ErrAsleep
	}
	if s.Asked != nil && s.Asked.By != ByModel {
		return nil
	}
	if left := wait(s.Now, s.LastWake, g.Settings.AskedCooldown); left > 0 {
		return fmt.Errorf("%w: %d minutes remaining", ErrCooldown, int(math.Ceil(left.Minutes())))
	}
	if s.Beats < g.Settings.MinBeats {
		return fmt.Errorf("%w: %d/%d", ErrActivity, s.Beats, g.Settings.MinBeats)
	}
	return nil
}

// AskedNight is what lasts while a night runs that somebody asked for, and is cleared
// on waking: its request, how far it is, and the schedule it switched off.
type AskedNight struct {
	Asleep      bool      `json:"asleep"`
	Since       time.Time `json:"since,omitzero"`
	Depth       Depth     `json:"depth,omitempty"`
	By          Asker     `json:"initiated_by,omitempty"`
	Reason      string    `json:"reason,omitempty"`
	ScheduleWas bool      `json:"schedule_was_enabled,omitempty"`
	Progress    Count     `json:"progress"`
}

// Count is how far a night is, in messages.
type Count struct {
	StartedAt time.Time `json:"started_at,omitzero"`
	Total     int       `json:"total"`
	Processed int       `json:"processed"`
	Completed bool      `json:"completed"`
}

// Begin is the night that r asks for. schedule says whether the schedule is on, which
// the night switches off. total is how many messages wait: with none the night goes
// straight to dreaming.
func (r Request) Begin(now time.Time, schedule bool, total int) AskedNight {
	return AskedNight{
		Asleep: true, Since: now, Depth: r.Depth, By: r.By, Reason: r.Reason, ScheduleWas: schedule,
		Progress: Count{StartedAt: now, Total: total, Completed: total == 0},
	}
}
