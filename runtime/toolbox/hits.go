package toolbox

import (
	"fmt"
	"strconv"
	"strings"

	"dormouse/land/pattern"
	"dormouse/memory/document"
	"dormouse/memory/search"
)

// FormatAnswer is the result text of memory_search: one hit a line,
// "path:line [date · heading] text ^id", its neighbours and what was told before it indented
// below it, or one line that says which kind of nothing was found. Lines that are near and no answer
// stand indented under that.
func FormatAnswer(a search.Answer) string {
	var b strings.Builder
	indent := ""
	if a.Verdict != search.Hits {
		b.WriteString(string(a.Verdict) + ": " + nothing(a.Verdict, a.Query) + "\n")
		if indent = "  "; len(a.Results) > 0 {
			b.WriteString("nearest lines, which may have nothing to do with it:\n")
		}
	}
	for _, h := range a.Results {
		b.WriteString(indent + formatHit(h) + "\n")
		for _, l := range h.Beside {
			fmt.Fprintf(&b, "%s  %s:%d %s\n", indent, h.Path, l.At, document.OneLine(l.Text))
		}
		for _, t := range h.Before {
			opens := toldAfter
			if t.Over {
				opens = toldAfterOver
			}
			fmt.Fprintf(&b, "%s  %s%s ^%s\n", indent, opens, document.OneLine(t.Text), t.ID)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// nearOnly marks a hit that holds no word of the query.
const nearOnly = "near in meaning"

func formatHit(h search.Hit) string {
	var about []string
	for _, s := range []string{h.Date, h.Heading} {
		if s != "" {
			about = append(about, s)
		}
	}
	if h.SupersededBy != "" {
		about = append(about, "no longer true, see ^"+h.SupersededBy)
	}
	if h.Why == search.Meaning {
		about = append(about, nearOnly)
	}
	if h.Associated != "" {
		about = append(about, "associated with ^"+h.Associated)
	}
	if h.Doubt != "" {
		about = append(about, "possibly stale: "+h.Doubt)
	}
	line := fmt.Sprintf("%s:%d [%s] %s", h.Path, h.Line, strings.Join(about, " · "), document.OneLine(h.Matched()))
	if h.ID != "" {
		line += " ^" + h.ID
	}
	return line
}

// nothing says in words what an empty answer means.
func nothing(v search.Verdict, query string) string {
	switch v {
	case search.EmptyStore:
		return "there is no memory yet"
	case search.BelowThreshold:
		return fmt.Sprintf("little of %q occurs in any line; try other words", query)
	case search.StaleIndex:
		return "some memory files could not be read; run `dormouse doctor`"
	}
	return fmt.Sprintf("no line of memory holds the words of %q", query)
}

// What was told before a hit opens with toldAfter, and where it is no longer so with
// toldAfterOver.
const (
	toldAfter     = "told after: "
	toldAfterOver = "told after what is no longer true: "
)

var hitLine = pattern.Of(`^(\S+):(\d+) \[([^\]]*)\] (.*?)(?: \^([a-z0-9]+))?$`)

// ParseAnswer reads the hits back out of a result of memory_search, with what was told before
// them. Neighbours and lines that are no hits are left out.
func ParseAnswer(result string) []search.Hit {
	var hits []search.Hit
	for line := range strings.Lines(result) {
		line = strings.TrimRight(line, "\n")
		if t, ok := parseTold(line); ok && len(hits) > 0 {
			h := &hits[len(hits)-1]
			h.Before = append(h.Before, t)
		}
		m := hitLine().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			continue
		}
		h := search.Hit{Path: m[1], Start: n, End: n, Line: n, Text: m[4], ID: m[5], Why: search.Words}
		if strings.Contains(m[3], nearOnly) {
			h.Why = search.Meaning
		}
		h.Date, h.Heading, _ = strings.Cut(m[3], " · ")
		if strings.Contains(m[3], "no longer true") {
			h.SupersededBy = m[3][strings.LastIndexByte(m[3], '^')+1:]
		}
		hits = append(hits, h)
	}
	return hits
}

// parseTold reads a line of what was told before a hit.
func parseTold(line string) (t search.Told, ok bool) {
	before, ok := strings.CutPrefix(line, "  "+toldAfter)
	if !ok {
		before, t.Over = strings.CutPrefix(line, "  "+toldAfterOver)
	}
	at := strings.LastIndex(before, " ^")
	if !ok && !t.Over || at < 0 {
		return t, false
	}
	t.Text, t.ID = before[:at], before[at+2:]
	return t, true
}
