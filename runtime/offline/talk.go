package offline

import (
	"slices"
	"strings"
	"unicode"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/temporal"
)

// When an older line of this conversation is taken as ended by a newer one.
const (
	endsFrom      = .65
	endsCorrected = .4 // where the newer one speaks of change, end or denial
	endsApart     = .5 // where it does, and no word of the older one returns ("we moved to Oslo")
	farBack       = 60 // lines that a new one is compared with
)

// told are the lines that the person told in this conversation before now, without
// questions and requests, without what was forgotten; what a later one ends is
// past.
func (t *turn) told() []line {
	var out []line
	for _, m := range t.before {
		if m.Role != transcript.User {
			continue
		}
		c := contentsOf(m)
		if of, ok := forgetting(c.request); ok {
			out = slices.DeleteFunc(out, func(l line) bool { return of.means(l, out) })
			continue
		}
		texts := c.tellings()
		if len(texts) == 0 && corrects(m.Content, out) {
			texts = []string{document.OneLine(m.Content)}
		}
		for _, text := range texts {
			if strings.Contains(text, transcript.Forgotten) || strings.HasPrefix(c.source, strings.Trim(text, "`:")+" (") {
				continue // the name of a file is no line of it
			}
			l := line{text: text, day: m.Time, source: c.source, message: m.ID}
			if of, p := language.GuessSure(text); p < sureLanguage && of.Dense() == t.lang.Dense() {
				s := statement.ReadIn(text, t.lang)
				l.read = &s
			}
			correct(out, &l)
			out = append(out, l)
		}
	}
	return out
}

// corrects reports whether a message is but another value for what was told last
// ("make that 4"), whatever else it may be read as.
func corrects(message string, talk []line) bool {
	text := document.OneLine(message)
	if len(talk) == 0 || len(text) > shortRequest || strings.ContainsAny(lastMark(text), asking) {
		return false
	}
	return fragment(talk[len(talk)-1].statement(), likeLast(text, talk))
}

// fewWords is up to how many words a text's language is that of the line before.
const fewWords = 5

// likeLast reads a text in the language of the line before it, if it is too short
// to be sure of another.
func likeLast(text string, talk []line) statement.Statement {
	l, last := language.Guess(text), talk[len(talk)-1].statement().Lang
	if l.Dense() == last.Dense() && len(language.Words(text)) <= fewWords {
		l = last
	}
	return statement.ReadIn(text, l)
}

// correct marks what a new line ends, the newest first, and what it takes up. What a
// person says does not change what a file says, nor one file another.
func correct(before []line, news *line) {
	if news.digest() {
		return
	}
	if len(before) > 0 {
		s := likeLast(news.text, before)
		news.read = &s
	}
	var ended *line
	surest := 0.0
	for i := len(before) - 1; i >= max(0, len(before)-farBack); i-- {
		old := &before[i]
		if old.past || old.source != news.source {
			continue
		}
		if p := ends(old, news, i == len(before)-1); p > surest {
			ended, surest = old, p
		}
	}
	if ended != nil {
		ended.past, ended.until = true, news.day
		news.context = ended.matched()
	}
}

// ends is how sure it is, in [0, 1], that a newer line says that an older one no
// longer holds; 0 when it is not sure enough to go by. last is whether nothing was
// told between the two.
func ends(old, news *line, last bool) float64 {
	a, b := old.statement(), news.statement()
	if last && fragment(a, b) || restates(a, b) {
		return 1
	}
	turns, shared := language.Turns(b.Text, b.Lang), shares(a, b)
	if !mayEnd(a, b, turns, shared) {
		return 0
	}
	least := endsFrom
	switch {
	case turns && shared:
		least = endsCorrected
	case turns:
		least = endsApart
	}
	if p := statement.Ends(a, b); p >= least {
		return p
	}
	return 0
}

