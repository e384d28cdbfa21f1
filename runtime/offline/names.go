package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
)

// mostNaming is how many words a message has at most that but names what it asks for; in a
// script without spaces so many letters.
const (
	mostNaming      = 5
	mostNamingDense = 10
)

// naming answers a message that but names what it asks for: "garage code", "and Leo", after
// a question the same of another. It tells nothing that a line does not tell which tells more.
// done is false where it is none.
func (t *turn) naming(wish language.Wish, text string) (answer string, done bool) {
	q := queryOf(text, t.lang, language.Recall)
	if !t.mayName(wish, text, q) {
		return "", false
	}
	marked := strings.ContainsAny(statement.LastMark(text), statement.Asking)
	if before, ok := t.asksLast(); ok && (marked || t.goesOn(text)) {
		if answer, done := t.recall(q.insteadOf(queryOf(before, t.lang, language.Recall)), surelyCovers, mostLines); done {
			return answer, true
		}
	}
	if marked || wish == language.Recall { // that is answered as such
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

// takesUp answers a question that says only with the one before it what it is about: "at what
// time", "and what does it cost". done is false where it is none, or nothing answers both.
func (t *turn) takesUp(wish language.Wish, text string) (answer string, done bool) {
	if !takingUp[wish] || !t.open(text) {
		return "", false
	}
	if wish == language.ClockAsk { // which may be meant, too
		return t.withBefore(text, surelyCovers)
	}
	return t.withBefore(text, answersFrom)
}

// withBefore answers a question together with the one before it.
func (t *turn) withBefore(text string, from float64) (answer string, done bool) {
	before, ok := t.asksBefore(len(t.before))
	if !ok {
		return "", false
	}
	both := text + " " + before
	return t.recallBy(both, queryOf(both, t.lang, language.Recall), from, mostLines)
}

// open reports whether a question does not say what it is about, or joins what it names to what
// was asked before.
func (t *turn) open(text string) bool {
	s, q := statement.ReadIn(text, t.lang), queryOf(text, t.lang, language.Recall)
	return len(s.Values) == 0 && (q.Weight() <= answers.LightWeight || t.goesOn(text) && taking(q))
}

// taking reports whether a question may well take up the one before it: it names nobody, and at
// most one thing.
func taking(q query) bool {
	solid := 0
	for _, w := range q.Words {
		if w.Weight > answers.LightWeight {
			solid++
		}
	}
	return solid <= 1 && !q.Names() && !q.Mine
}

// asksBefore is the question of the person that is the last before message n, with those that it
// takes up itself.
func (t *turn) asksBefore(n int) (text string, ok bool) {
	for i := n - 1; i >= 0; i-- {
		m := t.before[i]
		if m.Role != transcript.User {
			continue
		}
		if text = m.Content; !takingUp[statement.Wish(text, t.lang)] {
			return "", false
		}
		if t.open(text) {
			if before, ok := t.asksBefore(i); ok {
				text += " " + before
			}
		}
		return text, true
	}
	return "", false
}

// takingUp are the wishes as which a question is read that does not say what it is about.
var takingUp = map[language.Wish]bool{language.Recall: true, language.ClockAsk: true, language.Span: true, language.NeedsLLM: true}

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

// asksLast is the question that the person asked last, right before this message.
func (t *turn) asksLast() (text string, ok bool) {
	for _, m := range slices.Backward(t.before) {
		if m.Role == transcript.User {
			return m.Content, statement.Wish(m.Content, t.lang) == language.Recall
		}
	}
	return "", false
}

// insteadOf is another question asked of what this one names: of whom that one names there is
// nothing in it.
func (q query) insteadOf(asked query) query {
	asked.Words = slices.DeleteFunc(slices.Clone(asked.Words), func(w answers.Term) bool { return w.Strict })
	asked.Words = append(asked.Words, q.Words...)
	asked.Text, asked.Mine, asked.Own = q.Text, false, false
	return asked
}
