package summarize

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// ownerLow is how an entry calls the person, folded.
var ownerLow = language.Fold(owner)

// checker holds what a model wrote against all that was said and is known, clause by
// clause: a clause that no sentence carries, or that the sentence which says most of
// it contradicts, is cut.
type checker struct {
	rec  *record
	read reader
	sims map[[2]string]float64
}

func newChecker(in Input) *checker {
	rec := listenTo(in)
	own := func(low string) bool { return low == ownerLow || rec.own[low] }
	return &checker{rec: rec, read: reader{own, rec.isName, rec.isCommon, func(low string) bool { return rec.written[low] != "" }}, sims: map[[2]string]float64{}}
}

// Thresholds of what carries a clause, in shares of its weight.
const (
	leastCarried = .5  // must stand in a sentence and what is around it
	leastReason  = .6  // of a reason
	leastDirect  = .34 // in the clause itself, for it to contradict
	leastDeed    = .25 // of a clause without its names
	leastShared  = .2  // of the words of a clause, around a figure of it that is said elsewhere
	favour       = .06 // by how much less the sentence that carries may say than one that contradicts
)

// How much a word counts that stands elsewhere in the sentence, in the message, in
// what the message answers or is answered by, in what its author said before.
const (
	inSentence = .9
	inMessage  = .7
	inAnswer   = .6
	inEarlier  = .5
)

// claimed is an entry that a model wrote, read.
type claimed struct {
	text  string
	label string
	day   time.Time
	parts []part
	cited map[string]bool
	names []string
}

// check returns what of a text holds, "" for nothing, and why the rest does not.
func (k *checker) check(text string, cited []transcript.Message) (holds string, why []string) {
	c, bad := k.claims(text, cited)
	if bad != "" {
		return "", []string{bad}
	}
	main := -1
	var keep []bool
	for i := range c.parts {
		p := &c.parts[i]
		at, reason := k.carries(c, p, main)
		if reason != "" {
			why = append(why, fmt.Sprintf("%q: %s", oneLine(strings.Trim(p.text, " ,;:")), reason))
			if i == 0 {
				return "", why
			}
		} else if !p.reason {
			main = at
		}
		keep = append(keep, reason == "")
	}
	return c.without(keep), why
}

