package tui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/sleep"
)

func TestEnterSaysAndShowsItAsWaiting(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("hello\nworld")
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "hello\nworld"})
	s.want("sending: hello")
	s.tell(runtime.Said{Message: user("1", "hello\nworld")})
	s.wantNot("sending")
	s.want("│ hello", "│ world", "thinking")
	if !s.input.empty() {
		t.Error("the input still holds what was sent")
	}
}

func TestCommandsArriveInOrder(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	var cmds []tea.Cmd
	for i := range 5 {
		cmds = append(cmds, s.screen.send(runtime.Say{Text: fmt.Sprint(i)}))
	}
	for i, cmd := range cmds {
		if (cmd == nil) == (i == 0) {
			t.Fatalf("command %d: one at a time must be on its way", i)
		}
	}
	cmds[0]()
	for next := s.screen.sent(); next != nil; next = s.screen.sent() {
		next()
	}
	for i, c := range s.script.asked {
		if c != (runtime.Say{Text: fmt.Sprint(i)}) {
			t.Errorf("command %d arrived as %v", i, c)
		}
	}
}

func TestWaysToBreakTheLine(t *testing.T) {
	for _, key := range []string{"shift+enter", "ctrl+j", "alt+enter"} {
		s := newStage(t, 80, 24)
		s.typeText("a")
		s.press(key)
		s.typeText("b")
		if got := s.input.text(); got != "a\nb" {
			t.Errorf("%s makes %q", key, got)
		}
	}
}

func TestInputGrowsToAThird(t *testing.T) {
	s := newStage(t, 60, 21)
	for range 12 {
		s.typeText("line\n")
	}
	if got := s.input.area.Height(); got != 7 {
		t.Errorf("the input is %d lines high, want 7 of 21", got)
	}
	s.sound()
	if v := s.View(); v.Cursor == nil || v.Cursor.Y != 19 {
		t.Errorf("the cursor is at %+v, want the last line of the input", v.Cursor)
	}
}

func TestEnterWhileBusyQueues(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Said{Message: user("1", "one")}, runtime.Delta{Text: "reply"})
	s.typeText("two")
	s.press("enter")
	s.tell(runtime.Queued{Text: "two", Length: 1})
	s.want("queued: two", "reply")
	s.tell(runtime.Replied{Message: assistant("2", "reply")}, runtime.TurnEnded{}, runtime.Said{Message: user("3", "two")})
	s.wantNot("queued")
	s.want("│ two")
}

func TestTooLargeGivesTheTextBack(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("far too much")
	s.press("enter")
	s.tell(runtime.TurnEnded{Err: fmt.Errorf("%w: it takes 9 tokens", runtime.ErrTooLarge)})
	if got := s.input.text(); got != "far too much" {
		t.Errorf("the input holds %q, want what was refused", got)
	}
	s.want("does not fit", "in the input again")
	s.wantNot("sending")
}

func TestTooLargeKeepsWhatIsTyped(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("far too much")
	s.press("enter")
	s.typeText("new")
	s.tell(runtime.TurnEnded{Err: runtime.ErrTooLarge})
	if got := s.input.text(); got != "new" {
		t.Errorf("the input holds %q, want what was typed meanwhile", got)
	}
	s.press("up")
	if got := s.input.text(); got != "far too much" {
		t.Errorf("up gives %q, want what was refused", got)
	}
}

// A queued message that is refused when its turn comes is given back, too.
func TestQueuedAndRefused(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Said{Message: user("1", "one")}, runtime.Asking{})
	s.typeText("two")
	s.press("enter")
	s.tell(runtime.Queued{Text: "two", Length: 1}, runtime.TurnEnded{Err: errors.New("cut")})
	s.want("queued: two", "/retry sends it again")
	s.tell(runtime.TurnEnded{Err: errors.New("disk full")})
	s.wantNot("queued")
	if got := s.input.text(); got != "two" {
		t.Errorf("the input holds %q, want what was refused", got)
	}
}

func TestEscStopsAndKeepsTheReply(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Said{Message: user("1", "one")}, runtime.Delta{Text: "half a"})
	s.press("esc")
	s.wantAsked(runtime.Cancel{})
	m := assistant("2", "half a")
	m.Interrupted = true
	s.tell(runtime.Replied{Message: m}, runtime.TurnEnded{})
	s.want("half a", "(stopped here)")
	s.wantNot("esc stops")
}

