package statement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
)

// Clause is a part of a sentence that says something by itself.
type Clause struct {
	Text     string // with the subject of the clause before it, where it has none
	From, To int    // where it stands in the sentence, without that subject
}

// Clauses takes a sentence apart where a connective or a comma joins two statements
// about one subject: "I live in Oslo and work as a nurse" is "I live in Oslo" and "I
// work as a nurse". Where that is not sure the sentence comes back whole.
func Clauses(text string, l language.Lang) []Clause {
	if l.Dense() {
		return denseClauses(text, l)
	}
	var out []Clause
	ws := language.Words(text)
	rest := clauseReader{l: l, text: text, words: ws}
	for i := 0; i < len(ws); i++ {
		if c, ok := rest.cut(i); ok {
			out = append(out, c)
		}
	}
	return append(out, Clause{rest.subject + text[rest.from:], rest.from, len(text)})
}

// Things takes a sentence apart at each comma and connective, as a list is: what stands between
// them may say nothing by itself ("£18 a session"). None is given a subject of another one: "I
// need to call Ann and order bolts" is no "I order bolts".
func Things(text string, l language.Lang) (out []Clause) {
	for _, c := range Clauses(text, l) {
		from := c.From
		ws := language.Words(text[c.From:c.To])
		for i := 1; i < len(ws); i++ {
			before := c.From + wordEnd(ws[i-1])
			start := begins(text, before, c.From+ws[i].Start)
			besides := i+1 < len(ws) && l.Is(language.Connectives, ws[i].Low) && (l.Dense() || spaced(text, c.From+ws[i].Start, c.From+wordEnd(ws[i])))
			if besides {
				start = begins(text, c.From+wordEnd(ws[i]), c.From+ws[i+1].Start)
			}
			between := strings.NewReplacer(";", ",", "；", ",").Replace(strings.TrimLeft(text[before:start], ")\"”»"))
			if comma := strings.IndexAny(between, ",，、"); (comma == 0 || besides) && before > from {
				out = append(out, Clause{text[from:before], from, before})
				from = start
			}
		}
		out = append(out, Clause{text[from:c.To], from, c.To})
	}
	return out
}

// spaced reports whether from:to stands between spaces: "and/or" joins no two things.
func spaced(text string, from, to int) bool {
	return strings.HasSuffix(text[:from], " ") && strings.HasPrefix(text[to:], " ")
}

// begins is where what stands before a word without a space begins, behind the word that ends
// at from: "£" of "£18".
func begins(text string, from, word int) int {
	between := text[from:word]
	i := strings.LastIndexAny(between, " ,，、:;–")
	if i < 0 {
		return word
	}
	_, n := utf8.DecodeRuneInString(between[i:])
	return from + i + n
}

// opensNoun reports whether what begins with a word is somebody or something.
func opensNoun(w language.Word, l language.Lang) bool {
	_, number := l.Number(w.Low)
	return number || w.Digit() || l.Determines(w.Low) || l.Lists(w.Low).Has(language.Whose)
}

// States reports whether a clause tells something by itself.
func (c *Clause) States(l language.Lang) bool { return states(c.Text, l) }

// clauseReader reads a sentence from the first clause on.
type clauseReader struct {
	l           language.Lang
	text        string
	words       []language.Word
	subject     string // what the clause that is read is given, with a space
	from, first int    // its first byte and word
}

// leastClauses is how many words two clauses have at least.
const leastClauses = 5

// cut ends the clause that is read before a word, if another begins there.
func (r *clauseReader) cut(i int) (c Clause, ok bool) {
	given := len(strings.Fields(r.subject))
	if i == r.first || i-r.first+given < 2 || i+1 >= len(r.words) || len(r.words)-r.first+given < leastClauses {
		return c, false
	}
	joint := r.words[i-1].Start + len(r.words[i-1].Text)
	next := i
	if r.l.Is(language.Connectives, r.words[i].Low) {
		next++
	} else if !strings.HasPrefix(r.text[joint:], ",") {
		return c, false
	}
	if r.listed(next) {
		return c, false
	}
	start := begins(r.text, wordEnd(r.words[next-1]), r.words[next].Start)
	left, right := r.subject+r.text[r.from:joint], r.text[start:]
	if !tells(left, r.l) {
		return c, false
	}
	head := r.subject
	if head == "" {
		head = leading(r.text, r.words[r.first:i], r.l)
	}
	subject, ok := givenTo(right, head, r.l)
	if !ok {
		return c, false
	}
	c = Clause{left, r.from, joint}
	r.subject, r.from, r.first = subject, start, next
	if first := r.words[next]; subject == "" && ofThird(first.Low, r.l) {
		if who := named(left, r.l); who != "" { // "with Perce, he's a nurse": Perce is one
			short, _, _ := strings.Cut(first.Text, "'")
			r.from = first.Start + len(short)
			r.subject = who
		}
	}
	return c, true
}

// listed reports whether what begins with a word is but somebody who is named beside others,
// and tells nothing: "with Anna and our dog Rex, and work".
func (r *clauseReader) listed(i int) bool {
	n := i
	if opensNoun(r.words[n], r.l) {
		n++
	}
	from := n
	for n < len(r.words) && r.somebody(r.words[n]) {
		n++
	}
	return n > from && (n == len(r.words) || strings.HasPrefix(r.text[wordEnd(r.words[n-1]):], ",") || r.l.Is(language.Connectives, r.words[n].Low))
}

// somebody reports whether a word inside a sentence is a name, or one for a person or an animal.
func (r *clauseReader) somebody(w language.Word) bool {
	return language.IsName(w) || w.Upper() && !r.l.NounsHaveCapitals() || r.l.Is(language.People, w.Low) || r.l.Is(language.Animals, w.Low)
}

