package tui

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/safe"
)

// cells is how many columns drawn text takes.
func cells(s string) int { return ansi.StringWidth(s) }

// step is how full a context is: calm below half, then filling, due from the
// threshold of a night.
func step(m runtime.Meter, t theme) (lipgloss.Style, string) {
	switch {
	case m.Used >= m.Threshold && m.Threshold > 0 && m.Ahead.State == runtime.Preparing:
		return t.warn, "preparing a night"
	case m.Used >= m.Threshold && m.Threshold > 0:
		return t.bad, "night due"
	case m.Percent >= 50:
		return t.warn, ""
	}
	return t.good, ""
}

// tilde marks what is not counted by the provider.
func tilde(s llm.Source) string {
	if s == llm.FromProvider {
		return ""
	}
	return "~"
}

// sourceName says in words where used comes from.
func sourceName(s llm.Source) string {
	switch s {
	case llm.FromProvider:
		return "counted by provider"
	case llm.FromBoth:
		return "provider + estimate"
	case llm.FromEstimate:
		return "an estimate, counted here"
	case llm.FromFlag:
		return "from --window"
	case llm.FromConfig:
		return "from the config"
	case llm.FromCatalogue:
		return "from the model catalogue"
	case llm.FromServer:
		return "said by the server"
	case llm.FromDefault:
		return "a safe default: the model is not in the catalogue"
	}
	return oneLine(string(s), 40)
}

// meterLine is the line under the input: bar, share, used and window, source,
// turns until the next night, and on the right who answers. What has no room is
// left out, the least needed first.
func (m *screen) meterLine() string {
	p := m.painter
	mark := ""
	if m.private {
		mark = p.theme.bad.Render("PRIVATE") + p.theme.dim.Render(" · ")
	}
	if !m.metered {
		return mark + p.theme.dim.Render(oneLine("context: not counted yet", max(0, m.width-cells(mark))))
	}
	style, due := step(m.meter, p.theme)
	wide := m.width >= 76
	barCells, count := 10, short
	if wide {
		barCells, count = 20, number
	}
	about := tilde(m.meter.UsedSource)
	parts := []string{
		style.Render(meterBar(m.meter, barCells)) + fmt.Sprintf(" %s%.0f%%", about, m.meter.Percent),
		fmt.Sprintf("%s%s/%s", about, count(m.meter.Used), count(m.meter.Window)),
	}
	if due != "" {
		parts = append(parts, style.Render(due))
	} else if n := m.meter.TurnsUntilNight; n >= 0 {
		parts = append(parts, "night in ~"+many(n, "turn"))
	}
	if m.input.tokens > 0 {
		parts = append(parts, "draft ~"+count(m.input.tokens))
	}
	parts = append(parts, oneLine(string(m.meter.UsedSource), 12))
	sep := p.theme.dim.Render(" · ")
	line := mark + strings.Join(parts, sep)
	for len(parts) > 1 && cells(line) > m.width {
		parts = parts[:len(parts)-1]
		line = mark + strings.Join(parts, sep)
	}
	return m.withRight(line, p.theme.dim.Render(oneLine(m.model, m.width/3)))
}

// withRight puts right at the end of the line where there is room for it.
func (m *screen) withRight(line, right string) string {
	if room := m.width - cells(line) - cells(right); right != "" && room >= 2 {
		return line + strings.Repeat(" ", room) + right
	}
	return line
}

// meterBar is the bar with a mark where a night is due.
func meterBar(m runtime.Meter, n int) string {
	line := []rune(bar(m.Used, max(1, m.Window), n))
	if m.Window > 0 && m.Threshold > 0 {
		if at := m.Threshold * n / m.Window; at < n {
			line[at] = '┃'
		}
	}
	return string(line)
}

// meterDetail explains every number of the meter, a line each.
func (m *screen) meterDetail(width int) []string {
	p, t := m.painter, m.meter
	if !m.metered {
		return []string{"nothing has been counted yet"}
	}
	style, due := step(t, p.theme)
	out := []string{
		style.Render(meterBar(t, max(10, min(width, 60)))),
		fmt.Sprintf("%s%s of %s tokens, %.1f%%  %s", tilde(t.UsedSource), number(t.Used), number(t.Window), t.Percent, due), "",
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
		line := fmt.Sprintf("%-9s %9s  %s  %s", part.name, number(part.n), bar(part.n, max(1, t.Window), 12), part.about)
		out = append(out, fit(line, width))
	}
	out = append(out, "",
		fit("used: "+sourceName(t.UsedSource), width),
		fit("window: "+number(t.Window)+", "+sourceName(t.WindowSource), width),
		fit(fmt.Sprintf("a night is due from %s tokens; %s", number(t.Threshold), forecast(t)), width),
	)
	if s := prepared(t.Ahead); s != "" {
		out = append(out, fit(s, width))
	}
	if t.LastError != 0 {
		out = append(out, fit(fmt.Sprintf("the last estimate was off by %+.1f%%", t.LastError), width))
	}
	if s := cost(m.spent); s != "" {
		out = append(out, fit(s, width))
	}
	out = append(out,
		p.theme.dim.Render(oneLine("prefix "+t.PrefixHash, width)),
		p.theme.dim.Render(oneLine("model "+m.model+" · "+m.why, width)),
		p.theme.dim.Render(oneLine("session "+orElse(m.session, "not begun")+" · land "+m.land, width)),
	)
	return append(out, m.partLines(width)...)
}

// partLines are the texts that the model sees, whole, in their order.
func (m *screen) partLines(width int) []string {
	var out []string
	for _, part := range m.parts {
		out = append(out, "", fit(m.painter.theme.strong.Render(part.Name)+m.painter.theme.dim.Render(fmt.Sprintf("  %s tokens", number(part.Tokens))), width))
		for line := range strings.Lines(safe.Text(part.Text)) {
			out = append(out, wrap(strings.TrimRight(line, "\n"), width)...)
		}
	}
	return out
}

// cost is what the replies of this session cost; "" where no provider counted one.
func cost(s runtime.Spent) string {
	if s.Replies == 0 {
		return ""
	}
	price := fmt.Sprintf("$%.4f", s.USD)
	switch {
	case s.Unknown == s.Replies:
		price = "price unknown"
	case s.Unknown > 0:
		price = "at least " + price
	}
	u := s.Usage
	return fmt.Sprintf("spent: %s for %s: %s tokens in (%s of them cached), %s out", price, replies(s.Replies), number(u.Input), number(u.Cached), number(u.Output))
}

func replies(n int) string {
	if n == 1 {
		return "1 reply"
	}
	return number(n) + " replies"
}

func forecast(t runtime.Meter) string {
	if t.TurnsUntilNight < 0 {
		return "no forecast yet"
	}
	return "in about " + many(t.TurnsUntilNight, "turn")
}

// prepared tells of the night that is prepared beside the talk; "" for none.
func prepared(a runtime.Ahead) string {
	switch a.State {
	case runtime.Preparing:
		return fmt.Sprintf("the night is being prepared, over %s up to %s", many(a.Messages, "message"), a.Time.Format("15:04"))
	case runtime.IsReady:
		s := fmt.Sprintf("the night is prepared, over %s up to %s", many(a.Messages, "message"), a.Time.Format("15:04"))
		if a.Calls > 0 {
			s += ", with " + many(a.Calls, "model call")
		}
		return s
	}
	return ""
}
