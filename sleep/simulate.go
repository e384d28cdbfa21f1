package sleep

import "time"

// Row is one simulated cycle: the columns of `dormouse simulate`.
type Row struct {
	Cycle       int     `json:"cycle"` // nights before this one
	Maturity    float64 `json:"maturity"`
	MinAwake    int     `json:"min_awake"`      // beats
	Capacity    float64 `json:"capacity"`       // beats
	AwakeBeats  int     `json:"awake_beats"`    // until it fell asleep
	Heartbeat   float64 `json:"heartbeat_s"`    // mean of the cycle's, seconds
	ReplayRatio float64 `json:"replay_ratio"`   // drawn for the night
	DailyRoom   int     `json:"daily_capacity"` // episodes
	Tally
}

// mostBeats ends a cycle whose pressure can never win, as with an infinite
// capacity.
const mostBeats = 1_000_000

// Simulation lives without a land, to see what constants come to.
type Simulation struct {
	Energy Energy
	Mind   Mind
	// Awake is how long a waking life is: the episodes of its beats are spread
	// evenly over it, so that the clocks of the buffers run.
	Awake time.Duration
	// Episodes are those of one beat; 0 leaves the buffers empty.
	Episodes int
	// Maturity holds the land at one age; nil lets it grow with its cycles.
	Maturity *float64
}

// Rows lives so many cycles of 000 §7 and of 001 §4 and §5: wake, beat until the
// pressure wins, draw the replay ratio; and meanwhile take episodes in, promote
// and drop them, and hand over the daily buffer. energy and life are drawn from
// apart, so that episodes do not change the beats. yield is called for each row
// and may stop with false, so it fits a range statement.
func (s Simulation) Rows(cycles int, energy, life Draw) func(yield func(Row) bool) {
	return func(yield func(Row) bool) {
		profile := s.Mind.Character()
		for c := range cycles {
			m := s.Energy.Maturity(c, energy)
			if s.Maturity != nil {
				m = clamp(*s.Maturity, 0, 1)
			}
			r := s.Energy.cycle(c, m, energy)
			r.DailyRoom = profile.Daily
			r.Tally = s.day(profile, r.AwakeBeats*s.Episodes, life)
			if !yield(r) {
				return
			}
		}
	}
}

func (e Energy) cycle(c int, m float64, d Draw) Row {
	r := Row{Cycle: c, Maturity: m, MinAwake: e.AwakeBeats(m, d), Capacity: e.Capacity(m, d)}
	var seconds float64
	for r.AwakeBeats = 1; r.AwakeBeats < mostBeats; r.AwakeBeats++ {
		seconds += e.Heartbeat(m, d)
		if d.Float64() < PressureAt(r.AwakeBeats, r.MinAwake, r.Capacity) {
			break
		}
	}
	r.Heartbeat = seconds / float64(r.AwakeBeats)
	r.ReplayRatio = e.ReplayRatio(m, d)
	return r
}

// day is one waking life of so many episodes and the night after it.
func (s Simulation) day(p Profile, episodes int, life Draw) Tally {
	var b Buffers
	began := time.Unix(0, 0).UTC()
	for i := range episodes {
		ep := drawEpisode(life)
		ep.Time = began.Add(s.Awake * time.Duration(i) / time.Duration(episodes))
		b = b.Live(p, ep)
	}
	_, _, tally := b.Settle(p, began.Add(s.Awake))
	return tally
}

// drawEpisode is an episode as talks have them: most of little importance and
// calm, two in five about something wanted.
func drawEpisode(d Draw) Episode {
	square := func() float64 { x := d.Float64(); return x * x }
	fourth := func() float64 { x := square(); return x * x }
	ep := Episode{Importance: square(), Goal: Irrelevant, Channel: Direct}
	switch goal := d.Float64(); {
	case goal < 0.25:
		ep.Goal = Supports
	case goal < 0.4:
		ep.Goal = Thwarts
	}
	ep.Emotion = Emotion{Valence: uniform(d, -0.5, 0.5), Arousal: fourth(), Threat: fourth()}
	return ep
}
