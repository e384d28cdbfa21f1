package page

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/plot"
	"dormouse/tui/tell"
)

// nightsPage shows the nights of the land: context use as a chart, and a line for
// each night, the last one first.
type nightsPage struct {
	s      *Shell
	all    backend.Timeline
	chosen int
	loaded bool
	fault  string
}

type (
	timelineMsg struct {
		all backend.Timeline
		err error
	}
	reportMsg struct {
		night  night.Ledger
		report night.Report
		err    error
	}
)

// OpenNights opens the timeline.
func OpenNights(s *Shell) tea.Cmd {
	if s.Options.Nights == nil {
		s.Tell("nights cannot be listed here: dormouse sleep log")
		return nil
	}
	t := &nightsPage{s: s}
	s.Home()
	s.open(t)
	return t.Reload()
}

func (t *nightsPage) Reload() tea.Cmd {
	list := t.s.Options.Nights.Timeline
	return func() tea.Msg {
		all, err := list()
		return timelineMsg{all, err}
	}
}

func (msg timelineMsg) Arrive(s *Shell) tea.Cmd {
	t, ok := Find[*nightsPage](s)
	if !ok {
		return nil
	}
	t.all, t.loaded, t.fault = msg.all, true, ""
	if msg.err != nil {
		t.fault = msg.err.Error()
	}
	t.Scroll(0)
	return nil
}

func (t *nightsPage) Scroll(step int) {
	t.chosen = max(0, min(t.chosen+step, len(t.all.Nights)-1))
}

// night is the chosen one; ok is false where there is none.
func (t *nightsPage) night() (n night.Ledger, ok bool) {
	if i := len(t.all.Nights) - 1 - t.chosen; i >= 0 && i < len(t.all.Nights) {
		return t.all.Nights[i], true
	}
	return n, false
}

func (t *nightsPage) Paste(string) (tea.Cmd, bool) { return nil, true }

func (t *nightsPage) Keys(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	n, ok := t.night()
	km := t.s.Keys
	switch {
	case km.Is(msg, keys.Cancel):
		t.s.back()
	case km.Is(msg, keys.Older):
		t.Scroll(-1)
	case km.Is(msg, keys.Newer):
		t.Scroll(1)
	case msg.Code == tea.KeyHome:
		t.chosen = 0
	case msg.Code == tea.KeyEnd:
		t.Scroll(1 << 20)
	case km.Is(msg, keys.Send) && ok:
		return t.report(n), true
	case km.Is(msg, keys.UndoWrite) && ok:
		return t.askUndo(n), true
	}
	return nil, true
}

// report reads a night's report.
func (t *nightsPage) report(n night.Ledger) tea.Cmd {
	report := t.s.Options.Nights.Report
	return func() tea.Msg {
		r, err := report(n.Night)
		return reportMsg{n, r, err}
	}
}

func (msg reportMsg) Arrive(s *Shell) tea.Cmd {
	t, ok := Find[*nightsPage](s)
	if !ok {
		return nil
	}
	switch {
	case msg.err != nil && msg.night.Undone:
		t.fault = fmt.Sprintf("night %d is taken back, and its report with it", msg.night.Number)
		return nil
	case msg.err != nil:
		t.fault = msg.err.Error()
		return nil
	}
	r := s.Read(fmt.Sprintf("night %d", msg.night.Number), nightText(s, msg.night, msg.report))
	r.undo = func() tea.Cmd { return t.askUndo(msg.night) }
	return nil
}

// askUndo takes a night back when a person agrees.
func (t *nightsPage) askUndo(n night.Ledger) tea.Cmd {
	if n.Undone {
		t.fault = "it is taken back already"
		return nil
	}
	s := t.s
	here := n.Session == s.Session
	if here && s.Loop.Busy() {
		t.fault = "a night can be taken back when the reply or the night has ended"
		return nil
	}
	text := []string{
		fmt.Sprintf("Night %d of %s, session %s:", n.Number, s.at(n.Time), transcript.ShortID(n.Session)),
		fmt.Sprintf("%s, %s → %s tokens.", draw.Plural(n.Entries, "entry", "entries"), draw.Number(n.TokensBefore), draw.Number(n.TokensAfter)), "",
		"Its entries leave memory and what it replaced in the context comes back. What you changed by hand since stays.",
	}
	undo := s.Options.Nights.Undo
	return s.ask(question{title: "take this night back?", text: text, verb: "takes it back", do: func(string) tea.Cmd {
		s.backTo(t)
		if here {
			return s.Loop.Send(runtime.UndoNight{ID: n.Night}) // its end is heard
		}
		return func() tea.Msg {
			said, err := undo(n.Night)
			return undoneMsg{n.Night, said, err}
		}
	}})
}

