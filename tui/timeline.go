package tui

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

// timeline shows the nights of the land: context use as a chart, and a line for
// each night, the last one first.
type timeline struct {
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

// nights opens the timeline.
func (m *screen) nights(string) tea.Cmd {
	if m.o.Nights == nil {
		m.tell("nights cannot be listed here: dormouse sleep log")
		return nil
	}
	m.mode, m.timeline = looking, timeline{}
	return m.loadTimeline()
}

func (m *screen) loadTimeline() tea.Cmd {
	list := m.o.Nights.Timeline
	return func() tea.Msg {
		all, err := list()
		return timelineMsg{all, err}
	}
}

func (t *timeline) listed(_ *screen, msg timelineMsg) tea.Cmd {
	t.all, t.loaded, t.fault = msg.all, true, ""
	if msg.err != nil {
		t.fault = msg.err.Error()
	}
	t.move(0)
	return nil
}

func (t *timeline) move(step int) {
	t.chosen = max(0, min(t.chosen+step, len(t.all.Nights)-1))
}

// night is the chosen one; ok is false where there is none.
func (t *timeline) night() (n night.Ledger, ok bool) {
	if i := len(t.all.Nights) - 1 - t.chosen; i >= 0 && i < len(t.all.Nights) {
		return t.all.Nights[i], true
	}
	return n, false
}

func (t *timeline) pressed(m *screen, msg tea.KeyPressMsg) tea.Cmd {
	n, ok := t.night()
	switch {
	case m.keys.Is(msg, keys.Cancel):
		m.mode = chatting
	case m.keys.Is(msg, keys.Older):
		t.move(-1)
	case m.keys.Is(msg, keys.Newer):
		t.move(1)
	case msg.Code == tea.KeyHome:
		t.chosen = 0
	case msg.Code == tea.KeyEnd:
		t.move(1 << 20)
	case m.keys.Is(msg, keys.Send) && ok:
		return m.openNight(n)
	case m.keys.Is(msg, keys.UndoWrite) && ok:
		return m.askUndoNight(n)
	}
	return nil
}

// openNight reads a night's report.
func (m *screen) openNight(n night.Ledger) tea.Cmd {
	report := m.o.Nights.Report
	return func() tea.Msg {
		r, err := report(n.Night)
		return reportMsg{n, r, err}
	}
}

func (m *screen) reported(msg reportMsg) tea.Cmd {
	if msg.err != nil {
		m.timeline.fault = msg.err.Error()
		return nil
	}
	m.read(fmt.Sprintf("night %d", msg.night.Number), m.nightText(msg.night, msg.report))
	m.reader.night = &msg.night
	return nil
}

// askUndoNight takes a night back when a person agrees.
func (m *screen) askUndoNight(n night.Ledger) tea.Cmd {
	if n.Undone {
		m.timeline.fault = "it is taken back already"
		return nil
	}
	own := n.Session == m.session
	if own && m.busy() {
		m.timeline.fault = "a night can be taken back when the reply or the night has ended"
		return nil
	}
	text := []string{
		fmt.Sprintf("Night %d of %s, session %s:", n.Number, m.at(n.Time), transcript.ShortID(n.Session)),
		fmt.Sprintf("%s, %s → %s tokens.", draw.Plural(n.Entries, "entry", "entries"), draw.Number(n.TokensBefore), draw.Number(n.TokensAfter)), "",
		"Its entries leave memory and what it replaced in the context comes back. What you changed by hand since stays.",
	}
	undo := m.o.Nights.Undo
	return m.ask(question{title: "take this night back?", text: text, verb: "takes it back", do: func(m *screen, _ string) tea.Cmd {
		m.mode = looking
		if own {
			return m.send(runtime.UndoNight{ID: n.Night}) // its end is heard
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

func (m *screen) undone(msg undoneMsg) tea.Cmd {
	if msg.err != nil {
		m.timeline.fault = msg.err.Error()
		return nil
	}
	m.takenBack(runtime.TakenBack{Night: msg.night, Text: msg.text})
	return m.loadTimeline()
}

// lines draws the view into width × height cells.
func (t *timeline) lines(m *screen, width, height int) []string {
	p := m.painter
	hint := "  enter opens · " + m.keys.Of(keys.UndoWrite) + " takes back · esc closes"
	out := []string{draw.Fit(p.Theme.Strong.Render("nights")+p.Theme.Dim.Render(hint), width), p.Theme.Bad.Render(draw.OneLine(t.fault, width))}
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
		out = append(out, t.chart(m, min(width, widest), rows)...)
	}
	room := max(1, height-len(out))
	first := max(0, t.chosen-room+1)
	for i := first; i < len(t.all.Nights) && i < first+room; i++ {
		n := t.all.Nights[len(t.all.Nights)-1-i]
		lead, style := "  ", p.Theme.Dim
		if i == t.chosen {
			lead, style = p.Theme.Accent.Render("› "), p.Theme.Plain
		}
		out = append(out, lead+style.Render(draw.Fit(tell.Night(n, m.o.Zone), width-2)))
	}
	return out
}

// chart is context use over time, coloured where colour tells something.
func (t *timeline) chart(m *screen, width, rows int) []string {
	zone := m.o.Zone
	if zone == nil {
		zone = time.Local
	}
	p := m.painter
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
func (m *screen) nightText(n night.Ledger, r night.Report) []string {
	out := tell.Report(n, r, m.o.Zone)
	if !n.Undone {
		out = append(out, "", m.keys.Of(keys.UndoWrite)+" takes it back.")
	}
	return out
}

// at is a time as the screen shows it.
func (m *screen) at(t time.Time) string { return tell.At(t, m.o.Zone) }
