package search

import (
	"encoding/binary"
	"slices"

	"dormouse/memory/language"
)

const (
	// gistShare is what a line gets that means the same as the question, of the best
	// score by words.
	gistShare = 0.3
	// mostGists is how many of the first lines are compared.
	mostGists = 160
	// mostMeant is how many words of a passage make its gist.
	mostMeant = 32
)

// means writes down the words of the passage at hand that have a meaning.
func (b *builder) means(l language.Lang) {
	at := len(b.meant)
	b.meant = append(b.meant, 0)
	for i, e := range b.es {
		if b.meant[at] == mostMeant {
			return
		}
		if e.stop.has(l) || b.ws[i].digit {
			continue
		}
		if e.means[l] == 0 {
			e.means[l] = 1
			if row, ok := l.Row(b.ws[i].text); ok {
				e.means[l] = int32(row) + 2
			}
		}
		if row := e.means[l] - 2; row >= 0 {
			b.meant = binary.LittleEndian.AppendUint16(b.meant, uint16(row))
			b.meant[at]++
		}
	}
}

// meantIn reads the words that have a meaning in the passages of a file.
func (s *segment) meantIn(file int) ([]byte, error) {
	if s.meant != nil {
		return s.meant[file], nil
	}
	f := &s.files[file]
	return s.read(f.meantAt, f.meantSize, f.meantSum)
}

// gistOf is what passage i means, by the words of all passages of its file.
func gistOf(b []byte, i int) (g language.Gist, err error) {
	for ; ; i-- {
		if len(b) == 0 || len(b) < 1+2*int(b[0]) {
			return g, errDamaged
		}
		n := 1 + 2*int(b[0])
		if i > 0 {
			b = b[n:]
			continue
		}
		for b = b[1:n]; len(b) > 0; b = b[2:] {
			g.Add(binary.LittleEndian.Uint16(b))
		}
		return g, nil
	}
}

// gist is what the words of a question mean together, those who speak left out.
func (a *asked) gist() (g language.Gist) {
	for i := range a.terms {
		t := &a.terms[i]
		if t.text == "" || slices.Contains(a.who, t.text) {
			continue
		}
		low := t.text
		if t.meant != "" {
			low = t.meant
		}
		if row, ok := a.tongue.Row(low); ok {
			g.Add(row)
		}
	}
	return g
}

// byGist adds to the first of a ranking what their lines mean as a whole, of which
// words that are alike one by one say little.
func (c *collection) byGist(a *asked, ranked []scored) ([]scored, error) {
	asked := a.gist()
	if asked.Empty() || len(ranked) == 0 {
		return ranked, nil
	}
	toward, best := asked.Direction(), ranked[0].score
	files, first := map[fileRef][]byte{}, ranked[:min(len(ranked), mostGists)]
	for i := range first {
		r := &first[i]
		ref := fileRef{r.part, r.file}
		b, ok := files[ref]
		if !ok {
			var err error
			if b, err = c.parts[r.part].seg.meantIn(r.file); err != nil {
				return nil, err
			}
			files[ref] = b
		}
		g, err := gistOf(b, r.i)
		if err != nil {
			return nil, err
		}
		if !g.Empty() {
			d := g.Direction()
			r.score += gistShare * best * max(0, toward.Like(&d))
		}
	}
	order(first, c.parts) // they only rose above the rest
	return ranked, nil
}
