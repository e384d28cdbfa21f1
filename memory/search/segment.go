package search

import (
	"sort"

	"dormouse/memory/language"
)

// slot is the place of one passage in a segment. Each file begins at a multiple
// of window, so that what is near what does not depend on other files.
type slot = uint32

// idTerm, dateTerm and partTerm begin the terms that are no words: entries' ids, days
// named in a text, and words within a compound.
const (
	dateTerm = "\x01"
	idTerm   = "\x02"
	partTerm = "\x03"
)

// window is how many passages the first pass of a search judges together.
const window = 8

// posting says that a term stands in a passage, and how often (at most 255).
type posting struct {
	at slot
	n  uint8
}

// The marks of a passage.
const (
	markTime     = 1 << iota // says when or how long
	markNumber               // holds a number
	markName                 // a capital letter inside a sentence
	markQuestion             // ends in a question mark
	markHeading
)

// fileEntry is a file as the segment saw it.
type fileEntry struct {
	File
	hash  uint64 // of the bytes
	first slot
	count int    // passages
	day   int    // from the name, 0 when there is none
	terms uint64 // of all its passages
	// where its places stand in the segment's file
	placesAt   int64
	placesSize int
	placesSum  uint32
	// likewise the words that have a meaning
	meantAt   int64
	meantSize int
	meantSum  uint32
}

// place is what stands around a passage.
type place struct {
	parent int // the heading or outer bullet, as a passage of the file; -1 for none
	day    int // from a dated heading above, 0 when there is none
}

// mark is a note in some file about an entry: that it was superseded, or must
// not be shown again.
type mark struct {
	kind byte // 's' superseded, 'f' forgotten
	id   string
	by   string
	day  int
}

// idAt says that the entry with an id stands in a passage.
type idAt struct {
	id string
	at slot
}

// segment is the index of some files: what the ranking needs, without the text.
type segment struct {
	files    []fileEntry
	lengths  []uint8 // terms in the passage
	marks    []uint8
	speakers []uint8             // index into names; 0 for none
	names    []string            // folded speakers' names; [0] is ""
	notes    [][]mark            // by file
	meant    [][]byte            // by file, the words of its passages that have a meaning, as appendMeant writes them; nil when they are in blob
	places   [][]byte            // by file, as appendPlaces writes them; nil when they are in blob
	terms    map[string]*list    // nil when they are in blob
	ids      []idAt              // in the order of their slots; nil when they are in blob
	langs    tally               // passages by language
	vocab    language.Vocabulary // the words that have a meaning to compare

	blob    Blob
	sparse  []sparseEntry
	listsAt int64
}

// fileAt is the index of the file that a slot belongs to.
func (s *segment) fileAt(at slot) int {
	return sort.Search(len(s.files), func(i int) bool { return s.files[i].first > at }) - 1
}
