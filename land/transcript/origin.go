package transcript

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/land/pattern"
)

// Origin says how a text came into a conversation. Only what a person typed can
// be a wish, a decision or a standing order of theirs; all else is matter that
// they looked at.
type Origin string

// The origins. Typed is the zero value: a person's own words. The others differ in
// how they are called; whether a text may become the person's is decided by Foreign
// alone, so that a tool's text without an address loses nothing but its name.
const (
	Typed    Origin = ""
	Pasted   Origin = "pasted"   // by a paste, or by the look of it
	Piped    Origin = "piped"    // on standard input, beside a prompt
	Attached Origin = "attached" // a file
	Printed  Origin = "tool"     // by a tool
	Web      Origin = "web"      // fetched from an address
	Guest    Origin = "guest"    // by another program: over the memory tools, or around a model in an imported talk
	Modelled Origin = "model"    // said by a language model
)

// Foreign reports whether no person typed it.
func (o Origin) Foreign() bool { return o != Typed }

// Span is a part of a message's Content, in bytes, that came in another way than
// the rest of it.
type Span struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Origin Origin `json:"origin"`
	// Name is the file, the tool or the address, where one is known.
	Name string `json:"name,omitempty"`
}

// Part is a stretch of a message with one origin.
type Part struct {
	Text   string
	Origin Origin
	Name   string
}

// Label is how a part is called in front of what is kept of it: "notes.md
// (attached)". It is one line, and never empty for what is foreign.
func (p Part) Label() string {
	name := strings.Join(strings.Fields(strings.NewReplacer(":", " ", "<", " ", ">", " ").Replace(p.Name)), " ")
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName-1]) + "…"
	}
	switch p.Origin {
	case Typed:
		return ""
	case Pasted:
		return "pasted text"
	case Piped:
		return "piped text"
	case Guest:
		return "guest program"
	case Modelled:
		return "Assistant"
	}
	if name == "" {
		name = "text"
	}
	return name + " (" + string(p.Origin) + ")"
}

// longestName is how much of a name a label shows, in characters.
const longestName = 48

// Own is the origin of what nothing else is known of in the message. Who has a
// name is a person, whatever side of the conversation they are on.
func (m Message) Own() Origin {
	switch {
	case m.Role == Tool:
		return Printed
	case m.Role == Assistant && m.Name == "":
		return Modelled
	}
	return Typed
}

// Parts takes the content apart by origin. A person's message of which nothing
// was noted, as older versions wrote them, is looked at for what is quoted.
func (m Message) Parts() []Part {
	spans := m.Spans
	if spans == nil && m.Role == User {
		spans = Quoted(m.Content)
	}
	var parts []Part
	at := 0
	add := func(to int, o Origin, name string) {
		if to > at {
			parts = append(parts, Part{m.Content[at:to], o, name})
			at = to
		}
	}
	for _, s := range tidy(spans, m.Content) {
		add(s.From, m.Own(), "")
		add(s.To, s.Origin, s.Name)
	}
	add(len(m.Content), m.Own(), "")
	return parts
}

// Words are what the person typed of the message; "" for what a model or a tool
// said.
func (m Message) Words() string {
	var b strings.Builder
	for _, p := range m.Parts() {
		if p.Origin == Typed {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Noted is the message with what looks quoted in a person's words added to its
// spans. It is called once, where a message enters a session.
func (m Message) Noted() Message {
	if m.Role != User {
		return m
	}
	var found []Span
	at := 0
	look := func(to int) {
		for _, s := range Quoted(m.Content[at:to]) {
			s.From, s.To = s.From+at, s.To+at
			found = append(found, s)
		}
	}
	for _, s := range tidy(m.Spans, m.Content) {
		look(s.From)
		found = append(found, s)
		at = s.To
	}
	look(len(m.Content))
	m.Spans = found
	return m
}

// Rewritten is the message with f applied to its content, such as what takes a
// key out of it. The spans go with their text. Where they cannot be followed, all
// from the first of them on is taken for foreign.
func (m Message) Rewritten(f func(string) string) Message {
	after := f(m.Content)
	if after == m.Content || len(m.Spans) == 0 {
		m.Content = after
		return m
	}
	spans := tidy(m.Spans, m.Content)
	at, to := 0, 0 // in the old text, and in the new one
	moved := make([]Span, 0, len(spans))
	step := func(end int) string {
		text := f(m.Content[at:end])
		at, to = end, to+len(text)
		return text
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(step(s.From))
		from := to
		b.WriteString(step(s.To))
		moved = append(moved, Span{from, to, s.Origin, s.Name})
	}
	b.WriteString(step(len(m.Content)))
	if b.String() != after && len(spans) > 0 {
		same := 0
		for same < len(after) && same < spans[0].From && after[same] == m.Content[same] {
			same++
		}
		moved = []Span{{same, len(after), spans[0].Origin, spans[0].Name}}
	}
	m.Content, m.Spans = after, tidy(moved, after)
	return m
}

// tidy puts spans in order, within the text, on whole characters, and apart.
func tidy(spans []Span, text string) []Span {
	sorted := slices.Clone(spans)
	slices.SortStableFunc(sorted, func(a, b Span) int { return a.From - b.From })
	out := sorted[:0]
	at := 0
	for _, s := range sorted {
		s.From, s.To = max(s.From, at), min(s.To, len(text))
		for s.From > at && s.From < len(text) && !utf8.RuneStart(text[s.From]) {
			s.From--
		}
		for s.To < len(text) && s.To > s.From && !utf8.RuneStart(text[s.To]) {
			s.To++
		}
		if s.From < s.To && s.Origin != Typed {
			out = append(out, s)
			at = s.To
		}
	}
	return out
}

// Marked is the content as a model reads it: what a person did not type stands
// between marks that nothing in it closes.
func (m Message) Marked() string {
	if len(m.Spans) == 0 || m.Role != User {
		return m.Content
	}
	var b strings.Builder
	for _, p := range m.Parts() {
		if p.Origin == Typed || strings.TrimSpace(p.Text) == "" {
			b.WriteString(p.Text)
			continue
		}
		body := strings.NewReplacer("</data", "‹/data", "<data", "‹data").Replace(p.Text)
		b.WriteString("<data from=\"" + strings.ReplaceAll(p.Label(), "\"", "'") + "\">" + body + "</data>")
	}
	return b.String()
}

// labels is the form of what Label gives, and of what stands in its place in
// front of a kept line.
var labels = pattern.Of(`^(?:(pasted|piped) text|(guest) program|(Assistant)(?: \(from [^()]*\))?|.+ \((tool|web|attached)(?: [^()]*)?\))$`)

// LabelOf is the origin that a kept line names in front of its text; Typed where
// it names none.
func LabelOf(line string) Origin {
	label, _, ok := strings.Cut(line, ": ")
	m := labels().FindStringSubmatch(label)
	switch {
	case !ok || m == nil:
		return Typed
	case m[3] != "":
		return Modelled
	}
	return Origin(m[1] + m[2] + m[4])
}
