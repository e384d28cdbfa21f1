package search

import (
	"strings"

	"dormouse/memory/search/index"
)

// maxHitText is how many bytes of a passage a hit shows; of a longer one, the
// piece around the words asked for.
const maxHitText = 2 << 10

// successor takes the entry with an id that took the place of one that was found,
// whatever its words are: it is the answer. One that the question does not find says
// what it came with.
func (f *finder) successor(id, of string, old group) {
	if f.followed == nil || f.followed[id] {
		return
	}
	f.followed[id] = true
	for _, g := range f.c.standsAt(id) {
		if own, ok := f.matched[g.spot]; ok {
			g = own
		} else {
			g.instead = of
		}
		g.score = old.score
		f.take(g)
	}
}

// predecessor takes the entry in whose place one stands that was not known yet on
// the day asked about.
func (f *finder) predecessor(id string, later group) {
	if f.asOf == 0 || f.c.notes.born[id] <= f.asOf {
		return
	}
	for old, m := range f.c.notes.by {
		if m.By == id {
			f.successor(old, id, later)
		}
	}
}

// beside adds to a hit the passages that go with it.
func (f *finder) beside(h *Hit, ps []index.Passage, r group) {
	shown := func(j int) bool {
		if j < 0 || j >= len(ps) || ps[j].Heading || ps[j].ID != "" { // an entry is whole by itself
			return false
		}
		var x Hit
		return f.visible(&ps[j], ps[j].Day, &x) && x.SupersededBy == ""
	}
	from, to := r.i, r.i
	for from > r.from && shown(from-1) {
		from--
	}
	for to < r.to && shown(to+1) {
		to++
	}
	texts := make([]string, 0, to-from+1)
	for j := from; j <= to; j++ {
		text := f.excerpt(ps[j].Text)
		if j != r.i {
			h.Beside = append(h.Beside, Line{ps[j].Start, text})
		}
		texts = append(texts, text)
	}
	h.Start, h.End, h.Text = ps[from].Start, ps[to].End, strings.Join(texts, "\n")
}

// excerpt is the text of a hit, cut around the first word asked for when it is
// very long.
func (f *finder) excerpt(text string) string {
	if len(text) <= maxHitText {
		return text
	}
	from := 0
	low := strings.ToLower(text)
	for _, t := range f.a.terms {
		if i := strings.Index(low, t.text); i >= 0 && len(low) == len(text) {
			from = max(0, i-maxHitText/4)
			break
		}
	}
	end := min(len(text), from+maxHitText)
	out := strings.ToValidUTF8(text[from:end], "") // no half of a letter at the ends
	if from > 0 {
		out = "… " + out
	}
	if end < len(text) {
		out += " …"
	}
	return out
}
