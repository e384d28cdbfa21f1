package sleep

// Mind are the constants of scoring, replay and forgetting (001, 002).
type Mind struct {
	Profile  string  // "light", "balanced", "archivist": 001's tiers 1–3
	Detail   float64 // [−1, 1], 001's INT: more kept, subtler things noticed
	Tenacity float64 // [−1, 1], 001's WIL: a larger daily buffer, slower decay

	Replay Replay
}

// DefaultMind is the balanced profile with both dials in the middle.
func DefaultMind() Mind {
	return Mind{Profile: "balanced", Replay: DefaultReplay()}
}

// Replay are the constants of 002.
type Replay struct {
	Batch          int     // memories a cycle
	Novel          float64 // share of new ones in it
	Familiar       float64 // strength from which a memory is familiar
	Strengthen     float64 // a replay
	Permanent      float64 // strength from which a memory is long-term
	Associate      float64 // weight a shared replay adds
	AssociateFirst float64 // weight of a new association
	Decay          float64 // weight lost a night without a shared replay
	Prune          float64 // weight below which an association goes
	MaxEdges       int     // associations of one entry
}

// DefaultReplay are the numbers of 002 and SLEEP §5.
func DefaultReplay() Replay {
	return Replay{
		Batch: 50, Novel: 0.7, Familiar: 0.5, Strengthen: 0.15, Permanent: 0.9,
		Associate: 0.05, AssociateFirst: 0.15, Decay: 0.01, Prune: 0.1, MaxEdges: 20,
	}
}
