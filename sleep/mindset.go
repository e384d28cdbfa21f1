package sleep

import "time"

// Mind are the constants of episodes, buffers and beliefs (001). Its fields are
// those of land.Mind, the config keys. A zero of ShortTerm, Daily, Alpha and
// Decay takes the profile's number.
type Mind struct {
	Profile  string  // "light", "balanced", "archivist": 001's tiers 1–3
	Detail   float64 // [−1, 1], 001's INT: more kept, subtler things noticed
	Tenacity float64 // [−1, 1], 001's WIL: a larger daily buffer, slower decay

	Retention        float64       // R below which an episode leaves the short-term buffer
	ShortTermEvery   time.Duration // awake, between two looks at it
	PromoteFrom      float64       // importance from which an episode goes to the daily buffer
	PromoteGoalFrom  float64       // the same, when it bears on a goal
	PromoteEmotion   float64       // the same, arousal or threat
	PromoteEvery     time.Duration // awake, between two looks at what is old
	ShortTerm, Daily int           // episodes
	Alpha            float64       // how far one episode moves a belief
	Decay            float64       // share of a belief lost in a night without evidence
}

// DefaultMind is the balanced profile with both dials in the middle (SLEEP §4).
func DefaultMind() Mind {
	return Mind{
		Profile: "balanced", Retention: 0.2, ShortTermEvery: 10 * time.Minute,
		PromoteFrom: 0.4, PromoteGoalFrom: 0.2, PromoteEmotion: 0.6, PromoteEvery: 4 * time.Hour,
	}
}

// Replay are the constants of 002. Its fields are those of land.Replay.
type Replay struct {
	// Weights of the priority, and the decay of its recency per hour.
	PriorityEmotion float64
	PriorityGoal    float64
	PriorityRecent  float64
	PriorityTagged  float64
	RecencyDecay    float64

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
		PriorityEmotion: 0.4, PriorityGoal: 0.3, PriorityRecent: 0.2, PriorityTagged: 0.1, RecencyDecay: 0.1,
		Batch: 50, Novel: 0.7, Familiar: 0.5, Strengthen: 0.15, Permanent: 0.9,
		Associate: 0.05, AssociateFirst: 0.15, Decay: 0.01, Prune: 0.1, MaxEdges: 20,
	}
}
