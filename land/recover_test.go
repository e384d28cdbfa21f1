package land

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// TestLateEdit: an editor that had the file open writes into it when the night
// is long over.
func TestLateEdit(t *testing.T) {
	for _, c := range []struct{ name, after string }{
		{"nothing happened since", memoryAfter},
		{"edited again since", memoryAfter + "- Later ^h2\n"},
	} {
		m := lived(t)
		l := newLand(t, m)
		held, _ := m.Hold(MemoryFile)
		if _, err := l.Save(night()); err != nil {
			t.Fatal(err)
		}
		m.Put(MemoryFile, []byte(c.after))
		held.Write([]byte(memoryBefore + "- By hand ^h1\n"))
		_, notices, err := open(m, noPause)
		if err != nil || len(notices) != 1 || notices[0].Path != MemoryFile {
			t.Fatalf("%s: notices %v, %v", c.name, notices, err)
		}
		got := visible(m)[MemoryFile]
		for _, want := range []string{"- By hand ^h1\n", "- Lives in Oslo ^k4\n", "- Likes quiet mornings ^k5\n"} {
			if strings.Count(got, want) != 1 {
				t.Errorf("%s: %q is not there once: %q", c.name, want, got)
			}
		}
		if strings.Contains(c.after, "Later") && !strings.Contains(got, "- Later ^h2\n") {
			t.Errorf("%s: the later edit is lost: %q", c.name, got)
		}
		if _, notices, err := open(m, noPause); err != nil || len(notices) != 0 {
			t.Errorf("%s: merged twice: %v %v", c.name, notices, err)
		}
	}
}

// TestPending: the disk dies after the decision; readers of the same process see
// no half night, and it is finished when the disk is back.
func TestPending(t *testing.T) {
	m := lived(t)
	l := newLand(t, m)
	dead := false
	m.Hook(func(op memdisk.Op) error {
		dead = dead || op.Kind == "append"
		if dead && op.Changes {
			return syscall.EIO
		}
		return nil
	})
	_, err := l.Save(night())
	if !errors.Is(err, ErrPending) || !errors.Is(err, syscall.EIO) {
		t.Fatalf("Save: %v", err)
	}
	if _, err := l.Save(Tx{ID: "next"}); !errors.Is(err, ErrPending) && !errors.Is(err, ErrUnwritable) {
		t.Errorf("a second save: %v", err)
	}
	m.Hook(nil)
	if b, err := l.Read(sessionFile); err != nil || !strings.Contains(string(b), "night-1") {
		t.Errorf("read after the disk is back: %q %v", b, err)
	}
	if saved, err := l.Save(night()); err != nil || !saved.Repeated {
		t.Errorf("saved again: %+v %v", saved, err)
	}
}

// TestForeignJournals: what lies in the journal folder may be anything.
func TestForeignJournals(t *testing.T) {
	m := lived(t)
	old := visible(m)
	for name, text := range map[string]string{
		"rubbish": "rubbish", "empty": "", "cut": journalMark, "night 1 (conflicted copy)": "x", ".DS_Store": "x",
	} {
		m.Put(journalDir+"/"+name, []byte(text))
	}
	m.Place(journalDir+"/folder", fs.ModeDir|0o700)
	m.Put(tempDir+"/rubbish~1", []byte("x"))
	m.Put(tempDir+"/gone~0~1~aa~bb.old", []byte("a late edit of something nobody knows"))
	l, notices, err := open(m, noPause)
	if err != nil || len(notices) != 4 {
		t.Errorf("%v %v", notices, err)
	}
	if d := diffFiles(visible(m), old); d != "" {
		t.Errorf("rubbish changed\n%s", d)
	}
	if _, ok := m.Get(tempDir + "/gone~0~1~aa~bb.old"); !ok {
		t.Error("a late edit was thrown away")
	}
	if _, err := l.Save(night()); err != nil {
		t.Error(err)
	}
	newer := []byte("dormouse journal 9 abc\n{}")
	m.Put(journalDir+"/newer", newer)
	l, notices, err = open(m, noPause)
	if err != nil || len(notices) != 1 {
		t.Errorf("a newer journal: %v %v", notices, err)
	}
	if _, err := l.Save(Tx{ID: "x"}); !errors.Is(err, ErrPending) {
		t.Errorf("saved over a newer journal: %v", err)
	}
	if b, _ := m.Get(journalDir + "/newer"); !bytes.Equal(b, newer) {
		t.Error("a newer journal was changed")
	}
}

// TestAppendOnce: whatever a crash left of the lines, they are there once.
func TestAppendOnce(t *testing.T) {
	lines := "{\"a\":1}\n{\"b\":2}\n"
	for _, before := range []string{"", "{\"x\":0}\n", "{\"torn\":"} {
		for cut := range len(lines) + 1 {
			for _, after := range []string{"", "\x00\x00\x00", "\n{\"other\":3}\n"} {
				m := lived(t)
				l := newLand(t, m)
				p := planned{Path: sessionFile, Append: []byte(lines), Size: int64(len(before)), delta: delta{Existed: true}}
				m.Put(sessionFile, []byte(before+lines[:cut]+after))
				for range 2 {
					if err := l.append(p); err != nil {
						t.Fatal(err)
					}
				}
				got, _ := m.Get(sessionFile)
				whole := 0
				for l := range strings.Lines("\n" + string(got)) {
					if l == "{\"b\":2}\n" {
						whole++
					}
				}
				torn := before != "" && !strings.HasSuffix(before, "\n")
				whole2 := strings.Count("\n"+string(got), "\n"+lines)
				if whole2 != 1 && !(torn && cut == len(lines)) || whole > 2 || !bytes.HasPrefix(got, []byte(before+lines[:cut]+after)) {
					t.Errorf("before %q, cut %d, after %q: %q", before, cut, after, got)
				}
			}
		}
	}
}

