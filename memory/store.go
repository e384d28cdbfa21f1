package memory

import (
	"cmp"
	"context"
	"time"

	"dormouse/land"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/memory/snapshot"
)

const memoryFile = land.MemoryFile

// Searcher answers queries about the land's files and looks entries up by their ids;
// *search.Index is one.
type Searcher interface {
	Search(ctx context.Context, q search.Query) (search.Answer, error)
	Lines(ctx context.Context, ids []string, asOf time.Time) ([]search.Hit, error)
}

// Options say how a store works.
type Options struct {
	// Location is the zone of local days; nil means UTC.
	Location *time.Location
	// Searcher answers Search. It reads through Files(land).
	Searcher Searcher
	// Mind gives what nights have learnt of entries, as it is now; nil for nothing.
	Mind func() Mind
	// Private makes every write ErrPrivate.
	Private bool
}

// Store is the memory of one land. Its methods may be called from several
// goroutines; every write is one transaction of the land.
type Store struct {
	land   *land.Land
	loc    *time.Location
	search Searcher
	mind   func() Mind

	private bool
	files   *snapshot.Cache
}

// NewStore returns the memory of a land.
func NewStore(l *land.Land, o Options) *Store {
	return &Store{land: l, loc: cmp.Or(o.Location, time.UTC), search: o.Searcher, mind: o.Mind, private: o.Private, files: snapshot.NewCache(l)}
}

// Excerpt is a part of a file.
type Excerpt struct {
	Path  string `json:"path"`
	From  int    `json:"from"` // lines, 1-based and inclusive; 0 for an empty file
	To    int    `json:"to"`
	Lines int    `json:"lines"` // of the whole file
	// Text is the lines as they are on disk. More says that it was cut.
	Text string `json:"text"`
	More bool   `json:"more,omitempty"`
}

// Mode is how Update writes.
type Mode string

// The modes.
const (
	Append  Mode = "append"  // a new entry in MEMORY.md, under a section
	Replace Mode = "replace" // a whole section, or the whole file, by a new text
)

// Updated is what an update did.
type Updated struct {
	Written []plan.Written
	Diff    string // unified; "" when nothing changed
	Tx      string // for Undo
}

// Origin is where an entry comes from.
type Origin struct {
	Entry  document.Entry
	ByHand bool // written or changed by a person
	// Night and Session are ids; "" when a tool or a person wrote it. The
	// messages it rests on are Entry.Sources.
	Night, Session string
	Written        time.Time
	Strength       float64
	Uses           int
	Used           time.Time
	Pinned         bool
	// Neighbours are the entries it is associated with, the strongest first. Doubt
	// says why it may be stale, "" where nothing does.
	Neighbours []Neighbour
	Doubt      string
	// History is the chain of entries it took the place of, newest first.
	History []document.Entry
}

// Typed tells whether a person told memory the line itself, in a session and beside its
// talk: it rests on no message.
func (o Origin) Typed() bool {
	return o.Session != "" && o.Night == "" && len(o.Entry.Sources) == 0
}

// Severity says how bad a problem is.
type Severity string

// The severities.
const (
	Broken  Severity = "broken"  // a promise does not hold
	Warning Severity = "warning" // it holds, but someone should look
)

// Problem is a promise about the land's files that does not hold.
type Problem struct {
	Severity Severity `json:"severity"`
	Path     string   `json:"path"`
	Line     int      `json:"line,omitempty"` // 1-based; 0 for the whole file
	What     string   `json:"what"`
	Do       string   `json:"do"` // what a person can do about it
}

// Injected is the memory part of a prompt.
type Injected struct {
	Text string
	// Left are the parts that did not fit, by heading.
	Left []Omitted
	// Files are fingerprints of what Text was read from, for Changes.
	Files map[string]string
}

// Omitted is what a prompt leaves out under one heading.
type Omitted struct {
	Path    string `json:"path"`
	Heading string `json:"heading"`
	Entries int    `json:"entries"`
	Why     string `json:"why,omitempty"` // "" when it did not fit
}
