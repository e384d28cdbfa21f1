package memory

import (
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
)

// TestCheckFinds breaks one promise at a time in a land that was clean.
func TestCheckFinds(t *testing.T) {
	const log = "memory/2026-08-03.md"
	add := func(path, text string) func(*testing.T, *Store) {
		return func(t *testing.T, s *Store) { s.byHand(t, path, s.read(t, path)+text) }
	}
	for _, c := range []struct {
		name, path, want string
		sev              Severity
		do               func(*testing.T, *Store)
	}{
		{"one id, two texts", memoryFile, "stands on line", Broken, add(memoryFile, "- x ^abc234\n- y ^abc234\n")},
		{"one line twice", memoryFile, "the same line as", Warning, add(memoryFile, "- x ^abc234\n- x ^abc234\n")},
		{"superseded by nothing", memoryFile, "which is nowhere", Broken, add(memoryFile, "- ~~x~~ (until 2026-01-02 → ^nosuch) ^abc234\n")},
		{"replaces itself", memoryFile, "replaces itself", Broken, add(memoryFile, "- ~~x~~ (until 2026-01-02 → ^abc234) ^abc234\n")},
		{"no such day", memoryFile, "does not exist", Broken, add(memoryFile, "- ~~x~~ (until 2026-13-02 → ^abc234) ^def234\n")},
		{"NUL", log, "NUL", Broken, add(log, "\x00\n")},
		{"not UTF-8", log, "not UTF-8", Warning, add(log, "\xff\n")},
		{"title of another day", "memory/2026-08-04.md", "another day", Broken, add("memory/2026-08-04.md", "# 2026-08-05\n")},
		{"name of no day", "memory/2026-02-30.md", "no day", Broken, add("memory/2026-02-30.md", "# x\n")},
		{"conflict marker", memoryFile, "conflict", Broken, add(memoryFile, "<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n")},
		{"conflict copy", "memory/2026-08-03 (conflicted copy).md", "conflict", Broken, add("memory/2026-08-03 (conflicted copy).md", "x\n")},
		{"records of a newer version", snapshot.MemoryRecords, "newer", Broken, add(snapshot.MemoryRecords, "")},
		{"a torn transcript", "sessions/s1.jsonl", "", Warning, add("sessions/s1.jsonl", "{\"type\":\"session\",\"id\":\"s1\",\"time\":\"2026-08-03T10:00:00Z\"}\n{\"type\":\"mess")},
		{"a damaged line of a log", land.StateDir + "/mind.jsonl", "damaged", Broken, add(land.StateDir+"/mind.jsonl", "{\"night\":\"a\"}\n{\"night\":,}\n{\"night\":\"b\"}\n")},
		{"a damaged snapshot", land.StateDir + "/mind.json", "damaged", Broken, func(t *testing.T, s *Store) {
			s.byHand(t, land.StateDir+"/mind.jsonl", "{\"night\":\"a\"}\n")
			s.byHand(t, land.StateDir+"/mind.json", "{\"version\":1,")
		}},
		{"a save half way", land.StateDir + "/journal/x", "not finished", Warning, add(land.StateDir+"/journal/x", "x")},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, _, err := land.Open(memdisk.New())
			if err != nil {
				t.Fatal(err)
			}
			s := NewStore(l, Options{})
			s.night(t, 1, clock("2026-08-03 14:05"), document.Entry{Text: "One thing", Importance: 0.9})
			if p, err := s.Check(); err != nil || len(p) > 0 {
				t.Fatalf("not clean before: %v %+v", err, p)
			}
			c.do(t, s)
			if c.path == snapshot.MemoryRecords {
				replaceHand(t, s, snapshot.MemoryRecords, "\"v\":1", "\"v\":9")
			}
			p, err := s.Check()
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range p {
				if x.Path == c.path && x.Severity == c.sev && strings.Contains(x.What, c.want) && x.Do != "" {
					return
				}
			}
			t.Errorf("not found: %+v", p)
		})
	}
}

// TestRecordsAreDerived loses, cuts and spoils the records: texts and what is
// known stay the same, and nothing fails.
func TestRecordsAreDerived(t *testing.T) {
	for _, spoil := range []func(string) string{
		func(string) string { return "" },
		func(s string) string { return s[:len(s)/2] },
		func(string) string { return "\x00rubbish{" },
		func(string) string { return `{"v":99,"id":"abcdef"}` },
	} {
		l, _, err := land.Open(memdisk.New())
		if err != nil {
			t.Fatal(err)
		}
		s := NewStore(l, Options{})
		s.night(t, 1, clock("2026-08-03 14:05"), document.Entry{Text: "Ann lives in Berlin", Importance: 0.9}, document.Entry{Text: "Ann has a cat", Importance: 0.9})
		texts := func() (out []string) {
			for _, e := range s.snap(t).Entries() {
				out = append(out, e.ID+" "+e.Text+" "+document.DayName(e.Since))
			}
			return out
		}
		was := texts()
		for _, path := range []string{snapshot.MemoryRecords, snapshot.RecordsDir + "/2026-08.jsonl"} {
			if old := s.read(t, path); old != "" {
				s.byHand(t, path, spoil(old))
			}
		}
		if now := texts(); strings.Join(now, "\n") != strings.Join(was, "\n") {
			t.Errorf("entries changed:\n%v\n%v", was, now)
		}
		if _, err := s.SaveNote("still works", document.Fact, clock("2026-08-04 10:00"), plan.Source{By: plan.ByPerson}); err != nil {
			t.Errorf("save: %v", err)
		}
		s.night(t, 2, clock("2026-09-03 14:05"), document.Entry{Text: "Ann moved to Oslo", Importance: 0.9})
		if got := s.read(t, memoryFile); !strings.Contains(got, "~~Ann lives in Berlin~~") {
			t.Errorf("the program no longer knows its own line:\n%s", got)
		}
	}
}
