package talk

import (
	"dormouse/land/transcript"
	"dormouse/tui/draw"
)

// Notice is a line of the program, error one that went wrong, with hints.
type Notice struct {
	Text  string
	Error bool
	Hints []string
}

func (n *Notice) Draw(p *draw.Painter, _ bool) []string {
	style, sign := p.Theme.Dim, "· "
	if n.Error {
		style, sign = p.Theme.Bad, "! "
	}
	var out []string
	for i, line := range draw.Wrap(n.Text, p.Width-2) {
		if i > 0 {
			sign = "  "
		}
		out = append(out, style.Render(sign+line))
	}
	for _, hint := range n.Hints {
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

func (n *Notice) folds(*draw.Painter) bool { return false }

func (n *Notice) Copied() string { return n.Text }

// Welcome are the three lines of a first run: who answers and why, what that can
// do or how to connect more, and where the memory is.
type Welcome struct{ Model, Why, Land string }

func (w *Welcome) Draw(p *draw.Painter, _ bool) []string {
	lines := []string{p.Theme.Strong.Render(draw.Fit("dormouse", p.Width))}
	for _, text := range w.lines() {
		for _, line := range draw.Wrap(text, p.Width) {
			lines = append(lines, p.Theme.Dim.Render(line))
		}
	}
	return lines
}

func (w *Welcome) lines() []string {
	who := w.Model + " answers"
	if w.Why != "" {
		who += ": " + w.Why
	}
	memory := "Memory lives in " + w.Land + " as Markdown"
	if !transcript.IsBuiltIn(w.Model) {
		return []string{who, memory + ": read it, grep it, edit it.", "Type a message and press enter. ? shows the keys, / the commands."}
	}
	return []string{
		who, "It quotes what it remembers. /connect connects a model: its key, or Ollama.",
		memory + ". Type a message and press enter. ? shows keys, / commands.",
	}
}

func (w *Welcome) folds(*draw.Painter) bool { return false }

func (w *Welcome) Copied() string { return "" }
