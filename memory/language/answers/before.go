package answers

import (
	"slices"
	"strconv"

	"dormouse/memory/language/classify"
	"dormouse/memory/language/vectors"
)

// MostBefore is how many of the texts told before one are read with it.
const MostBefore = 3

// openFrom is how much of a word what was told before must leave open for it to be asked of
// the text itself.
const openFrom = .5

// seeBefore sees how much of the question a text has with what was told before it: with the last
// of that, the last two, and so on. What these have of it names the matter; what they leave open
// is asked of the text itself. It gives how much of the question all have together.
func (q *Question) seeBefore(s classify.Sight, t *Told, r reading, rows []int, own []met) float64 {
	with, open := slices.Clone(own), make([]met, len(own)) // open is what is left, in spelt, and what the text has of it
	for i := range open {
		open[i].spelt = 1
	}
	for n, b := range t.before {
		in, behind := b.in(q)[0], strconv.Itoa(n)
		missing, named := 0, false
		for i, w := range q.Words {
			m := q.meets(w, rows[i], in, make([]bool, len(in.terms)))
			with[i] = met{max(with[i].spelt, m.spelt), max(with[i].near, m.near), max(with[i].ask, m.ask)}
			left := min(open[i].spelt, 1-m.spelt)
			open[i] = met{left, left * own[i].near, left * own[i].ask}
			if w.Strict || rows[i] < 0 {
				named = named || m.spelt >= strictCut && own[i].spelt < strictCut
				if with[i].spelt < strictCut {
					missing++
				}
			}
		}
		s.Is("named before "+behind, named)
		s["missing with "+behind] = uint8(min(missing, 9))
		q.seeWith(s, with, behind)
		q.seeOpen(s, r, rows, open, behind)
	}
	if len(t.before) > 0 {
		s.Is("follows", true)
		s.Much("leans", t.leans)
	}
	return q.part(with, func(m met) float64 { return m.near })
}

// seeWith sees how much of the question a text has with what was told before it.
func (q *Question) seeWith(s classify.Sight, with []met, behind string) {
	least := 1.0
	for i, w := range q.Words {
		if w.Weight >= named {
			least = min(least, max(with[i].near, with[i].ask))
		}
	}
	s.Much("least with "+behind, least)
	s.Much("spelt with "+behind, q.part(with, func(m met) float64 { return m.spelt }))
	s.Much("near with "+behind, q.part(with, func(m met) float64 { return m.near }))
	s.Much("ask with "+behind, q.part(with, func(m met) float64 { return m.ask }))
}

// seeOpen sees how much a text has of what was left open before it.
func (q *Question) seeOpen(s classify.Sight, r reading, rows []int, open []met, behind string) {
	left := q.part(open, func(m met) float64 { return m.spelt })
	s.Much("open "+behind, left)
	if left > 0 {
		s.Much("open near "+behind, q.part(open, func(m met) float64 { return m.near })/left)
		s.Much("open ask "+behind, q.part(open, func(m met) float64 { return m.ask })/left)
	}
	asked, told := vectors.Asking.Gist(), vectors.Asking.Gist()
	for i, row := range rows {
		if row >= 0 && open[i].spelt > openFrom {
			asked.Add(uint16(row))
		}
	}
	for _, row := range r.rows {
		if row >= 0 {
			told.Add(uint16(row))
		}
	}
	if !asked.Empty() {
		s.Much("open gist "+behind, like(asked, told))
	}
}
