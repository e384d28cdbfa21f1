package land

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
)

// nightly is the n-th of many nights over a file that has grown long.
func nightly(t *testing.T, l *Land, n int) Tx {
	t.Helper()
	before, err := l.Read(MemoryFile)
	if err != nil {
		before = nil
	}
	after := append(bytes.Clone(before), fmt.Sprintf("- fact number %d, told on some day ^a%05d\n", n, n)...)
	if n == 0 {
		after = []byte("# Memory\n" + strings.Repeat("- a line that stays as it is, whatever happens\n", 300))
	}
	after = bytes.Replace(after, fmt.Appendf(nil, "- fact number %d,", n-5), fmt.Appendf(nil, "- ~~fact number %d~~,", n-5), 1)
	return Tx{ID: fmt.Sprintf("n%03d", n), Kind: "night", Time: time.Unix(int64(n), 0), Undoable: true, Changes: []Change{
		{Path: MemoryFile, Before: before, After: after},
		{Path: StateDir + "/log.jsonl", Append: fmt.Appendf(nil, "{\"night\":%d,\"what\":%q}\n", n, strings.Repeat("x", 2000)), Back: fmt.Appendf(nil, "{\"undo\":%d}\n", n)},
		{Path: fmt.Sprintf(StateDir+"/nights/%d.json", n), After: []byte(strings.Repeat("all about a night\n", 200)), Force: true},
	}}
}

// An undo image holds what changed, not the files: the 40th is as small as the
// second, and all nights can be taken back one after the other to the byte.
func TestUndoImagesHoldWhatChanged(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	m := memdisk.New()
	l := newLand(t, m)
	const nights = 40
	var was [][]byte
	for n := range nights {
		tx := nightly(t, l, n)
		was = append(was, tx.Changes[0].Before)
		if _, err := l.Save(tx); err != nil {
			t.Fatal(err)
		}
		if n%7 == 3 { // a person writes in between, and the program begins anew
			b, _ := m.Get(MemoryFile)
			m.Put(MemoryFile, append(b, fmt.Sprintf("- by hand, after night %d\n", n)...))
			m.Pass(2 * time.Minute)
			l = newLand(t, m)
		}
	}
	size := func(n int) int {
		b, _ := m.Get(fmt.Sprintf("%s/n%03d", undoDir, n))
		return len(b)
	}
	for n := 1; n < nights; n++ {
		if size(n) > 2500 || size(n) == 0 {
			t.Errorf("the image of night %d has %d bytes", n, size(n))
		}
	}
	for n := nights - 1; n >= 0; n-- {
		saved, err := newLand(t, m).Undo(fmt.Sprintf("n%03d", n), time.Unix(1000, 0))
		if err != nil {
			t.Fatalf("night %d: %v", n, err)
		}
		for _, f := range saved.Files {
			if len(f.Conflicts) > 0 {
				t.Errorf("night %d: %+v", n, f)
			}
		}
		now, _ := m.Get(MemoryFile)
		byHand := bytes.Count(now, []byte("by hand"))
		if n%7 != 4 && n > 0 && byHand == bytes.Count(was[n], []byte("by hand")) && !bytes.Equal(now, was[n]) {
			t.Fatalf("before night %d:\n%s\nnot\n%s", n, now[len(now)-300:], was[n][len(was[n])-300:])
		}
		if _, there := m.Get(fmt.Sprintf(StateDir+"/nights/%d.json", n)); there {
			t.Errorf("the record of night %d is still there", n)
		}
	}
	if now, _ := m.Get(MemoryFile); bytes.Contains(now, []byte("fact number")) {
		t.Errorf("facts are left:\n%s", now)
	}
}

