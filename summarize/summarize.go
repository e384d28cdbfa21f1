// Package summarize turns messages into less: a wake note that opens the next
// context, and candidates for memory, each resting on the messages it came from.
//
// There are two engines. The offline engine is extractive: it splits text into
// sentences, weighs what a person would miss most, makes each sentence stand on
// its own and drops what memory already has. The model engine, in asking,
// asks a language model, checks every clause against what was said and is known, and falls
// back to the offline engine. Five strategies decide which messages give way first; all
// work over both engines.
//
// The package opens no file, reads no clock and starts no goroutine: the same
// input gives the same output, which is what makes a night repeatable.
package summarize

import (
	"context"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// Candidate is something that might be worth remembering.
type Candidate struct {
	Type       document.Type `json:"type"`
	Text       string        `json:"text"`       // self-contained, one line, absolute dates
	Importance float64       `json:"importance"` // [0, 1]
	// Said is what the text was made of, in the words it was said in, with absolute
	// dates: those that turn an older line ("actually") are cut from the text. "" where
	// more is cut than such words.
	Said string    `json:"said,omitempty"`
	From []string  `json:"from"` // message ids it rests on, never empty
	Day  time.Time `json:"day"`  // local day of the newest of them
	// Complete marks a line that was written to stand by itself: what it corrects is not
	// told again with its words.
	Complete bool `json:"complete,omitempty"`
	// Open marks what was left undone; it is listed under "### Open".
	Open bool `json:"open,omitempty"`
	// Single marks a line that is one thing as it stands: an item of a list.
	Single bool `json:"single,omitempty"`
	// Lasts marks what is judged to hold for a year, whatever its type: an event of
	// weight too.
	Lasts bool `json:"lasts,omitempty"`
	// Origin is that of the words it rests on. Only what a person typed is theirs.
	Origin transcript.Origin `json:"origin,omitempty"`
	// Replaces is the id of a known entry that this one corrects; "" if none.
	Replaces string `json:"replaces,omitempty"`
}

// Digest is what a strategy made of some messages.
type Digest struct {
	// Summary is the wake note: request, decisions, what was in hand, last
	// command, open ends. Markdown, at most the budget.
	Summary string `json:"summary"`
	// Days is one short paragraph for each local day (YYYY-MM-DD) of the
	// messages, for that day's log; "" where a day is not worth one.
	Days map[string]string `json:"days,omitempty"`
	// Candidates in the order of their messages.
	Candidates []Candidate `json:"candidates"`
	// Engine is "offline" or "model".
	Engine string `json:"engine"`
	// Degraded says why the offline engine finished what a model began.
	Degraded string           `json:"degraded,omitempty"`
	Calls    int              `json:"calls"`
	Usage    transcript.Usage `json:"usage"`
	// Rejected are candidates that the check of numbers, names and dates threw
	// out, one clause each.
	Rejected []string `json:"rejected,omitempty"`
	// Unborne counts the lines of a model that the talk does not bear out as they were
	// written: words of the person stand in for all or a clause of them, or nothing does.
	Unborne int `json:"unborne,omitempty"`
	// Crowded counts the lines of a model for which the budget had no room.
	Crowded int `json:"crowded,omitempty"`
}

// Budget bounds a digest, in tokens.
type Budget struct {
	Summary int // the wake note
	// Memory is for the text of candidates and day paragraphs together, with one
	// token for each line's end; ids, marks and headings are not counted.
	Memory int
	// Asked is what Memory is for a model; 0: the same. It picks what to tell, so that a
	// short talk may leave more than the offline engine would choose of it.
	Asked int
}

// Input is what a strategy works on.
type Input struct {
	// Old are the messages that will leave the context: the summary speaks of
	// them. New are the messages whose memories are not saved yet: candidates
	// come from them. Both in order; they may overlap.
	Old, New []transcript.Message
	// Earlier is the summary of the last night, to be merged and never
	// summarised again; "" on the first night.
	Earlier string
	// Known are the entries memory holds: what they say is not said twice.
	Known []*document.Entry // not to be changed
	// Names are the speakers' names by role, where known.
	Names map[transcript.Role]string
	// Places are the places of messages in their session, from 1, by id: what a
	// model calls them. nil takes their places in New.
	Places map[string]int
	// Count counts tokens; a model is asked only with it.
	Count func(string) int
	// Location is the zone of local days.
	Location *time.Location
}

// Strategy compresses messages to a budget.
type Strategy interface {
	Summarize(ctx context.Context, in Input, b Budget) (Digest, error)
}
