package foreign

import (
	"path"
	"strings"
	"time"

	"dormouse/land/pattern"
	"dormouse/land/transcript"
)

// instructions are files by which people tell programs how to behave, or by which
// programs tell themselves. They are nobody's notes.
var instructions = map[string]bool{
	"AGENTS.md": true, "SOUL.md": true, "TOOLS.md": true, "IDENTITY.md": true, "HEARTBEAT.md": true,
	"BOOTSTRAP.md": true, "CLAUDE.md": true, "GEMINI.md": true,
}

func fitsMarkdown(s Sample) bool {
	return (strings.HasSuffix(s.Base, ".md") || strings.HasSuffix(s.Base, ".markdown")) && utf8Text(s.Text)
}

// mostRows is how many lines of a list become one message: more at once look as
// if they had been pasted.
const mostRows = 10

// day finds a date in the name of a note.
var day = pattern.Of(`\d{4}-\d{2}-\d{2}`)

// readMarkdown makes a note a talk of which every message is a paragraph, a piece
// of a list, or a block of code. They are the person's words, but for what the
// notes themselves show as somebody else's, and for those of an agent.
func readMarkdown(r *Reading) error {
	name := path.Base(strings.ReplaceAll(r.Name, "\\", "/"))
	if r.Among && instructions[name] {
		r.tally.Left["instructions to a program"]++
		r.good++
		return nil
	}
	b, err := r.whole()
	if err != nil {
		return err
	}
	n := note{origin: transcript.Typed}
	if r.Agent {
		n.origin = transcript.Modelled
	}
	text := n.front(strings.ReplaceAll(string(b), "\r\n", "\n"))
	for line := range strings.Lines(text) {
		n.line(strings.TrimRight(line, "\n"))
	}
	n.end()
	if n.began.IsZero() {
		n.began, _ = time.ParseInLocation(time.DateOnly, day().FindString(name), time.Local)
	}
	stem := strings.TrimSuffix(name, path.Ext(name))
	return r.talk(Talk{Format: "markdown", Key: noteKey(first(r.path, r.Name)), Title: first(n.title, stem), Began: n.began, Branches: []Branch{{n.said, len(n.said)}}})
}

// noteKey tells a note from others: its name with the folder that it is in.
func noteKey(name string) string {
	name = strings.ReplaceAll(name, "\\", "/")
	return path.Base(path.Dir(name)) + "/" + path.Base(name)
}

// note is a note while it is read.
type note struct {
	title   string
	began   time.Time
	origin  transcript.Origin
	said    []transcript.Message
	heading string // of what is read
	headed  bool   // something stands under it, or it is the title: it still heads lists
	rows    []string
	fence   string // that ends the code; "" outside of code
}

// front reads the front matter, which is about the note and no part of it.
func (n *note) front(text string) string {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return text
	}
	matter, rest, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return text
	}
	for line := range strings.Lines(matter) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch strings.ToLower(name) {
		case "title":
			n.title = value
		case "date", "created":
			var s stamp
			_ = s.UnmarshalJSON([]byte(value))
			if n.began.IsZero() {
				n.began = s.Time
			}
		}
	}
	return rest
}

// line takes in one line.
func (n *note) line(line string) {
	trimmed := strings.TrimSpace(line)
	switch mark := fenceOf(trimmed); {
	case n.fence != "":
		n.rows = append(n.rows, line)
		if strings.HasPrefix(trimmed, n.fence) && strings.Trim(trimmed, n.fence[:1]) == "" {
			n.block(transcript.Attached)
			n.fence = ""
		}
		return
	case mark != "":
		n.end()
		n.fence = mark
		n.rows = append(n.rows, line)
		return
	}
	if text, ok := headingOf(trimmed); ok {
		n.end()
		n.heading, n.headed = strings.TrimRight(text, ":"), n.title == "" && len(n.said) == 0
		if n.headed {
			n.title = text
		}
		return
	}
	if trimmed == "" {
		n.end()
		return
	}
	if n.rows = append(n.rows, line); len(n.rows) >= mostRows {
		n.end()
	}
}

// end makes what was read since the last message one.
func (n *note) end() { n.block(n.origin) }

func (n *note) block(o transcript.Origin) {
	text := strings.TrimRight(strings.Join(n.rows, "\n"), " \n")
	n.rows = n.rows[:0]
	if strings.TrimSpace(text) == "" {
		return
	}
	var b body
	if !n.headed || bulleted(text) {
		b.add(n.origin, n.title, n.heading)
	}
	b.add(o, n.title, text)
	n.headed = true
	n.said = append(n.said, b.message(transcript.User))
}

// bulleted reports whether a text begins as an item of a list does.
func bulleted(text string) bool {
	mark, _, ok := strings.Cut(strings.TrimLeft(text, " \t"), " ")
	number := strings.TrimRight(mark, ".)")
	return ok && (mark == "-" || mark == "*" || mark == "+" || mark == "•" || len(number) == len(mark)-1 && number != "" && strings.Trim(number, "0123456789") == "")
}

// fenceOf is the run of marks that begins a block of code.
func fenceOf(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return strings.Repeat(c, n)
		}
	}
	return ""
}

// headingOf is the text of a heading.
func headingOf(line string) (string, bool) {
	n := len(line) - len(strings.TrimLeft(line, "#"))
	if n == 0 || n > 6 || n < len(line) && line[n] != ' ' {
		return "", false
	}
	return strings.TrimSpace(strings.Trim(line, "#")), true
}
