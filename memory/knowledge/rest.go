package knowledge

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// Rest is what an entry still says when newer has taken the place of one of its
// statements: of "Ann lives in Oslo. She is a nurse", after "Ann moved to Bergen",
// it is "She is a nurse"; of "rye comes on Mondays and spelt on Fridays", after "rye comes
// on Tuesdays", the same with that day. It is "" when nothing is left, or when it is not
// clear which statement is meant: then the entry goes whole.
func Rest(old, newer string) string {
	rest, _ := Parted(old, newer)
	return rest
}

// Parted is Rest, and what is over then. Where nothing is left that is the whole entry.
func Parted(old, newer string) (rest, over string) {
	said := document.Unsaid(old)
	label, body := labelled(said)
	day := strings.TrimPrefix(old, said)
	_, now := labelled(document.Unsaid(newer))
	news := statement.Read(now)
	if rest, over = withoutCompany(body, news); besides(rest, now) {
		return label + rest + day, label + over + day
	}
	if toDo(body) && !strings.ContainsAny(body, ",;，、；") {
		if rest, over = statement.Uncoupled(statement.Read(body), news); rest != "" {
			return label + rest + day, over
		}
	}
	updated := statement.Updated(statement.Read(body), news)
	parts := partsIn(body)
	kept, ended := withMeasures(parts, withHangers(body, parts, overParts(body, parts, news)))
	renewed := besides(updated, now) && !slices.ContainsFunc(ended, func(p statement.Clause) bool { return !measuresOnly(p) })
	if !renewed && len(ended) > 0 && opens(kept, parts, body, updated) {
		if rest = joined(body, parts, kept); besides(rest, now) {
			return label + capital(rest) + day, label + strings.TrimLeft(unled(body, ended[0])+joined(body, parts, ended)[len(ended[0].Text):], " ") + day
		}
	}
	if besides(updated, now) {
		return label + updated + day, old
	}
	return "", old
}

// taskFrom is the probability from which a line says what is to be done: of that each thing
// says enough by itself.
const taskFrom = .25

func toDo(body string) bool {
	return language.WishesOf(body, language.Guess(body)).Of(language.Task) >= taskFrom
}

// partsIn are the parts of a body of which one may be over without the others.
func partsIn(body string) []statement.Clause {
	if toDo(body) {
		return partsOf(body, statement.Things)
	}
	return partsOf(body, statement.Segments)
}

// opens reports whether what is kept of some parts can be read: with the first of them, or
// from one on that says something by itself. What the first part says is clearest where it
// stays, with new figures if there are any.
func opens(kept, parts []statement.Clause, body, updated string) bool {
	switch {
	case len(kept) == 0:
		return false
	case kept[0] == parts[0]:
		return true
	}
	return updated == "" && (toDo(body) || kept[0].States(language.Guess(body)))
}

// unled is a part as it stands, without the subject of another one.
func unled(body string, p statement.Clause) string { return body[p.From:p.To] }

// withoutCompany is a body without the company of whom the news is about, in one of its
// clauses, and that; "" where there is none, where another clause tells of them ("with Yann,
// he's a fisherman"), and where the news gives a figure of the body anew.
func withoutCompany(body string, news statement.Statement) (rest, company string) {
	if len(statement.Outdated(statement.Read(body), news)) > 0 {
		return "", ""
	}
	parts := partsOf(body, statement.Clauses)
	for i, p := range parts {
		text, with := statement.Without(statement.Read(body[p.From:p.To]), news)
		who := statement.Read(with)
		told := slices.ContainsFunc(slices.Concat(parts[:i], parts[i+1:]), func(o statement.Clause) bool {
			return len(who.Shares(statement.Read(o.Text))) > 0
		})
		if text != "" && !told {
			return body[:p.From] + text + body[p.To:], with
		}
	}
	return "", ""
}

