package page

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// question is asked before something that matters is done, or when a line must be
// typed. Nothing is done unless enter is pressed; where need is set, not unless
// that word is typed, too, and where nothing is typed, not once something is: then the
// question is gone.
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
	case typing && erases(msg):
		q.typed = erased(q.typed, msg)
	case typing && msg.Text != "":
		q.typed += forFilter(msg.Text)
	case msg.Text != "": // whoever types on has not read it: their enter is no answer
		q.s.back()
		return nil, false
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

// shown is the end of the typed line as the screen shows it: of a secret how much
// there is.
func (q *question) shown(width int) string {
	if q.secret {
		return strings.Repeat("•", max(0, min(len([]rune(q.typed)), 40, width-3)))
	}
	return draw.End(q.typed, width-3)
}

func (q *question) View(width, height int) View {
	lines, typing := q.lines(width, height)
	if typing < 0 {
		return View{Lines: lines}
	}
	return View{lines, tea.NewCursor(2+draw.Cells(q.shown(min(width, Widest))), typing)}
}

// lines draws the question into width × height cells; typing is the line that is
// typed in, -1 for none.
func (q *question) lines(width, height int) (out []string, typing int) {
	p := q.s.Painter
	out = []string{p.Theme.Strong.Render(draw.OneLine(q.title, width)), ""}
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
		tail = append(tail, p.Theme.Accent.Render("> ")+q.shown(width))
	}
	for _, line := range draw.Wrap(hint, width) {
		tail = append(tail, p.Theme.Dim.Render(line))
	}
	if room := max(2, height-len(tail)); len(out) > room {
		out = append(out[:room-1], p.Theme.Dim.Render("…"))
	}
	if typing = -1; q.asks || q.need != "" {
		typing = len(out) + 1
	}
	return append(out, tail...), typing
}
