package search

import (
	"math"
	"slices"
	"strings"
)

// maxTerms bounds the work a query may ask for: its first words count.
const maxTerms = 64

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
	seen   bool
}

// match is a term's presence in a passage of any segment.
type match struct {
	at slot
	tf float32
}

// asked is a query made ready.
type asked struct {
	terms    []queryTerm
	spans    []span
	pairs    [][2]string // adjoining words' terms
	kind     byte        // 'w' when, 'n' how many, 'p' who or where, 0
	who      string      // the one speaker named, folded
	mentions int
	empty    bool // no word in it at all
}

// parse reads a query for a land of the given segments.
func (x *lexicon) parse(q Query, parts []part, first, newest int) asked {
	text := strings.ToValidUTF8(q.Text[:min(len(q.Text), maxQuery)], " ")
	ws := words(text, nil)
	var n [languages]int
	for _, p := range parts {
		for l := range languages {
			n[l] += p.seg.langs[l]
		}
	}
	main := english
	for l := range languages {
		if n[l] > n[main] {
			main = l
		}
	}
	lang, _ := x.guess(ws, main)
	now := dayOf(q.Now)
	if now == 0 {
		now = newest
	}
	a := asked{empty: len(ws) == 0, kind: x.kind(ws)}
	a.spans = x.spans(text, ws, first, now)
	a.addressee(ws, parts)
	for i := range ws {
		if len(a.terms) == maxTerms {
			break
		}
		if x.term(ws[i], lang) != "" {
			a.add(x, ws[i], lang, n)
		}
	}
	if len(a.terms) == 0 { // nothing but little words: take them as they are
		for i := 0; i < len(ws) && len(a.terms) < maxTerms; i++ {
			a.add(x, ws[i], lang, n)
		}
	}
	return a
}

func (a *asked) add(x *lexicon, w word, lang language, n [languages]int) {
	t := queryTerm{text: w.text, weight: 1}
	put := func(s string, weight float64) {
		if s == "" {
			return
		}
		for _, o := range t.alts {
			if o.term == s {
				return
			}
		}
		t.alts = append(t.alts, alternative{s, weight})
	}
	if w.dense {
		put(w.text, 1)
	} else {
		put(x.stem(w.text, lang), 1)
		for l := range languages {
			if n[l] > 0 {
				put(x.stem(w.text, l), 1)
			}
		}
	}
	for i := range a.terms {
		if a.terms[i].alts[0].term == t.alts[0].term {
			return
		}
	}
	if x.time[w.text] || w.digit {
		t.weight = tune.timeWord
	}
	if lang == english {
		for _, k := range x.kin[t.alts[0].term] {
			if tune.kin > 0 {
				put(k, tune.kin)
			}
		}
	}
	a.terms = append(a.terms, t)
}

// kind tells what the question asks for.
func (x *lexicon) kind(ws []word) byte {
	for i := range ws {
		next := ""
		if i+1 < len(ws) {
			next = ws[i+1].text
		}
		switch ws[i].text {
		case "when", "wann", "quand", "cuando", "когда":
			if i < 2 {
				return 'w'
			}
		case "how":
			switch next {
			case "long", "often", "soon", "old":
				return 'w'
			case "many", "much":
				return 'n'
			}
		case "what", "which", "in":
			switch next {
			case "date", "day", "month", "year", "time":
				return 'w'
			}
		case "who", "whom", "whose", "where", "wo", "wer", "qui", "ou", "quien", "donde", "кто", "где":
			if i < 2 {
				return 'p'
			}
		}
	}
	return 0
}

// addressee finds the speakers a question names.
func (a *asked) addressee(ws []word, parts []part) {
	var found []string
	for i := range ws {
		for _, p := range parts {
			if slices.Contains(p.seg.names[1:], ws[i].text) && !slices.Contains(found, ws[i].text) {
				found = append(found, ws[i].text)
			}
		}
	}
	a.mentions = len(found)
	if len(found) == 1 {
		a.who = found[0]
	}
}

// gather reads the postings of every term and works out its rarity.
func (a *asked) gather(parts []part, live int) error {
	for i := range a.terms {
		t := &a.terms[i]
		if err := t.gather(parts); err != nil {
			return err
		}
		t.df = len(t.posts)
		t.idf = math.Log(1 + (float64(live)-float64(t.df)+0.5)/(float64(t.df)+0.5))
		if t.text == a.who && a.who != "" {
			t.weight = tune.whoTerm
		}
	}
	return nil
}

func (t *queryTerm) gather(parts []part) error {
	t.posts = t.posts[:0]
	for _, p := range parts {
		from, lists := len(t.posts), 0
		for _, alt := range t.alts {
			ps, err := p.seg.postings(alt.term)
			if err != nil {
				return err
			}
			if len(ps) == 0 {
				continue
			}
			lists++
			for _, m := range ps {
				if p.alive(m.at) {
					t.posts = append(t.posts, match{p.base + m.at, float32(m.n) * float32(alt.weight)})
				}
			}
		}
		if lists > 1 {
			t.posts = t.posts[:from+len(mergeMatches(t.posts[from:]))]
		}
	}
	return nil
}

// mergeMatches sorts by place and keeps the strongest of several in one place.
func mergeMatches(m []match) []match {
	slices.SortFunc(m, func(a, b match) int { return int(a.at) - int(b.at) })
	out := m[:0]
	for _, x := range m {
		if n := len(out); n > 0 && out[n-1].at == x.at {
			out[n-1].tf = max(out[n-1].tf, x.tf) // a sum would reward what one word says twice
			continue
		}
		out = append(out, x)
	}
	return out
}
