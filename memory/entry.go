package memory

import (
	"time"

	"dormouse/land/transcript"
)

// Type is what kind of thing an entry remembers. It is also the heading the
// entry stands under.
type Type string

// The five types, in the order of the headings.
const (
	Fact       Type = "fact"
	Preference Type = "preference"
	Decision   Type = "decision"
	Happening  Type = "event"
	Learning   Type = "learning"
)

// Types lists the types in the order in which files show them.
var Types = [...]Type{Fact, Preference, Decision, Happening, Learning}

// Heading is the section an entry of this type stands under: "Facts", ….
func (t Type) Heading() string {
	switch t {
	case Preference:
		return "Preferences"
	case Decision:
		return "Decisions"
	case Happening:
		return "Events"
	case Learning:
		return "Learnings"
	}
	return "Facts"
}

// Entry is one remembered thing: one Markdown bullet, one line long.
type Entry struct {
	ID   string // "k7f3a2"; empty for a hand-written bullet nobody referred to yet
	Type Type
	Text string // without marker and id
	// Importance is in [0, 1]; 0 where it is not known (a line written by hand).
	Importance float64
	// Since is the local day the entry is about or was said on; Until the day it
	// stopped being true, zero while it holds.
	Since time.Time
	Until time.Time
	// SupersededBy is the id of the entry that took this one's place.
	SupersededBy string
	// Struck marks a crossed-out line: superseded by the program, or by a person
	// with no more than "~~…~~".
	Struck bool
	// Replaces is the id of an entry, standing in a log, whose place this one took.
	Replaces string
	// Sources are ids of the messages the entry rests on; empty when it was
	// written by hand.
	Sources []string
	// Proofs are transcript.Proof of them, in the same order, as far as it is known:
	// "", or fewer, where it is not.
	Proofs []string
	// Origin is that of the words it rests on, as far as the records say.
	Origin transcript.Origin
	// Path and Line are where the entry stands now (1-based).
	Path string
	Line int
	// Heading is the path of headings above it, outermost first.
	Heading []string

	hash uint64 // of the whole item as it stands in its file
	nth  int32  // among the entries of its file, from 1; 0 where Text is not as it stands there
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
	Kind  OpKind `json:"op"`
	Entry Entry  `json:"entry"`
	// Target is the id of the existing entry that merge, supersede, promote,
	// retire and pin speak of.
	Target string `json:"target,omitempty"`
	// Whole says that Entry stands for all that the superseded entry said, so that
	// nothing of it is kept beside.
	Whole bool `json:"whole,omitempty"`
	// Path is the file the operation changes.
	Path string `json:"path"`
	// Reason is one clause for the report: "same as ^k7f3a2 (0.93)".
	Reason string `json:"reason,omitempty"`
}