// claims takes an entry apart.
func (k *checker) claims(text string, cited []transcript.Message) (*claimed, string) {
	c := &claimed{text: text, cited: map[string]bool{}}
	for _, m := range cited {
		c.cited[m.ID] = true
		if d := dayOf(m.Time, k.rec.loc); d.After(c.day) {
			c.day = d
		}
	}
	who := ""
	if label, rest, ok := strings.Cut(text, ": "); ok && strings.Count(label, " ") < 3 && !strings.ContainsAny(label, ".(") && startsUpper(label) {
		low := fold(label)
		switch {
		case k.read.own(low):
			who = me
		case low == "assistant":
		case !k.rec.knows(strings.Fields(label)[0]):
			return nil, fmt.Sprintf("nobody called %q spoke", label)
		}
		c.label, text = label+": ", rest
	}
	l := k.languageOf(text)
	c.parts = mergeParts(k.read.parts(text, l, c.day, &cast{doer: who, label: who == me}))
	for i := range c.parts {
		c.names = append(c.names, c.parts[i].names...)
	}
	return c, ""
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// languageOf is the language of an entry: a short one is in that of the talk unless
// its words say otherwise.
func (k *checker) languageOf(text string) language.Lang {
	if l, p := language.GuessSure(text); p > .8 {
		return l
	}
	return k.rec.lang
}

// leastPart is the weight of words below which a clause is judged with the one
// before it.
const leastPart = 1.5

// mergeParts joins clauses that say too little alone.
func mergeParts(parts []part) []part {
	var out []part
	for _, p := range parts {
		n, weight := len(out), 0.0
		for _, t := range p.terms {
			weight += t.weight
		}
		small := weight < leastPart && !p.reason && !p.denied && (n == 0 || sameDoer(&p, &out[n-1]))
		if n > 0 && (small || out[n-1].weight() < leastPart && (!p.reason || len(out[n-1].terms) < 2) && p.denied == out[n-1].denied && sameDoer(&p, &out[n-1]) || n == 1 && len(out[0].terms) < 2) {
			out[n-1].join(p)
			continue
		}
		out = append(out, p)
	}
	return out
}

func (p *part) weight() (sum float64) {
	for _, t := range p.terms {
		sum += t.weight
	}
	return sum
}

func (p *part) join(q part) {
	p.text += q.text
	p.terms, p.names, p.figures = append(p.terms, q.terms...), append(p.names, q.names...), append(p.figures, q.figures...)
	p.ties, p.behind = append(p.ties, q.ties...), append(p.behind, q.behind...)
	p.mode, p.others, p.does = p.mode|q.mode, append(p.others, q.others...), append(p.does, q.does...)
	p.open, p.denied = p.open || q.open, p.denied || q.denied
	if p.doer == "" {
		p.doer, p.carried = q.doer, q.carried
	}
}

// without is the text with the parts that hold. What stands behind a part goes with
// it, but for the mark that ends its sentence.
func (c *claimed) without(keep []bool) string {
	if !slices.Contains(keep, false) {
		return c.text
	}
	out := ""
	for i, p := range c.parts {
		switch core := strings.TrimRight(p.text, " ,;:"); {
		case keep[i]:
			out += p.text
		case strings.ContainsAny(p.text[len(core):], ";:,"):
			out = strings.TrimRight(out, " ,;:") + p.text[len(core):]
		}
	}
	return c.label + strings.TrimRight(oneLine(out), " ,;:–—(-")
}

// carries tells which passage carries a part of an entry, or why none does. main is
// the passage that carries what a reason is given for.
func (k *checker) carries(c *claimed, p *part, main int) (at int, why string) {
	for _, n := range p.names {
		if !k.read.own(language.Fold(n)) && !k.rec.knows(n) {
			return -1, fmt.Sprintf("nobody spoke of %s", n)
		}
	}
	for _, t := range p.terms {
		if t.weight >= 1 && !p.denied && !p.aside && k.onlyDenied(c, p, t) {
			return -1, "that it is so was denied"
		}
	}
	near := k.rec.near(p, c.cited)
	p.field = k.rec.field(near)
	if n, m := k.tied(p); n != "" {
		return -1, fmt.Sprintf("that was said of %s, not %s", m, n)
	}
	for _, f := range p.figures {
		if k.ofOther(c, p, f) {
			return -1, figureText(c, f) + " was said of something else"
		}
	}
	good, bad := support{at: -1}, support{at: -1}
	least := leastCarried
	if p.reason {
		least = leastReason
	}
	for _, i := range near {
		if p.reason && main >= 0 && !k.rec.beside(i, main) {
			continue
		}
		for _, s := range k.supports(c, p, i) {
			switch {
			case s.conflict != "" && s.total >= least && !bad.sure && (s.sure || s.rank() > bad.rank()):
				bad = s
			case s.conflict == "" && s.total >= least && (!k.rec.said[i].asks || k.rec.refuted(i)) && s.better(good):
				good = s
			}
		}
	}
	switch {
	case bad.at >= 0 && (bad.sure || good.rank() < bad.rank()-favour):
		return -1, bad.conflict
	case good.at < 0:
		return -1, "nothing that was said carries it"
	case good.missing != "":
		return -1, good.missing
	}
	return good.at, ""
}

// beside reports whether two passages stand in one message, or one answers the other.
func (r *record) beside(i, j int) bool {
	a, b := r.said[i].message, r.said[j].message
	return a == b || a == b-1 && r.said[i].role != r.said[j].role
}

// support is how much of a clause a passage says.
type support struct {
	at       int
	total    float64
	direct   float64 // in the clause itself
	deed     float64 // and without names
	conflict string
	sure     bool   // it is one whatever else was said
	missing  string // what it lacks that must be there
}

// rank is by how much a passage says, most of all in one clause.
func (s support) rank() float64 { return (2*s.total + s.direct + s.deed) / 4 }

// better reports whether a passage carries more than another one: all that must be
// there first.
func (s support) better(o support) bool {
	if (s.missing == "") != (o.missing == "") && o.at >= 0 {
		return s.missing == ""
	}
	return s.rank() > o.rank()
}

// supports compares a clause with each of a passage.
func (k *checker) supports(c *claimed, p *part, i int) []support {
	parts := k.partsAt(i)
	refuted := k.rec.refuted(i)
	wide := k.around(p, i)
	var out []support
	most, deepest, allowed := 0.0, 0.0, 0.0
	for e := range parts {
		s := support{at: i}
		sum, total, direct := 0.0, 0.0, 0.0
		deed, deeds, near := 0.0, 0.0, 0.0
		for ti, t := range p.terms {
			here := k.best(&t, parts[e].terms)
			rest := 0.0
			for o := range parts {
				if o != e {
					rest = max(rest, inSentence*k.best(&t, parts[o].terms))
				}
			}
			if k.rec.said[i].lang != p.lang && max(here, rest, wide.terms[ti]) == 0 {
				t.weight /= 2 // no dictionary has all forms
			}
			total += t.weight
			direct += t.weight * here
			if t.weight != nameWeight {
				deed, deeds = deed+t.weight*here, deeds+t.weight
				near += t.weight * max(here, rest, wide.terms[ti])
			}
			sum += t.weight * max(here, rest, wide.terms[ti])
		}
		for fi, f := range p.figures {
			got := 0.0
			switch {
			case bears(parts[e].figures, f):
				got = 1
				direct++
			case bears(k.rec.said[i].figures, f):
				got = inSentence
			default:
				got = wide.figures[fi]
			}
			if got == 0 && k.elsewhere(f, p) {
				got = inAnswer
			}
			if got == 0 && k.saidThen(p, f, i) {
				got = inSentence
			}
			if got == 0 {
				s.missing = "nobody said " + strings.TrimSpace(figureText(c, f))
			}
			total++
			sum += got
		}
		for _, n := range p.names {
			if s.missing == "" && !k.named(p, n, i) {
				s.missing = n + " was not said of it"
			}
		}
		if total == 0 {
			total = 1
		}
		s.total, s.direct, s.deed = sum/total, direct/total, deed/max(deeds, 1)
		if deeds >= leastPart && k.rec.said[i].lang == p.lang && near < leastDeed*deeds {
			s.total = 0 // nothing but its names
		}
		if parts[e].mode&language.Allows != 0 && !parts[e].denied {
			allowed = max(allowed, s.direct)
		}
		most, deepest = max(most, s.direct), max(deepest, s.deed)
		said := parts[e]
		said.denied = said.denied || refuted
		if s.conflict = k.opposite(p, &said, s); s.conflict != "" {
			s.sure = true
		} else if max(s.direct, s.deed) >= leastDirect {
			s.conflict = k.conflict(c, p, &said, i, s)
		}
		out = append(out, s)
	}
	return slices.DeleteFunc(out, func(s support) bool { return s.direct < most && s.deed < deepest && (!s.sure || s.direct < allowed) })
}

func figureText(c *claimed, f language.Figure) string {
	text := strings.TrimPrefix(c.text, c.label)
	if f.To <= len(text) {
		return text[f.From:f.To]
	}
	return "that number"
}

func bears(said []language.Figure, claim language.Figure) bool {
	return slices.ContainsFunc(said, func(f language.Figure) bool { return f.Bears(claim) })
}

// named reports whether a name stands around a passage, or elsewhere with some of the
// rest of a clause.
func (k *checker) named(p *part, name string, at int) bool {
	low := strings.TrimSuffix(language.Fold(name), "'s")
	if k.read.own(low) || k.rec.compound(low) {
		return true
	}
	stands := func(i int) bool {
		text := k.rec.said[i].text
		return strings.Contains(language.Fold(text), low) || slices.ContainsFunc(language.Words(text), func(w language.Word) bool { return language.Alias(w.Text, name) })
	}
	same, other, earlier := k.rec.around(at)
	if stands(at) || slices.ContainsFunc(slices.Concat(same, other, earlier), stands) {
		return true
	}
	rest := part{terms: slices.DeleteFunc(slices.Clone(p.terms), func(t term) bool { return t.low == low })}
	for _, i := range p.field {
		if !stands(i) {
			continue
		}
		for _, q := range k.partsAt(i) {
			alone := len(q.terms) <= 2 && len(q.names) > 0 && k.rec.opens(i) // "Hi, Ada again"
			if alone && slices.ContainsFunc(q.terms, func(t term) bool { return t.low == low }) || share(&rest, q.terms) >= leastShared {
				return true
			}
		}
	}
	return false
}

// elsewhere reports whether a figure stands in a passage that says some of the rest.
func (k *checker) elsewhere(f language.Figure, p *part) bool {
	for _, i := range p.field {
		parts := k.partsAt(i)
		if !bears(k.rec.said[i].figures, f) {
			continue
		}
		wide := k.around(p, i)
		sum, total := 0.0, 0.0
		for ti, t := range p.terms {
			b := wide.terms[ti]
			for e := range parts {
				b = max(b, k.best(&t, parts[e].terms))
			}
			sum, total = sum+b*t.weight, total+t.weight
		}
		if sum >= leastShared*total {
			return true
		}
	}
	return false
}

// partsAt reads a passage.
func (k *checker) partsAt(i int) []part {
	s := k.rec.said[i]
	if s.parts == nil {
		var who cast
		if i > 0 && s.message >= 0 && k.rec.said[i-1].message == s.message {
			k.partsAt(i - 1)
			who = k.rec.said[i-1].who
		}
		s.parts = k.read.parts(s.text, s.lang, s.day, &who)
		s.who = who
		if s.parts == nil {
			s.parts = []part{}
		}
		for _, p := range s.parts {
			s.figures = append(s.figures, p.figures...)
		}
	}
	return s.parts
}

// widely is how much of each word and figure stands around a passage.
type widely struct{ terms, figures []float64 }

func (k *checker) around(p *part, at int) widely {
	w := widely{make([]float64, len(p.terms)), make([]float64, len(p.figures))}
	look := func(list []int, share float64) {
		for _, i := range list {
			for _, q := range k.partsAt(i) {
				for ti := range p.terms {
					w.terms[ti] = max(w.terms[ti], share*k.best(&p.terms[ti], q.terms))
				}
				for fi, f := range p.figures {
					if bears(q.figures, f) {
						w.figures[fi] = max(w.figures[fi], share)
					}
				}
			}
		}
	}
	same, other, earlier := k.rec.around(at)
	look(same, inMessage)
	look(other, inAnswer)
	look(earlier, inEarlier)
	return w
}

// best is how much the nearest of some words means what a word means.
func (k *checker) best(t *term, of []term) (most float64) {
	for i := range of {
		if s := k.sim(t, &of[i]); s > most {
			most = s
		}
	}
	return most
}

// Nearness of meaning, by the cosine of word vectors: below nearLeast it is none.
const nearLeast = .5

func (k *checker) sim(a, b *term) float64 {
	if a.stem == b.stem || a.low == b.low {
		return 1
	}
	key := [2]string{a.low, b.low}
	if s, ok := k.sims[key]; ok {
		return s
	}
	s := a.near(b)
	k.sims[key] = s
	return s
}

func (a *term) near(b *term) float64 {
	short, long := a.stem, b.stem
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) >= 5 && (strings.HasPrefix(long, short) || strings.HasSuffix(long, short)) {
		return .9
	}
	if len(short) >= 4 && language.Alias(a.low, b.low) {
		return .9
	}
	most := 0.0
	for _, x := range a.means {
		for _, y := range b.means {
			c := 0.0
			if x.Word == y.Word {
				c = 1
			} else if v, ok := language.VectorOf(x.Word); ok {
				if w, ok := language.VectorOf(y.Word); ok {
					c = v.Cosine(w)
				}
			}
			if c >= nearLeast {
				most = max(most, c*min(1, x.Weight+.5)*min(1, y.Weight+.5))
			}
		}
	}
	return min(most, .95)
}
