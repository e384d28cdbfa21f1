package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/tui/draw"
	"dormouse/tui/keys"
	"dormouse/tui/talk"
	"dormouse/tui/tell"
)

// pressed takes a key press: first what works everywhere, then what the mode
// makes of it.
func (m *screen) pressed(msg tea.KeyPressMsg) tea.Cmd {
	if m.keys.Is(msg, keys.Clear) {
		return m.clear()
	}
	m.armed = false
	switch {
	case m.keys.Is(msg, keys.Redraw):
		return tea.ClearScreen
	case m.keys.Is(msg, keys.Suspend):
		return tea.Suspend
	case m.keys.Is(msg, keys.PageUp):
		return m.scroll(-max(1, m.upper()-2))
	case m.keys.Is(msg, keys.PageDown):
		return m.scroll(max(1, m.upper()-2))
	case m.keys.Is(msg, keys.Meter):
		return m.toggleMeter()
	case m.keys.Is(msg, keys.Help):
		return m.toggleHelp()
	}
	switch m.mode {
	case picking:
		return m.picker.pressed(m, msg)
	case browsing:
		return m.browser.pressed(m, msg)
	case asking:
		return m.question.pressed(m, msg)
	case looking:
		return m.timeline.pressed(m, msg)
	}
	return m.typed(msg)
}

// typed takes a key press for the conversation and its input.
func (m *screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	if cmd, ok := m.popup.pressed(m, msg); ok {
		return cmd
	}
	empty := m.input.Empty()
	switch {
	case m.keys.Is(msg, keys.Send):
		return m.enter()
	case m.keys.Is(msg, keys.Cancel):
		return m.cancel()
	case m.keys.Is(msg, keys.Quit) && empty:
		return m.quit()
	case m.keys.Is(msg, keys.Palette):
		return m.palette()
	case m.keys.Is(msg, keys.Search):
		return m.searchHistory()
	case m.keys.Is(msg, keys.Find):
		return m.find("")
	case m.keys.Is(msg, keys.Editor):
		return m.editText()
	case m.keys.Is(msg, keys.Older) && empty && m.waits():
		return m.send(runtime.Unqueue{})
	case m.keys.Is(msg, keys.UndoWrite) && m.mode == reading && m.reader.night != nil:
		return m.askUndoNight(*m.reader.night)
	case m.keys.Is(msg, keys.UndoWrite):
		return m.undoWrite()
	case m.keys.Is(msg, keys.Copy):
		return m.copy()
	case m.keys.Is(msg, keys.Fold):
		return m.fold()
	case empty && msg.Text == "?":
		return m.toggleHelp()
	}
	if m.wandered(msg, empty) || m.remembered(msg) {
		return nil
	}
	word := m.popup.word
	m.input.Key(msg)
	m.popup.update(m)
	if msg.Text == " " {
		return m.typedMention(word)
	}
	return nil
}

// waits tells whether a message is queued, which can be taken back and changed.
func (m *screen) waits() bool {
	return m.mode == chatting && len(m.pending) > 0 && m.pending[len(m.pending)-1].queued
}

// wandered takes the keys that move through what is shown.
func (m *screen) wandered(msg tea.KeyPressMsg, empty bool) bool {
	switch {
	case m.keys.Is(msg, keys.Top), empty && msg.Code == tea.KeyHome && msg.Mod == 0:
		if m.mode == reading {
			m.reader.top = 0
		} else {
			m.talk.ToTop(m.painter)
		}
	case m.keys.Is(msg, keys.End), empty && msg.Code == tea.KeyEnd && msg.Mod == 0:
		if m.mode == reading {
			m.reader.scroll(1 << 30)
		} else {
			m.talk.ToEnd()
		}
	case m.keys.Is(msg, keys.Previous):
		m.talk.Jump(m.painter, -1)
	case m.keys.Is(msg, keys.Next):
		m.talk.Jump(m.painter, 1)
	case m.mode == reading && empty && (msg.Code == tea.KeyUp || msg.Code == tea.KeyDown):
		step := 1
		if msg.Code == tea.KeyUp {
			step = -1
		}
		m.reader.scroll(step)
	default:
		return false
	}
	return true
}

