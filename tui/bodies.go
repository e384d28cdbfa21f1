package tui

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// said is a user's message. A long one is folded.
type said struct {
	text string
	at   time.Time
	id   string
}

const foldedLines = 12

func (s *said) draw(p *painter, open bool) []string {
	text, rest := s.text, 0
	if !open {
		text, rest = firstLines(s.text, foldedLines)
	}
	out := wrap(text, p.width)
	if !open && rest == 0 && len(out) > 2*foldedLines {
		rest, out = len(out)-2*foldedLines, out[:2*foldedLines]
	}
	if rest > 0 {
		out = append(out, p.theme.dim.Render(fit("… "+many(rest, "more line"), p.width)))
	}
	return p.stamped(s.at, out)
}

func (s *said) folds(*painter) bool {
	_, rest := firstLines(s.text, foldedLines)
	return rest > 0 || len(s.text) > 2000
}
func (s *said) copied() string { return s.text }

// firstLines is the beginning of a text, at most n lines of together 16 kB, and
// how many lines are missing.
func firstLines(s string, n int) (string, int) {
	end := 0
	for range n {
		i := strings.IndexByte(s[end:], '\n')
		if i < 0 {
			return s[:min(len(s), max(end, 16<<10))], 0
		}
		end += i + 1
	}
	if end == len(s) {
		return s, 0
	}
	return s[:end-1], 1 + strings.Count(strings.TrimSuffix(s[end:], "\n"), "\n")
}

// stamped puts the time above lines when a person asked for times.
func (p *painter) stamped(at time.Time, lines []string) []string {
	if !p.times || at.IsZero() {
		return lines
	}
	return append([]string{p.theme.dim.Render(fit(at.Format("2006-01-02 15:04"), p.width))}, lines...)
}

// answered is a reply of the model, growing or whole.
type answered struct {
	reply reply
	at    time.Time
	id    string
	live  bool
	cut   bool // interrupted
}

func (a *answered) draw(p *painter, _ bool) []string {
	out := a.reply.draw(p)
	if a.cut && !a.live {
		out = append(out, p.theme.warn.Render(fit("(stopped here)", p.width)))
	}
	if len(out) == 0 {
		return out
	}
	return p.stamped(a.at, out)
}
func (a *answered) folds(*painter) bool { return false }
func (a *answered) copied() string      { return a.reply.text }

// thought is what a model thought before its reply, folded to a line.
type thought struct{ text string }

func (t *thought) draw(p *painter, open bool) []string {
	head := p.theme.dim.Render(fit("· thought: "+many(len(strings.Fields(t.text)), "word"), p.width))
	if !open {
		return []string{head}
	}
	out := []string{head}
	for _, line := range wrap(strings.TrimSpace(t.text), p.width-2) {
		out = append(out, "  "+p.theme.dim.Render(line))
	}
	return out
}
func (t *thought) folds(*painter) bool { return true }
func (t *thought) copied() string      { return "" }

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
		outcome = "→ failed: " + headline(c.result)
	}
	return "· " + c.call.Name + " " + arguments(c.call.Arguments) + " " + outcome
}

func (c *called) draw(p *painter, open bool) []string {
	line := c.line()
	if outcome := strings.Index(line, " → "); outcome > 0 {
		room := max(p.width/2, p.width-cells(oneLine(line[outcome:], p.width))-1)
		line = oneLine(line[:outcome], room) + " " + line[outcome+1:]
	}
	line = oneLine(line, p.width)
	style := p.theme.dim
	if c.failed {
		style = p.theme.bad
	}
	out := []string{style.Render(line)}
	if !open {
		return out
	}
	text, rest := firstLines(c.result, 200)
	for _, line := range wrap("asked: "+c.call.Arguments+"\n"+text, p.width-2) {
		out = append(out, "  "+p.theme.dim.Render(line))
	}
	if rest > 0 {
		out = append(out, p.theme.dim.Render("  … "+many(rest, "more line")))
	}
	return out
}
func (c *called) folds(*painter) bool { return c.done }
func (c *called) copied() string      { return c.result }

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
			return `"` + clip(v, 60) + `"`
		case float64:
			return fmt.Sprint(v)
		}
	}
	if len(fields) == 0 {
		return ""
	}
	return raw
}

// clip cuts text to n characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}

// outcomeOf is a tool's result in a few words: its first line, and how many
// follow.
func outcomeOf(result string) string {
	lines := strings.Count(strings.TrimSpace(result), "\n") + 1
	first := clip(headline(result), 80)
	switch {
	case first == "":
		return "nothing"
	case lines > 1:
		return fmt.Sprintf("%s (+%s)", first, many(lines-1, "line"))
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

func (w *wrote) draw(p *painter, open bool) []string {
	where := w.path
	if w.line > 0 {
		where = fmt.Sprintf("%s:%d", w.path, w.line)
	}
	tail := " · " + w.hint
	if w.undone {
		tail = " · taken back"
	}
	if open {
		out := wrap("· "+w.what+" "+where, p.width)
		for _, line := range wrap(w.text, p.width-2) {
			out = append(out, "  "+line)
		}
		return append(out, p.theme.dim.Render(fit(" "+tail, p.width)))
	}
	head := "· " + w.what + " " + where + " “"
	room := p.width - len([]rune(head)) - len([]rune(tail)) - 1
	if room < 8 {
		tail, room = "", p.width-len([]rune(head))-1
	}
	line := oneLine(head, p.width) + oneLine(w.text, max(room, 0)) + "”"
	style := p.theme.good
	if w.undone {
		style = p.theme.dim
	}
	return []string{style.Render(fit(line, p.width-len([]rune(tail)))) + p.theme.dim.Render(tail)}
}
func (w *wrote) folds(*painter) bool { return true }
func (w *wrote) copied() string      { return w.text }

// notice is a line of the program, error one that went wrong, with hints.
type notice struct {
	text  string
	error bool
	hints []string
}

func (n *notice) draw(p *painter, _ bool) []string {
	style, sign := p.theme.dim, "· "
	if n.error {
		style, sign = p.theme.bad, "! "
	}
	var out []string
	for i, line := range wrap(n.text, p.width-2) {
		if i > 0 {
			sign = "  "
		}
		out = append(out, style.Render(sign+line))
	}
	for _, hint := range n.hints {
		for i, line := range wrap(hint, p.width-8) {
			lead := "  hint: "
			if i > 0 {
				lead = "        "
			}
			out = append(out, p.theme.dim.Render(lead+line))
		}
	}
	return out
}
func (n *notice) folds(*painter) bool { return false }
func (n *notice) copied() string      { return n.text }

// welcome are the three lines of a first run: who answers and why, what that can
// do or how to connect more, and where the memory is.
type welcome struct{ model, why, land string }

func (w *welcome) draw(p *painter, _ bool) []string {
	lines := []string{p.theme.strong.Render(fit("dormouse", p.width))}
	for _, text := range w.lines() {
		for _, line := range wrap(text, p.width) {
			lines = append(lines, p.theme.dim.Render(line))
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
	if !transcript.IsBuiltIn(w.model) {
		return []string{who, memory + ": read it, grep it, edit it.", "Type a message and press enter. ? shows the keys, / the commands."}
	}
	return []string{
		who, "It quotes what it remembers. /connect connects a model: its key, or Ollama.",
		memory + ". Type a message and press enter. ? shows keys, / commands.",
	}
}
func (w *welcome) folds(*painter) bool { return false }
func (w *welcome) copied() string      { return "" }
