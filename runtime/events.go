package runtime

import (
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/prompt"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// Command is something a person wants. The set is closed.
type Command interface{ command() }

// Say is a message to the model. While a turn or a night runs it is queued and
// sent afterwards; nothing typed is refused or lost.
type Say struct {
	Text string
	// Spans are the parts of it that the person did not type.
	Spans []transcript.Span
	// Media go with it; Text has a line for each.
	Media []Upload
}

// Upload is a picture or a document with its bytes.
type Upload struct {
	media.Media
	Data []byte `json:"-"`
}

// Sleep asks for a night now.
type Sleep struct {
	Depth sleep.Depth // "" means light
	// DryRun plans the night, emits a Planned event and writes nothing.
	DryRun bool
}

// Cancel stops the running turn (the partial reply is kept) or wakes from a
// night: at once while nothing is saved yet, else when it is saved, or between
// two dreams; from deep dreams the second one does.
type Cancel struct{}

// Wake wakes from a night as soon as it may be woken, also from a deep one.
type Wake struct{}

// Retry sends the last turn again after it failed.
type Retry struct{}

// Unqueue takes the newest message that waits back; an Unqueued event brings it.
type Unqueue struct{}

// Use switches the model for the turns to come.
type Use struct{ Ref string }

// UndoNight takes a night back; an empty ID means the last one.
type UndoNight struct{ ID string }

// UndoWrite takes one memory write back, whoever made it, by its transaction; ""
// is the newest that is not taken back.
type UndoWrite struct{ Tx string }

// Rename gives the session a title.
type Rename struct{ Title string }

// Pin keeps a message, by its id ("" is the newest that the person wrote), word
// for word in the context through every night; Off lets it go again.
type Pin struct {
	Message string
	Off     bool
}

// Keep makes a session of a private talk.
type Keep struct{}

// Look asks for a fresh Metered event, and for Shown.
type Look struct{}

// Quit ends Run after the running turn was cancelled and recorded.
type Quit struct{}

func (Say) command()       {}
func (Sleep) command()     {}
func (Cancel) command()    {}
func (Wake) command()      {}
func (Retry) command()     {}
func (Unqueue) command()   {}
func (Use) command()       {}
func (UndoNight) command() {}
func (UndoWrite) command() {}
func (Rename) command()    {}
func (Pin) command()       {}
func (Keep) command()      {}
func (Look) command()      {}
func (Quit) command()      {}

// Event is something that happened. The set is closed; every event is a value
// that no goroutine changes afterwards.
type Event interface{ event() }

// Opened comes first: the session as it stands, after a resume with what was
// said before.
type Opened struct {
	Session  string // id; "" until the first message is on disk
	Private  bool   // nothing of it reaches the disk
	Title    string
	Model    string // "provider/name"
	Why      string // why this model: "ANTHROPIC_API_KEY is set"
	Land     string // path
	Messages []transcript.Message
	Nights   []transcript.Night
	Notices  []string
}

// Began tells that a new session is on disk, with its first message.
type Began struct{ Session string }

// Said tells that a user's message is on disk.
type Said struct{ Message transcript.Message }

// Queued tells that a message waits, and how many do.
type Queued struct {
	Text   string
	Length int
}

// Unqueued tells that a message waits no longer, and was not sent.
type Unqueued struct{ Say Say }

// Asking tells that a request is on its way.
type Asking struct{ Step int }

// Delta is a piece of the reply; Reasoning of what the model thinks before it.
type (
	Delta     struct{ Text string }
	Reasoning struct{ Text string }
)

// Retrying tells that the provider is asked again, after Wait, to a tenth of a second.
type Retrying struct {
	Attempt int
	Wait    time.Duration
	Why     string
}

// Called tells that a tool runs; Returned what came of it. Aside is set where it is the
// built-in engine's: its reply says what it found there, or could not write.
type (
	Called struct {
		Call  transcript.Call
		Aside bool
	}
	Returned struct {
		Aside  bool
		Call   transcript.Call
		Result string
		Failed bool
	}
)

// Wrote tells of one line of memory that was written, by a tool or a night, so
// that every write is seen and can be taken back (UndoWrite).
type Wrote struct {
	Tx   string
	Path string
	Line int
	Text string
	What string // "saved", "appended", "replaced", "forgotten"
}

// Replied tells that the reply is on disk. Interrupted replies are kept, too.
type Replied struct{ Message transcript.Message }

// TurnEnded comes last in a turn, whatever its end. Err is nil, or what went
// wrong in words for a person.
type TurnEnded struct{ Err error }

// Meter is the explained context meter, with the night that is prepared beside the
// talk.
type Meter struct {
	prompt.Meter
	Ahead Ahead `json:"prepared_night,omitzero"`
}

// Metered carries the ledger after it changed.
type Metered struct{ Meter Meter }

// Shown is what the model sees, part by part.
type Shown struct {
	Parts []prompt.Part
	Spent Spent
}

// Slept follows a night: the state of the machine, the phase and how far it is.
type Slept struct {
	State    sleep.State
	Why      string
	Phase    string
	Done     int
	Total    int
	Text     string // what was just found
	Tokens   int    // used when the night began
	Deferred bool
	// Message is what a message of the person's does to the night now.
	Message sleep.Effect
}

// Woke ends a night. Err is nil when its work is saved; a night that was
// dropped or failed changed nothing.
type Woke struct {
	Report night.Report
	Err    error
}

// Planned carries a dry run.
type Planned struct {
	Report night.Report
	Err    error
}

// Switched tells that another model answers from now on.
type Switched struct{ Model, Why string }

// TakenBack tells that a night or a memory write, the one whose id is set, was
// taken back, and in Text what that changed.
type TakenBack struct{ Night, Tx, Text string }

// Renamed tells the session's title from now on.
type Renamed struct{ Title string }

// Pinned tells that a message was pinned or unpinned: Message.Pinned says which.
type Pinned struct{ Message transcript.Message }

// Kept tells that a private talk is a session on disk now. It goes on there.
type Kept struct{ Session string }

// Edited tells that files of the land have changed, by whomever, and names those that a
// person changed and the model hears of with the next message.
type Edited struct{ Names []string }

// Noticed is one line a person should see.
type Noticed struct{ Text string }

func (Opened) event()    {}
func (Began) event()     {}
func (Said) event()      {}
func (Queued) event()    {}
func (Asking) event()    {}
func (Delta) event()     {}
func (Reasoning) event() {}
func (Retrying) event()  {}
func (Called) event()    {}
func (Returned) event()  {}
func (Wrote) event()     {}
func (Replied) event()   {}
func (TurnEnded) event() {}
func (Metered) event()   {}
func (Shown) event()     {}
func (Unqueued) event()  {}
func (Slept) event()     {}
func (Woke) event()      {}
func (Planned) event()   {}
func (Switched) event()  {}
func (TakenBack) event() {}
func (Renamed) event()   {}
func (Pinned) event()    {}
func (Kept) event()      {}
func (Edited) event()    {}
func (Noticed) event()   {}
