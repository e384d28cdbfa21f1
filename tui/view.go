package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/page"
)

// smallest is the size below which nothing but the input is drawn.
const smallest = 8

// View draws the screen from the model; it changes caches only. While letters are
// gathered the last frame stands.
func (m *screen) View() tea.View {
	if m.burst.text == "" || m.frame.Content == "" {
		m.frame = m.draw()
	}
	return m.frame
}

func (m *screen) draw() tea.View {
	v := tea.NewView("")
	v.AltScreen, v.WindowTitle = true, m.windowTitle()
	if m.Options.Mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	if m.width == 0 || m.height == 0 {
		return v
	}
	lower, cursor := m.lower()
	upper := max(0, m.height-len(lower))
	lines := lower
	if upper > 0 {
		shown := m.seen().View(m.width-1, upper)
		lines = append(draw.Fill(shown.Lines, upper), lower...)
		if cursor == nil {
			cursor = shown.Cursor
		} else {
			cursor.Y += upper
		}
	}
	if extra := len(lines) - m.height; extra > 0 {
		lines = lines[extra:] // what is lowest is needed most
		if cursor != nil {
			cursor.Y -= extra
		}
	}
	v.Content, v.Cursor = strings.Join(lines, "\n"), cursor
	return v
}

// upper is the height of the upper part.
func (m *screen) upper() int {
	lower, _ := m.lower()
	return max(1, m.height-len(lower))
}

// seen is the page on top, or the talk.
func (m *screen) seen() page.Page {
	if p := m.Top(); p != nil {
		return p
	}
	return m.under
}

// inputShown tells whether the input stands below the page that is seen.
func (m *screen) inputShown() bool {
	_, over := m.seen().(page.OverInput)
	return over
}

// lower draws what stands below the page: the night, what waits, the commands that
// fit, the status, the input and the meter. The cursor is given from the top of it,
// nil when the input does not have it.
func (m *screen) lower() (out []string, cursor *tea.Cursor) {
	if !m.inputShown() {
		return []string{m.meterLine()}, nil
	}
	if m.asleep != nil && m.height >= 16 {
		out = append(out, m.asleep.panel(m.Painter, min(m.width, page.Widest), false)...)
	}
	out = append(out, m.waitingLines(m.width)...)
	out = append(out, m.popup.lines(m.Painter, m.width)...)
	if m.height >= smallest {
		out = append(out, m.statusLine())
	}
	if c := m.input.Cursor(); c != nil {
		cursor = tea.NewCursor(c.X, len(out)+c.Y)
	}
	out = append(out, m.input.Lines()...)
	if m.height > 2 || m.private && m.height == 2 {
		out = append(out, m.meterLine())
	}
	return out, cursor
}

// statusLine is the rule above the input; it says what goes on, and whether there
// is more below.
func (m *screen) statusLine() string {
	left, right := m.doingText(), ""
	if m.Top() == nil && !m.Talk.SeenAll() {
		right = "↓ more · " + m.Keys.Of(keys.End)
	}
	style := m.theme.Quiet
	line := "──"
	if left != "" {
		line += " " + draw.OneLine(left, max(0, m.width-8-draw.Cells(right))) + " "
	}
	if right != "" {
		right = " " + right + " ──"
	}
	rest := m.width - draw.Cells(line) - draw.Cells(right)
	if rest < 0 {
		right, rest = "", max(0, m.width-draw.Cells(line))
	}
	if left != "" {
		line = style.Render("──") + m.theme.Accent.Render(strings.TrimPrefix(line, "──"))
	} else {
		line = style.Render(line)
	}
	return line + style.Render(strings.Repeat("─", rest)) + m.theme.Accent.Render(right)
}

// doingText says what goes on in a few words.
func (m *screen) doingText() string {
	esc := m.Keys.Of(keys.Cancel)
	switch {
	case m.closing:
		return "closing"
	case m.moving:
		return "opening the session"
	case m.armed:
		return m.Keys.Of(keys.Clear) + " again quits"
	case m.asleep != nil && m.work.told:
		return fmt.Sprintf("waking · %ds", m.work.seconds)
	case m.asleep != nil:
		return fmt.Sprintf("asleep · %ds · %s wakes", m.work.seconds, esc)
	case m.work.what != "" && m.work.told:
		return fmt.Sprintf("stopping · %ds", m.work.seconds)
	case m.work.what != "":
		return fmt.Sprintf("%s · %ds · %s stops", m.work.what, m.work.seconds, esc)
	}
	return ""
}
