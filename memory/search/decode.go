package search

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"dormouse/memory/language"
)

// errDamaged is returned when an index does not hold what it should; the caller
// throws it away and reads the files.
var errDamaged = errors.New("the search index is damaged")

// sparseEntry is the first term of a block of the dictionary.
type sparseEntry struct {
	first string
	at    int64 // in the file
	size  int
	sum   uint32
}

// listRef says where a term's postings are.
type listRef struct {
	here []byte // in the dictionary, when they are short
	at   int64
	size int
	sum  uint32
}

// reader takes an encoded part apart; the first thing that does not fit makes
// it bad, and everything after that is zero.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) num() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return make([]byte, min(n, 8))
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) text() string { return string(r.take(r.num())) }
func (r *reader) u64() uint64  { return binary.LittleEndian.Uint64(r.take(8)) }
func (r *reader) u32() uint32  { return binary.LittleEndian.Uint32(r.take(4)) }

// count reads a number of things that take at least one byte each.
func (r *reader) count() int {
	n := r.num()
	if n > uint64(len(r.b)) {
		r.bad, r.b = true, nil
		return 0
	}
	return int(n)
}

// openSegment reads what a segment must have in memory. It owns blob from then
// on, also when it fails.
func openSegment(blob Blob) (*segment, error) {
	s, err := readSegment(blob)
	if err != nil {
		blob.Close()
		return nil, fmt.Errorf("open search index: %w", err)
	}
	return s, nil
}

func readSegment(blob Blob) (*segment, error) {
	head := make([]byte, headerSize)
	if n, _ := blob.ReadAt(head, 0); n < headerSize || string(head[:len(segmentMagic)]) != segmentMagic ||
		checksum(head[:headerSize-4]) != binary.LittleEndian.Uint32(head[headerSize-4:]) {
		return nil, errDamaged
	}
	var at, size [sections]int64
	var sums [sections]uint32
	r := reader{b: head[len(segmentMagic):]}
	for i := range sections {
		at[i], size[i], sums[i] = int64(r.u64()), int64(r.u64()), r.u32()
	}
	if at[secPostings]+size[secPostings] != blob.Size() {
		return nil, errDamaged
	}
	load := make([]byte, at[secPlaces]-int64(headerSize))
	if n, _ := blob.ReadAt(load, int64(headerSize)); n < len(load) {
		return nil, errDamaged
	}
	part := func(i int) []byte { return load[at[i]-int64(headerSize):][:size[i]] }
	for i := range secPlaces {
		if checksum(part(i)) != sums[i] {
			return nil, errDamaged
		}
	}
	s := &segment{blob: blob, listsAt: at[secPostings]}
	s.decodeFiles(part(secFiles), at[secPlaces], at[secMeant])
	if !s.decodeTables(part(secTables), part(secSlots)) || !s.decodeSparse(part(secSparse), at[secBlocks]) {
		return nil, errDamaged
	}
	return s, nil
}

func (s *segment) decodeFiles(b []byte, places, meant int64) {
	r := reader{b: b}
	n := r.count()
	s.files = make([]fileEntry, n)
	for i := range s.files {
		f := &s.files[i]
		f.Name = r.text()
		f.Size = int64(r.num())
		f.ModTime = time.Unix(0, int64(r.u64()))
		f.Inode = r.num()
		f.hash = r.u64()
		f.first = slot(r.num())
		f.count = int(r.num())
		f.day = int(r.num())
		f.terms = r.num()
		f.placesSize = int(r.num())
		f.placesSum = r.u32()
		f.placesAt = places
		places += int64(f.placesSize)
		f.meantSize = int(r.num())
		f.meantSum = r.u32()
		f.meantAt = meant
		meant += int64(f.meantSize)
	}
}

func (s *segment) decodeTables(b, slots []byte) bool {
	r := reader{b: b}
	n := int(r.num())
	if len(slots) != 3*n {
		return false
	}
	s.lengths, s.marks, s.speakers = slots[:n], slots[n:2*n], slots[2*n:]
	s.names = make([]string, r.count())
	for i := range s.names {
		s.names[i] = r.text()
	}
	for i := range s.langs {
		s.langs[i] = int(r.num())
	}
	if r.u32() != language.VectorsID() {
		return false // of a program with other vectors: its words have other numbers
	}
	s.vocab = make(language.Vocabulary, r.count())
	for i := range s.vocab {
		s.vocab[i] = r.u64()
	}
	s.notes = make([][]mark, len(s.files))
	for i := range s.notes {
		for range r.count() {
			m := mark{kind: r.take(1)[0]}
			m.id, m.by = r.text(), r.text()
			m.day = int(r.num())
			s.notes[i] = append(s.notes[i], m)
		}
	}
	end := slot(0)
	for i := range s.files {
		f := &s.files[i]
		if f.first < end || f.first%window != 0 || f.count < 0 || f.count > n || int(f.first)+f.count > n {
			return false
		}
		end = f.first + slot(f.count)
	}
	for _, w := range s.speakers {
		r.bad = r.bad || int(w) >= len(s.names)
	}
	return !r.bad
}

