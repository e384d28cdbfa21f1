package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
)

// choice is one line of a picker.
type choice struct{ value, label, note string }

// picker is a list to choose from, narrowed by what is typed.
type picker struct {
	title  string
	all    []choice
	found  []choice
	filter string
	chosen int
	take   func(m *screen, value string) tea.Cmd
	hint   string // what else can be done
	other  func(m *screen, msg tea.KeyPressMsg, value string) tea.Cmd
	back   mode
}

// pick opens a list; what is taken, and esc, lead back to where it was opened.
func (m *screen) pick(title string, all []choice, take func(*screen, string) tea.Cmd) tea.Cmd {
	back := m.mode
	if back != browsing {
		back = chatting
	}
	m.mode = picking
	m.picker = picker{title: title, all: all, take: take, back: back}
	m.picker.filterBy("")
	return nil
}

// filterBy keeps the lines that hold every word, first those that hold them in
// their name.
func (p *picker) filterBy(filter string) {
	p.filter, p.found, p.chosen = filter, nil, 0
	words := strings.Fields(strings.ToLower(filter))
	var byNote []choice
	for _, c := range p.all {
		switch {
		case holds(c.label, words):
			p.found = append(p.found, c)
		case holds(c.label+" "+c.note, words):
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

func (p *picker) move(step int) { p.chosen = max(0, min(p.chosen+step, len(p.found)-1)) }

func (p *picker) pressed(m *screen, msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.keys.Is(msg, keys.Cancel):
		m.mode = p.back
	case m.keys.Is(msg, keys.Older):
		p.move(-1)
	case m.keys.Is(msg, keys.Newer):
		p.move(1)
	case p.other != nil && (m.keys.Is(msg, keys.Rename) || m.keys.Is(msg, keys.Remove)):
		if p.chosen < len(p.found) {
			return p.other(m, msg, p.found[p.chosen].value)
		}
	case m.keys.Is(msg, keys.Send):
		m.mode = p.back
		if p.chosen < len(p.found) {
			return p.take(m, p.found[p.chosen].value)
		}
	case msg.Code == tea.KeyBackspace:
		if r := []rune(p.filter); len(r) > 0 {
			p.filterBy(string(r[:len(r)-1]))
		}
	case msg.Text != "":
		p.filterBy(p.filter + forFilter(msg.Text))
	}
	return nil
}

// lines draws the list into width × height cells.
func (p *picker) lines(pt *draw.Painter, width, height int) []string {
	hint := fmt.Sprintf("  %d of %d · type to narrow · enter takes · esc closes", len(p.found), len(p.all))
	if p.hint != "" {
		hint = fmt.Sprintf("  %d of %d · %s", len(p.found), len(p.all), p.hint)
	}
	out := []string{
		draw.Fit(pt.Theme.Strong.Render(draw.OneLine(p.title, 40))+pt.Theme.Dim.Render(hint), width),
		pt.Theme.Accent.Render("/ ") + draw.OneLine(p.filter, width-3),
		"",
	}
	room := max(1, height-len(out))
	column, note := 0, 0
	for _, c := range p.found {
		note = max(note, draw.Cells(draw.OneLine(c.note, width)))
	}
	// A label gives way to its note, but not beyond half of the line.
	most := min(width*2/3, max(width/2, width-note-5))
	for _, c := range p.found {
		column = max(column, draw.Cells(draw.OneLine(c.label, most)))
	}
	first := max(0, p.chosen-room+1)
	for i := first; i < len(p.found) && i < first+room; i++ {
		c := p.found[i]
		label := draw.Pad(draw.OneLine(c.label, column), column)
		lead := "  "
		if i == p.chosen {
			lead, label = pt.Theme.Accent.Render("› "), pt.Theme.Accent.Render(label)
		}
		out = append(out, lead+label+"  "+pt.Theme.Dim.Render(draw.OneLine(c.note, width-column-5)))
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

// palette lists all commands.
func (m *screen) palette() tea.Cmd {
	var all []choice
	for _, c := range slashes() {
		all = append(all, choice{value: c.name, label: strings.TrimSpace("/" + c.name + " " + c.args), note: c.about})
	}
	return m.pick("commands", all, func(m *screen, name string) tea.Cmd {
		if name == "remember" { // it needs a text
			m.input.Set("/" + name + " ")
			return nil
		}
		return m.run(name, "")
	})
}

// searchHistory lists what was typed before, newest first.
func (m *screen) searchHistory() tea.Cmd {
	var all []choice
	lines := m.input.History.Lines
	for i := len(lines) - 1; i >= 0; i-- {
		all = append(all, choice{value: lines[i], label: draw.Headline(lines[i])})
	}
	return m.pick("typed before", all, func(m *screen, text string) tea.Cmd {
		m.input.Set(text)
		return nil
	})
}