func TestQuitting(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("text")
	s.press("ctrl+d")
	if len(s.script.asked) != 0 {
		t.Error("ctrl+d quits although something is typed")
	}
	s.press("ctrl+c")
	if !s.input.empty() || len(s.script.asked) != 0 {
		t.Error("ctrl+c must clear the input and nothing else")
	}
	s.press("up")
	if got := s.input.text(); got != "text" {
		t.Errorf("what ctrl+c cleared is not in the history: %q", got)
	}
	s.press("ctrl+c", "ctrl+c")
	s.want("ctrl+c again quits")
	s.press("x", "backspace", "ctrl+c")
	if len(s.script.asked) != 0 {
		t.Error("another key between two ctrl+c must disarm them")
	}
	s.press("ctrl+c")
	s.wantAsked(runtime.Quit{})
	if cmd := s.heard(heardMsg{source: s.source, closed: true}); cmd == nil || cmd() != (tea.QuitMsg{}) {
		t.Error("the end of the events must end the screen")
	}
}

func TestHistoryKeepsTheDraft(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	for _, text := range []string{"first", "second\nline", "second\nline"} {
		s.typeText(text)
		s.press("enter")
	}
	s.typeText("draft")
	for _, want := range []string{"second\nline", "first", "first"} {
		s.press("up")
		if got := s.input.text(); got != want {
			t.Errorf("up gives %q, want %q", got, want)
		}
	}
	s.press("down", "down", "down")
	if got := s.input.text(); got != "draft" {
		t.Errorf("down ends at %q, want the draft", got)
	}
}

func TestUpInsideALongDraftMovesTheCursor(t *testing.T) {
	s := newStage(t, 80, 24)
	s.typeText("one")
	s.press("enter")
	s.typeText("a\nb")
	s.press("up")
	if got := s.input.text(); got != "a\nb" {
		t.Errorf("up on the second line gives %q, want the draft untouched", got)
	}
}

func TestLongPasteBecomesAChip(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) { o.Count = func(s string) int { return len(s) } })
	s.tell(opened())
	long := strings.Repeat("line \x1b[31m\n", 1234)
	s.typeText("see ")
	s.do(tea.PasteMsg{Content: long})
	s.typeText(" ok?")
	s.want("> see [pasted 1,234 lines · 13,574 tokens] ok?")
	if s.input.tokens < len(long) {
		t.Errorf("the draft counts %d tokens, want the paste in it", s.input.tokens)
	}
	s.sound()
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "see " + long + " ok?"})
}

func TestChipsAreTakenWhole(t *testing.T) {
	s := newStage(t, 80, 24)
	paste := tea.PasteMsg{Content: strings.Repeat("x\n", 30)}
	s.typeText("a ")
	s.do(paste)
	s.do(paste)
	if len(s.input.chips) != 2 || s.input.chips[0].Label == s.input.chips[1].Label {
		t.Fatalf("two pastes give %+v", s.input.chips)
	}
	s.press("backspace")
	if got, want := s.input.area.Value(), "a "+s.input.chips[0].Label; got != want {
		t.Errorf("backspace leaves %q, want %q", got, want)
	}
	s.press("backspace", "backspace")
	if got := s.input.area.Value(); got != "a" || len(s.input.chips) != 0 {
		t.Errorf("left are %q and %d chips", got, len(s.input.chips))
	}
}

func TestShortPasteIsShownSafely(t *testing.T) {
	s := newStage(t, 80, 24)
	s.do(tea.PasteMsg{Content: "a\x1b]52;c;eA==\a\r\nb\u202ec"})
	s.want("␛]52", "‹U+202E›")
	s.sound()
	if got := strings.Count(s.input.text(), "\n"); got != 1 {
		t.Errorf("%d line breaks, want 1", got)
	}
}

// shelf is Drafts in memory.
type shelf map[string][]byte

func (d shelf) Load(name string) ([]byte, error) {
	if b, ok := d[name]; ok {
		return b, nil
	}
	return nil, fs.ErrNotExist
}

func (d shelf) Save(name string, data []byte) error {
	d[name] = append([]byte(nil), data...)
	return nil
}

