package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// sureAct is from which probability the act of a sentence outweighs a weak reading
// of its wish.
const sureAct = .7

// worthTelling is from which probability of being worth keeping a statement is told to
// be kept, whatever its words are like otherwise.
const worthTelling = .4

// asksMemory are the wishes for what was told: the words of such a question are those of
// a telling.
var asksMemory = map[language.Wish]bool{language.Recall: true, language.Recap: true, language.Todo: true}

func odds(p float64) float64 { return p / (1 - min(p, .999)) }

// asking are the marks that end a question.
const asking = "?？"

// wishOf is what a message wants. A sentence with a question mark tells nothing. The
// model of acts has read many more statements than that of wishes: where both speak of a
// telling, their odds are multiplied.
func wishOf(text string, l language.Lang) language.Wish {
	ws := language.WishesOf(text, l)
	best, p := ws.Best()
	if strings.ContainsAny(lastMark(text), asking) {
		if best == language.Tells || best == language.Task || best == language.Remember && p < .6 {
			return language.Recall
		}
		return best
	}
	if best == language.Remember || best == language.Forget || p >= sureWish && !asksMemory[best] {
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
	if (j.Act == language.States || j.Act == language.Order) && j.Acts >= sureAct && j.Keep >= worthTelling && odds(told)*odds(j.Acts) >= 1 {
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
		if head, tail, ok := statement.CutColon(message); ok && len(head) <= shortRequest {
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
