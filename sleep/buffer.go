package sleep

import (
	"cmp"
	"slices"
	"time"
)

// Profile is what 001's tiers and attributes come to: all numbers of episodes,
// buffers and beliefs, worked out.
type Profile struct {
	ShortTerm     int     // episodes
	Daily         int     // episodes
	Retention     float64 // R below which an episode leaves the short-term buffer
	Alpha         float64 // how far one episode moves a belief
	Decay         float64 // share of a belief's score lost in a night without evidence
	From          float64 // importance that promotes
	GoalFrom      float64 // importance that promotes what bears on a goal
	Emotion       float64 // arousal or threat that promotes
	MaintainEvery time.Duration
	PromoteEvery  time.Duration
}

// Character is the one table and the one function of 001 §7: light, balanced and
// archivist are its tiers 1 to 3; Detail (INT) widens the daily buffer and
// notices subtler things, Tenacity (WIL) widens it too and slows decay. Both are
// in [−1, 1]; an unknown profile is balanced.
func (m Mind) Character() Profile {
	p := Profile{ShortTerm: 80, Daily: 100, Alpha: 0.30, Decay: 0.02}
	switch m.Profile {
	case "light":
		p = Profile{ShortTerm: 120, Daily: 60, Alpha: 0.50, Decay: 0.02}
	case "archivist":
		p = Profile{ShortTerm: 60, Daily: 200, Alpha: 0.15, Decay: 0.02}
	}
	p.ShortTerm, p.Daily = cmp.Or(m.ShortTerm, p.ShortTerm), cmp.Or(m.Daily, p.Daily)
	p.Alpha, p.Decay = cmp.Or(m.Alpha, p.Alpha), cmp.Or(m.Decay, p.Decay)
	detail, tenacity := clamp(m.Detail, -1, 1), clamp(m.Tenacity, -1, 1)
	p.Daily = max(1, int(float64(p.Daily)*(1+0.1*detail+0.1*tenacity)))
	p.Retention = m.Retention - 0.05*detail
	p.Decay *= 1 - 0.5*tenacity
	p.From, p.GoalFrom, p.Emotion = m.PromoteFrom, m.PromoteGoalFrom, m.PromoteEmotion
	p.MaintainEvery, p.PromoteEvery = m.ShortTermEvery, m.PromoteEvery
	return p
}

// Retain is R(ep) in [0, 1] (001 §4.1): half importance, a fifth each for a
// goal and for emotion, a tenth for how it came to be known.
func Retain(ep Episode) float64 {
	goal := 0.0
	if ep.Goal == Supports || ep.Goal == Thwarts {
		goal = 1
	}
	return 0.5*ep.Importance + 0.2*goal + 0.2*ep.Emotion.Intensity() + 0.1*channelWeight(ep.Channel)
}

// channelWeight is how much a channel is trusted.
func channelWeight(c Channel) float64 {
	switch c {
	case Direct:
		return 1
	case Observed:
		return 0.6
	}
	return 0.3
}

// Promotes tells whether an episode goes to the daily buffer (001 §4.2).
func (p Profile) Promotes(ep Episode) bool {
	switch {
	case ep.Importance >= p.From:
		return true
	case (ep.Goal == Supports || ep.Goal == Thwarts) && ep.Importance >= p.GoalFrom:
		return true
	}
	return ep.Emotion.Arousal >= p.Emotion || ep.Emotion.Threat >= p.Emotion
}

// Buffers are the short-term and the daily buffer with their clocks. They are a
// value: each method returns the next state. What they let go the transcript
// keeps.
type Buffers struct {
	Short      []Episode `json:"short_term,omitempty"`
	Daily      []Episode `json:"daily,omitempty"`
	Maintained time.Time `json:"last_maintenance,omitzero"`
	Promoted   time.Time `json:"last_promotion,omitzero"`
	Tally      Tally     `json:"tally,omitzero"` // since the last night
}

