package sleep

import (
	"dormouse/land/transcript"
	"dormouse/memory/document"
)

// Report is what a night did: the JSON of `dormouse sleep --json`. Everything
// but the took_ms fields is filled here; durations are the caller's, who has the
// clock.
type Report struct {
	Night   string `json:"night"`
	Number  int    `json:"number"` // of the land's nights, from 1
	Session string `json:"session"`
	Trigger string `json:"trigger"`
	Reason  string `json:"reason,omitempty"`
	Depth   Depth  `json:"depth"`
	Engine  string `json:"engine"` // "model", "offline", "none" when nothing was to do
	// Degraded says why the offline engine finished what a model began.
	Degraded string `json:"degraded,omitempty"`
	// Nothing says why a night changed nothing, "" when it did something.
	Nothing string `json:"nothing,omitempty"`
	// Stuck names the part of the context that cannot shrink, when the night
	// could not bring it under the target.
	Stuck        string       `json:"stuck,omitempty"`
	Window       int          `json:"window"`        // tokens
	TokensBefore int          `json:"tokens_before"` // of the context
	TokensAfter  int          `json:"tokens_after"`
	Phases       []PhaseCount `json:"phases"`
	Entries      []Noted      `json:"entries"`
	Open         []Noted      `json:"open,omitempty"` // lines of what was left undone
	Superseded   []Noted      `json:"superseded"`
	Promoted     []Noted      `json:"promoted,omitempty"`
	Retired      []Noted      `json:"retired,omitempty"`
	Duplicates   int          `json:"duplicates"` // candidates memory had already
	// Dropped are candidates that did not get in, one clause each: invented,
	// from a tool, a clash with a person's line, over the budget.
	Dropped []string `json:"dropped,omitempty"`
	// Clashes are lines of a person that something newer speaks against; they
	// were left as they are.
	Clashes  []string         `json:"clashes,omitempty"`
	Survival Survival         `json:"survival"`
	Recall   Recall           `json:"recall"`
	Replay   *Replayed        `json:"replay,omitempty"`
	Dreams   []Dreamt         `json:"dreams,omitempty"`
	Notices  []string         `json:"notices,omitempty"`
	Calls    int              `json:"calls"`
	Usage    transcript.Usage `json:"usage"`
	TookMS   int64            `json:"took_ms"`
	// Bill is what a night that asked a model cost, filled in by the caller.
	Bill *Bill `json:"bill,omitempty"`
	// Prepared is set where the night was worked out beside the talk.
	Prepared *Prepared  `json:"prepared,omitempty"`
	Diffs    []FileDiff `json:"diffs,omitempty"` // dry run
	Plan     string     `json:"plan,omitempty"`  // the plan's path, dry run
	// Files are what save wrote; a merge with a person's edit is marked.
	Files []Written `json:"files,omitempty"`
}

// PhaseCount is one phase in numbers. In and Out count what the phase is about:
// process messages → episodes, summarize messages → candidates, consolidate
// candidates → entries, save operations → files.
type PhaseCount struct {
	Name   string `json:"name"`
	TookMS int64  `json:"took_ms"`
	In     int    `json:"in"`
	Out    int    `json:"out"`
	Merged int    `json:"merged,omitempty"`
	// Dropped and Merged balance: In = Out + Merged + Dropped in consolidate.
	Dropped int `json:"dropped,omitempty"`
}

// Noted is one entry of the report.
type Noted struct {
	ID         string        `json:"id"`
	Type       document.Type `json:"type"`
	Importance float64       `json:"importance"`
	Text       string        `json:"text"`
	Path       string        `json:"path"`
	Line       int           `json:"line"` // 1-based; 0 where it does not stand any more
	From       []string      `json:"from"`
	// By is the entry that took its place, or why it went.
	By string `json:"by,omitempty"`
}

// Survival is what became of the ids, paths, URLs, numbers, dates, code names
// and quotes of the text that left the context.
type Survival struct {
	Kept  int    `json:"kept"`
	Total int    `json:"total"`
	Lost  []Lost `json:"lost"` // at most 500 of them
}

// Lost is one that neither memory nor the summary holds.
type Lost struct {
	Kind    string `json:"kind"`
	Text    string `json:"text"`
	Message string `json:"message"` // its transcript message
}

// Share is the part that survived, 1 when there was nothing to lose.
func (s Survival) Share() float64 {
	if s.Total > 0 {
		return float64(s.Kept) / float64(s.Total)
	}
	return 1
}

// Written is one file of the transaction.
type Written struct {
	Path      string   `json:"path"`
	Merged    bool     `json:"merged,omitempty"`
	Conflicts []string `json:"conflicts,omitempty"`
}

// FileDiff is what a plan would change in one file, unified.
type FileDiff struct {
	Path string `json:"path"`
	Diff string `json:"diff"`
}

// Progress tells how far a night is.
type Progress struct {
	State State
	Phase string // "process", …, "dreaming"
	Done  int
	Total int
	Text  string // what was just found, for the night view; may be empty
}
