package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/memory/search"
)

// browser is the memory view: the files of the land to read, and a search as one
// types.
type browser struct {
	files  []string
	at     int // index of the file shown
	name   string
	source string
	drawn  []string
	starts []int // where each line of the file begins in drawn
	mark   int   // line of the file that was looked for, 0 for none
	width  int
	theme  int
	top    int

	query  string
	answer search.Answer
	chosen int
	fault  string
}

// browse opens the memory view, with a query when one is given.
func (m *screen) browse(query string) tea.Cmd {
	if m.o.Memory == nil {
		m.tell("memory cannot be read here: dormouse memory search")
		return nil
	}
	m.mode, m.browser = browsing, browser{query: query}
	list := m.o.Memory.Files
	files := func() tea.Msg {
		names, err := list()
		return filesMsg{names, err}
	}
	return tea.Batch(files, m.browser.ask(query))
}

// listed takes the names and opens the first of them.
func (b *browser) listed(m *screen, msg filesMsg) tea.Cmd {
	b.files = msg.names
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	if len(b.files) == 0 {
		return nil
	}
	return m.openFile(b.files[0], 0)
}

func (m *screen) openFile(name string, line int) tea.Cmd {
	read := m.o.Memory.Read
	return func() tea.Msg {
		data, err := read(name)
		return fileMsg{name, line, data, err}
	}
}

func (b *browser) opened(_ *screen, msg fileMsg) tea.Cmd {
	b.name, b.source, b.drawn, b.starts, b.top, b.fault = msg.name, string(msg.data), nil, nil, 0, ""
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	for i, name := range b.files {
		if name == msg.name {
			b.at = i
		}
	}
	b.mark = msg.line
	return nil
}

// reload reads the file again, after the editor.
func (b *browser) reload(m *screen) tea.Cmd {
	if b.name == "" || m.o.Memory == nil {
		return nil
	}
	return m.openFile(b.name, 0)
}

// ask searches, a moment after the last key.
func (b *browser) ask(query string) tea.Cmd {
	b.query, b.chosen = query, 0
	if strings.TrimSpace(query) == "" {
		b.answer = search.Answer{}
		return nil
	}
	return tea.Tick(pace, func(time.Time) tea.Msg { return searchMsg{query} })
}

func (b *browser) search(m *screen, msg searchMsg) tea.Cmd {
	if msg.query != b.query || m.o.Memory == nil {
		return nil
	}
	find := m.o.Memory.Search
	return func() tea.Msg {
		a, err := find(msg.query, 30)
		return foundMsg{msg.query, a, err}
	}
}

func (b *browser) found(msg foundMsg) tea.Cmd {
	if msg.query != b.query {
		return nil // an answer to what was typed before
	}
	b.answer, b.fault = msg.answer, ""
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	return nil
}

func (b *browser) scroll(n, height int) { b.top = max(0, min(b.top+n, len(b.drawn)-height/2)) }

func (b *browser) pressed(m *screen, msg tea.KeyPressMsg) tea.Cmd {
	hits := b.answer.Results
	switch {
	case m.keys.is(msg, actCancel):
		if b.query != "" {
			return b.ask("")
		}
		m.mode = chatting
	case m.keys.is(msg, actEditor):
		return m.editFile(b.name, b.line())
	case m.keys.is(msg, actOlder):
		b.move(-1, m.upper())
	case m.keys.is(msg, actNewer):
		b.move(1, m.upper())
	case m.keys.is(msg, actSend) && b.query != "" && b.chosen < len(hits):
		h := hits[b.chosen]
		b.query, b.answer = "", search.Answer{}
		return m.openFile(h.Path, h.Start)
	case msg.Code == tea.KeyLeft, msg.Code == tea.KeyRight, msg.Code == tea.KeyTab:
		return b.turn(m, msg.Code == tea.KeyLeft)
	case msg.Code == tea.KeyBackspace:
		if r := []rune(b.query); len(r) > 0 {
			return b.ask(string(r[:len(r)-1]))
		}
	case msg.Text != "":
		return b.ask(b.query + forFilter(msg.Text))
	}
	return nil
}

