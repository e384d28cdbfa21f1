package document

import (
	"dormouse/land/transcript"
	"fmt"
	"time"
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

	// Hash is of the whole item as it stands in its file; 0 where it stands in none.
	Hash uint64 `json:"-"`
	// Nth counts the entries of a file as Scan gives them, from 1; it is 0 where Text
	// is not as it stands there.
	Nth int32 `json:"-"`
}

// Open reports whether the entry is something left undone, of a day's log.
func (e Entry) Open() bool {
	n := len(e.Heading)
	return n > 0 && e.Heading[n-1] == OpenHeading
}

// Ref is how an entry is named: "^id", or where it stands.
func (e Entry) Ref() string {
	if e.ID != "" {
		return "^" + e.ID
	}
	return fmt.Sprintf("%s:%d", e.Path, e.Line)
}

// Pointers are those of entries, where they stand.
func Pointers(list []Entry) []*Entry {
	out := make([]*Entry, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}
