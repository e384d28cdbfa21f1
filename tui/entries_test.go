package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/backend"
	"dormouse/tui/page"
)

// book is a memory of one file whose lines can be explained and changed.
type book struct {
	lines  []string
	pinned bool
	asked  []string
}

func newBook() *book {
	return &book{lines: []string{"# Memory", "", "## Facts", "", "- Lives in Oslo since March 2024. ^k7f3a2", "- ~~Lives in Bergen.~~ (until 2024-03-01 → ^k7f3a2) ^a1b2c3", "- By hand: tea without sugar", "", "```", "code", "```"}}
}

func (b *book) Files() ([]string, error) { return []string{"MEMORY.md", "memory/2026-11-21.md"}, nil }
func (b *book) Read(name string) ([]byte, error) {
	return []byte(strings.Join(b.lines, "\n") + "\n"), nil
}
func (b *book) Search(q string, _ int) (search.Answer, error) {
	if q == "told" {
		return search.Answer{Query: q, Verdict: search.Hits, Results: []search.Hit{{Path: "sessions/s-1.jsonl", Line: 9, Own: "I moved to Oslo.", Beside: []search.Line{{At: 10, Text: "Noted."}}, Date: "2026-11-21"}}}, nil
	}
	if q == "lives" {
		return search.Answer{Query: q, Verdict: search.Hits, Results: []search.Hit{
			{Path: "MEMORY.md", Line: 5, Own: b.lines[4], ID: "k7f3a2", Why: search.Words}, {Path: "MEMORY.md", Line: 6, Own: b.lines[5], ID: "a1b2c3", Why: search.Words}, {Path: "MEMORY.md", Line: 7, Own: b.lines[6], Why: search.Words},
		}}, nil
	}
	hit := search.Hit{Path: "MEMORY.md", Start: 5, End: 5, Line: 5, Text: b.lines[4], Own: b.lines[4], ID: "k7f3a2", Why: search.Words}
	if q == "bicycle" {
		hit.Why = search.Meaning
	}
	return search.Answer{Query: q, Verdict: search.Hits, Notice: "by words alone: no key", Results: []search.Hit{hit}}, nil
}

func (b *book) at(ref string) (int, error) {
	for i, line := range b.lines {
		if strings.HasPrefix(line, "- ") && (fmt.Sprintf("MEMORY.md:%d", i+1) == ref || strings.HasSuffix(line, " "+ref)) {
			return i, nil
		}
	}
	return 0, document.ErrNoEntry
}

func (b *book) Why(ref string) (memory.Origin, []transcript.Message, error) {
	i, err := b.at(ref)
	if err != nil {
		return memory.Origin{}, nil, err
	}
	text, _, _ := strings.Cut(b.lines[i][2:], " ^")
	o := memory.Origin{Entry: document.Entry{Path: "MEMORY.md", Line: i + 1, Text: text, Type: document.Fact, Importance: 0.8, Sources: []string{"m1", "m2"}}, Night: "n-1", Session: "s-1", Pinned: b.pinned}
	return o, []transcript.Message{user("m1", "I moved to Oslo.\x1b[2J")}, nil
}

func (b *book) Forget(ref string) ([]plan.Written, error) {
	i, err := b.at(ref)
	if err != nil {
		return nil, err
	}
	b.asked = append(b.asked, "forget "+ref)
	text := b.lines[i][2:]
	b.lines = append(b.lines[:i], b.lines[i+1:]...)
	return []plan.Written{{Path: "MEMORY.md", Text: text, Tx: "tx-forget", What: "removed"}}, nil
}

func (b *book) Meant(words string) ([]memory.Meant, error) {
	switch words {
	case "locker code":
		return []memory.Meant{{Text: "My locker code is 4471.", Day: "2026-11-21"}}, nil
	case "lives":
		return []memory.Meant{{Text: "Lives in Oslo since March 2024.", Ref: "^k7f3a2"}, {Text: "Anna lives in Faro.", Day: "2026-11-21"}}, nil
	}
	return nil, nil
}

