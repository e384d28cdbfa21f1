package answers

import (
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
)

// Chain is a question that is asked right after another one: of "and since when?" only the one
// before tells what it is about.
type Chain struct {
	Text   string
	Alone  Question // as it stands
	With   Question // read with the one before
	Before Question // that one
	On     Question // read with what answered that
}

// Then reads a question that is asked after another one, which some texts answered.
func Then(text, before string, told []string, l language.Lang) Chain {
	of := func(parts ...string) Question { return Of(strings.Join(parts, " "), l, language.Recall) }
	c := Chain{Text: text, Alone: of(text), With: of(text, before), Before: of(before)}
	if len(told) > 0 {
		c.On = of(slices.Concat([]string{text}, told)...)
	}
	return c
}

// Place is where a text stands to what answered the question before.
type Place struct {
	Answered bool // it did
	Known    bool // it is known how far from it the text was told
	Behind   int  // so many texts behind the nearest that did, or before it where negative
}

// farthest is how many texts away are as far as any.
const farthest = 4

// By is how likely each of some texts answers the question, in [0, 1].
func (c *Chain) By(texts []*Told, places []Place) []float64 {
	out := make([]float64, len(texts))
	for i, s := range c.See(texts, places, language.Answered) {
		out[i] = language.Followed(s)
	}
	return out
}

// See is what is seen of each of some texts beside the question, with a judge of how likely what
// is seen beside one question answers that.
func (c *Chain) See(texts []*Told, places []Place, judge func(classify.Sight) float64) []classify.Sight {
	out := make([]classify.Sight, len(texts))
	for i := range out {
		out[i] = classify.Sight{}
		c.seeChain(out[i], places)
	}
	for name, q := range map[string]*Question{"alone": &c.Alone, "with": &c.With, "before": &c.Before, "on": &c.On} {
		seen, likely := q.See(texts), make([]float64, len(texts))
		for i, s := range seen {
			if len(q.Words) > 0 {
				likely[i] = judge(s)
			}
			for _, of := range carried {
				out[i][name+" "+of] = s[of]
			}
		}
		seeLikely(out, name, likely)
	}
	for i, t := range texts {
		c.seeTold(out[i], t, texts, places, i)
	}
	return out
}

// carried is what a chain sees of a text beside each of its questions.
var carried = []string{"spelt", "near", "ask", "least", "gist", "left", "left rest", "strict met", "name missing", "being missing", "shared", "missing", "time for time", "number for number", "near with 0", "open ask 0", "leans", "other", "other being", "another being"}

// seeLikely adds how likely each text answers one of the questions, and how far it is ahead.
func seeLikely(out []classify.Sight, name string, likely []float64) {
	for i, p := range likely {
		better, best := 0, 0.0
		for k, o := range likely {
			if k != i {
				best = max(best, o)
				if o > p {
					better++
				}
			}
		}
		out[i].Much(name, p)
		out[i].Much(name+" ahead", .5+(p-best)/2)
		out[i][name+" better"] = uint8(min(better, 9))
	}
}

// seeChain adds what is seen of the questions.
func (c *Chain) seeChain(s classify.Sight, places []Place) {
	q, l := &c.Alone, c.Alone.Lang
	ws := language.Words(c.Text)
	s.Much("weight", q.Weight()/4)
	s.Much("solid", q.Solid()/4)
	s["words"] = uint8(min(len(ws), 9))
	s.Much("weight before", c.Before.Weight()/4)
	s.Is("names", q.Names())
	s.Is("names before", c.Before.Names())
	s.Is("asks mine", q.Mine)
	s.Is("asks own", q.Own)
	s.Is("asks I", q.speaks)
	s.Is("asks "+asked[q.Asked], true)
	s.Is("asked "+asked[c.Before.Asked], true)
	s.Is("asks the same", q.Asked == c.Before.Asked)
	for _, cue := range l.Cues(c.Text, ws) {
		s.Is("goes on", cue.From == 0 && cue.Class == language.Connectives)
		s.Is("third", cue.Class == language.Third)
		s.Is("opens asking", cue.From == 0 && cue.Class == language.Question)
	}
	wishes := language.WishesOf(c.Text, l)
	for _, wish := range []language.Wish{language.Recall, language.ClockAsk, language.Span, language.NeedsLLM} {
		s.Much("wish "+string(wish), wishes.Of(wish))
	}
	n := 0
	for _, p := range places {
		if p.Answered {
			n++
		}
	}
	s["answers before"] = uint8(min(n, 5))
	s["others"] = uint8(min(len(places), sightWords))
}

// asked are what a question may ask for.
var asked = map[language.Asked]string{language.Anything: "anything", language.ForTime: "time", language.ForNumber: "number", language.ForPerson: "person", language.ForPlace: "place"}

// seeTold adds where a text stands to those that answered the question before, what both share, and
// what it tells that these do not.
func (c *Chain) seeTold(s classify.Sight, t *Told, texts []*Told, places []Place, i int) {
	p := places[i]
	s.Is("answered", p.Answered)
	s.Is("place known", p.Known)
	if p.Known && !p.Answered {
		s["behind"] = uint8(farthest + 1 + max(-farthest, min(p.Behind, farthest)))
	}
	has, had := kindsIn(t), map[language.ValueKind]bool{}
	shares, named := 0, false
	for k, o := range texts {
		if k == i || !places[k].Answered {
			continue
		}
		stems := t.said.Shares(o.said)
		shares = max(shares, len(stems))
		named = named || slices.ContainsFunc(t.said.Values, func(v language.Value) bool { return v.Kind == language.Name && slices.Contains(stems, v.Key) })
		for kind := range kindsIn(o) {
			had[kind] = true
		}
	}
	s["shares"] = uint8(min(shares, 5))
	s.Is("shares a name", named)
	for kind, name := range valueKinds {
		s.Is("has "+name, has[kind])
		s.Is("has "+name+" anew", has[kind] && !had[kind])
	}
	s.Is("has time", has[language.Day] || has[language.Clock])
	s.Is("begins with nobody", len(t.who) == 0)
	s["told words"] = uint8(min(len(t.read.terms), sightWords))
	s.Is("denied", t.said.Denied)
}

var valueKinds = map[language.ValueKind]string{language.Day: "day", language.Clock: "clock", language.Number: "number", language.Name: "name", language.Code: "code"}

func kindsIn(t *Told) map[language.ValueKind]bool {
	has := map[language.ValueKind]bool{}
	for _, v := range t.said.Values {
		has[v.Kind] = true
	}
	return has
}
