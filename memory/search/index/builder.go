package index

import (
	"encoding/binary"
	"slices"
	"strings"

	"dormouse/memory/language"
)

// list is the postings of a term while they are gathered: gaps between slots,
// the low bit saying that a count above one follows.
type list struct {
	b    []byte
	last Slot // of the newest posting
	now  Slot // passage that n counts in, plus one
	n    int
}

// wordEntry is what a builder knows of a word it has met.
type wordEntry struct {
	stop  LangSet
	time  bool
	year  bool
	known LangSet          // languages whose list is worked out
	lists [Languages]*list // nil for a word that says nothing
	parts []*list          // of a compound; nil before they were looked for
	means [Languages]int32 // 0 before it was looked for, 1 for none, else the row + 2
}

// Builder makes a segment, file by file.
type Builder struct {
	lex   *Lexicon
	Seg   *Segment
	seen  map[string]*wordEntry
	ws    []Word
	es    []*wordEntry // of ws
	used  []*list      // of the passage at hand
	meant []byte       // of the file at hand
	rows  [][]uint16   // what it is made of, by passage; none of headings
}

// NewBuilder is a builder of an empty segment.
func NewBuilder() *Builder {
	return &Builder{lex: Lexica(), seen: map[string]*wordEntry{}, Seg: &Segment{Names: []string{""}, terms: map[string]*list{}}}
}

// Add indexes the passages of one file. Files come in any order.
func (b *Builder) Add(f File, hash uint64, ps []Passage) {
	s := b.Seg
	for len(s.Lengths)%Window != 0 {
		s.Lengths, s.Marks, s.Speakers = append(s.Lengths, 0), append(s.Marks, 0), append(s.Speakers, 0)
	}
	first := Slot(len(s.Lengths))
	e := FileEntry{File: f, Hash: hash, First: first, Count: len(ps), Day: dayIn(f.Name)}
	places := make([]Place, len(ps))
	var notes []Mark
	main := b.fileLanguage(ps)
	b.meant, b.rows = nil, b.rows[:0]
	for i := range ps {
		p := &ps[i]
		places[i] = Place{Parent: p.Parent, Day: p.Day}
		notes = append(notes, notesOf(p, e.Day)...)
		e.Terms += uint64(b.passage(first+Slot(i), p, main))
	}
	e.places.here, e.meant.here = appendPlaces(nil, places), b.meant
	s.Files = append(s.Files, e)
	s.Notes = append(s.Notes, notes)
}

func notesOf(p *Passage, day int) []Mark {
	var out []Mark
	if p.Day != 0 {
		day = p.Day
	}
	if p.By != "" && p.ID != "" {
		out = append(out, Mark{'s', p.ID, p.By, p.Until})
	}
	if p.replaces != "" {
		out = append(out, Mark{'s', p.replaces, p.ID, day})
	}
	if p.Forgotten != "" {
		out = append(out, Mark{'f', p.Forgotten, "", day})
	}
	return out
}

// fileLanguage is the language of most of a file's first sentences.
func (b *Builder) fileLanguage(ps []Passage) language.Lang {
	var n Tally
	for i, asked := 0, 0; i < len(ps) && asked < 16; i++ {
		if ps[i].Heading {
			continue
		}
		asked++
		text := ps[i].Text
		b.read(text[:min(len(text), 2000)])
		if l, sure := b.guess(language.English); sure {
			n[l]++
		}
	}
	best, _ := n.Most(language.English)
	return best
}

// read cuts a text into words and looks them up.
func (b *Builder) read(text string) {
	b.ws = Words(text, b.ws[:0])
	b.es = b.es[:0]
	for i := range b.ws {
		b.es = append(b.es, b.entry(b.ws[i]))
	}
}

func (b *Builder) entry(w Word) *wordEntry {
	if e, ok := b.seen[w.Text]; ok {
		return e
	}
	e := &wordEntry{stop: b.lex.Stop[w.Text], time: b.lex.time[w.Text]}
	if w.digit {
		_, e.year = isYear(w.Text)
	}
	b.Seg.Vocab.Mark(w.Text)
	b.seen[strings.Clone(w.Text)] = e
	return e
}

func (b *Builder) guess(fallback language.Lang) (language.Lang, bool) {
	var n Tally
	for _, e := range b.es {
		n.add(e.stop)
	}
	return n.Most(fallback)
}

// list is where the postings of a word go; nil for one that says nothing.
func (b *Builder) list(i int, l language.Lang) *list {
	e := b.es[i]
	if !e.known.Has(l) {
		e.known |= 1 << l
		if t := b.lex.Term(b.ws[i], l); t != "" {
			e.lists[l] = b.listOf(t)
		}
	}
	return e.lists[l]
}