// mayEnd reports whether two statements speak of one thing, so that it is worth asking
// whether the newer one ends the older one: the model knows pairs that were written to be
// compared, and takes two lines of one day that share a word for such a pair.
func mayEnd(a, b statement.Statement, turns, shared bool) bool {
	switch {
	case !turns && !shared, others(a, b):
		return false
	case len(a.Values) > 0 && len(b.Values) > 0 && !kindsMeet(a, b):
		return false
	case !shared: // nobody else's matter is told of without its name
		return a.Mine && b.Mine
	}
	return a.Lang.Dense() || a.SameAttribute(b) || len(a.Values) > 0 && kindsMeet(a, b) || len(b.Values) == 0
}

// kindsMeet reports whether two statements give values that may stand for one another.
func kindsMeet(a, b statement.Statement) bool {
	return slices.ContainsFunc(a.Values, func(x language.Value) bool {
		return slices.ContainsFunc(b.Values, func(y language.Value) bool { return alikeKind(x, y) })
	})
}

// alikeKind reports whether two values are of one kind and measure: hours are no
// euros, a month is no day of the week, and a name of a time is no name.
func alikeKind(x, y language.Value) bool {
	switch {
	case x.Kind != y.Kind:
		return exchanges(x, y, true)
	case x.Kind == language.Number:
		return x.Unit == y.Unit || x.Unit == "" || y.Unit == ""
	case x.Kind == language.Day:
		return unicode.IsDigit(rune(x.Key[0])) || unicode.IsDigit(rune(y.Key[0])) || x.Key[0] == y.Key[0]
	case x.Kind == language.Name:
		return !temporal.Speaks(x.Key) && !temporal.Speaks(y.Key)
	}
	return true
}

// others reports whether two statements begin with two persons or animals, neither of
// which is the other by another word, or one with the speaker and one with somebody whom
// the other does not speak of.
func others(a, b statement.Statement) bool {
	x, y := beingOf(a), beingOf(b)
	switch {
	case x != "" && y != "":
		return !a.Lang.SamePerson(x, y)
	case x != "":
		return leadsMe(b) && !speaksOf(b, x)
	case y != "":
		return leadsMe(a) && !speaksOf(a, y)
	}
	return false
}

// leadsMe reports whether the speaker is the subject of a statement.
func leadsMe(s statement.Statement) bool {
	ws := language.Words(s.Text)
	return slices.ContainsFunc(ws[:min(len(ws), opensWithin)], func(w language.Word) bool {
		return s.Lang.Is(language.Me, w.Low) && !s.Lang.Lists(w.Low).Has(language.Whose)
	})
}

// opensWithin is within how many words of a statement its subject stands.
const opensWithin = 3

// speaksOf reports whether a statement has a word for a person.
func speaksOf(s statement.Statement, who string) bool {
	return slices.ContainsFunc(language.Words(s.Text), func(w language.Word) bool { return s.Lang.SamePerson(w.Low, who) })
}

// beingOf is the word for the person or animal that a statement begins with; "" for a
// name.
func beingOf(s statement.Statement) string {
	who := language.Fold(s.Subject())
	who = who[strings.LastIndexByte(who, ' ')+1:]
	if !s.Lang.Is(language.People, who) && !s.Lang.Is(language.Animals, who) {
		return ""
	}
	return who
}

// mostFragment is how many words a line has that only corrects a value.
const mostFragment = 7

// fragment reports whether a statement gives but another value of the kind that
// the one before it has: it speaks of nothing that the other does not speak of, or
// names the old value beside the new one ("9 not 8"), and adds nothing.
func fragment(a, b statement.Statement) bool {
	ws, turns := language.Words(b.Text), language.Turns(b.Text, b.Lang)
	all, own := topics(b, statement.Statement{}), topics(b, a)
	if len(ws) > mostFragment || a.Lang != b.Lang || all > 0 && !turns && len(ws) > 3 || own > 1 || own == 1 && !(turns && valuesMeet(a, b)) {
		return false
	}
	for _, c := range b.Lang.Cues(b.Text, ws) {
		if c.Class == language.Also && !turns {
			return false
		}
	}
	for _, x := range a.Values {
		for _, y := range b.Values {
			if x.Key != y.Key && exchanges(x, y, turns) {
				return true
			}
		}
	}
	return false
}

