package search

import (
	"math"
	"slices"
	"strings"
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
	// optional terms help when they occur and count for nothing when not.
	optional bool
}

// match is a term's presence in a passage of any segment.
type match struct {
	at slot
	tf float32
}

// asked is a query made ready.
type asked struct {
	terms  []queryTerm
	spans  []span
	period span   // of "before the move"; zero when none is asked about
	kind   byte   // 'w' when, 'n' how many, 'p' who or where, 0
	who    string // the one speaker named, folded
	little bool   // nothing but little words
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
	a := asked{kind: x.kind(ws)}
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
	a.little = len(a.terms) == 0 && len(ws) > 0
	a.dates()
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
	if isName(w.text) {
		put(idTerm+w.text, 1)
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
	if len(t.alts) == 0 {
		return
	}
	for i := range a.terms {
		if a.terms[i].alts[0].term == t.alts[0].term {
			return
		}
	}
	if lang == english {
		for _, k := range x.kin[t.alts[0].term] {
			put(k, kinWeight)
		}
	}
	a.terms = append(a.terms, t)
}

// isName says whether a word may be an entry's id: letters and digits mixed.
func isName(w string) bool {
	return strings.ContainsAny(w, "0123456789") && strings.ContainsAny(w, "abcdefghijklmnopqrstuvwxyz")
}

// dates adds the days, months and years asked about as terms of their own, so
// that a line which names them is found wherever it stands.
func (a *asked) dates() {
	for _, s := range a.spans[:min(len(a.spans), 8)] {
		from, to := dayString(s.from), dayString(s.to)
		var term string
		switch {
		case s.from == s.to:
			term = dateTerm + "d" + from
		case from[:7] == to[:7] && s.to-s.from > 26:
			term = dateTerm + "m" + from[:7]
		case from[:4] == to[:4] && s.to-s.from > 363:
			term = dateTerm + "y" + from[:4]
		default:
			continue
		}
		a.terms = append(a.terms, queryTerm{alts: []alternative{{term, 1}}, weight: dateWeight, optional: true})
	}
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
	if len(found) == 1 {
		a.who = found[0]
	}
}

// gather reads the postings of every term and works out its rarity.
func (a *asked) gather(x *lexicon, parts []part, live int) error {
	guesses := 0
	for i := range a.terms {
		t := &a.terms[i]
		if err := t.gather(parts); err != nil {
			return err
		}
		if len(t.posts) == 0 && !t.optional && guesses < maxGuesses {
			guesses++
			if err := t.guess(parts); err != nil {
				return err
			}
		}
		t.df = 0
		for _, m := range t.posts {
			if m.tf >= 1 {
				t.df++
			}
		}
		if t.df == 0 {
			t.df = len(t.posts)
		}
		if t.optional && t.df == 0 {
			t.weight = 0
		}
		t.idf = math.Log(1 + (float64(live)-float64(t.df)+0.5)/(float64(t.df)+0.5))
		if t.text == a.who && a.who != "" {
			t.weight = speakerWord
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
			t.collect(p, ps, float32(alt.weight))
		}
		if lists > 1 {
			t.posts = t.posts[:from+len(mergeMatches(t.posts[from:]))]
		}
	}
	return nil
}

// collect takes the postings that are in live files.
func (t *queryTerm) collect(p part, ps []posting, weight float32) {
	t.posts = slices.Grow(t.posts, len(ps))
	file, end := -1, slot(0) // the file that m.at is in, and where the next begins
	for _, m := range ps {
		if p.dead != nil && (file < 0 || m.at >= end) {
			file, end = p.seg.fileAt(m.at), slot(len(p.seg.lengths))
			if file+1 < len(p.seg.files) {
				end = p.seg.files[file+1].first
			}
		}
		if p.dead == nil || !p.dead[file] {
			t.posts = append(t.posts, match{p.base + m.at, float32(m.n) * weight})
		}
	}
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

// unknown says that no word of the query occurs, nor anything like one.
func (a *asked) unknown() bool {
	for i := range a.terms {
		if len(a.terms[i].posts) > 0 {
			return false
		}
	}
	return true
}

// guess gives a word that occurs nowhere to words that look like it: those it
// begins, and those one slip of the pen away (two in a word of eight letters
// or more) with the same two first letters.
func (t *queryTerm) guess(parts []part) error {
	word := t.alts[0].term
	prefix := word
	if !isDenseText(word) {
		if len(word) < 4 || word[0] < 'a' {
			return nil
		}
		prefix = word[:2]
		if word[0] >= 0x80 {
			prefix = string([]rune(word)[:2])
		}
	}
	type near struct {
		term string
		far  int
	}
	var found []near
	seen := map[string]bool{}
	for _, p := range parts {
		all, err := p.seg.termsWith(prefix, 20000)
		if err != nil {
			return err
		}
		for _, s := range all {
			if d := distance(word, s); d > 0 && !seen[s] {
				seen[s] = true
				found = append(found, near{s, d})
			}
		}
	}
	slices.SortFunc(found, func(a, b near) int {
		if a.far != b.far {
			return a.far - b.far
		}
		return strings.Compare(a.term, b.term)
	})
	t.alts = t.alts[:0]
	for _, n := range found[:min(len(found), 12)] {
		t.alts = append(t.alts, alternative{n.term, 1 / float64(1+n.far)})
	}
	if len(t.alts) == 0 {
		t.alts = append(t.alts, alternative{word, 1})
		return nil
	}
	return t.gather(parts)
}

func isDenseText(s string) bool {
	for _, r := range s {
		return isDense(r)
	}
	return false
}

// distance is how far s is from word: 1 when word begins it or one letter
// differs, 2 for two letters, 0 when they have nothing to do with each other.
func distance(word, s string) int {
	if strings.HasPrefix(s, word) {
		return 1
	}
	a, b := []rune(word), []rune(s)
	limit := 1
	if len(a) >= 8 {
		limit = 2
	}
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return 0
	}
	// Optimal string alignment: Levenshtein 1966 with neighbouring letters
	// swapped counting as one (Damerau 1964).
	row := make([][]int, len(a)+1)
	for i := range row {
		row[i] = make([]int, len(b)+1)
		row[i][0] = i
	}
	for j := range b {
		row[0][j+1] = j + 1
	}
	for i := range a {
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(row[i][j+1]+1, row[i+1][j]+1, row[i][j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, row[i-1][j-1]+1)
			}
			row[i+1][j+1] = d
		}
	}
	if d := row[len(a)][len(b)]; d <= limit {
		return d
	}
	return 0
}
