package offline

import (
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// mostNaming is how many words a message has at most that but names what it asks for; in a
// script without spaces so many letters.
const (
	mostNaming      = 5
	mostNamingDense = 10
)

// naming answers a message that but names what it asks for: "garage code". It tells nothing that a
// line does not tell which tells more. done is false where it is none.
func (t *turn) naming(wish language.Wish, text string) (answer string, done bool) {
	q := queryOf(text, t.lang, language.Recall)
	if !t.mayName(wish, text, q) {
		return "", false
	}
	if marked(text) || wish == language.Recall { // that is answered as such
		return "", false
	}
	s := statement.ReadIn(text, t.lang)
	of := slices.DeleteFunc(t.pool(t.fromPrompt()), func(l line) bool {
		return l.past || isTask(l) || !statement.Within(s, l.statement()) || alike(l.text, text)
	})
	if len(of) == 0 {
		return "", false
	}
	if !t.place(of) {
		return "", true
	}
	return t.list(of, mostLines) + t.counted(of), true
}

// marked reports whether a message ends in a mark that asks.
func marked(text string) bool {
	return strings.ContainsAny(statement.LastMark(text), statement.Asking)
}

// telling are the wishes as which the name of a thing may well be read.
var telling = map[language.Wish]bool{language.Tells: true, language.Done: true, language.Task: true, language.Small: true, language.Recall: true}

// mayName reports whether a message may be but the name of what it asks for: it is short, has
// no figure, and denies, ends and changes nothing.
func (t *turn) mayName(wish language.Wish, text string, q query) bool {
	if !telling[wish] && language.WishesOf(text, t.lang).Of(wish) >= statement.SureWish {
		return false
	}
	few := len(language.Words(text)) <= mostNaming
	if t.lang.Dense() {
		few = len([]rune(text)) <= mostNamingDense
	}
	s := statement.ReadIn(text, t.lang)
	return few && q.Solid() > 0 && !s.Figured() && !language.Turns(text, t.lang)
}

// goesOn reports whether a message begins with a word that joins it to what was said before.
func (t *turn) goesOn(text string) bool {
	return slices.ContainsFunc(t.lang.Cues(text, language.Words(text)), func(c language.Cue) bool { return c.From == 0 && c.Class == language.Connectives })
}
