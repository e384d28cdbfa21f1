package offline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// ref is the id of a line of memory, or of the message in which it was told here.
func (l *line) ref() string { return cmp.Or(l.id, l.message) }

// stays takes back that some lines are over, told before or held by memory, and gives them
// as they were.
func (t *turn) stays(before []line, after func(l *line, was string) bool) (list []line) {
	stays := func(l line) {
		list = append(list, l)
		for i := range before {
			if n := &before[i]; slices.Contains(n.instead, l.text) {
				n.instead, n.context = nil, ""
			}
		}
	}
	for i := range before {
		if l := &before[i]; l.past && l.source == "" && after(l, l.text) {
			l.past, l.until = false, time.Time{}
			stays(*l)
		}
	}
	t.turned = slices.DeleteFunc(t.turned, func(is turned) bool {
		l := is.now[0]
		if !after(&l, is.was) {
			return false
		}
		l.text, l.read, l.past, l.until = is.was, nil, false, time.Time{}
		stays(l)
		t.known = append(slices.DeleteFunc(t.known, func(k line) bool { return k.id == l.id }), l)
		return true
	})
	return list
}

// objects reports whether a message wants to stay what a reply said is over: it speaks of
// that, or of nothing, right behind that reply. Who names something else tells it, so does who
// says that something is done, and who asks whether something still holds objects to nothing.
func (t *turn) objects(text string, talk []line, before []transcript.Message) bool {
	over, late := overBy(before)
	if len(over) == 0 {
		return false
	}
	switch statement.Wish(text, t.lang) {
	case language.Done, language.Recall, language.Todo:
		return false
	}
	if !language.Objects(text, t.lang) && !t.denies(text, talk, over) {
		return false
	}
	s := statement.ReadIn(text, t.lang)
	elsewhere := len(s.Values) > 0
	for _, l := range talk {
		if l.source != "" || !statement.Meets(l.statement(), s) {
			continue
		}
		if slices.Contains(over, l.ref()) || len(l.instead) > 0 {
			return true
		}
		elsewhere = true
	}
	if slices.ContainsFunc(t.turned, func(is turned) bool { return statement.Meets(statement.Read(is.was), s) }) {
		return true
	}
	return !elsewhere && late <= mostLate
}

// mostLate is how many replies may stand between one that tells of an end and who objects
// to it without a word of what it was.
const mostLate = 1

// denies reports whether a message begins with a no, and speaks in that sentence of what a
// reply said is over, without another value for it.
func (t *turn) denies(text string, talk []line, over []string) bool {
	first := document.Sentences(text)
	if len(first) == 0 {
		return false
	}
	opener := text[first[0][0]:first[0][1]]
	if yes, _, end := t.lang.Answers(opener); yes || end == 0 {
		return false
	}
	s := statement.ReadIn(opener, t.lang)
	speaks := func(was string) bool {
		old := statement.Read(was)
		return statement.Meets(old, s) && !slices.ContainsFunc(s.Values, func(v language.Value) bool { return !slices.Contains(old.Values, v) })
	}
	return slices.ContainsFunc(talk, func(l line) bool { return slices.Contains(over, l.ref()) && speaks(l.text) }) ||
		slices.ContainsFunc(t.turned, func(is turned) bool { return speaks(is.was) })
}

// objected lets stay what a reply said is over, where the message wants that.
func (t *turn) objected(text string) string {
	told := t.told()
	if !t.objects(text, told, t.before) {
		return ""
	}
	over, _ := overBy(t.before)
	var olds []string
	for _, l := range t.stays(told, func(l *line, _ string) bool { return slices.Contains(over, l.ref()) }) {
		t.holds = append(t.holds, l.ref())
		olds = append(olds, strings.TrimRight(l.text, "."))
	}
	if len(olds) == 0 {
		return ""
	}
	return t.say(sayStays, strings.Join(olds, "; "))
}

// overBy are the ids of what the last reply that told of an end said is over, but for those
// that a later one let stay, and how many replies came since.
func overBy(talk []transcript.Message) (ids []string, late int) {
	var held []string
	late = -1
	for i := len(talk) - 1; i >= 0 && len(ids) == 0; i-- {
		if talk[i].Role == transcript.Assistant && len(talk[i].ToolCalls) == 0 {
			late++
		}
		held = append(held, talk[i].Holds...)
		ids = slices.DeleteFunc(slices.Clone(talk[i].Over), func(id string) bool { return slices.Contains(held, id) })
	}
	return ids, late
}

// again takes back that lines are over which a statement says again, and gives their ids.
func (t *turn) again(before []line, news *line) (ids []string) {
	for _, l := range t.stays(before, func(l *line, was string) bool { return news.saysAgain(l.text) || news.saysAgain(was) }) {
		ids = append(ids, l.ref())
	}
	return ids
}

// restates is how many of a statement's words are those of the one that it says again, at
// least.
const restates = .75

// saysAgain reports whether a line says what another one does, be it in fewer words and
// behind a word to somebody ("no, …"): it has hardly another word and no other value, and
// is likelier the same than its end.
func (l *line) saysAgain(old string) bool {
	was, ws := statement.Read(old), language.Words(l.text)
	says := func(text string) bool {
		s := statement.ReadIn(text, was.Lang)
		v := statement.Relate(was, s)
		return v[statement.Same] > v.Ends() && knowledge.PrintOf(text).Within(knowledge.PrintOf(old)) >= restates &&
			!slices.ContainsFunc(s.Values, func(v language.Value) bool { return !slices.Contains(was.Values, v) })
	}
	if says(l.text) {
		return true
	}
	_, rest, opened := strings.Cut(l.text, ", ")
	return opened && len(ws) > 1 && strings.HasSuffix(l.text[:ws[1].Start], ", ") && says(rest)
}
