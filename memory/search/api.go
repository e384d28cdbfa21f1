package search

import (
	"context"
	"fmt"
	"time"

	"dormouse/memory/search/index"
)

// Verdict says what an answer without hits means.
type Verdict string

// The five verdicts. Beside Hits, NoMatch and BelowThreshold may come with results:
// lines that are as near to the query as any, and no answer to it.
const (
	Hits           Verdict = "hits"
	NoMatch        Verdict = "no_match"        // none of the words occur
	BelowThreshold Verdict = "below_threshold" // words occur, but little of the query
	EmptyStore     Verdict = "empty_store"     // there is no memory yet
	StaleIndex     Verdict = "stale_index"     // the files could not all be read
)

// Query is a question to the memory. Text is words, never a language: every
// byte string is a valid query.
type Query struct {
	Text  string
	Limit int // hits; 0 means 10
	// AsOf asks what was held true on that local day; zero means now.
	AsOf time.Time
	// Now resolves "last June"; zero means the newest day in the memory.
	Now         time.Time
	Transcripts bool // search sessions/ as well
	// Associated is how many entries that are strongly associated with the first
	// hits may come behind the first five, beyond Limit. An Index knows of none: it is the
	// memory that adds them.
	Associated int
	// Before is of how many entries a hit says that they were told before it, in the same
	// conversation. Only the memory knows.
	Before int
}

// Why says what made a line a hit.
type Why string

// The reasons.
const (
	Words      Why = "words"      // it holds words of the query, or others for the same person
	Meaning    Why = "meaning"    // it holds none, but is near them in meaning
	Associated Why = "associated" // nights have seen it together with another hit
)

// Hit is one line that may answer the query, with its neighbours where the answer
// stands beside it. Lines are 1-based, inclusive and hold for the file as it is on
// disk.
type Hit struct {
	Path string `json:"path"`
	// Start and End cover the line and its neighbours, and so does Text, a line each.
	Start int    `json:"start_line"`
	End   int    `json:"end_line"`
	Text  string `json:"text"`
	// Line is where the line that matches begins, Own its text, and Beside are its
	// neighbours, in the order of the file.
	Line         int     `json:"line"`
	Own          string  `json:"-"`
	Beside       []Line  `json:"-"`
	Why          Why     `json:"why"`
	Score        float64 `json:"score"`
	Date         string  `json:"date"` // YYYY-MM-DD, "" where none is known
	Heading      string  `json:"heading"`
	ID           string  `json:"id"`
	SupersededBy string  `json:"superseded_by,omitempty"`
	// Associated is set on hits that the words did not find but a strong
	// association did: the id they came with.
	Associated string `json:"associated,omitempty"`
	// Before is what was told before it, the last first, as far as it was asked for.
	Before []Told `json:"-"`
	// Doubt says why the entry may be stale; "" where nothing does.
	Doubt string `json:"possibly_stale,omitempty"`
	// sure: a person tells in it what is asked for, in so many words.
	sure bool
}

// Told is an entry that was told before a hit. Over: it is no longer so.
type Told struct {
	ID, Text string
	Over     bool
}

// Line is a line beside the one that matches.
type Line struct {
	At   int // where it begins
	Text string
}

// Matched is the text of the line that matches.
func (h *Hit) Matched() string {
	if h.Own == "" {
		return h.Text
	}
	return h.Own
}

// Answer is what a search found.
type Answer struct {
	Query   string  `json:"query"`
	Verdict Verdict `json:"verdict"`
	Results []Hit   `json:"results"`
	// Notice says why an index with an Embedder searched all or some lines by
	// their words alone; "" when it did not, and always without an Embedder.
	Notice string `json:"notice,omitempty"`
}

// Lines gives the entries with these ids as hits, in the order of the ids and
// without a score: MEMORY.md's line where an entry stands there, else its oldest
// log's. What is not there, forgotten, or not known yet on the day asOf (zero
// means now) is left out. It looks at the files as the last search saw them.
func (ix *Index) Lines(ctx context.Context, ids []string, asOf time.Time) ([]Hit, error) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	c := &ix.memory
	if !c.open {
		if _, err := ix.look(ctx); err != nil {
			return nil, fmt.Errorf("look up entries: %w", err)
		}
	}
	f := &finder{c: c, a: &asked{}, asOf: index.DayOf(asOf), text: map[fileRef][]index.Passage{}, at: map[string]int{}}
	for _, id := range ids {
		f.stale = false
		for _, r := range c.standsAt(id) {
			if f.take(r); f.stale {
				break // it changed since the last look: the next search finds it
			}
		}
	}
	return f.hits, nil
}

// standsAt are the passages that hold an id, in the order of the index.
func (c *collection) standsAt(id string) []group {
	var list []group
	for i, p := range c.parts {
		for _, m := range p.seg.Postings(index.IDTerm + id) {
			if file := p.seg.FileAt(m.At); !p.gone(file) {
				at := int(m.At - p.seg.Files[file].First)
				list = append(list, group{scored: scored{spot: spot{fileRef{i, file}, at}, held: 1}, from: at, to: at})
			}
		}
	}
	return list
}
