package tui

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/tui/draw"
)

// said is a user's message. A long one is folded.
type said struct {
	text string
	at   time.Time
	id   string
}

const foldedLines = 12

func (s *said) draw(p *draw.Painter, open bool) []string {
	text, rest := s.text, 0
	if !open {
		text, rest = draw.FirstLines(s.text, foldedLines)
	}
	out := draw.Wrap(text, p.Width)
	if !open && rest == 0 && len(out) > 2*foldedLines {
		rest, out = len(out)-2*foldedLines, out[:2*foldedLines]
	}
	if rest > 0 {
		out = append(out, p.Theme.Dim.Render(draw.Fit("… "+draw.Many(rest, "more line"), p.Width)))
	}
	return stamped(p, s.at, out)
}

func (s *said) folds(*draw.Painter) bool {
	_, rest := draw.FirstLines(s.text, foldedLines)
	return rest > 0 || len(s.text) > 2000
}
func (s *said) copied() string { return s.text }

// stamped puts the time above lines when a person asked for times.
func stamped(p *draw.Painter, at time.Time, lines []string) []string {
	if !p.Times || at.IsZero() {
		return lines
	}
	return append([]string{p.Theme.Dim.Render(draw.Fit(at.Format("2006-01-02 15:04"), p.Width))}, lines...)
}

// answered is a reply of the model, growing or whole.
type answered struct {
	reply reply
	at    time.Time
	id    string
	live  bool
	cut   bool // interrupted
}

func (a *answered) draw(p *draw.Painter, _ bool) []string {
	out := a.reply.draw(p)
	if a.cut && !a.live {
		out = append(out, p.Theme.Warn.Render(draw.Fit("(stopped here)", p.Width)))
	}
	if len(out) == 0 {
		return out
	}
	return stamped(p, a.at, out)
}
func (a *answered) folds(*draw.Painter) bool { return false }
func (a *answered) copied() string           { return a.reply.text }

// thought is what a model thought before its reply, folded to a line.
type thought struct{ text string }

func (t *thought) draw(p *draw.Painter, open bool) []string {
	head := p.Theme.Dim.Render(draw.Fit("· thought: "+draw.Many(len(strings.Fields(t.text)), "word"), p.Width))
	if !open {
		return []string{head}
	}
	out := []string{head}
	for _, line := range draw.Wrap(strings.TrimSpace(t.text), p.Width-2) {
		out = append(out, "  "+p.Theme.Dim.Render(line))
	}
	return out
}
func (t *thought) folds(*draw.Painter) bool { return true }
func (t *thought) copied() string           { return "" }

// called is a tool call and what came of it.
type called struct {
	call   transcript.Call
	result string
	failed bool
	done   bool
}

// line is the call in a line: what was asked, and what came of it.
func (c *called) line() string {
	outcome := "…"
	if c.done {
		outcome = "→ " + outcomeOf(c.result)
	}
	if c.failed {
		outcome = "→ failed: " + draw.Headline(c.result)
	}
	return "· " + c.call.Name + " " + arguments(c.call.Arguments) + " " + outcome
}

func (c *called) draw(p *draw.Painter, open bool) []string {
	line := c.line()
	if outcome := strings.Index(line, " → "); outcome > 0 {
		room := max(p.Width/2, p.Width-draw.Cells(draw.OneLine(line[outcome:], p.Width))-1)
		line = draw.OneLine(line[:outcome], room) + " " + line[outcome+1:]
	}
	line = draw.OneLine(line, p.Width)
	style := p.Theme.Dim
	if c.failed {
		style = p.Theme.Bad
	}
	out := []string{style.Render(line)}
	if !open {
		return out
	}
	text, rest := draw.FirstLines(c.result, 200)
	for _, line := range draw.Wrap("asked: "+c.call.Arguments+"\n"+text, p.Width-2) {
		out = append(out, "  "+p.Theme.Dim.Render(line))
	}
	if rest > 0 {
		out = append(out, p.Theme.Dim.Render("  … "+draw.Many(rest, "more line")))
	}
	return out
}
func (c *called) folds(*draw.Painter) bool { return c.done }
func (c *called) copied() string           { return c.result }

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

// wrote is one line written to memory, and how to take it back.
type wrote struct {
	tx, path, text, what string
	line                 int
	undone               bool
	asked                bool // to be taken back
	hint                 string
}

func (w *wrote) draw(p *draw.Painter, open bool) []string {
	where := w.path
	if w.line > 0 {
		where = fmt.Sprintf("%s:%d", w.path, w.line)
	}
	tail := " · " + w.hint
	if w.undone {
		tail = " · taken back"
	}
	if open {
		out := draw.Wrap("· "+w.what+" "+where, p.Width)
		for _, line := range draw.Wrap(w.text, p.Width-2) {
			out = append(out, "  "+line)
		}
		return append(out, p.Theme.Dim.Render(draw.Fit(" "+tail, p.Width)))
	}
	head := "· " + w.what + " " + where + " “"
	room := p.Width - len([]rune(head)) - len([]rune(tail)) - 1
	if room < 8 {
		tail, room = "", p.Width-len([]rune(head))-1
	}
	line := draw.OneLine(head, p.Width) + draw.OneLine(w.text, max(room, 0)) + "”"
	style := p.Theme.Good
	if w.undone {
		style = p.Theme.Dim
	}
	return []string{style.Render(draw.Fit(line, p.Width-len([]rune(tail)))) + p.Theme.Dim.Render(tail)}
}
func (w *wrote) folds(*draw.Painter) bool { return true }
func (w *wrote) copied() string           { return w.text }

// notice is a line of the program, error one that went wrong, with hints.
type notice struct {
	text  string
	error bool
	hints []string
}

func (n *notice) draw(p *draw.Painter, _ bool) []string {
	style, sign := p.Theme.Dim, "· "
	if n.error {
		style, sign = p.Theme.Bad, "! "
	}
	var out []string
	for i, line := range draw.Wrap(n.text, p.Width-2) {
		if i > 0 {
			sign = "  "
		}
		out = append(out, style.Render(sign+line))
	}
	for _, hint := range n.hints {
		for i, line := range draw.Wrap(hint, p.Width-8) {
			lead := "  hint: "
			if i > 0 {
				lead = "        "
			}
			out = append(out, p.Theme.Dim.Render(lead+line))
		}
	}
	return out
}
func (n *notice) folds(*draw.Painter) bool { return false }
func (n *notice) copied() string           { return n.text }

// welcome are the three lines of a first run: who answers and why, what that can
// do or how to connect more, and where the memory is.
type welcome struct{ model, why, land string }

func (w *welcome) draw(p *draw.Painter, _ bool) []string {
	lines := []string{p.Theme.Strong.Render(draw.Fit("dormouse", p.Width))}
	for _, text := range w.lines() {
		for _, line := range draw.Wrap(text, p.Width) {
			lines = append(lines, p.Theme.Dim.Render(line))
		}
	}
	return lines
}

func (w *welcome) lines() []string {
	who := w.model + " answers"
	if w.why != "" {
		who += ": " + w.why
	}
	memory := "Memory lives in " + w.land + " as Markdown"
	if !strings.HasPrefix(w.model, "offline/") {
		return []string{who, memory + ": read it, grep it, edit it.", "Type a message and press enter. ? shows the keys, / the commands."}
	}
	return []string{
		who, "It quotes what it remembers. /connect connects a model: its key, or Ollama.",
		memory + ". Type a message and press enter. ? shows keys, / commands.",
	}
}
func (w *welcome) folds(*draw.Painter) bool { return false }
func (w *welcome) copied() string           { return "" }
