package memory

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
	"dormouse/memory/plan"
)

// TestStaleSnapshots saves two plans that were both made before either was saved,
// as two instances do: nothing is lost, doubled or damaged.
func TestStaleSnapshots(t *testing.T) {
	for _, first := range []bool{true, false} {
		s := newStore(t)
		if !first {
			s.night(t, 1, clock("2026-08-03 09:00"), document.Entry{Text: "Something old", Importance: 0.9})
		}
		at := clock("2026-08-03 14:05")
		snap := s.snap(t)
		for i, text := range []string{"Ann has a cat", "Bob has a dog", "Cid has a horse"} {
			e := document.Entry{ID: document.NewID(text, nil), Text: text, Type: document.Types[i], Since: at, Importance: 0.9}
			r, err := plan.Apply(snap, plan.Plan{Night: fmt.Sprint("n", i), Now: at, MaxLoss: 0.25, Ops: []plan.Op{{Kind: plan.Promote, Entry: e, Path: memoryFile}},
				Blocks: []plan.DayBlock{{Day: at, Heading: fmt.Sprintf("14:0%d · night %d · context 81%%", i, i), Paragraph: fmt.Sprintf("Talk %d.", i), Entries: []document.Entry{e}}}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.land.Save(land.Tx{ID: fmt.Sprint("n", i), Kind: "night", Time: at, Changes: r.Changes, Undoable: true}); err != nil {
				t.Fatal(err)
			}
		}
		log, memory := s.read(t, document.LogPath(at)), s.read(t, memoryFile)
		for _, text := range []string{"- Ann has a cat ^", "- Bob has a dog ^", "- Cid has a horse ^", "Talk 0.", "Talk 1.", "Talk 2."} {
			if n := strings.Count(log, text); n != 1 {
				t.Errorf("%q stands %d times in\n%s", text, n, log)
			}
			if n := strings.Count(memory, text); strings.HasPrefix(text, "-") && n != 1 {
				t.Errorf("%q stands %d times in\n%s", text, n, memory)
			}
		}
		now := s.snap(t)
		for _, e := range now.Entries() {
			if now.ByHand(e) {
				t.Errorf("the program does not know its own line: %+v", e)
			}
			if e.Type == "" || len(e.Heading) == 0 || e.Heading[len(e.Heading)-1] != e.Type.Heading() {
				t.Errorf("under the wrong heading: %+v\n%s", e, memory)
			}
		}
		if len(now.Notices) > 0 {
			t.Error(now.Notices)
		}
	}
}

// TestManyNotes: several stores on one land save at once.
func TestManyNotes(t *testing.T) {
	fs := memdisk.New()
	var wait sync.WaitGroup
	for i := range 4 {
		l, _, err := land.Open(fs)
		if err != nil {
			t.Fatal(err)
		}
		s := NewStore(l, Options{})
		wait.Go(func() { // ends when its five notes are saved
			for j := range 5 {
				if _, err := s.SaveNote(fmt.Sprintf("note %d of writer W%d", j, i), document.Fact, clock("2026-08-03 14:05"), plan.Source{By: plan.ByPerson}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	l, _, err := land.Open(fs)
	if err != nil {
		t.Fatal(err)
	}
	s := NewStore(l, Options{})
	log := s.read(t, "memory/2026-08-03.md")
	for i := range 4 {
		for j := range 5 {
			if n := strings.Count(log, fmt.Sprintf("- note %d of writer W%d ^", j, i)); n != 1 {
				t.Errorf("note %d of W%d stands %d times:\n%s", j, i, n, log)
			}
		}
	}
	if n := strings.Count(log, "# 2026-08-03\n"); n != 1 {
		t.Errorf("%d titles:\n%s", n, log)
	}
	if p, err := s.Check(); err != nil || len(p) > 0 {
		t.Errorf("check: %v %+v\n%s", err, p, log)
	}
}
