package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/safe"
)

// offer is one line of the popup.
type offer struct {
	text  string // takes the place of what was typed
	label string
	about string
	kind  offerKind
}

type offerKind int

const (
	offerCommand  offerKind = iota // enter runs it
	offerBeginner                  // a command that needs more: enter goes on
	offerFile                      // a file to attach
	offerFolder                    // a folder to look into
)

// popup lists what may complete the word at the cursor: commands, what may
// follow them, and files after an @.
type popup struct {
	offers []offer
	chosen int
	closed bool   // by esc, until the input changes
	text   string // the input it was closed at

	word  string // the "@…" that is being typed, "" for none
	asked string // the word files were last asked for
}

const popupLines = 6

// update looks up what the input begins.
func (p *popup) update(c *composer) {
	text := c.input.Value()
	if p.closed && text == p.text {
		return
	}
	p.closed = false
	before := p.word
	p.word = ""
	switch {
	case strings.HasPrefix(text, "/") && !strings.ContainsAny(text, "\n"):
		p.offers = commandOffers(text)
	case c.Options.Files != nil:
		if p.word = c.input.Mention(); p.word != before || p.word == "" {
			p.offers = nil // of another word
		}
	default:
		p.offers = nil
	}
	if p.word == "" {
		p.asked = ""
	}
	p.chosen = min(p.chosen, max(0, len(p.offers)-1))
}

// commandOffers are the commands that begin so, or what may follow one.
func commandOffers(text string) []offer {
	name, arg, more := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	name = strings.ToLower(name)
	if strings.Contains(name, "/") {
		return nil
	}
	if more {
		return argumentOffers(name, arg)
	}
	var found, byOther []offer
	for _, c := range slashes() {
		o := offer{text: "/" + c.name, label: strings.TrimSpace(c.name + " " + c.args), about: c.about}
		if c.needs() {
			o.kind = offerBeginner
		}
		switch {
		case strings.HasPrefix(c.name, name):
			found = append(found, o)
		case hasPrefix(c.other, name):
			byOther = append(byOther, o)
		}
	}
	return append(found, byOther...)
}

// argumentOffers are the words that a command takes and that begin so.
func argumentOffers(name, arg string) []offer {
	var found []offer
	for _, c := range slashes() {
		if c.name != name && !hasName(c.other, name) {
			continue
		}
		for _, word := range c.words() {
			if strings.HasPrefix(word, arg) && word != arg {
				found = append(found, offer{text: "/" + name + " " + word, label: name + " " + word, about: c.about})
			}
		}
	}
	return found
}

func hasPrefix(names []string, word string) bool {
	for _, n := range names {
		if strings.HasPrefix(n, word) {
			return true
		}
	}
	return false
}

func hasName(names []string, word string) bool {
	for _, n := range names {
		if n == word {
			return true
		}
	}
	return false
}

func (p *popup) close() { *p = popup{} }

// pressed takes the keys that mean the list while it is shown.
func (p *popup) pressed(c *composer, msg tea.KeyPressMsg) (tea.Cmd, bool) {
	if len(p.offers) == 0 {
		return nil, false
	}
	o := p.offers[p.chosen]
	switch {
	case c.Keys.Is(msg, keys.Cancel):
		*p = popup{closed: true, text: c.input.Value()}
	case c.Keys.Is(msg, keys.Older):
		p.chosen = (p.chosen + len(p.offers) - 1) % len(p.offers)
	case c.Keys.Is(msg, keys.Newer):
		p.chosen = (p.chosen + 1) % len(p.offers)
	case c.Keys.Is(msg, keys.Complete):
		return p.take(c, o, false), true
	case c.Keys.Is(msg, keys.Send):
		return p.take(c, o, true), true
	default:
		return nil, false
	}
	return nil, true
}

// take puts the offer into the input; entered, it also does what it says.
func (p *popup) take(c *composer, o offer, entered bool) tea.Cmd {
	switch o.kind {
	case offerFile:
		word := p.word
		p.close()
		return c.attach(attaching{path: o.text, word: word, chosen: true})
	case offerFolder:
		c.input.Replace(p.word, "@"+safe.Line(o.text))
		p.update(c)
		return nil
	}
	text := o.text
	if entered && o.kind == offerCommand {
		c.input.Set(text)
		p.close()
		return c.enter()
	}
	if strings.Contains(o.label, " ") && !strings.Contains(o.text, " ") {
		text += " " // more may follow
	}
	c.input.Set(text)
	p.close()
	p.update(c)
	return nil
}

// lines draws the list, at most popupLines of it.
func (p *popup) lines(pt *draw.Painter, width int) []string {
	var out []string
	column := 0
	for _, o := range p.offers {
		column = max(column, draw.Cells(draw.OneLine(o.label, width*2/3)))
	}
	first := max(0, p.chosen-popupLines+1)
	for i := first; i < len(p.offers) && len(out) < popupLines; i++ {
		o := p.offers[i]
		sign := "/"
		if o.kind == offerFile || o.kind == offerFolder {
			sign = "@"
		}
		line := strings.TrimRight(draw.Fit(sign+draw.Pad(draw.OneLine(o.label, column), column)+"  "+o.about, width-3), " ")
		if i == p.chosen {
			out = append(out, pt.Theme.Accent.Render("› "+line))
			continue
		}
		out = append(out, pt.Theme.Dim.Render("  "+line))
	}
	return out
}
