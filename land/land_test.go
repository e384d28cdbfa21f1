package land

import (
	"testing"
	"time"

	"dormouse/land/disk"
)

func TestSmoke(t *testing.T) {
	for name, folder := range map[string]disk.FS{"mem": disk.NewMem(), "dir": openDir(t)} {
		t.Run(name, func(t *testing.T) {
			l, n, err := Open(folder)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(n)
			tx := Tx{ID: "n1", Kind: "night", Undoable: true, Time: time.Unix(1, 0), Changes: []Change{
				{Path: "MEMORY.md", After: []byte("# Memory\n\n- a\n")},
				{Path: "memory/2026-11-20.md", After: []byte("# 2026-11-20\n")},
				{Path: "sessions/s1.jsonl", Append: []byte("{}\n")},
				{Path: ".dormouse/state.json", After: []byte("{}"), Force: true},
			}}
			s, err := l.Save(tx)
			t.Log(s, err)
			if err != nil {
				t.Fatal(err)
			}
			s, err = l.Save(tx)
			t.Log(s, err)
			b, err := l.Read("MEMORY.md")
			t.Logf("%q %v", b, err)
			s, err = l.Undo("n1", time.Unix(2, 0))
			t.Log(s, err)
			b, err = l.Read("MEMORY.md")
			t.Logf("%q %v", b, err)
			l.Save(Tx{ID: "x"})
			if m, ok := folder.(*disk.Mem); ok {
				for k, v := range m.Files() {
					t.Logf("%s %q", k, v)
				}
			}
		})
	}
}

func openDir(t testing.TB) *disk.Dir {
	d, err := disk.OpenDir(t.TempDir() + "/land")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}
