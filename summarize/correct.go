package summarize

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// reach is how many lines back a correction is looked for.
const reach = 80

// claim is what a text is about, and the numbers, days and negated words in
// which another text may contradict it.
type claim struct {
	about  map[string]float64 // word → weight: 2 for a name, 1 for a plain word
	total  float64
	values map[string]bool // numbers and days it gives
	denied map[string]bool // what it says is not so
}

// claimOf reads the claim of some words.
func claimOf(ws []extract.Word, lang language.Lang, names map[string]bool) claim {
	c := claim{about: map[string]float64{}, values: map[string]bool{}, denied: map[string]bool{}}
	deny := 0
	for i := range ws {
		w := &ws[i]
		if denies(w.Low) {
			deny = 3
		}
		for _, k := range keysOf(w, lang, names) {
			switch {
			case isValue(k):
				c.values[k] = true
			case c.about[k] == 0:
				c.about[k] = heft(w, i, ws, k, lang)
				c.total += c.about[k]
			}
			if deny > 0 {
				c.denied[k] = true
			}
		}
		if deny--; strings.ContainsAny(w.Post, ",.;:!?") {
			deny = 0
		}
	}
	for k := range c.denied {
		delete(c.values, k)
	}
	return c
}

func denies(low string) bool { return language.ModeInAny(low)&language.Unsays != 0 }

// heft is what a word in common proves.
func heft(w *extract.Word, i int, ws []extract.Word, k string, lang language.Lang) float64 {
	first, _ := utf8.DecodeRuneInString(w.Core)
	switch {
	case extract.HasDigit(w.Core) || unicode.IsUpper(first) && lang != language.German && i > 0 && !extract.EndsSentence(ws[i-1].Post):
		return 2
	case (lang.Lists(w.Low) | lang.Lists(k)).Has(language.Dull):
		return .1
	case (lang.Lists(w.Low) | lang.Lists(k)).Has(language.Usual):
		return .5
	}
	return 1
}

// keysOf are the content words in a word, in the form of reading.terms.
func keysOf(w *extract.Word, lang language.Lang, names map[string]bool) []string {
	if w.Core == "" || lang.Lists(w.Low).Has(language.Stop) || extract.IsName(names, w) {
		return nil
	}
	if n, ok := figure(w.Low); ok {
		return []string{n}
	}
	if extract.IsDate(w.Low) {
		return []string{w.Low}
	}
	if w.Date {
		if t, err := time.Parse("January 2006", w.Core); err == nil {
			return []string{t.Format("2006-01")}
		}
		return []string{w.Low[max(0, len(w.Low)-len(time.DateOnly)):]}
	}
	if strings.ContainsAny(w.Low, "0123456789") { // a version, a hash: whole
		return []string{w.Low}
	}
	var out []string
	add := func(p string) {
		if n, ok := quantity.NumberWord(lang, p); ok && n > 1 {
			out = append(out, strconv.Itoa(n))
		} else if utf8.RuneCountInString(p) > 1 && !lang.Lists(p).Has(language.Stop) {
			out = append(out, extract.Stem(p))
		}
	}
	if extract.Wide(w.Core) {
		extract.Pairs(w.Low, add)
	} else {
		extract.Parts(w.Low, add)
	}
	return out
}

// figure reads a written number with its groups: "12,000" → "12000", "3,5" →
// "3.5".
func figure(low string) (string, bool) {
	low = strings.TrimRight(low, "%€")
	if low == "" || strings.Trim(low, "0123456789.,'’") != "" || !extract.HasDigit(low[:1]) || extract.IsDate(low) {
		return "", false
	}
	groups := strings.FieldsFunc(low, func(r rune) bool { return strings.ContainsRune(".,'’", r) })
	for _, g := range groups[1:] {
		if len(g) != 3 || len(groups[0]) > 3 {
			return strings.ReplaceAll(low, ",", "."), true
		}
	}
	return strings.Join(groups, ""), true
}

// isValue reports whether a key is a number or a day, in which two lines about
// one thing may differ.
func isValue(k string) bool {
	if extract.DayOrMonth(k) {
		return true
	}
	return extract.HasDigit(k) && !strings.ContainsFunc(k, unicode.IsLetter)
}

