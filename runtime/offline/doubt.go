package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// question asks whether a line is over that a statement may have ended; "" where there is
// none, where this conversation asked of it before, and where nothing would come of it.
func (t *turn) question(of, news *line) string {
	if of == nil || t.private || statement.Wish(news.text, t.lang) == language.Task || slices.ContainsFunc(t.before, func(m transcript.Message) bool {
		return slices.Contains(m.Asks, of.ref())
	}) {
		return ""
	}
	t.asks = []string{of.ref()}
	line := strings.TrimRight(of.text, ".")
	if _, over := knowledge.Parted(of.text, news.text); over != of.text {
		line = struck(line, over)
	}
	return " " + t.say(sayIsItOver, line)
}

// answered does what the person answers to whether a line is over.
func (t *turn) answered(text string) string {
	n := len(t.before) - 1
	if n < 0 || len(t.before[n].Asks) == 0 {
		return ""
	}
	asked := t.before[n].Asks
	yes, from, end := t.lang.Answers(text)
	told := t.told()
	news := t.lastTold(told)
	olds := byRef(told, t.known, asked, &news)
	if end == 0 || len(olds) == 0 {
		return ""
	}
	before, rest := statement.ReadIn(text[:from], t.lang), statement.ReadIn(strings.TrimSpace(text[end:]), t.lang)
	elsewhere := func(s statement.Statement) bool {
		return statement.Besides(s, olds[0].statement()) > 0 && !statement.Meets(olds[0].statement(), s)
	}
	switch {
	case !yes && statement.Revalues(olds[0].statement(), rest):
		return "" // it stays with another value
	case elsewhere(before), yes && elsewhere(rest):
		return "" // it tells something else: "Ann passed, yes really"
	case !yes:
		t.holds = asked
		return t.say(sayStays, strings.TrimRight(olds[0].text, "."))
	}
	holds, old, in := t.ended(olds, &news)
	return t.say(in, strings.TrimRight(holds, ".!"), old)
}

// lastTold is what the message before the last reply told.
func (t *turn) lastTold(told []line) line {
	var last transcript.Message
	for _, m := range t.before {
		if m.Role == transcript.User {
			last = m
		}
	}
	if i := slices.IndexFunc(told, func(l line) bool { return l.message == last.ID }); i >= 0 {
		return told[i]
	}
	return line{text: document.OneLine(last.Content), day: last.Time, message: last.ID}
}

// agreed marks what a reply says is over, of what the one before it asked, as ended by the
// line told last. What that says beside is told on.
func (t *turn) agreed(told []line, asked, over []string) (rests []line) {
	if len(told) == 0 {
		return nil
	}
	news := &told[len(told)-1]
	olds := byRef(told, t.known, slices.DeleteFunc(slices.Clone(asked), func(id string) bool { return !slices.Contains(over, id) }), news)
	if len(olds) == 0 {
		return nil
	}
	return t.end(olds, news)
}

// byRef are the lines that still hold of those told and those of memory, by their ids: of
// several of one message, as of a list, the one that news may have ended.
func byRef(told, held []line, ids []string, news *line) (olds []*line) {
	for _, id := range ids {
		var of []*line
		for _, l := range append(pointers(told), pointers(held)...) {
			if !l.past && l.ref() == id && l.message != news.message {
				of = append(of, l)
			}
		}
		if len(of) > 1 {
			over, doubted := endedBy(news, of, nil)
			if doubted != nil {
				over = append(over, doubted)
			}
			of = over[:min(len(over), 1)]
		}
		olds = append(olds, of...)
	}
	return olds
}