func (s *segment) decodeSparse(b []byte, at int64) bool {
	r := reader{b: b}
	s.sparse = make([]sparseEntry, 0, len(b)/12)
	for len(r.b) > 0 {
		e := sparseEntry{first: r.text(), at: at}
		e.size = int(r.num())
		e.sum = r.u32()
		at += int64(e.size)
		s.sparse = append(s.sparse, e)
	}
	return !r.bad
}

// blockFor is the block that would hold a term; -1 when it sorts before all.
func (s *segment) blockFor(term string) int {
	return sort.Search(len(s.sparse), func(i int) bool { return s.sparse[i].first > term }) - 1
}

// walk goes over the terms of a block until each says false.
func (s *segment) walk(block int, each func(term string, l listRef) bool) error {
	e := s.sparse[block]
	b, err := s.read(e.at, e.size, e.sum)
	if err != nil {
		return err
	}
	r, last := reader{b: b}, []byte(nil)
	for len(r.b) > 0 && !r.bad {
		same := int(r.num())
		if same > len(last) {
			return errDamaged
		}
		last = append(last[:same], r.take(r.num())...)
		var l listRef
		n := r.num()
		if l.size = int(n >> 1); n&1 == 0 {
			l.here = r.take(n >> 1)
		} else {
			l.at = s.listsAt + int64(r.num())
			l.sum = r.u32()
		}
		if !r.bad && !each(string(last), l) {
			return nil
		}
	}
	if r.bad {
		return errDamaged
	}
	return nil
}

// read reads a piece of the segment and checks it.
func (s *segment) read(at int64, size int, sum uint32) ([]byte, error) {
	if size < 0 || int64(size) > s.blob.Size() {
		return nil, errDamaged
	}
	b := make([]byte, size)
	if n, _ := s.blob.ReadAt(b, at); n < size || checksum(b) != sum {
		return nil, errDamaged
	}
	return b, nil
}

// postings are the places of a term, ascending; none when it does not occur.
func (s *segment) postings(term string) ([]posting, error) {
	if s.terms != nil {
		if l := s.terms[term]; l != nil {
			return s.decodePostings(l.b)
		}
		return s.idPostings(term), nil
	}
	i := s.blockFor(term)
	if i < 0 {
		return nil, nil
	}
	var l listRef
	err := s.walk(i, func(t string, r listRef) bool {
		if t == term {
			l = r
		}
		return t < term
	})
	if err != nil || l.size == 0 {
		return nil, err
	}
	b := l.here
	if b == nil {
		if b, err = s.read(l.at, l.size, l.sum); err != nil {
			return nil, err
		}
	}
	return s.decodePostings(b)
}

// idPostings looks among the ids of a segment in memory, which is small.
func (s *segment) idPostings(term string) []posting {
	id, ok := strings.CutPrefix(term, idTerm)
	if !ok {
		return nil
	}
	var out []posting
	for _, x := range s.ids {
		if x.id == id {
			out = append(out, posting{x.at, 1})
		}
	}
	return out
}

func (s *segment) decodePostings(b []byte) ([]posting, error) {
	out := make([]posting, 0, len(b)/2+1)
	at, r := uint64(0), reader{b: b}
	for len(r.b) > 0 {
		v := uint64(r.b[0])
		if v < 0x80 {
			r.b = r.b[1:]
		} else {
			v = r.num()
		}
		at += v >> 1
		n := uint8(1)
		if v&1 == 1 {
			n = r.take(1)[0]
		}
		if r.bad || at >= uint64(len(s.lengths)) {
			return nil, errDamaged
		}
		out = append(out, posting{slot(at), n})
	}
	return out, nil
}

// placesOf tells where the passages of a file stand, in the room of into.
func (s *segment) placesOf(file int, into []place) ([]place, error) {
	f := &s.files[file]
	var b []byte
	if s.places != nil {
		b = s.places[file]
	} else {
		var err error
		if b, err = s.read(f.placesAt, f.placesSize, f.placesSum); err != nil {
			return nil, err
		}
	}
	out, r, day := slices.Grow(into[:0], f.count), reader{b: b}, 0
	for i := range f.count {
		v := r.num()
		if v&1 == 1 {
			day = int(r.num())
		}
		p := place{parent: i - int(v>>1), day: day}
		if v>>1 == 0 {
			p.parent = -1
		}
		if p.parent < -1 {
			return nil, errDamaged
		}
		out = append(out, p)
	}
	if r.bad {
		return nil, errDamaged
	}
	return out, nil
}

// close gives the segment's file back.
func (s *segment) close() {
	if s.blob != nil {
		s.blob.Close()
	}
}
