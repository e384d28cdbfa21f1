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
	mostGists = 256
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

// gists reads what the passages of a file mean: a function of the passage.
func (s *segment) gists(file int) (func(i int) language.Gist, error) {
	f, b := &s.files[file], []byte(nil)
	if s.meant != nil {
		b = s.meant[file]
	} else {
		var err error
		if b, err = s.read(f.meantAt, f.meantSize, f.meantSum); err != nil {
			return nil, err
		}
	}
	rows := make([][]byte, f.count)
	for i := range rows {
		if len(b) == 0 || len(b) < 1+2*int(b[0]) {
			return nil, errDamaged
		}
		n := 1 + 2*int(b[0])
		rows[i], b = b[1:n], b[n:]
	}
	return func(i int) (g language.Gist) {
		for b := rows[i]; len(b) > 0; b = b[2:] {
			g.Add(binary.LittleEndian.Uint16(b))
		}
		return g
	}, nil
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
	files := map[fileRef]func(int) language.Gist{}
	for i := range ranked[:min(len(ranked), mostGists)] {
		r := &ranked[i]
		ref := fileRef{r.part, r.file}
		if files[ref] == nil {
			gists, err := c.parts[r.part].seg.gists(r.file)
			if err != nil {
				return nil, err
			}
			files[ref] = gists
		}
		if g := files[ref](r.i); !g.Empty() {
			d := g.Direction()
			r.score += gistShare * best * max(0, toward.Like(&d))
		}
	}
	order(ranked, c.parts)
	return ranked, nil
}
