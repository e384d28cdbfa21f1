package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dormouse/memory/search/index"
)

// noteBook is what the files say about entries.
type noteBook struct {
	by        map[string]index.Mark // superseded id: by which, when
	born      map[string]int        // id that took another's place: the day it did
	forgotten map[string]bool
}

func (c *collection) readNotes() noteBook {
	n := noteBook{map[string]index.Mark{}, map[string]int{}, map[string]bool{}}
	for _, p := range c.parts {
		for i, ms := range p.seg.Notes {
			if p.gone(i) {
				continue
			}
			for _, m := range ms {
				if m.Kind == 'f' {
					n.forgotten[m.ID] = true
					continue
				}
				if old, ok := n.by[m.ID]; !ok || m.Day != 0 && (old.Day == 0 || m.Day < old.Day) {
					n.by[m.ID] = m
				}
				if m.By != "" && m.By != "?" {
					n.born[m.By] = m.Day
				}
			}
		}
	}
	return n
}

// scope is the live land that a query is asked of.
type scope struct {
	live          int
	avg           float64 // terms a passage
	first, newest int     // days
}

func (c *collection) scope() scope {
	s, terms := scope{}, uint64(0)
	for _, p := range c.parts {
		for i := range p.seg.Files {
			if p.gone(i) {
				continue
			}
			f := &p.seg.Files[i]
			s.live += f.Count
			terms += f.Terms
			if f.Day != 0 {
				s.newest = max(s.newest, f.Day)
				if s.first == 0 || f.Day < s.first {
					s.first = f.Day
				}
			}
		}
	}
	s.avg = max(1, float64(terms)/float64(max(1, s.live)))
	return s
}

// find answers a query from the index. What the files give in the end is
// compared with what the index thought: when a file has changed in between or
// a blob is damaged, everything is read anew, once.
func (c *collection) find(q Query, like *probe, leads func() map[string]float64) ([]Hit, Verdict) {
	hits, verdict, err := c.try(q, like, leads)
	if err != nil {
		if err = c.renew(); err == nil {
			hits, verdict, err = c.try(q, like, leads)
		}
		if err != nil {
			return nil, StaleIndex
		}
	}
	return hits, verdict
}

// renew reads everything anew.
func (c *collection) renew() error {
	c.reset()
	c.open = true // and what is on disk is not read again
	list, err := c.files.List()
	if err == nil {
		err = c.refresh(context.Background(), list)
	}
	return err
}

// finder collects the hits of one query.
type finder struct {
	c       *collection
	q       Query
	a       *asked
	asOf    int
	text    map[fileRef][]index.Passage
	at      map[string]int // id or normalised text: index in hits
	hits    []Hit
	current int            // hits that are not superseded
	stale   bool           // a file is not what the index thinks
	matched map[spot]group // what the question found
	// followed are the ids of successors that were looked up; nil for not looking.
	followed map[string]bool
}

// try answers a query from the index as it is.
func (c *collection) try(q Query, like *probe, leads func() map[string]float64) ([]Hit, Verdict, error) {
	a, ranked, verdict, err := c.ranking(q, like, leads)
	if err != nil {
		return nil, "", err
	}
	f := &finder{c: c, q: q, a: &a, asOf: index.DayOf(q.AsOf), text: map[fileRef][]index.Passage{}, at: map[string]int{}, followed: map[string]bool{}, matched: map[spot]group{}}
	found := groups(ranked, a.cover >= byWords, 8*q.Limit+256)
	for _, r := range found {
		f.matched[r.spot] = r
	}
	for i, r := range found {
		if f.current >= q.Limit || i >= 3*q.Limit+64 {
			break
		}
		if f.take(r); f.stale {
			return nil, "", index.ErrDamaged
		}
	}
	if len(f.hits) > 0 {
		return f.ordered(), verdict, nil
	}
	if len(found) > 0 {
		verdict = BelowThreshold // what was found must not be seen
	}
	if c.unread > 0 {
		verdict = StaleIndex
	}
	return nil, verdict, nil
}

// ranking are the passages that answer a query, or are as near to it as any, best first;
// none where nothing is near.
func (c *collection) ranking(q Query, like *probe, leads func() map[string]float64) (a asked, ranked []scored, v Verdict, err error) {
	s := c.scope()
	if s.live == 0 {
		return a, nil, EmptyStore, nil
	}
	a = parse(q, c.parts, s.first, s.newest)
	ranked = c.byWords(&a, s)
	for _, p := range c.parts {
		if err := p.seg.Err(); err != nil {
			return a, nil, "", err
		}
	}
	if like != nil {
		ranked = c.near(like).fuse(ranked, c.parts)
	}
	if leads != nil && a.cover < toldEnough && !a.little {
		ranked = c.led(&a, ranked, leads(), leadWeight(a.cover))
	}
	v, show := a.verdict(ranked)
	if !show {
		ranked = slices.DeleteFunc(ranked, func(r scored) bool { return !r.led })
	}
	return a, ranked, v, nil
}

