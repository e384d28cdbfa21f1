package tui

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/prompt"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
)

// script is a source that says what it is told to and notes what it is asked.
type script struct {
	events chan runtime.Event
	asked  []runtime.Command
}

func (s *script) Do(c runtime.Command)         { s.asked = append(s.asked, c) }
func (s *script) Events() <-chan runtime.Event { return s.events }

// stage is a screen with its script, driven by hand: commands that a test does
// not care for are never run, so nothing waits.
type stage struct {
	*testing.T
	*screen
	script *script
}

func newStage(t *testing.T, width, height int, change ...func(*backend.Options)) *stage {
	t.Helper()
	s := &script{events: make(chan runtime.Event, 64)}
	o := backend.Options{Source: s, Land: "~/.local/share/dormouse", Version: "test", Theme: "dark"}
	for _, c := range change {
		c(&o)
	}
	st := &stage{T: t, screen: newScreen(o), script: s}
	st.do(tea.WindowSizeMsg{Width: width, Height: height})
	return st
}

// do gives the screen one message and the script what it sends.
func (s *stage) do(msg tea.Msg) {
	s.Helper()
	s.Update(msg)
	for s.burst.open { // as its tick would
		s.Update(burstMsg{})
	}
	for s.flying != nil {
		s.script.Do(s.flying)
		s.sent()
	}
}

func (s *stage) tell(events ...runtime.Event) {
	s.Helper()
	s.do(eventsMsg{source: s.source, events: events})
}

// keys presses keys by their names; anything longer than one letter that is not
// a key is typed.
func (s *stage) press(names ...string) {
	s.Helper()
	for _, name := range names {
		s.do(keyOf(name))
	}
}

func (s *stage) typeText(text string) {
	s.Helper()
	for _, r := range text {
		if r == '\n' {
			s.press("shift+enter")
			continue
		}
		s.do(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func keyOf(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	for {
		mod, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			break
		}
		k.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[mod]
		name = rest
	}
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"tab": tea.KeyTab, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "f1": tea.KeyF1, "f2": tea.KeyF2, "delete": tea.KeyDelete,
	}
	if code, ok := special[name]; ok {
		k.Code = code
		return k
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}

// text is the screen as a person reads it, without colours.
func (s *stage) text() string { return ansi.Strip(s.View().Content) }

func (s *stage) want(needles ...string) {
	s.Helper()
	got := s.text()
	for _, n := range needles {
		if !strings.Contains(got, n) {
			s.Errorf("the screen does not show %q:\n%s", n, got)
		}
	}
}

func (s *stage) wantNot(needles ...string) {
	s.Helper()
	got := s.text()
	for _, n := range needles {
		if strings.Contains(got, n) {
			s.Errorf("the screen shows %q:\n%s", n, got)
		}
	}
}

// wantAsked tells that the source was last asked for c.
func (s *stage) wantAsked(c runtime.Command) {
	s.Helper()
	if n := len(s.script.asked); n == 0 || !reflect.DeepEqual(s.script.asked[n-1], c) {
		s.Errorf("the source was asked %#v, want %#v last", s.script.asked, c)
	}
}

// sound checks what holds for every frame: the height, no line wider than the
// screen, no control but newlines and colours.
func (s *stage) sound() {
	s.Helper()
	content := s.View().Content
	lines := strings.Split(content, "\n")
	if len(lines) != s.height && s.height > 0 {
		s.Errorf("%d lines on a screen of %d:\n%s", len(lines), s.height, content)
	}
	for _, line := range lines {
		if w := ansi.StringWidth(line); w > s.width {
			s.Errorf("a line of %d cells on a screen of %d: %q", w, s.width, line)
		}
	}
	if bad := firstControl(content); bad != "" {
		s.Errorf("%s reaches the terminal:\n%q", bad, content)
	}
}

// firstControl names the first thing in a frame that is not text, a newline or
// one of our colours.
func firstControl(content string) string {
	if !utf8.ValidString(content) {
		return "invalid UTF-8"
	}
	for i := 0; i < len(content); {
		if content[i] == '\x1b' {
			n := draw.Sgr(content[i:])
			if n == 0 {
				return fmt.Sprintf("escape %q", content[i:min(len(content), i+12)])
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(content[i:])
		if draw.Control(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f {
			return fmt.Sprintf("%U", r)
		}
		i += n
	}
	return ""
}

var day = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

func user(id, text string) transcript.Message {
	return transcript.Message{ID: id, Role: transcript.User, Time: day, Content: text}
}

func assistant(id, text string) transcript.Message {
	return transcript.Message{ID: id, Role: transcript.Assistant, Time: day, Content: text}
}

func opened(messages ...transcript.Message) runtime.Opened {
	o := runtime.Opened{Model: "offline/extractive", Why: "no key was found", Land: "~/.local/share/dormouse", Messages: messages}
	if len(messages) > 0 {
		o.Session = "20261121-093000-abcd"
	}
	return o
}

func meterAt(used int, source llm.Source) runtime.Metered {
	return runtime.Metered{Meter: runtime.Meter{Meter: prompt.Meter{
		Used: used, UsedSource: source, Window: 8192, WindowSource: llm.FromFlag, Threshold: 6553, Percent: 100 * float64(used) / 8192,
		Breakdown:  prompt.Breakdown{System: 412, Tools: 688, Memory: 530, Summary: 0, Messages: used - 1630, Reserve: 1228},
		PrefixHash: "9f2c41d0a7b3", TurnsUntilNight: 6, LastError: -2.4,
	}}}
}

const sampleReply = "You moved to **Oslo** in March 2024, for the job at the harbour.\n\n" +
	"- flat in `Grünerløkka`\n- the bike is still in Bergen\n\n" +
	"```go\nfunc main() {\n\tfmt.Println(\"hei\") // greet\n}\n```\n\n" +
	"| city | since |\n|---|---|\n| Bergen | 2019 |\n| 奥斯陆 | 2024 |\n"

func report() night.Report {
	return night.Report{
		Night: "n-20261121", Number: 3, Trigger: "context", Reason: "context 81%", Engine: "offline", Depth: sleep.Light,
		Window: 8192, TokensBefore: 6432, TokensAfter: 2811, Duplicates: 3,
		Entries: []night.Noted{
			{ID: "k7f3a2", Type: "fact", Importance: 0.8, Text: "Lives in Oslo since March 2024.", Path: "MEMORY.md", Line: 5},
			{ID: "b2c9d1", Type: "preference", Importance: 0.7, Text: "Prefers tea without sugar.", Path: "memory/2026-11-21.md", Line: 12},
		},
		Superseded: []night.Noted{{ID: "a1", Type: "fact", Text: "Lives in Bergen.", Path: "MEMORY.md", Line: 4}},
		Survival:   night.Survival{Kept: 41, Total: 43, Lost: []night.Lost{{Kind: "number", Text: "4711", Message: "m12"}}},
	}
}
