package runtime

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/memory/search/index"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
)

// hidden is a private talk over a land.
func (l *testLand) hidden(m llm.Model, window int) *Conversation {
	l.t.Helper()
	over := memdisk.NewOverlay(l.mem, l.past.Clock())
	opened, _, err := land.Open(over)
	if err != nil {
		l.t.Fatal(err)
	}
	ix := search.Open(memory.Files(opened), search.Options{Store: index.StoreIn(over)})
	store := memory.NewStore(opened, memory.Options{Location: time.UTC, Searcher: ix, Private: true})
	l.events = nil
	c, _, err := Begin(l.t.Context(), Options{
		Land: opened, Store: store, Zone: time.UTC, Clock: l.past.Clock(), Seed: 1, Private: true,
		KeepIn:   func() (disk.FS, error) { return l.mem, nil },
		Brain:    llm.Brain{Model: m, Window: window, WindowSource: llm.FromFlag, Reply: 500},
		Settings: sleep.DefaultSettings(), Engine: "offline",
		Emit: func(e Event) { l.events = append(l.events, e) },
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return c
}

// TestAPrivateTalkLeavesNoTrace: turns, tools that write, cut replies and nights,
// and the disk sees no operation that changes anything. Memory is read; /keep makes
// a session of it all, in which nothing has been slept over.
func TestAPrivateTalkLeavesNoTrace(t *testing.T) {
	l := newLand(t)
	if _, err := l.store.SaveNote("Ana keeps bees in Oslo.", document.Fact, l.past.at, plan.Source{By: plan.ByPerson}); err != nil {
		t.Fatal(err)
	}
	before := len(l.mem.Ops())
	m := llmtest.New(
		llmtest.Call("memory_search", `{"query":"bees"}`).Call("memory_save", `{"text":"The vault is at Rue Xyzzy."}`).
			Call("memory_update", `{"mode":"append","text":"The vault is at Rue Xyzzy."}`).Call("memory_get", `{"path":"memory/2026-11-21.md"}`),
		llmtest.Say("Bees, and nothing is noted."),
		llmtest.Say("half a rep").Fail(llm.Unreachable, "gone"),
	)
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("Understood, I have taken that in.") }
	c := l.hidden(m, 4000)
	if _, err := l.say(c, "The vault is at Rue Xyzzy. Remember that."); err != nil {
		t.Fatal(err)
	}
	var results []string
	for _, msg := range c.Messages() {
		if msg.Role == transcript.Tool {
			results = append(results, msg.Content)
		}
	}
	for i, want := range []string{"Ana keeps bees", "this talk is private", "this talk is private", "Ana keeps bees"} {
		if i >= len(results) || !strings.Contains(results[i], want) {
			t.Fatalf("result %d is not %q: %q", i, want, results)
		}
	}
	if _, err := l.say(c, "and now?"); err == nil {
		t.Error("the reply was to be cut")
	}
	nights := 0
	for i := 0; nights < 2 && i < 200; i++ {
		turn, err := l.say(c, story(i))
		if err != nil {
			t.Fatal(err)
		}
		nights += len(turn.Nights)
	}
	if nights < 2 {
		t.Fatalf("%d nights", nights)
	}
	if _, err := c.UndoNight(""); err != nil {
		t.Error(err)
	}
	if _, err := c.UndoWrite(t.Context(), ""); err == nil {
		t.Error("a write to the land was taken back")
	}
	touched := 0
	for _, op := range l.mem.Ops()[before:] {
		if op.Changes {
			touched++
			t.Errorf("the disk saw %+v", op)
		}
	}
	for _, e := range l.events {
		if b, ok := e.(Began); ok {
			t.Errorf("a session was said to be on disk: %+v", b)
		}
	}
	if c.Session() != "" || c.Opening(nil).Session != "" || !c.Opening(nil).Private {
		t.Errorf("it names the session %q", c.Session())
	}
	t.Logf("guarantee 29: a private talk of %d messages, %d tool calls and %d nights: %d of %d operations on the land changed anything", len(c.Messages()), len(results), nights, touched, len(l.mem.Ops())-before)
	said := len(c.Messages())
	id, err := c.Keep()
	if err != nil {
		t.Fatal(err)
	}
	log, notices, err := transcript.Open(l.mem, id)
	if err != nil || len(notices) > 0 || len(log.Messages()) != said || len(log.Context().Nights) > 0 {
		t.Fatalf("%v %v: %d of %d messages, %d nights", err, notices, len(log.Messages()), said, len(log.Context().Nights))
	}
	kept := l.begin(m, 200000, id)
	if _, err := l.say(kept, "where is the vault?"); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Sleep(t.Context(), NightOptions{}); err != nil {
		t.Fatal(err)
	}
}

// TestKeepFailsCleanly: on a full disk the talk goes on, and no half a session is
// left.
func TestKeepFailsCleanly(t *testing.T) {
	l := newLand(t)
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("Yes.") }
	c := l.hidden(m, 8000)
	if _, err := c.Keep(); err == nil {
		t.Error("nothing was kept")
	}
	if _, err := l.say(c, "hello"); err != nil {
		t.Fatal(err)
	}
	points := 0
	for n := 1; ; n++ {
		l.mem.Hook(memdisk.FailAt(n, fmt.Errorf("no room"), false))
		id, err := c.Keep()
		l.mem.Hook(nil)
		if err == nil {
			if _, _, err := transcript.Open(l.mem, id); err != nil {
				t.Error(err)
			}
			break
		}
		points++
		heads, err := transcript.List(l.mem)
		for _, h := range heads {
			if h.Count > 0 && h.Count != len(c.Messages()) {
				t.Errorf("fault %d: half a session %+v, %v", n, h, err)
			}
		}
		if _, err := l.say(c, "still here?"); err != nil {
			t.Fatalf("fault %d ended the talk: %v", n, err)
		}
	}
	if points < 3 {
		t.Errorf("%d faults", points)
	}
	if l.begin(m, 8000, "").Session() != "" {
		t.Error("an ordinary talk has a session before its first message")
	}
}
