package search

import (
	"math"
	"slices"
	"strings"
	"sync"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
	"dormouse/memory/search/index"
)

// maxTerms bounds the work a query may ask for: its first words count.
const maxTerms = 64

// maxGuesses is for how many words that occur nowhere others are looked for.
const maxGuesses = 8

// maxQuery is how many bytes of a query are read.
const maxQuery = 4 << 10

// alternative is an index term that may stand for a word of the query.
type alternative struct {
	term   string
	weight float64 // in (0, 1]
}

// queryTerm is one word of the query with all that may stand for it.
type queryTerm struct {
	text   string // folded, for prefix and spelling
	alts   []alternative
	weight float64
	idf    float64
	df     int
	posts  []match // live passages, ascending
	meant  string  // what a misspelt word was meant to be, "" for most
	before string  // the words beside it in the question
	after  string
	name   bool // a person's or a thing's name, as far as its capital tells
	exact  bool // such a name, or a figure: nothing is near it in meaning
	// optional terms help when they occur and count for nothing when not.
	optional bool
}

// match is a term's presence in a passage of any segment.
type match struct {
	at index.Slot
	tf float32
	w  float32 // 1 for the word itself
}

// asked is a query made ready.
type asked struct {
	terms  []queryTerm
	spans  []index.Span
	kind   language.Asked
	who    []string // the speakers named, folded
	little bool     // nothing but little words
	text   string
	lang   func() language.Lang // what the question is written in; a guess takes time
	tongue language.Lang        // the same by its little words
	spoken []language.Lang      // what a good part of the lines is written in
	cover  float64              // share of the question's weight that one line has
	best   index.Slot           // that line
}

// parse reads a query for a land of the given segments.
func parse(q Query, parts []part, first, newest int) asked {
	x := index.Lexica()
	text := strings.ToValidUTF8(q.Text[:min(len(q.Text), maxQuery)], " ")
	ws := index.Words(text, nil)
	var n index.Tally
	for _, p := range parts {
		for l := range index.Languages {
			n[l] += p.seg.Langs[l]
		}
	}
	main, _ := n.Most(language.English)
	lang, _ := x.Guess(ws, main)
	now := index.DayOf(q.Now)
	if now == 0 {
		now = newest
	}
	a := asked{text: text, kind: kind(text, ws, lang), tongue: lang, lang: sync.OnceValue(func() language.Lang { return language.Guess(text) })}
	a.spoken = tongues(n)
	a.spans = x.Spans(text, ws, lang, first, now)
	a.addressee(ws, parts)
	for i := range ws {
		if len(a.terms) == maxTerms {
			break
		}
		if x.Term(ws[i], lang) != "" {
			a.add(ws, i, lang, n)
		}
	}
	if len(ws) == 1 && len(a.terms) == 0 { // all that was asked for
		a.add(ws, 0, lang, n)
	}
	a.little = len(a.terms) == 0 && len(ws) > 0
	a.dates()
	return a
}

// aGoodPart is one line of how many lines: fewer are taken for slips of the guess.
const aGoodPart = 20

// tongues are the languages of a good part of the lines.
func tongues(n index.Tally) (list []language.Lang) {
	all := 0
	for _, lines := range n {
		all += lines
	}
	for l, lines := range n {
		if lines > 0 && aGoodPart*lines >= all {
			list = append(list, language.Lang(l))
		}
	}
	return list
}

func (a *asked) add(ws []index.Word, i int, lang language.Lang, n index.Tally) {
	w := ws[i]
	t := queryTerm{text: w.Text, weight: 1, name: w.Upper && !w.Start}
	t.exact = t.name && !lang.NounsHaveCapitals() || strings.ContainsAny(w.Text, "0123456789")
	put := func(s string, weight float64) {
		if !slices.ContainsFunc(t.alts, func(o alternative) bool { return o.term == s }) {
			t.alts = append(t.alts, alternative{s, weight})
		}
	}
	if isName(w.Text) {
		put(index.IDTerm+w.Text, 1)
	}
	put(index.Stem(w.Text, lang), 1)
	for l, lines := range n {
		if lines > 0 {
			put(index.Stem(w.Text, language.Lang(l)), 1)
		}
	}
	if slices.ContainsFunc(a.terms, func(o queryTerm) bool { return o.alts[0].term == t.alts[0].term }) {
		return
	}
	if lang.Compounds() && n[lang] > 0 && !(lang == language.English && unknown(w.Text)) {
		put(index.PartTerm+index.Stem(w.Text, lang), partWeight)
		head, tail := lang.CompoundParts(w.Text)
		if tail != "" {
			put(index.Stem(tail, lang), partWeight)
			put(index.PartTerm+index.Stem(tail, lang), partWeight*partWeight)
		}
		if head != "" {
			put(index.Stem(head, lang), partWeight*partWeight)
		}
	}
	for i, lines := range n {
		l := language.Lang(i)
		if lines == 0 && l != lang {
			continue
		}
		for _, same := range l.SamePersons(w.Text) { // who asks for the grandmother wrote "gran"
			put(index.Stem(same, l), personWeight)
		}
	}
	for _, k := range lang.Kin(t.alts[0].term) {
		put(k, kinWeight)
	}
	if i > 0 && !ws[i-1].Dense {
		t.before = ws[i-1].Text
	}
	if i+1 < len(ws) && !ws[i+1].Dense {
		t.after = ws[i+1].Text
	}
	a.terms = append(a.terms, t)
}

