package land

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
)

// TestHalfForEver: an editor that never comes back has left the file empty, or
// cut off within a line: the old lines stay, the person is told, and what there
// was is kept beside the file.
func TestHalfForEver(t *testing.T) {
	for name, left := range map[string]string{"empty": "", "cut off": wholeBefore[:strings.Index(wholeBefore, "Works as")+4]} {
		t.Run(name, func(t *testing.T) {
			m := keptLand(t)
			l, _, err := open(m, passing{m.Pass, m.Now})
			if err != nil {
				t.Fatal(err)
			}
			before, err := l.Read(MemoryFile)
			if err != nil {
				t.Fatal(err)
			}
			m.Put(MemoryFile, []byte(left))
			saved, err := l.Save(Tx{ID: "night-1", Kind: "night", Undoable: true, Changes: []Change{
				{Path: MemoryFile, Before: before, After: []byte(slept(string(before)))},
			}})
			if err != nil || !saved.Files[0].Half {
				t.Fatalf("%+v %v", saved, err)
			}
			if got, _ := m.Get(MemoryFile); string(got) != slept(wholeBefore) {
				t.Errorf("the old lines did not stay:\n%s", lineDiff(slept(wholeBefore), string(got)))
			}
			m.Pass(time.Hour)
			_, notices, err := open(m, passing{m.Pass, m.Now})
			if err != nil || len(notices) != 1 || notices[0].Path != MemoryFile {
				t.Errorf("notices %v, %v", notices, err)
			}
			image, there := m.Get(asideName(MemoryFile, "night-1"))
			if there != (left != "") || string(image) != left {
				t.Errorf("kept beside: %q %v", image, there)
			}
		})
	}
}

// TestPlanFromHalf: a change that was made from what an editor had half way is
// refused, and goes through once the file is whole.
func TestPlanFromHalf(t *testing.T) {
	m := keptLand(t)
	l, _, err := open(m, passing{m.Pass, m.Now})
	if err != nil {
		t.Fatal(err)
	}
	note := func() error {
		before, err := l.Read(MemoryFile)
		if err != nil {
			t.Fatal(err)
		}
		_, err = l.Save(Tx{ID: "note", Changes: []Change{{Path: MemoryFile, Before: before, After: []byte(slept(string(before)))}}})
		return err
	}
	m.Put(MemoryFile, nil)
	if err := note(); !errors.Is(err, ErrHalf) {
		t.Errorf("made from nothing: %v", err)
	}
	m.Put(MemoryFile, []byte(wholeBefore))
	if err := note(); err != nil {
		t.Error(err)
	}
	if got, _ := m.Get(MemoryFile); string(got) != slept(wholeBefore) {
		t.Errorf("%s", lineDiff(slept(wholeBefore), string(got)))
	}
}

// TestWrittenAfterAnUndo: what a person writes right after a night was taken back is
// shorter than what the night had left, and whole.
func TestWrittenAfterAnUndo(t *testing.T) {
	for name, first := range map[string]string{"no file": "", "a line": "- I keep bees\n"} {
		t.Run(name, func(t *testing.T) {
			m := memdisk.New()
			open := func() *Land {
				m.Pass(time.Second)
				l, _, err := open(m, passing{m.Pass, m.Now})
				if err != nil {
					t.Fatal(err)
				}
				return l
			}
			change := func(id string) {
				t.Helper()
				l := open()
				before, err := l.Read(MemoryFile)
				if err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Fatal(err)
				}
				if _, err := l.Save(Tx{ID: id, Kind: "night", Undoable: true, Changes: []Change{{Path: MemoryFile, Before: before, After: []byte(string(before) + "- what night " + id + " keeps\n- and more of it\n")}}}); err != nil {
					t.Errorf("%s: %v", id, err)
				}
			}
			if first != "" {
				m.Put(MemoryFile, []byte(first))
			}
			m.Pass(time.Hour)
			change("night-1")
			if _, err := open().Undo("night-1", m.Now()); err != nil {
				t.Fatal(err)
			}
			m.Put(MemoryFile, []byte(first+"- my niece is Ottoline\n"))
			change("night-2")
		})
	}
}

// TestRestless: somebody saves at every moment. The night is not said to be done
// before it is in the file.
func TestRestless(t *testing.T) {
	m := keptLand(t)
	l := newLand(t, m)
	n := 0
	m.Hook(func(op memdisk.Op) error {
		if op.Kind == "exchange" {
			n++
			text, _ := m.Get(MemoryFile)
			m.Put(MemoryFile, fmt.Appendf(text, "\nSaved %d times.\n", n))
		}
		return nil
	})
	night := Tx{ID: "night-1", Undoable: true, Changes: []Change{{Path: MemoryFile, Before: []byte(wholeBefore), After: []byte(slept(wholeBefore))}}}
	if _, err := l.Save(night); !errors.Is(err, ErrPending) || !errors.Is(err, errRestless) {
		t.Fatalf("Save: %v", err)
	}
	m.Hook(nil)
	if saved, err := l.Save(night); err != nil || !saved.Repeated {
		t.Errorf("when it is quiet: %+v %v", saved, err)
	}
	got, _ := m.Get(MemoryFile)
	for _, want := range []string{"- Lives in Oslo ^k4\n", "- Likes quiet mornings ^k5\n", fmt.Sprintf("Saved %d times.\n", n)} {
		if strings.Count(string(got), want) != 1 {
			t.Errorf("%q is not there once:\n%s", want, got)
		}
	}
}
