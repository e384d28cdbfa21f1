package search

import (
	"cmp"
	"slices"

	"dormouse/memory/language"
	"dormouse/memory/search/index"
)

// sheet holds what the scoring of one file works on: a row of term counts for
// each term, one column for each passage. It is used for one file after another.
type sheet struct {
	a       *asked
	seg     *index.Segment
	file    *index.FileEntry
	places  []index.Place
	cells   []match // row after row
	section []int   // the heading each passage stands under, -1 for none
	own     []float64
	held    []float64 // of the question's weight
	akin    []float64 // likewise, by words that often stand for its own
	avg     float64
}

// open lays out the counts of all terms over a candidate's file; false when it cannot
// be read.
func (s *sheet) open(p part, c candidate) bool {
	s.seg, s.file = p.seg, &p.seg.Files[c.file]
	if s.places = p.seg.PlacesOf(c.file, s.places); len(s.places) < s.file.Count {
		return false
	}
	n := s.file.Count
	s.cells = cleared(s.cells, n*len(s.a.terms))
	s.own, s.held, s.akin = cleared(s.own, n), cleared(s.held, n), cleared(s.akin, n)
	s.sections()
	for k := range s.a.terms {
		s.fill(&s.a.terms[k], s.row(k), p.base+s.file.First)
	}
	return true
}

// row is what each passage has of term k.
func (s *sheet) row(k int) []match { return s.cells[k*s.file.Count:][:s.file.Count] }

// cleared is a slice of n zeros, in the place of another where that is long enough.
func cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, 2*n)
	}
	old = old[:n]
	clear(old)
	return old
}

// sections notes the heading that each passage stands under.
func (s *sheet) sections() {
	s.section = s.section[:0]
	for i := range s.places {
		section := -1
		if s.flag(i)&index.MarkHeading != 0 {
			section = i
		} else if j := s.places[i].Parent; j >= 0 {
			section = s.section[j]
		}
		s.section = append(s.section, section)
	}
}

// fill lays out the counts of one term.
func (s *sheet) fill(t *queryTerm, row []match, first index.Slot) {
	weight := t.weight * t.idf
	from, _ := slices.BinarySearchFunc(t.posts, first, func(m match, at index.Slot) int { return cmp.Compare(m.at, at) })
	for _, m := range t.posts[from:] {
		i := int(m.at - first)
		if i >= len(row) {
			return
		}
		row[i] = m
		if held := weight * float64(m.w*min(1, m.tf)); m.tf > kinWeight {
			s.held[i] += held
		} else {
			s.akin[i] += held
		}
		s.own[i] += weight * float64(m.w) * bm25(float64(m.tf), s.length(i)/s.avg, lineK1, lineB)
	}
}

// scores adds the scores of the passages in a candidate's windows.
func (s *sheet) scores(c candidate, out []scored) []scored {
	for _, w := range c.windows {
		for i := w * index.Window; i < min(w*index.Window+index.Window, s.file.Count); i++ {
			flags := s.flag(i)
			if flags&index.MarkHeading != 0 || s.length(i) == 0 && flags&index.MarkQuestion == 0 {
				continue
			}
			if sc := s.score(i); sc.score > 0 {
				sc.spot = spot{c.fileRef, i}
				out = append(out, sc)
			}
		}
	}
	return out
}

func (s *sheet) voice(i int) uint8    { return s.seg.Speakers[s.file.First+index.Slot(i)] } // 0 for none
func (s *sheet) flag(i int) uint8     { return s.seg.Marks[s.file.First+index.Slot(i)] }
func (s *sheet) length(i int) float64 { return float64(s.seg.Lengths[s.file.First+index.Slot(i)]) }
func (s *sheet) together(i, j int) bool {
	return j >= 0 && j < len(s.own) && s.section[i] == s.section[j] && s.flag(j)&index.MarkHeading == 0
}

// bm25 is a term's saturated count: Robertson and Zaragoza 2009, §3.4.
func bm25(tf, length, k1, b float64) float64 {
	return tf * (k1 + 1) / (tf + k1*(1-b+b*length))
}