// What an image leaves out may be gone: what can be taken back still is, the rest
// is told, and nothing is guessed.
func TestLostTextsAreToldNotGuessed(t *testing.T) {
	m := memdisk.New()
	l := newLand(t, m)
	for n := range 6 {
		if _, err := l.Save(nightly(t, l, n)); err != nil {
			t.Fatal(err)
		}
	}
	m.Remove(undoDir + "/n003")
	before, _ := m.Get(MemoryFile)
	l = newLand(t, m)
	saved, err := l.Undo("n004", time.Unix(1000, 0))
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, f := range saved.Files {
		told = told || f.Path == MemoryFile && len(f.Conflicts) > 0
	}
	now, _ := m.Get(MemoryFile)
	if !told || !bytes.Equal(now, before) {
		t.Errorf("told %v, %+v", told, saved)
	}
	if log, _ := m.Get(StateDir + "/log.jsonl"); !bytes.HasSuffix(log, []byte("{\"undo\":4}\n")) {
		t.Error("the lines that take it back are missing")
	}
	if _, err := l.Undo("n000", time.Unix(1001, 0)); err != nil {
		t.Errorf("an image that stands alone: %v", err)
	}
}

// What is older than it is kept for goes; the rest stands alone and is taken back.
func TestPruneLeavesWhatCanBeTakenBack(t *testing.T) {
	m := memdisk.New()
	l, _, err := open(m, passing{func(time.Duration) {}, func() time.Time { return at(m) }})
	if err != nil {
		t.Fatal(err)
	}
	var was [][]byte
	for n := range 30 {
		tx := nightly(t, l, n)
		was = append(was, tx.Changes[0].Before)
		if _, err := l.Save(tx); err != nil {
			t.Fatal(err)
		}
		m.Pass(24 * time.Hour)
	}
	if err := l.Prune(10 * 24 * time.Hour); err != nil {
		t.Fatal(err)
	}
	ids, err := l.Transactions()
	if err != nil || len(ids) < 8 || len(ids) > 11 {
		t.Fatalf("%d left, %v", len(ids), err)
	}
	if _, err := l.Undo("n003", time.Unix(1000, 0)); !errors.Is(err, ErrUnknown) {
		t.Errorf("a night that is too old: %v", err)
	}
	l = newLand(t, m)
	for n := 29; n >= 30-len(ids); n-- {
		if _, err := l.Undo(fmt.Sprintf("n%03d", n), time.Unix(1000, 0)); err != nil {
			t.Fatalf("night %d: %v", n, err)
		}
		if now, _ := m.Get(MemoryFile); !bytes.Equal(now, was[n]) {
			t.Fatalf("night %d is not taken back", n)
		}
	}
}

// at is the disk's own clock.
func at(m *memdisk.Disk) time.Time {
	m.Put(".clock", nil)
	info, err := m.Stat(".clock")
	m.Delete(".clock")
	if err != nil {
		return time.Time{}
	}
	return info.ModTime
}

// The images of an older program, whole files, are taken back as ever.
func TestOldImagesAreTakenBack(t *testing.T) {
	m := memdisk.New()
	l := newLand(t, m)
	tx := nightly(t, l, 0)
	if _, err := l.Save(tx); err != nil {
		t.Fatal(err)
	}
	j, err := l.images.read("n000")
	if err != nil {
		t.Fatal(err)
	}
	old, err := j.encode()
	if err != nil || !bytes.HasPrefix(old, []byte(journalMark)) {
		t.Fatalf("%.40q, %v", old, err)
	}
	m.Put(undoDir+"/n000", old)
	if _, err := newLand(t, m).Undo("n000", time.Unix(9, 0)); err != nil {
		t.Fatal(err)
	}
	if _, there := m.Get(MemoryFile); there {
		t.Error("MEMORY.md is still there")
	}
}

func TestScriptsGiveBackTheText(t *testing.T) {
	for _, c := range [][2]string{{"", ""}, {"", "a\n"}, {"a\n", ""}, {"a", "a\n"}, {"a\nb\nc\n", "b\nx\nc\ny"}, {"a\r\nb\r\n", "b\r\na\r\n"}, {"x\nx\nx\n", "x\nx\n"}, {"a\nb", "b\na"}} {
		got, err := scriptOf([]byte(c[0]), []byte(c[1])).apply([]byte(c[0]))
		if err != nil || string(got) != c[1] {
			t.Errorf("%q → %q, %v, want %q", c[0], got, err, c[1])
		}
	}
	if _, err := (script{{At: 9}}).apply([]byte("a\n")); err == nil {
		t.Error("a script beyond the text is applied")
	}
}
