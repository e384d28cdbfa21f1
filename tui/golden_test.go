package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/backend"
	"dormouse/tui/page"
)

// scenes are the screens whose looks are kept, each by what leads to it.
func scenes() map[string]func(*stage) {
	all := map[string]func(*stage){
		"first": func(s *stage) {
			s.tell(opened(), meterAt(1630, llm.FromEstimate))
		},
		"chat": chatScene,
		"streaming": func(s *stage) {
			s.tell(opened(user("1", "Where do I live?")), meterAt(3120, llm.FromEstimate), runtime.Asking{})
			s.tell(runtime.Delta{Text: sampleReply[:len(sampleReply)-30]})
			s.typeText("and before that?\nsecond line")
			s.press("enter")
			s.tell(runtime.Queued{Text: "and before that?", Length: 1})
			s.typeText("more")
		},
		"slept": func(s *stage) {
			chatScene(s)
			s.tell(runtime.Woke{Report: report()}, meterAt(2811, llm.FromEstimate))
			s.press("ctrl+o")
		},
		"meter": func(s *stage) {
			chatScene(s)
			s.press("ctrl+t")
		},
		"error": func(s *stage) {
			s.tell(opened(user("1", "Where do I live?")), meterAt(4500, llm.FromBoth))
			s.tell(runtime.Asking{}, runtime.TurnEnded{Err: errors.New("ask anthropic/claude: 529 overloaded: \x1b[31mtry later")})
		},
		"private": func(s *stage) {
			s.private = true
			e := opened()
			e.Private, e.Session = true, ""
			s.tell(e, meterAt(1630, llm.FromEstimate))
		},
		"writes": func(s *stage) {
			chatScene(s)
			s.Options.Writes = func() ([]memory.Write, error) { return writes(), nil }
			s.typeText("/writes")
			s.act("enter")
		},
		"commands": func(s *stage) {
			chatScene(s)
			s.typeText("/s")
		},
		"attach": func(s *stage) {
			chatScene(s)
			s.Options.Files = folder{"notes.md": strings.Repeat("a line of notes\n", 40), "src/main.go": "package main\n"}
			s.typeText("compare @notes.md")
			s.answer("enter")
			s.typeText("with @src/")
			s.awaitFiles()
		},
		"sessions": func(s *stage) {
			sessionsScene(s)
		},
		"delete": func(s *stage) {
			sessionsScene(s)
			s.act("down")
			s.act("delete")
		},
		"palette": func(s *stage) {
			chatScene(s)
			s.press("ctrl+p")
			s.typeText("s")
		},
		"memory": func(s *stage) {
			b := newBook()
			s.Options.Memory, s.Options.Entries = b, b
			s.typeText("/memory")
			s.press("esc")
			s.act("enter")
		},
		"why": func(s *stage) {
			b := newBook()
			s.Options.Memory, s.Options.Entries = b, b
			s.carry(page.WhyEntry(&s.Shell, "^k7f3a2"))
		},
		"forget": func(s *stage) {
			b := newBook()
			s.Options.Memory, s.Options.Entries = b, b
			s.carry(page.Forget(&s.Shell, "^k7f3a2"))
		},
		"nights": func(s *stage) {
			s.Options.Nights, s.Options.Zone = &calendar{}, time.UTC
			s.carry(page.OpenNights(&s.Shell))
		},
		"report": func(s *stage) {
			s.Options.Nights, s.Options.Zone = &calendar{}, time.UTC
			s.carry(page.OpenNights(&s.Shell))
			s.act("enter")
		},
		"search": func(s *stage) {
			s.Options.Memory = library{}
			s.typeText("/memory tea")
			s.act("enter")
		},
		"preview": func(s *stage) {
			r := report()
			r.Diffs = []night.FileDiff{{Path: "MEMORY.md", Diff: "@@ -3,1 +3,2 @@\n- Lives in Bergen.\n+ Lives in Oslo since March 2024.\n"}}
			s.tell(opened(), runtime.Planned{Report: r})
		},
		"help": func(s *stage) {
			chatScene(s)
			s.press("?")
		},
		"tool": func(s *stage) {
			call := transcript.Call{ID: "c1", Name: "memory_search", Arguments: `{"query":"boats in Bergen"}`}
			s.tell(opened(user("1", "Which boat was it?")), meterAt(3120, llm.FromEstimate), runtime.Asking{}, runtime.Called{Call: call})
			s.tell(runtime.Returned{Call: call, Result: "2 hits\nMEMORY.md:5 The blue boat\nmemory/2026-11-20.md:9 Henrik's boat"})
			s.press("ctrl+o")
			s.tell(runtime.Called{Call: transcript.Call{ID: "c2", Name: "memory_get", Arguments: `{"path":"MEMORY.md","from":5}`}})
		},
	}
	for _, state := range sleep.States[1:] {
		all["night-"+string(state)] = func(s *stage) { nightScene(s, state) }
	}
	return all
}

// nightScene is a night in one of its states, typed through.
func nightScene(s *stage, state sleep.State) {
	chatScene(s)
	s.tell(meterAt(6600, llm.FromProvider))
	e := runtime.Slept{State: state, Why: "context 81%: 6,600 of 8,192 tokens", Tokens: 6600}
	switch state {
	case sleep.LightSleep:
		e.Phase, e.Done, e.Total, e.Text = "summarize", 12, 30, "lives in Oslo since March 2024"
	case sleep.DeepSleep:
		e.Phase, e.Done, e.Total, e.Text, e.Deferred = "save", 1, 2, "lives in Oslo since March 2024", true
	case sleep.Dreaming:
		e.Phase, e.Text = "dreaming", "the boat and the harbour belong together"
	}
	s.tell(e)
	s.typeText("typed while it sleeps")
}

func chatScene(s *stage) {
	call := transcript.Call{ID: "c1", Name: "memory_search", Arguments: `{"query":"oslo"}`}
	s.tell(opened(), meterAt(1630, llm.FromEstimate), runtime.Said{Message: user("1", "Where do I live?")}, runtime.Asking{})
	s.tell(runtime.Called{Call: call}, runtime.Returned{Call: call, Result: "3 hits\nMEMORY.md:5 Lives in Oslo"})
	s.tell(runtime.Delta{Text: sampleReply}, runtime.Replied{Message: assistant("2", sampleReply)})
	s.tell(runtime.Wrote{Tx: "t1", Path: "memory/2026-11-21.md", Line: 12, Text: "Asked where they live.", What: "saved"})
	s.tell(runtime.TurnEnded{}, meterAt(3120, llm.FromProvider))
}

// timeless has a test wait in no time for what ticks.
func timeless(test func(*testing.T)) func(*testing.T) {
	return func(t *testing.T) { synctest.Test(t, test) }
}

func TestGoldens(t *testing.T) {
	sizes := [][2]int{{60, 20}, {80, 24}, {140, 50}}
	for name, play := range scenes() {
		for _, theme := range []string{"dark", "light", "none"} {
			for _, size := range sizes {
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, theme, size[0], size[1]), timeless(func(t *testing.T) {
					s := newStage(t, size[0], size[1], func(o *backend.Options) { o.Theme = theme })
					play(s)
					s.sound()
					v := s.View()
					cursor := "none"
					if v.Cursor != nil {
						cursor = fmt.Sprintf("%d,%d", v.Cursor.X, v.Cursor.Y)
					}
					golden.RequireEqual(t, strings.ReplaceAll(v.Content, "\x1b", "␛")+"\ncursor "+cursor+"\n")
				}))
			}
		}
	}
}
