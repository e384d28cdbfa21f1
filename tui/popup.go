package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// popup lists the commands that begin with what is typed.
type popup struct {
	found  []slash
	chosen int
	closed bool   // by esc, until the input changes
	text   string // the input it was closed at
}

const popupLines = 6

// update looks up what the input begins.
func (p *popup) update(m *screen) {
	text := m.input.area.Value()
	if p.closed && text == p.text {
		return
	}
	p.closed = false
	p.found = nil
	word, slashed := strings.CutPrefix(text, "/")
	if !slashed || strings.ContainsAny(word, " \n/") {
		p.chosen = 0
		return
	}
	word = strings.ToLower(word)
	var byOther []slash
	for _, c := range slashes() {
		switch {
		case strings.HasPrefix(c.name, word):
			p.found = append(p.found, c)
		case hasPrefix(c.other, word):
			byOther = append(byOther, c)
		}
	}
	p.found = append(p.found, byOther...)
	p.chosen = min(p.chosen, max(0, len(p.found)-1))
}

func hasPrefix(names []string, word string) bool {
	for _, n := range names {
		if strings.HasPrefix(n, word) {
			return true
		}
	}
	return false
}

func (p *popup) close() { *p = popup{} }

// pressed takes the keys that mean the list while it is shown.
func (p *popup) pressed(m *screen, msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if len(p.found) == 0 {
		return nil, false
	}
	c := p.found[p.chosen]
	switch {
	case m.keys.is(msg, actCancel):
		*p = popup{closed: true, text: m.input.area.Value()}
	case m.keys.is(msg, actOlder):
		p.chosen = (p.chosen + len(p.found) - 1) % len(p.found)
	case m.keys.is(msg, actNewer):
		p.chosen = (p.chosen + 1) % len(p.found)
	case m.keys.is(msg, actComplete):
		m.input.set("/" + c.name)
		if c.args != "" {
			m.input.set("/" + c.name + " ")
		}
		p.close()
	case m.keys.is(msg, actSend):
		m.input.set("/" + c.name)
		p.close()
		return m.enter(), true
	default:
		return nil, false
	}
	return nil, true
}

// lines draws the list, at most popupLines of it.
func (p *popup) lines(pt *painter, width int) []string {
	var out []string
	first := max(0, p.chosen-popupLines+1)
	for i := first; i < len(p.found) && len(out) < popupLines; i++ {
		c := p.found[i]
		line := fit(fmt.Sprintf("  /%-26s %s", c.name+" "+c.args, c.about), width-1)
		if i == p.chosen {
			out = append(out, pt.theme.accent.Render("›"+line[1:]))
			continue
		}
		out = append(out, pt.theme.dim.Render(line))
	}
	return out
}
