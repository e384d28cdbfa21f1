// Package memory is the knowledge of a land: MEMORY.md and the daily logs
// memory/YYYY-MM-DD.md, read and edited as documents (package document).
//
// An entry is one top-level bullet of a document. The program rewrites or retires an
// entry only while its text is exactly what the program wrote: what a person wrote or
// changed is theirs, and what a person deleted is not written again.
//
// The package asks no model, reads no clock and starts no goroutine. All files
// are read and written through a land.
//
// # On disk
//
//	MEMORY.md                   "# Memory", "## Facts", …; "- text ^id"
//	memory/YYYY-MM-DD.md        "# YYYY-MM-DD", blocks in the order they happened
//	.dormouse/entries/YYYY-MM.jsonl what the program wrote: records, of which the last of an id counts
//
// A superseded entry is "- ~~old text~~ (until YYYY-MM-DD → ^newid) ^id". Logs
// are only appended to: an entry that takes the place of one in a log says
// "(replaces ^oldid)", and a forgotten one is named under "## Notes" as
// "- Forgotten: ^id (from memory/YYYY-MM-DD.md)", what has no id by its hash in its
// own log ("- Forgotten: a part of this day #hash"). Of a superseded line of several
// facts, those that still hold go on as a line of their own (knowledge.Rest), which rests on
// what the old one rests on.
//
// # Why
//
// People edit these files by hand and grep them for years. Text that can be
// trusted to stay as it was left is worth more than any structure beside it:
// the records hold provenance, never text, and can be deleted.
package memory

import "errors"

// Errors of the store.
var (
	// ErrPrivate is returned in a talk that leaves no trace; the caller should say
	// that memory can only be read.
	ErrPrivate = errors.New("this talk is private: memory is read and not written")
	// ErrForeign is returned when words that no person typed would become a line of
	// MEMORY.md; the caller should save them to the log, where their origin stands.
	ErrForeign = errors.New("not a person's words")
	// ErrEmpty is returned when a text holds nothing to remember; the caller
	// should ask for words.
	ErrEmpty = errors.New("nothing to remember in an empty text")
	// ErrOutside is returned for a path that is not memory; the caller should
	// name MEMORY.md, a file in memory/ or (to read) in sessions/.
	ErrOutside = errors.New("not a memory file")
	// ErrNoLine is returned for lines behind the end of a file; the caller should say
	// where it ends.
	ErrNoLine = errors.New("there is no such line")
)
