package memory

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/plan"
	"dormouse/memory/search"
)

// TestRestStays: when one of two facts in a line ends, the other goes on as a line
// of its own that rests on what the old line rests on, in MEMORY.md and in a log.
func TestRestStays(t *testing.T) {
	for _, c := range []struct {
		name       string
		importance float64
		file       string
	}{
		{"MEMORY.md", .9, memoryFile},
		{"log", .5, "memory/2026-11-02.md"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			s.night(t, 1, clock("2026-08-03 14:05"), document.Entry{Text: "Caroline lives in Berlin and works as a nurse on the island", Importance: c.importance})
			snap := s.snap(t)
			k := snap.Knowledge()
			e := document.Entry{Text: "Caroline moved to Oslo", Type: document.Fact, Importance: c.importance, Since: clock("2026-11-02 22:10"), Sources: []string{"m7"}}
			j := k.Judge(e)
			if j.Kind != knowledge.Newer {
				t.Fatalf("judged %+v", j)
			}
			e.ID = k.NewID(e)
			p := plan.Plan{Night: "night-2", Session: "s2", Now: e.Since, MaxLoss: .25, Ops: []plan.Op{{Kind: plan.Supersede, Entry: e, Target: j.ID, Path: c.file}}}
			if c.file != memoryFile {
				p.Blocks = []plan.DayBlock{{Day: e.Since, Heading: "22:10 · night 2 · context 81%", Entries: []document.Entry{e}}}
			}
			s.carryOut(t, snap, p)
			const rest = "Caroline works as a nurse on the island"
			if text := s.read(t, c.file); strings.Count(text, rest) != 1 || !strings.Contains(text, "Caroline moved to Oslo") {
				t.Fatalf("%s:\n%s", c.file, text)
			}
			var found bool
			for _, now := range s.snap(t).Entries() {
				r, _ := s.snap(t).Record(now.ID)
				if now.Text == rest {
					found = !now.Struck && r.Night == "night-1" && r.Session == "s1" && len(r.Sources) == 1 && r.Sources[0] == "m1"
				}
				if strings.Contains(now.Text, "Berlin") && !now.Struck {
					t.Errorf("Berlin still holds: %+v", now)
				}
			}
			if !found {
				t.Error("the rest does not hold, or does not rest on what the old line rests on")
			}
		})
	}
}

// TestHappeningsClash: that somebody moved ends where they lived; of two trips
// neither ends the other.
func TestHappeningsClash(t *testing.T) {
	s := newStore(t)
	s.night(t, 1, clock("2026-08-03 14:05"), document.Entry{Text: "Caroline lives in Berlin", Importance: .9}, document.Entry{Text: "Caroline's ferry trip is 3 hours", Type: document.Happening, Importance: .5})
	k := s.snap(t).Knowledge()
	for text, want := range map[string]knowledge.JudgementKind{"Caroline moved from Berlin to Oslo": knowledge.Newer, "Caroline moved from Berlin to Oslo on 2026-10-30": knowledge.Newer, "Caroline moved to Bergen in 1998": knowledge.New, "Caroline moved to Bergen on 2026-01-05": knowledge.New,
		"Caroline's ferry trip is 4 hours": knowledge.New, "Caroline was in Oslo": knowledge.New} {
		if j := k.Judge(document.Entry{Text: text, Type: document.Happening, Since: clock("2026-11-02 22:10")}); j.Kind != want {
			t.Errorf("%q is %s: %s", text, j.Kind, j.Reason)
		}
	}
}

