package index

import (
	"encoding/binary"

	"dormouse/memory/language"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// mostMeant is how many words of a passage make its gist.
const mostMeant = 32

// means writes down the words of the passage at hand that have a meaning.
func (b *Builder) means(l language.Lang) {
	at := len(b.meant)
	b.meant = append(b.meant, 0)
	for i, e := range b.es {
		if b.meant[at] == mostMeant {
			return
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
			b.meant = binary.LittleEndian.AppendUint16(b.meant, uint16(row))
			b.meant[at]++
		}
	}
}

// MeantIn reads the words that have a meaning in the passages of a file.
func (s *Segment) MeantIn(file int) []byte {
	return s.bytes(s.Files[file].meant)
}

// GistOf is what passage i means, by the words of all passages of its file.
func GistOf(b []byte, i int) (g vectors.Gist) {
	for ; len(b) > 0 && len(b) > 2*int(b[0]); i-- {
		n := 1 + 2*int(b[0])
		if i == 0 {
			for b = b[1:n]; len(b) > 0; b = b[2:] {
				g.Add(binary.LittleEndian.Uint16(b))
			}
			break
		}
		b = b[n:]
	}
	return g
}
