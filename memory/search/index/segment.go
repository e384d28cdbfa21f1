// Package index holds what a search needs of some files, without their text: the
// passages that a file is cut into, with their words, languages, speakers, days and
// ids, and for each word the passages that it stands in. A segment is built once
// and never changed; in memory and on disk it gives the same answers. It ranks
// nothing and knows no query.
package index

import (
	"sort"

	"dormouse/land/disk"
	"dormouse/memory/language/vectors"
)

// Slot is the place of one passage in a segment. Each file begins at a multiple
// of window, so that what is near what does not depend on other files.
type Slot = uint32

// DateTerm, IDTerm and PartTerm begin the terms that are no words: entries' ids, days
// named in a text, and words within a compound.
const (
	DateTerm = "\x01"
	IDTerm   = "\x02"
	PartTerm = "\x03"
)

// Window is how many passages the first pass of a search judges together.
const Window = 8

// Posting says that a term stands in a passage, and how often (at most 255).
type Posting struct {
	At Slot
	N  uint8
}

// The marks of a passage.
const (
	MarkTime     = 1 << iota // says when or how long
	MarkNumber               // holds a number
	MarkName                 // a capital letter inside a sentence
	MarkQuestion             // ends in a question mark
	MarkHeading
)

// FileEntry is a file as the segment saw it.
type FileEntry struct {
	File
	Hash  uint64 // of the bytes
	First Slot
	Count int    // passages
	Day   int    // from the name, 0 when there is none
	Terms uint64 // of all its passages

	places stored // as appendPlaces writes them
	meant  stored // the words of its passages that have a meaning, as a Builder writes them
}

// piece is a stretch of a segment's file.
type piece struct {
	at   int64
	size int
	sum  uint32
}

// stored is what is in memory, or a piece of the segment's file.
type stored struct {
	here []byte
	piece
}

// Place is what stands around a passage.
type Place struct {
	Parent int // the heading or outer bullet, as a passage of the file; -1 for none
	Day    int // from a dated heading above, 0 when there is none
}

// Mark is a note in some file about an entry: that it was superseded, or must
// not be shown again.
type Mark struct {
	Kind byte // 's' superseded, 'f' forgotten
	ID   string
	By   string
	Day  int
}

// Segment is the index of some files: what the ranking needs, without the text.
type Segment struct {
	Files    []FileEntry
	Lengths  []uint8 // terms in the passage
	Marks    []uint8
	Speakers []uint8            // index into names; 0 for none
	Names    []string           // folded speakers' names; [0] is ""
	Notes    [][]Mark           // by file
	terms    map[string]*list   // nil when they are in blob
	Langs    Tally              // passages by language
	Vocab    vectors.Vocabulary // the words that have a meaning to compare

	blob    disk.File
	size    int64 // of blob
	err     error // of the first piece that could not be read
	sparse  []sparseEntry
	listsAt int64
}

// Err is what was wrong with the first piece that could not be read, nil for none: what
// reading gave since may lack something.
func (s *Segment) Err() error { return s.err }

// FileAt is the index of the file that a slot belongs to.
func (s *Segment) FileAt(at Slot) int {
	return sort.Search(len(s.Files), func(i int) bool { return s.Files[i].First > at }) - 1
}