func (b *book) ForgetSaid(text string) ([]plan.Written, error) {
	b.asked = append(b.asked, "forget said "+text)
	return []plan.Written{{Path: "sessions/s-1.jsonl", Text: text, Tx: "tx-said", What: "hidden"}}, nil
}

func (b *book) Pin(ref string, on bool) error {
	_, err := b.at(ref)
	b.pinned = on
	return err
}

// inBook opens the memory view on a book.
func inBook(t *testing.T) (*stage, *book) {
	t.Helper()
	b := newBook()
	s := newStage(t, 80, 24, func(o *backend.Options) {
		o.Memory, o.Entries = b, b
		o.Remember = func(text, session string) (plan.Written, error) {
			b.asked = append(b.asked, "remember in "+session)
			if text == "known" {
				return plan.Written{Path: "MEMORY.md", Line: 5, What: "there"}, nil
			}
			return plan.Written{Path: "memory/2026-11-21.md", Line: 4, Text: text, Tx: "tx-save", What: "added"}, nil
		}
	})
	s.tell(opened())
	s.carry(page.OpenMemory(&s.Shell, ""))
	return s, b
}

// memory is the memory view, which must be open.
func (s *stage) memory() *page.Memory {
	s.Helper()
	p, ok := page.Find[*page.Memory](&s.Shell)
	if !ok {
		s.Fatal("the memory view is not open")
	}
	return p
}

// carry runs a command and those that follow from it.
func (s *stage) carry(cmd tea.Cmd) {
	s.Helper()
	for range 10 {
		if cmd == nil {
			return
		}
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				s.carry(c)
			}
			return
		}
		taken, _ := s.gather(msg)
		if taken {
			return
		}
		cmd = s.update(msg)
		for s.flying != nil {
			s.script.Do(s.flying)
			s.sent()
		}
	}
}

// act presses a key and carries out what comes of it.
func (s *stage) act(name string) {
	s.Helper()
	s.carry(s.pressed(keyOf(name)))
}

func TestMemoryIsRendered(t *testing.T) { synctest.Test(t, testMemoryIsRendered) }

func testMemoryIsRendered(t *testing.T) {
	s, _ := inBook(t)
	s.want("› • Lives in Oslo since March 2024. ^k7f3a2", "  • Lives in Bergen. (until", "## Facts", "code")
	s.wantNot("~~")
	s.sound()
	s.press("down", "down")
	s.want("› • By hand")
	s.press("up", "up", "up")
	s.want("› ## Facts")
}

func TestWhy(t *testing.T) { synctest.Test(t, testWhy) }

func testWhy(t *testing.T) {
	s, _ := inBook(t)
	s.act("alt+w")
	s.want("why MEMORY.md:5", "Lives in Oslo", "Remembered by night n-1 from session s-1: fact of importance 0.80.", "m1 · 2026-11-21 09:30 · user", "I moved to Oslo.", "1 message it rests on can no longer be shown")
	s.sound()
	s.press("esc")
	if s.Top() != page.Page(s.memory()) {
		t.Error("esc must lead back to the memory view")
	}
	s.press("up")
	s.act("alt+w")
	s.want("! this line is no entry")
	s.press("esc")
	s.typeText("/why ^a1b2c3")
	s.press("esc")
	s.act("enter")
	s.want("why ^a1b2c3", "Lives in Bergen.")
}

// TestWordsOfSeveralEntries: a command whose words find several entries goes on with the
// one that is chosen.
func TestWordsOfSeveralEntries(t *testing.T) { synctest.Test(t, testWordsOfSeveralEntries) }

func testWordsOfSeveralEntries(t *testing.T) {
	s, _ := inBook(t)
	s.press("esc")
	s.typeText("/why lives")
	s.act("enter")
	s.want("which entry?", "2 of 2", "MEMORY.md:5", "MEMORY.md:6")
	s.press("down")
	s.act("enter")
	s.want("why ^a1b2c3", "Lives in Bergen.")
}

