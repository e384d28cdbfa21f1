package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dormouse/memory/search"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/tell"
)

// browser is the memory view: the files of the land to read, a search as one
// types, and what can be done with a line.
type browser struct {
	files []string
	at    int // index of the file shown
	page  page

	query  string
	answer search.Answer
	chosen int
	fault  string
	note   string // what was just done
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
	b.fault = ""
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	for i, name := range b.files {
		if name == msg.name {
			b.at = i
		}
	}
	b.page = newPage(msg.name, string(msg.data), msg.line)
	return nil
}

// reload reads the file again, after something has changed it.
func (b *browser) reload(m *screen) tea.Cmd {
	if b.page.name == "" || m.o.Memory == nil {
		return nil
	}
	return tea.Batch(m.openFile(b.page.name, b.page.line), b.search(m, searchMsg{b.query}))
}

// ask searches, a moment after the last key.
func (b *browser) ask(query string) tea.Cmd {
	b.query, b.chosen, b.note = query, 0, ""
	if strings.TrimSpace(query) == "" {
		b.answer = search.Answer{}
		return nil
	}
	return tea.Tick(pace, func(time.Time) tea.Msg { return searchMsg{query} })
}

func (b *browser) search(m *screen, msg searchMsg) tea.Cmd {
	if msg.query != b.query || strings.TrimSpace(msg.query) == "" || m.o.Memory == nil {
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
	b.chosen = max(0, min(b.chosen, len(b.answer.Results)-1))
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	return nil
}

func (b *browser) scroll(n, height int) {
	if b.query != "" {
		b.move(n)
		return
	}
	b.page.scroll(n, height)
}

func (b *browser) pressed(m *screen, msg tea.KeyPressMsg) tea.Cmd {
	switch {
	case m.keys.Is(msg, keys.Cancel):
		if b.query != "" {
			return b.ask("")
		}
		m.mode = chatting
	case m.keys.Is(msg, keys.Editor):
		name, line := b.place()
		return m.editFile(name, line)
	case m.keys.Is(msg, keys.Why):
		return m.whyEntry(b.ref())
	case m.keys.Is(msg, keys.Pin):
		return m.pin(b.ref())
	case m.keys.Is(msg, keys.Remove):
		return m.forget(b.ref())
	case m.keys.Is(msg, keys.UndoWrite):
		return m.undoWrite()
	case m.keys.Is(msg, keys.Older):
		b.move(-1)
	case m.keys.Is(msg, keys.Newer):
		b.move(1)
	case m.keys.Is(msg, keys.Send):
		return b.entered(m)
	case msg.Code == tea.KeyLeft, msg.Code == tea.KeyRight, msg.Code == tea.KeyTab:
		return b.turn(m, msg.Code == tea.KeyLeft)
	case msg.Code == tea.KeyHome:
		b.move(-1 << 20)
	case msg.Code == tea.KeyEnd:
		b.move(1 << 20)
	case msg.Code == tea.KeyBackspace:
		if r := []rune(b.query); len(r) > 0 {
			return b.ask(string(r[:len(r)-1]))
		}
	case msg.Text != "":
		return b.ask(b.query + forFilter(msg.Text))
	}
	return nil
}

// entered opens a hit, or lists what can be done with a line.
func (b *browser) entered(m *screen) tea.Cmd {
	if b.query == "" {
		return m.entryMenu(b.ref())
	}
	if b.chosen >= len(b.answer.Results) {
		return nil
	}
	h := b.answer.Results[b.chosen]
	b.query, b.answer = "", search.Answer{}
	return m.openFile(h.Path, h.Line)
}

// place is the file and the line that keys mean.
func (b *browser) place() (name string, line int) {
	if b.query != "" && b.chosen < len(b.answer.Results) {
		h := b.answer.Results[b.chosen]
		return h.Path, h.Line
	}
	return b.page.name, b.page.line
}

// ref names the entry that keys mean: by its id where it has one.
func (b *browser) ref() string {
	name, line := b.place()
	if b.query != "" && b.chosen < len(b.answer.Results) && b.answer.Results[b.chosen].ID != "" {
		return "^" + b.answer.Results[b.chosen].ID
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// move goes through the hits, or through the lines of the file.
func (b *browser) move(step int) {
	if b.query == "" {
		b.page.move(step)
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
	b.note = ""
	return m.openFile(b.files[(b.at+step)%len(b.files)], 0)
}

// lines draws the view into width × height cells.
func (b *browser) lines(m *screen, width, height int) []string {
	p := m.painter
	hint := "type to search · enter acts · ←/→ files · esc closes"
	if b.query != "" {
		hint = "enter opens · " + m.keys.Of(keys.Why) + " why · " + m.keys.Of(keys.Remove) + " forgets · esc clears"
	}
	out := []string{
		draw.Fit(p.Theme.Strong.Render("memory")+p.Theme.Dim.Render("  "+hint), width),
		p.Theme.Accent.Render("/ ") + draw.OneLine(b.query, width-3),
		p.Theme.Good.Render(draw.OneLine(b.note, width)),
	}
	room := max(1, height-len(out))
	switch {
	case b.fault != "":
		return append(out, p.Theme.Bad.Render(draw.OneLine("! "+b.fault, width)))
	case b.query != "":
		return append(out, b.hits(p, width, room)...)
	case b.page.name == "":
		return append(out, p.Theme.Dim.Render(draw.Fit("nothing is remembered yet", width)))
	}
	title := fmt.Sprintf("%s · %d of %d", b.page.name, b.at+1, len(b.files))
	out = append(out, p.Theme.Accent.Render(draw.OneLine(title, width)))
	return append(out, b.page.lines(p, room-1)...)
}

// hits draws what was found, two lines each.
func (b *browser) hits(p *draw.Painter, width, room int) []string {
	var out []string
	if b.answer.Notice != "" {
		out = append(out, p.Theme.Warn.Render(draw.OneLine(b.answer.Notice, width)))
		room--
	}
	if b.answer.Verdict != search.Hits {
		out = append(out, p.Theme.Dim.Render(tell.Verdict(b.answer.Verdict)))
		room--
	}
	fits := max(1, room/2)
	first := max(0, b.chosen-fits+1)
	for i := first; i < len(b.answer.Results) && i < first+fits; i++ {
		h := b.answer.Results[i]
		place := fmt.Sprintf("%s:%d  %s", h.Path, h.Line, h.Heading)
		if h.SupersededBy != "" {
			place += "  (superseded)"
		}
		if h.Why == search.Meaning {
			place += "  (near in meaning)"
		}
		if h.Associated != "" {
			place += "  (comes to mind with ^" + h.Associated + ")"
		}
		lead := "  "
		if i == b.chosen {
			lead = p.Theme.Accent.Render("› ")
		}
		out = append(out, lead+p.Theme.Dim.Render(draw.OneLine(place, width-2)), "  "+matched(p, h, width-2))
	}
	return out
}

// matched is the line of a hit, with its neighbours dimmed where there is room.
func matched(p *draw.Painter, h search.Hit, width int) string {
	text := draw.OneLine(h.Matched(), width)
	var rest []string
	for _, l := range h.Beside {
		rest = append(rest, l.Text)
	}
	room := width - lipgloss.Width(text) - 3
	if len(rest) == 0 || room < 8 {
		return text
	}
	return text + p.Theme.Dim.Render(" · "+draw.OneLine(strings.Join(rest, " "), room))
}
