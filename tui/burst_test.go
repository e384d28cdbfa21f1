package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/backend"
	"dormouse/tui/page"
)

// fast types letters faster than frames: no tick comes between them.
func (s *stage) fast(text string) {
	for _, r := range text {
		s.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestFirstLetterIsEchoedAtOnce(t *testing.T) {
	s := newStage(t, 80, 24)
	s.fast("a")
	s.want("> a")
}

func TestFastLettersAreGatheredAndKept(t *testing.T) {
	s := newStage(t, 80, 24)
	s.fast("hello, world: größer 奥斯陆")
	if before := s.View().Content; strings.Contains(before, "hello") {
		t.Error("letters that come faster than frames were each drawn")
	}
	s.do(burstMsg{})
	s.want("> hello, world: größer 奥斯陆")
	s.sound()
	s.fast("!!")
	s.do(burstMsg{})
	s.want("奥斯陆!!")
	if s.burst.open {
		t.Error("a frame without letters must end the burst")
	}
}

func TestNothingOvertakesGatheredLetters(t *testing.T) {
	for name, do := range map[string]struct {
		msg  tea.Msg
		want string
	}{
		"paste":     {tea.PasteMsg{Content: "PASTE"}, "abcPASTE"},
		"backspace": {keyOf("backspace"), "ab"},
		"left":      {keyOf("left"), "abc"},
		"line":      {keyOf("shift+enter"), "abc\n"},
		"event":     {eventsMsg{events: []runtime.Event{runtime.Noticed{Text: "x"}}}, "abc"},
		"resize":    {tea.WindowSizeMsg{Width: 60, Height: 20}, "abc"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 80, 24)
			s.fast("abc")
			s.Update(do.msg)
			if got := s.input.Text(); got != do.want {
				t.Errorf("the input holds %q, want %q", got, do.want)
			}
			s.sound()
		})
	}
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.fast("send me")
	s.do(keyOf("enter"))
	s.wantAsked(runtime.Say{Text: "send me"})
}

func TestGatheredCommandsComplete(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.fast("/sle")
	s.do(burstMsg{})
	s.want("› /sleep")
}

func TestGatheredControlsAreShown(t *testing.T) {
	s := newStage(t, 80, 24)
	s.fast("ab\u202ec\u009b31md")
	s.do(burstMsg{})
	s.sound()
	s.want("ab")
}

func TestKeyOfOneLetterIsNeverGathered(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Keys = map[string]string{"context": "x"} })
	s.tell(opened(), meterAt(1630, llm.FromEstimate))
	s.fast("abx")
	if _, ok := s.Top().(*page.Reader); !ok {
		t.Error("a remapped letter must do what it means")
	}
}

func TestCursorStaysInViewAfterMuchText(t *testing.T) {
	long := strings.Repeat("word ", 200) + "END"
	for name, put := range map[string]func(*stage){
		"burst": func(s *stage) { s.fast(long); s.do(burstMsg{}) },
		"paste": func(s *stage) { s.do(tea.PasteMsg{Content: strings.Repeat("line\n", 15) + "END"}) },
		"draft": func(s *stage) { s.do(loadedMsg{"draft", []byte(`{"text":"` + long + `"}`), nil}) },
	} {
		s := newStage(t, 60, 20)
		s.tell(opened())
		put(s)
		s.want("END", "\n> ")
		v := s.View()
		lines := strings.Split(s.text(), "\n")
		if v.Cursor == nil || v.Cursor.Y >= len(lines) || !strings.Contains(lines[v.Cursor.Y], "END") {
			t.Errorf("%s: the cursor is at %+v:\n%s", name, v.Cursor, s.text())
		}
	}
}
