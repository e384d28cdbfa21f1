package search

import "time"

// Verdict says what an answer without hits means (EVIDENCE 9).
type Verdict string

// The five verdicts. Only Hits comes with results.
const (
	Hits           Verdict = "hits"
	NoMatch        Verdict = "no_match"        // none of the words occur
	BelowThreshold Verdict = "below_threshold" // words occur, but nothing about it
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
	// hits may come after all hits, beyond Limit. An Index knows of none: it is the
	// memory that adds them.
	Associated int
	// Settled asks for an answer from the files as they were at the last look
	// at them, without looking again: for many questions in a row.
	Settled bool
}

// Hit is one line (or a few adjoining ones) that may answer the query. Lines
// are 1-based, inclusive and hold for the file as it is on disk.
type Hit struct {
	Path         string  `json:"path"`
	Start        int     `json:"start_line"`
	End          int     `json:"end_line"`
	Text         string  `json:"text"`
	Score        float64 `json:"score"`
	Date         string  `json:"date"` // YYYY-MM-DD, "" where none is known
	Heading      string  `json:"heading"`
	ID           string  `json:"id"`
	SupersededBy string  `json:"superseded_by,omitempty"`
	// Associated is set on hits that the words did not find but a strong
	// association did: the id they came with.
	Associated string `json:"associated,omitempty"`
	// Doubt says why the entry may be stale; "" where nothing does.
	Doubt string `json:"possibly_stale,omitempty"`
}

// Answer is what a search found.
type Answer struct {
	Query   string        `json:"query"`
	Verdict Verdict       `json:"verdict"`
	Results []Hit         `json:"results"`
	Took    time.Duration `json:"-"`
	// Notice says why an index with an Embedder searched all or some lines by
	// their words alone; "" when it did not, and always without an Embedder.
	Notice string `json:"notice,omitempty"`
}

// File is one document that can be searched.
type File struct {
	Name    string // "MEMORY.md", "memory/2026-11-21.md", "sessions/….jsonl"
	Size    int64
	ModTime time.Time
	Inode   uint64
}

// Files is the folder a search reads. The files are the truth; an index is
// derived from them.
type Files interface {
	List() ([]File, error)
	Read(name string) ([]byte, error)
}
