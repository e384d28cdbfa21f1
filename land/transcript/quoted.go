package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/land/pattern"
)

// Bounds of what somebody writes by hand in one message. What is longer was not
// written there.
const (
	mostWritten = 4000 // bytes
	mostRows    = 12   // lines that are not empty
	longQuote   = 8    // words between quotation marks that are a text of their own
	shortQuote  = 3    // words that are one where a colon or a full stop says so
)

// Quoted are the parts of a person's message that look as if they came from
// elsewhere. It goes by form alone, so that it holds in any language: fences,
// "> ", quotation marks around sentences, mail headers, the roles of another
// conversation, markup, headings, logs, code, characters that nobody can see, what
// a line that ends in a colon introduces, and more lines than one types.
//
// Where a document begins, all that follows belongs to it: its author decides
// where it seems to end.
func Quoted(text string) []Span {
	q := quoting{text: text, rows: rowsOf(text)}
	if len(text) == 0 || !q.any() {
		return nil
	}
	body := q.document()
	for i := 0; i < len(q.rows) && q.rows[i].from < body; {
		i = q.block(i)
	}
	if body < len(text) {
		q.spans = append(q.spans, Span{From: body, To: len(text), Origin: Pasted})
	}
	return joined(tidy(q.spans, text), text)
}

// row is a line with its place in the text.
type row struct {
	from, to int // without its end
	text     string
}

func rowsOf(text string) []row {
	var rows []row
	at := 0
	for line := range strings.Lines(text) {
		body := strings.TrimRight(line, "\r\n")
		rows = append(rows, row{at, at + len(body), body})
		at += len(line)
	}
	return rows
}

// quoting is a message that is looked at.
type quoting struct {
	text  string
	rows  []row
	spans []Span
}

// any reports whether there is anything to look for: most of what is typed is one
// line of words.
func (q *quoting) any() bool {
	if len(q.rows) > 1 || len(q.text) > mostWritten || strings.ContainsAny(q.text, "<>`~\"“„«»「『{}[]|#$") {
		return true
	}
	return concealed(q.text) || role().MatchString(q.text) || stamped().MatchString(q.text)
}

// document is where a text begins that goes on to the end of the message;
// len(text) where there is none.
func (q *quoting) document() int {
	headers, mail := 0, false
	labels, firstLabel, firstHeader := 0, 0, 0
	past := 0 // the row behind a fence
	for i, r := range q.rows {
		t := strings.TrimSpace(r.text)
		if i >= past && fenceOf(t) != "" {
			past = q.fenceEnd(i, fenceOf(t))
		}
		switch {
		case t != "" && introduced(q.rows, i):
			return r.from
		case t == "", i < past:
			headers, mail = 0, false
			continue
		case role().MatchString(t), markup().MatchString(t), heading().MatchString(t):
			return r.from
		}
		if labelled().MatchString(t) {
			if labels++; labels == 1 {
				firstLabel = r.from
			}
			if headers++; headers == 1 {
				firstHeader = r.from
			}
			mail = mail || strings.Contains(t, "@") || stampedAnywhere().MatchString(t)
			if headers >= 2 && mail {
				return firstHeader
			}
			if labels >= 3 {
				return firstLabel
			}
			continue
		}
		headers, mail = 0, false
	}
	return q.tooMuch()
}

// introduced reports whether only empty lines stand between row i and a line that
// ends in a colon.
func introduced(rows []row, i int) bool {
	for i--; i >= 0; i-- {
		if t := strings.TrimRight(rows[i].text, " *_"); strings.TrimSpace(t) != "" {
			return strings.HasSuffix(t, ":")
		}
	}
	return false
}

// tooMuch is where the text begins that nobody types: behind an opening paragraph
// of a line or two, else at once.
func (q *quoting) tooMuch() int {
	full := 0
	for _, r := range q.rows {
		if strings.TrimSpace(r.text) != "" {
			full++
		}
	}
	if full < mostRows && len(q.text) <= mostWritten {
		return len(q.text)
	}
	for i, r := range q.rows {
		if strings.TrimSpace(r.text) == "" && i > 0 && i < 4 && r.from < mostWritten/8 {
			return r.to
		}
	}
	return 0
}

// block takes up what begins at row i, and returns the row behind it.
func (q *quoting) block(i int) int {
	r := q.rows[i]
	t := strings.TrimSpace(r.text)
	switch {
	case fenceOf(t) != "":
		return q.take(i, q.fenceEnd(i, fenceOf(t)))
	case strings.HasPrefix(t, ">"):
		return q.take(i, i+1)
	case concealed(t), strong(t), q.fileOfDiff(i):
		return q.take(i, i+1)
	case weak(r.text) && i+1 < len(q.rows) && weak(q.rows[i+1].text):
		end := i + 2
		for end < len(q.rows) && weak(q.rows[end].text) {
			end++
		}
		return q.take(i, end)
	}
	q.marks(r)
	return i + 1
}

// take makes rows[i:end] a span.
func (q *quoting) take(i, end int) int {
	to := q.rows[end-1].to
	q.spans = append(q.spans, Span{From: q.rows[i].from, To: to, Origin: Pasted})
	return end
}

// fenceOf is the run of marks that opens a fence: three or more.
func fenceOf(t string) string {
	for _, mark := range [...]string{"`", "~"} {
		if n := len(t) - len(strings.TrimLeft(t, mark)); n >= 3 {
			return t[:n]
		}
	}
	return ""
}

// fenceEnd is the row behind a fence that opens at row i; one that is not closed
// goes on to the end.
func (q *quoting) fenceEnd(i int, fence string) int {
	for k := i + 1; k < len(q.rows); k++ {
		if t := strings.TrimSpace(q.rows[k].text); strings.HasPrefix(t, fence) && strings.Trim(t, fence[:1]) == "" {
			return k + 1
		}
	}
	return len(q.rows)
}

