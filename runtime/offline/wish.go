package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// opensAsking reports whether a text begins with a word of questions.
func opensAsking(text string, l language.Lang) bool {
	return slices.ContainsFunc(l.Cues(text, language.Words(text)), func(c language.Cue) bool { return c.From == 0 && c.Class == language.Question })
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
		if head, tail, ok := statement.CutColon(message); ok && len(head) <= shortRequest && !statement.Enumerates(message) {
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
	if requests(first) && !statement.Heads(strings.TrimSpace(first), language.Guess(first)) {
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
	switch statement.Wish(text, language.Guess(text)) {
	case language.Tells, language.Task, language.Small, language.Hello, language.Thanks, language.Bye:
		return false
	}
	return true
}
