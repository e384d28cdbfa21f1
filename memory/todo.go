package memory

import (
	"context"
	"errors"
	"time"

	"dormouse/land"
	"dormouse/memory/search"
)

var errTodo = errors.New("not built yet")

// Snapshot is all of memory at one moment.
type Snapshot struct{}

// Snapshot reads MEMORY.md, all logs and the records.
func (s *Store) Snapshot() (Snapshot, error) { return Snapshot{}, errTodo }

// Entries returns the known entries, one for each id: living and superseded.
func (s Snapshot) Entries() []Entry { return nil }

// Document returns a file of the snapshot; an empty one where there is none.
func (s Snapshot) Document(path string) (d Document, exists bool) { return Document{}, false }

// Judge says what memory holds against, or for, a candidate. Since is the day
// it was said on.
func (s Snapshot) Judge(e Entry) Judgement { return Judgement{Kind: New} }

// Apply turns a plan into changes. It is pure: the same snapshot and plan give
// the same changes, and a plan that was applied already gives none.
func Apply(s Snapshot, p Plan) (Result, error) { return Result{}, errTodo }

// Files gives search what it may read: MEMORY.md, logs and transcripts.
func Files(l *land.Land) search.Files { return nil }

// NewID returns an id for an entry that no other has: a letter and five of
// [a-z2-7], drawn from the seed.
func NewID(seed string, taken func(string) bool) string { return "" }

// Absolute writes the days that a text speaks of relative to day as dates.
func Absolute(text string, day time.Time) string { return text }

// Redact replaces well-known shapes of keys by a marker that says what was there.
func Redact(s string) string { return s }

// Entries is Snapshot().Entries().
func (s *Store) Entries() ([]Entry, error) { return nil, errTodo }

// Edit changes one file of memory by splices. The edit may run again when a
// person changed the file meanwhile.
func (s *Store) Edit(path, kind string, now time.Time, edit func(Document) (Document, error)) (land.Saved, error) {
	return land.Saved{}, errTodo
}

// Search answers a query, without what was forgotten.
func (s *Store) Search(ctx context.Context, q search.Query) (search.Answer, error) {
	return search.Answer{}, errTodo
}

// Get returns lines of MEMORY.md, of a file in memory/ or, to read only, in
// sessions/. from is 1-based; lines at most 200, 0 means 40.
func (s *Store) Get(path string, from, lines int) (Excerpt, error) { return Excerpt{}, errTodo }

// SaveNote adds a bullet under "## Notes" of today's log. What memory already
// says is not said twice: Written.What is "there" then.
func (s *Store) SaveNote(text string, t Type, now time.Time, from Source) (Written, error) {
	return Written{}, errTodo
}

// Update changes MEMORY.md. section is a heading; "" means Facts in the mode
// Append and the whole file in the mode Replace.
func (s *Store) Update(m Mode, text, section string, now time.Time, from Source) (Updated, error) {
	return Updated{}, errTodo
}

// Forget takes an entry ("^id" or "path:line") out of MEMORY.md, and names it as
// forgotten in today's log where it also stands in a log.
func (s *Store) Forget(ref string, now time.Time) ([]Written, error) { return nil, errTodo }

// Undo takes a transaction back (Written.Tx).
func (s *Store) Undo(tx string, now time.Time) (land.Saved, error) { return land.Saved{}, errTodo }

// Why tells where an entry ("^id" or "path:line") comes from.
func (s *Store) Why(ref string) (Origin, error) { return Origin{}, errTodo }

// Check tries every promise about the land's files. A clean land has no problems.
func (s *Store) Check() ([]Problem, error) { return nil, errTodo }

// Prompt returns the memory part of a prompt: MEMORY.md, today's and yesterday's
// log, within a budget of tokens.
func (s *Store) Prompt(today time.Time, budget int, count func(string) int) (Injected, error) {
	return Injected{}, errTodo
}

// Changes says in a few lines what a person changed since the prompt with this
// memory text and these files was made; "" when nothing. The files it returns
// take the place of those given, so that nothing is told twice.
func (s *Store) Changes(memory string, files map[string]string) (note string, now map[string]string, err error) {
	return "", files, errTodo
}