// TestReplacedInALog: the line of a log stays as it is, so the one in MEMORY.md
// that takes its place says so, and search shows what holds.
func TestReplacedInALog(t *testing.T) {
	s := newStore(t)
	s.night(t, 1, clock("2026-08-03 14:05"), document.Entry{Text: "Caroline lives in Berlin", Importance: .5})
	snap := s.snap(t)
	k := snap.Knowledge()
	e := document.Entry{Text: "Caroline moved to Oslo", Type: document.Fact, Importance: .9, Since: clock("2026-11-02 22:10"), Sources: []string{"m7"}}
	j := k.Judge(e)
	e.ID = k.NewID(e)
	s.carryOut(t, snap, plan.Plan{Night: "night-2", Session: "s2", Now: e.Since, MaxLoss: .25, Ops: []plan.Op{
		{Kind: plan.Add, Entry: e, Path: memoryFile}, {Kind: plan.Supersede, Entry: e, Target: j.ID, Path: memoryFile}}})
	if text := s.read(t, memoryFile); !strings.Contains(text, "- Caroline moved to Oslo (replaces ^"+j.ID+") ^"+e.ID) {
		t.Errorf("MEMORY.md:\n%s", text)
	}
	for _, h := range s.ask(t, search.Query{Text: "where does Caroline live, Berlin", Now: clock("2026-11-20 12:00")}) {
		if strings.Contains(h.Text, "Berlin") && h.SupersededBy == "" {
			t.Errorf("Berlin is shown as if it held: %+v", h)
		}
	}
}

// TestOneNightsEntriesStay: a plan's entries are compared with each other by who
// makes it; that a log is written before MEMORY.md refuses none of them.
func TestOneNightsEntriesStay(t *testing.T) {
	s := newStore(t)
	snap := s.snap(t)
	k := snap.Knowledge()
	old := document.Entry{Text: "Caroline lives in Berlin", Type: document.Fact, Importance: .9, Since: clock("2026-08-03 14:05"), Sources: []string{"m1"}}
	now := document.Entry{Text: "Caroline moved to Oslo", Type: document.Fact, Importance: .5, Since: clock("2026-11-02 22:10"), Sources: []string{"m7"}}
	old.ID, now.ID = k.NewID(old), k.NewID(now)
	s.carryOut(t, snap, plan.Plan{Night: "night-1", Session: "s1", Now: now.Since, MaxLoss: .25,
		Blocks: []plan.DayBlock{{Day: now.Since, Heading: "22:10 · night 1 · asked", Entries: []document.Entry{now}}},
		Ops:    []plan.Op{{Kind: plan.Add, Entry: old, Path: memoryFile}, {Kind: plan.Supersede, Entry: now, Target: old.ID, Path: document.LogPath(now.Since)}}})
	want := "- ~~Caroline lives in Berlin~~ (until 2026-11-02 → ^" + now.ID + ") ^" + old.ID
	if text := s.read(t, memoryFile); !strings.Contains(text, want) {
		t.Errorf("MEMORY.md lacks %q:\n%s", want, text)
	}
}

// TestNothingIsStruckForWhatIsNotWritten: where the new line may not stand in MEMORY.md
// the old one stays as it is; where no more lines may be superseded both stand.
func TestNothingIsStruckForWhatIsNotWritten(t *testing.T) {
	s := newStore(t)
	at := clock("2026-08-03 14:05")
	var all []document.Entry
	for i := range 12 {
		all = append(all, document.Entry{Text: fmt.Sprintf("Project %c%d has its own repository", 'A'+i, i), Importance: .9})
	}
	s.night(t, 1, at, all...)
	snap := s.snap(t)
	k := snap.Knowledge()
	var ops []plan.Op
	for i, old := range snap.Entries() {
		e := document.Entry{Text: fmt.Sprintf("The %c%d code lives beside the others", 'A'+i, i), Type: document.Fact, Importance: .9, Since: at.AddDate(0, 1, 0), Sources: []string{"m7"}}
		if i == 0 {
			e.Struck = true // it may not stand
		}
		e.ID = k.NewID(e)
		ops = append(ops, plan.Op{Kind: plan.Supersede, Entry: e, Target: old.ID, Path: memoryFile})
	}
	r := s.carryOut(t, snap, plan.Plan{Night: "n2", Session: "s2", Now: at.AddDate(0, 1, 0), MaxLoss: .25, Ops: ops})
	text := s.read(t, memoryFile)
	if strings.Contains(text, "→ ^"+ops[0].Entry.ID) || written(r, "struck") != 3 {
		t.Errorf("%d superseded:\n%s", written(r, "struck"), text)
	}
	for _, op := range ops[1:] {
		if !strings.Contains(text, op.Entry.Text) {
			t.Errorf("%q is lost", op.Entry.Text)
		}
	}
}
