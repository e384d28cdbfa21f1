package snapshot

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
)

// A change of records is lines more; taken back by its own lines it is as if it had
// not been, but where somebody wrote a record again since.
func TestRecordsAreALog(t *testing.T) {
	var raw []byte
	write := func(c land.Change) {
		if c.Append == nil {
			raw = c.After
			return
		}
		raw = append(bytes.Clone(raw), c.Append...)
	}
	set := func(ids ...string) land.Change {
		now, news := readShard(raw), map[string]Record{}
		for _, id := range ids {
			r, _ := now.get(id)
			r.ID, r.Uses = id, r.Uses+1
			news[id] = r
		}
		c, changed := now.change("x", news, func(string) ([]byte, error) { return raw, nil })
		if !changed {
			t.Fatal("nothing changed")
		}
		return c
	}
	said := func() string {
		r := readShard(raw)
		if !r.clean {
			t.Fatalf("damaged:\n%s", raw)
		}
		all := encodeRecords(maps.Collect(r.all()))
		if r.live != len(all) {
			t.Errorf("%d bytes count, not %d", len(all), r.live)
		}
		return string(all)
	}
	write(set("a", "b"))
	before := said()
	c := set("b", "c")
	write(c)
	after := said()
	raw = append(raw, c.Back...)
	if said() != before {
		t.Errorf("taken back:\n%s\nwas\n%s", said(), before)
	}
	raw = append(raw, c.Append...)
	if said() != after {
		t.Errorf("done again:\n%s\nwas\n%s", said(), after)
	}
	write(set("b"))
	raw = append(raw, c.Back...)
	r := readShard(raw)
	if b, _ := r.get("b"); b.Uses != 3 || r.records["c"] != nil {
		t.Errorf("what was written again since: %+v", r)
	}
	first := 0
	for n := range 400 {
		c := set("a", fmt.Sprint("n", n))
		if write(c); len(c.Append) > 400 {
			t.Fatalf("change %d wrote %d bytes", n, len(c.Append))
		}
		first = max(first, len(raw)-2*readShard(raw).live)
	}
	if first > leastDead {
		t.Errorf("the file held %d bytes more than twice what counts", first)
	}
}

// A store reads the files of records that have changed, and has the same as one that
// reads all of them: grown, written anew, shorter, gone.
func TestRecordsAreReadAsTheyChange(t *testing.T) {
	files := memdisk.New()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var kept recordsRead
	paths := []string{RecordsDir + "/2026-01.jsonl", MemoryRecords}
	same := func(what string) {
		t.Helper()
		stat := func(path string) disk.Info { info, _ := files.Stat(path); return info }
		open := func(path string) ([]byte, error) { return disk.ReadFile(files, path) }
		kept, _ = kept.again(paths, stat, open)
		fresh, _ := recordsRead{}.again(paths, stat, open)
		if a, b := encodeRecords(maps.Collect(kept.all.all())), encodeRecords(maps.Collect(fresh.all.all())); !bytes.Equal(a, b) {
			t.Errorf("%s:\n%s\nread whole:\n%s", what, a, b)
		}
		for _, path := range paths {
			if a, b := kept.shards[path], fresh.shards[path]; a.live != b.live || a.size != b.size {
				t.Errorf("%s: %s has %d of %d bytes, read whole %d of %d", what, path, a.live, a.size, b.live, b.size)
			}
		}
	}
	add := func(path string, list ...Record) {
		t.Helper()
		f, err := files.Append(path)
		must(err)
		for _, r := range list {
			_, err := f.Write(recordLine{Record: r}.bytes())
			must(err)
		}
		must(f.Close())
	}
	must(files.Mkdir(RecordsDir))
	same("nothing")
	add(paths[0], Record{ID: "a", Type: document.Fact, Since: "2026-01-02"}, Record{ID: "b", Night: "n1"})
	same("two")
	for i := range 512 {
		add(paths[i%2], Record{ID: fmt.Sprint("r", i/2), Uses: i, Since: "2026-01-03"})
		if i%97 == 0 {
			same("grown")
		}
	}
	same("grown much")
	raw, err := disk.ReadFile(files, paths[0])
	must(err)
	must(disk.WriteFile(files, paths[0], raw[:len(raw)/2]))
	same("cut")
	add(paths[0], Record{ID: "c"})
	same("grown after a cut")
	must(files.Remove(paths[1]))
	same("gone")
}

// readShard reads a whole file of records.
func readShard(raw []byte) shard {
	return newShard(raw, disk.Info{})
}
