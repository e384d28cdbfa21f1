package knowledge

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/classify"
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
func Parted(old, newer string) (rest, over string) { return PartedBy(old, newer, language.PartOver) }

// PartedBy is Parted by another judge of how likely a part is over.
func PartedBy(old, newer string, judge func(classify.Sight) float64) (rest, over string) {
	said := document.Unsaid(old)
	label, body := labelled(said)
	day := strings.TrimPrefix(old, said)
	_, now := labelled(document.Unsaid(newer))
	body, now = capital(body), capital(now)
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
	parts, clauses := PartsOf(body, now), partsIn(body)
	kept, ended := overIn(parts, judge)
	renewed := besides(updated, now) && !slices.ContainsFunc(ended, func(p statement.Clause) bool { return p != clauses[0] && !measuresOnly(p) })
	if !renewed && len(ended) > 0 && opens(kept, clauses, body) {
		if rest = ofWhom(kept[0], clauses[0], body) + joined(body, clauses, kept); besides(rest, now) {
			return label + capital(rest) + day, label + strings.TrimLeft(unled(body, ended[0])+joined(body, clauses, ended)[len(ended[0].Text):], " ") + day
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

// partsIn are the parts of a body of which one may be over without the others: what stands
// between its commas and connectives, given whom the part before speaks of where it is a clause
// of its own. A task is given nobody.
func partsIn(body string) []statement.Clause {
	parts := partsOf(body, statement.Things)
	if toDo(body) {
		return parts
	}
	clauses := partsOf(body, statement.Clauses)
	for i, p := range parts {
		at := slices.IndexFunc(clauses, func(c statement.Clause) bool { return c.From == p.From })
		if at >= 0 {
			c := clauses[at]
			parts[i].Text = c.Text[:len(c.Text)-(c.To-c.From)] + p.Text
		}
	}
	return parts
}

// opens reports whether what is kept of some parts can be read: with the first of them, or
// from one on that is understood without it.
func opens(kept, parts []statement.Clause, body string) bool {
	if len(kept) == 0 || kept[0] == parts[0] {
		return len(kept) > 0
	}
	l := language.Guess(body)
	return toDo(body) || kept[0].States(l) || language.Leans(parts[0].Text, kept[0].Text, l) < leansFrom
}

// ofWhom is whom a body speaks of, before what is kept of it from a part on that may say only
// what they do: "(Ann) works as a nurse", which else would be the speaker's work.
func ofWhom(from, first statement.Clause, body string) string {
	of, said := statement.Read(first.Text), statement.Read(from.Text)
	who, ws := of.Subject(), language.Words(from.Text)
	given := len(from.Text) > from.To-from.From
	if from == first || given || toDo(body) || who == "" || of.Mine || said.Mine || len(ws) == 0 {
		return ""
	}
	if w, l := ws[0], of.Lang; w.Digit() || w.Upper() || l.Determines(w.Low) || l.Classes(w.Low).Has(language.People) {
		return ""
	}
	return "(" + who + ") "
}

// leansFrom is the probability from which a part is not understood without the one before it.
const leansFrom = .7

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
	if text == "" {
		return ""
	}
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
