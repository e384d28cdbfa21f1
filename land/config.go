package land

import (
	"time"
)

// Config is what the program is told from outside: the person's config.toml, the
// land's, the environment and the flags, later wins (LoadConfig, Set). It holds
// no key of a provider, only where to find one, and its String hides what might
// be one. The table Keys says of each field its name, default, unit and range.
type Config struct {
	Model      string // "provider/name"; "" chooses the first that can be used
	BaseURL    string // of the provider of Model; "" for its own
	KeyCommand string // a shell command that prints the key
	Window     int    // tokens; 0 takes the catalogue's
	Reply      int    // most tokens of a reply; 0 takes the catalogue's
	Offline    bool   // use no network
	Editor     string // "" for $VISUAL, then $EDITOR

	Theme      string            // auto, light, dark, none
	Keys       map[string]string // key by action: "send" → "ctrl+s"
	Mouse      bool
	Timestamps bool

	Memory    Memory
	Sleep     Sleep
	Providers map[string]Provider // by name
	Models    map[string]Model    // by "provider/name"

	from map[string]string // where a key was set, by its full name
}

// Memory is the section [memory].
type Memory struct {
	Budget           float64 // share of the window for memory in the prompt
	Embeddings       bool    // send the folder's text to a provider to search by meaning
	EmbeddingsModel  string  // "provider/name"
	EmbeddingsURL    string  // of an OpenAI-compatible server; "" for the provider's own
	SearchTranscript bool    // search transcripts when memory holds nothing
}

// Provider is a section [providers.NAME].
type Provider struct {
	BaseURL    string
	KeyEnv     string // name of the environment variable that holds the key
	KeyCommand string // a shell command that prints the key
	API        string // anthropic, openai-responses, openai-chat; "" for the provider's own
	Headers    map[string]string
}

// Model is a section [models."provider/name"], in tokens and in US dollars for a
// million tokens; a price that is nil is not known.
type Model struct {
	Window          int
	Reply           int
	PriceIn         *float64
	PriceOut        *float64
	PriceCacheRead  *float64
	PriceCacheWrite *float64
	Encoding        string // o200k_base, cl100k_base
}

// Sleep is the section [sleep]: every number of the design of sleep. Shares are
// in [0, 1] of what the key's documentation names; beats are completed turns.
type Sleep struct {
	Auto bool

	// When a night begins.
	Threshold     float64
	Cooldown      time.Duration
	AskedCooldown time.Duration
	MinBeats      int
	Schedule      bool
	StartHour     int // local hour
	DurationHours int
	MinAwakeTicks int // beats
	Idle          bool
	IdleAfter     time.Duration
	IdleAwake     time.Duration
	IdleQueue     int // memories
	IdleForce     int // memories
	Rhythm        bool
	RhythmAwake   time.Duration
	MinInterval   time.Duration
	Pressure      bool

	// States.
	Depth          string // light, deep
	AskedHours     int
	MaxCycles      int
	TimeLimit      time.Duration
	AwakeTick      time.Duration
	AsleepTick     time.Duration
	UrgentPriority int
	LowGain        float64
	LowGainNights  int

	// Phases.
	Engine       string // auto, model, offline
	Model        string // "provider/name"; "" is the conversation's
	Strategy     string
	BudgetCalls  int
	BudgetTokens int
	BudgetCost   float64 // US dollars
	HistoryChunk int     // messages
	ToolChunk    int     // tool results
	Keep         float64
	Target       float64
	KeptTurns    float64
	MaxLoss      float64
	LastingFrom  float64 // importance
	LongTerm     int     // tokens
	PruneResult  int     // tokens
	Floor        float64
	RecallFloor  float64
	Strict       bool
	ForgetAfter  time.Duration

	Mind   Mind
	Replay Replay
	Energy Energy
}

// Mind are the keys of episodes, buffers and beliefs. A zero of ShortTerm, Daily,
// Alpha and Decay takes the profile's number.
type Mind struct {
	Profile  string  // light, balanced, archivist
	Detail   float64 // [-1, 1]
	Tenacity float64 // [-1, 1]

	Retention        float64
	ShortTermEvery   time.Duration
	PromoteFrom      float64 // importance
	PromoteGoalFrom  float64 // importance
	PromoteEmotion   float64 // arousal or threat
	PromoteEvery     time.Duration
	ShortTerm, Daily int // episodes
	Alpha            float64
	Decay            float64
}

// Replay are the keys of replay, strength and associations.
type Replay struct {
	PriorityEmotion float64
	PriorityGoal    float64
	PriorityRecent  float64
	PriorityTagged  float64
	RecencyDecay    float64 // an hour

	Batch          int
	Novel          float64
	Familiar       float64
	Strengthen     float64
	Permanent      float64
	Associate      float64
	AssociateFirst float64
	Decay          float64
	Prune          float64
	MaxEdges       int
}

// Energy are the keys of pressure and maturity.
type Energy struct {
	MaturityCycles float64
	GrowthCurve    float64
	Jitter         float64
	MinAwake       float64
	MaxAwake       float64
	AwakeLow       float64
	AwakeHigh      float64
	MinCapacity    float64
	MaxCapacity    float64
	LeastCapacity  float64
	MinHeartbeat   float64
	MaxHeartbeat   float64
	LeastHeartbeat float64
	BeatLow        float64
	BeatHigh       float64
	ReplayYoung    float64
	ReplayFall     float64
	ReplayJitter   float64
	MinReplay      float64
	MaxReplay      float64
}
