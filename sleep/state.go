package sleep

// State is where a night is.
type State string

// The six states, in the order of a night.
const (
	Awake         State = "awake"
	EnteringSleep State = "entering_sleep"
	LightSleep    State = "light_sleep"
	DeepSleep     State = "deep_sleep"
	Dreaming      State = "dreaming"
	Waking        State = "waking"
)

// States lists the states in order; the index is the ordinal of the metric
// dormouse_sleep_state.
var States = [...]State{Awake, EnteringSleep, LightSleep, DeepSleep, Dreaming, Waking}

// Event is what may wake a sleeper from outside.
type Event string

// The events.
const (
	Key     Event = "key"     // a key press
	Message Event = "message" // something was said to us
	WakeUp  Event = "wake_up" // /wake, Esc twice
)

// Effect is what comes of an event.
type Effect string

// The effects.
const (
	Nothing Effect = "nothing" // awake, or waking anyway
	Hold    Effect = "hold"    // what was typed is kept; the night goes on
	Drop    Effect = "drop"    // the night ends and leaves no trace
	Defer   Effect = "defer"   // it wakes when it has saved
	Between Effect = "between" // it wakes between two dreams
)

// Status is the state of one sleeper.
type Status struct {
	State State
	Depth Depth
	// Overflow marks a night that a too long request began: before it is saved it
	// cannot be woken, because without it nothing can be sent.
	Overflow bool
	// Deferred is set when it will wake as soon as it may.
	Deferred bool
}

// Interrupt says what an event does to a sleeper, and what it then waits for. It is pure
// and total. A deep dream heeds only those who ask it to wake.
func (r Status) Interrupt(e Event) (Status, Effect) {
	do := Nothing
	switch r.State {
	case EnteringSleep, LightSleep:
		if do = Drop; r.Overflow {
			do = Hold
		}
	case DeepSleep:
		do = Defer
	case Dreaming:
		if do = Between; r.Depth == Deep && e != WakeUp {
			do = Hold
		}
	}
	r.Deferred = r.Deferred || do == Defer || do == Between
	return r, do
}
