package talk

import (
	"strings"
	"time"

	"dormouse/tui/draw"
)

// Said is a user's message. A long one is folded.
type Said struct {
	Text string
	At   time.Time
	ID   string
}

const foldedLines = 12

func (s *Said) Draw(p *draw.Painter, open bool) []string {
	text, rest := s.Text, 0
	if !open {
		text, rest = draw.FirstLines(s.Text, foldedLines)
	}
	out := draw.Wrap(text, p.Width)
	if !open && rest == 0 && len(out) > 2*foldedLines {
		rest, out = len(out)-2*foldedLines, out[:2*foldedLines]
	}
	if rest > 0 {
		out = append(out, p.Theme.Dim.Render(draw.Fit("… "+draw.Many(rest, "more line"), p.Width)))
	}
	return stamped(p, s.At, out)
}

func (s *Said) folds(*draw.Painter) bool {
	_, rest := draw.FirstLines(s.Text, foldedLines)
	return rest > 0 || len(s.Text) > 2000
}
func (s *Said) Copied() string { return s.Text }

// stamped puts the time above lines when a person asked for times.
func stamped(p *draw.Painter, at time.Time, lines []string) []string {
	if !p.Times || at.IsZero() {
		return lines
	}
	return append([]string{p.Theme.Dim.Render(draw.Fit(at.Format("2006-01-02 15:04"), p.Width))}, lines...)
}

// Answered is a reply of the model, growing or whole.
type Answered struct {
	Reply Reply
	At    time.Time
	ID    string
	Live  bool
	Cut   bool // interrupted
}

func (a *Answered) Draw(p *draw.Painter, _ bool) []string {
	out := a.Reply.Draw(p)
	if a.Cut && !a.Live {
		out = append(out, p.Theme.Warn.Render(draw.Fit("(stopped here)", p.Width)))
	}
	if len(out) == 0 {
		return out
	}
	return stamped(p, a.At, out)
}
func (a *Answered) folds(*draw.Painter) bool { return false }
func (a *Answered) Copied() string           { return a.Reply.Text }

// Thought is what a model thought before its reply, folded to a line.
type Thought struct{ Text string }

func (t *Thought) Draw(p *draw.Painter, open bool) []string {
	head := p.Theme.Dim.Render(draw.Fit("· thought: "+draw.Many(len(strings.Fields(t.Text)), "word"), p.Width))
	if !open {
		return []string{head}
	}
	out := []string{head}
	for _, line := range draw.Wrap(strings.TrimSpace(t.Text), p.Width-2) {
		out = append(out, "  "+p.Theme.Dim.Render(line))
	}
	return out
}
func (t *Thought) folds(*draw.Painter) bool { return true }
func (t *Thought) Copied() string           { return "" }
