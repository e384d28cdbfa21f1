package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
)

// TestEveryWriteIsListedAndTakenBack writes by every actor and in every way, and
// takes each back, the last first and the first first: the files are what they
// were, to the byte.
func TestEveryWriteIsListedAndTakenBack(t *testing.T) {
	now := clock("2026-11-20 10:00")
	at := func(n int) time.Time { return now.Add(time.Duration(n) * time.Minute) }
	ways := []struct {
		what  string
		write func(s *Store, n int, from plan.Source) (string, error)
	}{
		{"added", func(s *Store, n int, from plan.Source) (string, error) {
			w, err := s.SaveNote(fmt.Sprintf("Note number %d is about bees", n), document.Fact, at(n), from)
			return w.Tx, err
		}},
		{"added", func(s *Store, n int, from plan.Source) (string, error) {
			u, err := s.Update(Append, fmt.Sprintf("Line number %d is about hens", n), "Learnings", at(n), from)
			return u.Tx, err
		}},
		{"removed", func(s *Store, n int, from plan.Source) (string, error) {
			u, err := s.Update(Append, fmt.Sprintf("Entry number %d is about goats", n), "Events", at(n), from)
			if err != nil {
				return "", err
			}
			w, err := s.Forget("^"+u.Written[0].ID, at(n), from)
			return w[0].Tx, err
		}},
		{"changed", func(s *Store, n int, from plan.Source) (string, error) {
			u, err := s.Update(Append, fmt.Sprintf("Thing number %d is about ducks", n), fmt.Sprintf("Part %d", n), at(n), from)
			if err != nil {
				return "", err
			}
			id := u.Written[0].ID
			u, err = s.Update(Replace, fmt.Sprintf("- Thing number %d is about geese ^%s", n, id), fmt.Sprintf("Part %d", n), at(n), from)
			return u.Tx, err
		}},
	}
	n, back := 0, 0
	for _, by := range []plan.Actor{plan.ByPerson, plan.ByModel, plan.ByGuest} {
		for _, way := range ways {
			n++
			s := newStore(t)
			s.byHand(t, memoryFile, "# Memory\n\nmine\n\n- also mine\n")
			from := plan.Source{By: by, Name: "anthropic/x", Session: "s1", Message: fmt.Sprintf("m%d", n)}
			tx, err := way.write(s, n, from)
			if err != nil {
				t.Fatalf("%s by %s: %v", way.what, by, err)
			}
			w, err := s.Write("")
			if err != nil || w.ID != tx || w.By != by || w.Message != from.Message || w.Undone {
				t.Errorf("%s by %s: %v %+v, want %s", way.what, by, err, w, tx)
				continue
			}
			if way.what == "removed" && len(w.Lines) > 0 && w.Lines[0].Text != transcript.Forgotten {
				t.Errorf("what is forgotten is told: %+v", w.Lines)
			}
			if len(w.Lines) != 1 || w.Lines[0].What != way.what || w.Lines[0].Path == "" || w.Lines[0].Text == "" || (w.Lines[0].Line == 0) != (way.what == "removed") {
				t.Errorf("by %s: want %s, lines %+v", by, way.what, w.Lines)
			}
			memory, note := s.read(t, memoryFile), s.read(t, document.LogPath(now))
			past, err := s.land.Before(tx)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Undo(w.ID, at(n+1)); err != nil {
				t.Fatal(err)
			}
			for path, after := range map[string]string{memoryFile: memory, document.LogPath(now): note} {
				was, err := past.Read(path)
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
				if got := s.read(t, path); got != string(was) {
					t.Errorf("%s by %s: %s is\n%s\nwant\n%s\nand it was\n%s", way.what, by, path, got, was, after)
				}
			}
			if w, err = s.Write(tx); err != nil || !w.Undone {
				t.Errorf("%s by %s: not listed as taken back: %v %+v", way.what, by, err, w)
			}
			back++
		}
	}
	t.Logf("guarantee 26: %d of %d writes by a person, a model and a guest listed with what, where, who and turn, and taken back to the byte", back, n)
}

// TestTheLogIsNewestFirst, however many there are, and finds by the end of an id.
func TestTheLogIsNewestFirst(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	var ids []string
	for n := range 7 {
		w, err := s.SaveNote(fmt.Sprintf("Note %d: %c%c", n, 'a'+n, 'k'+n), document.Fact, now.Add(time.Duration(n)*time.Hour), plan.Source{By: plan.ByPerson})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, w.Tx)
	}
	list, err := s.Writes(3)
	if err != nil || len(list) != 3 || list[0].ID != ids[6] || list[2].ID != ids[4] {
		t.Fatalf("%v %+v", err, list)
	}
	if w, err := s.Write(ids[2][len(ids[2])-8:]); err != nil || w.ID != ids[2] {
		t.Errorf("%v %+v", err, w)
	}
	if _, err := s.Write("nosuch"); !errors.Is(err, land.ErrUnknown) {
		t.Errorf("%v", err)
	}
	for n := 6; n >= 0; n-- { // each undo goes one further back
		w, err := s.Write("")
		if err != nil || w.ID != ids[n] {
			t.Fatalf("%v %s, want %s", err, w.ID, ids[n])
		}
		if _, err := s.Undo(w.ID, now.Add(24*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Write(""); !errors.Is(err, land.ErrUnknown) {
		t.Errorf("nothing is left: %v", err)
	}
}

// TestALateEditIsThePersons: what the land merges of an editor that wrote late is
// listed as theirs, and a night of an older version as a night.
func TestALateEditIsThePersons(t *testing.T) {
	s := newStore(t)
	for n, kind := range []string{land.LateEdit, "night", "memory_save"} {
		text := fmt.Appendf(nil, "- line %d\n", n)
		tx := land.Tx{ID: fmt.Sprintf("t%d", n), Kind: kind, Time: clock("2026-11-20 10:00"), Undoable: true,
			Changes: []land.Change{{Path: fmt.Sprintf("memory/%d.md", n), After: text}}}
		if _, err := s.land.Save(tx); err != nil {
			t.Fatal(err)
		}
		want := []plan.Actor{plan.ByPerson, plan.ByNight, ""}[n]
		if w, err := s.Write(tx.ID); err != nil || w.By != want || len(w.Lines) != 1 {
			t.Errorf("%s: %v %+v, want it by %q", kind, err, w, want)
		}
	}
}
