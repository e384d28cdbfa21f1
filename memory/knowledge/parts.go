package knowledge

import (
	"maps"
	"slices"
	"strings"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/statement"
)

// A part is over that is so with leastPart of probability, and with partShare of that of the
// likeliest; evenly is from where it is more likely than not.
const (
	leastPart = .25
	partShare = .5
	evenly    = .5
	// surelyOver is the same beside a part with a figure in whose place the news gives another:
	// that is what the news is about.
	surelyOver = .75
)

// mostOfThings is how many words or parts are as many as any.
const mostOfThings = 9

// Part is a part of a line, of which it may be over without the others, with what is seen of it
// beside news.
type Part struct {
	statement.Clause
	Seen    classify.Sight
	figured bool // it has a figure for which the news gives another one
}

// Behind is what is seen of the part where the one before it is over, or is not.
func (p Part) Behind(over bool) classify.Sight {
	s := maps.Clone(p.Seen)
	s.Is("before over", over)
	return s
}

// PartsOf are the parts of what a line says, without who says it, beside news. Both are read as
// they stand in a file, with a capital: a line is cut alike where it was said and at night.
func PartsOf(body, told string) []Part {
	body = capital(body)
	news := statement.Read(capital(told))
	clauses, given := partsOf(body, statement.Things), partsIn(body)
	out := make([]Part, len(clauses))
	own := make([]piece, len(clauses))
	whole := pieceOf(news, time.Time{})
	places := statement.Outdated(statement.Read(body), news)
	says := statement.Clauses(news.Text, news.Lang)
	task := toDo(body)
	ends, near := make([]float64, len(clauses)), make([]float64, len(clauses))
	shared, figured := make([]int, len(clauses)), make([]bool, len(clauses))
	for i, c := range clauses {
		own[i] = pieceOf(statement.Read(unled(body, c)), time.Time{})
		shared[i] = len(own[i].Shares(news))
		near[i] = alike(&own[i], &whole)
		figured[i] = slices.ContainsFunc(places, func(at int) bool { return c.From <= at && at < c.To }) ||
			len(places) == 0 && len(statement.Outdated(own[i].Statement, news)) > 0
		for _, n := range says {
			ends[i] = max(ends[i], statement.Ends(statement.Read(c.Text), statement.ReadIn(n.Text, news.Lang)))
		}
	}
	texts := make([]*answers.Told, len(clauses))
	for i, c := range clauses {
		texts[i] = answers.Tell(c.Text)
	}
	q := answers.Of(news.Text, news.Lang, language.Tells)
	asked := q.See(texts)
	for i, c := range clauses {
		s := classify.Sight{}
		for name, v := range asked[i] {
			s["asked "+name] = v
		}
		s.Is("task", task)
		s.Much("ends", ends[i])
		s.Much("near", near[i])
		s.Much("ends ahead", .5+ends[i]-topBut(ends, i))
		s.Much("near ahead", .5+near[i]-topBut(near, i))
		s["shared"] = uint8(min(shared[i], mostOfThings))
		s["place"], s["from end"] = uint8(min(i, mostOfThings)), uint8(min(len(clauses)-1-i, mostOfThings))
		s.Is("figured", figured[i])
		s.Is("attribute", own[i].SameAttribute(news))
		for k := range clauses {
			if k == i {
				continue
			}
			s["others share"] = max(s["others share"], uint8(min(shared[k], mostOfThings)))
			s.Is("other figured", figured[k])
			s.Is("other of attribute", own[k].SameAttribute(news))
		}
		seePart(s, body, c, &own[i], &whole)
		s.Is("given a subject", len(given[i].Text) > c.To-c.From)
		if i > 0 {
			seeBehind(s, body, clauses[i-1], c, &own[i-1], &own[i])
			s.Much("before ends", ends[i-1])
			s["before shares"] = uint8(min(shared[i-1], mostOfThings))
			s.Is("before figured", figured[i-1])
		}
		if i+1 < len(clauses) {
			s.Much("next ends", ends[i+1])
			s["next shares"] = uint8(min(shared[i+1], mostOfThings))
			s.Is("next figured", figured[i+1])
			s.Is("next measures", measuresOnly(clauses[i+1]))
		}
		out[i] = Part{given[i], s, figured[i]}
	}
	return out
}

