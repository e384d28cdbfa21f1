package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/runtime/prompt"
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
	under page.Page // the talk, which lies under all pages

	theme  draw.Theme
	asked  string // theme asked for: auto, light, dark, none
	width  int
	height int
	sizes  int // how often the size has changed

	input input.Field
	burst burst
	shown tea.View // the last frame
	popup popup

	why, land string

	meter   runtime.Meter
	metered bool
	parts   []prompt.Part // what the model sees, as of the last look
	spent   runtime.Spent // on replies, as of then
	work    work
	reached bool // this turn's message is on disk
	night   *nightly
	pending []waiting
	outbox  []runtime.Command
	flying  runtime.Command // on its way to the source; nil for none

	live     *talk.Item // the reply that grows
	musing   *talk.Item // the thought that grows
	calls    map[string]*talk.Item
	source   int                            // number of the source, so that an old one's events are known
	next     func() (backend.Source, error) // opens what comes when the source has ended
	hides    bool                           // and that is a private talk
	private  bool                           // nothing that is typed or said is kept
	public   *input.History                 // what was sent before a private talk; nil when it is not read yet
	moving   bool                           // to another session
	closing  bool
	armed    bool // ctrl+c was pressed once
	ticking  bool
	waiting  bool // a save of the draft is due
	fault    string
	greeting string // said when the next session opens

	finding bool   // files are looked for
	tried   string // the input in which a mention was found to be no file
}

// waiting is a message that was sent and is not on disk yet.
type waiting struct {
	text   string
	queued bool
}

// work is what the source does now; "" for nothing.
type work struct {
	what    string
	seconds int
}

// newScreen makes the model. It touches nothing outside.
func newScreen(o backend.Options) *screen {
	km, notices := keys.New(o.Keys)
	m := &screen{
		Shell: page.Shell{Options: o, Keys: km}, asked: o.Theme, land: o.Land,
		calls: map[string]*talk.Item{}, private: o.Private,
		input: input.New(km, o.Count),
	}
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

// paint changes the theme; everything is drawn anew.
func (m *screen) paint(name string) {
	m.theme = draw.NewTheme(name, m.theme.Version+1)
	m.input.Style(m.theme)
	m.layout()
}

// layout makes a painter for the present width and theme.
func (m *screen) layout() {
	times := m.Painter != nil && m.Painter.Times
	m.Painter = draw.NewPainter(m.theme, max(10, min(m.width-3, page.Widest)))
	m.Painter.Times = times
	if m.width > 0 {
		m.input.Resize(m.width, m.height)
	}
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
	case heardMsg:
		return m.heard(msg)
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
	case toldMsg:
		return m.told(msg)
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

// resized draws for the new size. When no other has come for a while the size is
// asked for once more, and the screen drawn anew: in a storm of sizes the last one
// may be missed, and what was on its way to the terminal go to the wrong place.
func (m *screen) resized(msg tea.WindowSizeMsg) tea.Cmd {
	first, same := m.width == 0, m.width == msg.Width && m.height == msg.Height
	m.width, m.height = msg.Width, msg.Height
	m.layout()
	if first || same {
		return nil
	}
	m.sizes++
	size := m.sizes
	return tea.Tick(afterSizes, func(time.Time) tea.Msg { return sizedMsg{size} })
}

// sized looks again when the size is still the one it was.
func (m *screen) sized(msg sizedMsg) tea.Cmd {
	if msg.size != m.sizes {
		return nil
	}
	return tea.Sequence(tea.RequestWindowSize, tea.ClearScreen)
}

// coloured takes the terminal's answer about its background.
func (m *screen) coloured(msg tea.BackgroundColorMsg) tea.Cmd {
	name := "light"
	if msg.IsDark() {
		name = "dark"
	}
	if (m.asked == "" || m.asked == "auto") && name != m.theme.Name {
		m.paint(name)
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

// Busy tells whether a turn or a night runs.
func (m *screen) Busy() bool { return m.work.what != "" || m.night != nil }

// waitingTexts are the messages that are not on disk yet.
func (m *screen) waitingTexts() []string {
	var out []string
	for _, w := range m.pending {
		out = append(out, w.text)
	}
	return out
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