// Tally counts what went through the buffers. In = Dropped + what the short-term
// buffer holds; Promoted = Overflowed + what the daily buffer holds.
type Tally struct {
	In       int `json:"episodes_in"`
	Dropped  int `json:"episodes_dropped"` // from the short-term buffer
	Promoted int `json:"episodes_promoted"`
	// Overflowed made room in the daily buffer for others.
	Overflowed int `json:"episodes_overflowed"`
	Retained   int `json:"episodes_retained"` // handed over to the night
}

// Live takes an episode in and runs the clocks that its time has made due.
// Because time comes from the messages, a night that reads a transcript lives it
// exactly as a waking program would have.
func (b Buffers) Live(p Profile, ep Episode) Buffers {
	if b.Maintained.IsZero() || b.Maintained.After(ep.Time) {
		b.Maintained = ep.Time
	}
	if b.Promoted.IsZero() || b.Promoted.After(ep.Time) {
		b.Promoted = ep.Time
	}
	if ep.Time.Sub(b.Maintained) >= p.MaintainEvery {
		b = b.Maintain(p, ep.Time)
	}
	if ep.Time.Sub(b.Promoted) >= p.PromoteEvery {
		b = b.Promote(p, ep.Time)
	}
	b.Short = append(slices.Clone(b.Short), ep)
	b.Tally.In++
	if len(b.Short) > p.ShortTerm {
		b.Short = dropLeast(b.Short)
		b.Tally.Dropped++
	}
	return b
}

// Maintain drops what is not worth keeping (R < Retention) and promotes on the
// way (001 §4.1).
func (b Buffers) Maintain(p Profile, now time.Time) Buffers {
	b.Maintained = now
	kept := make([]Episode, 0, len(b.Short))
	for _, ep := range b.Short {
		if p.Promotes(ep) {
			b, ep = b.daily(p, ep)
		} else if Retain(ep) < p.Retention {
			b.Tally.Dropped++
			continue
		}
		kept = append(kept, ep)
	}
	b.Short = kept
	return b
}

// Promote looks at the short-term buffer again (001 §4.3): what qualifies, and
// what is four hours old and still tied to a goal.
func (b Buffers) Promote(p Profile, now time.Time) Buffers {
	b.Promoted = now
	b.Short = slices.Clone(b.Short)
	for i, ep := range b.Short {
		old := now.Sub(ep.Time) >= p.PromoteEvery && ep.Goal != Irrelevant
		if p.Promotes(ep) || old {
			b, b.Short[i] = b.daily(p, ep)
		}
	}
	return b
}

// daily adds an episode, once in its life, and marks it; the one with the lowest
// R makes room (001 §5).
func (b Buffers) daily(p Profile, ep Episode) (Buffers, Episode) {
	if ep.Promoted {
		return b, ep
	}
	ep.Promoted = true
	b.Daily = append(slices.Clone(b.Daily), ep)
	b.Tally.Promoted++
	for len(b.Daily) > p.Daily {
		b.Daily = dropLeast(b.Daily)
		b.Tally.Overflowed++
	}
	return b, ep
}

// dropLeast removes the episode with the lowest R, the oldest of equals.
func dropLeast(list []Episode) []Episode {
	least := 0
	for i := range list {
		if cmp.Compare(Retain(list[i]), Retain(list[least])) < 0 {
			least = i
		}
	}
	return slices.Delete(slices.Clone(list), least, least+1)
}

// Settle ends the day: a last promotion, then the daily buffer is handed over
// and both are emptied of what the night saves. The clocks go on. The tally is
// that of the life that ends.
func (b Buffers) Settle(p Profile, now time.Time) (Buffers, []Episode, Tally) {
	b = b.Promote(p, now)
	b.Tally.Retained = len(b.Daily)
	return Buffers{Maintained: b.Maintained, Promoted: b.Promoted}, b.Daily, b.Tally
}

// clone is b in lists of its own.
func (b Buffers) clone() Buffers {
	b.Short, b.Daily = slices.Clone(b.Short), slices.Clone(b.Daily)
	return b
}
