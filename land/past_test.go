package land

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
)

func TestBefore(t *testing.T) {
	l, _, err := Open(memdisk.New())
	if err != nil {
		t.Fatal(err)
	}
	read := func(r interface{ Read(string) ([]byte, error) }, name string) string {
		b, err := r.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			return "none"
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	names := []string{MemoryFile, "memory/2026-11-20.md", "memory/2026-11-21.md", ".dormouse/a.jsonl"}
	state := func(r interface {
		Read(string) ([]byte, error)
		Logs() ([]string, error)
	}) string {
		logs, err := r.Logs()
		if err != nil {
			t.Fatal(err)
		}
		var s []string
		for _, n := range names {
			s = append(s, read(r, n))
		}
		return strings.Join(s, "|") + "|" + strings.Join(logs, " ")
	}
	at := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	steps := []Tx{
		{ID: "one", Changes: []Change{{Path: names[0], After: []byte("1\n")}, {Path: names[3], Append: []byte("x\n")}}},
		{ID: "two", Changes: []Change{{Path: names[1], After: []byte("2\n")}, {Path: names[3], Append: []byte("y\n")}}},
		{ID: "three", Changes: []Change{{Path: names[0], Before: []byte("1\n"), After: []byte("3\n")}, {Path: names[1], Before: []byte("2\n")}}},
		{ID: "four", Changes: []Change{{Path: names[2], After: []byte("4\n")}, {Path: names[3], Append: []byte("z\n")}}},
	}
	was := map[string]string{}
	for i, tx := range steps {
		tx.Undoable, tx.Time = true, at.Add(-time.Duration(i)*time.Hour) // the caller's clock runs backwards
		was[tx.ID] = state(l)
		if _, err := l.Save(tx); err != nil {
			t.Fatal(err)
		}
	}
	was["four.undo"] = state(l)
	if _, err := l.Undo("four", at); err != nil {
		t.Fatal(err)
	}
	for id, want := range was {
		p, err := l.Before(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := state(p); got != want {
			t.Errorf("before %s: %q, want %q", id, got, want)
		}
	}
	p, err := l.Before("three")
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Changes(); len(c) != 2 || string(c[0].Before) != "1\n" || string(c[0].After) != "3\n" || c[1].After != nil {
		t.Errorf("changes of three: %+v", c)
	}
	if _, err := l.Before("five"); !errors.Is(err, ErrUnknown) {
		t.Errorf("an unknown one: %v", err)
	}
}
