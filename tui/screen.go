package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/input"
	"dormouse/tui/keys"
	"dormouse/tui/page"
	"dormouse/tui/safe"
	"dormouse/tui/talk"
)

// Times of the screen.
const (
	pace      = 40 * time.Millisecond  // between two batches of a reply
	saveAfter = 400 * time.Millisecond // from a key press to the draft on disk
	twice     = 2 * time.Second        // between two ctrl+c that quit

	afterSizes = 300 * time.Millisecond // from the last change of the size to a redraw
)

// screen is the one model. Only Update changes it.
type screen struct {
	page.Shell
	window
	composer
	drafts
	conversation
	link

	under page.Page // the talk, which lies under all pages
	frame tea.View  // the last frame
	armed bool      // ctrl+c was pressed once
}

// newScreen makes the model. It touches nothing outside.
func newScreen(o backend.Options) *screen {
	km, notices := keys.New(o.Keys)
	m := &screen{Shell: page.Shell{Options: o, Keys: km}}
	m.composer = composer{Shell: &m.Shell, input: input.New(km, o.Count), enter: m.enter}
	m.drafts = drafts{composer: &m.composer, private: o.Private}
	m.conversation = conversation{Shell: &m.Shell, land: o.Land, calls: map[string]*talk.Item{}}
	m.window = window{Shell: &m.Shell, field: &m.input, asked: o.Theme}
	m.link = link{Shell: &m.Shell, drafts: &m.drafts, conversation: &m.conversation}
	m.Loop, m.under = m, page.NewTalk(&m.Shell)
	m.Typing = func() bool { return !m.input.Empty() }
	name := o.Theme
	if o.NoColor {
		name, m.asked = "none", "none"
	}
	if name != "light" && name != "none" {
		name = "dark"
	}
	m.paint(name)
	m.Painter.Times = o.Times
	for _, n := range notices {
		m.Tell(n)
	}
	return m
}

// Init starts listening and asks for what is kept and how the terminal looks.
func (m *screen) Init() tea.Cmd {
	cmds := []tea.Cmd{m.listen(0)}
	if !m.private {
		cmds = append(cmds, m.load("history"), m.load("draft"))
	}
	if m.asked == "" || m.asked == "auto" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update takes one message. Every case is one line; none waits.
func (m *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	taken, cmd := m.gather(msg)
	if taken {
		return m, tea.Batch(cmd, m.saveSoon(), m.findSoon())
	}
	return m, tea.Batch(cmd, m.update(msg), m.saveSoon(), m.tickSoon(), m.findSoon())
}

func (m *screen) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resized(msg)
	case tea.BackgroundColorMsg:
		return m.coloured(msg)
	case tea.KeyPressMsg:
		return m.pressed(msg)
	case tea.PasteMsg:
		return m.pasted(msg.Content)
	case tea.MouseWheelMsg:
		return m.wheeled(msg)
	case tea.MouseClickMsg:
		return m.clicked(msg)
	case eventsMsg:
		return m.received(msg)
	case sentMsg:
		return m.sent()
	case loadedMsg:
		return m.loaded(msg)
	case saveMsg:
		return m.save()
	case savedMsg:
		return m.saved(msg)
	case tickMsg:
		return m.ticked()
	case sizedMsg:
		return m.sized(msg)
	case disarmMsg:
		return m.disarm()
	case textEditedMsg:
		return m.textEdited(msg)
	case movedMsg:
		return m.moved(msg)
	case hideMsg:
		return m.hide(msg.greeting)
	}
	return m.updateMore(msg)
}

// updateMore takes what was found for the input, and what pages asked for.
func (m *screen) updateMore(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case foundFilesMsg:
		return m.foundFiles(msg)
	case attachedMsg:
		return m.attached(msg)
	case pastedPathMsg:
		return m.dropped(msg)
	case page.Result:
		return msg.Arrive(&m.Shell)
	}
	return nil
}

func (m *screen) wheeled(msg tea.MouseWheelMsg) tea.Cmd {
	step := 3
	if msg.Button == tea.MouseWheelUp {
		step = -3
	}
	m.seen().Scroll(step)
	return nil
}

// clicked opens the meter's parts when its line is clicked.
func (m *screen) clicked(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Y == m.height-1 {
		return m.toggleMeter()
	}
	return nil
}

// windowTitle is shown by the terminal around us.
func (m *screen) windowTitle() string {
	if m.private {
		return "dormouse · private"
	}
	if m.Title == "" {
		return "dormouse"
	}
	return "dormouse · " + draw.OneLine(safe.Line(m.Title), 60)
}
