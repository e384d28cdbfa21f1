package night

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/memory"
	"dormouse/summarize"
)

// What a process keeps of memory from night to night changes nothing: on two lands with
// the same talks and the same edits by hand, one of which reads all anew for each night,
// every file of memory is the same after each.
func TestCarriedMemoryIsWhatAColdStartReads(t *testing.T) {
	carried, cold := newGrowing(t, memdisk.New(), lastingTeller{}), newGrowing(t, memdisk.New(), lastingTeller{})
	for n := range 60 {
		cold.deps.Snapshot = memory.NewStore(cold.land, memory.Options{}).Snapshot
		for _, g := range []*growing{carried, cold} {
			g.night(t)
			g.byHand(t, n)
		}
		want, got := notes(t, cold.meter), notes(t, carried.meter)
		for path, text := range want {
			if !bytes.Equal(got[path], text) {
				t.Fatalf("night %d: %s is\n%s\nand from a cold start\n%s", n+1, path, got[path], text)
			}
		}
		if len(got) != len(want) || n > 20 && bytes.Count(want[land.MemoryFile], []byte("\n- ")) < 10 {
			t.Fatalf("night %d: %d files of memory, and %d from a cold start", n+1, len(got), len(want))
		}
	}
}

// lastingTeller is plainTeller where some things matter for good, so that they reach
// MEMORY.md.
type lastingTeller struct{ plainTeller }

// Summarize implements summarize.Strategy.
func (l lastingTeller) Summarize(ctx context.Context, in summarize.Input, b summarize.Budget) (summarize.Digest, error) {
	d, err := l.plainTeller.Summarize(ctx, in, b)
	for i := range d.Candidates {
		if i%2 == 0 {
			d.Candidates[i].Type, d.Candidates[i].Importance = "fact", .95
		}
	}
	return d, err
}

// byHand does to the notes what people do: take a line out, word one anew, say one twice,
// write one of their own, in the newest or in an older file.
func (g *growing) byHand(t *testing.T, n int) {
	t.Helper()
	logs, err := g.land.Logs()
	if err != nil {
		t.Fatal(err)
	}
	path := logs[len(logs)-1]
	switch {
	case n%7 == 6:
		path = land.MemoryFile
	case n%3 == 0:
		path = logs[len(logs)/2]
	}
	text, err := disk.ReadFile(g.meter, path)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = []byte("# Memory\n\n## Facts\n\n- Paula paints doors\n"), nil
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "- ") {
			continue
		}
		switch n % 5 {
		case 0:
			lines[i] = ""
		case 1:
			lines[i] = strings.Replace(line, "moved", "carried", 1)
		case 2:
			lines[i] = line + line
		case 3:
			lines[i] = line + fmt.Sprintf("- Paula paints door number %d\n", n)
		default:
			lines[i] = strings.Replace(line, "- ", "- ~~", 1)
		}
		break
	}
	if err := disk.WriteFile(g.meter, path, []byte(strings.Join(lines, ""))); err != nil {
		t.Fatal(err)
	}
}

// notes are the files of memory, by path.
func notes(t *testing.T, folder disk.FS) map[string][]byte {
	t.Helper()
	infos, err := folder.ReadDir(land.MemoryDir)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	if _, err := folder.Stat(land.MemoryFile); err == nil {
		paths = append(paths, land.MemoryFile)
	}
	for _, i := range infos {
		paths = append(paths, land.MemoryDir+"/"+i.Name)
	}
	all := map[string][]byte{}
	for _, path := range paths {
		text, err := disk.ReadFile(folder, path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = text
	}
	return all
}
