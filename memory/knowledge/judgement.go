package knowledge

import (
	"dormouse/memory/document"
)

// Judgement is what memory already says about a candidate.
type Judgement struct {
	Kind JudgementKind
	// ID is the entry it is about; "" when that is a bullet without id.
	ID    string
	Entry document.Entry
	Score float64 // likeness in [0, 1]
	// Also are further entries that a Newer candidate supersedes.
	Also []string
	// Text is what Entry says with the value that a Newer candidate gives; "" where the
	// candidate tells more than that, or which value it means is not clear.
	Text string
	// Reason is one clause: "same as ^k7f3a2 (0.93)".
	Reason string
}

// JudgementKind says what to do with a candidate.
type JudgementKind string

// The judgements.
const (
	New     JudgementKind = "new"     // nothing like it is known: add
	Same    JudgementKind = "same"    // Entry says so already: merge
	Newer   JudgementKind = "newer"   // it takes Entry's place: supersede
	Older   JudgementKind = "older"   // Entry, or what replaced it, is newer: leave out
	Deleted JudgementKind = "deleted" // a person deleted it, or it was forgotten: leave out
)
