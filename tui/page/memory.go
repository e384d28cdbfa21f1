package page

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/tell"
)

// The messages of the memory view: its files, one of them, and what was found.
type (
	filesMsg struct {
		names []string
		err   error
	}
	FileMsg struct {
		Name string
		Line int
		Data []byte
		err  error
	}
	searchMsg struct{ query string }
	FoundMsg  struct {
		Query  string
		Answer search.Answer
		err    error
	}
)

// afterKey is how long a search waits for the next key.
const afterKey = 40 * time.Millisecond

// Memory is the memory view: the files of the land to read, a search as one
// types, and what can be done with a line.
type Memory struct {
	s     *Shell
	files []string
	at    int // index of the file shown
	file  file
	room  int // lines it was drawn in last

	Query  string
	answer search.Answer
	chosen int
	fault  string
	note   string // what was just done
}

// OpenMemory opens the memory view, with a query when one is given.
func OpenMemory(s *Shell, query string) tea.Cmd {
	if s.Options.Memory == nil {
		s.Tell("memory cannot be read here: dormouse memory search")
		return nil
	}
	b := &Memory{s: s, Query: query}
	s.Home()
	s.open(b)
	list := s.Options.Memory.Files
	files := func() tea.Msg {
		names, err := list()
		return filesMsg{names, err}
	}
	return tea.Batch(files, b.ask(query))
}

// Arrive takes the names and opens the first of them.
func (msg filesMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok {
		return nil
	}
	b.files = msg.names
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	if len(b.files) == 0 {
		return nil
	}
	return b.openFile(b.files[0], 0)
}

func (b *Memory) openFile(name string, line int) tea.Cmd {
	read := b.s.Options.Memory.Read
	return func() tea.Msg {
		data, err := read(name)
		return FileMsg{name, line, data, err}
	}
}

func (msg FileMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok {
		return nil
	}
	b.fault = ""
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	for i, name := range b.files {
		if name == msg.Name {
			b.at = i
		}
	}
	b.file = newFile(msg.Name, string(msg.Data), msg.Line)
	return nil
}

// ask searches, a moment after the last key.
func (b *Memory) ask(query string) tea.Cmd {
	b.Query, b.chosen, b.note = query, 0, ""
	if strings.TrimSpace(query) == "" {
		b.answer = search.Answer{}
		return nil
	}
	return tea.Tick(afterKey, func(time.Time) tea.Msg { return searchMsg{query} })
}

func (msg searchMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok || msg.query != b.Query {
		return nil // more was typed since
	}
	return b.search(msg.query)
}

func (b *Memory) search(query string) tea.Cmd {
	if strings.TrimSpace(query) == "" {
		return nil
	}
	find := b.s.Options.Memory.Search
	return func() tea.Msg {
		a, err := find(query, 30)
		return FoundMsg{query, a, err}
	}
}

func (msg FoundMsg) Arrive(s *Shell) tea.Cmd {
	b, ok := Find[*Memory](s)
	if !ok || msg.Query != b.Query {
		return nil // an answer to what was typed before
	}
	b.answer, b.fault = msg.Answer, ""
	b.chosen = max(0, min(b.chosen, len(b.answer.Results)-1))
	if msg.err != nil {
		b.fault = msg.err.Error()
	}
	return nil
}

func (b *Memory) Scroll(n int) {
	if b.Query != "" {
		b.move(n)
		return
	}
	b.file.scroll(n, b.room)
}

func (b *Memory) Paste(text string) (tea.Cmd, bool) {
	return b.ask(b.Query + draw.OneLine(text, 80)), true
}

func (b *Memory) Keys(msg tea.KeyPressMsg) (tea.Cmd, bool) { return b.pressed(msg), true }

func (b *Memory) pressed(msg tea.KeyPressMsg) tea.Cmd {
	km := b.s.Keys
	switch {
	case km.Is(msg, keys.Cancel):
		if b.Query != "" {
			return b.ask("")
		}
		b.s.back()
	case km.Is(msg, keys.Editor):
		name, line := b.Place()
		return b.s.editFile(name, line)
	case km.Is(msg, keys.Why):
		return WhyEntry(b.s, b.ref())
	case km.Is(msg, keys.Pin):
		return Pin(b.s, b.ref())
	case km.Is(msg, keys.Remove):
		return Forget(b.s, b.ref())
	case km.Is(msg, keys.UndoWrite):
		return undoWrite(b.s)
	case km.Is(msg, keys.Older):
		b.move(-1)
	case km.Is(msg, keys.Newer):
		b.move(1)
	case km.Is(msg, keys.Send):
		return b.entered()
	case msg.Code == tea.KeyLeft, msg.Code == tea.KeyRight, msg.Code == tea.KeyTab:
		return b.turn(msg.Code == tea.KeyLeft)
	case msg.Code == tea.KeyHome:
		b.move(-1 << 20)
	case msg.Code == tea.KeyEnd:
		b.move(1 << 20)
	case erases(msg):
		if b.Query != "" {
			return b.ask(erased(b.Query, msg))
		}
	case msg.Text != "":
		return b.ask(b.Query + forFilter(msg.Text))
	}
	return nil
}