// amends reports whether a sentence takes back or changes something said before.
func amends(ws []extract.Word) bool {
	for i, w := range ws {
		mode := language.ModeInAny(w.Low)
		apart := i > 0 && strings.HasSuffix(ws[i-1].Post, ",")
		switch {
		case mode&language.Indeed != 0: // "it was actually 45,000", not "I actually won"
			if i == 0 || apart || language.ModeInAny(ws[i-1].Low)&language.Copula != 0 {
				return true
			}
			continue
		case mode&language.Amends != 0, mode&language.Retracts != 0 && i < 2,
			mode&language.Unsays != 0 && i+1 < len(ws) && (i == 0 || apart || extract.HasDigit(ws[i+1].Core)):
			return true
		}
	}
	return false
}

// against reports how well the newer claim n contradicts the older claim o: what
// they have in common, or 0.
func (n *claim) against(o *claim) float64 {
	if o.total == 0 {
		return 0
	}
	shared, denied := 0.0, false
	for k, v := range o.about {
		switch {
		case n.denied[k]:
			shared, denied = shared+max(v, 2), true
		case n.about[k] > 0:
			shared += v
		}
	}
	changed := false
	for k := range o.values {
		denied = denied || n.denied[k]
		changed = changed || !n.values[k]
	}
	fresh := false
	for k := range n.values {
		fresh = fresh || !o.values[k]
	}
	if !denied && (!changed || !fresh) || shared < 2 && !(denied && shared >= 1) || shared < .4*o.total {
		return 0
	}
	return shared
}

// old reports whether a piece gives a value of o that n does not.
func (p *piece) old(n *claim, lang language.Lang, names map[string]bool) bool {
	c := claimOf(p.words, lang, names)
	for k := range c.values {
		if !n.values[k] {
			return true
		}
	}
	for k := range c.about {
		if n.denied[k] {
			return true
		}
	}
	return false
}

// correct finds what a later line takes back: by what both claim, or as a chat reads it
// where it gives but another value for the line before it. Where the correction gives but a new
// value, the line it corrects is told with that; else the pieces that give the
// old value are no longer told, and the correction counts for more.
func (r *reading) correct() {
	claims := map[int]*claim{}
	of := func(i int) *claim {
		if claims[i] == nil {
			c := claimOf(r.lines[i].words, r.said[r.lines[i].said].lang, r.names)
			claims[i] = &c
		}
		return claims[i]
	}
	for i := range r.lines {
		l := &r.lines[i]
		s := &r.said[l.said]
		if l.ask || l.kind == extract.InCode || l.kind == extract.InCaption || s.tool || s.model {
			continue
		}
		last := r.revalued(i)
		if !l.amends && last < 0 {
			continue
		}
		n := of(i)
		if last < 0 && len(n.values) == 0 && len(n.denied) == 0 && !spells(l.words) {
			continue
		}
		for k := i - 1; k >= 0 && k >= i-reach; k-- {
			o := &r.lines[k]
			if r.said[o.said].tool || o.kind == extract.InCode || o.told || o.said == l.said && k != i-1 || slices.Contains(o.proofs, l.said) || !r.said[o.said].model && r.said[o.said].voice != s.voice {
				continue
			}
			if k != last && n.against(of(k)) == 0 && !r.follows(i, k, n, of(k)) {
				continue
			}
			if k != last && countsElse(l.words, o.words, s.lang) {
				continue
			}
			if !l.told && !r.said[o.said].model && (r.join(i, k, of(k), n) || k == last && len(l.words) <= mostBehind && r.append(i, k)) {
				delete(claims, k)
				if !l.told {
					l.corrects = k
				}
				continue
			}
			for j := range o.pieces {
				o.pieces[j].gone = o.pieces[j].gone || o.pieces[j].old(n, s.lang, r.names)
			}
			if l.corrects < 0 || !r.said[o.said].model {
				l.corrects = k
			}
		}
	}
}