func TestDraftSurvives(t *testing.T) {
	kept := shelf{}
	with := func(o *Options) { o.Drafts = kept }
	s := newStage(t, 80, 24, with)
	s.tell(opened())
	s.typeText("sent")
	s.press("enter")
	s.tell(runtime.Said{Message: user("1", "sent")}, runtime.TurnEnded{})
	s.typeText("not sent ")
	s.do(tea.PasteMsg{Content: strings.Repeat("row\n", 25)})
	want := s.input.text()
	s.do(s.save()()) // as the timer would
	if !s.kept() {
		t.Error("after saving the draft counts as changed")
	}

	again := newStage(t, 80, 24, with)
	again.do(again.load("history")())
	again.do(again.load("draft")())
	if got := again.input.text(); got != want {
		t.Errorf("the draft is %q, want %q", got, want)
	}
	again.press("ctrl+c", "up", "up")
	if got := again.input.text(); got != "sent" {
		t.Errorf("the history gives %q, want what was sent before", got)
	}
}

// What was sent and is not on disk yet must not be lost when everything dies.
func TestDraftHoldsWhatWaits(t *testing.T) {
	kept := shelf{}
	with := func(o *Options) { o.Drafts = kept }
	s := newStage(t, 80, 24, with)
	s.tell(opened(), runtime.Slept{State: sleep.DeepSleep})
	s.typeText("during the night")
	s.press("enter")
	s.typeText("and more")
	s.do(s.save()())

	again := newStage(t, 80, 24, with)
	again.do(again.load("draft")())
	if got := again.input.text(); got != "during the night\nand more" {
		t.Errorf("the draft is %q", got)
	}
	s.tell(runtime.Woke{Report: report()}, runtime.Said{Message: user("1", "during the night")})
	if s.kept() {
		t.Error("when it is on disk the draft must be saved again")
	}
}

func TestNoDraftOnExitWithoutChange(t *testing.T) {
	kept := shelf{}
	s := newStage(t, 80, 24, func(o *Options) { o.Drafts = kept })
	if err := s.saveOnExit(); err != nil || len(kept) != 0 {
		t.Errorf("saved %v, %v", kept, err)
	}
	s.typeText("x")
	if err := s.saveOnExit(); err != nil || len(kept) == 0 {
		t.Errorf("nothing saved, %v", err)
	}
}

func TestNightIsShownAndTypedThrough(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), meterAt(6600, runtime.FromEstimate))
	for _, state := range sleep.States[1:] {
		s.tell(runtime.Slept{State: state, Why: "context 81%", Phase: "save", Done: 1, Total: 4, Tokens: 6600})
		s.want("asleep · "+strings.ReplaceAll(string(state), "_", " "), "6,600 tokens before", "esc wakes")
		s.sound()
	}
	s.typeText("hello")
	s.want("> hello")
	s.press("esc")
	s.wantAsked(runtime.Cancel{})
	s.tell(runtime.Slept{State: sleep.DeepSleep, Phase: "save", Deferred: true})
	s.want("will wake when saved")
	s.tell(runtime.Woke{Report: report()})
	s.want("slept: 6,432 → 2,811 tokens", "2 remembered", "3 known already", "1 superseded", "> hello")
	s.wantNot("asleep", "MEMORY.md:5")
	s.press("ctrl+o")
	s.want("Lives in Oslo since March 2024.", "MEMORY.md:5", "41 of 43")
	s.press("ctrl+o")
	s.wantNot("MEMORY.md:5")
}

func TestNightThatEndsBadly(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Slept{State: sleep.LightSleep}, runtime.Woke{Err: context.Canceled})
	s.want("the night changed nothing")
	s.tell(runtime.Slept{State: sleep.LightSleep}, runtime.Woke{Err: errors.New("disk full")})
	s.want("! the night failed", "disk full")
	s.wantNot("asleep")
}

func TestUnknownCommandSuggests(t *testing.T) {
	for typed, want := range map[string]string{"/slep": "/sleep", "/memroy": "/memory", "/hepl": "/help", "/modle x/y": "/model", "/zzzzzz": "/help lists"} {
		s := newStage(t, 80, 24)
		s.tell(opened())
		s.typeText(typed)
		s.press("enter")
		s.want("there is no command", want)
		if len(s.script.asked) != 0 {
			t.Errorf("%s was sent: %v", typed, s.script.asked)
		}
		s.press("up")
		if got := s.input.text(); got != typed {
			t.Errorf("%s cannot be corrected: up gives %q", typed, got)
		}
	}
}

func TestTextWithSlashesIsNoCommand(t *testing.T) {
	for _, text := range []string{"/usr/bin is where?", "/etc/passwd", "/ alone", "/one\ntwo", "a /help", "/v1.2"} {
		if _, _, ok := command(text); ok {
			t.Errorf("%q is taken for a command", text)
		}
	}
}