// restates reports whether a statement speaks of correcting or change, of nothing
// but what the older one speaks of, and of another day or time.
func restates(a, b statement.Statement) bool {
	if !language.Turns(b.Text, b.Lang) || a.Lang != b.Lang || !differ(a, b) {
		return false
	}
	old, said := termsOf(a.Text, a.Lang), 0
	for _, w := range termsOf(b.Text, b.Lang) {
		stem := b.Lang.Stem(w.low)
		if w.weight < 1 || !slices.Contains(b.Topic, stem) {
			continue
		}
		said++
		if !slices.ContainsFunc(old, func(o span) bool { return term{low: w.low, stem: stem}.near(o, b.Lang) >= sameStart }) {
			return false
		}
	}
	return said > 0
}

// differ reports whether two statements give different days or times.
func differ(a, b statement.Statement) bool {
	for _, x := range a.Values {
		for _, y := range b.Values {
			if x.Kind == y.Kind && (x.Kind == language.Day || x.Kind == language.Clock) && x.Key != y.Key {
				return true
			}
		}
	}
	return false
}

// exchanges reports whether a value may be another one for the same thing: one of
// the same kind, an hour for an hour of a clock, a name spelt a little differently.
func exchanges(x, y language.Value, turns bool) bool {
	switch {
	case x.Kind == language.Name || y.Kind == language.Name:
		return turns && x.Kind == y.Kind && statement.NearlySpelt(x.Key, y.Key)
	case x.Kind == language.Number && y.Kind == language.Clock, x.Kind == language.Clock && y.Kind == language.Number:
		return true
	}
	return x.Kind == y.Kind
}

// topics is how many words of a statement say what it is about, and do not stand in
// another.
func topics(s, other statement.Statement) int {
	n := 0
	for _, w := range termsOf(s.Text, s.Lang) {
		if stem := s.Lang.Stem(w.low); w.weight == 1 && slices.Contains(s.Topic, stem) && !slices.Contains(other.Topic, stem) {
			n++
		}
	}
	return n
}

// valuesMeet reports whether two statements have a value in common.
func valuesMeet(s, other statement.Statement) bool {
	return slices.ContainsFunc(s.Values, func(v language.Value) bool { return slices.Contains(other.Values, v) })
}

// shares reports whether two statements have a word of matter or a value in common.
// That both say "um" says nothing.
func shares(a, b statement.Statement) bool { return len(a.Shares(b)) > 0 || valuesMeet(a, b) }

// tellings are the lines of a message that tell something.
func (c content) tellings() []string {
	if c.matter != "" {
		return slices.DeleteFunc(pieces(c.matter), fence)
	}
	text := document.OneLine(c.request)
	l := language.Guess(text)
	if wishOf(text, l) == language.Remember {
		return []string{statement.Requested(text, l)}
	}
	if !tells(text, l) {
		return nil
	}
	return []string{text}
}

// pieces are the lines of a text that hold words.
func pieces(text string) []string {
	var out []string
	for row := range strings.Lines(text) {
		if row = document.OneLine(row); hasLetter(row) {
			out = append(out, row)
		}
	}
	return out
}

// fence says whether a line opens or closes a block of code or of a file.
func fence(row string) bool { return strings.HasPrefix(row, "```") || strings.HasPrefix(row, "~~~") }

// tells reports whether a sentence tells something.
func tells(text string, l language.Lang) bool {
	switch wishOf(text, l) {
	case language.Tells, language.Task:
		return true
	}
	return false
}