// score adds up what speaks for passage i.
func (s *sheet) score(i int) scored {
	v := s.own[i]
	if s.together(i, i-1) {
		if s.flag(i-1)&index.MarkQuestion != 0 {
			v += afterQuestion * s.own[i-1]
		} else {
			v += afterText * s.own[i-1]
		}
	}
	if s.together(i, i+1) {
		v += beforeText * s.own[i+1]
	}
	m := matched{from: i, to: i}
	for m.from > i-reach && s.together(i, m.from-1) {
		m.from--
	}
	for m.to < i+reach && s.together(i, m.to+1) {
		m.to++
	}
	for j := m.from; j <= m.to; j++ {
		m.length += kernel(i-j) * s.length(j)
	}
	m.length /= s.avg * (reach + 1)
	exact := false
	for k := range s.a.terms {
		v += s.match(&m, k, i)
		exact = exact || s.a.terms[k].exact && s.holds(k, i) == 1
	}
	for _, sp := range s.a.spans {
		if d := s.day(i); d >= sp.From && d <= sp.To && sp.To-sp.From < shortSpan {
			v += dayBase
			m.told = m.full // a day asked about is what the question is about
			break
		}
	}
	sc := scored{score: v * s.boost(i), said: s.voice(i) != 0, under: m.under || s.named(i), exact: exact}
	if m.full > 0 {
		sc.held, sc.meant, sc.told = s.held[i]/m.full, (s.held[i]+s.akin[i])/m.full, m.told/m.full
	}
	return sc
}

// matched adds up what of the question's weight is matched in and around a passage.
type matched struct {
	from, to int     // the passages around it: those near it under its heading
	length   float64 // theirs, of the average
	full     float64 // the whole weight
	told     float64 // in it or above it
	under    bool    // a heading holds one of the words
}

// match is what term k gives passage i beside its own line's score.
func (s *sheet) match(m *matched, k, i int) (score float64) {
	t := &s.a.terms[k]
	weight, tf := t.weight*t.idf, 0.0
	for j, n := range s.row(k)[m.from : m.to+1] {
		if n.tf > 0 {
			j += m.from
			if seen := kernel(i-j) * float64(n.tf*n.w); j != i && s.file.Day == 0 {
				tf += undated * seen
			} else {
				tf += seen
			}
		}
	}
	head := 0.0
	for j, deep := s.places[i].Parent, 0; j >= 0 && deep < index.MaxDepth; j, deep = s.places[j].Parent, deep+1 {
		head = max(head, s.holds(k, j))
	}
	m.under = m.under || head == 1
	m.full += weight
	m.told += weight * max(head, s.holds(k, i))
	return headShare*weight*head + aroundShare*weight*bm25(tf, m.length, aroundK1, aroundB)
}

// holds is how much of term k, in [0, 1], stands in passage i.
func (s *sheet) holds(k, i int) float64 {
	m := &s.cells[k*s.file.Count+i]
	return float64(m.w * min(1, m.tf))
}

func kernel(d int) float64 { return 1 - float64(max(d, -d))/(reach+1) }

// boost is what the question's kind, its times and its person add.
func (s *sheet) boost(i int) float64 {
	f, flags := 1.0, s.flag(i)
	if s.named(i) {
		f += speakerBoost
	}
	if who := s.seg.Names[s.voice(i)]; who == index.AssistantVoice || who == index.ToolVoice {
		f -= otherCost
	}
	day := s.day(i)
	for _, sp := range s.a.spans {
		if day >= sp.From && day <= sp.To+spanSlack {
			f += spanBoost
			break
		}
	}
	f += s.a.suits(flags) - 1
	if flags&index.MarkQuestion != 0 {
		f -= questionCost
	}
	return f
}

// suits is 1 and what a passage with these marks gets for having what the question asks
// for.
func (a *asked) suits(marks uint8) float64 {
	switch {
	case a.kind == language.ForTime && marks&index.MarkTime != 0:
		return 1 + timeBoost
	case a.kind == language.ForNumber && marks&index.MarkNumber != 0:
		return 1 + numberBoost
	case (a.kind == language.ForPerson || a.kind == language.ForPlace) && marks&index.MarkName != 0:
		return 1 + nameBoost
	}
	return 1
}

// named says whether a passage was said by one whom the question names.
func (s *sheet) named(i int) bool {
	who := s.voice(i)
	return who != 0 && slices.Contains(s.a.who, s.seg.Names[who])
}

func (s *sheet) day(i int) int {
	if d := s.places[i].Day; d != 0 {
		return d
	}
	return s.file.Day
}
