package page

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
	s     *Shell
	title string
	text  []string // what will happen
	verb  string   // what enter does
	need  string
	asks  bool // a line is typed
	// optional lets the line be empty; secret shows none of it.
	optional, secret bool
	typed            string
	do               func(typed string) tea.Cmd
}

// ask puts a question over what is shown.
func (s *Shell) ask(q question) tea.Cmd {
	q.s = s
	s.open(&q)
	return nil
}

func (q *question) Keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	km := q.s.Keys
	typing := q.asks || q.need != ""
	switch {
	case km.Is(msg, keys.Cancel):
		q.s.back()
	case km.Is(msg, keys.Send) && q.ready():
		typed := strings.TrimSpace(q.typed)
		q.s.back()
		return q.do(typed), true
	case typing && msg.Code == tea.KeyBackspace:
		q.typed = withoutLast(q.typed)
	case typing && msg.Text != "":
		q.typed += forFilter(msg.Text)
	}
	return nil, true
}

func (q *question) Scroll(int) {}

// ready tells whether enter may do it.
func (q *question) ready() bool {
	typed := strings.TrimSpace(q.typed)
	return (q.need == "" || typed == q.need) && (!q.asks || q.optional || typed != "")
}

// longestLine is how long a typed line may be, in characters: a key may have a few
// hundred.
const longestLine = 4096

// Paste takes pasted text into the line.
func (q *question) Paste(text string) (tea.Cmd, bool) {
	q.typed = draw.OneLine(q.typed+draw.OneLine(strings.TrimSpace(text), longestLine), longestLine)
	return nil, true
}

// shown is the typed line as the screen shows it: of a secret how much there is.
func (q *question) shown() string {
	if q.secret {
		return strings.Repeat("•", min(len([]rune(q.typed)), 40))
	}
	return q.typed
}

func (q *question) View(width, height int) view {
	lines := q.lines(width, height)
	if x, y, ok := q.cursor(lines); ok {
		return view{lines, tea.NewCursor(x, y)}
	}
	return view{Lines: lines}
}

// lines draws the question into width × height cells.
func (q *question) lines(width, height int) []string {
	p := q.s.Painter
	out := []string{p.Theme.Strong.Render(draw.OneLine(q.title, width)), ""}
	width = min(width, Widest)
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
