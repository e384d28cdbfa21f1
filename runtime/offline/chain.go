package offline

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
)

// asking are the wishes as which a question is read that may be understood only with the one
// before it.
var asking = map[language.Wish]bool{language.Recall: true, language.ClockAsk: true, language.Span: true, language.NeedsLLM: true}

// chain is a question of the person that is asked right after another one, with the lines that
// answered that.
type chain struct {
	answers.Chain
	before string
	told   []quoted
}

// quoted is a line that a reply quotes.
type quoted struct{ text, path string }

// chained reads a message as a question that goes on with the one before it. ok is false where
// the message asks nothing of memory, or for a list, or nothing was asked right before it.
func (t *turn) chained(wish language.Wish, text string) (c chain, ok bool) {
	for _, m := range slices.Backward(t.before) {
		if m.Role == transcript.User {
			c.before = document.OneLine(m.Content)
			break
		}
		if c.told == nil && m.Role == transcript.Assistant && m.Model == Ref {
			c.told = quotedIn(m.Content)
			if !strings.HasPrefix(m.Content, "- ") { // it is told what comes nearest
				c.told = c.told[:min(len(c.told), 1)]
			}
		}
	}
	if c.before == "" || len(c.told) > mostLines || len(c.told) == 0 && !asking[statement.Wish(c.before, t.lang)] || !t.mayGoOn(wish, text, len(c.told) > 0) || t.headed(queryOf(text, t.lang, language.Recall)) {
		return c, false
	}
	var told []string
	for _, l := range c.told {
		told = append(told, l.text)
	}
	c.Chain = answers.Then(text, c.before, told, t.lang)
	return c, true
}

// mayGoOn reports whether a message may ask on: it asks, as what follows lines that were told may
// well do, whatever it is read as by itself ("what does it cost"), or names but another of whom the
// same is asked ("and Leo").
func (t *turn) mayGoOn(wish language.Wish, text string, told bool) bool {
	if asking[wish] || told && doubtful[wish] && (marked(text) || t.goesOn(text)) {
		return true
	}
	return (marked(text) || t.goesOn(text)) && t.mayName(wish, text, queryOf(text, t.lang, language.Recall))
}

// quotedIn are the lines that a reply quotes, as turn.quote writes them.
func quotedIn(reply string) (out []quoted) {
	for row := range strings.Lines(reply) {
		at := strings.LastIndex(row, " — ")
		text, ok := strings.CutPrefix(row[:max(at, 0)], "- ")
		if !ok {
			continue
		}
		if struck, past := strings.CutPrefix(text, "~~"); past {
			text, _, _ = strings.Cut(struck, "~~")
		}
		_, place, _ := strings.Cut(row[at:], "`")
		path, _, _ := strings.Cut(place, ":")
		out = append(out, quoted{text, path})
	}
	return out
}

// query is what the chain asks of memory.
func (c *chain) query() query { return query{c.With, c} }

// follows answers a question that goes on with the one before it: "and since when?". done is false
// where it is none, or nothing answers it.
func (t *turn) follows(wish language.Wish, text string) (answer string, done bool) {
	c, ok := t.chained(wish, text)
	if !ok {
		return "", false
	}
	found, failed, ok := t.search(text + " " + c.before)
	if len(c.told) > 0 && ok {
		var on []line
		if on, _, ok = t.search(text + " " + c.told[0].text); ok {
			found = append(found, on...)
		}
	}
	if !ok {
		return "", true
	}
	for _, l := range c.told { // what was told around it
		if _, log := document.LogDay(l.path); log {
			lines, ok := t.file(l.path)
			if !ok {
				return "", true
			}
			found = append(found, lines...)
		}
	}
	from := surelyCovers // it may be meant as it is read: "what time is it"
	if wish == language.Recall {
		from = answersFrom
	}
	return t.recallIn(found, failed, c.query(), from, mostLines)
}

// places is where some of all lines stand to those that answered the question before.
func (c *chain) places(lines []line, some []int) []answers.Place {
	out := make([]answers.Place, len(lines))
	for i := range lines {
		out[i].Answered = slices.ContainsFunc(c.told, func(q quoted) bool { return alike(q.text, lines[i].text) })
	}
	order := c.orders(lines)
	for _, i := range some {
		p := &out[i]
		p.Known = p.Answered
		for k := range lines {
			if !out[k].Answered || k == i {
				continue
			}
			if behind, known := order(i, k); known && !p.Answered && (!p.Known || max(behind, -behind) < max(p.Behind, -p.Behind)) {
				p.Known, p.Behind = true, behind
			}
		}
	}
	of := make([]answers.Place, len(some))
	for k, i := range some {
		of[k] = out[i]
	}
	return of
}

// orders tells by how many lines one was told after another, where that is known: both were told
// in this conversation, or stand in one log, or one is known to have been told before the other.
func (c *chain) orders(lines []line) func(i, k int) (behind int, known bool) {
	nth := make([]int, len(lines))
	for i := range lines {
		for k := range lines {
			if lines[k].path == lines[i].path && (lines[i].path == "" && k < i || lines[i].path != "" && lines[k].at < lines[i].at) {
				nth[i]++
			}
		}
	}
	return func(i, k int) (int, bool) {
		a, b := &lines[i], &lines[k]
		_, log := document.LogDay(a.path)
		if a.path == b.path && (log || a.path == "") {
			return nth[i] - nth[k], true
		}
		if at := slices.IndexFunc(a.before, func(text string) bool { return alike(text, b.text) }); at >= 0 {
			return at + 1, true
		}
		if at := slices.IndexFunc(b.before, func(text string) bool { return alike(text, a.text) }); at >= 0 {
			return -at - 1, true
		}
		return 0, false
	}
}
