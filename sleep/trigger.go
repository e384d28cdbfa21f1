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

// Trigger is one reason to sleep. It is pure; with false its Reason says what is
// still missing.
type Trigger func(Signals) (Reason, bool)

// Chat are the seven triggers of a conversation with a person, the first that is due
// first; those that the settings switch off are never due, and say so.
func Chat(s Settings) []Trigger {
	or := func(on bool, t Trigger, name string) Trigger {
		if on {
			return t
		}
		return func(Signals) (Reason, bool) {
			return Reason{name, fmt.Sprintf("switched off (sleep.%s)", name)}, false
		}
	}
	return []Trigger{
		Overflow, Context(s.Threshold), Asked,
		or(s.Schedule, s.scheduleDue, TriggerSchedule),
		or(s.Idle, s.idleDue, TriggerIdle),
		or(s.Rhythm, s.rhythmDue, TriggerRhythm),
		or(s.Pressure, pressureDue, TriggerPressure),
	}
}

// Daemon are the triggers of a land without a screen: rhythm and pressure are
// on whatever the settings say.
func Daemon(s Settings) []Trigger {
	s.Rhythm, s.Pressure = true, true
	return Chat(s)
}

// Overflow is due when the next request, with the reply reserve, does not fit
// the window. No guard may block it where that request is about to be sent.
func Overflow(s Signals) (Reason, bool) {
	need := s.Used + s.Reserve
	due := s.Window > 0 && need > s.Window
	verb := "fits"
	if due {
		verb = "does not fit"
	}
	return Reason{TriggerOverflow, fmt.Sprintf("the next request needs %d tokens with the reply reserve and %s the window of %d", need, verb, s.Window)}, due
}

// Context is due at ⌊window × threshold⌋ tokens.
func Context(threshold float64) Trigger {
	return func(s Signals) (Reason, bool) {
		limit := int(float64(s.Window) * threshold)
		due := s.Window > 0 && s.Used >= limit
		return Reason{TriggerContext, fmt.Sprintf("context %d%%: %d of %d tokens, a night is due at %d", Percent(s.Used, s.Window), s.Used, s.Window, limit)}, due
	}
}

// Asked is due when a person or the model asked.
func Asked(s Signals) (Reason, bool) {
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

// scheduleDue holds in the local hours [StartHour, StartHour+DurationHours) after
// MinAwakeTicks beats; the window may span midnight.
func (t Settings) scheduleDue(s Signals) (Reason, bool) {
	in := (s.Now.Hour()-t.StartHour+24)%24 < t.DurationHours
	due := in && s.Beats >= t.MinAwakeTicks
	return Reason{TriggerSchedule, fmt.Sprintf("scheduled from %02d:00 to %02d:00 after %d beats; it is %s, %d beats awake",
		t.StartHour, (t.StartHour+t.DurationHours)%24, t.MinAwakeTicks, s.Now.Format("15:04"), s.Beats)}, due
}

// idleDue holds after IdleAfter without input, if the land was awake for longer than
// IdleAwake or more than IdleQueue messages wait; more than IdleForce need a minute only.
func (t Settings) idleDue(s Signals) (Reason, bool) {
	idle, awake := elapsed(s.Now, s.LastInput), s.awake()
	due := idle > t.IdleAfter && (awake > t.IdleAwake || s.Queue > t.IdleQueue)
	if s.Queue > t.IdleForce && idle >= time.Minute {
		due = true
	}
	return Reason{TriggerIdle, fmt.Sprintf("idle %s, awake %s, %d messages not slept over; due after %s idle and %s awake or %d messages",
		brief(idle), brief(awake), s.Queue, brief(t.IdleAfter), brief(t.IdleAwake), t.IdleQueue)}, due
}

// rhythmDue holds in the land's own night; at most one night in MinInterval.
func (t Settings) rhythmDue(s Signals) (Reason, bool) {
	at := t.OwnDay(s.Now)
	if at < t.RhythmAwake {
		return Reason{TriggerRhythm, fmt.Sprintf("the land's own night begins in %s", brief(t.RhythmAwake-at))}, false
	}
	since := elapsed(s.Now, s.LastNight)
	return Reason{TriggerRhythm, fmt.Sprintf("the land's own night began %s ago; last night %s ago, at most one in %s",
		brief(at-t.RhythmAwake), brief(since), brief(t.MinInterval))}, since >= t.MinInterval
}

// OwnDay is how far the land is in its own day of 24 hours, which begins RhythmOffset
// after midnight UTC: RhythmAwake awake, the rest asleep.
func (t Settings) OwnDay(now time.Time) time.Duration {
	const day = 24 * time.Hour
	return (time.Duration(now.Unix()%int64(day/time.Second))*time.Second - t.RhythmOffset%day + day) % day
}

// pressureDue holds when the roll falls below the sleep pressure.
func pressureDue(s Signals) (Reason, bool) {
	p := pressureAt(s.Beats, s.MinAwake, s.Capacity)
	return Reason{TriggerPressure, fmt.Sprintf("sleep pressure %.2f after %d beats (guaranteed awake %d)", p, s.Beats, s.MinAwake)}, s.Roll < p
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