// TestNearInMeaningIsNotMeant: something is near in meaning to any words; a command does
// nothing to it.
func TestNearInMeaningIsNotMeant(t *testing.T) { synctest.Test(t, testNearInMeaningIsNotMeant) }

func testNearInMeaningIsNotMeant(t *testing.T) {
	s, _ := inBook(t)
	s.press("esc")
	s.typeText("/forget bicycle")
	s.act("enter")
	s.wantNot("forget this?")
	s.memory()
	if out, _ := plainly(t, "/forget bicycle\n/quit\n", nil); !strings.Contains(out, "nothing in memory holds these words") || strings.Contains(out, "forgotten") {
		t.Errorf("the line mode:\n%s", out)
	}
}

// TestWhatWasOnlySaidIsForgotten: what no entry tells is found in what was said, and of
// one alone nobody has to choose.
func TestWhatWasOnlySaidIsForgotten(t *testing.T) { synctest.Test(t, testWhatWasOnlySaidIsForgotten) }

func testWhatWasOnlySaidIsForgotten(t *testing.T) {
	s, b := inBook(t)
	s.press("esc")
	s.typeText("/forget locker code")
	s.act("enter")
	s.want("forget this?", "- My locker code is 4471.", "It was said, and is in no entry.", "brings it back", "enter forgets it")
	s.act("enter")
	if want := []string{"forget said My locker code is 4471."}; !slices.Equal(b.asked, want) {
		t.Errorf("asked for %q, want %q", b.asked, want)
	}
	s.typeText("/forget lives")
	s.act("enter")
	s.want("which entry?", "Lives in Oslo", "Anna lives in Faro.")
	out, _ := plainly(t, "/forget locker code\n/forget lives\n/quit\n", nil)
	for _, want := range []string{"hidden sessions/s-1.jsonl: My locker code is 4471.", "which of these? /forget with its mark, or with more of its words:\n^k7f3a2 Lives in Oslo since March 2024.\nAnna lives in Faro."} {
		if !strings.Contains(out, want) {
			t.Errorf("the line mode does not say %q:\n%s", want, out)
		}
	}
}

// TestAHitInATalkIsRead: the file of a talk holds records, which nobody wants to see.
func TestAHitInATalkIsRead(t *testing.T) { synctest.Test(t, testAHitInATalkIsRead) }

func testAHitInATalkIsRead(t *testing.T) {
	s, _ := inBook(t)
	s.press("esc")
	s.typeText("/memory told")
	s.act("enter")
	s.want("sessions/s-1.jsonl:9")
	s.act("enter")
	s.want("said on 2026-11-21", "I moved to Oslo.", "Noted.", "go on with that session: /resume s-1")
	s.press("esc")
	s.want("memory", "/ told")
}

// GUARANTEES 26.
func TestForgetIsShownBeforeAndCanBeTakenBack(t *testing.T) {
	synctest.Test(t, testForgetIsShownBeforeAndCanBeTakenBack)
}

func testForgetIsShownBeforeAndCanBeTakenBack(t *testing.T) {
	s, b := inBook(t)
	s.act("delete")
	s.want("forget this?", "- Lives in Oslo", "taken out of MEMORY.md", "alt+u or /undo write brings it back", "enter forgets it")
	s.press("esc")
	if len(b.asked) != 0 {
		t.Fatal("esc forgot")
	}
	s.act("delete")
	s.act("w")
	s.wantNot("forget this?", "forgotten")
	if len(b.asked) != 0 {
		t.Fatal("a sentence forgot")
	}
	s.want("/ w")
	s.act("backspace")
	s.act("delete")
	s.act("enter")
	s.want("forgotten · alt+u takes it back", "› • Lives in Bergen.")
	s.wantNot("• Lives in Oslo")
	s.press("alt+u")
	s.wantAsked(runtime.UndoWrite{Tx: "tx-forget"})
	s.tell(runtime.TakenBack{Tx: "tx-forget", Text: "the write is taken back: MEMORY.md"})
	s.want("the write is taken back: MEMORY.md")
	s.press("esc")
	s.want("· forgotten MEMORY.md", "taken back")
	s.wantNot("alt+u takes it back")
}

