package index

import (
	"encoding/binary"
	"hash/crc32"
	"slices"

	"dormouse/memory/language/vectors"
)

// A segment on disk is a header, four parts that are read when it is opened
// (files, slots, tables, dictionary), and four that are read as needed: places,
// words with a meaning, blocks of the dictionary and lists of postings, each piece
// with its own checksum.
const (
	segmentMagic = "dorm-segment 5\n\x00"
	headerSize   = len(segmentMagic) + sections*sectionSize + 4
	sections     = 8
	sectionSize  = 8 + 8 + 4
	blockTerms   = 24 // terms in a block of the dictionary
	inline       = 48 // bytes of postings that are kept in the dictionary itself
)

// The sections, in the order in which they stand in the file.
const (
	secFiles = iota
	secSlots
	secTables
	secSparse // first term of each block, where it is, its checksum
	secPlaces
	secMeant
	secBlocks
	secPostings
)

// Checksum is the sum that guards a piece of a file.
func Checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// Encode writes a segment down.
func (s *Segment) Encode() []byte {
	var sec [sections][]byte
	sec[secPlaces], sec[secMeant], sec[secFiles] = s.encodeFiles()
	sec[secSlots] = slices.Concat(s.Lengths, s.Marks, s.Speakers)
	sec[secTables] = s.encodeTables()
	sec[secSparse], sec[secBlocks], sec[secPostings] = s.encodeTerms()
	size := headerSize
	for i := range sec {
		size += len(sec[i])
	}
	out := make([]byte, 0, size)
	out = append(out, segmentMagic...)
	at := uint64(headerSize)
	for i := range sec {
		out = binary.LittleEndian.AppendUint64(out, at)
		out = binary.LittleEndian.AppendUint64(out, uint64(len(sec[i])))
		out = binary.LittleEndian.AppendUint32(out, Checksum(sec[i]))
		at += uint64(len(sec[i]))
	}
	out = binary.LittleEndian.AppendUint32(out, Checksum(out))
	for i := range sec {
		out, sec[i] = append(out, sec[i]...), nil
	}
	return out
}

// AppendText writes a text as Reader.Text reads it.
func AppendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendPiece writes how long a piece is and its sum, as Reader.piece reads them.
func appendPiece(b, piece []byte) []byte {
	return binary.LittleEndian.AppendUint32(binary.AppendUvarint(b, uint64(len(piece))), Checksum(piece))
}

func (s *Segment) encodeFiles() (places, meant, files []byte) {
	files = binary.AppendUvarint(nil, uint64(len(s.Files)))
	for _, f := range s.Files {
		places = append(places, f.places.here...)
		meant = append(meant, f.meant.here...)
		files = AppendText(files, f.Name)
		files = binary.AppendUvarint(files, uint64(f.Size))
		files = binary.LittleEndian.AppendUint64(files, uint64(f.ModTime.UnixNano()))
		files = binary.AppendUvarint(files, f.Inode)
		files = binary.LittleEndian.AppendUint64(files, f.Hash)
		files = binary.AppendUvarint(files, uint64(f.First))
		files = binary.AppendUvarint(files, uint64(f.Count))
		files = binary.AppendUvarint(files, uint64(f.Day))
		files = binary.AppendUvarint(files, f.Terms)
		files = appendPiece(appendPiece(files, f.places.here), f.meant.here)
	}
	return places, meant, files
}

func appendPlaces(b []byte, ps []Place) []byte {
	day := 0
	for i, p := range ps {
		up := 0
		if p.Parent >= 0 {
			up = i - p.Parent
		}
		b = binary.AppendUvarint(b, uint64(up)<<1|uint64(min(1, max(p.Day-day, day-p.Day))))
		if p.Day != day {
			b = binary.AppendUvarint(b, uint64(p.Day))
			day = p.Day
		}
	}
	return b
}

func (s *Segment) encodeTables() []byte {
	b := binary.AppendUvarint(nil, uint64(len(s.Lengths)))
	b = binary.AppendUvarint(b, uint64(len(s.Names)))
	for _, n := range s.Names {
		b = AppendText(b, n)
	}
	for _, n := range s.Langs {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = binary.LittleEndian.AppendUint32(b, vectors.ID())
	b = binary.AppendUvarint(b, uint64(len(s.Vocab)))
	for _, set := range s.Vocab {
		b = binary.LittleEndian.AppendUint64(b, set)
	}
	for _, ms := range s.Notes {
		b = binary.AppendUvarint(b, uint64(len(ms)))
		for _, m := range ms {
			b = append(b, m.Kind)
			b = AppendText(AppendText(b, m.ID), m.By)
			b = binary.AppendUvarint(b, uint64(m.Day))
		}
	}
	return b
}

// encodeTerms writes the dictionary in blocks of sorted terms that share their
// beginnings, and the postings that are too long for it.
func (s *Segment) encodeTerms() (sparse, blocks, lists []byte) {
	terms, size := make([]string, 0, len(s.terms)), 0
	for t, l := range s.terms {
		terms = append(terms, t)
		size += len(l.b)
	}
	slices.Sort(terms)
	d := dictionary{blocks: make([]byte, 0, 8*len(terms)), lists: make([]byte, 0, size)}
	for _, t := range terms {
		d.add(t, s.terms[t].b)
	}
	d.close()
	return d.sparse, d.blocks, d.lists
}

// dictionary is written term by term, in order.
type dictionary struct {
	sparse, blocks, lists []byte
	n, from               int // terms in the open block, and where it begins
	first, last           string
}

func (d *dictionary) add(t string, list []byte) {
	if d.n == blockTerms {
		d.close()
	}
	same := 0
	for same < len(t) && same < len(d.last) && t[same] == d.last[same] {
		same++
	}
	if d.n++; d.n == 1 {
		d.first = t
	}
	d.last = t
	d.blocks = AppendText(binary.AppendUvarint(d.blocks, uint64(same)), t[same:])
	if len(list) <= inline {
		d.blocks = append(binary.AppendUvarint(d.blocks, uint64(len(list))<<1), list...)
		return
	}
	d.blocks = binary.AppendUvarint(d.blocks, uint64(len(list))<<1|1)
	d.blocks = binary.AppendUvarint(d.blocks, uint64(len(d.lists)))
	d.blocks = binary.LittleEndian.AppendUint32(d.blocks, Checksum(list))
	d.lists = append(d.lists, list...)
}

// close ends a block.
func (d *dictionary) close() {
	if d.n == 0 {
		return
	}
	d.sparse = appendPiece(AppendText(d.sparse, d.first), d.blocks[d.from:])
	d.n, d.from, d.last = 0, len(d.blocks), ""
}
