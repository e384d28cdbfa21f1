package offline

import (
	"strings"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/summarize"
)

// summaryTokens is about how long a summary on request is.
const summaryTokens = 300

// about answers a message that came with a text: it is summed up or searched.
func (t *turn) about(c content, wish language.Wish) string {
	if c.request == "" {
		return t.say(sayPasted)
	}
	switch wish {
	case language.SumUp, language.Recap:
		return t.sum([]transcript.Message{{ID: t.asked.ID, Role: transcript.User, Content: c.matter, Time: t.asked.Time}})
	case language.Remember:
		return t.remember()
	case language.NeedsLLM, language.CannotDo:
		return t.does(wish, c.request)
	}
	q := queryOf(c.request, t.lang, language.Recall)
	var lines []line
	for _, row := range pieces(c.matter) {
		if !fence(row) {
			lines = append(lines, line{text: row, day: t.now(), source: c.source})
		}
	}
	if chosen := q.choose(lines, answersFrom); len(chosen) > 0 {
		return t.list(chosen, mostLines)
	}
	return t.does(wish, c.request)
}

// summary tells what is known about what the request names, else what this
// conversation was about.
func (t *turn) summary(text string) string {
	if q := queryOf(text, t.lang, language.SumUp); q.names() || q.solid() >= 1 {
		if answer, ok := t.recall(q, answersFrom, mostList); answer != "" || !ok {
			return answer
		}
	}
	return t.sum(t.talk())
}

// talk are the messages of this conversation that told something.
func (t *turn) talk() []transcript.Message {
	var out []transcript.Message
	for _, m := range t.before {
		switch {
		case m.Role == transcript.User && len(contentsOf(m).tellings()) > 0:
			out = append(out, m)
		case m.Role == transcript.Assistant && m.Model != Ref && m.Content != "":
			out = append(out, m)
		}
	}
	return out
}

// sum tells what messages say that is worth keeping, in their own words.
func (t *turn) sum(messages []transcript.Message) string {
	if len(messages) == 0 {
		return t.say(saySumNone)
	}
	strategy, err := summarize.ByName("", summarize.NewOffline())
	if err != nil {
		return t.say(saySumNone)
	}
	in := summarize.Input{Old: messages, New: messages, Count: roughly, Location: t.now().Location()}
	d, err := strategy.Summarize(t.ctx, in, summarize.Budget{Summary: summaryTokens, Memory: summaryTokens})
	if err != nil {
		return t.say(saySumNone)
	}
	var out []string
	for _, c := range d.Candidates {
		out = append(out, "- "+spoken(c.Text))
	}
	if len(out) == 0 {
		return t.say(saySumNone)
	}
	return strings.Join(out, "\n")
}

// roughly counts tokens without a vocabulary: a summary on request needs no
// exact length.
func roughly(s string) int { return (utf8.RuneCountInString(s) + 3) / 4 }