// besides reports whether a rest says something, and not what the news says, too.
func besides(rest, news string) bool {
	says := PrintOf(rest)
	return len(says.words) >= 2 && says.Within(PrintOf(news)) <= .6
}

// What speaks for a part being that which is over, in log odds: that the model says so, words
// that it has in common with the news, that it has a figure which is another one there,
// that it is like the news in meaning, and that both speak of one attribute. Parts that are as likely as the likeliest go together.
const (
	ofShared    = 1.5
	mostShared  = 2
	ofFigure    = 3
	ofMeaning   = 2
	ofAttribute = 1.5
	asLikely    = .4
)

// surelyOver is the probability from which a part that has words in common with the news is over,
// too, where that gives another figure for one of the others.
const surelyOver = .6

// overParts are the parts of a body that news is about, none where nothing speaks for any.
func overParts(body string, parts []statement.Clause, news statement.Statement) (over []statement.Clause) {
	places := statement.Outdated(statement.Read(body), news)
	whole := pieceOf(news, time.Time{})
	odds, most, speaks := make([]float64, len(parts)), math.Inf(-1), false
	figured, surely := make([]bool, len(parts)), make([]bool, len(parts)) // has a figure that is another one; is over by what it says
	has := make([][]string, len(parts))                                   // the words that each has in common with the news
	for i, p := range parts {
		own := pieceOf(statement.Read(unled(body, p)), time.Time{})
		has[i] = own.Shares(news)
		shared := len(has[i])
		outdated := slices.ContainsFunc(places, func(at int) bool { return p.From <= at && at < p.To }) ||
			len(places) == 0 && len(statement.Outdated(own.Statement, news)) > 0
		ends := 0.0
		for _, n := range statement.Clauses(news.Text, news.Lang) {
			ends = max(ends, statement.Ends(statement.Read(p.Text), statement.ReadIn(n.Text, news.Lang)))
		}
		odds[i] = logit(ends) + ofShared*float64(min(shared, mostShared)) + ofFigure*one(outdated) + ofMeaning*alike(&own, &whole) + ofAttribute*one(own.SameAttribute(news))
		figured[i], surely[i] = outdated, shared > 0 && ends >= surelyOver
		if i > 0 && outdated && measuresOnly(p) { // a figure of what the part before it tells
			odds[i] = max(odds[i], odds[i-1]+ofFigure)
		}
		most = max(most, odds[i])
		speaks = speaks || shared > 0 || outdated || ends >= clearFrom
	}
	if !speaks {
		return nil
	}
	tasks, told := toDo(body), map[string]bool{} // words of the likeliest parts
	for i := range parts {
		if odds[i] >= most-asLikely {
			for _, stem := range has[i] {
				told[stem] = true
			}
		}
	}
	if slices.Contains(figured, true) && !tasks {
		for i, p := range parts {
			if figured[i] || surely[i] {
				over = append(over, p)
			}
		}
		return over
	}
	for i, p := range parts {
		another := tasks && slices.ContainsFunc(has[i], func(stem string) bool { return !told[stem] }) // who did one thing may have done two
		if another || odds[i] >= most-asLikely {
			over = append(over, p)
		}
	}
	return over
}

// withHangers lets the parts go that follow one which is over in its clause and tell nothing
// by themselves.
func withHangers(body string, parts, over []statement.Clause) (all []statement.Clause) {
	clauses := partsOf(body, statement.Clauses)
	heads := func(before, p statement.Clause) bool { // begins the clause in which both stand
		return slices.ContainsFunc(clauses, func(c statement.Clause) bool { return c.From == before.From && p.To <= c.To })
	}
	for i, p := range parts {
		hangs := i > 0 && slices.Contains(all, parts[i-1]) && heads(parts[i-1], p) && !measuresOnly(parts[i-1]) && !p.States(language.Guess(body))
		if slices.Contains(over, p) || hangs {
			all = append(all, p)
		}
	}
	return all
}

