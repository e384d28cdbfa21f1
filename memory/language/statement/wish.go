package statement

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language"
)

// saidAs are the acts in which a wish is said, where it is no question or request.
var saidAs = map[language.Wish][]language.Act{
	language.Tells: {language.States, language.Order, language.Quotes}, language.Task: {language.States, language.Order},
	language.Small: {language.Filler, language.States}, language.Hello: {language.Filler}, language.Thanks: {language.Filler}, language.Bye: {language.Filler, language.States},
	language.Done: {language.States}, language.Remember: {language.Request, language.States, language.Order}, language.Forget: {language.Request, language.States, language.Order},
}

// maybeWork is the probability of asking for what the program cannot do from which a
// message that speaks of something yet to be done asks to be reminded of it.
const maybeWork = .15

// leastAct is the least that the act of a message counts against a wish.
const leastAct = .1

// surelyTask is the least probability at which what is told is something to do.
const surelyTask = .45

// SureWish is the probability from which a message surely wants something.
const SureWish = .6

// Asking are the marks that end a question.
const Asking = "?？"

// mostItem is how many bytes an item of a list has at most.
const mostItem = 32

// Enumerates reports whether a text names a list and the short things that stand on it:
// who writes one does not ask for it.
func Enumerates(text string) bool {
	_, rest, ok := CutColon(text)
	return ok && len(items(rest)) > 1
}

// items are the short things that a text names one after the other; none where it has
// longer parts.
func items(text string) []string {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",;，、；", r) })
	if slices.ContainsFunc(list, func(item string) bool { return len(item) > mostItem }) {
		return nil
	}
	return list
}

// Wish is what a message wants. A sentence with a question mark tells nothing. The
// model of acts has read many more statements than that of wishes: a wish counts by how
// probable it is, and half as much by whether the message does what is done by it.
func Wish(text string, l language.Lang) (best language.Wish) {
	ws, j := language.WishesOf(text, l), language.Judge(text, l, language.Person)
	marked, listing, most := strings.ContainsAny(LastMark(text), Asking), Enumerates(text), -1.0
	for _, w := range language.AllWishes() {
		acts, given := saidAs[w]
		p := 1 - j.Acts
		switch {
		case w == language.Task && ws.Of(w) < surelyTask:
			p = 0
		case marked && (w == language.Tells || w == language.Task || w == language.Done), !marked && listing && (w == language.List || w == language.Todo || w == language.Recall || w == language.SumUp):
			p = 0
		case marked, given && slices.Contains(acts, j.Act), !given && (j.Act == language.Asks || j.Act == language.Request):
			p = max(j.Acts, 1-j.Acts)
		}
		if p > 0 {
			p = math.Sqrt(max(p, leastAct))
		}
		if p *= ws.Of(w); p > most {
			best, most = w, p
		}
	}
	works := best == language.CannotDo || best == language.SumUp || best == language.NeedsLLM
	if !marked && (works || ws.Of(best) < SureWish && ws.Of(language.CannotDo) >= maybeWork) && l.Unfinished(strings.ToLower(text)) {
		return language.Task // who wants to be reminded of something has it to do
	}
	return best
}

// LastMark is the last character of a text that is no space, quote or bracket.
func LastMark(text string) string {
	text = strings.TrimRight(text, " \t\r\n\"'”»)")
	if text == "" {
		return ""
	}
	r, _ := utf8.DecodeLastRuneInString(text)
	return string(r)
}

// tellsBeside is how many words of matter stand in what is said beside an answer, at least,
// where that tells something.
const tellsBeside = 2

// Unanswered is a text without the words by which it answers a question; what it tells beside,
// a figure, a name or another matter, stays.
func Unanswered(text string, l language.Lang) string {
	sentence := text
	if i := strings.IndexAny(text, ".!?。！？"); i >= 0 {
		sentence = text[:i]
	}
	_, from, end := l.Answers(sentence)
	if end == 0 {
		return text
	}
	rest := strings.Trim(sentence[:from]+strings.TrimLeft(sentence[end:], " ,;:–，、"), " ,;:–，、")
	behind := strings.TrimLeft(text[len(sentence):], ".!?。！？ ")
	if is := ReadIn(rest, l); len(is.Values) == 0 && len(is.derived.matter) < tellsBeside {
		return behind
	}
	return strings.TrimSpace(rest + ". " + behind)
}

// mostHeading is of how many words the heading of a list of things to do has at most: "to
// do this week". apartFrom is the probability of a task from which what stands behind a
// connective is one of its own: of "ring Ann and Bob" it is none.
const (
	mostHeading = 5
	apartFrom   = .12
)

// headsTasks is the probability of asking for what is to be done from which words before a colon
// are taken for the heading of a list of that: "to do", "still open".
const headsTasks = .15

// NamesTasks reports whether a text is told of what is to be done: as a whole, or as a list under
// a heading that says so.
func NamesTasks(text string, l language.Lang) bool {
	if Wish(text, l) == language.Task {
		return true
	}
	head, _, ok := CutColon(text)
	return ok && len(language.Words(head)) <= mostHeading && !strings.ContainsAny(LastMark(text), Asking) && language.WishesOf(head, l).Of(language.Todo) >= headsTasks
}

// lacksVerb reports whether a thing to do is but one word, small ones aside: of "brot und milch
// kaufen" the first has its verb behind the second.
func lacksVerb(text string, l language.Lang) bool {
	n := 0
	for _, w := range language.Words(text) {
		if !l.Lists(w.Low).Has(language.Stop | language.Light | language.Little) {
			n++
		}
	}
	return !l.Dense() && n == 1
}

// ToDos are the single things that a task names, each as it stands there, without the
// heading of a list, and that; the text itself where it names one.
func ToDos(text string, l language.Lang) (head string, list []string) {
	head, rest, ok := CutColon(text)
	if !ok || len(language.Words(head)) > mostHeading {
		head, rest = "", text
	}
	from, commas := 0, false
	for _, c := range Things(rest, l) {
		ws := language.Words(rest[c.From:c.To])
		if len(ws) == 0 {
			continue
		}
		if strings.HasPrefix(rest[c.To:], ")") {
			c.To++
		}
		comma := from > 0 && strings.ContainsAny(rest[from:c.From], ",;，、；")
		commas = commas || comma
		if len(list) > 0 && (l.Is(language.Question, ws[0].Low) || !comma && !commas && (language.WishesOf(rest[c.From:c.To], l).Of(language.Task) < apartFrom || lacksVerb(list[len(list)-1], l))) {
			list[len(list)-1] += rest[from:c.To] // "…, who turns 18"
		} else {
			list = append(list, rest[c.From:c.To])
		}
		from = c.To
	}
	if len(list) < 2 {
		return "", []string{text}
	}
	for i := range list {
		list[i] = strings.Trim(list[i], " .,;，、。；")
	}
	return head, list
}
