package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/language/vectors"
)

// ErrDamaged is returned when an index does not hold what it should; the caller
// throws it away and reads the files.
var ErrDamaged = errors.New("the search index is damaged")

// sparseEntry is the first term of a block of the dictionary.
type sparseEntry struct {
	first string
	piece
}

// Reader takes an encoded part apart; the first thing that does not fit makes
// it bad, and everything after that is zero.
type Reader struct {
	Left []byte
	Bad  bool
}

// Num is the next number of variable length.
func (r *Reader) Num() uint64 {
	v, n := binary.Uvarint(r.Left)
	if n <= 0 {
		r.Bad, r.Left = true, nil
		return 0
	}
	r.Left = r.Left[n:]
	return v
}

// Take are the next n bytes.
func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.Left)) {
		r.Bad, r.Left = true, nil
		return make([]byte, min(n, 8))
	}
	out := r.Left[:n]
	r.Left = r.Left[n:]
	return out
}

// Text is the next text.
func (r *Reader) Text() string { return string(r.Take(r.Num())) }

// U64 are the next eight bytes.
func (r *Reader) U64() uint64 { return binary.LittleEndian.Uint64(r.Take(8)) }

// U32 are the next four bytes.
func (r *Reader) U32() uint32 { return binary.LittleEndian.Uint32(r.Take(4)) }

// Count reads a number of things that take at least one byte each.
func (r *Reader) Count() int {
	n := r.Num()
	if n > uint64(len(r.Left)) {
		r.Bad, r.Left = true, nil
		return 0
	}
	return int(n)
}

// piece reads how long a piece is and its sum; the next begins where it ends.
func (r *Reader) piece(at *int64) piece {
	p := piece{*at, int(r.Num()), r.U32()}
	*at += int64(p.size)
	return p
}

// OpenSegment reads what a segment must have in memory, from a blob of a store.
func OpenSegment(from Store, name string) (*Segment, error) {
	blob, err := from.Open(name)
	if err != nil {
		return nil, err
	}
	s, err := readSegment(blob)
	if err != nil {
		blob.Close()
		return nil, fmt.Errorf("open search index: %w", err)
	}
	return s, nil
}

func readSegment(blob disk.File) (*Segment, error) {
	info, err := blob.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, headerSize)
	if n, _ := blob.ReadAt(head, 0); n < headerSize || string(head[:len(segmentMagic)]) != segmentMagic ||
		Checksum(head[:headerSize-4]) != binary.LittleEndian.Uint32(head[headerSize-4:]) {
		return nil, ErrDamaged
	}
	var sec [sections]piece
	r := Reader{Left: head[len(segmentMagic):]}
	for i := range sec {
		sec[i] = piece{int64(r.U64()), int(r.U64()), r.U32()}
	}
	s := &Segment{blob: blob, size: info.Size, listsAt: sec[secPostings].at}
	if s.listsAt+int64(sec[secPostings].size) != s.size {
		return nil, ErrDamaged
	}
	var load [secPlaces][]byte
	for i := range load {
		if load[i], err = s.read(sec[i]); err != nil {
			return nil, err
		}
	}
	s.decodeFiles(load[secFiles], sec[secPlaces].at, sec[secMeant].at)
	if !s.decodeTables(load[secTables], load[secSlots]) || !s.decodeSparse(load[secSparse], sec[secBlocks].at) {
		return nil, ErrDamaged
	}
	return s, nil
}

func (s *Segment) decodeFiles(b []byte, places, meant int64) {
	r := Reader{Left: b}
	n := r.Count()
	s.Files = make([]FileEntry, n)
	for i := range s.Files {
		f := &s.Files[i]
		f.Name = r.Text()
		f.Size = int64(r.Num())
		f.ModTime = time.Unix(0, int64(r.U64()))
		f.Inode = r.Num()
		f.Hash = r.U64()
		f.First = Slot(r.Num())
		f.Count = int(r.Num())
		f.Day = int(r.Num())
		f.Terms = r.Num()
		f.places.piece, f.meant.piece = r.piece(&places), r.piece(&meant)
	}
}

func (s *Segment) decodeTables(b, slots []byte) bool {
	r := Reader{Left: b}
	n := int(r.Num())
	if len(slots) != 3*n {
		return false
	}
	s.Lengths, s.Marks, s.Speakers = slots[:n], slots[n:2*n], slots[2*n:]
	s.Names = make([]string, r.Count())
	for i := range s.Names {
		s.Names[i] = r.Text()
	}
	for i := range s.Langs {
		s.Langs[i] = int(r.Num())
	}
	if r.U32() != vectors.ID() {
		return false // of a program with other vectors: its words have other numbers
	}
	s.Vocab = make(vectors.Vocabulary, r.Count())
	for i := range s.Vocab {
		s.Vocab[i] = r.U64()
	}
	s.Notes = make([][]Mark, len(s.Files))
	for i := range s.Notes {
		for range r.Count() {
			m := Mark{Kind: r.Take(1)[0]}
			m.ID, m.By = r.Text(), r.Text()
			m.Day = int(r.Num())
			s.Notes[i] = append(s.Notes[i], m)
		}
	}
	end := Slot(0)
	for i := range s.Files {
		f := &s.Files[i]
		if f.First < end || f.First%Window != 0 || f.Count < 0 || f.Count > n || int(f.First)+f.Count > n {
			return false
		}
		end = f.First + Slot(f.Count)
	}
	for _, w := range s.Speakers {
		r.Bad = r.Bad || int(w) >= len(s.Names)
	}
	return !r.Bad
}

