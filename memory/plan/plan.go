// Package plan turns what a night or a hand wants of memory into changes of files. A
// plan is a list of operations on entries; Apply is pure, and a plan that was applied
// already changes nothing. What each actor may do is decided here alone: nothing that a
// person wrote is changed or taken out unless that person asks. It writes no file.
package plan

import (
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// memoryFile is the one file that a plan may take lines out of.
const memoryFile = land.MemoryFile

// Plan is what one night, or one hand, wants to do to memory. Apply turns it
// into changes of files.
type Plan struct {
	// Night is the id that the records name; "" for what a tool or a person did.
	Night string
	// Session is the transcript that the entries' sources are in.
	Session string
	// Now is when the plan is carried out, in the local zone.
	Now time.Time
	// MaxLoss is the share of MEMORY.md's living entries that may be retired or
	// superseded, in [0, 1].
	MaxLoss float64
	// By is whose plan it is; "" is a night's. Where a person asks, what was
	// deleted, forgotten or superseded may be said again.
	By Actor
	// Ops whose entries go into a log need them in a block of that day too, or are
	// put under its "## Notes". An entry without an id gets one.
	Ops    []Op
	Blocks []DayBlock
	// Leaving are entries that Ops retire, as a log shall keep them: those that left,
	// and that no log has.
	Leaving DayBlock
	// Strengths update the records of entries that were used.
	Strengths []Strength
}

// OpKind is what a plan does to one entry.
type OpKind string

// The operations a night may propose. None of them rewrites a file: each is a
// splice in one place.
const (
	Add       OpKind = "add"       // a new line in a log or in MEMORY.md
	Merge     OpKind = "merge"     // an entry that is there already gains sources
	Supersede OpKind = "supersede" // a newer entry takes the place of ID
	Promote   OpKind = "promote"   // a log's entry is copied into MEMORY.md
	Retire    OpKind = "retire"    // an entry leaves MEMORY.md; its log line stays
	Pin       OpKind = "pin"       // always part of the prompt
	Unpin     OpKind = "unpin"     // only where there is room
)

// Op is one operation of a plan, on one entry.
type Op struct {
	Kind  OpKind         `json:"op"`
	Entry document.Entry `json:"entry"`
	// Target is the id of the existing entry that merge, supersede, promote,
	// retire and pin speak of.
	Target string `json:"target,omitempty"`
	// Whole says that Entry stands for all that the superseded entry said, so that
	// nothing of it is kept beside.
	Whole bool `json:"whole,omitempty"`
	// Told says that the person was told so when they said it: then no share of MEMORY.md
	// bounds what is superseded.
	Told bool `json:"told,omitempty"`
	// Path is the file the operation changes.
	Path string `json:"path"`
	// Reason is one clause for the report: "same as ^k7f3a2 (0.93)".
	Reason string `json:"reason,omitempty"`
}

// DayBlock is what a night adds at the end of one day's log.
type DayBlock struct {
	Day time.Time // the local day; its log is LogPath(Day)
	// Heading is "14:05 · night 3 · context 81%", with or without the "## ".
	Heading string
	// Paragraph is the day in a few sentences; "" for none.
	Paragraph string
	// Entries stand under their types' headings, those that are open under "### Open". One
	// without an id gets one.
	Entries []document.Entry
}

// Strength is how much an entry is used.
type Strength struct {
	ID       string
	Strength float64 // [0, 1]
	Uses     int
	Used     time.Time
	// What makes it so tonight: how many uses, when the last was, and what they add.
	Times int
	At    time.Time
	Gain  float64
}

// Result is what a plan comes to. Changes and Written describe the same thing,
// for the land and for people.
type Result struct {
	Changes []land.Change
	// Written are the lines that are new or changed, in the order of files.
	Written []Written
	// Rests are lines that keep what a superseded entry said besides: id → id of
	// that entry.
	Rests map[string]string
	// Traced is what the session keeps of where the entries come from.
	Traced []transcript.Traced
	// Clashes are operations that would have rewritten a person's line.
	Clashes []Clash
	// Skipped are operations that were not carried out, with the reason.
	Skipped []Skip
}

// Clash is a line of a person's that says something else than what the night
// learned. Nothing was done to it.
type Clash struct {
	Path string         `json:"path"`
	Line int            `json:"line"`
	Text string         `json:"text"` // the person's
	New  document.Entry `json:"new"`
}

// Skip is an operation that was left out.
type Skip struct {
	Op     Op     `json:"op"`
	Reason string `json:"reason"`
}

// Written is one line that was written to memory: what the screen shows, and
// what can be taken back with Store.Undo(Tx).
type Written struct {
	Path string `json:"path"`
	Line int    `json:"line"` // 1-based; 0 for a line that was taken out
	Text string `json:"text"`
	ID   string `json:"id,omitempty"`
	Tx   string `json:"tx,omitempty"`
	// What is "added", "struck", "removed", "replaced" or "there": it was there
	// already and nothing was written.
	What string `json:"what"`
}
