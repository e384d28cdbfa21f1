package index

import (
	"bytes"
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/document"
)

// Passage is one thing that can be a hit: a bullet with its continuation, a
// table row, a line of code, a heading, or a piece of a paragraph.
type Passage struct {
	Start, End int    // lines, 1-based, inclusive
	Text       string // without bullet marker, heading marks, id
	Parent     int    // index of the heading or outer bullet above; -1 at the top
	Heading    bool
	list       bool
	ID         string
	Day        int    // day number of the nearest dated heading above; 0: the file's
	By         string // superseded by this id; "?" where none is told
	Until      int    // day number when it was superseded
	replaces   string // id this entry takes the place of
	Forgotten  string // id that must never be shown again
	message    string // id of the message, in a transcript
}

const (
	maxPassage = 400     // bytes after which a paragraph is cut at the next line
	maxBullet  = 2 << 10 // bytes of a bullet with its continuation lines
	MaxDepth   = 64      // nested bullets that are told apart
)

// scanner walks a Markdown file line by line. It knows as much of Markdown as
// a search needs and takes every byte string for a file.
type scanner struct {
	out      []Passage
	heads    []outer // by level
	bullets  []outer // by indent
	fence    string
	open     int // the passage that a line right below it would join, -1: none
	front    bool
	conflict bool // between the marks of an unresolved merge
	day      int
}

// outer is a passage that others stand below.
type outer struct{ depth, passage int }

// within are the passages that one of this depth stands below.
func within(list []outer, depth int) []outer {
	for n := len(list); n > 0 && list[n-1].depth >= depth; n-- {
		list = list[:n-1]
	}
	return list
}

// Scan cuts a file into passages, in the order of their lines.
func Scan(data []byte) []Passage {
	s := &scanner{open: -1}
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		n++
		s.line(strings.TrimRight(string(line), "\r\n \t"), n)
	}
	for i := range s.out {
		s.out[i].finish()
	}
	return s.out
}

func (s *scanner) line(line string, n int) {
	body := strings.TrimLeft(line, " \t")
	indent := len(line) - len(body)
	switch {
	case n == 1 && line == "---":
		s.front = true
		return
	case s.unmerged(line):
		return
	case s.front:
		s.front = line != "---" && line != "..."
		if s.front && body != "" {
			s.add(Passage{Start: n, End: n, Text: body, Parent: -1})
		}
		return
	case s.fence != "":
		if strings.HasPrefix(body, s.fence) && strings.Trim(body, s.fence[:1]) == "" {
			s.fence = ""
		} else if body != "" {
			s.add(Passage{Start: n, End: n, Text: body, Parent: s.above()})
		}
		return
	case strings.HasPrefix(body, "```") || strings.HasPrefix(body, "~~~"):
		if !strings.Contains(strings.TrimLeft(body, "`"), "`") {
			s.fence = body[:3]
			return
		}
	case body == "":
		return
	}
	if s.head(body, indent, n) || s.bullet(body, indent, n) {
		return
	}
	s.plain(body, indent, n)
}

// unmerged tells whether a line belongs to a conflict that a merge left in the
// file, from "<<<<<<< " to ">>>>>>> ". Nobody knows yet which of its lines hold,
// so none is found; memory.Check reports them.
func (s *scanner) unmerged(line string) bool {
	if !s.conflict {
		s.conflict = line == "<<<<<<<" || strings.HasPrefix(line, "<<<<<<< ")
		return s.conflict
	}
	s.conflict = line != ">>>>>>>" && !strings.HasPrefix(line, ">>>>>>> ")
	return true
}

// head takes an ATX heading, or the underline that makes one of the line above.
func (s *scanner) head(body string, indent, n int) bool {
	level := len(body) - len(strings.TrimLeft(body, "#"))
	if level >= 1 && level <= 6 && indent < 4 && (len(body) == level || body[level] == ' ' || body[level] == '\t') {
		text := strings.TrimRight(strings.TrimSpace(body[level:]), "#")
		s.addHead(Passage{Start: n, End: n, Text: strings.TrimSpace(text)}, level)
		return true
	}
	if len(body) < 3 || strings.Trim(body, "=") != "" && strings.Trim(body, "-") != "" {
		return strings.Trim(body, "*_- ") == "" && len(body) >= 3
	}
	if s.open >= 0 && !s.out[s.open].list && s.out[s.open].Start == n-1 {
		p := s.out[s.open]
		s.out = s.out[:s.open]
		p.End = n
		s.addHead(p, 1+strings.Count(body[:1], "-"))
	}
	return true
}

func (s *scanner) addHead(p Passage, level int) {
	s.heads, s.bullets, s.open = within(s.heads, level), s.bullets[:0], -1
	p.Heading, p.Parent = true, s.above()
	if d := dayIn(p.Text); d != 0 {
		s.day = d
	}
	s.heads = append(s.heads, outer{level, s.add(p)})
}