// undoneMsg tells that a night of another session was taken back.
type undoneMsg struct {
	night, text string
	err         error
}

func (msg undoneMsg) Arrive(s *Shell) tea.Cmd {
	t, open := Find[*nightsPage](s)
	switch {
	case msg.err != nil && open:
		t.fault = msg.err.Error()
		return nil
	case msg.err != nil:
		s.Complain(msg.err.Error())
		return nil
	}
	TakenBack(s, runtime.TakenBack{Night: msg.night, Text: msg.text})
	if !open {
		return nil
	}
	return t.Reload()
}

func (t *nightsPage) View(width, height int) View { return View{Lines: t.lines(width, height)} }

// lines draws the view into width × height cells.
func (t *nightsPage) lines(width, height int) []string {
	p := t.s.Painter
	out := []string{heading(p, width, "nights", "enter opens", t.s.Keys.Of(keys.UndoWrite)+" takes back", "esc closes"), p.Theme.Bad.Render(draw.OneLine(t.fault, width))}
	if t.fault == "" {
		out[1] = p.Theme.Dim.Render(draw.OneLine(tell.Unused(t.all.Unused), width))
	}
	switch {
	case !t.loaded:
		return append(out, p.Theme.Dim.Render("…"))
	case len(t.all.Nights) == 0:
		return append(out, p.Theme.Dim.Render(draw.Fit("no night yet: one begins when the context is full, or with /sleep", width)))
	}
	if rows := min(10, (height-8)/2); rows >= 3 {
		out = append(out, t.chart(min(width, Widest), rows)...)
	}
	room := max(1, height-len(out))
	first := max(0, t.chosen-room+1)
	for i := first; i < len(t.all.Nights) && i < first+room; i++ {
		n := t.all.Nights[len(t.all.Nights)-1-i]
		lead, style := "  ", p.Theme.Dim
		if i == t.chosen {
			lead, style = p.Theme.Accent.Render("› "), p.Theme.Plain
		}
		out = append(out, lead+style.Render(draw.Fit(tell.Night(n, t.s.Options.Zone), width-2)))
	}
	return out
}

// chart is context use over time, coloured where colour tells something.
func (t *nightsPage) chart(width, rows int) []string {
	zone := t.s.Options.Zone
	if zone == nil {
		zone = time.Local
	}
	p := t.s.Painter
	var out []string
	for _, line := range plot.Context(t.all.Uses, width-plot.Margin, rows, zone) {
		line = draw.Fit(line, width)
		if head, body, ok := strings.Cut(line, " |"); ok && strings.Trim(body, ":| ") == "" {
			out = append(out, p.Theme.Dim.Render(head+" │")+coloured(p, body))
			continue
		}
		out = append(out, p.Theme.Dim.Render(line))
	}
	return append(out, "")
}

// coloured draws a row of a chart: nights in their colour, the rest stands back.
func coloured(p *draw.Painter, row string) string {
	var b strings.Builder
	for row != "" {
		n := strings.IndexByte(row, '|')
		switch {
		case n < 0:
			n = len(row)
			b.WriteString(p.Theme.Dim.Render(row))
		case n > 0:
			b.WriteString(p.Theme.Dim.Render(row[:n]))
		default:
			for n = 1; n < len(row) && row[n] == '|'; n++ {
			}
			b.WriteString(p.Theme.Night.Render(row[:n]))
		}
		row = row[n:]
	}
	return b.String()
}

// nightText is a night's report to be read, and how it is taken back.
func nightText(s *Shell, n night.Ledger, r night.Report) []string {
	out := tell.Report(n, r, s.Options.Zone)
	if !n.Undone {
		out = append(out, "", s.Keys.Of(keys.UndoWrite)+" takes it back.")
	}
	return out
}