// withMeasures lets what only measures the part before it go with that.
func withMeasures(parts, over []statement.Clause) (kept, ended []statement.Clause) {
	for i, p := range parts {
		if slices.Contains(over, p) || len(ended) > 0 && ended[len(ended)-1] == parts[i-1] && measuresOnly(p) {
			ended = append(ended, p)
		} else {
			kept = append(kept, p)
		}
	}
	return kept, ended
}

// measuresOnly reports whether a part is but a figure or a time: "6 years old", "Tuesdays at
// half seven".
func measuresOnly(p statement.Clause) bool {
	is := pieceOf(statement.Read(p.Text), time.Time{})
	matter := is.Shares(is.Statement)
	return !is.Lang.Dense() && !slices.ContainsFunc(language.Words(p.Text), func(w language.Word) bool {
		inFigure := slices.ContainsFunc(is.figures, func(f figure) bool { return f.From <= w.Start && w.Start < f.To })
		return !inFigure && slices.Contains(matter, is.Lang.Stem(w.Low)) && !is.Lang.Attributes(w.Low).Has("age")
	})
}

func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// partsOf are the parts of the sentences of a body.
func partsOf(body string, cut func(string, language.Lang) []statement.Clause) (out []statement.Clause) {
	at := 0
	for _, sentence := range statements(body) {
		at += strings.Index(body[at:], sentence)
		for _, c := range cut(sentence, language.Guess(sentence)) {
			c.From, c.To = c.From+at, c.To+at
			out = append(out, c)
		}
		at += len(sentence)
	}
	return out
}

// joined puts some parts of a body together as they stood there; one whose subject went with
// another part, or that began a sentence, as a sentence with that subject.
func joined(body string, parts, kept []statement.Clause) string {
	var out strings.Builder
	for i, p := range kept {
		if i == 0 {
			out.WriteString(p.Text)
			continue
		}
		last := parts[slices.Index(parts, p)-1]
		given := p.Text[:len(p.Text)-(p.To-p.From)]
		switch between := body[last.To:p.From]; {
		case last == kept[i-1], !strings.ContainsAny(between, ".;!?。") && strings.HasPrefix(strings.ToLower(kept[i-1].Text), strings.ToLower(given)):
			out.WriteString(body[last.To:p.To])
		default:
			out.WriteString(". " + capital(p.Text))
		}
	}
	return out.String()
}

// clearFrom is the probability from which it is clear that a statement ends another.
const clearFrom = .3

// labelled parts who speaks from what they say: "Ann (dog): " and the rest. Who is a
// name of few words: "Ann has asked to swap: she's off on Mondays" has no label.
func labelled(text string) (label, body string) {
	i := strings.Index(text, ": ")
	if i <= 0 || i >= labelLong || strings.ContainsAny(text[:i], ".!?;,") {
		return "", text
	}
	who, _, _ := strings.Cut(text[:i], " (")
	words := strings.Fields(who)
	lower := func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return unicode.IsLower(r)
	}
	if len(words) > labelWords || slices.ContainsFunc(words, lower) {
		return "", text
	}
	return text[:i+2], text[i+2:]
}

// A label is shorter than so many bytes, its name has at most so many words.
const (
	labelLong  = 60
	labelWords = 3
)

// statements takes a text apart where a sentence ends.
func statements(body string) []string {
	var out []string
	words := wordsOf(body)
	from := 0
	cut := func(end int) {
		if text := strings.Trim(body[from:end], ".,; "); text != "" {
			out = append(out, text)
		}
	}
	for i := 1; i < len(words); i++ {
		w, before := words[i], words[i-1]
		gap := body[before.end:w.start]
		if strings.ContainsAny(gap, ";!?。") || strings.Contains(gap, ".") && utf8.RuneCountInString(before.raw) > 3 { // no "Dr. Pfennig"
			cut(before.end)
			from = w.start
		}
	}
	cut(len(body))
	return out
}