// TestTogether: several programs on one land lose and double nothing.
func TestTogether(t *testing.T) {
	const hands, each = 4, 6
	dir := openDir(t)
	m := lived(t)
	copyTo(t, m, dir)
	errs := make(chan error, hands)
	for h := range hands {
		l, _, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		go func() { // ends when its transactions are saved
			errs <- saveMany(l, h, each)
		}()
	}
	for range hands {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	files := snapshot(t, dir)
	for h := range hands {
		for i := range each {
			line := fmt.Sprintf("- Entry %d of hand %d\n", i, h)
			if n := strings.Count(files[MemoryFile], line); n != 1 {
				t.Errorf("%q is there %d times", line, n)
			}
			if n := strings.Count(files[sessionFile], fmt.Sprintf("{\"tx\":\"t-%d-%d\"}\n", h, i)); n != 1 {
				t.Errorf("line %d of hand %d is there %d times", i, h, n)
			}
		}
	}
	if !strings.HasPrefix(files[MemoryFile], strings.TrimSuffix(memoryBefore, "\n")) {
		t.Errorf("%q", files[MemoryFile])
	}
}

func saveMany(l *Land, hand, each int) error {
	for i := range each {
		before, err := l.Read(MemoryFile)
		if err != nil {
			return err
		}
		id := fmt.Sprintf("t-%d-%d", hand, i)
		after := fmt.Appendf(bytes.Clone(before), "- Entry %d of hand %d\n", i, hand)
		_, err = l.Save(Tx{ID: id, Kind: "test", Time: time.Unix(1, 0), Undoable: true, Changes: []Change{
			{Path: MemoryFile, Before: before, After: after},
			{Path: sessionFile, Append: fmt.Appendf(nil, "{\"tx\":%q}", id)},
		}})
		if err != nil {
			return err
		}
	}
	return nil
}

func FuzzJournal(f *testing.F) {
	j := &journal{ID: "n", Files: []planned{{Path: MemoryFile, delta: newDelta(of([]byte(memoryBefore)), of([]byte(memoryAfter)))}}}
	text, err := j.encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(journalMark + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := decode(text)
		if err != nil {
			return
		}
		for _, p := range j.Files {
			p.after()
		}
	})
}

func TestJournalRoundTrip(t *testing.T) {
	for _, c := range []struct{ before, after []byte }{
		{nil, []byte("x")}, {[]byte("x"), nil}, {[]byte{}, nil}, {nil, []byte{}}, {[]byte("aa"), []byte("aaa")}, {[]byte("aaa"), []byte("aa")},
		{[]byte(memoryBefore), []byte(memoryAfter)}, {bytes.Repeat([]byte("long\xff line\n"), 5000), bytes.Repeat([]byte("long\xff line\n"), 5001)},
	} {
		j := &journal{ID: "n", Files: []planned{{Path: MemoryFile, delta: newDelta(of(c.before), of(c.after))}}}
		text, err := j.encode()
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > 20_000 {
			t.Errorf("%d bytes of journal for a line", len(text))
		}
		back, err := decode(text)
		if err != nil {
			t.Fatal(err)
		}
		b, a := back.Files[0].before(), back.Files[0].after()
		if !bytes.Equal(b.data, c.before) || b.exists != (c.before != nil) || !bytes.Equal(a.data, c.after) || a.exists != (c.after != nil) {
			t.Errorf("%.20q to %.20q came back as %.20q to %.20q", c.before, c.after, b.data, a.data)
		}
		for cut := range min(len(text), 300) {
			if _, err := decode(text[:cut]); !errors.Is(err, errTorn) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
		}
	}
}

// TestLinkUnderfoot: MEMORY.md becomes a link while a night is saved. The link
// is neither followed nor overwritten, and the rest goes on once it is gone.
func TestLinkUnderfoot(t *testing.T) {
	start := lived(t)
	for at, done := 1, false; !done; at++ {
		m := start.Clone()
		l := newLand(t, m)
		n := 0
		m.Hook(func(memdisk.Op) error {
			if n++; n == at {
				m.Place(MemoryFile, fs.ModeSymlink)
			}
			return nil
		})
		_, err := l.Save(night())
		m.Hook(nil)
		if done = n < at; done {
			break
		}
		info, e := m.Stat(MemoryFile)
		if e != nil || info.Mode&fs.ModeSymlink == 0 {
			t.Fatalf("before operation %d: the link was replaced: %v %v", at, info.Mode, e)
		}
		if err != nil && !errors.Is(err, disk.ErrNotRegular) {
			t.Fatalf("before operation %d: %v", at, err)
		}
		m.Delete(MemoryFile)
		if _, err := l.Save(night()); err != nil {
			t.Fatalf("before operation %d, link gone: %v", at, err)
		}
		if files := visible(m); strings.Count(files[sessionFile], "night-1") != 1 || files["memory/2026-11-20.md"] != newLog {
			t.Fatalf("before operation %d, link gone: %q", at, files)
		}
	}
}