func TestForgetRefusesWhatHasChanged(t *testing.T) { synctest.Test(t, testForgetRefusesWhatHasChanged) }

func testForgetRefusesWhatHasChanged(t *testing.T) {
	s, b := inBook(t)
	s.press("down", "down")
	s.act("delete")
	s.want("By hand")
	b.lines = append([]string{"", ""}, b.lines...) // another hand moved the lines
	s.act("enter")
	s.want("! ")
	if len(b.asked) != 0 {
		t.Errorf("another line was forgotten: %v", b.asked)
	}
}

func TestPin(t *testing.T) { synctest.Test(t, testPin) }

func testPin(t *testing.T) {
	s, b := inBook(t)
	s.act("alt+p")
	s.want("pinned")
	if !b.pinned {
		t.Error("it is not pinned")
	}
	s.act("alt+p")
	if s.want("unpinned"); b.pinned {
		t.Error("it is still pinned")
	}
}

func TestEntryMenu(t *testing.T) { synctest.Test(t, testEntryMenu) }

func testEntryMenu(t *testing.T) {
	s, b := inBook(t)
	s.press("enter")
	s.want("› why", "pin or unpin", "forget")
	s.press("down", "down")
	s.act("enter")
	if s.want("pinned"); !b.pinned || s.Top() != page.Page(s.memory()) {
		t.Error("the menu did not pin and lead back")
	}
	s.typeText("osl")
	s.act("o")
	s.want("by words alone: no key")
	s.act("alt+w")
	s.want("why ^k7f3a2")
}

func TestRemember(t *testing.T) { synctest.Test(t, testRemember) }

func testRemember(t *testing.T) {
	s, b := inBook(t)
	s.tell(runtime.Began{Session: "s-7"})
	s.press("esc")
	s.typeText("/remember the spare key is with Henrik")
	s.act("enter")
	if want := []string{"remember in s-7"}; !slices.Equal(b.asked, want) {
		t.Errorf("asked %q, want %q", b.asked, want)
	}
	s.want("· saved memory/2026-11-21.md:4 “the spare key is with…” · alt+u takes it back")
	s.press("alt+u")
	s.wantAsked(runtime.UndoWrite{Tx: "tx-save"})
	s.typeText("/remember known")
	s.act("enter")
	s.want("memory knows that already: MEMORY.md:5")
	s.typeText("/remember")
	s.press("esc", "enter")
	s.want("! /remember needs a text")
}

func TestRefusedUndoCanBeAskedAgain(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Wrote{Tx: "t1", Path: "MEMORY.md", Line: 3, Text: "a", What: "saved"})
	s.press("alt+u", "alt+u")
	if n := len(s.script.asked); n != 1 {
		t.Fatalf("asked %d times", n)
	}
	s.want("no memory was written in this sitting that could be taken back")
	s.tell(runtime.Noticed{Text: errors.New("disk full").Error()}, meterAt(1, llm.FromEstimate))
	s.press("alt+u")
	if n := len(s.script.asked); n != 2 {
		t.Errorf("asked %d times, want twice", n)
	}
}

func TestSearchIsRepeatedAfterAnEdit(t *testing.T) { synctest.Test(t, testSearchIsRepeatedAfterAnEdit) }

func testSearchIsRepeatedAfterAnEdit(t *testing.T) {
	s, b := inBook(t)
	s.typeText("osl")
	s.act("o")
	s.want("Lives in Oslo")
	b.lines[4] = "- Lives in Tromsø. ^k7f3a2"
	s.carry(page.EditedMsg{}.Arrive(&s.Shell))
	s.want("Lives in Tromsø.")
	s.wantNot("Lives in Oslo")
}

