package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/tui/backend"
	"dormouse/tui/input"
	"dormouse/tui/keys"
)

func TestWaysToBreakTheLine(t *testing.T) {
	for _, key := range []string{"shift+enter", "ctrl+j", "alt+enter"} {
		s := newStage(t, 80, 24)
		s.typeText("a")
		s.press(key)
		s.typeText("b")
		if got := s.input.Text(); got != "a\nb" {
			t.Errorf("%s makes %q", key, got)
		}
	}
}

func TestInputGrowsToAThird(t *testing.T) {
	s := newStage(t, 60, 21)
	for range 12 {
		s.typeText("line\n")
	}
	if got := len(s.input.Lines()); got != 7 {
		t.Errorf("the input is %d lines high, want 7 of 21", got)
	}
	s.sound()
	if v := s.View(); v.Cursor == nil || v.Cursor.Y != 19 {
		t.Errorf("the cursor is at %+v, want the last line of the input", v.Cursor)
	}
}

func TestTooLargeGivesTheTextBack(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("far too much")
	s.press("enter")
	s.tell(runtime.TurnEnded{Err: fmt.Errorf("%w: it takes 9 tokens", runtime.ErrTooLarge)})
	if got := s.input.Text(); got != "far too much" {
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
	if got := s.input.Text(); got != "new" {
		t.Errorf("the input holds %q, want what was typed meanwhile", got)
	}
	s.press("up")
	if got := s.input.Text(); got != "far too much" {
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
	if got := s.input.Text(); got != "two" {
		t.Errorf("the input holds %q, want what was refused", got)
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
		if got := s.input.Text(); got != want {
			t.Errorf("up gives %q, want %q", got, want)
		}
	}
	s.press("down", "down", "down")
	if got := s.input.Text(); got != "draft" {
		t.Errorf("down ends at %q, want the draft", got)
	}
}

// TestASelectionOfNothingIsForgotten: shift+right at the end of an empty line selects
// nothing; when the line has gone, what is selected then does not reach to it.
func TestASelectionOfNothingIsForgotten(t *testing.T) {
	s := newStage(t, 80, 24)
	s.typeText("ab\n")
	s.press("shift+right", "backspace", "shift+left", "delete")
	if got := s.input.Text(); got != "a" {
		t.Errorf("the input holds %q", got)
	}
	s.press("shift+left")
	s.do(tea.PasteMsg{Content: "x\ny"})
	s.press("ctrl+u")
	if got := s.input.Text(); got != "x\na" {
		t.Errorf("after a paste the input holds %q", got)
	}
}

// TestWhatComesFromTheHistoryIsWrittenOn: the cursor stands at its end, and up goes on
// to what is older until it is moved.
func TestWhatComesFromTheHistoryIsWrittenOn(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	for _, text := range []string{"first", "second\nline"} {
		s.typeText(text)
		s.press("enter")
	}
	s.press("up")
	s.typeText("s")
	if got := s.input.Text(); got != "second\nlines" {
		t.Errorf("typed on it is %q", got)
	}
	s.press("ctrl+c", "up", "up", "left", "up")
	s.typeText("-")
	if got := s.input.Text(); got != "sec-ond\nline" {
		t.Errorf("typed where the cursor was moved to it is %q", got)
	}
}

func TestUpInsideALongDraftMovesTheCursor(t *testing.T) {
	s := newStage(t, 80, 24)
	s.typeText("one")
	s.press("enter")
	s.typeText("a\nb")
	s.press("up")
	if got := s.input.Text(); got != "a\nb" {
		t.Errorf("up on the second line gives %q, want the draft untouched", got)
	}
}

func TestLongPasteBecomesAChip(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Count = func(s string) int { return len(s) } })
	s.tell(opened())
	long := strings.Repeat("line \x1b[31m\n", 1234)
	s.typeText("see ")
	s.do(tea.PasteMsg{Content: long})
	s.typeText(" ok?")
	s.want("> see [pasted 1,234 lines · 13,574 tokens] ok?")
	if s.input.Tokens < len(long) {
		t.Errorf("the draft counts %d tokens, want the paste in it", s.input.Tokens)
	}
	s.sound()
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "see " + long + " ok?", Spans: []transcript.Span{{From: 4, To: 4 + len(strings.TrimSpace(long)), Origin: transcript.Pasted}}})
}

func TestChipsAreTakenWhole(t *testing.T) {
	s := newStage(t, 80, 24)
	paste := tea.PasteMsg{Content: strings.Repeat("x\n", 30)}
	s.typeText("a ")
	s.do(paste)
	s.do(paste)
	if len(s.input.Chips) != 2 || s.input.Chips[0].Label == s.input.Chips[1].Label {
		t.Fatalf("two pastes give %+v", s.input.Chips)
	}
	s.press("backspace")
	if got, want := s.input.Value(), "a "+s.input.Chips[0].Label; got != want {
		t.Errorf("backspace leaves %q, want %q", got, want)
	}
	s.press("backspace", "backspace")
	if got := s.input.Value(); got != "a" || len(s.input.Chips) != 0 {
		t.Errorf("left are %q and %d chips", got, len(s.input.Chips))
	}
}

func TestShortPasteIsShownSafely(t *testing.T) {
	s := newStage(t, 80, 24)
	s.do(tea.PasteMsg{Content: "a\x1b]52;c;eA==\a\r\nb\u202ec"})
	s.want("␛]52", "‹U+202E›")
	s.sound()
	if got := strings.Count(s.input.Text(), "\n"); got != 1 {
		t.Errorf("%d line breaks, want 1", got)
	}
}

// shelf is Drafts in memory. Commands load while the exit saves, as with files.
type shelf struct{ drafts sync.Map }

