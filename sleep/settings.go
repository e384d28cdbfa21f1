package sleep

import (
	"hash/fnv"
	"time"

	"dormouse/land/config"
)

// Settings are the numbers of nights, as the config's table has them. A night's
// record keeps them under these names.
type Settings struct {
	Auto bool `config:"sleep.auto"` // automatic nights at all; overflow and asked ones stay

	// When.
	Threshold     float64       `config:"sleep.threshold"`      // share of the window, (0, 1]
	Prepare       float64       `config:"sleep.prepare"`        // share of the window from which a night is prepared beside the talk; 0 for never
	Cooldown      time.Duration `config:"sleep.cooldown"`       // since the last waking, for context
	AskedCooldown time.Duration `config:"sleep.asked_cooldown"` // since the last waking, for the model's wish
	MinBeats      int           `config:"sleep.min_beats"`      // beats awake, for the model's wish

	Schedule      bool `config:"sleep.schedule"`
	StartHour     int  `config:"sleep.sleep_start_hour"`     // local hour, 0–23
	DurationHours int  `config:"sleep.sleep_duration_hours"` // 1–24
	MinAwakeTicks int  `config:"sleep.min_awake_ticks"`      // beats awake before a scheduled night

	Idle          bool          `config:"sleep.idle"`
	IdleAfter     time.Duration `config:"sleep.idle_after"` // without input
	IdleAwake     time.Duration `config:"sleep.idle_awake"` // awake for longer than this, or
	IdleQueue     int           `config:"sleep.idle_queue"` // more messages waiting than this
	IdleForce     int           `config:"sleep.idle_force"` // more than this: at the next idle minute
	Rhythm        bool          `config:"sleep.rhythm"`
	RhythmAwake   time.Duration `config:"sleep.rhythm_awake"` // of 24 hours
	RhythmOffset  time.Duration // drawn once a land, [0, 24h)
	MinInterval   time.Duration `config:"sleep.min_consolidation_interval"` // between two nights of the rhythm
	Pressure      bool          `config:"sleep.pressure"`
	Energy        Energy
	Depth         Depth         `config:"sleep.depth"`           // of a night that is asked for without one
	TimeLimit     time.Duration `config:"sleep.time_limit"`      // of a night
	LowGain       float64       `config:"sleep.low_gain"`        // a night that frees less than this share of the context
	LowGainNights int           `config:"sleep.low_gain_nights"` // as many in a row stop the automatic ones

	// What.
	Keep         float64       `config:"sleep.keep"`               // share of the slept text, in words, that may go to memory
	Least        int           `config:"sleep.least"`              // tokens any night may write: a share of three sentences would be none of them
	Target       float64       `config:"sleep.target"`             // share of the window the new context stays under
	KeptTurns    float64       `config:"sleep.kept_turns"`         // share of the window for turns kept word for word
	MaxLoss      float64       `config:"sleep.max_loss"`           // share of MEMORY.md's entries that one night may retire
	PromptMemory float64       `config:"memory.budget"`            // share of the window for memory in the prompt
	PromptLeast  int           `config:"memory.least"`             // tokens of it in a small window
	PromptMost   int           `config:"memory.most"`              // tokens of it in a large one
	LongTerm     int           `config:"sleep.long_term"`          // tokens MEMORY.md may grow to
	PruneResult  int           `config:"sleep.prune_result"`       // tokens from which an old tool result gives way to a pointer
	Floor        float64       `config:"sleep.floor"`              // share of identifiers that must survive; 0 accepts any
	RecallFloor  float64       `config:"sleep.recall_floor"`       // share of the probe questions that memory must answer; 0 only reports
	Strict       bool          `config:"sleep.strict"`             // refuse a night below Floor or RecallFloor
	LastingFrom  float64       `config:"sleep.lasting_importance"` // importance above which an entry goes to MEMORY.md
	ForgetAfter  time.Duration `config:"sleep.forget_after"`       // working summaries of sessions untouched for so long
	UndoKeep     int           `config:"undo.keep"`                // days for which a night can be taken back; 0 is for ever

	Profile string `config:"sleep.profile"` // how much is kept: see Share
	Replay  Replay // replay, strength, associations
}

// smallShare is the most of a small window that memory may take: with the
// instructions and the tools, some 800 tokens, a context must still fit under target.
const smallShare = 0.16

// MemoryBudget is how many tokens of memory the prompt of a window may hold: a
// share of it, within bounds.
func (s Settings) MemoryBudget(window int) int {
	n := int(s.PromptMemory * float64(window))
	n = max(n, min(s.PromptLeast, int(smallShare*float64(window))))
	if s.PromptMost > 0 {
		n = min(n, s.PromptMost)
	}
	return n
}

// Share is how much of the slept text a night may write: keep as the profile has it,
// at most all.
func (s Settings) Share() float64 { return min(1, s.Keep*s.profile()) }

// ShortNight is what a short night may write, in tokens, as the profile has it.
func (s Settings) ShortNight() int { return int(float64(s.Least) * s.profile()) }

// AskedNight is what a model may write of a short night, in tokens, up to half of what was
// said there: what it picks of a talk full of news is more than the share of a long one.
// 0 where keep is to be taken exactly.
func (s Settings) AskedNight() int {
	if s.Least == 0 {
		return 0
	}
	return int(leastAsked * s.profile())
}

// leastAsked are the tokens of some fifty lines.
const leastAsked = 1000

// profile is by how much more is kept: a light one takes half, an archivist one and a
// half.
func (s Settings) profile() float64 {
	switch s.Profile {
	case "light":
		return .5
	case "archivist":
		return 1.5
	}
	return 1
}

// DefaultSettings are those of a land that nobody configured.
func DefaultSettings() Settings { return config.Read[Settings](config.Default()) }

// Offset draws a land's own offset of the rhythm, in [0, 24h), from some text.
func Offset(land string) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(land))
	return time.Duration(h.Sum64()%(24*60*60)) * time.Second
}

// Replay are the constants of replay, strength and associations.
type Replay struct {
	// Weights of the priority, and the decay of its recency per day.
	PriorityEmotion float64 `config:"sleep.priority_emotion"`
	PriorityGoal    float64 `config:"sleep.priority_goal"`
	PriorityRecent  float64 `config:"sleep.priority_recency"`
	PriorityTagged  float64 `config:"sleep.priority_tagged"`
	RecencyDecay    float64 `config:"sleep.recency_decay"`

	Batch          int     `config:"sleep.replay_batch_size"`   // turns that one night reads again, at most
	Strengthen     float64 `config:"sleep.consolidation_delta"` // a use
	Permanent      float64 `config:"sleep.permanent_threshold"` // strength from which a memory is long-term
	Associate      float64 `config:"sleep.association_delta"`   // weight that a shared use adds
	AssociateFirst float64 `config:"sleep.association_first"`   // weight of a new association
	Decay          float64 `config:"sleep.decay_per_cycle"`     // weight lost a night without a shared use
	Prune          float64 `config:"sleep.prune_threshold"`     // weight below which an association goes
	MaxEdges       int     `config:"sleep.max_edges"`           // associations of one entry
}
