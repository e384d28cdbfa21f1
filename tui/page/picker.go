package page

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// Choice is one line of a picker.
type Choice struct{ Value, Label, Note string }

// picker is a list to choose from, narrowed by what is typed.
type picker struct {
	s      *Shell
	title  string
	all    []Choice
	found  []Choice
	filter string
	chosen int
	take   func(value string) tea.Cmd
	Hint   string // what else can be done
	other  func(msg tea.KeyPressMsg, value string) tea.Cmd
}

// NewPicker is a list; what take is given was chosen, and the list is closed then.
func NewPicker(s *Shell, title string, all []Choice, take func(string) tea.Cmd) *picker {
	p := &picker{s: s, title: title, all: all, take: take}
	p.filterBy("")
	return p
}

// Pick opens a list over the talk.
func (s *Shell) Pick(title string, all []Choice, take func(string) tea.Cmd) *picker {
	p := NewPicker(s, title, all, take)
	if _, over := s.Top().(*Memory); !over {
		s.Home()
	}
	s.open(p)
	return p
}

// filterBy keeps the lines that hold every word, first those that hold them in
// their name.
func (p *picker) filterBy(filter string) {
	p.filter, p.found, p.chosen = filter, nil, 0
	words := strings.Fields(strings.ToLower(filter))
	var byNote []Choice
	for _, c := range p.all {
		switch {
		case holds(c.Label, words):
			p.found = append(p.found, c)
		case holds(c.Label+" "+c.Note, words):
			byNote = append(byNote, c)
		}
	}
	p.found = append(p.found, byNote...)
}

func holds(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

func (p *picker) Scroll(step int) { p.chosen = max(0, min(p.chosen+step, len(p.found)-1)) }

func (p *picker) Paste(text string) (tea.Cmd, bool) {
	p.filterBy(p.filter + draw.OneLine(text, 80))
	return nil, true
}

func (p *picker) Keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	km := p.s.Keys
	switch {
	case km.Is(msg, keys.Cancel):
		p.s.back()
	case km.Is(msg, keys.Older):
		p.Scroll(-1)
	case km.Is(msg, keys.Newer):
		p.Scroll(1)
	case p.other != nil && (km.Is(msg, keys.Rename) || km.Is(msg, keys.Remove)):
		if p.chosen < len(p.found) {
			return p.other(msg, p.found[p.chosen].Value), true
		}
	case km.Is(msg, keys.Send):
		if p.chosen < len(p.found) { // where nothing fits, there is something to correct
			p.s.back()
			return p.take(p.found[p.chosen].Value), true
		}
	case msg.Code == tea.KeyHome:
		p.chosen = 0
	case msg.Code == tea.KeyEnd:
		p.Scroll(len(p.found))
	case erases(msg):
		p.filterBy(erased(p.filter, msg))
	case msg.Text != "":
		p.filterBy(p.filter + forFilter(msg.Text))
	}
	return nil, true
}

func (p *picker) View(width, height int) View {
	return View{p.lines(width, height), tea.NewCursor(2+draw.Cells(draw.End(p.filter, width-3)), 1)}
}

// lines draws the list into width × height cells.
func (p *picker) lines(width, height int) []string {
	pt := p.s.Painter
	hint := []string{fmt.Sprintf("%d of %d", len(p.found), len(p.all))}
	if p.Hint == "" {
		hint = append(hint, "type to narrow", "enter takes")
	} else {
		hint = append(hint, strings.Split(p.Hint, " · ")...)
	}
	out := []string{
		heading(pt, width, draw.OneLine(p.title, 40), append(hint, "esc closes")...),
		pt.Theme.Accent.Render("/ ") + draw.End(p.filter, width-3),
		"",
	}
	if len(p.found) == 0 && p.filter != "" {
		return append(out, pt.Theme.Dim.Render(draw.Fit("nothing here holds these words", width)))
	}
	room := max(1, height-len(out))
	column, note := 0, 0
	for _, c := range p.found {
		note = max(note, draw.Cells(draw.OneLine(c.Note, width)))
	}
	// A label gives way to its note, but not beyond half of the line.
	most := min(width*2/3, max(width/2, width-note-5))
	for _, c := range p.found {
		column = max(column, draw.Cells(draw.OneLine(c.Label, most)))
	}
	first := max(0, p.chosen-room+1)
	for i := first; i < len(p.found) && i < first+room; i++ {
		c := p.found[i]
		label := draw.Pad(draw.OneLine(c.Label, column), column)
		lead := "  "
		if i == p.chosen {
			lead, label = pt.Theme.Accent.Render("› "), pt.Theme.Accent.Render(label)
		}
		out = append(out, lead+label+"  "+pt.Theme.Dim.Render(draw.OneLine(c.Note, width-column-5)))
	}
	return out
}

// forFilter is typed text fit for a filter.
func forFilter(s string) string {
	if s == " " {
		return s
	}
	return draw.OneLine(s, 40)
}

// erases tells whether a key takes typed text away: backspace the last character,
// ctrl+w the last word, ctrl+u all.
func erases(msg tea.KeyPressMsg) bool {
	return msg.Code == tea.KeyBackspace || msg.Mod == tea.ModCtrl && (msg.Code == 'u' || msg.Code == 'w')
}

// erased is what such a key leaves of a text.
func erased(s string, msg tea.KeyPressMsg) string {
	switch msg.Code {
	case 'u':
		return ""
	case 'w':
		s = strings.TrimRight(s, " ")
		return s[:strings.LastIndexByte(s, ' ')+1]
	}
	r := []rune(s)
	return string(r[:max(0, len(r)-1)])
}