// remembered takes up and down where they mean the history: on the first line
// and on the last.
func (m *screen) remembered(msg tea.KeyPressMsg) bool {
	step := 0
	switch {
	case m.keys.Is(msg, keys.Older) && m.input.OnFirstLine():
		step = -1
	case m.keys.Is(msg, keys.Newer) && m.input.OnLastLine():
		step = 1
	default:
		return false
	}
	text, ok := m.input.History.Move(step, m.input.Text())
	if ok {
		m.input.Set(text)
		if step < 0 {
			m.input.ToBegin()
		}
		m.popup.close()
	}
	return ok
}

func (m *screen) pasted(text string) tea.Cmd {
	switch m.mode {
	case picking:
		m.picker.filterBy(m.picker.filter + draw.OneLine(text, 80))
		return nil
	case browsing:
		return m.browser.ask(m.browser.query + draw.OneLine(text, 80))
	case asking:
		m.question.paste(text)
		return nil
	case looking:
		return nil
	}
	m.input.Paste(text)
	m.popup.update(m)
	return m.pastedPath(text)
}

// enter sends the input, or does what it commands.
func (m *screen) enter() tea.Cmd {
	text := m.input.Text()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if m.closing {
		return nil // it stays in the input, and in the draft
	}
	if word := m.popup.word; len(word) > 1 && !m.popup.closed && m.tried != text {
		return m.attach(attaching{path: word[1:], word: word, enter: true})
	}
	m.mode = chatting
	if name, arg, ok := tell.Command(text); ok {
		m.input.Take()
		m.popup.close()
		return m.run(name, arg)
	}
	spans, media := m.input.Spans(text), m.input.Media()
	m.input.Take()
	m.pending = append(m.pending, waiting{text: text, queued: m.busy()})
	m.talk.ToEnd()
	return m.send(runtime.Say{Text: text, Spans: spans, Media: media})
}

// cancel goes one step back: closes what is open, else stops what runs.
func (m *screen) cancel() tea.Cmd {
	switch {
	case m.mode == reading:
		m.mode, m.reader.back = m.reader.back, chatting
	case m.mode != chatting:
		m.mode = chatting
	case m.talk.Chosen != 0:
		m.talk.ToEnd()
	case m.busy():
		return m.send(runtime.Cancel{})
	}
	return nil
}

// clear empties the input, which stays in the history; on an empty one twice it
// quits.
func (m *screen) clear() tea.Cmd {
	switch {
	case m.mode != chatting && m.mode != reading:
		m.mode = chatting
		return nil
	case !m.input.Empty():
		m.input.Take()
		m.popup.close()
		return nil
	case m.armed || m.closing:
		return m.quit()
	}
	m.armed = true
	return tea.Tick(twice, func(time.Time) tea.Msg { return disarmMsg{} })
}

// quit tells the source to end; its last event ends the screen. Asked again it
// does not wait.
func (m *screen) quit() tea.Cmd {
	if m.closing {
		return tea.Quit
	}
	m.closing = true
	return m.send(runtime.Quit{})
}

func (m *screen) toggleMeter() tea.Cmd {
	if m.mode == reading && m.reader.title == meterTitle {
		m.mode = chatting
		return nil
	}
	m.read(meterTitle, nil)
	m.parts = nil // of the talk as it was
	m.reader.live = m.meterDetail
	if m.busy() {
		return nil // every step of it brings a new meter
	}
	return m.send(runtime.Look{})
}

func (m *screen) toggleHelp() tea.Cmd {
	if m.mode == reading && m.reader.title == helpTitle {
		m.mode = m.reader.back
		return nil
	}
	m.read(helpTitle, nil)
	m.reader.live = m.helpText
	return nil
}

// fold unfolds or folds the chosen block, else the last one that can.
func (m *screen) fold() tea.Cmd {
	if it := m.talk.Foldable(m.painter); it != nil {
		it.Open, it.Dirty = !it.Open, true
	}
	return nil
}

// copy puts the chosen message, else the last reply, on the clipboard.
func (m *screen) copy() tea.Cmd {
	text := ""
	if n := m.talk.Chosen; n > 0 {
		text = m.talk.Items[n-1].Body.Copied()
	}
	for i := len(m.talk.Items) - 1; i >= 0 && text == ""; i-- {
		if a, ok := m.talk.Items[i].Body.(*talk.Answered); ok {
			text = a.Copied()
		}
	}
	return m.clip(text)
}

func (m *screen) clip(text string) tea.Cmd {
	if text == "" {
		m.tell("there is nothing to copy yet")
		return nil
	}
	m.tell("copied " + draw.Many(len([]rune(text)), "character"))
	return tea.SetClipboard(text)
}