// What another program writes into the file that is shown is seen without a key, at the
// place where one reads.
func TestAnEditByHandIsSeen(t *testing.T) { synctest.Test(t, testAnEditByHandIsSeen) }

func testAnEditByHandIsSeen(t *testing.T) {
	s, b := inBook(t)
	s.press("down")
	_, at := s.memory().Place()
	b.lines[4] = "- Lives in Tromsø. ^k7f3a2"
	b.lines = append([]string{"# A new title", ""}, b.lines...)
	s.wantNot("Tromsø")
	for range 2 {
		s.apply(runtime.Edited{Names: []string{"MEMORY.md"}})
	}
	s.carry(s.reloadSoon())
	s.want("Lives in Tromsø.")
	s.want("A new title")
	if _, now := s.memory().Place(); now != at+2 {
		t.Errorf("line %d was read, and is line %d now", at, now)
	}
	s.press("esc")
	if n := strings.Count(s.text(), "you edited MEMORY.md: the model hears of it with your next message"); n != 1 {
		t.Errorf("it was said %d times:\n%s", n, s.text())
	}
}

func BenchmarkMemoryKey(b *testing.B) {
	m := quiet(120, 40)
	m.Options.Memory = library{}
	page.OpenMemory(&m.Shell, "")
	m.update(page.FileMsg{Name: "MEMORY.md", Data: []byte(strings.Repeat("- an entry that is one line long and says one thing ^k7f3a2\n", 10_000))})
	m.View()
	for b.Loop() {
		m.Update(keyOf("down"))
		m.View()
	}
}

// TestOneWriteIsOneLine: what is forgotten may have been said many times; that is told
// in one line, which unfolds.
func TestOneWriteIsOneLine(t *testing.T) {
	s := newStage(t, 80, 24)
	s.tell(opened(), runtime.Wrote{Tx: "w-1", Path: "MEMORY.md", Line: 5, Text: "The locker is number 418.", What: "forgotten"})
	for _, text := range []string{"remember that the locker is number 418", "Remembered: the locker", "418, you said"} {
		s.tell(runtime.Wrote{Tx: "w-1", Path: "sessions/a.jsonl", Text: text, What: "hidden"})
	}
	s.tell(runtime.Wrote{Tx: "w-2", Path: "sessions/a.jsonl", Text: "another write", What: "hidden"})
	s.want("forgotten MEMORY.md:5", "hidden 3 places in sessions/a.jsonl", "hidden sessions/a.jsonl “another write”")
	s.wantNot("418, you said")
	s.press("alt+up", "alt+up", "alt+up", "alt+down", "ctrl+o")
	s.want("remember that the locker is number 418", "Remembered: the locker", "418, you said")
	s.tell(runtime.TakenBack{Tx: "w-1", Text: "the write is taken back"})
	s.want("· taken back", "another write")
}

// TestWriteTellsOfItsCall: a call that writes and what it wrote are one line, unless it
// failed.
func TestWriteTellsOfItsCall(t *testing.T) {
	s := newStage(t, 80, 24)
	save := transcript.Call{ID: "c1", Name: transcript.MemorySave, Arguments: `{"text":"Lives in Oslo"}`}
	s.tell(opened(), runtime.Called{Call: save}, runtime.Wrote{Tx: "w-1", Path: "memory/2026-11-21.md", Line: 5, Text: "Lives in Oslo", What: "saved"}, runtime.Returned{Call: save, Result: "saved: memory/2026-11-21.md:5"})
	s.want("saved memory/2026-11-21.md:5 “Lives in Oslo”")
	s.wantNot("· memory_save \"")
	update := transcript.Call{ID: "c2", Name: transcript.MemoryUpdate, Arguments: `{"text":"Has a boat"}`}
	s.tell(runtime.Called{Call: update}, runtime.Wrote{Tx: "w-2", Path: "MEMORY.md", Line: 6, Text: "Has a boat", What: "appended"}, runtime.Returned{Call: update, Result: "the disk is full", Failed: true})
	s.want("memory_update", "failed: the disk is full")
}
