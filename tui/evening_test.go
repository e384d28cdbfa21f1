package tui

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/tui/backend"
	"dormouse/tui/keys"
)

// TestUndoTakesBackWhatWasDoneLast: a write after a night, then the night, then
// what others did.
func TestUndoTakesBackWhatWasDoneLast(t *testing.T) {
	s := newStage(t, 80, 24)
	night := report()
	s.tell(opened(), runtime.Woke{Report: night}, runtime.Wrote{Tx: "w-1", Path: "MEMORY.md", Line: 5, Text: "allergic to hazelnuts", What: "forgotten"})
	s.typeText("/undo")
	s.press("esc", "enter")
	s.wantAsked(runtime.UndoWrite{Tx: "w-1"})
	s.tell(runtime.TakenBack{Tx: "w-1", Text: "the write is taken back: MEMORY.md"})
	s.typeText("/undo")
	s.press("esc", "enter")
	s.wantAsked(runtime.UndoNight{ID: night.Night})
	s.tell(runtime.TakenBack{Night: night.Night, Text: "the night is taken back"})
	n := len(s.script.asked)
	s.typeText("/undo")
	s.press("esc", "enter")
	s.want("no memory was written in this sitting")
	if len(s.script.asked) != n {
		t.Errorf("asked %#v", s.script.asked[n:])
	}
}

// TestAQueuedMessageCanBeChanged: up on an empty input takes the newest back.
func TestAQueuedMessageCanBeChanged(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Said{Message: user("m1", "one")}, runtime.Asking{})
	for _, text := range []string{"two", "three"} {
		s.typeText(text)
		s.press("enter")
		s.tell(runtime.Queued{Text: text})
	}
	s.want("queued: two", "queued: three · up changes it")
	s.press("up")
	s.wantAsked(runtime.Unqueue{})
	s.tell(runtime.Unqueued{Say: runtime.Say{Text: "three"}})
	s.want("queued: two", "> three")
	s.wantNot("queued: three")
	s.press("up") // the input is not empty: this is the history
	n := 0
	for _, c := range s.script.asked {
		if c == (runtime.Unqueue{}) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("asked for it %d times", n)
	}
}

// TestTheNightSaysWhatAMessageDoes, as it is.
func TestTheNightSaysWhatAMessageDoes(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Slept{State: sleep.LightSleep, Message: sleep.Hold})
	s.want("enter queues")
	s.tell(runtime.Slept{State: sleep.LightSleep, Message: sleep.Drop})
	s.want("esc or a message wakes")
	s.wantNot("enter queues")
}

// TestATalkIsSearched: what is found is shown where it stands, also far above.
func TestATalkIsSearched(t *testing.T) {
	s := newStage(t, 80, 24)
	var said []transcript.Message
	for i := range 60 {
		said = append(said, user(fmt.Sprintf("u%d", i), fmt.Sprintf("question %d", i)), assistant(fmt.Sprintf("a%d", i), fmt.Sprintf("answer %d", i)))
	}
	said[8] = user("u4", "the ferry to Bergen\nleaves at nine")
	s.tell(opened(said...))
	s.wantNot("Bergen")
	s.press("ctrl+f")
	s.typeText("ferry")
	s.want("find in this talk", "1 of", "the ferry to Bergen", "you")
	s.press("enter")
	s.want("the ferry to Bergen", "leaves at nine", "answer 4")
	s.wantNot("answer 59")
	s.press("esc")
	s.want("answer 59")
	s.typeText("/find bergen nine")
	s.press("enter")
	s.want("0 of") // a line holds all the words
}

// TestTheContextSaysWhatTheTalkCost, and how sure that is.
func TestTheContextSaysWhatTheTalkCost(t *testing.T) {
	s := newStage(t, 100, 40)
	s.tell(opened(), meterAt(1630, llm.FromProvider))
	s.press("ctrl+t")
	s.wantNot("spent")
	u := transcript.Usage{Input: 12000, Cached: 9000, Output: 800}
	s.tell(runtime.Shown{Spent: runtime.Spent{Replies: 3, Usage: u, USD: 0.0421, Unknown: 1}})
	s.want("spent: at least $0.0421 for 3 replies: 12,000 tokens in (9,000 of them cached), 800 out")
	s.tell(runtime.Shown{Spent: runtime.Spent{Replies: 1, Usage: u, Unknown: 1}})
	s.want("spent: price unknown for 1 reply")
}

// TestKeysReference keeps docs/keys.md: what `?` shows.
func TestKeysReference(t *testing.T) {
	const file = "../docs/keys.md"
	want := keysReference()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is not what the screen says (make docs writes it anew): %v", file, err)
	}
}

func keysReference() string {
	var b strings.Builder
	b.WriteString("# Keys and commands of the chat\n\nWritten by `make docs` from what `?` shows. A key is set in the config by the name of its action: `dormouse config set tui.keys.find ctrl+s`. Every action keeps at least one: give `clear` another key before `find` takes `ctrl+c`.\n\n| key | action | does |\n|---|---|---|\n")
	for _, h := range keys.Table() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(h.Keys, ", ", "` `"), h.Act, h.About)
	}
	b.WriteString("\n| command | does |\n|---|---|\n")
	for _, c := range slashes() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", strings.ReplaceAll(strings.TrimSpace("/"+c.name+" "+c.args), "|", "\\|"), c.about)
	}
	b.WriteString("| `@path` | attach a file of this folder |\n")
	return b.String()
}

// TestTypingGoesOnWhileAFileIsRead: the letters that come meanwhile stay in order.
func TestTypingGoesOnWhileAFileIsRead(t *testing.T) {
	s := newStage(t, 100, 30)
	s.tell(opened())
	s.typeText("It is in @route.md to")
	s.do(attachedMsg{attaching{path: "route.md", word: "@route.md"}, backend.Attached{Text: "x"}, nil})
	s.typeText("day.")
	if got := s.input.Value(); got != "It is in [route.md · 1 byte · 1 token] today." {
		t.Errorf("%q", got)
	}
}
