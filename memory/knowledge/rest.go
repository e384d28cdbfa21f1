package knowledge

import (
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
	updated := statement.Updated(statement.Read(body), news)
	for _, cut := range []func(string, language.Lang) []statement.Clause{statement.Clauses, statement.Segments} {
		parts := partsOf(body, cut)
		over := outdatedParts(body, parts, news)
		if len(over) == 0 {
			over = endedParts(parts, now)
		}
		kept, ended := withMeasures(parts, over)
		if len(kept) == 0 || len(ended) == 0 || kept[0] != parts[0] && (updated != "" || !kept[0].States(language.Guess(body))) {
			continue // what the first part says is clearest where it stays
		}
		if rest = joined(body, parts, kept); besides(rest, now) {
			return label + capital(rest) + day, label + joined(body, parts, ended) + day
		}
	}
	if besides(updated, now) {
		return label + updated + day, old
	}
	return "", old
}

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

// outdatedParts are those whose figures are others in the news: they have as many words in
// common with the news as any part. There are none where that is not clear.
func outdatedParts(body string, parts []statement.Clause, news statement.Statement) (ended []statement.Clause) {
	places := statement.Outdated(statement.Read(body), news)
	read, shared, most := make([]statement.Statement, len(parts)), make([]int, len(parts)), 0
	for i, p := range parts {
		read[i] = statement.Read(p.Text)
		shared[i] = len(read[i].Shares(news))
		if i > 0 && measuresOnly(p) {
			shared[i] = max(shared[i], shared[i-1])
		}
		most = max(most, shared[i])
	}
	for i, p := range parts {
		outdated := slices.ContainsFunc(places, func(at int) bool { return p.From <= at && at < p.To })
		if len(places) == 0 { // of the whole it is not clear
			outdated = len(statement.Outdated(read[i], news)) > 0
		}
		if outdated && most > 0 && shared[i] == most {
			ended = append(ended, p)
		}
	}
	return ended
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

// endedParts are those that do not stand beside news.
func endedParts(parts []statement.Clause, news string) (ended []statement.Clause) {
	l := language.Guess(news)
	said := statement.Clauses(news, l)
	ends, most := make([]float64, len(parts)), 0.0
	for i, p := range parts {
		for _, n := range said {
			ends[i] = max(ends[i], statement.Ends(statement.Read(p.Text), statement.ReadIn(n.Text, l)))
		}
		most = max(most, ends[i])
	}
	for i, p := range parts {
		if most < clearFrom || ends[i] >= most/2 {
			ended = append(ended, p)
		}
	}
	return ended
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

// joined puts some parts of a body together: neighbours as they stood there, others as
// sentences, each with its subject.
func joined(body string, parts, kept []statement.Clause) string {
	var out strings.Builder
	for i, p := range kept {
		after := slices.Index(parts, p)
		switch {
		case i == 0:
			out.WriteString(p.Text)
		case kept[i-1] == parts[after-1]:
			out.WriteString(body[kept[i-1].To:p.To])
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
