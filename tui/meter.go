package tui

import (
	"cmp"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/safe"
	"dormouse/tui/tell"
)

// step is how full a context is: calm below half, then filling, due from the
// threshold of a night.
func step(m runtime.Meter, t draw.Theme) (lipgloss.Style, string) {
	switch {
	case m.Used >= m.Threshold && m.Threshold > 0 && m.Ahead.State == runtime.Preparing:
		return t.Warn, "preparing a night"
	case m.Used >= m.Threshold && m.Threshold > 0:
		return t.Bad, "night due"
	case m.Percent >= 50:
		return t.Warn, ""
	}
	return t.Good, ""
}

// meterLine is the line under the input: bar, share, used and window, source,
// turns until the next night, and on the right who answers. What has no room is
// left out, the least needed first.
func (m *screen) meterLine() string {
	p := m.Painter
	mark := ""
	if m.private {
		mark = p.Theme.Bad.Render("PRIVATE") + p.Theme.Dim.Render(" · ")
	}
	if !m.Metered {
		return mark + p.Theme.Dim.Render(draw.OneLine("context: not counted yet", max(0, m.width-draw.Cells(mark))))
	}
	style, due := step(m.Meter, p.Theme)
	wide := m.width >= 76
	barCells, count := 10, draw.Short
	if wide {
		barCells, count = 20, draw.Number
	}
	about := tell.Tilde(m.Meter.UsedSource)
	parts := []string{
		style.Render(meterBar(m.Meter, barCells)) + fmt.Sprintf(" %s%.0f%%", about, m.Meter.Percent),
		fmt.Sprintf("%s%s/%s", about, count(m.Meter.Used), count(m.Meter.Window)),
	}
	if due != "" {
		parts = append(parts, style.Render(due))
	} else if n := m.Meter.TurnsUntilNight; n >= 0 {
		parts = append(parts, "night in ~"+draw.Many(n, "turn"))
	}
	if m.input.Tokens > 0 {
		parts = append(parts, "draft ~"+count(m.input.Tokens))
	}
	parts = append(parts, draw.OneLine(string(m.Meter.UsedSource), 12))
	sep := p.Theme.Dim.Render(" · ")
	line := mark + strings.Join(parts, sep)
	for len(parts) > 1 && draw.Cells(line) > m.width {
		parts = parts[:len(parts)-1]
		line = mark + strings.Join(parts, sep)
	}
	return withRight(line, p.Theme.Dim.Render(draw.OneLine(m.Model, m.width/3)), m.width)
}

// withRight puts right at the end of the line where there is room for it.
func withRight(line, right string, width int) string {
	if room := width - draw.Cells(line) - draw.Cells(right); right != "" && room >= 2 {
		return line + strings.Repeat(" ", room) + right
	}
	return line
}

// meterBar is the bar with a mark where a night is due.
func meterBar(m runtime.Meter, n int) string {
	line := []rune(draw.Bar(m.Used, max(1, m.Window), n))
	if m.Window > 0 && m.Threshold > 0 {
		if at := m.Threshold * n / m.Window; at < n {
			line[at] = '┃'
		}
	}
	return string(line)
}

// meterDetail explains every number of the meter, a line each.
func (v *conversation) meterDetail(width int) []string {
	p, t := v.Painter, v.Meter
	if !v.Metered {
		return []string{"nothing has been counted yet"}
	}
	style, due := step(t, p.Theme)
	out := []string{
		style.Render(meterBar(t, max(10, min(width, 60)))),
		fmt.Sprintf("%s%s of %s tokens, %.1f%%  %s", tell.Tilde(t.UsedSource), draw.Number(t.Used), draw.Number(t.Window), t.Percent, due), "",
	}
	b := t.Breakdown
	for _, part := range []struct {
		name  string
		n     int
		about string
	}{
		{"system", b.System, "instructions"},
		{"tools", b.Tools, "what the model may call"},
		{"memory", b.Memory, "MEMORY.md and two days, as of waking"},
		{"summary", b.Summary, "what the last night left"},
		{"messages", b.Messages, "said since"},
		{"reserve", b.Reserve, "kept free for the reply"},
	} {
		line := fmt.Sprintf("%-9s %9s  %s  %s", part.name, draw.Number(part.n), draw.Bar(part.n, max(1, t.Window), 12), part.about)
		out = append(out, draw.Fit(line, width))
	}
	out = append(out, "",
		draw.Fit("used: "+tell.Source(t.UsedSource), width),
		draw.Fit("window: "+draw.Number(t.Window)+", "+tell.Source(t.WindowSource), width),
		draw.Fit(fmt.Sprintf("a night is due from %s tokens; %s", draw.Number(t.Threshold), tell.Forecast(t)), width),
	)
	if s := tell.Prepared(t.Ahead); s != "" {
		out = append(out, draw.Fit(s, width))
	}
	if t.LastError != 0 {
		out = append(out, draw.Fit(fmt.Sprintf("the last estimate was off by %+.1f%%", t.LastError), width))
	}
	if s := tell.Spent(v.spent); s != "" {
		out = append(out, draw.Fit(s, width))
	}
	out = append(out,
		p.Theme.Dim.Render(draw.OneLine("prefix "+t.PrefixHash, width)),
		p.Theme.Dim.Render(draw.OneLine("model "+v.Model+" · "+v.why, width)),
		p.Theme.Dim.Render(draw.OneLine("session "+cmp.Or(v.Session, "not begun")+" · land "+v.land, width)),
	)
	return append(out, v.partLines(width)...)
}

// partLines are the texts that the model sees, whole, in their order.
func (v *conversation) partLines(width int) []string {
	var out []string
	for _, part := range v.parts {
		out = append(out, "", draw.Fit(v.Painter.Theme.Strong.Render(part.Name)+v.Painter.Theme.Dim.Render(fmt.Sprintf("  %s tokens", draw.Number(part.Tokens))), width))
		for line := range strings.Lines(safe.Text(part.Text)) {
			out = append(out, draw.Wrap(strings.TrimRight(line, "\n"), width)...)
		}
	}
	return out
}
