package sleep

import (
	"iter"
	"math"
)

// Draw gives uniform numbers in [0, 1); a seeded *rand.Rand is one.
type Draw interface{ Float64() float64 }

// Energy holds the constants of the sleep-energy model. Every method is pure but
// for the numbers it draws.
type Energy struct {
	MaturityCycles float64 `config:"sleep.maturity_cycles"` // nights until grown up
	GrowthCurve    float64 `config:"sleep.growth_curve"`    // exponent
	Jitter         float64 `config:"sleep.maturity_jitter"` // ± on maturity
	MinAwake       float64 `config:"sleep.min_guaranteed"`  // beats, young
	MaxAwake       float64 `config:"sleep.max_guaranteed"`  // beats, grown up
	AwakeLow       float64 `config:"sleep.awake_low"`       // factor drawn in [AwakeLow, AwakeHigh)
	AwakeHigh      float64 `config:"sleep.awake_high"`      // also for capacity
	MinCapacity    float64 `config:"sleep.min_capacity"`    // beats
	MaxCapacity    float64 `config:"sleep.max_capacity"`
	LeastCapacity  float64 `config:"sleep.least_capacity"`
	MinHeartbeat   float64 `config:"sleep.min_heartbeat"` // seconds
	MaxHeartbeat   float64 `config:"sleep.max_heartbeat"`
	LeastHeartbeat float64 `config:"sleep.least_heartbeat"`
	BeatLow        float64 `config:"sleep.heartbeat_low"` // factor drawn in [BeatLow, BeatHigh)
	BeatHigh       float64 `config:"sleep.heartbeat_high"`
	ReplayYoung    float64 `config:"sleep.replay_young"` // share of digest effort
	ReplayFall     float64 `config:"sleep.replay_fall"`  // by which it falls until grown up
	ReplayJitter   float64 `config:"sleep.replay_jitter"`
	MinReplay      float64 `config:"sleep.min_replay"`
	MaxReplay      float64 `config:"sleep.max_replay"`
}

// uniform maps a draw to [a, b).
func uniform(d Draw, a, b float64) float64 { return a + (b-a)*d.Float64() }

func clamp(x, low, high float64) float64 { return math.Max(low, math.Min(high, x)) }

// Maturity is m in [0, 1]: clamp(t^0.5 + U(−0.05, 0.05)) with t = min(1,
// cycles/500).
func (e Energy) Maturity(cycles int, d Draw) float64 {
	t := math.Min(1, float64(cycles)/e.MaturityCycles)
	return clamp(math.Pow(t, e.GrowthCurve)+uniform(d, -e.Jitter, e.Jitter), 0, 1)
}

// AwakeBeats is the guaranteed awake window in beats, at least 1.
func (e Energy) AwakeBeats(m float64, d Draw) int {
	centre := e.MinAwake + (e.MaxAwake-e.MinAwake)*m
	return max(1, int(math.Round(centre*uniform(d, e.AwakeLow, e.AwakeHigh))))
}

// Capacity is the scale of the sleep pressure in beats, at least 0.5.
func (e Energy) Capacity(m float64, d Draw) float64 {
	centre := e.MinCapacity + (e.MaxCapacity-e.MinCapacity)*m
	return math.Max(e.LeastCapacity, centre*uniform(d, e.AwakeLow, e.AwakeHigh))
}

// pressureAt is the probability of falling asleep at this beat: 0 within the
// guaranteed window, then 1 − e^(−overtime/capacity).
func pressureAt(beats, minAwake int, capacity float64) float64 {
	overtime := beats - minAwake
	if overtime <= 0 {
		return 0
	}
	if capacity <= 0 {
		return 1
	}
	return 1 - math.Exp(-float64(overtime)/capacity)
}

// Heartbeat is the time between two beats of the daemon in seconds, at least 2.
func (e Energy) Heartbeat(m float64, d Draw) float64 {
	centre := e.MinHeartbeat + (e.MaxHeartbeat-e.MinHeartbeat)*m
	return math.Max(e.LeastHeartbeat, centre*uniform(d, e.BeatLow, e.BeatHigh))
}

// ReplayRatio is the share of a night's effort that goes to old memories, in
// [0.05, 0.60].
func (e Energy) ReplayRatio(m float64, d Draw) float64 {
	return clamp(e.ReplayYoung-e.ReplayFall*m+uniform(d, -e.ReplayJitter, e.ReplayJitter), e.MinReplay, e.MaxReplay)
}

// Waken is what is drawn once at each waking.
type Waken struct {
	Maturity  float64 `json:"maturity"`
	MinAwake  int     `json:"min_awake"` // beats
	Capacity  float64 `json:"capacity"`  // beats
	Heartbeat float64 `json:"heartbeat"` // seconds
}

// Wake draws a waking life after so many nights.
func (e Energy) Wake(cycles int, d Draw) Waken {
	m := e.Maturity(cycles, d)
	return Waken{m, e.AwakeBeats(m, d), e.Capacity(m, d), e.Heartbeat(m, d)}
}

// ReplayTurns is how many old turns are read again beside n new ones:
// max(1, ⌈max(n, 1) · ratio⌉).
func ReplayTurns(n int, ratio float64) int {
	return max(1, int(math.Ceil(float64(max(n, 1))*ratio)))
}

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
