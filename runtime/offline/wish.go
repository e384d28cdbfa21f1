package offline

import (
	"math"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
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

// asking are the marks that end a question.
const asking = "?？"

// mostItem is how many bytes an item of a list has at most.
const mostItem = 32

// enumerates reports whether a text names a list and the short things that stand on it:
// who writes one does not ask for it.
func enumerates(text string) bool {
	_, rest, ok := statement.CutColon(text)
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

// wishOf is what a message wants. A sentence with a question mark tells nothing. The
// model of acts has read many more statements than that of wishes: a wish counts by how
// probable it is, and half as much by whether the message does what is done by it.
func wishOf(text string, l language.Lang) (best language.Wish) {
	ws, j := language.WishesOf(text, l), language.Judge(text, l, language.Person)
	marked, listing, most := strings.ContainsAny(lastMark(text), asking), enumerates(text), -1.0
	for _, w := range language.AllWishes() {
		acts, given := saidAs[w]
		p := 1 - j.Acts
		switch {
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
	if !marked && (works || ws.Of(best) < sureWish && ws.Of(language.CannotDo) >= maybeWork) && l.Unfinished(strings.ToLower(text)) {
		return language.Task // who wants to be reminded of something has it to do
	}
	return best
}

// opensAsking reports whether a text begins with a word of questions.
func opensAsking(text string, l language.Lang) bool {
	return slices.ContainsFunc(l.Cues(text, language.Words(text)), func(c language.Cue) bool { return c.From == 0 && c.Class == language.Question })
}

// lastMark is the last character of a text that is no space, quote or bracket.
func lastMark(text string) string {
	text = strings.TrimRight(text, " \t\r\n\"'”»)")
	if text == "" {
		return ""
	}
	return string(lastRune(text))
}

// Sizes of pasted matter, in characters.
const (
	shortRequest = 240 // a request that stands before or behind a text
	longMessage  = 600 // a message of one line that is rather a text
	maySum       = .35 // the probability from which what follows a colon is to be summed up
)

// content is a message taken apart: what its writer wants, and the text that came
// with it; matter is "" where there is none.
type content struct {
	request, matter string
	source          string         // how the text is called, where it is known that another wrote it
	items           []extract.Item // where the message is a list
}

// pasted is how a text is called of which it is only seen that another wrote it.
var pasted = transcript.Part{Origin: transcript.Pasted}.Label()

// contentsOf takes a message apart: by what is noted of where its text came from,
// else by its form.
func contentsOf(m transcript.Message) content {
	c := partsOf(m)
	if c.matter != "" && (c.source == "" || c.source == pasted) {
		c.items = extract.Items(m.Content)
	}
	return c
}

func partsOf(m transcript.Message) content {
	var c content
	var shown []string
	for _, p := range m.Parts() {
		if p.Origin.Foreign() && strings.Contains(strings.TrimSpace(p.Text), "\n") || p.Origin == transcript.Piped || p.Origin == transcript.Attached {
			shown, c.source = append(shown, p.Text), p.Label()
		} else {
			c.request += p.Text
		}
	}
	if len(shown) > 0 {
		if c.source == pasted && strings.Contains(strings.TrimSpace(c.request), "\n") { // only a part of what was pasted looks it
			if request, matter := parts(m.Content); request != "" {
				return content{request: request, matter: matter, source: pasted}
			}
		}
		c.request, c.matter = document.OneLine(c.request), strings.TrimSpace(strings.Join(shown, "\n"))
		if c.request == "" && !strings.Contains(c.matter, "\n") && len(c.matter) <= shortRequest {
			c.request, c.matter = c.matter, "" // a prompt that was piped
		}
		return c
	}
	c.request, c.matter = parts(m.Content)
	return c
}

// parts splits a text that a person wrote or pasted into what is wanted and the
// matter of it.
func parts(message string) (request, matter string) {
	message = strings.TrimSpace(message)
	first, rest, several := strings.Cut(message, "\n")
	if !several {
		if head, tail, ok := statement.CutColon(message); ok && len(head) <= shortRequest && !enumerates(message) {
			l := language.Guess(message)
			if p := language.WishesOf(message, l).Of(language.SumUp); p >= maySum || language.WishesOf(head, l).Of(language.SumUp) >= maySum {
				return head, tail
			}
		}
		if len(message) > longMessage {
			return "", message
		}
		return message, ""
	}
	if requests(first) {
		return strings.TrimSpace(first), strings.TrimSpace(rest)
	}
	at := strings.LastIndexByte(message, '\n')
	if last := strings.TrimSpace(message[at:]); requests(last) {
		return last, strings.TrimSpace(message[:at])
	}
	return "", message
}

// requests reports whether a line asks for something.
func requests(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > shortRequest {
		return false
	}
	switch wishOf(text, language.Guess(text)) {
	case language.Tells, language.Task, language.Small, language.Hello, language.Thanks, language.Bye:
		return false
	}
	return true
}
