package sleep

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

// Simulation lives without a land, to see what constants come to.
type Simulation struct {
	Energy Energy
	// Maturity holds the land at one age; nil lets it grow with its cycles.
	Maturity *float64
}

// Rows lives so many cycles: wake, beat until the pressure wins, draw the replay
// ratio. yield is called for each row and may stop with false, so it fits a range
// statement.
func (s Simulation) Rows(cycles int, d Draw) func(yield func(Row) bool) {
	return func(yield func(Row) bool) {
		for c := range cycles {
			m := s.Energy.Maturity(c, d)
			if s.Maturity != nil {
				m = clamp(*s.Maturity, 0, 1)
			}
			if !yield(s.Energy.cycle(c, m, d)) {
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
