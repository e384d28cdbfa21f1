package sleep

import (
	"fmt"
	"time"
)

// Names of the triggers, as they stand in records and reports.
const (
	TriggerOverflow = "overflow"
	TriggerContext  = "context"
	TriggerAsked    = "asked"
	TriggerSchedule = "schedule"
	TriggerIdle     = "idle"
	TriggerRhythm   = "rhythm"
	TriggerPressure = "pressure"
)

// Overflow is due when the next request, with the reply reserve, does not fit
// the window. No guard may block it.
type Overflow struct{}

// Context is due at ⌊window × Threshold⌋ tokens.
type Context struct{ Threshold float64 }

// Asked is due when a person or the model asked.
type Asked struct{}

// Schedule is due in the local hours [StartHour, StartHour+DurationHours) after
// MinAwakeTicks beats; the window may span midnight.
type Schedule struct{ StartHour, DurationHours, MinAwakeTicks int }

// Idle is due after After without input, if the land was awake for longer than
// Awake or more than Queue messages wait; more than Force need a minute only.
type Idle struct {
	After, Awake time.Duration
	Queue, Force int
}

// Rhythm is due in the sleeping part of a personal day of 24 hours that begins
// Offset after midnight UTC: Awake awake, the rest asleep; at most one night in
// MinInterval.
type Rhythm struct{ Offset, Awake, MinInterval time.Duration }

// Off stands in the place of a trigger that the settings switch off.
type Off struct{ Trigger string }

// Pressure is due when the roll falls below the sleep pressure.
type Pressure struct{}

// Chat are the seven triggers of a conversation with a person, the first that is due
// first; those that the settings switch off are never due, and say so.
func Chat(s Settings) []Trigger {
	or := func(on bool, t Trigger, name string) Trigger {
		if on {
			return t
		}
		return Off{name}
	}
	return []Trigger{
		Overflow{}, Context{s.Threshold}, Asked{},
		or(s.Schedule, Schedule{s.StartHour, s.DurationHours, s.MinAwakeTicks}, TriggerSchedule),
		or(s.Idle, Idle{s.IdleAfter, s.IdleAwake, s.IdleQueue, s.IdleForce}, TriggerIdle),
		or(s.Rhythm, Rhythm{s.RhythmOffset, s.RhythmAwake, s.MinInterval}, TriggerRhythm),
		or(s.Pressure, Pressure{}, TriggerPressure),
	}
}

// Daemon are the triggers of a land without a screen: rhythm and pressure are
// on whatever the settings say.
func Daemon(s Settings) []Trigger {
	s.Rhythm, s.Pressure = true, true
	return Chat(s)
}

// Due implements Trigger.
func (Overflow) Due(s Signals) (Reason, bool) {
	need := s.Used + s.Reserve
	due := s.Window > 0 && need > s.Window
	verb := "fits"
	if due {
		verb = "does not fit"
	}
	return Reason{TriggerOverflow, fmt.Sprintf("the next request needs %d tokens with the reply reserve and %s the window of %d", need, verb, s.Window)}, due
}

// Limit is the number of tokens at which a night is due: ⌊window × threshold⌋.
func (c Context) Limit(window int) int { return int(float64(window) * c.Threshold) }

// Due implements Trigger.
func (c Context) Due(s Signals) (Reason, bool) {
	limit := c.Limit(s.Window)
	due := s.Window > 0 && s.Used >= limit
	return Reason{TriggerContext, fmt.Sprintf("context %d%%: %d of %d tokens, a night is due at %d", Percent(s.Used, s.Window), s.Used, s.Window, limit)}, due
}

// Due implements Trigger.
func (Asked) Due(s Signals) (Reason, bool) {
	if s.Asked == nil {
		return Reason{TriggerAsked, "nobody asked for a night"}, false
	}
	text := "asked for"
	if s.Asked.By != "" {
		text += " by the " + string(s.Asked.By)
	}
	if s.Asked.Reason != "" {
		text += ": " + s.Asked.Reason
	}
	return Reason{TriggerAsked, text}, true
}

// Due implements Trigger.
func (t Schedule) Due(s Signals) (Reason, bool) {
	hour := s.Now.Hour()
	in := (hour-t.StartHour+24)%24 < t.DurationHours
	due := in && s.Beats >= t.MinAwakeTicks
	return Reason{TriggerSchedule, fmt.Sprintf("scheduled from %02d:00 to %02d:00 after %d beats; it is %s, %d beats awake",
		t.StartHour, (t.StartHour+t.DurationHours)%24, t.MinAwakeTicks, s.Now.Format("15:04"), s.Beats)}, due
}

// Due implements Trigger.
func (t Idle) Due(s Signals) (Reason, bool) {
	idle, awake := elapsed(s.Now, s.LastInput), s.awake()
	due := idle > t.After && (awake > t.Awake || s.Queue > t.Queue)
	if s.Queue > t.Force && idle >= time.Minute {
		due = true
	}
	return Reason{TriggerIdle, fmt.Sprintf("idle %s, awake %s, %d messages not slept over; due after %s idle and %s awake or %d messages",
		brief(idle), brief(awake), s.Queue, brief(t.After), brief(t.Awake), t.Queue)}, due
}

// Due implements Trigger.
func (t Rhythm) Due(s Signals) (Reason, bool) {
	const day = 24 * time.Hour
	at := (time.Duration(s.Now.Unix()%int64(day/time.Second))*time.Second - t.Offset%day + day) % day
	asleep := at >= t.Awake
	since := elapsed(s.Now, s.LastNight)
	due := asleep && since >= t.MinInterval
	text := fmt.Sprintf("the land's own night begins in %s", brief(t.Awake-at))
	if asleep {
		text = fmt.Sprintf("the land's own night began %s ago; last night %s ago, at most one in %s", brief(at-t.Awake), brief(since), brief(t.MinInterval))
	}
	return Reason{TriggerRhythm, text}, due
}

// Due implements Trigger.
func (Pressure) Due(s Signals) (Reason, bool) {
	p := pressureAt(s.Beats, s.MinAwake, s.Capacity)
	due := s.Beats >= s.MinAwake && s.Roll < p
	return Reason{TriggerPressure, fmt.Sprintf("sleep pressure %.2f after %d beats (guaranteed awake %d)", p, s.Beats, s.MinAwake)}, due
}

// Due implements Trigger.
func (t Off) Due(Signals) (Reason, bool) {
	return Reason{t.Trigger, fmt.Sprintf("switched off (sleep.%s)", t.Trigger)}, false
}

// Percent is used in percent of window, rounded down; 0 where the window is
// not known.
func Percent(used, window int) int {
	if window <= 0 {
		return 0
	}
	return int(int64(used) * 100 / int64(window))
}

// brief writes a duration as a person would: "5 min", "1 h 20 min".
func brief(d time.Duration) string {
	switch {
	case d >= longAgo:
		return "long"
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	h, m := int(d.Hours()), int(d.Minutes())%60
	if m == 0 {
		return fmt.Sprintf("%d h", h)
	}
	return fmt.Sprintf("%d h %d min", h, m)
}