// byWords ranks passages by the words of a question and the words near those.
func (c *collection) byWords(a *asked, s scope) []scored {
	a.gather(c.parts, s.live)
	if a.little && len(a.spans) == 0 {
		return nil
	}
	return c.byGist(a, c.byMeaning(a, scores(a, c.parts, s.avg), s))
}

// byMeaning adds to what passages have what words near those of the question give,
// and puts them in order.
func (c *collection) byMeaning(a *asked, ranked []scored, s scope) []scored {
	a.covered(ranked, c.parts)
	if a.cover >= enoughCover {
		order(ranked, c.parts)
		return ranked
	}
	e := a.expanded(c.parts, s.live)
	return mix(ranked, scores(&e, c.parts, s.avg), a.cover, c.parts)
}

// take turns a ranked passage into a hit, unless it must not be seen or is one
// already.
func (f *finder) take(r group) {
	entry := f.c.file(r.fileRef)
	if f.asOf != 0 && entry.Day > f.asOf {
		return
	}
	ps, ok := f.text[r.fileRef]
	if !ok {
		if data, err := f.c.files.Read(entry.Name); err == nil && contentHash(data) == entry.Hash {
			ps = f.c.cut(data)
		}
		f.text[r.fileRef] = ps
	}
	if r.i >= len(ps) {
		f.stale = true
		return
	}
	p := &ps[r.i]
	h := Hit{Path: entry.Name, Start: p.Start, End: p.End, Line: p.Start, Score: r.score, ID: p.ID, SupersededBy: p.By, Why: Words}
	switch {
	case r.instead != "":
		h.Why, h.Associated = Associated, r.instead
	case !r.words():
		h.Why = Meaning
	}
	h.sure = r.sure() && f.c.tells(&r.scored)
	day := cmp.Or(p.Day, entry.Day)
	if day == 0 && p.ID != "" {
		day = f.c.firstDay(p.ID)
	}
	if !f.visible(p, day, &h) {
		f.predecessor(p.ID, r)
		return
	}
	h.Date, h.Own = index.DayString(day), f.excerpt(p.Text)
	f.beside(&h, ps, r)
	for j := p.Parent; j >= 0; j = ps[j].Parent {
		if ps[j].Heading {
			h.Heading = ps[j].Text
			break
		}
	}
	if h.SupersededBy != "" {
		f.successor(h.SupersededBy, p.ID, r)
	}
	f.add(h, p)
}

// visible says whether a passage may be shown for the day asked about, and
// marks it when something newer took its place by then.
func (f *finder) visible(p *index.Passage, day int, h *Hit) bool {
	n := &f.c.notes
	if n.forgotten[p.ID] || p.Forgotten != "" || f.asOf != 0 && (day > f.asOf || n.born[p.ID] > f.asOf) {
		return false
	}
	until := p.Until
	if m, ok := n.by[p.ID]; ok {
		h.SupersededBy, until = m.By, cmp.Or(until, m.Day)
	}
	if h.SupersededBy != "" && f.asOf != 0 && until > f.asOf {
		h.SupersededBy = ""
	}
	return true
}

// add keeps a hit, or folds it into the one that says the same: MEMORY.md's
// line stands for its copies in the logs.
func (f *finder) add(h Hit, p *index.Passage) {
	key := "^" + p.ID
	if p.ID == "" {
		key = " " + strings.Join(strings.Fields(strings.ToLower(p.Text)), " ")
	}
	if i, ok := f.at[key]; ok {
		old := &f.hits[i]
		if h.Path == "MEMORY.md" && old.Path != h.Path {
			h.Score = old.Score
			if h.SupersededBy == "" {
				h.SupersededBy = old.SupersededBy
			}
			*old = h
		}
		return
	}
	f.at[key] = len(f.hits)
	f.hits = append(f.hits, h)
	if h.SupersededBy == "" {
		f.current++
	}
}

// ordered puts superseded hits last, and leaves out those whose successor is a
// hit itself.
func (f *finder) ordered() []Hit {
	out, found := make([]Hit, 0, len(f.hits)), map[string]bool{}
	for _, h := range f.hits {
		if h.SupersededBy == "" {
			out = append(out, h)
			found[h.ID] = h.ID != ""
		}
	}
	for _, h := range f.hits {
		if h.SupersededBy != "" && !f.succeeded(h.SupersededBy, found) {
			out = append(out, h)
		}
	}
	return out[:min(len(out), f.q.Limit)]
}

// succeeded follows a chain of successors to one that is a hit.
func (f *finder) succeeded(by string, found map[string]bool) bool {
	for n := 0; n < 16 && by != "" && !found[by]; n++ {
		by = f.c.notes.by[by].By
	}
	return found[by]
}

// firstDay is the day of the oldest log that holds an id; 0 when none does.
func (c *collection) firstDay(id string) int {
	day := 0
	for _, g := range c.standsAt(id) {
		if d := c.file(g.fileRef).Day; d != 0 && (day == 0 || d < day) {
			day = d
		}
	}
	return day
}
