package summarize

import (
	"strings"

	"dormouse/memory"
)

// compose writes what was chosen as candidates, one line each, in the order of
// the messages.
func (c *choice) compose() []Candidate {
	var out []Candidate
	for i := range c.r.said {
		if c.count[i] == 0 {
			continue
		}
		out = append(out, c.entries(i)...)
	}
	return out
}

// entries writes one message's pieces as lines of at most lineWords words.
func (c *choice) entries(at int) []Candidate {
	s := &c.r.said[at]
	var out []Candidate
	var text strings.Builder
	words, best, lines := 0, 0.0, []int(nil)
	flush := func() {
		if text.Len() == 0 {
			return
		}
		out = append(out, c.candidate(at, text.String(), lines, best))
		text.Reset()
		words, best, lines = 0, 0, nil
	}
	for i := s.from; i < s.to; i++ {
		piece := c.sentence(i)
		if piece == "" {
			continue
		}
		n := strings.Count(piece, " ") + 1
		if words > 0 && words+n > lineWords+2 {
			flush()
		}
		if text.Len() > 0 {
			if !endsSentence(text.String()[text.Len()-1:]) && c.r.lines[i].kind != caption {
				text.WriteByte('.')
			}
			text.WriteByte(' ')
		}
		if c.r.lines[i].kind != code {
			piece = upperFirst(piece)
		}
		text.WriteString(piece)
		words += n
		lines = append(lines, i)
		if w := c.worth(i); w > best {
			best = w
		}
	}
	flush()
	return out
}

// sentence joins the chosen pieces of a line.
func (c *choice) sentence(i int) string {
	l := &c.r.lines[i]
	var ws []word
	for j := range l.pieces {
		if !c.taken[i][j] {
			continue
		}
		p := l.pieces[j].words
		if len(ws) == 0 {
			p = trimLead(p, c.r.said[l.said].lex)
		}
		ws = append(ws, p...)
	}
	text := join(ws)
	text = strings.TrimRight(text, " ,;-–—")
	if l.kind != code && l.kind != caption {
		text = strings.TrimRight(text, "!")
	}
	return strings.TrimSuffix(text, ".")
}

// trimLead cuts the joint off a clause that now opens a sentence.
func trimLead(ws []word, lex *lexicon) []word {
	for len(ws) > 2 {
		switch {
		case ws[0].core == "":
		case ws[0].low == "and" || ws[0].low == "but" || ws[0].low == "so" || ws[0].low == "und" || ws[0].low == "et" || ws[0].low == "y" || ws[0].low == "и":
		default:
			if lex.name == "en" {
				return dropSubject(append([]word(nil), ws...))
			}
			return ws
		}
		ws = ws[1:]
	}
	return ws
}

// worth is what a line is worth as a whole, for its importance.
func (c *choice) worth(i int) float64 {
	l := &c.r.lines[i]
	v := 0.0
	for j, p := range l.pieces {
		if !c.taken[i][j] {
			continue
		}
		for _, t := range p.terms {
			v += c.value[t]
		}
	}
	return v * l.weight
}

func (c *choice) candidate(at int, text string, lines []int, worth float64) Candidate {
	s := &c.r.said[at]
	if s.who != "Tool" {
		text = s.who + ": " + text
	}
	typ, open := c.kindOf(lines)
	return Candidate{
		Type: typ, Text: text, Importance: importance(worth, typ, s, c.r),
		From: []string{c.r.in.New[s.msg].ID}, Day: s.day, Open: open,
	}
}

// kindOf is the type of an entry, by the strongest sign in its lines.
func (c *choice) kindOf(lines []int) (memory.Type, bool) {
	var g signals
	for _, i := range lines {
		l := &c.r.lines[i]
		g.decide = g.decide || l.decide
		g.prefer = g.prefer || l.prefer && l.me
		g.learn = g.learn || l.learn && l.me
		g.when = g.when || l.when
		g.past = g.past || l.past && l.me
		g.undone = g.undone || l.undone
	}
	if c.r.said[c.r.lines[lines[0]].said].tool {
		return memory.Fact, false
	}
	switch {
	case g.decide:
		return memory.Decision, false
	case g.when:
		return memory.Happening, false
	case g.prefer:
		return memory.Preference, false
	case g.learn:
		return memory.Learning, false
	case g.past:
		return memory.Happening, false
	}
	return memory.Fact, false
}

// importance maps worth to [0, 1]: a half is reached by a line with about four
// telling words. Tool text is data and stays below what is promoted.
func importance(worth float64, typ memory.Type, s *said, r *reading) float64 {
	x := worth / (worth + 4)
	if typ == memory.Decision || typ == memory.Preference {
		x += .05
	}
	if s.tool && x > .5 {
		x = .5
	}
	if x > 1 {
		x = 1
	}
	return float64(int(x*100+.5)) / 100
}
