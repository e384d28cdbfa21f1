package sleep

import (
	"math"
	"math/rand/v2"
	"testing"
)

// fixed draws the same number for ever: 0.5 is the middle of every interval.
type fixed float64

func (f fixed) Float64() float64 { return float64(f) }

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// Numbers worked out by hand.
func TestEnergyByHand(t *testing.T) {
	e := DefaultSettings().Energy
	for _, tt := range []struct {
		what      string
		got, want float64
	}{
		{"m at 0 cycles", e.Maturity(0, fixed(0.5)), 0},
		{"m at 125 cycles: √¼", e.Maturity(125, fixed(0.5)), 0.5},
		{"m at 500 cycles", e.Maturity(500, fixed(0.5)), 1},
		{"m at 5,000 cycles", e.Maturity(5000, fixed(0.5)), 1},
		{"m clamped below", e.Maturity(0, fixed(0)), 0},
		{"m clamped above", e.Maturity(500, fixed(0.99)), 1},
		{"m with all the jitter", e.Maturity(125, fixed(0)), 0.45},
		{"awake, young", float64(e.AwakeBeats(0, fixed(0.5))), 1},
		{"awake, half: 4.5 rounds away from zero", float64(e.AwakeBeats(0.5, fixed(0.5))), 5},
		{"awake, grown", float64(e.AwakeBeats(1, fixed(0.5))), 8},
		{"awake, grown, low: 8·0.7 = 5.6", float64(e.AwakeBeats(1, fixed(0))), 6},
		{"awake is at least 1: 0.7", float64(e.AwakeBeats(0, fixed(0))), 1},
		{"capacity, young", e.Capacity(0, fixed(0.5)), 1},
		{"capacity, half", e.Capacity(0.5, fixed(0.5)), 3.5},
		{"capacity, grown, low: 6·0.7", e.Capacity(1, fixed(0)), 4.2},
		{"pressure at 0 overtime", pressureAt(3, 3, 2), 0},
		{"pressure before", pressureAt(1, 3, 2), 0},
		{"pressure: 1−e^(−2/2)", pressureAt(5, 3, 2), 0.6321205588285577},
		{"pressure: 1−e^(−1/4)", pressureAt(4, 3, 4), 0.22119921692859512},
		{"heartbeat, young", e.Heartbeat(0, fixed(0.5)), 5},
		{"heartbeat, half", e.Heartbeat(0.5, fixed(0.5)), 17.5},
		{"heartbeat, grown, low: 30·0.6", e.Heartbeat(1, fixed(0)), 18},
		{"replay, young", e.ReplayRatio(0, fixed(0.5)), 0.5},
		{"replay, half", e.ReplayRatio(0.5, fixed(0.5)), 0.3},
		{"replay, grown", e.ReplayRatio(1, fixed(0.5)), 0.1},
		{"replay, grown, low: 0.02 clamps", e.ReplayRatio(1, fixed(0)), 0.05},
		{"replay, young, high: 0.58", e.ReplayRatio(0, fixed(1)), 0.58},
	} {
		if !near(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.what, tt.got, tt.want)
		}
	}
	e.MinHeartbeat, e.ReplayYoung = 1, 0.7
	if got := e.Heartbeat(0, fixed(0)); got != 2 {
		t.Errorf("heartbeat below 2 s: %v", got)
	}
	if got := e.ReplayRatio(0, fixed(0.5)); got != 0.6 {
		t.Errorf("replay above 0.60: %v", got)
	}
	e.MinCapacity = 0.1
	if got := e.Capacity(0, fixed(0)); got != 0.5 {
		t.Errorf("capacity below 0.5: %v", got)
	}
}

// Whatever the constants, the age and the draws: the clamps hold.
func TestEnergyClamps(t *testing.T) {
	d := seeded(3, 4)
	for range 20_000 {
		e := DefaultSettings().Energy
		e.GrowthCurve, e.Jitter, e.MaturityCycles = 3*d.Float64(), d.Float64(), 1+1000*d.Float64()
		e.MinAwake, e.MinCapacity, e.MinHeartbeat = 4*d.Float64()-2, 4*d.Float64()-2, 8*d.Float64()-4
		e.ReplayYoung, e.ReplayFall, e.ReplayJitter = 2*d.Float64()-0.5, d.Float64(), d.Float64()
		w := e.Wake(int(5000*d.Float64()), d)
		ratio := e.ReplayRatio(w.Maturity, d)
		if !(w.Maturity >= 0 && w.Maturity <= 1) || w.MinAwake < 1 || w.Capacity < 0.5 || w.Heartbeat < 2 || !(ratio >= 0.05 && ratio <= 0.60) {
			t.Fatalf("%+v, replay %v of %+v", w, ratio, e)
		}
		if p := pressureAt(int(40*d.Float64()), w.MinAwake, w.Capacity); !(p >= 0 && p < 1) && p != 1 {
			t.Fatalf("pressure %v", p)
		}
		if n := int(100 * d.Float64()); ReplayTurns(n, ratio) < 1 || ReplayTurns(n, ratio) > max(1, n) {
			t.Fatalf("R = %d of %d at %v", ReplayTurns(n, ratio), n, ratio)
		}
	}
}

func TestReplayTurns(t *testing.T) {
	for _, tt := range []struct {
		n     int
		ratio float64
		r     int
	}{{0, 0.5, 1}, {1, 0.05, 1}, {6, 0.5, 3}, {7, 0.5, 4}, {10, 0.31, 4}} {
		if r := ReplayTurns(tt.n, tt.ratio); r != tt.r {
			t.Errorf("R(%d, %v) = %d, want %d", tt.n, tt.ratio, r, tt.r)
		}
	}
}