// parts are where the postings of a compound's parts go.
func (b *Builder) parts(i int, l language.Lang) []*list {
	e := b.es[i]
	if !l.Compounds() || e.parts != nil || b.ws[i].Dense {
		return e.parts
	}
	e.parts = []*list{}
	head, tail := l.CompoundParts(b.ws[i].Text)
	for _, part := range [...]string{tail, head} {
		if part != "" {
			e.parts = append(e.parts, b.listOf(PartTerm+Stem(part, l)))
		}
	}
	return e.parts
}

func (b *Builder) listOf(term string) *list {
	p, ok := b.Seg.terms[term]
	if !ok {
		p = &list{}
		b.Seg.terms[strings.Clone(term)] = p
	}
	return p
}

// passage indexes the words of one passage and returns how many terms it has.
func (b *Builder) passage(at Slot, p *Passage, main language.Lang) int {
	s := b.Seg
	text, who := p.Text, uint8(0)
	if p.Forgotten != "" {
		text = ""
	}
	if name, rest := Speaker(text); name != "" {
		who, text = b.speaker(name), rest
	}
	b.read(text)
	l, _ := b.guess(main)
	s.Langs[l]++
	flags := uint8(0)
	if p.Heading {
		flags |= MarkHeading
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		flags |= MarkQuestion
	}
	n := b.count(at, l, &flags)
	b.means(l, p)
	if flags&MarkNumber != 0 {
		for _, d := range b.dateTerms(text) {
			b.one(at, b.listOf(d))
		}
	}
	if p.ID != "" {
		b.one(at, b.listOf(IDTerm+p.ID))
	}
	b.flush(at)
	s.Lengths = append(s.Lengths, uint8(min(n, 255)))
	s.Marks = append(s.Marks, flags)
	s.Speakers = append(s.Speakers, who)
	return n
}

// count counts the terms of the words that were read.
func (b *Builder) count(at Slot, l language.Lang, flags *uint8) int {
	n := 0
	for i := range b.ws {
		w, e := &b.ws[i], b.es[i]
		switch {
		case e.time || e.year:
			*flags |= MarkTime
		case w.Upper && !w.Start && e.stop == 0:
			*flags |= MarkName
		}
		if w.digit {
			*flags |= MarkNumber
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

func (b *Builder) one(at Slot, p *list) {
	if p.now != at+1 {
		p.now, p.n = at+1, 0
		b.used = append(b.used, p)
	}
	p.n++
}

// flush writes down the counts of a passage.
func (b *Builder) flush(at Slot) {
	for _, p := range b.used {
		p.b = appendPosting(p.b, at-p.last, p.n)
		p.last = at
	}
	b.used = b.used[:0]
}

// appendPosting writes how far a passage is from the one before, and how often
// the term stands in it.
func appendPosting(b []byte, gap Slot, n int) []byte {
	if n == 1 {
		return binary.AppendUvarint(b, uint64(gap)<<1)
	}
	return append(binary.AppendUvarint(b, uint64(gap)<<1|1), uint8(min(n, 255)))
}

func (b *Builder) speaker(name string) uint8 {
	name = foldText(name)
	i := slices.Index(b.Seg.Names, name)
	if i < 0 && len(b.Seg.Names) <= 255 {
		i = len(b.Seg.Names)
		b.Seg.Names = append(b.Seg.Names, name)
	}
	return uint8(max(i, 0))
}

// dateTerms are the index terms of the days a text names: "d2023-05-07",
// "m2023-05", "y2023", each after dateTerm.
func (b *Builder) dateTerms(text string) []string {
	var out []string
	for i := range b.ws {
		if !b.es[i].year {
			continue
		}
		y, _ := isYear(b.ws[i].Text)
		out = append(out, DateTerm+"y"+b.ws[i].Text)
		m, d := b.monthBefore(i)
		if m != 0 {
			out = append(out, DateTerm+"m"+DayString(dayNumber(y, m, 1))[:7])
		}
		if n := dayNumber(y, m, d); m != 0 && d != 0 && n != 0 {
			out = append(out, DateTerm+"d"+DayString(n))
		}
	}
	if d := dayIn(text); d != 0 {
		s := DayString(d)
		out = append(out, DateTerm+"m"+s[:7], DateTerm+"d"+s)
	}
	return out
}

// monthBefore reads "May", "7 May" or "May 7" before the year at word i.
func (b *Builder) monthBefore(i int) (month, day int) {
	at := func(j int) string {
		if j < 0 {
			return ""
		}
		return b.ws[j].Text
	}
	if m := b.lex.month[at(i-1)]; m != 0 {
		return m, dayOfMonth(at(i - 2))
	}
	return b.lex.month[at(i-2)], dayOfMonth(at(i - 1))
}
