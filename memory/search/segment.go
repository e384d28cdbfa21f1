package search

import (
	"sort"
	"strings"
)

// slot is the place of one passage in a segment. Each file begins at a multiple
// of window, so that what is near what does not depend on other files.
type slot = uint32

// window is how many passages the first pass of a search judges together.
const window = 8

// posting says that a term stands in a passage, and how often (at most 255).
type posting struct {
	at slot
	n  uint8
}

// The marks of a passage.
const (
	markTime     = 1 << iota // says when or how long
	markNumber               // holds a number
	markName                 // a capital letter inside a sentence
	markQuestion             // ends in a question mark
	markHeading
	markOld // superseded or about the forgotten
	markUsed
	markList
)

// fileEntry is a file as the segment saw it.
type fileEntry struct {
	File
	hash  uint64 // of the bytes
	first slot
	count int // passages
	day   int // from the name, 0 when there is none
	bytes int64
}

// place is where a passage stands and what is known of it besides its words.
type place struct {
	start, end int
	offset     int
	parent     int // slot relative to the file's first, -1 for none
	day        int
	id         string
}

// mark is a note in some file about an entry: that it was superseded, or must
// not be shown again.
type mark struct {
	kind byte // 's' superseded, 'f' forgotten
	id   string
	by   string
	day  int
}

// segment is the index of some files: what the ranking needs, without the text.
type segment struct {
	files    []fileEntry
	lengths  []uint8 // terms in the passage
	marks    []uint8
	speakers []uint8  // index into names; 0 for none
	names    []string // folded speakers' names; [0] is ""
	notes    [][]mark // by file
	places   [][]place
	terms    map[string][]posting
	total    uint64 // terms of all passages
	langs    [languages]int
}

// builder makes a segment, file by file.
type builder struct {
	lex   *lexicon
	seg   *segment
	speak map[string]uint8
	stems [languages]map[string]string
	ws    []word
	count map[string]int
	keys  []string
}

func newBuilder(lex *lexicon) *builder {
	b := &builder{lex: lex, speak: map[string]uint8{}, count: map[string]int{}}
	b.seg = &segment{names: []string{""}, terms: map[string][]posting{}}
	for l := range b.stems {
		b.stems[l] = map[string]string{}
	}
	return b
}

// add indexes one Markdown file. Files come in any order.
func (b *builder) add(f File, hash uint64, data []byte) {
	s := b.seg
	for len(s.lengths)%window != 0 {
		s.lengths, s.marks, s.speakers = append(s.lengths, 0), append(s.marks, 0), append(s.speakers, 0)
	}
	first := slot(len(s.lengths))
	ps := scan(data)
	e := fileEntry{File: f, hash: hash, first: first, count: len(ps), day: dayIn(f.Name), bytes: int64(len(data))}
	places := make([]place, len(ps))
	var notes []mark
	main := b.fileLanguage(ps)
	for i := range ps {
		p := &ps[i]
		places[i] = place{start: p.start, end: p.end, offset: p.offset, parent: p.parent, day: p.day, id: p.id}
		notes = append(notes, notesOf(p, e.day)...)
		b.passage(first+slot(i), p, main)
	}
	s.files = append(s.files, e)
	s.places = append(s.places, places)
	s.notes = append(s.notes, notes)
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

// fileLanguage is the language of most of a file's first passages.
func (b *builder) fileLanguage(ps []passage) language {
	var n [languages]int
	for i := 0; i < len(ps) && i < 200; i++ {
		b.ws = words(ps[i].text, b.ws[:0])
		if l, sure := b.lex.guess(b.ws, english); sure {
			n[l]++
		}
	}
	best := english
	for l := range languages {
		if n[l] > n[best] {
			best = l
		}
	}
	return best
}

// passage indexes the words of one passage.
func (b *builder) passage(at slot, p *passage, main language) {
	s := b.seg
	text, who := p.text, uint8(0)
	if len(p.forgotten) > 0 {
		text = ""
	}
	if name, rest := speaker(text); name != "" {
		who, text = b.speaker(name), rest
	}
	b.ws = words(text, b.ws[:0])
	l, _ := b.lex.guess(b.ws, main)
	s.langs[l]++
	flags := uint8(markUsed)
	if p.heading {
		flags |= markHeading
	}
	if p.list {
		flags |= markList
	}
	if p.by != "" || len(p.forgotten) > 0 {
		flags |= markOld
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") {
		flags |= markQuestion
	}
	n := b.countTerms(l, &flags)
	for _, d := range b.dateTerms(text) {
		b.one(d)
	}
	for _, t := range b.keys {
		s.terms[t] = append(s.terms[t], posting{at, uint8(min(b.count[t], 255))})
		delete(b.count, t)
	}
	b.keys = b.keys[:0]
	s.total += uint64(n)
	s.lengths = append(s.lengths, uint8(min(n, 255)))
	s.marks = append(s.marks, flags)
	s.speakers = append(s.speakers, who)
}

// countTerms fills count with the terms of b.ws and returns how many there are.
func (b *builder) countTerms(l language, flags *uint8) int {
	n := 0
	for i := range b.ws {
		w := &b.ws[i]
		if b.lex.time[w.text] {
			*flags |= markTime
		}
		if w.digit {
			*flags |= markNumber
			if _, ok := isYear(w.text); ok {
				*flags |= markTime
			}
		} else if w.upper && !w.start && b.lex.stop[w.text] == 0 {
			*flags |= markName
		}
		t := b.stem(*w, l)
		if t == "" {
			continue
		}
		n++
		b.one(t)
	}
	return n
}

func (b *builder) one(t string) {
	if b.count[t] == 0 {
		b.keys = append(b.keys, t)
	}
	b.count[t]++
}

func (b *builder) stem(w word, l language) string {
	if w.dense {
		return w.text
	}
	t, ok := b.stems[l][w.text]
	if !ok {
		t = b.lex.term(w, l)
		b.stems[l][w.text] = t
	}
	return t
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

// dateTerms are the index terms of the days a text names: "\x01d2023-05-07",
// "\x01m2023-05", "\x01y2023".
func (b *builder) dateTerms(text string) []string {
	var out []string
	for i := range b.ws {
		w := &b.ws[i]
		if y, ok := isYear(w.text); ok && w.digit {
			out = append(out, "\x01y"+w.text)
			if i > 0 {
				m := b.lex.month[b.ws[i-1].text]
				d := 0
				if m == 0 && i > 1 {
					m, d = b.lex.month[b.ws[i-2].text], dayOfMonth(b.ws[i-1].text)
				} else if m != 0 && i > 1 {
					d = dayOfMonth(b.ws[i-2].text)
				}
				if m != 0 {
					out = append(out, "\x01m"+dayString(dayNumber(y, m, 1))[:7])
				}
				if m != 0 && d != 0 {
					if n := dayNumber(y, m, d); n != 0 {
						out = append(out, "\x01d"+dayString(n))
					}
				}
			}
		}
	}
	if d := dayIn(text); d != 0 {
		s := dayString(d)
		out = append(out, "\x01m"+s[:7], "\x01d"+s)
	}
	return out
}

// fileAt is the index of the file that a slot belongs to.
func (s *segment) fileAt(at slot) int {
	return sort.Search(len(s.files), func(i int) bool { return s.files[i].first > at }) - 1
}
