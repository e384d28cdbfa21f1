package document

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/land/pattern"
)

// The forms of an entry's line (package comment, On disk).
var (
	struckForm   = pattern.Of(`^~~(.+)~~ ?\(until (\d{4}-\d{2}-\d{2})(?: (?:→|->) \^([A-Za-z0-9-]+))?\)$`)
	crossedForm  = pattern.Of(`^~~([^~]+)~~$`)
	replacesForm = pattern.Of(`^(.*\S) \(replaces \^([A-Za-z0-9-]+)\)$`)
	overForm     = pattern.Of(`^(.*\S) \(until (\d{4}-\d{2}-\d{2})(?:, \w+ \^([A-Za-z0-9-]+))?\)$`)
	forgotForm   = pattern.Of(`^Forgotten: \^([A-Za-z0-9-]+) \(from [^()]+\)$`)
)

// ParseLine reads the text of an item: what stands after its marker.
func ParseLine(s string) Entry {
	text, id := CutID(s)
	e := Entry{ID: id, Text: OneLine(text)}
	if !strings.HasPrefix(e.Text, "~~") {
	} else if m := struckForm().FindStringSubmatch(e.Text); m != nil {
		if until, err := time.Parse(time.DateOnly, m[2]); err == nil {
			e.Text, e.Until, e.SupersededBy, e.Struck = m[1], until, m[3], true
		}
	} else if m := crossedForm().FindStringSubmatch(e.Text); m != nil {
		e.Text, e.Struck = m[1], true
	}
	if !strings.HasSuffix(e.Text, ")") {
		return e
	}
	if m := replacesForm().FindStringSubmatch(e.Text); m != nil {
		e.Text, e.Replaces = m[1], m[2]
	}
	return e
}

// Over is until when a line of a log says that it held, as a night writes of what it took
// struck out of MEMORY.md, and the id of what took its place, if any. On a day that is
// after that of the log it may be a person's own word of what is to come.
func Over(text string) (until time.Time, by string, ok bool) {
	if !strings.HasSuffix(text, ")") {
		return time.Time{}, "", false
	}
	m := overForm().FindStringSubmatch(text)
	if m == nil {
		return time.Time{}, "", false
	}
	until, err := time.Parse(time.DateOnly, m[2])
	return until, m[3], err == nil
}

// CutID takes a block id off the end of the text, or off the end of its first
// line when a person wrote more below it.
func CutID(s string) (text, id string) {
	if at, id := idAt(s); at >= 0 {
		return s[:at], id
	}
	first, rest, more := strings.Cut(s, "\n")
	if !more {
		return s, ""
	}
	if at, id := idAt(strings.TrimRight(first, " \t\r")); at >= 0 {
		return first[:at] + "\n" + rest, id
	}
	return s, ""
}

// idAt finds a block id at the end of s: "^", then 3 to 64 ASCII letters, digits
// and hyphens with a letter among them, at the start of s or after white space.
// One of digits only is none: "x ^10" is a power.
func idAt(s string) (int, string) {
	at, letters := len(s), 0
	for at > 0 && isIDByte(s[at-1]) {
		at--
		if s[at] > '9' {
			letters++
		}
	}
	n := len(s) - at
	if n < 3 || n > 64 || letters == 0 || s[at] == '-' || at == 0 || s[at-1] != '^' {
		return -1, ""
	}
	if mark := at - 1; mark == 0 {
		return mark, s[at:]
	} else if c := s[mark-1]; c == ' ' || c == '\t' || c == '\n' {
		return mark - 1, s[at:]
	}
	return -1, ""
}

func isIDByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// Line returns what stands after the marker of an entry's bullet: its text made
// fit for one line (see Flat), what it replaces, and its id.
func Line(e Entry) string {
	s := Flat(e.Text)
	if e.Replaces != "" {
		s += " (replaces ^" + e.Replaces + ")"
	}
	return withID(s, e.ID)
}

// withID puts an id behind a text; none where it is "".
func withID(text, id string) string {
	if id == "" {
		return text
	}
	return text + " ^" + id
}

// Flat makes a text from a model, a tool or a message fit to be one bullet: one
// line, no control characters, nothing that would be read as a heading, fence,
// list, comment, block id or crossed-out text. What it says stays readable;
// Flat(Flat(s)) equals Flat(s).
func Flat(s string) string {
	s = OneLine(Printable(s))
	s = strings.ReplaceAll(s, "<!--", "<! --")
	s = strings.ReplaceAll(s, "-->", "-- >")
	s = strings.ReplaceAll(s, "```", "'''")
	for strings.Contains(s, "~~") {
		s = strings.ReplaceAll(s, "~~", "~")
	}
	for {
		cut := trimMarks(s)
		if at, id := idAt(cut); at >= 0 {
			cut = strings.TrimLeft(cut[:at]+" (^"+id+")", " ")
		}
		if strings.HasSuffix(cut, ")") && (replacesForm().MatchString(cut) || forgotForm().MatchString(cut)) {
			cut += "."
		}
		if cut == s {
			return s
		}
		s = cut
	}
}

// Clip shortens a text for a clause of a report: one line, at most 80 characters.
func Clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}

// leading is what makes a block of its own at the start of a line; emphasis is
// not among it.
var leading = pattern.Of(`^(?:#{1,6}(?:[ \t]+|$)|>[ \t]*|[-*+](?:[ \t]+|$)|~{3,}|'{3,}|(\d{1,9})[.)](?:[ \t]+|$))`)

// trimMarks removes the marks of blocks from the front of s; of "3. text" only
// the dot, since the number may be a year.
func trimMarks(s string) string {
	for {
		m := leading().FindStringSubmatchIndex(s)
		if m == nil {
			break
		}
		if m[2] >= 0 {
			s = strings.TrimRight(s[:m[3]]+" "+strings.TrimLeft(s[m[1]:], " \t"), " ")
			break
		}
		s = strings.TrimLeft(s[m[1]:], " \t")
	}
	if strings.HasPrefix(s, "<") { // an HTML block takes the lines after it
		s = "‹" + s[1:]
	}
	if s != "" && strings.ContainsAny(s[:1], "-*_=") && strings.Trim(s, "-*_= \t") == "" {
		return "" // a rule or an underline
	}
	return s
}

// OneLine joins lines and runs of white space with one space.
func OneLine(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c == '\n' || c == '\t' || c == '\r' || c >= utf8.RuneSelf || c == ' ' && (i == 0 || i+1 == len(s) || s[i+1] == ' ') {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// Printable replaces what a file or a terminal must not get: control characters
// become spaces; invalid bytes, bidi controls, zero-width and tag characters go.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == utf8.RuneError:
			return '\ufffd'
		case r == '\u200d' || r == '\u200c': // joiners make emoji and words of some scripts
			return r
		case unicode.Is(unicode.Cc, r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
}
