package transcript

import "strings"

// BuiltIn is the engine that needs no key and no network, as messages name it. It
// quotes memory in fixed phrases: what it says is the program's own.
const BuiltIn = builtIn + "extractive"

// builtIn is the provider of every built-in engine.
const builtIn = "offline/"

// IsBuiltIn says whether a model, as "provider/name", is a built-in engine.
func IsBuiltIn(model string) bool { return strings.HasPrefix(model, builtIn) }

// Names of the program's own tools, as calls bear them. Older transcripts hold calls
// of Wait.
const (
	MemorySearch = memoryTool + "search"
	MemoryGet    = memoryTool + "get"
	MemorySave   = memoryTool + "save"
	MemoryUpdate = memoryTool + "update"
	MemoryForget = memoryTool + "forget" // built-in engine only, never offered to a provider
	GoToSleep    = "go_to_sleep"
	WakeUp       = "wake_up"
	Wait         = "wait"
)

const memoryTool = "memory_"

// IsMemoryTool says whether a tool reads or writes memory: its result quotes what
// stands elsewhere.
func IsMemoryTool(name string) bool { return strings.HasPrefix(name, memoryTool) }

// IsOwnTool says whether a tool is the program's own.
func IsOwnTool(name string) bool {
	switch name {
	case MemorySearch, MemoryGet, MemorySave, MemoryUpdate, MemoryForget, GoToSleep, WakeUp, Wait:
		return true
	}
	return false
}
