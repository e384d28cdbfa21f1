package memory

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

func TestSaveNote(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	w, err := s.SaveNote("  call mum tomorrow,\n# key sk-proj-abcdefgh1234567890ABCDEFGH ", document.Preference, now, plan.Source{By: plan.ByModel, Session: "s1", Message: "m7"})
	if err != nil {
		t.Fatal(err)
	}
	if w.Path != "memory/2026-11-20.md" || w.Text != "call mum on 2026-11-21, # key [redacted: api key]" || w.What != "added" || w.Tx == "" {
		t.Errorf("%+v", w)
	}
	lines := strings.Split(s.read(t, w.Path), "\n")
	if lines[w.Line-1] != "- "+w.Text+" ^"+w.ID {
		t.Errorf("line %d is %q", w.Line, lines[w.Line-1])
	}
	again, err := s.SaveNote("Call mum on 2026-11-21: # key [redacted: api key]", document.Fact, now, plan.Source{By: plan.ByPerson})
	if err != nil || again.What != "there" || again.ID != w.ID || again.Line != w.Line {
		t.Errorf("%v %+v", err, again)
	}
	if o, err := s.Why("^" + w.ID); err != nil || o.ByHand || o.Entry.Type != document.Preference || o.Session != "s1" || !slices.Equal(o.Entry.Sources, []string{"m7"}) {
		t.Errorf("%v %+v", err, o)
	}
	for _, empty := range []string{"", " \n", "---", "# "} {
		if _, err := s.SaveNote(empty, document.Fact, now, plan.Source{By: plan.ByPerson}); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v", empty, err)
		}
	}
	if _, err := s.Undo(w.Tx, now); err != nil {
		t.Fatal(err)
	}
	if got := s.read(t, w.Path); got != "" {
		t.Errorf("after undo: %q", got)
	}
	if w, err = s.SaveNote("call mum on 2026-11-21, # key [redacted: api key]", document.Fact, now.Add(time.Hour), plan.Source{By: plan.ByPerson}); err != nil || w.What != "added" {
		t.Errorf("after undo it can be saved again: %v %+v", err, w)
	}
}

func TestForget(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	s.night(t, 1, clock("2026-08-03 14:05"), document.Entry{Text: "The user has a tattoo of a whale", Importance: 0.9}, document.Entry{Text: "The user likes rain", Importance: 0.2})
	hits := s.ask(t, search.Query{Text: "tattoo whale", Now: now})
	if len(hits) == 0 {
		t.Fatal("not found before")
	}
	w, err := s.Forget("^"+hits[0].ID, now, plan.Source{By: plan.ByPerson})
	if err != nil || len(w) != 2 {
		t.Fatalf("%v %+v", err, w)
	}
	if strings.Contains(s.read(t, memoryFile), "tattoo") || !strings.Contains(s.read(t, "memory/2026-11-20.md"), "- Forgotten: ^"+hits[0].ID+" (from memory/2026-08-03.md)") {
		t.Errorf("MEMORY.md:\n%s\nlog:\n%s", s.read(t, memoryFile), s.read(t, "memory/2026-11-20.md"))
	}
	for _, h := range s.ask(t, search.Query{Text: "tattoo whale", Now: now}) {
		if strings.Contains(h.Text, "tattoo") {
			t.Errorf("still found: %+v", h)
		}
	}
	if in, _ := s.Prompt(clock("2026-08-03 20:00"), 4000, words); strings.Contains(in.Text, "tattoo") || strings.Contains(in.Text, "Forgotten") {
		t.Errorf("still in the prompt:\n%s", in.Text)
	}
	for _, e := range s.snap(t).Entries() {
		if strings.Contains(e.Text, "tattoo") {
			t.Errorf("still known: %+v", e)
		}
	}
	if j := s.snap(t).Knowledge().Judge(document.Entry{Text: "The user has a tattoo of a whale", Since: date("2026-08-03")}); j.Kind != knowledge.Deleted {
		t.Errorf("may be learned again: %+v", j)
	}
	again, err := s.Forget("^"+hits[0].ID, now, plan.Source{By: plan.ByPerson})
	if err != nil || len(again) != 1 || again[0].What != "there" {
		t.Errorf("twice: %v %+v", err, again)
	}
	if _, err := s.Forget("^nosuch", now, plan.Source{By: plan.ByPerson}); !errors.Is(err, document.ErrNoEntry) {
		t.Errorf("unknown: %v", err)
	}
	if _, err := s.Undo(w[0].Tx, now); err != nil {
		t.Fatal(err)
	}
	if hits := s.ask(t, search.Query{Text: "tattoo whale", Now: now}); len(hits) == 0 {
		t.Error("not found after undo")
	}
}

