package memory

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/document"
	"dormouse/memory/plan"
)

func TestCorrect(t *testing.T) {
	s := newStore(t)
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	add := func(text string) string {
		u, err := s.Update(Append, text, "Facts", now.AddDate(0, 0, -3), plan.Source{By: plan.ByPerson})
		if err != nil || len(u.Written) != 1 {
			t.Fatalf("%+v, %v", u, err)
		}
		return u.Written[0].ID
	}
	id := add("The boat's berth is number 14 in the north basin.")
	model := plan.Source{By: plan.ByModel, Message: "m7", Session: "s1"}
	u, err := s.Correct("^"+id, "The boat's berth is number 41 in the north basin.", now, model)
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := s.land.Read("MEMORY.md")
	text := string(raw)
	if !strings.Contains(text, "~~The boat's berth is number 14 in the north basin.~~ (until 2026-11-21") || strings.Count(text, "number 41") != 1 {
		t.Errorf("MEMORY.md:\n%s", text)
	}
	if got := newestWrite(t, s); got.Message != "m7" {
		t.Errorf("the write rests on %q", got.Message)
	}
	if _, err := s.Undo(u.Tx, now); err != nil {
		t.Fatal(err)
	}
	if raw, _ = s.land.Read("MEMORY.md"); strings.Contains(string(raw), "~~") || strings.Contains(string(raw), "41") {
		t.Errorf("taken back, MEMORY.md is:\n%s", raw)
	}
	for name, c := range map[string]struct {
		ref, text string
		want      error
	}{
		"no such line": {"^zzzzzz", "x", document.ErrNoEntry},
		"nothing":      {"^" + id, " ", ErrEmpty},
	} {
		if _, err := s.Correct(c.ref, c.text, now, model); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Who corrects a line that was corrected before is told what stands in its place now.
func TestCorrectNamesWhatTookALinesPlace(t *testing.T) {
	s := newStore(t)
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	model := plan.Source{By: plan.ByModel, Message: "m7", Session: "s1"}
	inLog, err := s.SaveNote("The ferry is in the dock for 9 days.", document.Fact, now.AddDate(0, 0, -3), model)
	if err != nil {
		t.Fatal(err)
	}
	inMemory, err := s.Update(Append, "The boat's berth is number 14.", "Facts", now.AddDate(0, 0, -3), model)
	if err != nil {
		t.Fatal(err)
	}
	for old, texts := range map[string][]string{
		inLog.ID:               {"The ferry is in the dock for 10 days.", "The ferry is in the dock for 11 days."},
		inMemory.Written[0].ID: {"The boat's berth is number 41.", "The boat's berth is number 43."},
	} {
		for i, id := 0, old; i < len(texts); i++ {
			u, err := s.Correct("^"+id, texts[i], now, model)
			if err != nil {
				t.Fatal(err)
			}
			id = u.Written[len(u.Written)-1].ID
		}
		if _, err := s.Correct("^"+old, "Anything.", now, model); !errors.Is(err, document.ErrNoEntry) || !strings.Contains(err.Error(), texts[1]+" ^") {
			t.Errorf("%s: %v", old, err)
		}
	}
}

// A line of a person's is changed by that person only, and where it stands.
func TestCorrectKeepsOffWhatAPersonWrote(t *testing.T) {
	s := newStore(t)
	if err := disk.WriteFile(s.land.FS(), "MEMORY.md", []byte("# Memory\n\n## Boats\n\n- The berth is 14. ^berth1\n- Tea.\n")); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for _, by := range []plan.Actor{plan.ByModel, plan.ByGuest, ""} {
		if _, err := s.Correct("^berth1", "The berth is 41.", now, plan.Source{By: by}); !errors.Is(err, document.ErrHandWritten) {
			t.Errorf("%q may: %v", by, err)
		}
	}
	if _, err := s.Correct("^berth1", "The berth is 41.", now, plan.Source{By: plan.ByPerson}); err != nil {
		t.Fatal(err)
	}
	raw, _ := s.land.Read("MEMORY.md")
	if want := "# Memory\n\n## Boats\n\n- The berth is 41. ^berth1\n- Tea.\n"; string(raw) != want {
		t.Errorf("%q, want %q", raw, want)
	}
}

// What is remembered at once ends what it contradicts at once.
func TestAppendEndsTheOlderLine(t *testing.T) {
	s := newStore(t)
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for i, line := range []string{"I live in Leipzig.", "My dentist is called Dr Moreau."} {
		if _, err := s.Update(Append, line, "Facts", now.AddDate(0, 0, i-9), plan.Source{By: plan.ByPerson}); err != nil {
			t.Fatal(err)
		}
	}
	u, err := s.Update(Append, "I no longer live in Leipzig, I moved to Hamburg.", "Facts", now, plan.Source{By: plan.ByPerson})
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := s.land.Read("MEMORY.md")
	if !strings.Contains(string(raw), "~~I live in Leipzig.~~ (until 2026-11-21") || strings.Contains(string(raw), "~~My dentist") {
		t.Errorf("MEMORY.md:\n%s", raw)
	}
	struck := 0
	for _, w := range u.Written {
		if w.What == "struck" {
			struck++
		}
	}
	if struck != 1 {
		t.Errorf("told: %+v", u.Written)
	}
	problems, err := s.Check()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
}

func newestWrite(t *testing.T, s *Store) Write {
	t.Helper()
	list, err := s.Writes(1)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	return list[0]
}
