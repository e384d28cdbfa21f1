package land

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

const (
	sessionOf3 = SessionsDir + "/a.jsonl"
	raw        = "a raw token 0123456789 twice"
)

// withSession is a folder with a session of three lines, two of which hold raw.
func withSession(t testing.TB) *memdisk.Disk {
	t.Helper()
	m := memdisk.New()
	newLand(t, m)
	for _, dir := range []string{SessionsDir, "."} {
		if err := m.SyncDir(dir); err != nil {
			t.Fatal(err)
		}
	}
	f, err := m.Create(sessionOf3, disk.FileMode)
	if err == nil {
		err = disk.Fill(f, []byte("{\"one\":\""+raw+"\"}\n{\"two\":2}\n{\"three\":\"x "+raw+" y "+raw+"\"}\n"))
	}
	if err == nil {
		err = m.SyncDir(SessionsDir)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// redacting is the transaction that takes raw out of the session.
func redacting(t testing.TB, m *memdisk.Disk) (Tx, string) {
	t.Helper()
	text := m.Files()[sessionOf3]
	mark := []byte("[gone" + strings.Repeat("*", len(raw)-6) + "]")
	var list []Redaction
	at := 0
	for line := range strings.Lines(text) {
		var spans []Span
		for from := 0; ; {
			i := strings.Index(line[from:], raw)
			if i < 0 {
				break
			}
			spans = append(spans, Span{from + i, mark})
			from += i + len(raw)
		}
		if spans != nil {
			list = append(list, Redact([]byte(line), int64(at), spans...))
		}
		at += len(line)
	}
	tx := Tx{ID: "redact-1", Kind: "redact", Time: time.Unix(1, 0), Changes: []Change{{Path: sessionOf3, Redact: list}}}
	return tx, strings.ReplaceAll(text, raw, string(mark))
}

func TestRedactOverwritesInPlace(t *testing.T) {
	m := withSession(t)
	l := newLand(t, m)
	tx, want := redacting(t, m)
	before, _ := m.Stat(sessionOf3)
	if _, err := l.Save(tx); err != nil {
		t.Fatal(err)
	}
	after, _ := m.Stat(sessionOf3)
	if got := m.Files()[sessionOf3]; got != want || after.Inode != before.Inode || after.Size != before.Size {
		t.Errorf("the session is %q (inode %d, was %d); want %q", got, after.Inode, before.Inode, want)
	}
	for name, text := range m.Files() {
		if strings.Contains(text, raw) {
			t.Errorf("%s holds it still", name)
		}
	}
	// Again, as after a crash that lost the end of the journal: nothing changes.
	tx.ID = "redact-2"
	if s, err := l.Save(tx); err != nil || m.Files()[sessionOf3] != want {
		t.Errorf("the second time: %v, %v", s, err)
	}
	// A line that is another one by now is left alone, and said.
	if err := m.Overwrite(sessionOf3, 3, []byte("ONE")); err != nil {
		t.Fatal(err)
	}
	kept := m.Files()[sessionOf3]
	tx.ID = "redact-3"
	if s, err := l.Save(tx); err != nil || len(s.Files) != 1 || len(s.Files[0].Conflicts) != 1 || m.Files()[sessionOf3] != kept {
		t.Errorf("of a line that changed: %+v, %v", s, err)
	}
}

// TestRedactSurvivesPowerCuts cuts the power before each operation of a redaction:
// the next start shows every span raw, or every one overwritten.
func TestRedactSurvivesPowerCuts(t *testing.T) {
	m := withSession(t)
	l := newLand(t, m)
	tx, want := redacting(t, m)
	old := m.Files()[sessionOf3]
	images, older, newer := 0, 0, 0
	seen := map[string]bool{}
	check := func(at string, saved bool) {
		m.Crashes(func(label string, image *memdisk.Disk) {
			if k := fmt.Sprint(saved) + key(image); seen[k] {
				return
			} else {
				seen[k] = true
			}
			images++
			if _, _, err := open(image, noPause); err != nil {
				t.Fatalf("%s (%s): %v", at, label, err)
			}
			switch got := image.Files()[sessionOf3]; {
			case got == want:
				newer++
			case got == old && !saved:
				older++
			default:
				t.Fatalf("%s (%s): neither raw nor redacted: %q", at, label, got)
			}
		})
	}
	m.Hook(func(op memdisk.Op) error {
		if op.Changes {
			check(fmt.Sprintf("before operation %d, %s %s", op.N, op.Kind, op.Name), false)
		}
		return nil
	})
	if _, err := l.Save(tx); err != nil {
		t.Fatal(err)
	}
	m.Hook(nil)
	check("after the save", true)
	if older == 0 || newer < 5 {
		t.Errorf("%d images raw, %d redacted: the sweep did not cover the redaction", older, newer)
	}
	t.Logf("guarantee 6: redaction of a session: %d crash images, %d raw, %d redacted, 0 mixed", images, older, newer)
}

// TestRedactSurvivesFaults fails each operation in turn. What Save said holds at
// the next start.
func TestRedactSurvivesFaults(t *testing.T) {
	for n := 1; ; n++ {
		m := withSession(t)
		l := newLand(t, m)
		tx, want := redacting(t, m)
		old := m.Files()[sessionOf3]
		fired := false
		at := memdisk.FailAt(n, syscall.EIO, false)
		m.Hook(func(op memdisk.Op) error {
			err := at(op)
			fired = fired || err != nil
			return err
		})
		_, err := l.Save(tx)
		m.Hook(nil)
		if _, _, e := open(m, noPause); e != nil {
			t.Fatal(e)
		}
		got := m.Files()[sessionOf3]
		if got != old && got != want {
			t.Fatalf("fault %d: %q", n, got)
		}
		if (err == nil || errors.Is(err, ErrPending)) && got != want {
			t.Fatalf("fault %d: Save said %v, and the session is as it was", n, err)
		}
		if !fired {
			t.Logf("guarantee 6: redaction of a session: %d faults fired, 0 mixed", n-1)
			return
		}
	}
}

// TestScrub: neither an undo image nor what came out of an exchange holds what
// was taken out, and the transaction can still be taken back.
func TestScrub(t *testing.T) {
	m := memdisk.New()
	l := newLand(t, m)
	before, after := "- one\n- "+raw+" ^a\n", "- one\n- "+raw+" ^a\n- three\n"
	mustSave(t, l, Tx{ID: "t1", Kind: "memory", Time: time.Unix(1, 0), Changes: []Change{{Path: MemoryFile, After: []byte(before)}}})
	mustSave(t, l, Tx{ID: "t2", Kind: "memory", Time: time.Unix(2, 0), Undoable: true, Changes: []Change{{Path: MemoryFile, Before: []byte(before), After: []byte(after)}}})
	clean := func(_ string, text []byte) []byte {
		return []byte(strings.ReplaceAll(string(text), raw, "[gone]"))
	}
	mustSave(t, l, Tx{ID: "t3", Kind: "redact", Time: time.Unix(3, 0), Changes: []Change{{Path: MemoryFile, Before: []byte(after), After: clean("", []byte(after))}}})
	n, err := l.Scrub(clean)
	if err != nil || n != 1 {
		t.Fatalf("%d images were cleaned, %v", n, err)
	}
	infos, err := m.ReadDir(tempDir)
	for _, info := range infos {
		if b, err := disk.ReadFile(m, tempDir+"/"+info.Name); err != nil || strings.Contains(string(b), raw) {
			t.Errorf("%s/%s holds it still, %v", tempDir, info.Name, err)
		}
	}
	if err != nil {
		t.Error(err)
	}
	j, err := loadJournal(l.fs, undoDir+"/t2")
	if err != nil || strings.Contains(string(j.Files[0].Before)+string(j.Files[0].after().data), raw) {
		t.Errorf("the image holds it still: %+v, %v", j, err)
	}
	if _, err := l.Undo("t2", time.Unix(4, 0)); err != nil {
		t.Fatal(err)
	}
	if got := m.Files()[MemoryFile]; got != "- one\n- [gone] ^a\n" {
		t.Errorf("taken back: %q", got)
	}
}

// TestWhatIsScrubbedStaysAway: a line is written, another one after it, and the
// first is taken out for good: nothing of it comes back as if somebody had written
// it late, whichever of the transactions can be taken back.
func TestWhatIsScrubbedStaysAway(t *testing.T) {
	first, second, rest := "- "+raw+" ^a\n", "- "+raw+" ^a\n- two ^b\n", "- two ^b\n"
	clean := func(_ string, text []byte) []byte {
		return []byte(strings.ReplaceAll(string(text), raw, "[gone]"))
	}
	for undoable := range 8 {
		d := openDir(t) // what came out is kept for a minute by the disk's own clock
		if err := disk.WriteFile(d, MemoryFile, nil); err != nil {
			t.Fatal(err)
		}
		l := newLand(t, d)
		for i, step := range [][2]string{{"", first}, {first, second}, {second, rest}} {
			mustSave(t, l, Tx{ID: fmt.Sprintf("t%d", i), Kind: "memory", Time: time.Now(), Undoable: undoable>>i&1 == 1, Changes: []Change{{Path: MemoryFile, Before: []byte(step[0]), After: []byte(step[1])}}})
		}
		if _, err := l.Scrub(clean); err != nil {
			t.Fatal(err)
		}
		for day := range 2 { // each sweeps
			l = newLand(t, d)
			mustSave(t, l, Tx{ID: fmt.Sprintf("d%d", day), Kind: "other", Time: time.Now(), Changes: []Change{{Path: fmt.Sprintf("memory/2026-11-2%d.md", day), After: []byte("# day\n")}}})
		}
		if got, err := disk.ReadFile(d, MemoryFile); err != nil || string(got) != rest {
			t.Errorf("undoable %03b: it holds %q, %v", undoable, got, err)
		}
	}
}

// TestUndoSaysBack: what was appended with its Back is answered by it, and again
// by itself when the undo is taken back.
func TestUndoSaysBack(t *testing.T) {
	m := withSession(t)
	l := newLand(t, m)
	mustSave(t, l, Tx{ID: "t1", Kind: "forget", Time: time.Unix(1, 0), Undoable: true,
		Changes: []Change{{Path: sessionOf3, Append: []byte("hide\n"), Back: []byte("show\n")}}})
	if _, err := l.Undo("t1", time.Unix(2, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Redo("t1", time.Unix(3, 0)); err != nil {
		t.Fatal(err)
	}
	if got := m.Files()[sessionOf3]; !strings.HasSuffix(got, "\nhide\nshow\nhide\n") {
		t.Errorf("the session ends in %q", got)
	}
}

func mustSave(t testing.TB, l *Land, tx Tx) {
	t.Helper()
	if _, err := l.Save(tx); err != nil {
		t.Fatal(err)
	}
}