// topBut is the largest of some figures but one of them.
func topBut(of []float64, but int) (top float64) {
	for i, v := range of {
		if i != but {
			top = max(top, v)
		}
	}
	return top
}

// seePart sees what a part is by itself, and whom it and the news are about.
func seePart(s classify.Sight, body string, c statement.Clause, own, news *piece) {
	l := own.Lang
	s.Is("measures", measuresOnly(c))
	s.Is("states", c.States(language.Guess(body)))
	s.Is("mine", own.Mine)
	s.Is("news mine", news.Mine)
	s.Is("denied", own.Denied)
	s.Is("news denied", news.Denied)
	s.Is("news turns", language.Turns(news.Text, news.Lang))
	who := statement.Read(own.Subject())
	s.Is("subject", own.Subject() != "")
	s.Is("subject in news", len(who.Shares(news.Statement)) > 0)
	s.Much("within news", PrintOf(own.Text).Within(PrintOf(news.Text)))
	s["words"] = uint8(min(len(language.Words(own.Text)), 2*mostOfThings))
	for _, v := range own.Values {
		kind := "has " + string(rune('0'+v.Kind))
		s.Is(kind, true)
		s.Is(kind+" as news", slices.ContainsFunc(news.Values, func(n language.Value) bool { return n.Kind == v.Kind }))
	}
	s["news figures"] = uint8(min(len(news.figures), mostOfThings))
	if ws := language.Words(own.Text); len(ws) > 0 {
		of, in := l.Classes(ws[0].Low), l.Lists(ws[0].Low)
		s.Is("opens with third", of.Has(language.Third))
		s.Is("opens with me", of.Has(language.Me))
		s.Is("opens with connective", of.Has(language.Connectives))
		s.Is("opens with question", of.Has(language.Question))
		s.Is("opens with article", l.Determines(ws[0].Low))
		s.Is("opens with relation", l.Relates(ws[0].Low))
		s.Is("opens with figure", ws[0].Digit())
		s.Is("opens with verb", in.Has(language.Verb))
		s.Is("opens with whose", in.Has(language.Whose))
		s.Is("opens with being", of.Has(language.People) || of.Has(language.Animals))
	}
}

// seeBehind sees how a part goes on with the one before it.
func seeBehind(s classify.Sight, body string, last, c statement.Clause, before, own *piece) {
	between := body[last.To:c.From]
	s.Is("behind comma", strings.ContainsAny(between, ",，、"))
	s.Is("behind end", strings.ContainsAny(between, ".;!?。"))
	s.Is("behind other mark", strings.ContainsAny(between, "(–—-:"))
	s.Much("near before", alike(own, before))
	s.Much("leans", language.Leans(before.Text, own.Text, own.Lang))
	s["shares with before"] = uint8(min(len(own.Shares(before.Statement)), mostOfThings))
}

// overIn parts a body by what is over: the likeliest part, and those that are nearly as likely.
// Whether the one before a part is over is seen of it, for what follows that often goes with it.
func overIn(parts []Part, judge func(classify.Sight) float64) (kept, ended []statement.Clause) {
	likely, top := make([]float64, len(parts)), 0.0
	for i := range parts {
		likely[i] = judge(parts[i].Behind(i > 0 && likely[i-1] >= evenly))
		top = max(top, likely[i])
	}
	from := max(leastPart, partShare*top)
	if slices.ContainsFunc(parts, func(p Part) bool { return p.figured }) {
		from = max(from, surelyOver)
	}
	for i, p := range likely {
		if p >= from || parts[i].figured {
			ended = append(ended, parts[i].Clause)
		} else {
			kept = append(kept, parts[i].Clause)
		}
	}
	return kept, ended
}
