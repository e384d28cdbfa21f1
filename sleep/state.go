package sleep

// State is where a night is (SLEEP §2; 002's state machine).
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

// Mode is "awake" or "sleep" (003).
func (s State) Mode() string {
	if s == Awake {
		return "awake"
	}
	return "sleep"
}

// Phase is 003's sleep phase: "compacting", "dreaming", or "" when awake.
func (s State) Phase() string {
	switch s {
	case EnteringSleep, LightSleep, DeepSleep:
		return "compacting"
	case Dreaming:
		return "dreaming"
	}
	return ""
}

// Event is what can happen to a night.
type Event string

// The events. Begin to Done come from the night itself, the others from
// outside.
const (
	Begin     Event = "begin"      // Decide said so
	Ready     Event = "ready"      // the locks are held, phase 1 begins
	Digested  Event = "digested"   // process and summarize are done: consolidate begins
	Saved     Event = "saved"      // the transaction is done
	Empty     Event = "empty"      // there is nothing to compact
	Failed    Event = "failed"     // a phase failed; nothing has changed
	TaskDone  Event = "task_done"  // one dream is done, others wait
	Done      Event = "done"       // the last dream is done
	Up        Event = "up"         // memory is read again, the prompt built anew
	Key       Event = "key"        // a key press
	Message   Event = "message"    // something was said to us
	Urgent    Event = "urgent"     // see Happened.Urgent
	WakeUp    Event = "wake_up"    // /wake, wake_up, Esc twice
	Cancel    Event = "cancel"     // Ctrl-C: as soon as it is safe
	TimerOver Event = "timer_over" // duration_hours, or the time limit
)

// Events lists all events, for tables and tests.
var Events = [...]Event{Begin, Ready, Digested, Saved, Empty, Failed, TaskDone, Done, Up, Key, Message, Urgent, WakeUp, Cancel, TimerOver}

// Effect is what the caller does after an event.
type Effect string

// The effects.
const (
	Nothing  Effect = "nothing"   // the event has no meaning here
	Hold     Effect = "hold"      // keep what was typed; the night goes on
	Enter    Effect = "enter"     // take the locks
	Work     Effect = "work"      // process, summarize
	Protect  Effect = "protect"   // consolidate, save: "will wake when saved" from here
	Drop     Effect = "drop"      // cancel the night; it leaves no trace
	Defer    Effect = "defer"     // will wake when saved
	Between  Effect = "between"   // will wake between two dreams
	Dream    Effect = "dream"     // begin, or go on with, the next dream
	Rise     Effect = "rise"      // read memory again, clear the bed, set the cooldown
	Converse Effect = "converse"  // send what waits
	TryLater Effect = "try_later" // the night failed: guard Failed, then rise
)

// Rest is the state of one sleeper. It is a value: Step returns the next one.
type Rest struct {
	State State `json:"state"`
	Depth Depth `json:"depth,omitempty"`
	// Overflow marks a night that a too long request began: it cannot be woken,
	// only cancelled, because without it nothing can be sent.
	Overflow bool `json:"overflow,omitempty"`
	// Deferred is the event that will wake as soon as it may; "" for none.
	Deferred Event `json:"deferred,omitempty"`
}

// rule is one cell of the table.
type rule struct {
	To State
	Do Effect
}

// table is SLEEP §2 for a light night: every state and every event that means
// something there. What is not in it leaves the state and does nothing.
func table(s State, e Event) (rule, bool) {
	r, ok := map[State]map[Event]rule{
		Awake: {
			Begin: {EnteringSleep, Enter},
			Key:   {Awake, Converse}, Message: {Awake, Converse}, Urgent: {Awake, Converse},
		},
		EnteringSleep: {
			Ready: {LightSleep, Work}, Empty: {Waking, Rise}, Failed: {Waking, TryLater},
			Key: {Waking, Drop}, Message: {Waking, Drop}, Urgent: {Waking, Drop},
			WakeUp: {Waking, Drop}, Cancel: {Waking, Drop}, TimerOver: {Waking, Drop},
		},
		LightSleep: {
			Digested: {DeepSleep, Protect}, Empty: {Waking, Rise}, Failed: {Waking, TryLater},
			Key: {Waking, Drop}, Message: {Waking, Drop}, Urgent: {Waking, Drop},
			WakeUp: {Waking, Drop}, Cancel: {Waking, Drop}, TimerOver: {Waking, Drop},
		},
		DeepSleep: {
			Saved: {Waking, Rise}, Empty: {Waking, Rise}, Failed: {Waking, TryLater},
			Key: {DeepSleep, Defer}, Message: {DeepSleep, Defer}, Urgent: {DeepSleep, Defer},
			WakeUp: {DeepSleep, Defer}, Cancel: {DeepSleep, Defer}, TimerOver: {DeepSleep, Defer},
		},
		Dreaming: {
			TaskDone: {Dreaming, Dream}, Done: {Waking, Rise}, Failed: {Waking, Rise},
			Key: {Dreaming, Between}, Message: {Dreaming, Between}, Urgent: {Dreaming, Between},
			WakeUp: {Dreaming, Between}, Cancel: {Dreaming, Between}, TimerOver: {Dreaming, Between},
		},
		Waking: {
			Up:  {Awake, Converse},
			Key: {Waking, Hold}, Message: {Waking, Hold}, Urgent: {Waking, Hold},
		},
	}[s][e]
	return r, ok
}

// Step takes one event. It is pure, and total: an event that means nothing in a
// state leaves it as it is, with the effect Nothing.
func Step(r Rest, e Event) (Rest, Effect) {
	if r.State == "" {
		r.State = Awake
	}
	cell, ok := table(r.State, e)
	if !ok {
		return r, Nothing
	}
	cell = r.deepen(e, cell)
	next := r
	next.State = cell.To
	switch cell.Do {
	case Defer, Between:
		if next.Deferred == "" || e == Cancel {
			next.Deferred = e
		}
	case Converse:
		next = Rest{State: cell.To}
	}
	return next, cell.Do
}

// deepen bends a cell where depth, overflow or a deferred wake say otherwise.
func (r Rest) deepen(e Event, c rule) rule {
	stimulus := e == Key || e == Message || e == Urgent
	switch {
	case r.Overflow && c.Do == Drop && e != Cancel:
		return rule{r.State, Hold}
	case r.Depth == Deep && r.State == Dreaming && stimulus:
		return rule{Dreaming, Hold}
	case r.Depth == Deep && (e == Saved || e == Empty) && r.Deferred == "":
		return rule{Dreaming, Dream}
	case r.State == Dreaming && e == TaskDone && r.Deferred != "":
		return rule{Waking, Rise}
	}
	return c
}

// Happened is an event from outside as the daemon hears of it (003).
type Happened struct {
	Kind     string // "direct_message", …
	Marked   bool   // metadata.urgent
	Priority int    // metadata.priority
	// Class is why it was taken to be for us: "direct_addressing",
	// "direct_message", ….
	Class string
}

// Urgent tells whether the event may wake a light sleeper (003 §3): a direct
// message, marked urgent, of at least this priority (8), or addressed by name.
func (h Happened) Urgent(priority int) bool {
	return h.Kind == "direct_message" || h.Marked || h.Priority >= priority ||
		h.Class == "direct_addressing" || h.Class == "direct_message"
}
