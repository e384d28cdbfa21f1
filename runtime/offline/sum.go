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

// Below: from which probability a message with a text asks for a summary of it, where
// nothing in the text answers; and from which it does whatever answers.
const mayBeSum, likelySum = .05, .2

// about answers a message that came with a text: the text is summed up or searched.
func (t *turn) about(c content, wish language.Wish) string {
	if len(c.items) > 0 {
		return t.listNoted(c.tellings())
	}
	if c.request == "" {
		return t.say(sayPasted)
	}
	list, sums := pieces(c.matter), language.WishesOf(c.request, t.lang).Of(language.SumUp)
	switch {
	case wish == language.SumUp || wish == language.Recap || sums >= likelySum:
		return t.gist(list)
	case wish == language.Remember:
		return t.remember()
	case wish == language.NeedsLLM || wish == language.CannotDo:
		return t.does(wish, c.request)
	}
	var lines []line
	for i, p := range list {
		l := line{text: p.text, day: t.now(), source: c.source}
		if !p.opens {
			l.about = list[i-1].text
		}
		if !strings.ContainsAny(lastMark(p.text), asking) { // a question answers none
			lines = append(lines, l)
		}
	}
	q := queryOf(c.request, t.lang, language.Recall)
	if chosen := q.choose(lines, answersFrom); len(chosen) > 0 {
		return t.list(chosen, mostLines)
	}
	if _, talks := short[wish]; talks || wish == language.Todo || sums >= mayBeSum || q.solid() == 0 {
		return t.gist(list)
	}
	return t.does(wish, c.request)
}

// gist tells the pieces of a text that say the most of it, word for word.
func (t *turn) gist(list []piece) string {
	var out []string
	for _, p := range gist(list) {
		out = append(out, "- "+p.text)
	}
	if len(out) == 0 {
		return t.say(saySumNone)
	}
	return strings.Join(out, "\n")
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
