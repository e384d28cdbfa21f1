package summarize

import (
	"slices"
	"strings"

	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// compose writes what was chosen as candidates, one line each, in the order of
// the messages.
func (c *choice) compose() []Candidate {
	var out []Candidate
	lines := map[int][]int{}
	for i := range c.r.lines {
		for j := range c.taken[i] {
			if c.taken[i][j] {
				lines[c.slot(i)] = append(lines[c.slot(i)], i)
				break
			}
		}
	}
	for i := range c.r.lines {
		slot := c.slot(i)
		if ls := lines[slot]; len(ls) > 0 && ls[0] == i {
			out = append(out, c.entries(slot, ls)...)
		}
	}
	return out
}

// entries writes a slot's lines as entries of at most lineWords words. A line that ends
// an entry stands alone: it takes the place of that one only.
func (c *choice) entries(slot int, lines []int) []Candidate {
	var out []Candidate
	var text strings.Builder
	words, from := 0, 0
	alone := false
	for n, i := range lines {
		piece := c.sentence(i)
		size := strings.Count(piece, " ") + 1
		before := alone
		alone = c.r.heard() && c.ends(i)
		if words > 0 && (words+size > lineWords+2 || alone || before) {
			out = append(out, c.candidate(slot, text.String(), lines[from:n]))
			text.Reset()
			words, from = 0, n
		}
		if text.Len() > 0 {
			if c.r.lines[i].kind != extract.InCaption && !extract.EndsSentence(text.String()[text.Len()-1:]) {
				text.WriteByte('.')
			}
			text.WriteByte(' ')
		}
		if under := c.r.lines[i].under; under != "" && text.Len() == 0 {
			piece = under + ": " + piece
		}
		if c.r.lines[i].kind != extract.InCode {
			piece = extract.UpperFirst(piece)
		}
		text.WriteString(piece)
		words += size
	}
	if text.Len() > 0 {
		out = append(out, c.candidate(slot, text.String(), lines[from:]))
	}
	return out
}

// sentence joins the chosen pieces of a line.
func (c *choice) sentence(i int) string {
	l := &c.r.lines[i]
	var ws []extract.Word
	for j := range l.pieces {
		if !c.taken[i][j] {
			continue
		}
		p := l.pieces[j].words
		if len(ws) == 0 && !c.r.said[l.said].tool {
			p = extract.TrimLead(p, c.r.said[l.said].lang, c.r.diary(&c.r.said[l.said]))
		}
		ws = append(ws, p...)
	}
	text := extract.Join(ws)
	text = strings.TrimRight(text, " ,;-–—")
	if l.kind != extract.InCode && l.kind != extract.InCaption {
		text = strings.TrimRight(text, "!")
	}
	return strings.TrimSuffix(text, ".")
}

func (c *choice) candidate(slot int, text string, lines []int) Candidate {
	s := &c.r.said[c.r.lines[lines[0]].said]
	cand := Candidate{Day: s.day, Origin: s.origin}
	grade := 0.0
	for _, i := range lines {
		l := &c.r.lines[i]
		grade = max(grade, l.grade)
		cand.Lasts = cand.Lasts || c.r.lasts(l)
		if len(lines) == 1 && !slices.Contains(c.taken[i], false) {
			cand.Said = l.behind + l.text
		}
		for _, at := range append([]int{l.said}, l.proofs...) {
			if id := c.r.msgs[c.r.said[at].msg].ID; !slices.Contains(cand.From, id) {
				cand.From = append(cand.From, id)
			}
		}
	}
	who := s.label
	if topic := c.topics[slot]; topic != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(topic)) {
		who += " (" + topic + ")"
	} else if s.owners() && (c.r.lines[lines[0]].kind.Listed() || !voices.Introduced(text)) {
		who = ""
	}
	if who != "" {
		text = who + ": " + text
	}
	if c.r.undatedEntry(lines) {
		text = document.SaidOn(text, s.day, slices.ContainsFunc(lines, c.r.timed)) // "last Friday" that stayed: not this day
	}
	cand.Type = c.kindOf(lines)
	cand.Open, cand.Single = c.open(lines), c.r.lines[lines[0]].kind.Listed()
	cand.Text, cand.Importance = text, float64(int(grade*100+.5))/100
	return cand
}

// owners reports whether the person whose memory it is says something: nobody with
// a name. What stands in memory without a name is theirs.
func (s *said) owners() bool { return s.who == voices.Owner && !s.tool }

// kindOf is the type of an entry. Of what is told to a program it is judged. Between two
// people what happened is an event, unless it is of lasting worth: then it is a fact,
// with its date. What was shown has only facts and events.
func (c *choice) kindOf(lines []int) document.Type {
	s := &c.r.said[c.r.lines[lines[0]].said]
	if c.r.heard() && !s.tool {
		return c.r.typeOf(lines)
	}
	happens, lasting := false, false
	for _, i := range lines {
		l := &c.r.lines[i]
		happens, lasting = happens || l.when || l.past && l.me, lasting || c.r.lasting(l)
	}
	if happens && (s.shown || !s.tool && !lasting) {
		return document.Happening
	}
	return document.Fact
}

// typeOf is the type that the weightiest of some lines is judged to have.
func (r *reading) typeOf(lines []int) document.Type {
	best := &r.lines[lines[0]]
	for _, i := range lines {
		if l := &r.lines[i]; l.grade > best.grade {
			best = l
		}
	}
	return knowledge.TypeOf(best.judged.Kind)
}

// open reports whether an entry is a thing left undone.
func (c *choice) open(lines []int) bool {
	for _, i := range lines {
		if c.r.lines[i].undone && c.r.lines[i].kind != extract.InCaption && !c.r.said[c.r.lines[i].said].tool {
			return true
		}
	}
	return false
}

// lasting reports whether a line is of worth beyond its day: it may stand in
// long-term memory, away from the heading that tells the day.
func (r *reading) lasting(l *line) bool { return l.grade > .7 && !l.will && (l.me || r.lasts(l)) }

// undatedEntry reports whether lines that may stand in long-term memory tell of
// something without a date, and no line has one.
func (r *reading) undatedEntry(lines []int) bool {
	lasting, undated := false, false
	for _, i := range lines {
		if r.lines[i].dated {
			return false
		}
		lasting, undated = lasting || r.lasting(&r.lines[i]), undated || r.undated(i)
	}
	return lasting && undated
}

// timed reports whether line i names a time of its own.
func (r *reading) timed(i int) bool {
	l := &r.lines[i]
	return l.when || yearless(l.text, r.said[l.said].day)
}

// undated reports whether line i tells of the past, or of what happens on a weekday or on
// a day of a month, without saying when. What a person tells a program that is no event ("she is called
// Pickle") has no day.
func (r *reading) undated(i int) bool {
	l := &r.lines[i]
	event := l.judged.Kind == language.Event
	return !l.dated && (l.past && (event || !r.heard()) || event && (l.weekday || r.heard() && r.timed(i)))
}
