package summarize

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory"
)

// What a day's paragraph may cost: a share of what the night writes for each day,
// within bounds, in tokens. A night with less than dayLeast writes a paragraph
// only where a day has a block anyway.
const (
	dayShare = .025
	dayShort = 6
	dayLong  = 26
	dayLeast = 800
)

// allowance is what each day's paragraph may cost, and what is set aside for all
// of them.
func (c *choice) allowance(budget int) (each, all int) {
	days := map[int64]bool{}
	for i := range c.r.said {
		days[c.r.said[i].day.Unix()] = true
	}
	if len(days) == 0 {
		return 0, 0
	}
	each = min(int(dayShare*float64(budget)/float64(len(days))), dayLong)
	if each < dayShort { // only the last day's, where that is little
		if each = dayShort; dayShare*float64(budget) < dayShort {
			return 0, 0
		}
		return each, each
	}
	return each, each * len(days)
}

// paragraphs writes one short paragraph for the last day of the night, and, where
// there is room, for each day whose log gets an entry: what else it was about.
func (c *choice) paragraphs(cands []Candidate, each, all int) map[string]string {
	out := map[string]string{}
	if len(c.r.said) == 0 {
		return out
	}
	block := map[int64]bool{}
	for _, cand := range cands {
		kept := cand.Importance > .7 && cand.Type != memory.Happening
		if cand.Open || !kept {
			block[cand.Day.Unix()] = true
		}
	}
	from := len(c.r.said)
	for to := from; to > 0; to = from {
		day := c.r.said[to-1].day
		for from = to; from > 0 && c.r.said[from-1].day.Equal(day); from-- {
		}
		last := to == len(c.r.said)
		if !block[day.Unix()] && (!last || !c.roomy) || out[dayName(day)] != "" {
			continue
		}
		text := c.paragraph(from, to, min(each, all))
		if text == "" {
			continue
		}
		out[dayName(day)] = text
		all -= c.r.in.Count(text)
	}
	return out
}

// mention is a phrase that a paragraph may name.
type mention struct {
	text  string
	terms []int32
	worth float64
	at    int
}

// paragraph names the strongest topics of said[from:to] in at most room tokens,
// what was named often and what no entry tells first.
func (c *choice) paragraph(from, to, room int) string {
	if room < dayShort {
		return ""
	}
	var all []mention
	for i := from; i < to; i++ {
		s := &c.r.said[i]
		if s.tool {
			continue
		}
		for k := s.from; k < s.to; k++ {
			if l := &c.r.lines[k]; l.kind != code {
				all = c.mentions(all, l, s, k)
			}
		}
	}
	often := map[int32]int{}
	for _, m := range all {
		for _, t := range m.terms {
			often[t]++
		}
	}
	for i := range all {
		n := 0
		for _, t := range all[i].terms {
			n = max(n, often[t])
		}
		all[i].worth *= float64(min(n, 4))
	}
	sort.SliceStable(all, func(a, b int) bool { return all[a].worth > all[b].worth })
	var taken []mention
	var seen []int32
	lex := c.r.said[to-1].lex
	for _, m := range all[:min(len(all), 64)] { // counting tokens is dear
		if len(taken) == 3 {
			break
		}
		if m.known(seen) || c.r.in.Count(report(append(taken[:len(taken):len(taken)], m), lex)) > room {
			continue
		}
		taken = append(taken, m)
		seen = append(seen, m.terms...)
	}
	if len(taken) == 0 {
		return ""
	}
	sort.SliceStable(taken, func(a, b int) bool { return taken[a].at < taken[b].at })
	return report(taken, lex)
}

func (m *mention) known(seen []int32) bool {
	for _, t := range m.terms {
		if contains(seen, t) {
			return true
		}
	}
	return false
}

