package sleep

import "time"

// Mind are the constants of episodes, buffers and beliefs. A zero of ShortTerm,
// Daily, Alpha and Decay takes the profile's number.
type Mind struct {
	Profile  string  `config:"sleep.profile"`  // "light", "balanced", "archivist"
	Detail   float64 `config:"sleep.detail"`   // [−1, 1]: more kept, subtler things noticed
	Tenacity float64 `config:"sleep.tenacity"` // [−1, 1]: a larger daily buffer, slower decay

	Retention       float64       `config:"sleep.short_term_retention_threshold"` // below which an episode leaves the short-term buffer
	ShortTermEvery  time.Duration `config:"sleep.short_term_interval"`            // awake, between two looks at it
	PromoteFrom     float64       `config:"sleep.daily_promotion_importance_min"` // importance from which an episode goes to the daily buffer
	PromoteGoalFrom float64       `config:"sleep.daily_promotion_goal_min"`       // the same, when it bears on a goal
	PromoteEmotion  float64       `config:"sleep.daily_promotion_emotion_min"`    // the same, arousal or threat
	PromoteEvery    time.Duration `config:"sleep.daily_promotion_interval"`       // awake, between two looks at what is old
	ShortTerm       int           `config:"sleep.short_term_capacity"`            // episodes
	Daily           int           `config:"sleep.daily_capacity"`                 // episodes
	Alpha           float64       `config:"sleep.alpha"`                          // how far one episode moves a belief
	Decay           float64       `config:"sleep.belief_decay"`                   // share of a belief lost in a night without evidence
}

// Replay are the constants of replay, strength and associations.
type Replay struct {
	// Weights of the priority, and the decay of its recency per hour.
	PriorityEmotion float64 `config:"sleep.priority_emotion"`
	PriorityGoal    float64 `config:"sleep.priority_goal"`
	PriorityRecent  float64 `config:"sleep.priority_recency"`
	PriorityTagged  float64 `config:"sleep.priority_tagged"`
	RecencyDecay    float64 `config:"sleep.recency_decay"`

	Batch          int     `config:"sleep.replay_batch_size"`   // memories a cycle
	Novel          float64 `config:"sleep.interleave_ratio"`    // share of new ones in it
	Familiar       float64 `config:"sleep.familiar_strength"`   // strength from which a memory is familiar
	Strengthen     float64 `config:"sleep.consolidation_delta"` // a replay
	Permanent      float64 `config:"sleep.permanent_threshold"` // strength from which a memory is long-term
	Associate      float64 `config:"sleep.association_delta"`   // weight a shared replay adds
	AssociateFirst float64 `config:"sleep.association_first"`   // weight of a new association
	Decay          float64 `config:"sleep.decay_per_cycle"`     // weight lost a night without a shared replay
	Prune          float64 `config:"sleep.prune_threshold"`     // weight below which an association goes
	MaxEdges       int     `config:"sleep.max_edges"`           // associations of one entry
}
