package snapshot

import (
	"fmt"
	"maps"
	"reflect"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
)

// A cache has the entries that a first reading has, after each change of a note, of a
// record, of a record that was changed before, and of many.
func TestTheCacheHasWhatAFirstReadingHas(t *testing.T) {
	l, _, err := land.Open(memdisk.New())
	if err != nil {
		t.Fatal(err)
	}
	const note = "memory/2026-01-05.md"
	lines, news := "# 2026-01-05\n\n## Notes\n\n", map[string]Record{}
	id := func(n int) string { return fmt.Sprintf("k%07d", n) }
	for n := range 768 {
		lines += fmt.Sprintf("- line %d ^%s\n", n, id(n))
		news[id(n)] = Record{ID: id(n), Type: document.Fact, Importance: .5, Lines: map[string]string{note: "x"}}
	}
	write := func(path, text string) {
		t.Helper()
		if err := disk.WriteFile(l.FS(), path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	c := NewCache(l)
	record := func(change func(n int, r *Record) bool) {
		t.Helper()
		s, err := c.Read(nil)
		if err != nil {
			t.Fatal(err)
		}
		more := map[string]Record{}
		for n := range 768 {
			if r := news[id(n)]; change(n, &r) {
				news[id(n)], more[id(n)] = r, r
			}
		}
		if _, err := l.Save(land.Tx{ID: document.NewID(fmt.Sprint(len(more), more), nil), Kind: "test", Time: time.Date(2026, 1, 6, 12, 0, 0, 0, time.UTC), Changes: s.RecordChanges(more)}); err != nil {
			t.Fatal(err)
		}
	}
	same := func(what string) {
		t.Helper()
		kept, err := c.Read(nil)
		fresh, other := Read(l)
		if err != nil || other != nil {
			t.Fatal(what, err, other)
		}
		a, b := kept.Entries(), fresh.Entries()
		if len(a) != len(b) {
			t.Fatalf("%s: %d entries, and %d read first", what, len(a), len(b))
		}
		for i := range a {
			if !reflect.DeepEqual(a[i], b[i]) {
				t.Fatalf("%s: %+v, and read first %+v", what, a[i], b[i])
			}
		}
		if !maps.Equal(kept.gone, fresh.gone) || !maps.Equal(kept.byID, fresh.byID) {
			t.Errorf("%s: other ids than when read first", what)
		}
	}
	write(note, lines)
	write(land.MemoryFile, "# Memory\n\n## Facts\n\n- line 7 ^"+id(7)+"\n- by hand\n")
	same("no record")
	record(func(int, *Record) bool { return true })
	same("all records")
	for n := range 3 {
		record(func(i int, r *Record) bool { r.Importance = .6 + float64(n)/10; return i == 9 })
		same("a record")
		record(func(i int, r *Record) bool { r.Sources = append(r.Sources, fmt.Sprint("m", n)); return i%100 == n })
		same("some records")
	}
	record(func(i int, r *Record) bool { r.Forgotten = "2026-01-06"; return i == 9 || i == 11 })
	same("forgotten")
	record(func(i int, r *Record) bool { r.Forgotten = ""; return i == 9 })
	same("remembered again")
	record(func(i int, r *Record) bool { r.Importance = .9; return i%2 == 0 })
	same("half of the records")
	record(func(i int, r *Record) bool { r.Type = document.Preference; return i == 9 })
	same("a record of many that changed")
	write(note, lines+"- one more, of a hand\n")
	same("a note")
	if err := l.FS().Remove(RecordsDir + "/2026-01.jsonl"); err != nil {
		t.Fatal(err)
	}
	same("no record again")
}
