package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// question is asked before something that matters is done, or when a line must be
// typed. Nothing is done unless enter is pressed; where need is set, not unless
// that word is typed, too.
type question struct {
	title string
	text  []string // what will happen
	verb  string   // what enter does
	need  string
	asks  bool // a line is typed
	// optional lets the line be empty; secret shows none of it.
	optional, secret bool
	typed            string
	do               func(m *screen, typed string) tea.Cmd
	back             mode // where esc leads, and what comes after
}

// ask puts a question in place of what is shown.
func (m *screen) ask(q question) tea.Cmd {
	q.back = m.mode
	m.mode, m.question = asking, q
	return nil
}

func (q *question) pressed(m *screen, msg tea.KeyPressMsg) tea.Cmd {
	typing := q.asks || q.need != ""
	switch {
	case m.keys.Is(msg, keys.Cancel):
		m.mode = q.back
	case m.keys.Is(msg, keys.Send) && q.ready():
		typed := strings.TrimSpace(q.typed)
		m.mode, q.typed = q.back, ""
		return q.do(m, typed)
	case typing && msg.Code == tea.KeyBackspace:
		if r := []rune(q.typed); len(r) > 0 {
			q.typed = string(r[:len(r)-1])
		}
	case typing && msg.Text != "":
		q.typed += forFilter(msg.Text)
	}
	return nil
}

// ready tells whether enter may do it.
func (q *question) ready() bool {
	typed := strings.TrimSpace(q.typed)
	return (q.need == "" || typed == q.need) && (!q.asks || q.optional || typed != "")
}

// longestLine is how long a typed line may be, in characters: a key may have a few
// hundred.
const longestLine = 4096

// paste takes pasted text into the line.
func (q *question) paste(text string) {
	q.typed = draw.OneLine(q.typed+draw.OneLine(strings.TrimSpace(text), longestLine), longestLine)
}

// shown is the typed line as the screen shows it: of a secret how much there is.
func (q *question) shown() string {
	if q.secret {
		return strings.Repeat("•", min(len([]rune(q.typed)), 40))
	}
	return q.typed
}

// lines draws the question into width × height cells.
func (q *question) lines(p *draw.Painter, width, height int) []string {
	out := []string{p.Theme.Strong.Render(draw.OneLine(q.title, width)), ""}
	width = min(width, widest)
	for _, line := range q.text {
		out = append(out, draw.Wrap(line, width)...)
	}
	hint := "enter " + q.verb + " · esc leaves it as it is"
	if q.need != "" {
		hint = "type " + q.need + " and press enter to " + q.verb + " · esc leaves it as it is"
	}
	tail := []string{""}
	if q.asks || q.need != "" {
		tail = append(tail, p.Theme.Accent.Render("> ")+draw.OneLine(q.shown(), width-3))
	}
	for _, line := range draw.Wrap(hint, width) {
		tail = append(tail, p.Theme.Dim.Render(line))
	}
	if room := max(2, height-len(tail)); len(out) > room {
		out = append(out[:room-1], p.Theme.Dim.Render("…"))
	}
	return append(out, tail...)
}

// cursor is where typed text goes on, in the lines as drawn; ok is false where
// nothing is typed.
func (q *question) cursor(lines []string) (x, y int, ok bool) {
	if !q.asks && q.need == "" {
		return 0, 0, false
	}
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.Contains(lines[i], "> ") {
			return draw.Cells(strings.TrimRight(lines[i], " ")) + max(0, draw.Cells(q.shown())-draw.Cells(strings.TrimRight(q.shown(), " "))), i, true
		}
	}
	return 0, 0, false
}
