package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/tui/backend"
)

func TestScrollingFollowsOnlyAtTheEnd(t *testing.T) {
	s := newStage(t, 80, 24)
	var messages []transcript.Message
	for i := range 40 {
		messages = append(messages, user(fmt.Sprint("u", i), fmt.Sprintf("question %d", i)), assistant(fmt.Sprint("a", i), fmt.Sprintf("answer %d\n\nsecond paragraph", i)))
	}
	s.tell(opened(messages...))
	s.want("answer 39")
	s.wantNot("↓ more")
	s.press("pgup")
	s.want("↓ more")
	before := s.text()
	s.tell(runtime.Said{Message: user("x", "new")})
	s.tell(runtime.Delta{Text: "a long\n\nreply\n\nthat grows"})
	if after := s.text(); firstRows(after, 15) != firstRows(before, 15) {
		t.Errorf("the view jumps while someone reads:\n%s\n%s", before, after)
	}
	s.press("end")
	s.want("that grows")
	s.wantNot("↓ more")
	s.press("home")
	s.want("question 0")
	for range 100 {
		s.press("pgdown")
	}
	s.want("that grows")
	s.wantNot("↓ more")
	s.press("alt+up")
	s.want("▌ a long")
	s.press("alt+up", "alt+up")
	s.want("▌ answer 39")
	s.press("esc")
	s.wantNot("▌")
}

func firstRows(s string, n int) string { return strings.Join(strings.SplitN(s, "\n", n+1)[:n], "\n") }

// Scrolling up and down by any steps ends where it began, and meets every line.
func TestScrollingIsExact(t *testing.T) {
	s := newStage(t, 60, 20)
	var messages []transcript.Message
	for i := range 60 {
		messages = append(messages, user("u", strings.Repeat(fmt.Sprintf("w%d ", i), 1+i*7%40)))
	}
	s.tell(opened(messages...))
	s.View()
	bottom := s.Talk.Bottom(s.Painter)
	for _, step := range []int{1, 3, 7, 11} {
		s.Talk.ToEnd()
		up := 0
		for ; ; up++ {
			before := s.Talk.Start(s.Painter)
			s.Talk.Scroll(s.Painter, -step)
			if s.Talk.Start(s.Painter) == before {
				break
			}
			s.sound()
		}
		for range up + 1 {
			s.Talk.Scroll(s.Painter, step)
		}
		if s.Talk.Away || s.Talk.Start(s.Painter) != bottom {
			t.Errorf("steps of %d end at %+v, want the end %+v", step, s.Talk.Start(s.Painter), bottom)
		}
	}
}

func TestResizeKeepsTheText(t *testing.T) {
	s := newStage(t, 80, 24)
	chatScene(s)
	s.typeText("some text that stays")
	for _, size := range [][2]int{{60, 20}, {140, 50}, {20, 5}, {1, 1}, {3, 2}, {200, 10}, {0, 0}, {61, 20}, {80, 24}} {
		s.do(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.View()
		if size[0] >= 60 {
			s.sound()
		}
	}
	if got := s.input.Text(); got != "some text that stays" {
		t.Errorf("resizing leaves %q", got)
	}
	s.want("some text that stays", "Where do I live?"[:5])
}

func TestThemeFollowsTheTerminal(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Theme = "auto" })
	chatScene(s)
	dark := s.View().Content
	s.do(tea.BackgroundColorMsg{Color: white{}})
	if s.theme.Name != "light" || s.View().Content == dark {
		t.Error("a light terminal keeps the dark theme")
	}
	fixed := newStage(t, 80, 24, func(o *backend.Options) { o.Theme = "dark" })
	fixed.do(tea.BackgroundColorMsg{Color: white{}})
	if fixed.theme.Name != "dark" {
		t.Error("a theme that was asked for gives way to the terminal")
	}
}

type white struct{}

func (white) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }

func TestNoColorHasNoColour(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.NoColor = true })
	chatScene(s)
	s.tell(runtime.TurnEnded{Err: errors.New("x")}, runtime.Woke{Report: report()})
	for _, bad := range []string{"38;", "48;", "\x1b[3", "\x1b[4", "\x1b[9"} {
		if content := s.View().Content; strings.Contains(content, bad) && !strings.Contains(bad, "[3m") {
			if i := strings.Index(content, bad); !strings.HasPrefix(content[i:], "\x1b[3m") && !strings.HasPrefix(content[i:], "\x1b[4m") && !strings.HasPrefix(content[i:], "\x1b[9m") {
				t.Errorf("colour without colour: %q", content[i:i+12])
			}
		}
	}
}

func TestResumedSession(t *testing.T) {
	call := transcript.Call{ID: "c", Name: "memory_get", Arguments: `{"path":"MEMORY.md"}`}
	asked := assistant("2", "")
	asked.ToolCalls = []transcript.Call{call}
	result := transcript.Message{ID: "3", Role: transcript.Tool, ToolCallID: "c", Content: "two lines\nof text", Time: day}
	late := user("4", "later")
	late.Time = day.Add(2 * time.Hour)
	o := opened(user("1", "early"), asked, result, late)
	o.Nights = []transcript.Night{{ID: "n", Time: day.Add(time.Hour), TokensBefore: 9000, TokensAfter: 3000, Summary: "we spoke"}}
	o.Notices = []string{"sessions/x.jsonl:9: a torn line was left out"}
	s := newStage(t, 80, 24)
	s.tell(o)
	s.want("early", `memory_get MEMORY.md → two lines (+1 line)`, "9,000 → 3,000 tokens", "later", "torn line")
	text := s.text()
	if strings.Index(text, "9,000") > strings.Index(text, "later") {
		t.Error("the night stands after what was said later")
	}
}
