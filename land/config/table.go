package config

import (
	"math"
	"slices"
	"sync"
)

// group is a part of the table with a title of its own in docs/config.md; ""
// stands under its section's.
type group struct {
	title string
	keys  []Key
}

var groups = []group{
	{"", generalKeys}, {"", screenKeys}, {"", memoryKeys}, {"", undoKeys}, {"", syncKeys}, {"", providerKeys}, {"", modelKeys},
	{"When a night begins", whenKeys}, {"Asked-for nights, daemon, waking", stateKeys}, {"What a night does", phaseKeys},
	{"Replay, strength, associations", replayKeys},
	{"Maturity and pressure", energyKeys}, {"Heartbeat, and how much is replayed", beatKeys},
}

// table is every row there ever was; nothing changes it.
var table = sync.OnceValue(func() []Key {
	var keys [][]Key
	for _, g := range groups {
		keys = append(keys, g.keys)
	}
	return slices.Concat(keys...)
})

// forever is a range without an upper end.
var forever = math.Inf(1)

// mostTokens bounds sizes: far above any window.
const mostTokens = 1e9

// Why a land cannot set a key.
const (
	runsProgram     = "runs a program"
	namesHost       = "names a host"
	choosesVoice    = "says who the model should be"
	reachesProvider = "says how a provider is reached"
	sendsText       = "sends text of the land away"
	decidesNetwork  = "decides about the network"
)

// The files that work with the numbers of nights.
const (
	guards        = "sleep/verdict.go"
	triggers      = "sleep/trigger.go"
	preparing     = "runtime/prepare.go"
	asking        = "sleep/asked.go"
	waking        = "runtime/waking.go"
	daemon        = "runtime/daemon.go"
	strategies    = "docs/strategies.md"
	billing       = "runtime/nightmodel/asker.go"
	compressing   = "sleep/night/compress.go"
	consolidating = "sleep/night/consolidate.go"
	lasting       = "sleep/night/longterm.go"
	injecting     = "memory/prompt.go"
	undoing       = "land/thin.go"
	spending      = "sleep/night/spend.go"
	recalling     = "sleep/night/recall.go"
	dreaming      = "sleep/night/dreaming.go"
	replaying     = "sleep/replay/replay.go"
	using         = "sleep/replay/review.go"
	settings      = "sleep/settings.go"
	associating   = "sleep/replay/association.go"
	energy        = "sleep/energy.go"
)