func TestPressureRises(t *testing.T) {
	for _, capacity := range []float64{0.5, 1, 3.5, 7.8} {
		last := -1.0
		for overtime := range 40 {
			p := pressureAt(4+overtime, 4, capacity)
			if p < last || p < 0 || p > 1 || (overtime == 0) != (p == 0) {
				t.Fatalf("capacity %v, overtime %d: p = %v after %v", capacity, overtime, p, last)
			}
			last = p
		}
		if last < 0.99 {
			t.Errorf("capacity %v: p = %v after 39 beats", capacity, last)
		}
	}
}

// Means over 10,000 draws agree with the centres within 2 % (of 10,000
// cycles at maturity 0, ½, 1). Awake beats are rounded and at least 1, so their
// expectation is worked out exactly from the interval of U(0.7, 1.3).
func TestMeans(t *testing.T) {
	const n = 10_000
	e := DefaultSettings().Energy
	for _, m := range []float64{0, 0.5, 1} {
		d := rand.New(rand.NewPCG(7, uint64(m*2)))
		var awake, capacity, beat, replay float64
		for range n {
			awake += float64(e.AwakeBeats(m, d)) / n
			capacity += e.Capacity(m, d) / n
			beat += e.Heartbeat(m, d) / n
			replay += e.ReplayRatio(m, d) / n
		}
		for what, pair := range map[string][2]float64{
			"awake beats":  {awake, roundedMean(1 + 7*m)},
			"capacity":     {capacity, 1 + 5*m},
			"heartbeat":    {beat, 5 + 25*m},
			"replay ratio": {replay, replayMean(0.5 - 0.4*m)},
		} {
			if math.Abs(pair[0]/pair[1]-1) > 0.02 {
				t.Errorf("m = %v, %s: mean %v, want %v", m, what, pair[0], pair[1])
			}
		}
	}
}

// roundedMean is E[max(1, round(c·U(0.7, 1.3)))].
func roundedMean(c float64) float64 {
	low, high := 0.7*c, 1.3*c
	var mean float64
	for k := 0.0; k <= high+1; k++ {
		share := math.Min(high, k+0.5) - math.Max(low, k-0.5)
		if share > 0 {
			mean += math.Max(1, k) * share / (high - low)
		}
	}
	return mean
}

// replayMean is E[clamp(c + U(−0.08, 0.08), 0.05, 0.60)].
func replayMean(c float64) float64 {
	low, high := c-0.08, c+0.08
	if low >= 0.05 {
		return c
	}
	below := (0.05 - low) / (high - low)
	return below*0.05 + (1-below)*(0.05+high)/2
}

func seeded(a, b uint64) *rand.Rand { return rand.New(rand.NewPCG(a, b)) }

func TestSimulate(t *testing.T) {
	e := DefaultSettings().Energy
	var a, b []Row
	for r := range e.Simulate(600, nil, seeded(1, 1)) {
		a = append(a, r)
	}
	for r := range e.Simulate(600, nil, seeded(1, 1)) {
		b = append(b, r)
	}
	if len(a) != 600 {
		t.Fatalf("%d rows", len(a))
	}
	for i, r := range a {
		if r.Cycle != i || r.AwakeBeats <= r.MinAwake || r.Heartbeat < 2 || r.ReplayRatio < 0.05 || r.ReplayRatio > 0.6 {
			t.Errorf("row %+v", r)
		}
		if r != b[i] {
			t.Fatalf("cycle %d differs with the same seed: %+v %+v", i, r, b[i])
		}
	}
	if young, old := a[0].Maturity, a[599].Maturity; young > 0.06 || old < 0.94 {
		t.Errorf("maturity from %v to %v", young, old)
	}
}

// Over 10,000 simulated cycles the means agree with the formulas within 2 %, at
// maturity 0, ½ and 1 (issue 5, 2).
func TestSimulatedMeans(t *testing.T) {
	const cycles = 10_000
	for _, m := range []float64{0, 0.5, 1} {
		var beats, capacity, minimum, heartbeat, replay float64
		for r := range DefaultSettings().Energy.Simulate(cycles, &m, seeded(11, uint64(4*m))) {
			beats += float64(r.AwakeBeats) / cycles
			minimum += float64(r.MinAwake) / cycles
			capacity += r.Capacity / cycles
			heartbeat += r.Heartbeat / cycles
			replay += r.ReplayRatio / cycles
		}
		for what, pair := range map[string][2]float64{
			"guaranteed beats": {minimum, roundedMean(1 + 7*m)},
			"awake beats":      {beats, roundedMean(1+7*m) + overtimeMean(1+5*m)},
			"capacity":         {capacity, 1 + 5*m},
			"heartbeat":        {heartbeat, 5 + 25*m},
			"replay ratio":     {replay, replayMean(0.5 - 0.4*m)},
		} {
			if math.Abs(pair[0]/pair[1]-1) > 0.02 {
				t.Errorf("m = %v, %s: mean %v, want %v", m, what, pair[0], pair[1])
			}
		}
	}
}

// overtimeMean is the mean number of beats beyond the guaranteed ones until the
// pressure wins: Σ P(T > n) with P(T > n) = Π e^(−j/c) = e^(−n(n+1)/2c), over
// c·U(0.7, 1.3), at least 0.5.
func overtimeMean(centre float64) float64 {
	const steps = 2000
	mean := 0.0
	for i := range steps {
		c := math.Max(0.5, centre*(0.7+0.6*(float64(i)+0.5)/steps))
		for n := 0.0; n < 60; n++ {
			mean += math.Exp(-n*(n+1)/(2*c)) / steps
		}
	}
	return mean
}
