package sync_test

import (
	"dormouse/land"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAPinTravels with the session: of an entry that a night made and of a person's own
// bullet; the last word of any machine counts, and a pin that is taken back is taken
// back everywhere.
func TestAPinTravels(t *testing.T) {
	list, remote := machines(t, 2)
	a, b := list[0], list[1]
	const night, own = "nurse in Ghent", "Karl lives in Oslo"
	a.run("-p", "My sister Ana works as a nurse in Ghent.")
	a.run("sleep")
	a.write(land.MemoryFile, a.read(land.MemoryFile)+"\n## Mine\n\n- "+own+".\n")
	everywhere := func(when string, want map[string]bool) {
		t.Helper()
		settled(list, remote)
		equal(t, list)
		for _, m := range list {
			for text, on := range want {
				if got := m.pinned(text); got != on {
					t.Errorf("%s: %s, %q is pinned: %t", m.name, when, text, got)
				}
			}
		}
	}
	a.pin(night)
	a.pin(own)
	everywhere("pinned on A", map[string]bool{night: true, own: true})
	b.now = a.now
	b.pin(night, "--off")
	everywhere("one let go on B", map[string]bool{night: false, own: true})
	a.now = b.now
	a.pin(night)
	everywhere("pinned again on A", map[string]bool{night: true, own: true})
	a.run("memory", "undo")
	everywhere("that taken back on A", map[string]bool{night: false, own: true})
}

// pin pins the line of MEMORY.md that has a text, an hour later.
func (m *machine) pin(text string, more ...string) {
	m.t.Helper()
	m.now = m.now.Add(time.Hour)
	for n, line := range strings.Split(m.read(land.MemoryFile), "\n") {
		if strings.Contains(line, text) {
			m.run(append([]string{"memory", "pin", fmt.Sprintf("%s:%d", land.MemoryFile, n+1)}, more...)...)
			return
		}
	}
	m.t.Fatalf("%s: no %q in\n%s", m.name, text, m.read(land.MemoryFile))
}

// pinned tells whether the entry that has a text is.
func (m *machine) pinned(text string) bool {
	m.t.Helper()
	store, _ := m.store()
	entries, err := store.Entries()
	if err != nil {
		m.t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Text, text) && e.ID != "" {
			o, err := store.Why("^" + e.ID)
			if err != nil {
				m.t.Fatal(err)
			}
			return o.Pinned
		}
	}
	return false
}
