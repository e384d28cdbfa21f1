package offline

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// mayBeSum is the probability from which a message with a text asks for a summary of it,
// where nothing in the text answers.
const mayBeSum = .05

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
	case wish == language.SumUp || wish == language.Recap:
		return t.gist(list)
	case wish == language.Remember:
		return t.remember()
	case wish == language.NeedsLLM || wish == language.CannotDo:
		return t.does(wish, c.request)
	}
	var lines, all []line
	for _, p := range list {
		l := line{text: p.text, day: t.now(), source: c.source}
		if !p.opens {
			l.before = toldLast(all)
		}
		all = append(all, l)
		if !strings.ContainsAny(statement.LastMark(p.text), statement.Asking) { // a question answers none
			lines = append(lines, l)
		}
	}
	q := queryOf(c.request, t.lang, language.Recall)
	if chosen := q.choose(lines, answersFrom); len(chosen) > 0 {
		return t.list(chosen, mostLines)
	}
	if _, talks := short[wish]; talks || wish == language.Todo || sums >= mayBeSum || q.Solid() == 0 {
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
	if q := queryOf(text, t.lang, language.SumUp); q.Names() || q.Solid() >= 1 {
		if answer, done := t.recall(q, answersFrom, mostList); done {
			return answer
		}
	}
	lines := distinct(slices.DeleteFunc(t.told(), func(l line) bool { return l.past || l.passing() }))
	said := make([]piece, len(lines))
	for i, l := range lines {
		said[i] = piece{text: l.text, row: i, opens: true}
	}
	var out []line
	for _, p := range gist(said) {
		out = append(out, lines[p.row])
	}
	if len(out) == 0 {
		return t.say(saySumNone)
	}
	return t.list(out, mostList)
}

// roughly counts tokens without a vocabulary: a summary on request needs no
// exact length.
func roughly(s string) int { return (utf8.RuneCountInString(s) + 3) / 4 }
