package claims

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/quantity"
)

// claimed is a text that was read.
type claimed struct {
	text, label, body string // body is the text behind the label
	day               time.Time
	parts             []part
	cited             map[string]bool
	best              []aligned // by part, once looked for
}

// Clause is a clause of a claim, and what is seen of it beside what was said.
type Clause struct {
	Text  string
	Seen  classify.Sight // for language.Unborne
	Lacks string         // which name or figure stands nowhere; "" for none
}

// Verdict is what became of a claim.
type Verdict struct {
	Holds string   // what of it is to be written: all, "" for nothing
	Why   []string // the rest does not
	// Lacks is set where a name or figure of it stands nowhere.
	Lacks bool
	// Ask is set where all of it may hold, and something of one stands with another.
	Ask bool
	// Doubt is how likely the clause that is doubted most is not borne out.
	Doubt float64
	// Own are sentences of the person that tell what it is about, in the order they
	// were said, to be written where not all of it holds: in its place, or beside what is
	// left of it.
	Own []Passage
}

// Check judges a text. cited are the messages that it is said to be taken from.
func (t *Talk) Check(text string, cited ...string) Verdict {
	c, bad := t.claim(text, cited)
	if bad != "" {
		return Verdict{Why: []string{bad}, Lacks: true}
	}
	var v Verdict
	keep, sure := make([]bool, len(c.parts)), true
	for i := range c.parts {
		s := t.look(c, &c.parts[i])
		doubt := language.Unborne(s.Seen)
		v.Doubt = max(v.Doubt, doubt)
		if v.Lacks = v.Lacks || s.Lacks != ""; s.Lacks == "" && doubt >= doubted {
			s.Lacks = "nothing that was said carries it"
		}
		if keep[i] = s.Lacks == ""; !keep[i] {
			v.Why = append(v.Why, fmt.Sprintf("%q: %s", s.Text, s.Lacks))
		}
		sure = sure && (!keep[i] || doubt < unsure)
	}
	switch t.turned(c) {
	case half:
		v.Ask = true
	case exchanged:
		clear(keep)
		v.Doubt = 1
		v.Why = append(v.Why, "what was said of one stands with another")
	}
	for i := range c.parts {
		if !keep[i] && c.parts[i].mode&(language.Negates|language.Refuses) != 0 {
			clear(keep) // "wanted a dog, but gave it up" without its end says the contrary
		}
	}
	whole := !slices.Contains(keep, false)
	var taken []int
	if !whole {
		taken = t.insteadOf(c)
		v.Own = t.passages(c, taken)
	}
	if len(keep) > 0 && keep[0] && (whole || len(taken) == 0 || sure && !t.tellRest(c, keep, taken)) {
		v.Holds = c.without(keep)
	}
	return v
}

// Own are the sentences that stand in for a text of which not all holds.
func (t *Talk) Own(text string, cited ...string) []Passage {
	c, _ := t.claim(text, cited)
	if c == nil {
		return nil
	}
	return t.passages(c, t.insteadOf(c))
}

// Clauses are the clauses of a text as Check sees them; none of a text that somebody
// is said to have told who did not speak.
func (t *Talk) Clauses(text string, cited ...string) []Clause {
	c, _ := t.claim(text, cited)
	if c == nil {
		return nil
	}
	var out []Clause
	for i := range c.parts {
		out = append(out, t.look(c, &c.parts[i]))
	}
	return out
}

func (t *Talk) look(c *claimed, p *part) Clause {
	return Clause{strings.Trim(p.text, " ,;:"), t.see(c, p), t.lacks(c, p)}
}

// From the probability doubted on that a clause is not borne out it is cut, and the
// person's own words stand in for it: one false line costs more than some in plainer
// words. What is left stays where it is less than unsure: of two clauses the false one
// is not always that which is doubted more.
const (
	doubted = .185
	unsure  = .12
)

// unheard reports whether nobody spoke of a name.
func (t *Talk) unheard(name string) bool { return !t.own[language.Fold(name)] && !t.knows(name) }