func TestSlashCommands(t *testing.T) {
	for typed, want := range map[string]runtime.Command{
		"/sleep": runtime.Sleep{}, "/sleep deep": runtime.Sleep{Depth: sleep.Deep}, "/sleep preview": runtime.Sleep{DryRun: true},
		"/undo": runtime.UndoNight{}, "/undo n-1": runtime.UndoNight{ID: "n-1"}, "/retry": runtime.Retry{}, "/quit": runtime.Quit{},
		"/model openai/gpt-5": runtime.Use{Ref: "openai/gpt-5"}, "/status": runtime.Look{}, "/context": runtime.Look{},
	} {
		s := newStage(t, 80, 24)
		s.tell(opened())
		s.typeText(typed)
		s.press("esc", "enter") // esc closes the list, so that the text itself is taken
		s.wantAsked(want)
	}
}

func TestUndoWrite(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Wrote{Tx: "t1", Path: "MEMORY.md", Line: 3, Text: "a", What: "saved"}, runtime.Wrote{Tx: "t2", Path: "MEMORY.md", Line: 4, Text: "b", What: "saved"})
	s.press("alt+u")
	s.wantAsked(runtime.UndoWrite{Tx: "t2"})
	s.typeText("/undo write")
	s.press("enter")
	s.wantAsked(runtime.UndoWrite{Tx: "t1"})
	s.press("alt+u")
	s.want("no memory was written")
}

func TestPopupCompletes(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("/sl")
	s.want("/sleep [deep|preview]")
	s.press("tab")
	if got := s.input.text(); got != "/sleep " {
		t.Errorf("tab makes %q", got)
	}
	s.press("ctrl+c")
	s.typeText("/mo")
	s.press("enter")
	s.want("the model is offline/extractive")
	s.typeText("/")
	s.press("down", "down", "up", "up", "up")
	s.want("› /quit")
	s.press("esc")
	s.wantNot("› /quit")
	if got := s.input.text(); got != "/" {
		t.Errorf("esc leaves %q", got)
	}
}

func TestModelPicker(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) {
		o.Models = func() []ModelChoice {
			return []ModelChoice{{"anthropic/claude", "200k · $3/$15"}, {"openai/gpt", "400k"}, {"offline/extractive", "no key"}}
		}
	})
	s.tell(opened())
	s.typeText("/model")
	s.press("esc", "enter")
	s.want("› anthropic/claude", "200k")
	s.typeText("gpt")
	s.want("› openai/gpt", "1 of 3")
	s.wantNot("anthropic")
	s.sound()
	s.press("enter")
	s.wantAsked(runtime.Use{Ref: "openai/gpt"})
	s.tell(runtime.Switched{Model: "openai/gpt", Why: "asked for"})
	s.want("openai/gpt (asked for) answers from now on")
}

func TestHistorySearch(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	for _, text := range []string{"about oslo", "about tea", "about bergen"} {
		s.typeText(text)
		s.press("enter")
	}
	s.press("ctrl+r")
	s.typeText("tea")
	s.press("enter")
	if got := s.input.text(); got != "about tea" {
		t.Errorf("ctrl+r finds %q", got)
	}
}

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
	bottom := s.talk.bottom(s.painter)
	for _, step := range []int{1, 3, 7, 11} {
		s.talk.toEnd()
		up := 0
		for ; ; up++ {
			before := s.talk.start(s.painter)
			s.talk.scroll(s.painter, -step)
			if s.talk.start(s.painter) == before {
				break
			}
			s.sound()
		}
		for range up + 1 {
			s.talk.scroll(s.painter, step)
		}
		if s.talk.away || s.talk.start(s.painter) != bottom {
			t.Errorf("steps of %d end at %+v, want the end %+v", step, s.talk.start(s.painter), bottom)
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
	if got := s.input.text(); got != "some text that stays" {
		t.Errorf("resizing leaves %q", got)
	}
	s.want("some text that stays", "Where do I live?"[:5])
}

func TestThemeFollowsTheTerminal(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) { o.Theme = "auto" })
	chatScene(s)
	dark := s.View().Content
	s.do(tea.BackgroundColorMsg{Color: white{}})
	if s.theme.name != "light" || s.View().Content == dark {
		t.Error("a light terminal keeps the dark theme")
	}
	fixed := newStage(t, 80, 24, func(o *Options) { o.Theme = "dark" })
	fixed.do(tea.BackgroundColorMsg{Color: white{}})
	if fixed.theme.name != "dark" {
		t.Error("a theme that was asked for gives way to the terminal")
	}
}

