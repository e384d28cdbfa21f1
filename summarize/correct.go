package summarize

import (
	"strings"
	"unicode"
	"unicode/utf8"
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
func claimOf(ws []word, lex *lexicon, names map[string]bool) claim {
	c := claim{about: map[string]float64{}, values: map[string]bool{}, denied: map[string]bool{}}
	deny := 0
	for i := range ws {
		w := &ws[i]
		if denies(w.low) {
			deny = 3
		}
		for _, k := range keysOf(w, lex, names) {
			switch {
			case isValue(k):
				c.values[k] = true
			case c.about[k] == 0:
				c.about[k] = heft(w, i, ws, k, lex)
				c.total += c.about[k]
			}
			if deny > 0 {
				c.denied[k] = true
			}
		}
		if deny--; strings.ContainsAny(w.post, ",.;:!?") {
			deny = 0
		}
	}
	for k := range c.denied {
		delete(c.values, k)
	}
	return c
}

func denies(low string) bool {
	switch low {
	case "not", "nicht", "statt", "instead", "pas", "no", "kein", "keine", "keinen", "не":
		return true
	}
	return false
}

// heft is what a word in common proves.
func heft(w *word, i int, ws []word, k string, lex *lexicon) float64 {
	first, _ := utf8.DecodeRuneInString(w.core)
	switch {
	case hasDigit(w.core) || unicode.IsUpper(first) && i > 0 && !endsSentence(ws[i-1].post):
		return 2
	case lex.dull[w.low] || lex.dull[k]:
		return .1
	case lex.base[w.low] || lex.base[k]:
		return .5
	}
	return 1
}

// keysOf are the content words in a word, in the form of reading.terms.
func keysOf(w *word, lex *lexicon, names map[string]bool) []string {
	if w.core == "" || lex.stop[w.low] || isName(names, w) {
		return nil
	}
	if n, ok := figure(w.low); ok {
		return []string{n}
	}
	if isDate(w.low) {
		return []string{w.low}
	}
	if strings.ContainsAny(w.low, "0123456789") { // a version, a hash: whole
		return []string{w.low}
	}
	var out []string
	add := func(p string) {
		if n, ok := number(p); ok && n > 1 {
			out = append(out, numberKey(n))
		} else if utf8.RuneCountInString(p) > 1 && !lex.stop[p] {
			out = append(out, stem(p))
		}
	}
	if wide(w.core) {
		pairs(w.low, add)
	} else {
		parts(w.low, add)
	}
	return out
}

// figure reads a written number with its groups: "12,000" → "12000", "3,5" →
// "3.5".
func figure(low string) (string, bool) {
	low = strings.TrimRight(low, "%€")
	if low == "" || strings.Trim(low, "0123456789.,'’") != "" || !hasDigit(low[:1]) || isDate(low) {
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
	if _, ok := weekday(k); ok || monthWord(k) && k != "mai" && k != "may" || k == "may" || k == "mai" {
		return true
	}
	return hasDigit(k) && !strings.ContainsFunc(k, unicode.IsLetter)
}

// amends reports whether a sentence takes back or changes something said before.
func amends(ws []word, lex *lexicon) bool {
	for i, w := range ws {
		switch w.low {
		case "typo", "correction", "misread", "misspelled", "swapped", "postponed", "moved", "moves", "changed", "instead", "corrected", "korrigieren", "korrigiere", "korrektur",
			"verschoben", "verlegt", "vertippt", "verschrieben", "versehen", "geändert", "stattdessen", "corrige", "erreur", "corrección", "исправление":
			return true
		case "not", "nicht", "statt", "rather":
			if i+1 < len(ws) && (hasDigit(ws[i+1].core) || i > 0 && strings.HasSuffix(ws[i-1].post, ",")) {
				return true
			}
		case "no", "nope", "nein", "sorry", "wait", "actually", "stopp", "doch", "quatsch", "non", "нет", "change":
			if i < 2 {
				return true
			}
		}
		if i < 4 && lex.correct[w.low] && w.low != "not" && w.low != "rather" && w.low != "found" {
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
func (p *piece) old(n *claim, lex *lexicon, names map[string]bool) bool {
	c := claimOf(p.words, lex, names)
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

// correct finds what a later line takes back: the pieces that give the old value
// are no longer told, and the correction counts for more.
func (r *reading) correct() {
	claims := map[int]*claim{}
	of := func(i int) *claim {
		if claims[i] == nil {
			c := claimOf(r.lines[i].words, r.said[r.lines[i].said].lex, r.names)
			claims[i] = &c
		}
		return claims[i]
	}
	for i := range r.lines {
		l := &r.lines[i]
		s := &r.said[l.said]
		if !l.amends || l.ask || l.kind == code || l.kind == caption || s.tool || s.model {
			continue
		}
		n := of(i)
		if len(n.values) == 0 && len(n.denied) == 0 {
			continue
		}
		for k := i - 1; k >= 0 && k >= i-reach; k-- {
			o := &r.lines[k]
			if r.said[o.said].tool || o.kind == code || o.said == l.said && k != i-1 || !r.said[o.said].model && r.said[o.said].voice != s.voice {
				continue
			}
			if n.against(of(k)) == 0 && !r.follows(i, k, n, of(k)) {
				continue
			}
			for j := range o.pieces {
				o.pieces[j].gone = o.pieces[j].gone || o.pieces[j].old(n, s.lex, r.names)
			}
			if l.corrects < 0 || !r.said[o.said].model {
				l.corrects = k
			}
		}
	}
}

// follows reports whether line i gives, without saying of what, a number in the
// unit in which line k, just before it, gives another.
func (r *reading) follows(i, k int, n, o *claim) bool {
	if r.lines[i].said-r.lines[k].said > 2 || len(n.values) == 0 || len(o.values) == 0 || n.total > 3 {
		return false
	}
	for v := range n.values {
		if o.values[v] {
			return false
		}
	}
	return r.unit(i) != "" && r.unit(i) == r.unit(k)
}

// unit is the word behind the first number of a line.
func (r *reading) unit(i int) string {
	ws := r.lines[i].words
	for j := range ws {
		if _, ok := figure(ws[j].low); ok && j+1 < len(ws) && ws[j].post == "" {
			return stem(ws[j+1].low)
		}
	}
	return ""
}

// replaces is the id of the one known entry that some lines correct; "" if none
// is sure.
func (k *known) replaces(r *reading, lines []int) string {
	best, id := 0.0, ""
	for _, i := range lines {
		l := &r.lines[i]
		s := &r.said[l.said]
		if !l.amends || l.ask || s.tool || s.model {
			continue
		}
		n := claimOf(l.words, s.lex, r.names)
		if len(n.values) == 0 && len(n.denied) == 0 {
			continue
		}
		for _, e := range k.claims(r) {
			if e.who != "" && e.who != s.who && e.who != "Assistant" {
				continue
			}
			if v := n.against(&e.claim); v > best {
				best, id = v, e.id
			}
		}
	}
	return id
}

// knownClaim is the claim of an entry that memory holds.
type knownClaim struct {
	claim
	id, who string
}

// claims reads the known entries, once.
func (k *known) claims(r *reading) []knownClaim {
	if k.said != nil {
		return k.said
	}
	k.said = []knownClaim{}
	lex := r.all[0]
	for _, e := range r.in.Known {
		if e.ID == "" || e.Struck {
			continue
		}
		c := knownClaim{id: e.ID}
		text := e.Text
		if who, rest, ok := strings.Cut(text, ": "); ok && strings.Count(who, " ") < 8 {
			c.who, text = who, rest
			if i := strings.Index(who, " ("); i > 0 {
				c.who = who[:i]
			}
		}
		lex = language(r.all, fields(text), lex)
		c.claim = claimOf(split(text), lex, r.names)
		k.said = append(k.said, c)
	}
	return k.said
}