// revalued is the line that line i corrects: the last one that its speaker said before;
// -1 if it does not, or takes up by its words what was said before that.
func (r *reading) revalued(i int) int {
	l := &r.lines[i]
	s := &r.said[l.said]
	news := statement.ReadIn(l.text, s.lang)
	turns := language.Turns(l.text, s.lang)
	if !turns && (!r.heard() || len(news.Values) == 0 || s.asked >= 0 && l.first == 0) {
		return -1 // two people talk of many things; it tells no other value; it answers
	}
	var at []int
	var before []statement.Statement
	for k := max(0, i-reach); k < i; k++ {
		o := &r.lines[k]
		if r.said[o.said].voice != s.voice || r.said[o.said].tool || o.told || o.ask || o.fills || o.text == "" {
			continue
		}
		at, before = append(at, k), append(before, statement.ReadIn(o.text, s.lang))
	}
	last := len(before) - 1
	if last < 0 || !turns && r.lines[at[last]].said == l.said {
		return -1 // in one message it goes on
	}
	if n := statement.TakenUp(before, news); (n < 0 || n == last) && statement.Revalues(before[last], news) {
		return at[last]
	}
	return -1
}

// countsElse reports whether each number of a line is called by a word that another
// line does not have: "room 1732" is no other value of "every 1613 hours".
func countsElse(ws, other []extract.Word, lang language.Lang) bool {
	numbers := 0
	for i, w := range ws {
		if _, ok := figure(w.Low); !ok {
			continue
		}
		numbers++
		if i == 0 || ws[i-1].Post != "" {
			return false
		}
		low := ws[i-1].Low
		called := !lang.Lists(low).Has(language.Stop) && language.ModeInAny(low) == 0 && !language.InAny(low).Has(language.Dull|language.Soft|language.Verb|language.Light) && !extract.HasDigit(low)
		if !called || slices.ContainsFunc(other, func(o extract.Word) bool { return o.Low == low }) {
			return false
		}
	}
	return numbers > 0
}

// join writes line k with the value that line i gives instead, and lets it tell
// all of line i where that says no more; ok is false where the value is not clear.
func (r *reading) join(i, k int, o, n *claim) (ok bool) {
	l, was := &r.lines[i], &r.lines[k]
	ws, ok := amend(was.words, l.words, r.said[was.said].lang, r.names)
	if !ok {
		return false
	}
	r.retell(was, ws, l)
	if !n.says(o) {
		l.tell()
	}
	return true
}

// mostBehind is how many words a correction has at most that is told behind what it
// corrects: a longer one says by itself of what it speaks.
const mostBehind = 6

// append lets line k tell line i behind its own words: "on the 4th at 10 – wrong, it's the
// 11th" says what a line of the second half alone does not.
func (r *reading) append(i, k int) bool {
	l, was := &r.lines[i], &r.lines[k]
	ws := slices.Clone(was.words)
	end := &ws[len(ws)-1]
	end.Post = strings.TrimRight(end.Post, ".!") + " –"
	r.retell(was, append(ws, l.words...), l)
	l.tell()
	return true
}

// retell gives a line other words, which another line told.
func (r *reading) retell(was *line, ws []extract.Word, by *line) {
	was.words = ws
	r.number(was, &r.said[was.said])
	was.proofs = append(append(was.proofs, by.said), by.proofs...)
}

// tell marks a line as told by another one.
func (l *line) tell() {
	l.told = true
	for j := range l.pieces {
		l.pieces[j].gone = true
	}
}

// follows reports whether line i, without saying of what, denies a value of line
// k, spells an identifier of it anew, or gives, right after it, another number in
// the same unit.
func (r *reading) follows(i, k int, n, o *claim) bool {
	l, was := &r.lines[i], &r.lines[k]
	lang := r.said[l.said].lang
	apart := l.said - was.said
	if apart > 6 {
		return false
	}
	is, had := valuesOf(l.words, lang, r.names), valuesOf(was.words, lang, r.names)
	for x := range is {
		for y := range had {
			d, v := &is[x], &had[y]
			same := slices.Equal(d.keys, v.keys)
			if d.denied && same && (len(v.keys[0]) > 1 || v.unit != "" && d.unit == v.unit) {
				return true
			}
			if !d.denied && !same && apart <= 2 && n.total <= 6 && d.unit != "" && d.unit == v.unit && !o.values[d.keys[0]] {
				return true
			}
		}
	}
	_, spelt := swapName(was.words, l.words)
	return spelt
}
