package statement

import (
	"dormouse/memory/language"
	"strings"
)

// Clauses takes a sentence apart where a connective or a comma joins two statements
// about one subject: "I live in Oslo and work as a nurse" is "I live in Oslo" and "I
// work as a nurse". Where that is not sure the sentence comes back whole.
func Clauses(text string, l language.Lang) []string {
	ws := language.Words(text)
	if l.Dense() || len(ws) < 5 {
		return []string{text}
	}
	for i := 2; i+1 < len(ws); i++ {
		joint := ws[i-1].Start + len(ws[i-1].Text)
		comma := strings.HasPrefix(text[joint:], ",")
		link := l.Is(language.Connectives, ws[i].Low)
		if !comma && !link {
			continue
		}
		from := ws[i].Start
		if link {
			from = ws[i+1].Start
		}
		left, right := text[:joint], text[from:]
		if !states(left, l) {
			continue
		}
		if whole, ok := withSubject(ws[:i], right, l); ok {
			return append([]string{left}, Clauses(whole, l)...)
		}
	}
	return []string{text}
}

// sureClause is how sure the models must be that half a sentence says something.
const sureClause = .6

func states(text string, l language.Lang) bool {
	j := language.Judge(text, l, language.Person)
	return j.Act == language.States && j.Keep >= sureClause
}

// withSubject gives a clause the subject of the one before it: its first word where
// that is the speaker or a name, and nobody's friend or cat.
func withSubject(before []language.Word, clause string, l language.Lang) (string, bool) {
	next := language.Words(clause)
	if len(next) < 2 {
		return "", false
	}
	if l.Is(language.Me, next[0].Low) || language.IsName(next[0]) {
		return clause, states(clause, l)
	}
	pronoun := l.Is(language.Me, before[0].Low) && l.Lists(before[0].Low).Has(language.Subject)
	if !pronoun && !language.IsName(before[0]) || strings.HasSuffix(before[0].Low, "'s") || l.Lists(before[0].Low).Has(language.Whose) {
		return "", false // of "my friend" the first word is not all
	}
	whole := before[0].Text + " " + clause
	return whole, !l.Is(language.Question, next[0].Low) && states(whole, l)
}