// move goes through the hits, or through the file.
func (b *browser) move(step, height int) {
	if b.query == "" {
		b.scroll(step, height)
		return
	}
	b.chosen = max(0, min(b.chosen+step, len(b.answer.Results)-1))
}

// turn goes to the next file, or back.
func (b *browser) turn(m *screen, back bool) tea.Cmd {
	if len(b.files) == 0 || b.query != "" {
		return nil
	}
	step := 1
	if back {
		step = len(b.files) - 1
	}
	return m.openFile(b.files[(b.at+step)%len(b.files)], 0)
}

// lines draws the view into width × height cells.
func (b *browser) lines(p *painter, width, height int) []string {
	hint := "type to search · ←/→ other files · ctrl+g edits · esc closes"
	if b.query != "" {
		hint = "enter opens · esc clears"
	}
	out := []string{
		fit(p.theme.strong.Render("memory")+p.theme.dim.Render("  "+hint), width),
		p.theme.accent.Render("/ ") + oneLine(b.query, width-3),
		"",
	}
	room := max(1, height-len(out))
	switch {
	case b.fault != "":
		return append(out, p.theme.bad.Render(oneLine("! "+b.fault, width)))
	case b.query != "":
		return append(out, b.hits(p, width, room)...)
	}
	title := fmt.Sprintf("%s · %d of %d", b.name, b.at+1, len(b.files))
	if b.name == "" {
		title = "nothing is remembered yet"
	}
	out = append(out, p.theme.accent.Render(oneLine(title, width)))
	if b.drawn == nil || b.width != p.width || b.theme != p.theme.version {
		b.draw(p)
	}
	b.top = max(0, min(b.top, len(b.drawn)-1))
	return append(out, b.drawn[b.top:min(len(b.drawn), b.top+room-1)]...)
}

// draw wraps the file, shows the line that was looked for, and remembers where
// each line stands.
func (b *browser) draw(p *painter) {
	seen := b.seen()
	if b.drawn == nil && b.mark > 0 {
		seen = max(1, b.mark-1)
	}
	b.drawn, b.starts, b.width, b.theme = []string{}, nil, p.width, p.theme.version
	for i, line := range strings.Split(b.source, "\n") {
		b.starts = append(b.starts, len(b.drawn))
		for _, part := range wrap(line, p.width-2) {
			lead := "  "
			if i+1 == b.mark {
				lead = p.theme.accent.Render("›") + " "
			}
			b.drawn = append(b.drawn, strings.TrimRight(lead+part, " "))
		}
	}
	b.top = b.starts[min(seen, len(b.starts))-1]
}

// line is the line of the file to edit: the one looked for, else the first seen.
func (b *browser) line() int {
	if b.mark > 0 {
		return b.mark
	}
	return b.seen()
}

// seen is the first line of the file that is seen.
func (b *browser) seen() int {
	line := 1
	for i, start := range b.starts {
		if start <= b.top {
			line = i + 1
		}
	}
	return line
}

// hits draws what was found, two lines each.
func (b *browser) hits(p *painter, width, room int) []string {
	if len(b.answer.Results) == 0 {
		return []string{p.theme.dim.Render(verdict(b.answer.Verdict))}
	}
	var out []string
	fits := max(1, room/2)
	first := max(0, b.chosen-fits+1)
	for i := first; i < len(b.answer.Results) && i < first+fits; i++ {
		h := b.answer.Results[i]
		place := fmt.Sprintf("%s:%d  %s", h.Path, h.Start, h.Heading)
		if h.SupersededBy != "" {
			place += "  (superseded)"
		}
		lead := "  "
		if i == b.chosen {
			lead = p.theme.accent.Render("› ")
		}
		out = append(out, lead+p.theme.dim.Render(oneLine(place, width-2)), "  "+oneLine(h.Text, width-2))
	}
	return out
}

// verdict says what no hits mean.
func verdict(v search.Verdict) string {
	switch v {
	case search.NoMatch:
		return "none of these words occur"
	case search.BelowThreshold:
		return "the words occur, but nothing is about this"
	case search.EmptyStore:
		return "nothing is remembered yet"
	case search.StaleIndex:
		return "not all files could be read"
	}
	return "…"
}
