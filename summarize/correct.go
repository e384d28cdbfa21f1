package summarize

import (
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// reach is how many lines back a correction is looked for.
const reach = 80

// correct finds the line that a later one of its speaker takes back, and lets it tell what
// that one gives instead.
func (r *reading) correct() {
	if !r.heard() {
		return // two people talk of many things: what one says next seldom corrects
	}
	read := map[int]*statement.Statement{}
	for i := range r.lines {
		k := r.corrected(i, read)
		if k < 0 {
			continue
		}
		l, was := &r.lines[i], &r.lines[k]
		l.corrects = k
		text, whole := statement.Amended(*read[k], *read[i])
		switch {
		case text != "":
			r.retell(k, text, l)
		case statement.Within(*read[k], *read[i]): // it tells the whole matter
			l.proofs, l.corrects = append(append(l.proofs, was.said), was.proofs...), -1
			was.tell()
			continue
		case len(l.words) <= mostBehind:
			whole = true
			r.retell(k, strings.TrimRight(was.text, " .!")+" – "+l.text, l)
		default:
			continue
		}
		delete(read, k)
		if whole {
			l.tell()
			l.corrects = -1
		}
	}
}

// corrected is the line that line i corrects: the last one of its speaker, unless by its
// words it takes up an earlier one, or one that it plainly corrects; -1 if none.
func (r *reading) corrected(i int, read map[int]*statement.Statement) int {
	l := &r.lines[i]
	s := &r.said[l.said]
	if l.text == "" || l.kind == extract.InCaption || s.model || strings.HasSuffix(l.text, "?") || strings.HasSuffix(l.text, "？") {
		return -1
	}
	turns := language.Turns(l.text, s.lang)
	of := func(i int) statement.Statement {
		if read[i] == nil {
			o := &r.lines[i]
			t := statement.ReadIn(o.text, r.said[o.said].lang)
			read[i] = &t
		}
		return *read[i]
	}
	var at []int
	var before []statement.Statement
	for k := max(0, i-reach); k < i; k++ {
		if o := &r.lines[k]; r.said[o.said].voice == s.voice && !o.told && !o.ask && !o.fills && o.text != "" {
			at, before = append(at, k), append(before, of(k))
		}
	}
	last := len(before) - 1
	if last < 0 {
		return -1
	}
	if own := before[last].Lang; own.Dense() == s.lang.Dense() && len(l.words) <= fewWords { // "*11" is of any language
		t := statement.ReadIn(l.text, own)
		read[i] = &t
	}
	news := of(i)
	next := turns || len(news.Values) > 0 && (s.asked < 0 || l.first > 0) && r.lines[at[last]].said != l.said // in one message it goes on, and an answer tells
	if n := statement.TakenUp(before, news); next && (n < 0 || n == last) && statement.Revalues(before[last], news) {
		return at[last]
	}
	for k, old := range slices.Backward(before) {
		if (r.lines[at[k]].said != l.said || k == last) && statement.Corrects(old, news, false) {
			return at[k]
		}
	}
	return -1
}

// fewWords is up to how many words a line's language is that of the line before it.
const fewWords = 5

// mostBehind is how many words a correction has at most that is told behind what it
// corrects: a longer one says by itself of what it speaks.
const mostBehind = 6

// retell gives line k another text, which another line told.
func (r *reading) retell(k int, text string, by *line) {
	was := &r.lines[k]
	r.rewrite(was, text)
	was.proofs = append(append(was.proofs, by.said), by.proofs...)
}

// rewrite gives a line another text.
func (r *reading) rewrite(l *line, text string) {
	s := &r.said[l.said]
	whole := extract.Dated(text, s.day)
	l.text = extract.Join(whole)
	l.words = extract.Tighten(whole, l.kind, s.lang, r.diary(s))
	r.number(l, s)
}

// tell marks a line as told by another one.
func (l *line) tell() {
	l.told = true
	for j := range l.pieces {
		l.pieces[j].gone = true
	}
}
