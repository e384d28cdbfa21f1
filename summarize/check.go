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
	leastDeed    = .2  // of a clause without its names
	lessForHard  = .05 // less for each of two names or figures that are there
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
			case s.conflict != "" && s.total >= s.least(least) && !bad.sure && (s.sure || s.rank() > bad.rank()):
				bad = s
			case s.conflict == "" && s.total >= s.least(least) && (!k.rec.said[i].asks || k.rec.refuted(i)) && s.better(good):
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