// bullet takes "- ", "* ", "+ ", "1. ", "1) " and a task box after it.
func (s *scanner) bullet(body string, indent, n int) bool {
	k := markerLen(body)
	if k == 0 {
		return false
	}
	s.bullets = within(s.bullets, indent)
	text := strings.TrimLeft(body[k:], " \t")
	if len(text) > 3 && text[0] == '[' && text[2] == ']' && text[3] == ' ' {
		text = text[4:]
	}
	s.open = s.add(Passage{Start: n, End: n, Text: text, Parent: s.above(), list: true})
	if len(s.bullets) < MaxDepth {
		s.bullets = append(s.bullets, outer{indent, s.open})
	}
	return true
}

// markerLen is the length of a bullet's marker, 0 when there is none.
func markerLen(b string) int {
	i := 0
	if b[0] == '-' || b[0] == '*' || b[0] == '+' {
		i = 1
	} else {
		for i < len(b) && i < 9 && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		if i == 0 || i == len(b) || b[i] != '.' && b[i] != ')' {
			return 0
		}
		i++
	}
	if i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		return i
	}
	return 0
}

// plain takes paragraph text, table rows and a bullet's further lines.
func (s *scanner) plain(body string, indent, n int) {
	if body[0] == '|' {
		if strings.Trim(body, "|-: \t") != "" {
			s.add(Passage{Start: n, End: n, Text: body, Parent: s.above()})
		}
		return
	}
	if s.open >= 0 {
		p := &s.out[s.open]
		limit := maxPassage
		if p.list {
			limit = maxBullet
		}
		if p.End == n-1 && len(p.Text) < limit {
			p.Text += " " + body
			p.End = n
			return
		}
	}
	if indent == 0 {
		s.bullets = s.bullets[:0]
	}
	body = strings.TrimLeft(body, "> ")
	if body == "" {
		return
	}
	s.open = s.add(Passage{Start: n, End: n, Text: body, Parent: s.above()})
}

// above is the passage that the next one stands below; -1 for none.
func (s *scanner) above() int {
	for _, open := range [...][]outer{s.bullets, s.heads} {
		if n := len(open); n > 0 {
			return open[n-1].passage
		}
	}
	return -1
}

func (s *scanner) add(p Passage) int {
	p.Day = s.day
	s.out = append(s.out, p)
	return len(s.out) - 1
}

// finish takes the id, the strike-through and the notes about other entries
// off the text.
func (p *Passage) finish() {
	p.Text = strings.ToValidUTF8(p.Text, "\ufffd")
	if id, ok := document.Forgets(p.Text); ok && p.list {
		p.Forgotten = id
		return
	}
	p.Text, p.ID = document.CutID(p.Text)
	if !p.list || !strings.HasPrefix(p.Text, "~~") && !strings.HasSuffix(p.Text, ")") {
		return // it says nothing of others
	}
	e := document.ParseLine(p.Text)
	p.Text, p.replaces = e.Text, e.Replaces
	if !e.Until.IsZero() {
		p.Until, p.By = DayOf(e.Until), cmp.Or(e.SupersededBy, "?")
	} else if until, by, ok := document.Over(p.Text); ok && DayOf(until) <= p.Day {
		p.Until, p.By = DayOf(until), cmp.Or(by, "?")
	}
}

// The voices that are no person's, as nights write them: "Assistant: …" and
// "README.md (tool): …".
const (
	AssistantVoice = "assistant" // folded
	ToolVoice      = "(tool)"
)

const (
	maxName  = 48 // bytes of who speaks
	maxTopic = 64 // bytes of what about
)

// Speaker cuts the name off "Name: …" and "Name (topic): …", up to three words that
// begin with a capital letter; the topic stays.
func Speaker(text string) (name, rest string) {
	i := strings.Index(text[:min(len(text), maxName+maxTopic)], ": ")
	if i > 0 && text[i-1] == ')' {
		at := strings.Index(text[:i], " (")
		if at > 0 && text[at+1:i] == ToolVoice {
			return ToolVoice, text[i+1:]
		}
		i = at
	}
	if i <= 0 || i >= maxName {
		return "", text
	}
	parts := strings.Fields(text[:i])
	if len(parts) > 3 {
		return "", text
	}
	for _, p := range parts {
		if r, _ := utf8.DecodeRuneInString(p); !unicode.IsUpper(r) && !IsDense(r) {
			return "", text
		}
		if strings.ContainsFunc(p, func(r rune) bool {
			return !unicode.IsLetter(r) && r != '\'' && r != '’' && r != '-' && r != '.'
		}) {
			return "", text
		}
	}
	return text[:i], text[i+1:]
}