// ofThird reports whether a clause that begins with a word tells of whom the one before it
// named.
func ofThird(low string, l language.Lang) bool {
	low, _, _ = strings.Cut(low, "'")
	return l.Is(language.Third, low) && l.Lists(low).Has(language.Subject)
}

// named is the one person or animal of whom a clause tells, or in whose company the speaker
// is; "" where there is none, or two.
func named(clause string, l language.Lang) (who string) {
	s := ReadIn(clause, l)
	if who = strings.TrimSpace(leading(clause, s.words, l)); ofSpeaker(language.Fold(who), l) || ofThird(language.Fold(who), l) {
		who = ""
	}
	for i := 1; i < len(s.words); i++ {
		end := s.companyEnds(i + 1)
		switch {
		case !l.Company(s.words[i].Low) || end <= i+1:
		case who != "":
			return ""
		default:
			who = clause[s.words[i+1].Start:wordEnd(s.words[end-1])]
		}
	}
	return who
}

// sureClause is how sure the models must be that half a sentence says something.
const sureClause = .5

func states(text string, l language.Lang) bool {
	j := language.Judge(text, l, language.Person)
	return j.Act == language.States && j.Keep >= sureClause
}

// tells reports whether a clause says something. One of the speaker need not be worth
// keeping by itself, few words as it may have: "tengo un gato".
func tells(clause string, l language.Lang) bool {
	if ws := language.Words(clause); len(ws) > 0 && ofSpeaker(ws[0].Low, l) {
		return language.Judge(clause, l, language.Person).Act == language.States
	}
	return states(clause, l)
}

// ofSpeaker reports whether a clause that begins with a word tells of the speaker.
func ofSpeaker(low string, l language.Lang) bool {
	return l.Is(language.Me, low) || l.ToldByVerb(low)
}

// leading is whom a clause begins with, and a space: a pronoun, a name, a person or an
// animal and whose they are ("my sister Noreen"). It is "" where that is none of them.
func leading(text string, clause []language.Word, l language.Lang) string {
	first, rest, joined := strings.Cut(clause[0].Low, "'")
	article := l.Determines(first) && (!l.NounsHaveCapitals() || len(clause) > 1 && clause[1].Upper())
	if l.Lists(first).Has(language.Subject) && rest != "s" && !article {
		low := clause[0].Text
		if end := strings.IndexFunc(low, func(r rune) bool { return !unicode.IsLetter(r) }); joined && end > 0 { // "I'm"
			low = low[:end]
		}
		return low + " "
	}
	n := 0
	if owns := l.Lists(clause[0].Low).Has(language.Whose) || l.Determines(clause[0].Low); owns && len(clause) > 1 {
		n = 1
	}
	being := l.Is(language.People, clause[n].Low) || l.Is(language.Animals, clause[n].Low)
	if !being && !language.IsName(clause[n]) || strings.HasSuffix(clause[n].Low, "'s") {
		return ""
	}
	if being && n+1 < len(clause) && language.IsName(clause[n+1]) {
		n++
	}
	if strings.HasSuffix(clause[n].Low, "'s") {
		return ""
	}
	return text[clause[0].Start:clause[n].Start+len(clause[n].Text)] + " "
}

// givenTo says with what subject a clause states something: with none where it has its
// own, else with that of the clause before it.
func givenTo(clause, before string, l language.Lang) (subject string, ok bool) {
	next := language.Words(clause)
	if len(next) < 2 {
		return "", false
	}
	name := language.IsName(next[0]) || next[0].Upper() && !l.NounsHaveCapitals()
	if name && (strings.HasPrefix(clause[next[0].Start+len(next[0].Text):], ",") || l.Is(language.Connectives, next[1].Low)) {
		return "", false // one of a list
	}
	if name {
		return "", language.Judge(clause, l, language.Person).Act == language.States
	}
	if ofSpeaker(next[0].Low, l) || hasSubject(next, l) {
		return "", tells(clause, l)
	}
	if before == "" || !mayBeVerb(next[0], l) {
		return "", false
	}
	return before, states(before+clause, l)
}

// mayBeVerb is false of a word that is surely none.
func mayBeVerb(w language.Word, l language.Lang) bool {
	_, number := l.Number(w.Low)
	return !number && !w.Digit() && !l.Determines(w.Low) && !l.Relates(w.Low) && !l.Is(language.Question, w.Low) && !temporal.Speaks(w.Low)
}

// hasSubject reports whether a clause has a pronoun for its subject near its start, and
// does not hang on to the one before it: "Tuesdays it's Malham".
func hasSubject(clause []language.Word, l language.Lang) bool {
	if l.Is(language.Question, clause[0].Low) || l.Lists(clause[0].Low).Has(language.Trails|language.Condition|language.That|language.Joint) {
		return false
	}
	return slices.ContainsFunc(clause[:min(len(clause), subjectWithin)], func(w language.Word) bool {
		low, _, _ := strings.Cut(w.Low, "'")
		return l.Lists(low).Has(language.Subject)
	})
}

// subjectWithin is among how many words that pronoun stands.
const subjectWithin = 3

// denseClauses are the clauses of a sentence of a language without spaces: they stand
// between commas and need no subject.
func denseClauses(text string, l language.Lang) (out []Clause) {
	from := 0
	for i, r := range text {
		if !strings.ContainsRune("、，,", r) {
			continue
		}
		if next := i + len(string(r)); states(text[from:i], l) && states(text[next:], l) {
			out = append(out, Clause{text[from:i], from, i})
			from = next
		}
	}
	return append(out, Clause{text[from:], from, len(text)})
}
