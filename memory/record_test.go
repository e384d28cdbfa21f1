package memory

import (
	"bytes"
	"fmt"
	"testing"

	"dormouse/land"
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
		now, _ := decodeRecords(raw)
		for _, id := range ids {
			r := now[id]
			r.ID, r.Uses = id, r.Uses+1
			now[id] = r
		}
		c, changed := shardChange("x", raw, now)
		if !changed {
			t.Fatal("nothing changed")
		}
		return c
	}
	said := func() string {
		r, ok := decodeRecords(raw)
		if !ok {
			t.Fatalf("damaged:\n%s", raw)
		}
		return string(encodeRecords(r))
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
	if r, _ := decodeRecords(raw); r["b"].Uses != 3 || r["c"].ID != "" {
		t.Errorf("what was written again since: %+v", r)
	}
	first := 0
	for n := range 400 {
		c := set("a", fmt.Sprint("n", n))
		if write(c); len(c.Append) > 400 {
			t.Fatalf("change %d wrote %d bytes", n, len(c.Append))
		}
		first = max(first, len(raw)-2*len(encodeRecords(func() map[string]Record { r, _ := decodeRecords(raw); return r }())))
	}
	if first > leastDead {
		t.Errorf("the file held %d bytes more than twice what counts", first)
	}
}