// entered opens a hit, or lists what can be done with a line.
func (b *Memory) entered() tea.Cmd {
	if b.Query == "" {
		return b.menu(b.ref())
	}
	if b.chosen >= len(b.answer.Results) {
		return nil
	}
	h := b.answer.Results[b.chosen]
	if session, is := strings.CutPrefix(h.Path, transcript.Folder+"/"); is {
		b.s.Read("said on "+h.Date, saidThere(h, strings.TrimSuffix(session, ".jsonl")))
		return nil
	}
	b.Query, b.answer = "", search.Answer{}
	return b.openFile(h.Path, h.Line)
}

// saidThere is what a hit in a transcript says, for its file holds records.
func saidThere(h search.Hit, session string) []string {
	out := []string{h.Matched()}
	for _, l := range h.Beside {
		out = append(out, "", l.Text)
	}
	return append(out, "", fmt.Sprintf("%s:%d", h.Path, h.Line), "go on with that session: /resume "+session)
}

// Place is the file and the line that keys mean.
func (b *Memory) Place() (name string, line int) {
	if b.Query != "" && b.chosen < len(b.answer.Results) {
		h := b.answer.Results[b.chosen]
		return h.Path, h.Line
	}
	return b.file.name, b.file.line
}

// ref names the entry that keys mean: by its id where it has one.
func (b *Memory) ref() string {
	name, line := b.Place()
	if b.Query != "" && b.chosen < len(b.answer.Results) && b.answer.Results[b.chosen].ID != "" {
		return "^" + b.answer.Results[b.chosen].ID
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// move goes through the hits, or through the lines of the file.
func (b *Memory) move(step int) {
	if b.Query == "" {
		b.file.move(step)
		return
	}
	b.chosen = max(0, min(b.chosen+step, len(b.answer.Results)-1))
}

// turn goes to the next file, or back.
func (b *Memory) turn(back bool) tea.Cmd {
	if len(b.files) == 0 || b.Query != "" {
		return nil
	}
	step := 1
	if back {
		step = len(b.files) - 1
	}
	b.note = ""
	return b.openFile(b.files[(b.at+step)%len(b.files)], 0)
}

func (b *Memory) View(width, height int) View {
	b.room = height
	return View{b.lines(width, height), tea.NewCursor(2+draw.Cells(draw.End(b.Query, width-3)), 1)}
}

// lines draws the view into width × height cells.
func (b *Memory) lines(width, height int) []string {
	p := b.s.Painter
	hint := []string{"type to search", "enter acts", "←/→ files", "esc closes"}
	if b.Query != "" {
		hint = []string{"enter opens", b.s.Keys.Of(keys.Why) + " why", b.s.Keys.Of(keys.Remove) + " forgets", "esc clears"}
	}
	out := []string{
		heading(p, width, "memory", hint...),
		p.Theme.Accent.Render("/ ") + draw.End(b.Query, width-3),
		p.Theme.Good.Render(draw.OneLine(b.note, width)),
	}
	room := max(1, height-len(out))
	switch {
	case b.fault != "":
		return append(out, p.Theme.Bad.Render(draw.OneLine("! "+b.fault, width)))
	case b.Query != "":
		return append(out, b.hits(p, width, room)...)
	case b.file.name == "":
		return append(out, p.Theme.Dim.Render(draw.Fit("nothing is remembered yet", width)))
	}
	title := fmt.Sprintf("%s · %d of %d", b.file.name, b.at+1, len(b.files))
	out = append(out, p.Theme.Accent.Render(draw.OneLine(title, width)))
	return append(out, b.file.lines(p, room-1)...)
}

// hits draws what was found, two lines each.
func (b *Memory) hits(p *draw.Painter, width, room int) []string {
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