func TestUpdate(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	u, err := s.Update(Append, "- one thing\n- another thing\n  with more", "Learnings", now, plan.Source{By: plan.ByModel, Message: "m1"})
	if err != nil || len(u.Written) != 2 || u.Tx == "" {
		t.Fatalf("%v %+v", err, u)
	}
	want := "# Memory\n\n## Learnings\n\n- one thing ^" + u.Written[0].ID + "\n- another thing with more ^" + u.Written[1].ID + "\n"
	if got := s.read(t, memoryFile); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if u, err = s.Update(Append, "One thing.", "Learnings", now, plan.Source{By: plan.ByPerson}); err != nil || u.Written[0].What != "there" {
		t.Errorf("twice: %v %+v", err, u)
	}
	// A whole section anew: what stays keeps its id.
	u, err = s.Update(Replace, "- one thing\n- a third thing", "Learnings", now.Add(time.Hour), plan.Source{By: plan.ByModel, Message: "m2"})
	if err != nil {
		t.Fatal(err)
	}
	got := s.read(t, memoryFile)
	if !strings.Contains(got, "- one thing ^"+document.ParseLine(strings.Split(want, "\n")[4][2:]).ID+"\n") || strings.Contains(got, "another") || !strings.Contains(u.Diff, "-- another thing with more") {
		t.Errorf("replaced:\n%s\ndiff:\n%s", got, u.Diff)
	}
	// A person's line cannot be left out by a model, but by a person.
	s.byHand(t, memoryFile, got+"- mine\n")
	if _, err := s.Update(Replace, "- one thing", "", now, plan.Source{By: plan.ByModel, Message: "m3"}); !errors.Is(err, document.ErrHandWritten) {
		t.Errorf("a model replaced a person's line: %v", err)
	}
	u, err = s.Update(Replace, "# Memory\n\n## Mine\n\n- new order ^forged", "", now.Add(2*time.Hour), plan.Source{By: plan.ByPerson})
	if err != nil || strings.Contains(s.read(t, memoryFile), "forged") {
		t.Errorf("%v\n%s", err, s.read(t, memoryFile))
	}
	if _, err := s.Undo(u.Tx, now); err != nil {
		t.Fatal(err)
	}
	if again := s.read(t, memoryFile); again != got+"- mine\n" {
		t.Errorf("undo gave\n%s", again)
	}
}

// TestFullDiskWords: a write that the disk refuses is told in one line that names
// the file and the cause once; what was to be written is the caller's to say.
func TestFullDiskWords(t *testing.T) {
	now := clock("2026-11-20 10:00")
	for name, write := range map[string]func(*Store) error{
		"memory/2026-11-20.md": func(s *Store) error {
			_, err := s.SaveNote("Lives in Oslo", document.Fact, now, plan.Source{By: plan.ByPerson})
			return err
		},
		"MEMORY.md": func(s *Store) error {
			_, err := s.Update(Append, "Lives in Oslo", "", now, plan.Source{By: plan.ByPerson})
			return err
		},
	} {
		m := memdisk.New()
		l, _, err := land.Open(m)
		if err != nil {
			t.Fatal(err)
		}
		ix := search.Open(Files(l), search.Options{})
		s := NewStore(l, Options{Searcher: ix})
		m.Hook(func(op memdisk.Op) error {
			if op.Kind == "write" {
				return &fs.PathError{Op: op.Kind, Path: op.Name, Err: syscall.ENOSPC}
			}
			return nil
		})
		want := "the land cannot be written: write " + name + ": no space left on device"
		if err := write(s); err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", name, err, want)
		}
	}
}
