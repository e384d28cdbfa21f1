package night

import (
	"bytes"
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// Report is what a night did: the JSON of `dormouse sleep --json`. Everything
// but the took_ms fields is filled here; durations are the caller's, who has the
// clock.
type Report struct {
	Night   string      `json:"night"`
	Number  int         `json:"number"` // of the land's nights, from 1
	Session string      `json:"session"`
	Trigger string      `json:"trigger"`
	Reason  string      `json:"reason,omitempty"`
	Depth   sleep.Depth `json:"depth"`
	Engine  string      `json:"engine"` // "model", "offline", "none" when nothing was to do
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
	// Unborne counts the lines of a model in whose place the person's own words stand, or
	// nothing, because the talk does not bear them out as they were written.
	Unborne int `json:"unborne,omitempty"`
	// Crowded counts the lines of a model for which the night had no room.
	Crowded int `json:"crowded,omitempty"`
	// Clashes are lines of a person that something newer speaks against; they
	// were left as they are.
	Clashes  []string         `json:"clashes,omitempty"`
	Survival Survival         `json:"survival"`
	Recall   Recall           `json:"recall"`
	Replay   *replay.Replayed `json:"replay,omitempty"`
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
func (s Survival) Share() float64 { return share(s.Kept, s.Total) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
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
	State sleep.State
	Phase string // "process", …, "dreaming"
	Done  int
	Total int
	Text  string // what was just found, for the night view; may be empty
}

// Told is what a night did beside remembering, in words, a line each; nothing of
// what it did not do.
func (r Report) Told() (lines []string) {
	say := func(n int, one, more string) {
		if n == 1 {
			lines = append(lines, one)
		} else if n > 1 {
			lines = append(lines, fmt.Sprintf(more, n))
		}
	}
	say(r.Unborne, "one line of the model was not said so: your own words stand in its place, or nothing",
		"%d lines of the model were not said so: your own words stand in their place, or nothing")
	say(r.Crowded, "one line of the model had no room: the least important", "%d lines of the model had no room: the least important")
	if x := r.Replay; x != nil {
		if x.Replayed > 0 {
			found := "found nothing that was missed"
			if x.Added > 0 {
				found = fmt.Sprintf("found what was missed: %s", counted(x.Added, "line", "lines"))
			}
			lines = append(lines, fmt.Sprintf("read %s of %d again, and %s", counted(x.Replayed, "old turn", "old turns"), x.Past, found))
		}
		say(x.Used, "one memory was used, and is stronger", "%d memories were used, and are stronger")
		say(x.Formed, "connected one pair of memories", "connected %d pairs of memories")
		say(x.Strengthened, "one connection was used, and is stronger", "%d connections were used, and are stronger")
		say(x.Pruned, "let one connection go that nobody used", "let %d connections go that nobody used")
		for i, m := range x.Marked {
			if i == mostMarks {
				lines = append(lines, fmt.Sprintf("and %d more", len(x.Marked)-mostMarks))
				break
			}
			lines = append(lines, fmt.Sprintf("marked %q, which may be out of date: %q", m.Text, m.Now))
		}
	}
	say(len(r.Promoted), "one memory is used so much, or was said again, that it went to MEMORY.md", "%d memories are used so much, or were said again, that they went to MEMORY.md")
	say(len(r.Retired), "one memory left MEMORY.md: its day is over, or there was no room", "%d memories left MEMORY.md: their day is over, or there was no room")
	for _, d := range r.Dreams {
		if s := d.Told(); s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

// mostMarks bounds the doubts that are told one by one.
const mostMarks = 5

// Told is a dream in words; "" for one that did nothing.
func (d Dreamt) Told() string {
	if d.Failed != "" {
		return fmt.Sprintf("dreamt, to %s, and failed: %s", d.Task, d.Failed)
	}
	if d.Count == 0 {
		return ""
	}
	what := map[string]string{
		DreamLink:     "connected " + counted(d.Count, "pair of memories", "pairs of memories"),
		DreamPrune:    "dropped " + counted(d.Count, "connection", "connections") + " of what is gone",
		DreamMerge:    "merged " + counted(d.Count, "line", "lines") + " of MEMORY.md into others that say the same and more",
		DreamReflect:  "wrote down " + counted(d.Count, "insight", "insights"),
		DreamSalvage:  "remembered " + counted(d.Count, "line", "lines") + " of sessions that lie idle",
		DreamCompress: "made " + counted(d.Count, "idle session", "idle sessions") + " smaller",
	}[d.Task]
	if what == "" {
		return ""
	}
	return "dreamt: " + strings.Join(append([]string{what}, d.Notes...), "; ")
}

// Did counts the dreams that did something.
func Did(list []Dreamt) (n int) {
	for _, d := range list {
		if d.Count > 0 {
			n++
		}
	}
	return n
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// ReadDreams parses what the dreams of a night wrote of themselves.
func ReadDreams(b []byte) (list []Dreamt) {
	for part := range bytes.SplitSeq(b, []byte("---\n")) {
		var d Dreamt
		if _, err := fmt.Sscanf(string(part), "dream_task:\n  task: %s\n  count: %d\n", &d.Task, &d.Count); err == nil {
			list = append(list, d)
		}
	}
	return list
}
