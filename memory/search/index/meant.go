package index

import (
	"encoding/binary"

	"dormouse/memory/language"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

const (
	// mostMeant is how many words of a passage make its gist.
	mostMeant = 32
	// headMeant is the size of what stands in front of the words of a passage that has some:
	// how many, a byte, and how long their gist is, four.
	headMeant = 5
	// maxMeant bounds what is read of a segment in one go, in bytes.
	maxMeant = 64 << 20
)

// means writes down the words of the passage at hand that have a meaning, and those of the
// bullet that it stands under: "hotel Bristol" under "Trip to Oslo" is a hotel in Oslo.
func (b *Builder) means(l language.Lang, p *Passage) {
	var rows []uint16
	for i, e := range b.es {
		if len(rows) == mostMeant {
			break
		}
		if e.stop.Has(l) || b.ws[i].digit {
			continue
		}
		if e.means[l] == 0 {
			e.means[l] = 1
			if row, ok := translate.Row(l, b.ws[i].Text); ok {
				e.means[l] = int32(row) + 2
			}
		}
		if row := e.means[l] - 2; row >= 0 {
			rows = append(rows, uint16(row))
		}
	}
	if p.Parent >= 0 {
		rows = append(rows, b.rows[p.Parent]...)
		rows = rows[:min(len(rows), mostMeant)]
	}
	b.rows = append(b.rows, nil)
	if !p.Heading {
		b.rows[len(b.rows)-1] = rows
	}
	b.meant = append(b.meant, byte(len(rows)))
	if len(rows) == 0 {
		return
	}
	g := vectors.Asking.Gist()
	for _, row := range rows {
		g.Add(row)
	}
	b.meant = binary.LittleEndian.AppendUint32(b.meant, uint32(g.Length()))
	for _, row := range rows {
		b.meant = binary.LittleEndian.AppendUint16(b.meant, row)
	}
}

// MeantIn reads the words that have a meaning in the passages of a file.
func (s *Segment) MeantIn(file int) []byte {
	return s.bytes(s.Files[file].meant)
}

// AllMeant reads the words that have a meaning in the passages of all files, in one go, and
// gives those of each.
func (s *Segment) AllMeant() func(file int) []byte {
	from, to := int64(0), int64(0)
	for i := range s.Files {
		if p := s.Files[i].meant.piece; s.Files[i].meant.here == nil && p.size > 0 {
			if to == 0 {
				from = p.at
			}
			to = p.at + int64(p.size)
		}
	}
	if to-from > maxMeant || s.blob == nil {
		return s.MeantIn
	}
	all := make([]byte, to-from)
	if n, _ := s.blob.ReadAt(all, from); n < len(all) {
		s.note(true)
		return func(int) []byte { return nil }
	}
	return func(file int) []byte {
		p := s.Files[file].meant
		if p.size == 0 || p.here != nil {
			return p.here
		}
		b := all[p.at-from:][:p.size]
		if Checksum(b) != p.sum {
			s.note(true)
			return nil
		}
		return b
	}
}

// Meant are the words of a passage that have a meaning, by their numbers, and how long
// their gist is.
type Meant struct {
	rows   []byte
	Length float64
}

// Along is what the words add up to on the way to a direction.
func (m Meant) Along(t *vectors.Toward) (sum int64) {
	for b := m.rows; len(b) >= 2; b = b[2:] {
		sum += int64(t.Along(binary.LittleEndian.Uint16(b)))
	}
	return sum
}

// EachMeant gives the words that MeantIn read, passage by passage; none of those that have
// none.
func EachMeant(b []byte, yield func(i int, m Meant)) {
	for i := 0; len(b) > 0; i++ {
		n := 2 * int(b[0])
		if n == 0 {
			b = b[1:]
			continue
		}
		if len(b) < headMeant+n {
			return
		}
		yield(i, Meant{b[headMeant : headMeant+n], float64(binary.LittleEndian.Uint32(b[1:]))})
		b = b[headMeant+n:]
	}
}
