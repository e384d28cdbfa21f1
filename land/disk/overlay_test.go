package disk_test

import (
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"errors"
	"io/fs"
	"testing"
)

// TestAnOverlayLeavesTheFolderAlone does every operation on an overlay: what is
// read is as if it had been done, and the folder below sees no operation that
// changes anything.
func TestAnOverlayLeavesTheFolderAlone(t *testing.T) {
	m := memdisk.New()
	must(t, m.Mkdir("memory"))
	must(t, disk.WriteFile(m, "MEMORY.md", []byte("below\n")))
	must(t, disk.WriteFile(m, "memory/a.md", []byte("a\n")))
	must(t, disk.WriteFile(m, "memory/b.md", []byte("b\n")))
	must(t, m.Mkdir("way/deep"))
	must(t, disk.WriteFile(m, "way/deep/x", []byte("mine")))
	before := len(m.Ops())
	o := memdisk.NewOverlay(m, now)
	must(t, o.Rename("way", "aside"))
	must(t, disk.WriteFile(o, "way", []byte("a file now")))
	f, err := o.Append("MEMORY.md")
	must(t, err)
	must(t, disk.Fill(f, []byte("above\n")))
	must(t, disk.WriteFile(o, "memory/c.md", []byte("c\n")))
	must(t, o.Exchange("memory/a.md", "memory/c.md"))
	must(t, o.Rename("memory/a.md", "memory/d.md"))
	must(t, o.Remove("memory/b.md"))
	must(t, o.Mkdir("new/deep"))
	must(t, disk.WriteFile(o, "new/deep/x", []byte("x")))
	must(t, o.Overwrite("MEMORY.md", 0, []byte("BE")))
	if err := o.Overwrite("MEMORY.md", 11, []byte("too long")); err == nil {
		t.Error("written beyond the end")
	}
	lock, err := o.Lock("new/lock")
	must(t, err)
	must(t, lock.Close())
	for name, want := range map[string]string{"MEMORY.md": "BElow\nabove\n", "memory/c.md": "a\n", "memory/d.md": "c\n", "new/deep/x": "x", "aside/deep/x": "mine", "way": "a file now", "way/deep/x": "", "memory/a.md": "", "memory/b.md": ""} {
		b, err := disk.ReadFile(o, name)
		if string(b) != want || (want == "") != errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is %q, %v; want %q", name, b, err, want)
		}
	}
	list, err := o.ReadDir("memory")
	must(t, err)
	if len(list) != 2 || list[0].Name != "c.md" || list[1].Name != "d.md" {
		t.Errorf("memory/ holds %+v", list)
	}
	for _, op := range m.Ops()[before:] {
		if op.Changes {
			t.Errorf("the folder below saw %+v", op)
		}
	}
	for name, want := range map[string]string{"MEMORY.md": "below\n", "memory/a.md": "a\n", "memory/b.md": "b\n", "way/deep/x": "mine"} {
		if b, err := disk.ReadFile(m, name); err != nil || string(b) != want {
			t.Errorf("below, %s is %q, %v", name, b, err)
		}
	}
}

// TestAnOverlayRefusesWhatIsBelow: a link or a pipe below is as strange above.
func TestAnOverlayRefusesWhatIsBelow(t *testing.T) {
	m := memdisk.New()
	m.Place("link", fs.ModeSymlink)
	m.Place("pipe", fs.ModeNamedPipe)
	must(t, disk.WriteFile(m, "one", []byte("x")))
	m.Link("one", "two")
	o := memdisk.NewOverlay(m, now)
	for _, name := range []string{"link", "pipe", "one", "two"} {
		_, err := o.Open(name)
		wantErr(t, "open", err, name, disk.ErrNotRegular)
		_, err = o.Append(name)
		wantErr(t, "append", err, name, disk.ErrNotRegular)
		_, err = o.Lock(name)
		wantErr(t, "lock", err, name, disk.ErrNotRegular)
	}
}
