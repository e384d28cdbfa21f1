package sleep

import "iter"

// Row is one simulated cycle: the columns of `dormouse simulate`.
type Row struct {
	Cycle       int     `json:"cycle"` // nights before this one
	Maturity    float64 `json:"maturity"`
	MinAwake    int     `json:"min_awake"`    // beats
	Capacity    float64 `json:"capacity"`     // beats
	AwakeBeats  int     `json:"awake_beats"`  // until it fell asleep
	Heartbeat   float64 `json:"heartbeat_s"`  // mean of the cycle's, seconds
	ReplayRatio float64 `json:"replay_ratio"` // drawn for the night
}

// mostBeats ends a cycle whose pressure can never win, as with an infinite
// capacity.
const mostBeats = 1_000_000

// Simulate lives so many cycles without a land, to see what constants come to: wake,
// beat until the pressure wins, draw the replay ratio. maturity holds the land at one
// age; nil lets it grow with its cycles.
func (e Energy) Simulate(cycles int, maturity *float64, d Draw) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for c := range cycles {
			m := e.Maturity(c, d)
			if maturity != nil {
				m = clamp(*maturity, 0, 1)
			}
			if !yield(e.cycle(c, m, d)) {
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
		if d.Float64() < pressureAt(r.AwakeBeats, r.MinAwake, r.Capacity) {
			break
		}
	}
	r.Heartbeat = seconds / float64(r.AwakeBeats)
	r.ReplayRatio = e.ReplayRatio(m, d)
	return r
}