// lacks tells which name or figure of a clause stands nowhere.
func (t *Talk) lacks(c *claimed, p *part) string {
	for _, n := range p.names {
		if t.unheard(n) && !slices.Contains(p.guessed, n) {
			return fmt.Sprintf("nobody spoke of %s", n)
		}
	}
	for _, f := range p.figures {
		if !t.anywhere(f) {
			return "nobody said " + strings.TrimSpace(c.body[f.From:f.To])
		}
	}
	return ""
}

// claim takes a text apart. What a label calls its author holds for all of it.
func (t *Talk) claim(text string, cited []string) (*claimed, string) {
	c := &claimed{text: text, cited: map[string]bool{}}
	for _, id := range cited {
		c.cited[id] = true
	}
	for _, p := range t.said {
		if c.cited[p.ID] && p.Day.After(c.day) {
			c.day = p.Day
		}
	}
	who := ""
	if label, rest, ok := strings.Cut(text, ": "); ok && strings.Count(label, " ") < 3 && !strings.ContainsAny(label, ".(") && (language.Word{Text: label}).Upper() {
		low := language.Fold(label)
		switch {
		case t.own[low]:
			who = me
		case low == "assistant":
		case !t.knows(strings.Fields(label)[0]):
			return nil, fmt.Sprintf("nobody called %q spoke", label)
		}
		c.label, text = label+": ", rest
	}
	c.body = text
	c.parts = mergeParts(t.parts(text, t.languageOf(text), c.day, &cast{doer: who, label: who == me}))
	return c, ""
}

// languageOf is the language of an entry: a short one is in that of the talk unless
// its words say otherwise.
func (t *Talk) languageOf(text string) language.Lang {
	if l, p := language.GuessSure(text); p > .8 {
		return l
	}
	return t.lang
}

// leastPart is the weight of words below which a clause is judged with the one
// before it.
const leastPart = 1.5

// mergeParts joins clauses that say too little alone.
func mergeParts(parts []part) []part {
	var out []part
	for _, p := range parts {
		n := len(out)
		small := p.weight() < leastPart && !p.reason && !p.denied && (n == 0 || sameDoer(&p, &out[n-1]))
		if n > 0 && (small || tacked(&out[n-1], &p) || out[n-1].weight() < leastPart && (!p.reason || len(out[n-1].terms) < 2) && p.denied == out[n-1].denied && sameDoer(&p, &out[n-1]) || n == 1 && len(out[0].terms) < 2) {
			out[n-1].join(p)
			continue
		}
		out = append(out, p)
	}
	return out
}

// tacked reports whether a comma or a parenthesis alone parts two clauses: what stands
// behind it may be no clause at all.
func tacked(before, p *part) bool {
	text := strings.TrimRight(before.text, " ")
	return text != "" && strings.ContainsAny(text[len(text)-1:], ",()") && !p.reason
}

// sameDoer reports whether nobody else is said to do it.
func sameDoer(p, q *part) bool {
	return p.doer == q.doer || p.doer == "" || q.doer == "" || p.carried || q.carried
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
	p.guessed = append(p.guessed, q.guessed...)
	p.mode, p.others, p.does = p.mode|q.mode, append(p.others, q.others...), append(p.does, q.does...)
	p.agent = p.agent || q.agent
	for _, is := range q.present {
		p.mention(is)
	}
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
	return c.label + closed(strings.Join(strings.Fields(out), " "), c.parts[0].lang)
}

// closed is a text without what its end leaves open: a mark, or a word that leads on.
func closed(text string, l language.Lang) string {
	for {
		text = strings.TrimRight(text, " ,;:–—(-")
		at := strings.LastIndexByte(text, ' ')
		last := language.Fold(text[at+1:])
		if at < 0 || l.ModeOf(last)&language.Toward == 0 && !l.Joins(last) {
			return text
		}
		text = text[:at]
	}
}

// anywhere reports whether a figure was said at all, or is the day of a message.
func (t *Talk) anywhere(f quantity.Figure) bool {
	return slices.ContainsFunc(t.said, func(p *passage) bool {
		return bears(p.numbers(), f) || f.Kind == quantity.Date && f.First.Equal(p.Day) && f.Last.Equal(p.Day)
	})
}