// unknown reports whether no list of English words has a word: "Clydeside" is no kind of side.
func unknown(w string) bool {
	_, known := vectors.Of(w)
	return !known
}

// isName says whether a word may be an entry's id: letters and digits mixed.
func isName(w string) bool {
	return strings.ContainsAny(w, "0123456789") && strings.ContainsAny(w, "abcdefghijklmnopqrstuvwxyz")
}

// dates adds the days, months and years asked about as terms of their own, so
// that a line which names them is found wherever it stands.
func (a *asked) dates() {
	for _, s := range a.spans[:min(len(a.spans), 8)] {
		// Day 0 is a day here, the last of 1969, and not none.
		from, to := index.DayTime(s.From).Format("2006-01-02"), index.DayTime(s.To).Format("2006-01-02")
		var term string
		switch {
		case s.From == s.To:
			term = index.DateTerm + "d" + from
		case from[:7] == to[:7] && s.To-s.From > 26:
			term = index.DateTerm + "m" + from[:7]
		case from[:4] == to[:4] && s.To-s.From > 363:
			term = index.DateTerm + "y" + from[:4]
		default:
			continue
		}
		a.terms = append(a.terms, queryTerm{alts: []alternative{{term, 1}}, weight: dateWeight, optional: true})
	}
}

// kind tells what the question asks for.
func kind(text string, ws []index.Word, l language.Lang) language.Asked {
	if l.Dense() || isDenseText(text) {
		for _, l := range language.Langs() {
			if what := l.AsksIn(text); l.Dense() && what != language.Anything {
				return what
			}
		}
		return language.Anything
	}
	texts := make([]string, len(ws))
	for i := range ws {
		texts[i] = ws[i].Text
	}
	return l.Asks(texts)
}

// addressee finds the speakers a question names.
func (a *asked) addressee(ws []index.Word, parts []part) {
	for i := range ws {
		for _, p := range parts {
			if slices.Contains(p.seg.Names[1:], ws[i].Text) && !slices.Contains(a.who, ws[i].Text) {
				a.who = append(a.who, ws[i].Text)
			}
		}
	}
}

// gather reads the postings of every term and works out its rarity.
func (a *asked) gather(parts []part, live int) {
	guesses := 0
	for i := range a.terms {
		t := &a.terms[i]
		t.gather(parts)
		if len(t.posts) == 0 && !t.optional && guesses < maxGuesses {
			guesses++
			t.unseen(a.lang, parts)
		}
		t.rarity(live)
		if t.optional && t.df == 0 {
			t.weight = 0
		}
		if slices.Contains(a.who, t.text) {
			t.weight = speakerWord
		}
	}
}

// rarity works out how rare a term is.
func (t *queryTerm) rarity(live int) {
	t.df = 0
	for _, m := range t.posts {
		if m.tf >= 1 {
			t.df++
		}
	}
	if t.df == 0 {
		t.df = len(t.posts)
	}
	t.idf = math.Log(1 + (float64(live)-float64(t.df)+0.5)/(float64(t.df)+0.5))
}

func (t *queryTerm) gather(parts []part) {
	t.posts = t.posts[:0]
	for _, p := range parts {
		from, lists := len(t.posts), 0
		for _, alt := range t.alts {
			if ps := p.seg.Postings(alt.term); len(ps) > 0 {
				lists++
				t.collect(p, ps, float32(alt.weight))
			}
		}
		if lists > 1 {
			t.posts = t.posts[:from+len(mergeMatches(t.posts[from:]))]
		}
	}
}

// collect takes the postings that are in live files.
func (t *queryTerm) collect(p part, ps []index.Posting, weight float32) {
	t.posts = slices.Grow(t.posts, len(ps))
	file, end := -1, index.Slot(0) // the file that m.at is in, and where the next begins
	for _, m := range ps {
		if p.dead != nil && (file < 0 || m.At >= end) {
			file, end = p.seg.FileAt(m.At), index.Slot(len(p.seg.Lengths))
			if file+1 < len(p.seg.Files) {
				end = p.seg.Files[file+1].First
			}
		}
		if !p.gone(file) {
			t.posts = append(t.posts, match{p.base + m.At, float32(m.N) * weight, 1})
		}
	}
}

// mergeMatches sorts by place and keeps the strongest of several in one place.
func mergeMatches(m []match) []match {
	slices.SortFunc(m, func(a, b match) int { return int(a.at) - int(b.at) })
	out := m[:0]
	for _, x := range m {
		if n := len(out); n > 0 && out[n-1].at == x.at {
			if x.w*x.tf > out[n-1].w*out[n-1].tf { // a sum would reward what one word says twice
				out[n-1] = x
			}
			continue
		}
		out = append(out, x)
	}
	return out
}

// unknown says that no word of the query occurs, nor anything like one.
func (a *asked) unknown() bool {
	return !slices.ContainsFunc(a.terms, func(t queryTerm) bool { return len(t.posts) > 0 })
}
