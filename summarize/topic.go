package summarize

import (
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
)

// topicWords is how long a topic in front of an entry may be.
const topicWords = 6

// needsTopic reports whether a line does not say by itself what it is about. What a
// person tells a program answers a reply ten times as long, of which no phrase is what
// they mean; there only a word that points back needs one.
func (c *choice) needsTopic(i int) bool {
	if c.r.heard() && !c.r.lines[i].they {
		return false
	}
	l, r := &c.r.lines[i], c.r
	if l.kind == extract.InCode || r.said[l.said].tool || r.orders(l) {
		return false
	}
	plain := 0
	for _, p := range l.pieces {
		for _, t := range p.terms {
			if r.common[t] == 0 {
				plain++
			}
		}
	}
	return plain < few || l.they && plain < few+2
}

// few is from how many words that are not everyday ones a line says by itself what it is
// about.
const few = 2

// about is the topic of a line and what it costs to write it.
type about struct {
	text  string
	terms []int32
	cost  int
}

func (c *choice) topicOf(i int) about {
	if a, ok := c.abouts[i]; ok {
		return a
	}
	a := about{text: c.topic(i)}
	if a.text != "" {
		a.cost = c.r.unit.of(" (" + a.text + ")")
		of := &c.r.said[c.r.lines[i].said]
		for _, w := range extract.Split(a.text) {
			eachTerm(&w, of.lang, func(_, term string) {
				if id, ok := c.r.vocab[term]; ok {
					a.terms = append(a.terms, id)
				}
			})
		}
	}
	c.abouts[i] = a
	return a
}

// spokenOf is how many lines before a pronoun somebody may have been named.
const spokenOf = 6

// antecedent is whom line i of somebody who tells a program of others is about, where it
// leans on the line that they said before: whom that one begins with, or leans on in turn.
func (c *choice) antecedent(i int) string {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	for k := i - 1; k >= max(0, i-spokenOf); k-- {
		before := &c.r.lines[k]
		of := &c.r.said[before.said]
		if of.model || of.tool || of.label != s.label || before.kind == extract.InCode {
			continue
		}
		if language.Leans(before.text, l.text, s.lang) < leansFrom {
			return ""
		}
		told := statement.ReadIn(before.text, of.lang)
		if who := told.Subject(); who != "" {
			return who
		}
		l = before
	}
	return ""
}

// topic is a phrase that says what line i is about, taken from what was said
// just before it: whom a pronoun means, else the sentence before, else the question
// it answers. "" where nothing there is telling.
func (c *choice) topic(i int) string {
	l := &c.r.lines[i]
	s := &c.r.said[l.said]
	if l.they && c.r.heard() {
		if who := c.antecedent(i); who != "" {
			return who
		}
	}
	if l.first > 0 && i > s.from && l.they {
		if p := &c.r.lines[i-1]; !p.ask && p.kind != extract.InCode {
			if t := c.phrase(p); t != "" {
				return t
			}
		}
	}
	if s.asked < 0 {
		return ""
	}
	return c.phrase(&c.r.lines[s.asked])
}

// phrase is the most telling run of words of a line.
func (c *choice) phrase(l *line) string {
	best, from, to := 0.0, 0, 0
	for i := range l.words {
		v := 0.0
		for j := i; j < len(l.words) && j < i+topicWords; j++ {
			if l.words[j].Date || joint(l.words[j].Low, c.r.said[l.said].lang) {
				break
			}
			v += c.telling(&l.words[j]) - .12
			if v > best+1e-9 && c.telling(&l.words[i]) > 0 && c.telling(&l.words[j]) > 0 {
				best, from, to = v, i, j+1
			}
			if strings.ContainsAny(l.words[j].Post, ",.;:!?)]") {
				break
			}
		}
	}
	if best < .6 {
		return ""
	}
	ws := append([]extract.Word(nil), l.words[from:to]...)
	ws[0].Pre = strings.TrimLeft(ws[0].Pre, "([\"'“‘")
	ws[len(ws)-1].Post = ""
	t := extract.Join(ws)
	if strings.ContainsAny(t, "()[]:\"") {
		return ""
	}
	return t
}

// joint reports whether a word breaks a phrase apart: what is left has no
// subject and no helping verb.
func joint(low string, l language.Lang) bool {
	return l.Lists(low).Has(language.Subject|language.Verb) || l.Classes(low).Has(language.Question)
}

func (c *choice) telling(w *extract.Word) float64 {
	v := 0.0
	for _, t := range w.Terms {
		if c.r.common[t] < 2 {
			v += c.value[t]
		}
	}
	if v > 1.5 {
		v = 1.5
	}
	return v
}
