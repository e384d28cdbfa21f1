package sleep

import (
	"hash/fnv"
	"time"

	"dormouse/land"
)

// Settings are the numbers of SLEEP.md. Each is a config key of the same name
// under [sleep] and has its default in DefaultSettings.
type Settings struct {
	Auto bool // automatic nights at all; overflow and asked ones stay

	// When (SLEEP §1).
	Threshold     float64       // share of the window, (0, 1]
	Cooldown      time.Duration // since the last waking, for context
	AskedCooldown time.Duration // since the last waking, for the model's wish
	MinBeats      int           // beats awake, for the model's wish

	Schedule      bool
	StartHour     int // local hour, 0–23
	DurationHours int // 1–24
	MinAwakeTicks int // beats awake before a scheduled night

	Idle          bool
	IdleAfter     time.Duration // without input
	IdleAwake     time.Duration // awake for longer than this, or
	IdleQueue     int           // more memories waiting than this
	IdleForce     int           // more than this: at the next idle minute
	Rhythm        bool
	RhythmAwake   time.Duration // of 24 hours
	RhythmOffset  time.Duration // drawn once a land, [0, 24h)
	MinInterval   time.Duration // between two nights of the rhythm
	Pressure      bool
	Energy        Energy
	MaxCycles     int           // of replay in one night
	TimeLimit     time.Duration // of a night
	LowGain       float64       // a night that frees less than this share of the context
	LowGainNights int           // as many in a row stop the automatic ones

	// What (SLEEP §3).
	Keep         float64       // share of the slept text, in tokens, that may go to memory
	Least        int           // tokens any night may write: a share of three sentences would be none of them
	Target       float64       // share of the window the new context stays under
	KeptTurns    float64       // share of the window for turns kept word for word
	MaxLoss      float64       // share of MEMORY.md's entries that one night may retire
	PromptMemory float64       // share of the window for memory in the prompt
	LongTerm     int           // tokens MEMORY.md may grow to
	PruneResult  int           // tokens from which an old tool result gives way to a pointer
	Floor        float64       // share of identifiers that must survive; 0 accepts any
	RecallFloor  float64       // share of the probe questions that memory must answer; 0 only reports
	Strict       bool          // refuse a night below Floor or RecallFloor
	LastingFrom  float64       // importance above which an entry goes to MEMORY.md
	ForgetAfter  time.Duration // working summaries of sessions untouched for so long

	HistoryChunk   int // messages
	ToolChunk      int // tool results
	UrgentPriority int // from which an event wakes

	Mind   Mind   // episodes, buffers, beliefs (§4)
	Replay Replay // replay, strength, associations (§5)
}

// leastNight is Settings.Least, in tokens, unless somebody asks for an exact share.
const leastNight = 240

// DefaultSettings are SLEEP.md's numbers for a chat.
func DefaultSettings() Settings {
	return Settings{
		Auto:      true,
		Threshold: 0.80, Cooldown: 5 * time.Minute, AskedCooldown: 60 * time.Minute, MinBeats: 10,
		StartHour: 2, DurationHours: 4, MinAwakeTicks: 10,
		Idle: true, IdleAfter: 5 * time.Minute, IdleAwake: time.Hour, IdleQueue: 100, IdleForce: 400,
		RhythmAwake: 16 * time.Hour, MinInterval: 18 * time.Hour,
		Energy:    DefaultEnergy(),
		MaxCycles: 8, TimeLimit: 30 * time.Minute, LowGain: 0.10, LowGainNights: 2,
		Keep: 0.20, Least: leastNight, Target: 0.50, KeptTurns: 0.20, MaxLoss: 0.25, PromptMemory: 0.15,
		LongTerm: 4000, PruneResult: 400, LastingFrom: 0.7, ForgetAfter: 30 * 24 * time.Hour,
		HistoryChunk: 10, ToolChunk: 20, UrgentPriority: 8,
		Mind: DefaultMind(), Replay: DefaultReplay(),
	}
}

// SettingsOf are the settings that a land's config asks for. RhythmOffset is the
// land's own and stays 0: see Offset.
func SettingsOf(c land.Config) Settings {
	s := c.Sleep
	return Settings{
		Auto:      s.Auto,
		Threshold: s.Threshold, Cooldown: s.Cooldown, AskedCooldown: s.AskedCooldown, MinBeats: s.MinBeats,
		Schedule: s.Schedule, StartHour: s.StartHour, DurationHours: s.DurationHours, MinAwakeTicks: s.MinAwakeTicks,
		Idle: s.Idle, IdleAfter: s.IdleAfter, IdleAwake: s.IdleAwake, IdleQueue: s.IdleQueue, IdleForce: s.IdleForce,
		Rhythm: s.Rhythm, RhythmAwake: s.RhythmAwake, MinInterval: s.MinInterval,
		Pressure: s.Pressure, Energy: Energy(s.Energy),
		MaxCycles: s.MaxCycles, TimeLimit: s.TimeLimit, LowGain: s.LowGain, LowGainNights: s.LowGainNights,
		Keep: s.Keep, Least: leastNight, Target: s.Target, KeptTurns: s.KeptTurns, MaxLoss: s.MaxLoss, PromptMemory: c.Memory.Budget,
		LongTerm: s.LongTerm, PruneResult: s.PruneResult, LastingFrom: s.LastingFrom, ForgetAfter: s.ForgetAfter,
		Floor: s.Floor, RecallFloor: s.RecallFloor, Strict: s.Strict,
		HistoryChunk: s.HistoryChunk, ToolChunk: s.ToolChunk, UrgentPriority: s.UrgentPriority,
		Mind: Mind(s.Mind), Replay: Replay(s.Replay),
	}
}

// Offset is the land's own offset of the rhythm, in [0, 24h): drawn once from
// something that stays, such as the land's path or id.
func Offset(land string) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(land))
	return time.Duration(h.Sum64()%(24*60*60)) * time.Second
}