func (s *Segment) decodeSparse(b []byte, at int64) bool {
	r := Reader{Left: b}
	s.sparse = make([]sparseEntry, 0, len(b)/12)
	for len(r.Left) > 0 {
		s.sparse = append(s.sparse, sparseEntry{r.Text(), r.piece(&at)})
	}
	return !r.Bad
}

// blockFor is the block that would hold a term; -1 when it sorts before all.
func (s *Segment) blockFor(term string) int {
	return sort.Search(len(s.sparse), func(i int) bool { return s.sparse[i].first > term }) - 1
}

// walk goes over the terms of a block until each says false.
func (s *Segment) walk(block int, each func(term string, list stored) bool) {
	r, last := Reader{Left: s.bytes(stored{piece: s.sparse[block].piece})}, []byte(nil)
	for len(r.Left) > 0 {
		same := int(r.Num())
		if same > len(last) {
			r.Bad = true
			break
		}
		last = append(last[:same], r.Take(r.Num())...)
		var l stored
		n := r.Num()
		if l.size = int(n >> 1); n&1 == 0 {
			l.here = r.Take(n >> 1)
		} else {
			l.at = s.listsAt + int64(r.Num())
			l.sum = r.U32()
		}
		if r.Bad || !each(string(last), l) {
			break
		}
	}
	s.note(r.Bad)
}

// note keeps that a piece does not hold what it should.
func (s *Segment) note(bad bool) {
	if bad && s.err == nil {
		s.err = ErrDamaged
	}
}

// bytes is what is stored somewhere; nil when it cannot be read, which Err tells.
func (s *Segment) bytes(at stored) []byte {
	if at.here != nil || s.blob == nil {
		return at.here
	}
	b, err := s.read(at.piece)
	s.note(err != nil)
	return b
}

// read reads a piece of the segment and checks it.
func (s *Segment) read(p piece) ([]byte, error) {
	if p.size < 0 || int64(p.size) > s.size {
		return nil, ErrDamaged
	}
	b := make([]byte, p.size)
	if n, _ := s.blob.ReadAt(b, p.at); n < p.size || Checksum(b) != p.sum {
		return nil, ErrDamaged
	}
	return b, nil
}

// Postings are the places of a term, ascending; none when it does not occur.
func (s *Segment) Postings(term string) []Posting {
	if s.terms != nil {
		if l := s.terms[term]; l != nil {
			return s.decodePostings(l.b)
		}
		return nil
	}
	i := s.blockFor(term)
	if i < 0 {
		return nil
	}
	var l stored
	s.walk(i, func(t string, r stored) bool {
		if t == term {
			l = r
		}
		return t < term
	})
	if l.size == 0 {
		return nil
	}
	return s.decodePostings(s.bytes(l))
}

// TermsWith lists the terms that begin with a prefix, in any order.
func (s *Segment) TermsWith(prefix string) (out []string) {
	add := func(t string) {
		if strings.HasPrefix(t, prefix) {
			out = append(out, t)
		}
	}
	for t := range s.terms {
		add(t)
	}
	for i := max(0, s.blockFor(prefix)); i < len(s.sparse); i++ {
		if s.sparse[i].first > prefix && !strings.HasPrefix(s.sparse[i].first, prefix) {
			break
		}
		s.walk(i, func(t string, _ stored) bool { add(t); return true })
	}
	return out
}

func (s *Segment) decodePostings(b []byte) []Posting {
	out := make([]Posting, 0, len(b)/2+1)
	at, r := uint64(0), Reader{Left: b}
	for len(r.Left) > 0 {
		v := uint64(r.Left[0])
		if v < 0x80 {
			r.Left = r.Left[1:]
		} else {
			v = r.Num()
		}
		at += v >> 1
		n := uint8(1)
		if v&1 == 1 {
			n = r.Take(1)[0]
		}
		if r.Bad || at >= uint64(len(s.Lengths)) {
			s.note(true)
			return nil
		}
		out = append(out, Posting{Slot(at), n})
	}
	return out
}

// PlacesOf tells where the passages of a file stand, in the room of into; none when that
// cannot be read.
func (s *Segment) PlacesOf(file int, into []Place) []Place {
	f := &s.Files[file]
	out, r, day := slices.Grow(into[:0], f.Count), Reader{Left: s.bytes(f.places)}, 0
	for i := range f.Count {
		v := r.Num()
		if v&1 == 1 {
			day = int(r.Num())
		}
		p := Place{Parent: i - int(v>>1), Day: day}
		if v>>1 == 0 {
			p.Parent = -1
		}
		if r.Bad || p.Parent < -1 {
			s.note(true)
			return nil
		}
		out = append(out, p)
	}
	return out
}

// Close gives the segment's file back.
func (s *Segment) Close() {
	if s.blob != nil {
		s.blob.Close()
	}
}
