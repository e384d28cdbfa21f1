package offline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"dormouse/land"
	"dormouse/land/pattern"
	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
	"dormouse/runtime/toolbox"
)

// line is something that was said, in memory or in this conversation.
type line struct {
	text    string
	context string   // what it takes up, where it says little by itself
	ties    string   // how those whom it names are called elsewhere
	before  []string // what was told before it, the last first
	shown   bool     // it was read in the prompt, where lines have no numbers
	source  string   // how its text is called, where the person showed it and did not write it
	message string   // the id of the message that told it here
	path    string   // "" for this conversation
	at      int
	heading string
	id      string
	day     time.Time // when it was said, or the day of its file; zero if not known
	under   string    // the heading of the list that it stands on
	past    bool      // it no longer holds
	until   time.Time // since when, if known
	next    string    // the id of the line that took its place
	former  string    // the id of the line in a log whose place it took
	instead []string  // the lines whose place it took, or seems to have taken
	spoken  int       // the last message of this conversation that said it: the person's, or an answer that is it alone
	read    *statement.Statement
}

// told reads the line as it may answer a question.
func (l *line) told() *answers.Told { return answers.After(l.matched(), l.before...) }

// statement reads the line once.
func (l *line) statement() statement.Statement {
	if l.read == nil {
		s := statement.Read(document.Unsaid(l.text))
		l.read = &s
	}
	return *l.read
}

// matched is the text by which the line is found.
func (l line) matched() string {
	return strings.TrimRight(l.text+" "+l.context+" "+l.ties, " ")
}

// quote writes a line with its source. One that no longer holds is struck.
func (t *turn) quote(l line) string {
	text := l.text
	if l.past {
		text = "~~" + text + "~~"
		if !l.until.IsZero() {
			text += " " + t.say(sayUntil, l.until.Format(time.DateOnly))
		}
	}
	return fmt.Sprintf("- %s — %s\n", text, t.source(l))
}

// source is where a line stands, or who said it when.
func (t *turn) source(l line) string {
	at := l.day.Format("15:04")
	switch {
	case l.path == "" && l.source != "":
		return l.source + ", " + at
	case l.path == "":
		return t.say(sayYou, at)
	}
	place := "`" + l.path + ":" + strconv.Itoa(l.at) + "`"
	if d := l.day.Format(time.DateOnly); !l.day.IsZero() && !strings.Contains(l.path, d) && document.Unsaid(l.text) == l.text {
		place += " (" + d + ")"
	}
	return place
}

// list writes lines, at most so many.
func (t *turn) list(lines []line, most int) string {
	var b strings.Builder
	for _, l := range lines[:min(len(lines), most)] {
		b.WriteString(t.quote(l))
	}
	if n := len(lines) - most; n > 0 {
		b.WriteString("\n" + t.say(sayMore, n))
	}
	return strings.TrimRight(b.String(), "\n")
}

// fromSearch reads the hits of memory_search. What an old conversation holds but a
// statement answers nothing.
func fromSearch(result string) []line {
	var out []line
	for _, h := range toolbox.ParseAnswer(result) {
		l := line{text: spoken(h.Text), path: h.Path, at: h.Start, heading: h.Heading, id: h.ID, past: h.SupersededBy != "", next: h.SupersededBy}
		if l.day, _ = time.Parse(time.DateOnly, h.Date); l.day.IsZero() {
			_, l.day = document.Said(h.Text)
		}
		for _, b := range h.Before {
			l.before = append(l.before, spoken(b.Text))
		}
		if strings.HasPrefix(h.Path, transcript.Folder+"/") && (len(l.text) > longMessage || !tells(l.text, language.Guess(l.text))) {
			continue
		}
		out = append(out, l)
	}
	return out
}

// fromFile reads what memory_get gave of a file of memory: its entries.
func fromFile(result string) []line {
	path, src := "", strings.Builder{}
	for row := range strings.Lines(result) {
		place, text, ok := strings.Cut(row, " ")
		file, _, numbered := strings.Cut(place, ":")
		if !numbered {
			continue // what the tool says of the file, or an empty line
		}
		if path = file; !ok {
			text = "\n"
		}
		src.WriteString(text)
	}
	return fromEntries(document.Parse([]byte(src.String())).Entries(path))
}

// promptFile opens a file of memory in the prompt.
var promptFile = pattern.Of(`(?m)^<memory file="([^"]+)">$`)

// fromPrompt reads what the prompt shows of memory: without line numbers.
func (t *turn) fromPrompt() []line {
	var out []line
	marks := promptFile().FindAllStringSubmatchIndex(t.system, -1)
	for i, m := range marks {
		end := len(t.system)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		body, _, _ := strings.Cut(t.system[m[1]:end], "</memory>")
		out = append(out, fromEntries(document.Parse([]byte(body)).Entries(t.system[m[2]:m[3]]))...)
	}
	for i := range out {
		out[i].shown = true
	}
	return settled(out)
}

// fromEntries takes the entries of a file.
func fromEntries(entries []document.Entry) []line {
	var out []line
	for _, e := range entries {
		l := line{text: spoken(e.Text), path: e.Path, at: e.Line, id: e.ID, day: e.Since, past: e.Struck, until: e.Until, next: e.SupersededBy, former: e.Replaces}
		day, _ := document.LogDay(e.Path)
		if until, by, ok := document.Over(e.Text); ok && !until.After(day) {
			l.past, l.next = true, by
		}
		if n := len(e.Heading); n > 0 {
			l.heading = e.Heading[n-1]
		}
		if hasLetter(l.text) && !strings.Contains(l.text, "`"+land.MemoryFile+":") {
			out = append(out, l)
		}
	}
	return out
}

// settled marks the lines that another one of them replaces as past.
func settled(lines []line) []line {
	replaced := map[string]bool{}
	for _, l := range lines {
		replaced[l.former] = l.former != ""
	}
	for i := range lines {
		lines[i].past = lines[i].past || replaced[lines[i].id]
	}
	return lines
}

// spoken is a line of memory without the mark of who said it: that it was the
// person who now asks says nothing to them.
func spoken(text string) string { return strings.TrimPrefix(text, knowledge.Speaker) }

func hasLetter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// alike reports whether two texts differ in nothing but case, white space, marks and
// the day that a night put behind one.
func alike(a, b string) bool {
	plain := func(s string) string {
		s = secret.Untagged(document.Unsaid(s))
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return -1
		}, language.Fold(spoken(s)))
	}
	return plain(a) == plain(b)
}

// distinct leaves out lines that say the same as one before.
func distinct(lines []line) []line {
	var out []line
	for _, l := range lines {
		if !slices.ContainsFunc(out, func(o line) bool { return alike(o.text, l.text) }) {
			out = append(out, l)
		}
	}
	return out
}
