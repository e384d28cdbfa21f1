package tui

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/prompt"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/backend"
	"dormouse/tui/page"
)

// allEvents carries a text in every field that can hold one.
func allEvents(text string) []runtime.Event {
	call := transcript.Call{ID: text, Name: text, Arguments: `{"query":` + fmt.Sprintf("%q", text) + `}`}
	raw := transcript.Call{ID: "r", Name: "x", Arguments: text}
	m := transcript.Message{ID: text, Role: transcript.Assistant, Content: text, Time: day, ToolCalls: []transcript.Call{call}}
	u := transcript.Message{ID: text, Role: transcript.User, Content: text, Time: day}
	r := report()
	r.Reason, r.Engine, r.Degraded, r.Night, r.Trigger = text, text, text, text, text
	r.Entries[0].Text, r.Entries[0].Path = text, text
	r.Survival.Lost[0].Text, r.Clashes, r.Notices = text, []string{text}, []string{text}
	r.Diffs = []night.FileDiff{{Path: text, Diff: text}}
	return []runtime.Event{
		runtime.Opened{Session: text, Title: text, Model: text, Why: text, Land: text},
		runtime.Opened{Session: text, Model: text, Messages: []transcript.Message{u, m}, Nights: []transcript.Night{{Summary: text, Time: day}}, Notices: []string{text}},
		runtime.Began{Session: text}, runtime.Said{Message: u}, runtime.Queued{Text: text, Length: 1}, runtime.Asking{}, runtime.Reasoning{Text: text},
		runtime.Delta{Text: text}, runtime.Delta{Text: text}, runtime.Retrying{Why: text, Wait: time.Second},
		runtime.Called{Call: call}, runtime.Returned{Call: call, Result: text}, runtime.Returned{Call: raw, Result: text, Failed: true},
		runtime.Wrote{Tx: text, Path: text, Text: text, What: text, Line: 3}, runtime.Replied{Message: m},
		runtime.Metered{Meter: runtime.Meter{Meter: prompt.Meter{Used: 3, Window: 2, UsedSource: llm.Source(text), WindowSource: llm.Source(text), PrefixHash: text}}},
		runtime.Slept{State: sleep.State(text), Why: text, Phase: text, Text: text, Tokens: 5}, runtime.Slept{State: sleep.Dreaming, Done: -1, Total: 3},
		runtime.Woke{Report: r}, runtime.Woke{Err: errors.New(text)}, runtime.Planned{Report: r},
		runtime.Switched{Model: text, Why: text}, runtime.Noticed{Text: text}, runtime.TurnEnded{Err: errors.New(text)},
	}
}

// FuzzFrame puts one text everywhere it can come from and looks at every frame:
// nothing but text, newlines and colours, and no line wider than the screen
// (GUARANTEES 23).
func FuzzFrame(f *testing.F) {
	for _, s := range []string{
		"", "plain", "\x1b[2J\x1b]0;title\a\x1b[31mred", "\u202egnp.exe\u2066", "a\tb\rc\n\n# d", "\x9b31m\x9d", "\u200b\ufeff\U000e0041",
		"\xff\xfe", "日本語の長い文章です。日本語の長い文章です。日本語の長い文章です。", "&#27;[31m <b> [x](http://e\x1bvil)", "```\n\x1b[5m\n", "👩‍💻👨‍👩‍👧 e\u0301\u0301", "\u0e33\u0e33\u0e33",
	} {
		f.Add(s, uint8(60), uint8(20))
	}
	f.Fuzz(func(t *testing.T, text string, width, height uint8) {
		if len(text) > 2000 {
			return
		}
		w, h := 40+int(width)%120, 8+int(height)%50
		s := newStage(t, w, h, func(o *backend.Options) { o.Land, o.Memory = text, library{} })
		for i, e := range allEvents(text) {
			s.tell(e)
			if i%3 == 0 {
				s.press("ctrl+o")
			}
			s.sound()
		}
		s.do(tea.PasteMsg{Content: text})
		for i, r := range text {
			if i > 60 {
				break
			}
			s.do(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
		s.sound()
		s.press("ctrl+c", "ctrl+t")
		s.sound()
		page.OpenMemory(&s.Shell, "")
		s.do(page.FileMsg{Name: text, Data: []byte(text)})
		s.sound()
		s.memory().Query = "x"
		s.do(page.FoundMsg{Query: "x", Answer: search.Answer{Results: []search.Hit{{Path: text, Text: text, Heading: text}}}})
		s.sound()
		s.Pick(text, []page.Choice{{Value: text, Label: text, Note: text}}, nil)
		s.do(tea.PasteMsg{Content: text})
		s.sound()
	})
}

// Any order of events, keys and sizes keeps the frame sound, and no event is
// lost on the way.
func TestStorm(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 28))
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Memory = library{} })
	keys := []string{"enter", "esc", "up", "down", "tab", "pgup", "pgdown", "home", "end", "ctrl+o", "ctrl+t", "ctrl+p", "ctrl+r", "f1", "?", "/", "a", "b", "backspace", "alt+up", "alt+down", "shift+enter", "ctrl+y", "alt+u", "ctrl+home", "ctrl+end"}
	words := []string{"word ", "\n\n", "```go\n", "```\n", "| a | b |\n|---|---|\n", "- item\n", "日本 ", "\x1b[2J", "**bold** ", "1. x\n"}
	for range 3000 {
		switch r.IntN(6) {
		case 0:
			all := allEvents(words[r.IntN(len(words))])
			s.tell(all[r.IntN(len(all))])
		case 1:
			s.press(keys[r.IntN(len(keys))])
		case 2:
			if r.IntN(20) == 0 {
				s.do(tea.WindowSizeMsg{Width: 40 + r.IntN(120), Height: 8 + r.IntN(50)})
			}
		default:
			s.tell(runtime.Delta{Text: words[r.IntN(len(words))]})
		}
		s.closing, s.moving = false, false
		s.sound()
		if t.Failed() {
			return
		}
	}
}
