package talk

import (
	"encoding/json"
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/tui/draw"
)

// Called is a tool call and what came of it.
type Called struct {
	Call   transcript.Call
	Result string
	Failed bool
	Done   bool
	// Told says that another line tells what it wrote.
	Told bool
}

// Writes tells whether the tool changes memory when it succeeds.
func (c *Called) Writes() bool {
	switch c.Call.Name {
	case transcript.MemorySave, transcript.MemoryUpdate, transcript.MemoryForget:
		return true
	}
	return false
}

// Line is the call in a line: what was asked, and what came of it.
func (c *Called) Line() string {
	outcome := "…"
	if c.Done {
		outcome = "→ " + outcomeOf(c.Result)
	}
	if c.Failed {
		outcome = "→ failed: " + draw.Headline(c.Result)
	}
	return "· " + c.Call.Name + " " + arguments(c.Call.Arguments) + " " + outcome
}

func (c *Called) Draw(p *draw.Painter, open bool) []string {
	if c.Told && !c.Failed {
		return nil
	}
	line := c.Line()
	if outcome := strings.Index(line, " → "); outcome > 0 {
		room := max(p.Width/2, p.Width-draw.Cells(draw.OneLine(line[outcome:], p.Width))-1)
		line = draw.OneLine(line[:outcome], room) + " " + line[outcome+1:]
	}
	line = draw.OneLine(line, p.Width)
	style := p.Theme.Dim
	if c.Failed {
		style = p.Theme.Bad
	}
	out := []string{style.Render(line)}
	if !open {
		return out
	}
	text, rest := draw.FirstLines(c.Result, 200)
	for _, line := range draw.Wrap("asked: "+c.Call.Arguments+"\n"+text, p.Width-2) {
		out = append(out, "  "+p.Theme.Dim.Render(line))
	}
	if rest > 0 {
		out = append(out, p.Theme.Dim.Render("  … "+draw.Many(rest, "more line")))
	}
	return out
}

func (c *Called) folds(*draw.Painter) bool { return c.Done && (!c.Told || c.Failed) }

func (c *Called) Copied() string { return c.Result }

// arguments says in a few words what a tool was asked: the one text of its
// arguments, else all of them.
func arguments(raw string) string {
	var fields map[string]any
	if json.Unmarshal([]byte(raw), &fields) != nil {
		return raw
	}
	for _, name := range []string{"query", "path", "text", "reason", "minutes"} {
		switch v := fields[name].(type) {
		case string:
			if name == "path" {
				return v
			}
			return `"` + draw.Cut(v, 60) + `"`
		case float64:
			return fmt.Sprint(v)
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return raw
}

// outcomeOf is a tool's result in a few words: its first line, and how many
// follow.
func outcomeOf(result string) string {
	lines := strings.Count(strings.TrimSpace(result), "\n") + 1
	first := draw.Cut(draw.Headline(result), 80)
	switch {
	case first == "":
		return "nothing"
	case lines > 1:
		return fmt.Sprintf("%s (+%s)", first, draw.Many(lines-1, "line"))
	}
	return first
}

// Wrote is one line written to memory, and how to take it back.
type Wrote struct {
	Tx, Path, Text, What string
	Line                 int
	More                 []string // other texts of the same file that the same write did the same with
	Undone               bool
	Asked                bool // to be taken back
	Hint                 string
}

func (w *Wrote) Draw(p *draw.Painter, open bool) []string {
	where := w.Path
	if w.Line > 0 {
		where = fmt.Sprintf("%s:%d", w.Path, w.Line)
	}
	tail := " · " + w.Hint
	if w.Undone {
		tail = " · taken back"
	}
	if open {
		out := draw.Wrap("· "+w.What+" "+where, p.Width)
		for _, text := range append([]string{w.Text}, w.More...) {
			for _, line := range draw.Wrap(text, p.Width-2) {
				out = append(out, "  "+line)
			}
		}
		return append(out, p.Theme.Dim.Render(draw.Fit(" "+tail, p.Width)))
	}
	if len(w.More) > 0 {
		where = fmt.Sprintf("%d places in %s", 1+len(w.More), where)
	}
	head := "· " + w.What + " " + where + " “"
	room := p.Width - len([]rune(head)) - len([]rune(tail)) - 1
	if room < 8 {
		tail, room = "", p.Width-len([]rune(head))-1
	}
	line := draw.OneLine(head, p.Width) + draw.OneLine(w.Text, max(room, 0)) + "”"
	style := p.Theme.Good
	if w.Undone {
		style = p.Theme.Dim
	}
	return []string{style.Render(draw.Fit(line, p.Width-len([]rune(tail)))) + p.Theme.Dim.Render(tail)}
}

func (w *Wrote) folds(*draw.Painter) bool { return true }

func (w *Wrote) Copied() string { return w.Text }