// report writes mentions as a sentence.
func report(ms []mention, lex *lexicon) string {
	open, and := "About ", " and "
	switch lex.name {
	case "de":
		open, and = "Themen: ", " und "
	case "fr":
		open, and = "Sujets : ", " et "
	case "es":
		open, and = "Temas: ", " y "
	case "ru":
		open, and = "Темы: ", " и "
	case "cjk":
		open, and = "", "、"
	}
	var b strings.Builder
	b.WriteString(open)
	for i, m := range ms {
		switch {
		case i > 0 && i == len(ms)-1:
			b.WriteString(and)
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(m.text)
	}
	return b.String() + "."
}

// mentions adds the noun phrases of a line: up to three words behind an article,
// a possessive or a preposition, or written with a capital.
func (c *choice) mentions(all []mention, l *line, s *said, at int) []mention {
	ws := l.words
	for i := 0; i < len(ws); i++ {
		if !c.noun(ws, i, s.lex) {
			continue
		}
		j := i + 1
		for j < len(ws) && j < i+3 && ws[j-1].post == "" && c.plain(&ws[j], s.lex) && (!ws[j-1].proper || ws[j].proper) {
			j++ // "my sister Ana" ends before "visits"
		}
		next := j
		for j > i && (c.weak(&ws[j-1]) || bends(&ws[j-1], j-i > 1)) { // "the homeless shelter last", "grandma passed"
			j--
		}
		for i < j-1 && c.weak(&ws[i]) { // "next", "old"
			i++
		}
		for k := i; k < j; k++ {
			if ws[k].proper && k > i && !ws[k-1].proper { // of "daughter Sara" the name
				i = k
			}
		}
		if j == i {
			i = next - 1
			continue
		}
		m := mention{at: at}
		for k := i; k < j; k++ {
			for _, t := range ws[k].terms {
				x := c.value[t]
				if c.r.common[t] > 0 {
					x *= .5
				}
				if c.covers[key(s.voice, t)] > 0 {
					x *= .6
				}
				m.worth += x
				m.terms = append(m.terms, t)
			}
		}
		run := append([]word(nil), ws[i:j]...)
		if i > 0 && ws[i-1].post == "" && !run[0].proper && article(ws[i-1].low) {
			run = append([]word{{core: ws[i-1].low, low: ws[i-1].low}}, run...)
		}
		run[0].pre, run[len(run)-1].post = "", ""
		m.text = strings.TrimSuffix(strings.TrimSuffix(join(run), "'s"), "’s")
		if m.worth > .3 && !strings.ContainsAny(m.text, "()[]{}:;\"`*#<>|") {
			m.worth *= l.weight
			all = append(all, m)
		}
		i = next - 1
	}
	return all
}

// noun reports whether a phrase with a noun begins at word i.
func (c *choice) noun(ws []word, i int, lex *lexicon) bool {
	w := &ws[i]
	if !c.plain(w, lex) {
		return false
	}
	if lex.name == "cjk" {
		return utf8.RuneCountInString(w.core) <= 8
	}
	first, _ := utf8.DecodeRuneInString(w.core)
	if unicode.IsUpper(first) && i > 0 && !endsSentence(ws[i-1].post) {
		return true
	}
	return i > 0 && ws[i-1].post == "" && leads(ws[i-1].low) && !strings.HasSuffix(w.low, "ly") && !strings.HasSuffix(w.low, "ed")
}

// plain reports whether a word can stand in a topic.
func (c *choice) plain(w *word, lex *lexicon) bool {
	if w.core == "" || w.date || w.pre != "" || lex.stop[w.low] || isName(c.r.names, w) || len(w.terms) == 0 || isValue(w.low) || isVerb(w.low) {
		return false
	}
	for _, t := range w.terms {
		if c.r.common[t] < 2 {
			return true
		}
	}
	return false
}

// bends reports whether a word looks like a verb or an adverb: behind a noun, or
// alone.
func bends(w *word, behind bool) bool {
	return !w.proper && (strings.HasSuffix(w.low, "ing") || behind && (strings.HasSuffix(w.low, "ed") || strings.HasSuffix(w.low, "ly")))
}

// weak reports whether a word cannot end a noun phrase that tells something: an
// everyday word, or a number.
func (c *choice) weak(w *word) bool {
	for _, t := range w.terms {
		if c.r.common[t] == 0 && !hasDigit(c.r.terms[t]) {
			return false
		}
	}
	return !w.proper
}

// article reports whether a word belongs to the noun phrase behind it, whoever
// speaks of it.
func article(low string) bool {
	switch low {
	case "a", "an", "the", "le", "la", "les", "un", "une", "el", "los", "las", "una":
		return true
	}
	return false
}

// leads reports whether a noun phrase follows a word.
func leads(low string) bool {
	switch low {
	case "a", "an", "the", "my", "our", "your", "his", "her", "their", "of", "in", "at", "for", "with", "about", "some", "this", "new",
		"le", "la", "les", "un", "une", "des", "mon", "ma", "mes", "el", "los", "las", "una", "mi", "mis", "su", "de", "en", "con", "sur", "pour",
		"в", "на", "о", "с", "для", "про", "мой", "моя":
		return true
	}
	return false
}
