package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/sleep"
	"dormouse/tui/backend"
	"dormouse/tui/page"
	"dormouse/tui/tell"
)

func TestCommandsArriveInOrder(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	var cmds []tea.Cmd
	for i := range 5 {
		cmds = append(cmds, s.screen.Send(runtime.Say{Text: fmt.Sprint(i)}))
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
		if say, ok := c.(runtime.Say); !ok || say.Text != fmt.Sprint(i) || say.Spans != nil {
			t.Errorf("command %d arrived as %v", i, c)
		}
	}
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
		if got := s.input.Text(); got != typed {
			t.Errorf("%s cannot be corrected: up gives %q", typed, got)
		}
	}
}

func TestTextWithSlashesIsNoCommand(t *testing.T) {
	for _, text := range []string{"/usr/bin is where?", "/etc/passwd", "/ alone", "/one\ntwo", "a /help", "/v1.2"} {
		if _, _, ok := tell.Command(text); ok {
			t.Errorf("%q is taken for a command", text)
		}
	}
}

func TestSlashCommands(t *testing.T) {
	for typed, want := range map[string]runtime.Command{
		"/sleep": runtime.Sleep{}, "/sleep deep": runtime.Sleep{Depth: sleep.Deep}, "/sleep preview": runtime.Sleep{DryRun: true},
		"/undo night": runtime.UndoNight{}, "/undo n-1": runtime.UndoNight{ID: "n-1"}, "/retry": runtime.Retry{}, "/quit": runtime.Quit{},
		"/model openai/gpt-5": runtime.Use{Ref: "openai/gpt-5"}, "/status": runtime.Look{}, "/context": runtime.Look{},
	} {
		s := newStage(t, 80, 24)
		s.tell(opened())
		s.typeText(typed)
		s.press("esc", "enter") // esc closes the list, so that the text itself is taken
		s.wantAsked(want)
	}
}

// GUARANTEES 26.
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
	if got := s.input.Text(); got != "/sleep " {
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
	if got := s.input.Text(); got != "/" {
		t.Errorf("esc leaves %q", got)
	}
}

func TestModelPicker(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Models = func() []backend.ModelChoice {
			return []backend.ModelChoice{{Ref: "anthropic/claude", Window: 200_000, Price: "$3 in, $15 out"}, {Ref: "openai/gpt", Window: 1_048_576, Price: ""}, {Ref: "gemini/pro", Window: 8000, Keyless: true}, {Ref: "offline/extractive", Window: 32_000, Price: ""}}
		}
	})
	s.tell(opened())
	s.typeText("/model")
	s.press("esc", "enter")
	s.want("› offline/extractive", "anthropic/claude", "200k · $3 in, $15 out", "1M", "32k · this one", "no key · 8.0k")
	s.typeText("gpt")
	s.want("› openai/gpt", "1 of 4")
	s.wantNot("anthropic")
	s.sound()
	s.press("enter")
	s.wantAsked(runtime.Use{Ref: "openai/gpt"})
	s.tell(runtime.Switched{Model: "openai/gpt", Why: "asked for"})
	s.want("openai/gpt (asked for) answers from now on")
}

// gate is a Connector with one provider.
type gate struct{ asked []backend.Connecting }

func (*gate) Providers() []backend.Connection {
	return []backend.Connection{{Name: "gemini", Title: "Google Gemini", Host: "example.org", Key: true, Keeps: "a file"}}
}

func (*gate) Address(typed string) (address, host string, err error) { return typed, typed, nil }

func (g *gate) Connect(want backend.Connecting) (backend.Connected, error) {
	g.asked = append(g.asked, want)
	return backend.Connected{Ref: want.Provider + "/" + want.Model}, nil
}

// TestModelWithoutAKeyIsConnected: a model whose provider has no key stands last, and to
// choose it asks for one.
func TestModelWithoutAKeyIsConnected(t *testing.T) {
	g := &gate{}
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Connect = g
		o.Models = func() []backend.ModelChoice {
			return []backend.ModelChoice{{Ref: "gemini/pro", Window: 8000, Keyless: true}, {Ref: "offline/extractive", Window: 32_000}}
		}
	})
	s.tell(opened())
	s.typeText("/model")
	s.press("esc", "enter")
	s.want("› offline/extractive", "gemini/pro")
	s.press("down")
	s.act("enter")
	s.want("Connect Google Gemini", "Paste the key. It goes to example.org only")
	s.typeText("k-123")
	s.act("enter")
	s.want("gemini/pro answered")
	if len(g.asked) != 1 || g.asked[0].Model != "pro" || g.asked[0].Key != "k-123" {
		t.Errorf("asked to connect %+v", g.asked)
	}
}

func TestMistypedCommand(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened())
	for typed, want := range map[string]string{"/modle": "did you mean /model?", "/serch oslo": "did you mean /search?", "/xyzzy": "/help lists them"} {
		s.typeText(typed)
		s.press("esc", "enter")
		s.want("there is no command "+strings.Fields(typed)[0], want)
	}
}

func TestKeysCanBeSet(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Keys = map[string]string{"send": "ctrl+s", "fold": "alt+enter", "nonsense": "x", "find": "hello"}
	})
	s.want("tui.keys.nonsense is no action", `tui.keys.find is "hello", which is no key`, "key alt+enter means fold; newline does without it")
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
	return search.Answer{Query: q, Verdict: search.Hits, Results: []search.Hit{{Path: "MEMORY.md", Start: 3, End: 3, Line: 3, Text: "a fact about " + q, Heading: "Facts"}}}, nil
}

func TestMemoryBrowser(t *testing.T) { synctest.Test(t, testMemoryBrowser) }

func testMemoryBrowser(t *testing.T) {
	s := newStage(t, 80, 24, func(o *backend.Options) { o.Memory = library{} })
	s.tell(opened())
	s.typeText("/memory")
	s.press("esc")
	s.act("enter")
	s.want("memory", "MEMORY.md · 1 of 2", "a fact ␛[2J")
	s.sound()
	s.typeText("te")
	s.act("a")
	s.want("a fact about tea", "MEMORY.md:3")
	s.do(page.FoundMsg{Query: "te", Answer: search.Answer{Verdict: search.NoMatch}})
	s.want("a fact about tea") // an old answer changes nothing
	s.sound()
	s.press("esc", "esc")
	if s.Top() != nil {
		t.Error("esc twice must lead back")
	}
}

func TestMemoryOpensAtTheLine(t *testing.T) {
	s := newStage(t, 60, 20, func(o *backend.Options) { o.Memory = library{} })
	s.tell(opened())
	page.OpenMemory(&s.Shell, "")
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "- line %d %s\n", i+1, strings.Repeat("word ", 30))
	}
	s.do(page.FileMsg{Name: "MEMORY.md", Line: 77, Data: []byte(text.String())})
	s.want("› • line 77 ")
	if _, got := s.memory().Place(); got != 77 {
		t.Errorf("the editor would open line %d", got)
	}
	s.do(tea.WindowSizeMsg{Width: 100, Height: 30})
	s.want("› • line 77 ")
}

func TestSessionsAreChanged(t *testing.T) {
	next := &script{events: make(chan runtime.Event)}
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Open = func(id string) (backend.Source, error) {
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
	s.do(s.received(eventsMsg{source: s.source, closed: true})())
	s.tell(opened())
	s.wantNot("old text")
	s.want("Type a message")
	s.do(eventsMsg{source: 0, events: []runtime.Event{runtime.Noticed{Text: "late words of the old one"}}})
	s.wantNot("late words")
	if s.Options.Source != backend.Source(next) {
		t.Error("the screen still asks the old source")
	}
}
