package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// sureAct is from which probability the act of a sentence outweighs a weak reading
// of its wish.
const sureAct = .7

// asking are the marks that end a question.
const asking = "?？"

// wishOf is what a message wants. A sentence with a question mark tells nothing,
// and what the model of acts is sure of weighs more than a weak reading of the
// wish.
func wishOf(text string, l language.Lang) language.Wish {
	ws := language.WishesOf(text, l)
	best, p := ws.Best()
	if strings.ContainsAny(lastMark(text), asking) {
		if best == language.Tells || best == language.Task || best == language.Remember && p < .6 {
			return language.Recall
		}
		return best
	}
	if p >= sureWish || best == language.Remember || best == language.Forget {
		return best
	}
	j := language.Judge(text, l, language.Person)
	if best == language.Tells || best == language.Task {
		if j.Act == language.Asks && j.Acts >= sureAct || j.Acts < sureAct && opensAsking(text, l) {
			return language.Recall
		}
		return best
	}
	told := ws.Of(language.Tells) + ws.Of(language.Task)
	if (j.Act == language.States || j.Act == language.Order) && j.Acts >= sureAct && j.Keep >= .4 && told >= .15 {
		if ws.Of(language.Task) > ws.Of(language.Tells) {
			return language.Task
		}
		return language.Tells
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

// When the words that ask for something are behind.
const (
	requestGone = .25 // the probability that the rest still asks for it
	linkLetters = 4   // up to so many letters, a word may link the request to its content
	linkCost    = .15 // by how much the rest may read less like a statement without it
)

// contentOf is where in a request its content begins: "my sister lives in Oslo" in
// "remember that my sister lives in Oslo". After a colon, else at the first word
// from which on the rest no longer reads as a request; a small word that only links
// the two goes too. In doubt more stays: what is cut off is lost.
func contentOf(text string, l language.Lang) string {
	if _, rest, ok := cutColon(text); ok {
		return rest
	}
	ws := language.Words(text)
	if len(ws) < 2 {
		return text
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
	return language.Judge(text, l, language.Person).Keep + w.Of(language.Tells) + w.Of(language.Task)
}

// cutColon splits a text at its first colon, where enough follows.
func cutColon(text string) (head, rest string, ok bool) {
	for _, colon := range []string{": ", "：", ":\n"} {
		if head, rest, ok = strings.Cut(text, colon); ok && hasLetter(rest) {
			return head, strings.TrimSpace(rest), true
		}
	}
	return text, "", false
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
	source          string // how the text is called, where it is known that another wrote it
}

// contentsOf takes a message apart: by what is noted of where its text came from,
// else by its form.
func contentsOf(m transcript.Message) content {
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
		c.request, c.matter = oneLine(c.request), strings.TrimSpace(strings.Join(shown, "\n"))
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
		if head, tail, ok := cutColon(message); ok && len(head) <= shortRequest {
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
