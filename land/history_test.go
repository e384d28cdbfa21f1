package land

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
)

// TestTheHistoryKeepsItsOrder: what is taken out of an old undo image does not
// make its transaction a new one, neither in the history nor for what was before.
func TestTheHistoryKeepsItsOrder(t *testing.T) {
	m := memdisk.New()
	l := newLand(t, m)
	var text []byte
	for n := 1; n <= 5; n++ {
		next := append(bytes.Clone(text), fmt.Sprintf("- line %d ^%d\n", n, n)...)
		mustSave(t, l, Tx{ID: fmt.Sprintf("t%d", n), Kind: "memory", Time: time.Unix(1, 0), Undoable: true,
			Changes: []Change{{Path: MemoryFile, Before: text, After: next}}})
		text = next
	}
	order := func() (ids []string) {
		for made, err := range l.History() {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, made.ID)
		}
		return ids
	}
	want := []string{"t5", "t4", "t3", "t2", "t1"}
	if got := order(); !slices.Equal(got, want) {
		t.Fatalf("before: %v", got)
	}
	for i, gone := range []string{"line 2", "line 1", "line 4"} {
		only := func(_ string, b []byte) []byte { // the images of some transactions alone
			if i < 2 && bytes.Contains(b, []byte("line 3")) {
				return b
			}
			return bytes.ReplaceAll(b, []byte(gone), []byte("[gone]"))
		}
		if n, err := l.Scrub(only); err != nil || n == 0 || n == 5 {
			t.Fatalf("%d images were cleaned of %s, %v", n, gone, err)
		}
		if got := order(); !slices.Equal(got, want) {
			t.Errorf("without %s: %v", gone, got)
		}
	}
	past, err := l.Before("t4")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := past.Read(MemoryFile); err != nil || bytes.Contains(b, []byte("^4")) || !bytes.Contains(b, []byte("^3")) {
		t.Errorf("before t4 it was %q, %v", b, err)
	}
}
