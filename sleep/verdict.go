package sleep

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Guards are what may hold a due night back. They are facts, not rules: the
// rules stand in hold.
type Guards struct {
	// Settings have the cooldowns and bounds, and whether there are automatic nights.
	Settings Settings
	// Asleep is set while a night runs.
	Asleep bool
	// Failed is when a night last failed; it is tried again after the cooldown.
	Failed time.Time
	// LowGain counts nights in a row that freed too little: LowGainNights of them
	// stop the automatic ones. Stuck names the part that cannot shrink.
	LowGain int
	Stuck   string
	// TakenBack is set when a person took the last night back: the context is as full
	// as it was then, and the same night would fall with the next message.
	TakenBack bool
	// Idle is set while nobody speaks: no request waits for the night.
	Idle bool
	// Preparing is set while the night that the context is due for is prepared
	// beside the talk.
	Preparing bool
	// ScheduleOff switches the schedule off while an asked-for night lasts.
	ScheduleOff bool
}

// Verdict is the answer of Decide, complete enough to be shown: what begins a
// night now, what is due but held back, and what the others wait for.
type Verdict struct {
	Sleep  bool
	Reason Reason // set when Sleep
	// Held are due triggers that a guard blocks, Waiting those not yet due; both
	// in the order of the triggers.
	Held    []Held
	Waiting []Reason
}

// Held is a trigger that is due and may not begin.
type Held struct {
	Reason Reason
	Why    string
}

// Decide asks all triggers, in order, and applies the guards: the first that is
// due and free begins the night. It is pure.
func Decide(s Signals, g Guards, triggers ...Trigger) Verdict {
	var v Verdict
	for _, t := range triggers {
		r, due := t(s)
		if !due {
			v.Waiting = append(v.Waiting, r)
			continue
		}
		if why := g.hold(s, r.Trigger); why != "" {
			v.Held = append(v.Held, Held{r, why})
			continue
		}
		if !v.Sleep {
			v.Sleep, v.Reason = true, r
		}
	}
	return v
}

// hold says why a due trigger may not begin, or "".
func (g Guards) hold(s Signals, trigger string) string {
	set := g.Settings
	switch {
	case trigger == TriggerOverflow:
		if g.TakenBack && g.Idle {
			return "the last night was taken back; the next falls with the next message, or when it is asked for"
		}
		return ""
	case trigger == TriggerAsked:
		if err := g.CheckAsked(s); err != nil {
			return err.Error()
		}
		return ""
	case !set.Auto:
		return "automatic nights are switched off"
	case g.TakenBack:
		return "the last night was taken back; the next falls when it is asked for, or when the window is full"
	case set.LowGainNights > 0 && g.LowGain >= set.LowGainNights:
		return fmt.Sprintf("the last %d nights freed too little: %s cannot shrink", g.LowGain, cmp.Or(g.Stuck, "the kept part"))
	case wait(s.Now, g.Failed, set.Cooldown) > 0:
		return fmt.Sprintf("the last night failed; tried again in %s", brief(wait(s.Now, g.Failed, set.Cooldown)))
	case trigger == TriggerContext && g.Preparing:
		return "it is being prepared beside the talk"
	case trigger == TriggerContext:
		if left := wait(s.Now, s.LastWake, set.Cooldown); left > 0 {
			return fmt.Sprintf("awake for less than %s; %s remain", brief(set.Cooldown), brief(left))
		}
	case trigger == TriggerSchedule && g.ScheduleOff:
		return "the schedule is off while an asked-for night lasts"
	case s.Beats == 0 && s.Queue == 0:
		return "nothing has happened since the last night"
	}
	return ""
}

// wait is how much of a cooldown is left; 0 when there is none.
func wait(now, from time.Time, cooldown time.Duration) time.Duration {
	return max(0, cooldown-elapsed(now, from))
}

// String is the verdict for `dormouse status`, a line each.
func (v Verdict) String() string {
	var b strings.Builder
	if v.Sleep {
		fmt.Fprintf(&b, "a night begins now (%s): %s\n", v.Reason.Trigger, v.Reason.Text)
	}
	for _, h := range v.Held {
		fmt.Fprintf(&b, "held back (%s): %s\n", h.Reason.Trigger, h.Why)
	}
	for _, r := range v.Waiting {
		fmt.Fprintf(&b, "waiting (%s): %s\n", r.Trigger, r.Text)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
