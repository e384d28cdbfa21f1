package search

import (
	"encoding/binary"
	"strings"

	"dormouse/memory/language"
)

// list is the postings of a term while they are gathered: gaps between slots,
// the low bit saying that a count above one follows.
type list struct {
	b    []byte
	last slot // of the newest posting
	now  slot // passage that n counts in, plus one
	n    int
}

// wordEntry is what a builder knows of a word it has met.
type wordEntry struct {
	stop  langSet
	time  bool
	year  bool
	known langSet          // languages whose list is worked out
	lists [languages]*list // nil for a word that says nothing
	parts []*list          // of a compound
	split bool             // whether they are looked for
	means [languages]int32 // 0 before it was looked for, 1 for none, else the row + 2
}

// builder makes a segment, file by file.
type builder struct {
	lex   *lexicon
	seg   *segment
	speak map[string]uint8
	seen  map[string]*wordEntry
	ws    []word
	es    []*wordEntry // of ws
	used  []*list      // of the passage at hand
	meant []byte       // of the file at hand
}

func newBuilder(lex *lexicon) *builder {
	return &builder{lex: lex, speak: map[string]uint8{}, seen: map[string]*wordEntry{},
		seg: &segment{names: []string{""}, terms: map[string]*list{}}}
}

// add indexes the passages of one file. Files come in any order.
func (b *builder) add(f File, hash uint64, ps []passage) {
	s := b.seg
	for len(s.lengths)%window != 0 {
		s.lengths, s.marks, s.speakers = append(s.lengths, 0), append(s.marks, 0), append(s.speakers, 0)
	}
	first := slot(len(s.lengths))
	e := fileEntry{File: f, hash: hash, first: first, count: len(ps), day: dayIn(f.Name)}
	places := make([]place, len(ps))
	var notes []mark
	main := b.fileLanguage(ps)
	b.meant = nil
	for i := range ps {
		p := &ps[i]
		places[i] = place{parent: p.parent, day: p.day}
		notes = append(notes, notesOf(p, e.day)...)
		e.terms += uint64(b.passage(first+slot(i), p, main))
	}
	s.files = append(s.files, e)
	s.places = append(s.places, appendPlaces(nil, places))
	s.notes = append(s.notes, notes)
	s.meant = append(s.meant, b.meant)
}

func notesOf(p *passage, day int) []mark {
	var out []mark
	if p.day != 0 {
		day = p.day
	}
	if p.by != "" && p.id != "" {
		out = append(out, mark{'s', p.id, p.by, p.until})
	}
	for _, old := range p.replaces {
		out = append(out, mark{'s', old, p.id, day})
	}
	for _, id := range p.forgotten {
		out = append(out, mark{'f', id, "", day})
	}
	return out
}

// fileLanguage is the language of most of a file's first sentences.
func (b *builder) fileLanguage(ps []passage) language.Lang {
	var n tally
	for i, asked := 0, 0; i < len(ps) && asked < 16; i++ {
		if ps[i].heading {
			continue
		}
		asked++
		text := ps[i].text
		b.read(text[:min(len(text), 2000)])
		if l, sure := b.guess(language.English); sure {
			n[l]++
		}
	}
	best, _ := n.most(language.English)
	return best
}

// read cuts a text into words and looks them up.
func (b *builder) read(text string) {
	b.ws = words(text, b.ws[:0])
	b.es = b.es[:0]
	for i := range b.ws {
		b.es = append(b.es, b.entry(b.ws[i]))
	}
}

func (b *builder) entry(w word) *wordEntry {
	if e, ok := b.seen[w.text]; ok {
		return e
	}
	e := &wordEntry{stop: b.lex.stop[w.text], time: b.lex.time[w.text]}
	if w.digit {
		_, e.year = isYear(w.text)
	}
	b.seg.vocab.Mark(w.text)
	b.seen[strings.Clone(w.text)] = e
	return e
}

func (b *builder) guess(fallback language.Lang) (language.Lang, bool) {
	var n tally
	for _, e := range b.es {
		n.add(e.stop)
	}
	return n.most(fallback)
}

// list is where the postings of a word go; nil for one that says nothing.
func (b *builder) list(i int, l language.Lang) *list {
	e := b.es[i]
	if !e.known.has(l) {
		e.known |= 1 << l
		if t := b.lex.term(b.ws[i], l); t != "" {
			e.lists[l] = b.listOf(t)
		}
	}
	return e.lists[l]
}