func (d *shelf) Load(name string) ([]byte, error) {
	if b, ok := d.drafts.Load(name); ok {
		return b.([]byte), nil
	}
	return nil, fs.ErrNotExist
}

func (d *shelf) Save(name string, data []byte) error {
	d.drafts.Store(name, append([]byte(nil), data...))
	return nil
}

func TestDraftSurvives(t *testing.T) {
	kept := &shelf{}
	with := func(o *backend.Options) { o.Drafts = kept }
	s := newStage(t, 80, 24, with)
	s.tell(opened())
	s.typeText("sent")
	s.press("enter")
	s.tell(runtime.Said{Message: user("1", "sent")}, runtime.TurnEnded{})
	s.typeText("not sent ")
	s.do(tea.PasteMsg{Content: strings.Repeat("row\n", 25)})
	want := s.input.Text()
	s.do(s.save()()) // as the timer would
	if !s.upToDate() {
		t.Error("after saving the draft counts as changed")
	}

	again := newStage(t, 80, 24, with)
	again.do(again.load("history")())
	again.do(again.load("draft")())
	if got := again.input.Text(); got != want {
		t.Errorf("the draft is %q, want %q", got, want)
	}
	again.press("ctrl+c", "up", "up")
	if got := again.input.Text(); got != "sent" {
		t.Errorf("the history gives %q, want what was sent before", got)
	}
}

// What was sent and is not on disk yet must not be lost when everything dies.
func TestDraftHoldsWhatWaits(t *testing.T) {
	kept := &shelf{}
	with := func(o *backend.Options) { o.Drafts = kept }
	s := newStage(t, 80, 24, with)
	s.tell(opened(), runtime.Slept{State: sleep.DeepSleep})
	s.typeText("during the night")
	s.press("enter")
	s.typeText("and more")
	s.do(s.save()())

	again := newStage(t, 80, 24, with)
	again.do(again.load("draft")())
	if got := again.input.Text(); got != "during the night\nand more" {
		t.Errorf("the draft is %q", got)
	}
	s.tell(runtime.Woke{Report: report()}, runtime.Said{Message: user("1", "during the night")})
	if s.upToDate() {
		t.Error("when it is on disk the draft must be saved again")
	}
}

func TestNoDraftOnExitWithoutChange(t *testing.T) {
	kept := &shelf{}
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Drafts = kept })
	saved := func() (n int) {
		kept.drafts.Range(func(any, any) bool { n++; return true })
		return n
	}
	if err := s.saveOnExit(); err != nil || saved() != 0 {
		t.Errorf("saved %d, %v", saved(), err)
	}
	s.typeText("x")
	if err := s.saveOnExit(); err != nil || saved() == 0 {
		t.Errorf("nothing saved, %v", err)
	}
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
	if got := s.input.Text(); got != "about tea" {
		t.Errorf("ctrl+r finds %q", got)
	}
}

// TestTabsAreSent: those of a short paste, and those that an editor leaves.
func TestTabsAreSent(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	s.typeText("sort ")
	s.do(tea.PasteMsg{Content: "tea\t3\nsalt\t1"})
	s.want("> sort tea    3", "  salt    1")
	s.sound()
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "sort tea\t3\nsalt\t1", Spans: []transcript.Span{{From: 5, To: 17, Origin: transcript.Pasted}}})
	s.tell(runtime.Said{Message: user("1", "sort tea\t3\nsalt\t1")}, runtime.TurnEnded{})
	s.do(textEditedMsg{text: "all:\n\ttrue\n"})
	s.press("enter")
	s.wantAsked(runtime.Say{Text: "all:\n\ttrue"})
}

func TestWhatIsPastedIsNotTyped(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	pasted := func(from int, text string) []transcript.Span {
		return []transcript.Span{{From: from, To: from + len(text), Origin: transcript.Pasted}}
	}
	s.typeText("sum up: ")
	s.do(tea.PasteMsg{Content: "Always run the script at night.\n"})
	s.press("enter")
	const text = "sum up: Always run the script at night.\n"
	s.wantAsked(runtime.Say{Text: text, Spans: pasted(8, "Always run the script at night.")})
	s.tell(runtime.Said{}, runtime.TurnEnded{})
	s.press("up")
	s.press("enter") // sent again, it is no more typed than before
	s.wantAsked(runtime.Say{Text: strings.TrimSpace(text), Spans: pasted(8, "Always run the script at night.")})
	s.tell(runtime.Said{}, runtime.TurnEnded{})
	s.typeText("I live in ")
	s.do(tea.PasteMsg{Content: "Bad Muskau"})
	s.press("enter") // a name within a sentence makes it no quotation
	s.wantAsked(runtime.Say{Text: "I live in Bad Muskau"})
}

func TestADraftKeepsWhatWasNotTyped(t *testing.T) {
	keys, _ := keys.New(nil)
	in := input.New(keys, nil)
	in.Paste("Always run the script at night.")
	in.Paste(strings.Repeat("line of a long text\n", input.ChipLines))
	again := input.New(keys, nil)
	again.Restore(in.Marshal(nil))
	text := again.Text()
	if m := (transcript.Message{Role: transcript.User, Content: text, Spans: again.Spans(text)}); strings.TrimSpace(m.Words()) != "" {
		t.Errorf("after a restart %q is typed", m.Words())
	}
	later := input.New(keys, nil)
	later.Restore(in.Marshal([]string{"I typed this. Always run the script at night."}))
	m := transcript.Message{Role: transcript.User, Content: later.Text(), Spans: later.Spans(later.Text())}
	if got := m.Words(); !strings.HasPrefix(got, "I typed this.") || strings.Contains(got, "script") {
		t.Errorf("of what was waiting %q is typed", got)
	}
}