type white struct{}

func (white) RGBA() (r, g, b, a uint32) { return 0xffff, 0xffff, 0xffff, 0xffff }

func TestNoColorHasNoColour(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) { o.NoColor = true })
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

func TestKeysCanBeSet(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) {
		o.Keys = map[string]string{"send": "ctrl+s", "fold": "ctrl+t", "nonsense": "x"}
	})
	s.want("keys.nonsense: there is no such action", "key ctrl+t means fold")
	s.tell(opened())
	s.typeText("text")
	s.press("ctrl+s")
	s.wantAsked(runtime.Say{Text: "text"})
}

// library is Memory with two files.
type library struct{}

func (library) Files() ([]string, error) { return []string{"MEMORY.md", "memory/2026-11-21.md"}, nil }
func (library) Read(name string) ([]byte, error) {
	return []byte("# " + name + "\n\n- a fact \x1b[2J ^k7f3a2\n"), nil
}
func (library) Search(q string, _ int) (search.Answer, error) {
	if q == "nothing" {
		return search.Answer{Query: q, Verdict: search.BelowThreshold}, nil
	}
	return search.Answer{Query: q, Verdict: search.Hits, Results: []search.Hit{{Path: "MEMORY.md", Start: 3, Text: "a fact about " + q, Heading: "Facts"}}}, nil
}

func TestMemoryBrowser(t *testing.T) {
	s := newStage(t, 80, 24, func(o *Options) { o.Memory = library{} })
	s.tell(opened())
	s.typeText("/memory")
	s.press("esc", "enter")
	s.do(filesMsg{names: []string{"MEMORY.md", "memory/2026-11-21.md"}})
	s.do(s.openFile("MEMORY.md", 0)())
	s.want("memory", "MEMORY.md · 1 of 2", "a fact ␛[2J")
	s.sound()
	s.typeText("tea")
	s.do(s.browser.search(s.screen, searchMsg{"tea"})())
	s.want("a fact about tea", "MEMORY.md:3")
	s.do(foundMsg{query: "te", answer: search.Answer{Verdict: search.NoMatch}})
	s.want("a fact about tea") // an old answer changes nothing
	s.sound()
	s.press("esc", "esc")
	if s.mode != chatting {
		t.Error("esc twice must lead back")
	}
}

func TestMemoryOpensAtTheLine(t *testing.T) {
	s := newStage(t, 60, 20, func(o *Options) { o.Memory = library{} })
	s.tell(opened())
	s.mode = browsing
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "- line %d %s\n", i+1, strings.Repeat("word ", 30))
	}
	s.do(fileMsg{name: "MEMORY.md", line: 77, data: []byte(text.String())})
	s.want("› - line 77 ")
	if got := s.browser.line(); got != 77 {
		t.Errorf("the editor would open line %d", got)
	}
	s.do(tea.WindowSizeMsg{Width: 100, Height: 30})
	s.want("› - line 77 ")
}

func TestSessionsAreChanged(t *testing.T) {
	next := &script{events: make(chan runtime.Event)}
	s := newStage(t, 80, 24, func(o *Options) {
		o.Open = func(id string) (Source, error) {
			if id == "bad" {
				return nil, errors.New("no such session")
			}
			return next, nil
		}
	})
	s.tell(opened(user("1", "old text")))
	s.typeText("/new")
	s.press("esc", "enter")
	s.wantAsked(runtime.Quit{})
	s.do(s.heard(heardMsg{source: s.source, closed: true})())
	s.tell(opened())
	s.wantNot("old text")
	s.want("Type a message")
	s.do(heardMsg{source: 0, events: []runtime.Event{runtime.Noticed{Text: "late words of the old one"}}})
	s.wantNot("late words")
	if s.o.Source != Source(next) {
		t.Error("the screen still asks the old source")
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

func TestTokensComeInBatches(t *testing.T) {
	events := make(chan runtime.Event, 8)
	for _, e := range []runtime.Event{runtime.Delta{Text: "a"}, runtime.Delta{Text: "b"}, runtime.Noticed{Text: "c"}} {
		events <- e
	}
	if msg := collect(events, 0).(heardMsg); len(msg.events) != 3 || msg.closed {
		t.Errorf("%+v, want all three at once", msg)
	}
	close(events)
	if msg := collect(events, 0).(heardMsg); !msg.closed || len(msg.events) != 0 {
		t.Errorf("%+v, want the end", msg)
	}
}