// parts are where the postings of a compound's parts go.
func (b *builder) parts(i int, l language.Lang) []*list {
	e := b.es[i]
	if !l.Compounds() || e.split || b.ws[i].dense {
		return e.parts
	}
	e.split = true
	head, tail := l.CompoundParts(b.ws[i].text)
	for _, part := range [...]string{tail, head} {
		if part != "" {
			e.parts = append(e.parts, b.listOf(partTerm+stem(part, l)))
		}
	}
	return e.parts
}

func (b *builder) listOf(term string) *list {
	p, ok := b.seg.terms[term]
	if !ok {
		p = &list{}
		b.seg.terms[strings.Clone(term)] = p
	}
	return p
}

// passage indexes the words of one passage and returns how many terms it has.
func (b *builder) passage(at slot, p *passage, main language.Lang) int {
	s := b.seg
	text, who := p.text, uint8(0)
	if len(p.forgotten) > 0 {
		text = ""
	}
	if name, rest := speaker(text); name != "" {
		who, text = b.speaker(name), rest
	}
	b.read(text)
	l, _ := b.guess(main)
	s.langs[l]++
	flags := uint8(0)
	if p.heading {
		flags |= markHeading
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		flags |= markQuestion
	}
	n := b.count(at, l, &flags)
	b.means(l)
	if flags&markNumber != 0 {
		for _, d := range b.dateTerms(text) {
			b.one(at, b.listOf(d))
		}
	}
	if p.id != "" {
		s.ids = append(s.ids, idAt{strings.Clone(p.id), at})
	}
	b.flush(at)
	s.lengths = append(s.lengths, uint8(min(n, 255)))
	s.marks = append(s.marks, flags)
	s.speakers = append(s.speakers, who)
	return n
}

// count counts the terms of the words that were read.
func (b *builder) count(at slot, l language.Lang, flags *uint8) int {
	n := 0
	for i := range b.ws {
		w, e := &b.ws[i], b.es[i]
		switch {
		case e.time || e.year:
			*flags |= markTime
		case w.upper && !w.start && e.stop == 0:
			*flags |= markName
		}
		if w.digit {
			*flags |= markNumber
		}
		if p := b.list(i, l); p != nil {
			n++
			b.one(at, p)
			for _, p := range b.parts(i, l) {
				b.one(at, p)
			}
		}
	}
	return n
}

func (b *builder) one(at slot, p *list) {
	if p.now != at+1 {
		p.now, p.n = at+1, 0
		b.used = append(b.used, p)
	}
	p.n++
}

// flush writes down the counts of a passage.
func (b *builder) flush(at slot) {
	for _, p := range b.used {
		p.b = appendPosting(p.b, at-p.last, p.n)
		p.last = at
	}
	b.used = b.used[:0]
}

// appendPosting writes how far a passage is from the one before, and how often
// the term stands in it.
func appendPosting(b []byte, gap slot, n int) []byte {
	if n == 1 {
		return binary.AppendUvarint(b, uint64(gap)<<1)
	}
	return append(binary.AppendUvarint(b, uint64(gap)<<1|1), uint8(min(n, 255)))
}

func (b *builder) speaker(name string) uint8 {
	name = foldString(name)
	if i, ok := b.speak[name]; ok {
		return i
	}
	if len(b.seg.names) > 255 {
		return 0
	}
	i := uint8(len(b.seg.names))
	b.speak[name] = i
	b.seg.names = append(b.seg.names, name)
	return i
}

// dateTerms are the index terms of the days a text names: "d2023-05-07",
// "m2023-05", "y2023", each after dateTerm.
func (b *builder) dateTerms(text string) []string {
	var out []string
	for i := range b.ws {
		if !b.es[i].year {
			continue
		}
		y, _ := isYear(b.ws[i].text)
		out = append(out, dateTerm+"y"+b.ws[i].text)
		m, d := b.monthBefore(i)
		if m != 0 {
			out = append(out, dateTerm+"m"+dayString(dayNumber(y, m, 1))[:7])
		}
		if n := dayNumber(y, m, d); m != 0 && d != 0 && n != 0 {
			out = append(out, dateTerm+"d"+dayString(n))
		}
	}
	if d := dayIn(text); d != 0 {
		s := dayString(d)
		out = append(out, dateTerm+"m"+s[:7], dateTerm+"d"+s)
	}
	return out
}

// monthBefore reads "May", "7 May" or "May 7" before the year at word i.
func (b *builder) monthBefore(i int) (month, day int) {
	at := func(j int) string {
		if j < 0 {
			return ""
		}
		return b.ws[j].text
	}
	if m := b.lex.month[at(i-1)]; m != 0 {
		return m, dayOfMonth(at(i - 2))
	}
	return b.lex.month[at(i-2)], dayOfMonth(at(i - 1))
}