// closers are the marks that end a quotation.
var closers = map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '»': '«', '「': '」', '『': '』'}

// marks finds quotations within a line: whole sentences, not names.
func (q *quoting) marks(r row) {
	alone := map[rune]bool{} // no other one follows
	for at := 0; at < len(r.text); {
		c, size := utf8.DecodeRuneInString(r.text[at:])
		end, ok := closers[c]
		if !ok || alone[c] || c == '"' && at > 0 && !strings.ContainsRune(" \t([:—–", rune(r.text[at-1])) {
			at += size
			continue
		}
		length := strings.IndexRune(r.text[at+size:], end)
		if length < 0 && c == '„' {
			length = strings.IndexRune(r.text[at+size:], '”')
		}
		if length < 0 {
			alone[c] = true
			continue
		}
		inside := r.text[at+size : at+size+length]
		to := at + size + length + utf8.RuneLen(end)
		if passage(strings.TrimSpace(r.text[:at]), inside) {
			q.spans = append(q.spans, Span{From: r.from + at, To: r.from + min(to, len(r.text)), Origin: Pasted})
		}
		at = to
	}
}

// passage tells a text that somebody said from the name of a thing.
func passage(before, inside string) bool {
	words := len(strings.Fields(inside))
	ends := strings.ContainsAny(lastOf(inside), ".!?…。！？")
	leads := before == "" || strings.ContainsAny(lastOf(before), ":,")
	return words >= longQuote || words >= shortQuote && (ends || leads) || scriptless(inside) && (ends || leads)
}

func lastOf(s string) string {
	s = strings.TrimSpace(s)
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// scriptless reports whether a text of some length is written without spaces.
func scriptless(s string) bool {
	return utf8.RuneCountInString(s) >= longQuote && strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
	})
}

// The forms of lines. A role is how chat logs and prompts say who speaks.
var (
	role            = pattern.Of(`(?i)^\W{0,6}(?:system|user|human|assistant|developer|tool|ai)(?: (?:prompt|message|note|instructions?))?\W{0,3}:(?:\W|$)`)
	markup          = pattern.Of(`^(?:<[/!|?]?[A-Za-z][^<>]*>|<\||\[/?[A-Z_]{3,}\])`)
	heading         = pattern.Of(`^#{1,6} \S`)
	labelled        = pattern.Of(`^[*_]{0,2}\p{Lu}[\pL\pN-]*(?: [\pL\pN-]+){0,2}[*_]{0,2}: \S`)
	stamped         = pattern.Of(`^\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|\pL{3} +\d{1,2} \d\d:\d\d:\d\d)`)
	stampedAnywhere = pattern.Of(`\d\d:\d\d|\d{4}-\d\d-\d\d`)
	diffed          = pattern.Of(`^(?:diff --git |@@ )`)
	fileBefore      = pattern.Of(`^--- \S`)
	fileAfter       = pattern.Of(`^\+\+\+ \S`)
	shelled         = pattern.Of(`^(?:\$ |PS [A-Z]:|[\w.-]+@[\w.-]+:\S*[$#] )[A-Za-z./~_]`)
)

// fileOfDiff reports whether row i names one of the two files of a diff: one line names
// the file before, and the next the one after. A dash before a sentence names none.
func (q *quoting) fileOfDiff(i int) bool {
	names := func(before int) bool {
		return before >= 0 && before+1 < len(q.rows) && fileBefore().MatchString(q.rows[before].text) && fileAfter().MatchString(q.rows[before+1].text)
	}
	return names(i) || names(i-1)
}

// strong is a line that is no sentence of a person's on its own.
func strong(t string) bool {
	if stamped().MatchString(t) || diffed().MatchString(t) || shelled().MatchString(t) {
		return true
	}
	return len(t) > 2 && (t[0] == '{' && strings.HasSuffix(t, "}") || t[0] == '[' && strings.HasSuffix(t, "]") && strings.ContainsAny(t, `"{`))
}

// weak is a line that is code or data where another one stands beside it.
func weak(line string) bool {
	t := strings.TrimSpace(line)
	switch {
	case t == "":
		return false
	case strings.HasPrefix(line, "\t"), strings.HasPrefix(line, "    "), strong(t):
		return true
	case t[0] == '|' && strings.HasSuffix(t, "|") && len(t) > 1:
		return true
	case strings.Count(t, ",") >= 3 && !strings.Contains(t, ", "), strings.Count(t, "\t") >= 2:
		return true
	}
	return strings.ContainsAny(t[len(t)-1:], ";{}\\") || strings.HasPrefix(t, "//") || strings.HasPrefix(t, "at ") && strings.HasSuffix(t, ")")
}

// concealed reports whether a text holds characters that are not seen and that no
// keyboard has: tags, zero-width spaces, overrides of direction. What joins
// letters and emoji is none of them.
func concealed(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		switch {
		case r >= 0xE0000 && r <= 0xE007F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F, r == 0x200B, r == 0xFEFF:
			return true
		}
		return r < ' ' && r != '\n' && r != '\r' && r != '\t'
	})
}

// joined makes one span of those with nothing but white space between them.
func joined(spans []Span, text string) []Span {
	var out []Span
	for _, s := range spans {
		if n := len(out); n > 0 && out[n-1].Origin == s.Origin && out[n-1].Name == s.Name && strings.TrimSpace(text[out[n-1].To:s.From]) == "" {
			out[n-1].To = s.To
			continue
		}
		out = append(out, s)
	}
	return out
}
