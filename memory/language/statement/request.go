package statement

import (
	"dormouse/memory/language"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// When the words that ask for something are behind.
const (
	requestGone = .25 // the probability that the rest still asks for it
	linkLetters = 4   // up to so many letters, a word may link the request to its content
	linkCost    = .15 // by how much the rest may read less like a statement without it
	pointsBack  = .75 // up to here, what a request at the end asks for is said before it
)

// Requested is where in a request its content begins: "my sister lives in Oslo" in
// "remember that my sister lives in Oslo". After a colon, else at the first word
// from which on the rest no longer reads as a request; a small word that only links
// the two goes too. A request at the end goes where it only points back: "please
// remember that". In doubt more stays: what is cut off is lost.
func Requested(text string, l language.Lang) string {
	if _, rest, ok := CutColon(text); ok {
		return rest
	}
	ws := language.Words(text)
	if len(ws) < 2 {
		return text
	}
	if said, ok := pointedAt(text, ws, l); ok {
		return said
	}
	if first := dependent(text, ws, l); first > 0 {
		return strings.TrimSpace(text[ws[first].Start:])
	}
	content := unlinked(text, ws, 1, l)
	for i := 2; i <= len(ws)/2; i++ {
		if askedBy(content, l) < requestGone {
			break
		}
		if rest := unlinked(text, ws, i, l); askedBy(rest, l) < requestGone && statedBy(rest, l) > statedBy(content, l) {
			content = rest
		}
	}
	return strings.TrimSpace(content)
}

// surelyKeep is the probability from which a text is taken to ask for something to be
// remembered.
const surelyKeep = .4

// ToKeep is what a text asks to be remembered, and whether it asks. In doubt nothing is cut
// off, nor what gives a figure or a day: it may be the words that count.
func ToKeep(text string, l language.Lang) (thing string, asks bool) {
	if !mayAsk(text) {
		return text, false
	}
	if wish, p := language.WishOf(text, l); wish != language.Remember || p < surelyKeep {
		return text, false
	}
	thing = Requested(text, l)
	asking, opens := strings.CutSuffix(text, thing)
	if opens && slices.ContainsFunc(ReadIn(asking, l).Values, func(v language.Value) bool { return v.Kind != language.Name }) {
		return text, false
	}
	return thing, true
}

// mayAsk is a quick look: a text without one of some words asks for nothing to be
// remembered. Where words are not spaced it is not quick.
func mayAsk(text string) bool {
	may := false
	language.EachToken(text, func(from, to int) {
		may = may || language.Unspaced(text[from:to]) || language.InAny(bare(language.Fold(text[from:to]))).Has(language.Keep)
	})
	return may
}

// Refused reports whether a request to remember says not to: "don't remember this: …". Who
// asks not to forget asks to remember.
func Refused(text string, l language.Lang) bool {
	if l.Dense() {
		return false // the denial is part of a verb there
	}
	head, _, _ := strings.Cut(text, Requested(text, l))
	ws := language.Words(head)
	for _, c := range l.Cues(head, ws) {
		if c.Class != language.Negators {
			continue
		}
		from, to := ws[c.From], ws[min(c.To, len(ws))-1]
		w := language.WishesOf(head[:from.Start]+head[wordEnd(to):], l)
		return w.Of(language.Remember) > w.Of(language.Forget)
	}
	return false
}

// mostAsking is how many words may ask for something before a word that says what.
const mostAsking = 6

// dependent is the word at which the clause begins that the asking at the head of a text
// depends on: "no olvides de que", "vergiss nicht, dass". Where no word opens it, it
// begins behind the denial that makes of forgetting remembering. 0 if neither is there.
func dependent(text string, ws []language.Word, l language.Lang) int {
	from := 0
	for i := 1; i < min(mostAsking, len(ws)-1); i++ {
		next := text[:ws[i].Start]
		switch {
		case l.Lists(ws[i].Low).Has(language.That) && (i == from || askedBy(next, l) >= requestGone):
			return i + 1
		case l.Is(language.Negators, ws[i].Low) && i < 3:
			if w := language.WishesOf(next, l); w.Of(language.Forget) > w.Of(language.Remember) {
				from = i + 1
			}
		}
	}
	return from
}

// pointedAt is what is said before a request at the end of a text that says nothing
// more.
func pointedAt(text string, ws []language.Word, l language.Lang) (string, bool) {
	for i := len(ws) - 1; i >= (len(ws)+1)/2; i-- {
		end := ws[i-1].Start + len(ws[i-1].Text)
		if !strings.ContainsFunc(text[end:ws[i].Start], unicode.IsPunct) {
			continue
		}
		said, request := text[:end], text[ws[i].Start:]
		if askedBy(request, l) >= 2*requestGone && askedBy(said, l) < requestGone &&
			statedBy(Requested(request, l), l) < pointsBack && statedBy(said, l) > 1 {
			return said, true
		}
	}
	return "", false
}

// unlinked is a text from its word i on, without small words that only link: the
// first goes unless the rest reads worse, others where it reads no worse.
func unlinked(text string, ws []language.Word, i int, l language.Lang) string {
	rest, gain := text[ws[i].Start:], -linkCost
	for ; i+1 < len(ws) && links(ws[i], l); i++ {
		without := text[ws[i+1].Start:]
		if statedBy(without, l) < statedBy(rest, l)+gain {
			break
		}
		rest, gain = without, 0
	}
	return rest
}

// askedBy is how much a text still asks to remember or to forget.
func askedBy(text string, l language.Lang) float64 {
	w := language.WishesOf(text, l)
	return w.Of(language.Remember) + w.Of(language.Forget)
}

// links reports whether a word may link a request to its content: a small one that
// names nobody.
func links(w language.Word, l language.Lang) bool {
	if w.Upper() || w.Digit() || utf8.RuneCountInString(w.Low) > linkLetters {
		return false
	}
	return !slices.ContainsFunc(l.Cues(w.Text, language.Words(w.Text)), func(c language.Cue) bool {
		return c.Class == language.Me || c.Class == language.People || c.Class == language.Animals || c.Class == language.Negators
	})
}

// statedBy is how much a text reads like a statement worth keeping.
func statedBy(text string, l language.Lang) float64 {
	w := language.WishesOf(text, l)
	return language.Judge(text, l, language.Person).Keep + w.Of(language.Tells) + w.Of(language.Task) + w.Of(language.Done)
}

// Heads reports whether a text is the heading of what follows it: it ends in a colon, and
// asks nothing to be done with that.
func Heads(text string, l language.Lang) bool {
	if !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
		return false
	}
	switch wish, _ := language.WishOf(text, l); wish {
	case language.Tells, language.Task, language.List, language.Todo:
		return true
	case language.SumUp, language.NeedsLLM, language.Remember, language.Forget:
		return false
	}
	act := language.Judge(text, l, language.Person).Act
	return act != language.Request && act != language.Asks
}

// CutColon splits a text at its first colon, where enough follows.
func CutColon(text string) (head, rest string, ok bool) {
	for _, colon := range []string{": ", "：", ":\n"} {
		if head, rest, ok = strings.Cut(text, colon); ok && strings.ContainsFunc(rest, isWordRune) {
			return head, strings.TrimSpace(rest), true
		}
	}
	if head, rest, ok = strings.Cut(text, ":"); ok {
		if r, _ := utf8.DecodeRuneInString(rest); language.Unspaced(string(r)) {
			return head, rest, true
		}
	}
	return text, "", false
}
