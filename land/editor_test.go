package land

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
	"dormouse/land/merge"
)

// wholeBefore is a document as a person keeps one: front matter, headings of
// their own, free text, items below items, a fence, a comment, a list of numbers.
const wholeBefore = `---
title: mine
---
# Memory

Things I want to keep in mind.

## Facts

- Lives in Berlin ^k1
- Has a cat named Tom ^k2
  - Tom is afraid of the vacuum
    - but not of dogs
- Works as a nurse

A paragraph of my own,
on two lines.

## Preferences

- Drinks tea ^k3
  > never after five

<!-- keep this -->

## Garden

1. tomatoes
2. beans

` + "```sh\nwater --every 2d\n```\n"

// slept is a document after a night: a line superseded, two added. Where there
// is no document it makes one.
func slept(text string) string {
	if strings.TrimSpace(text) == "" {
		return "# Memory\n\n## Facts\n\n- Lives in Oslo ^k4\n\n## Preferences\n\n- Likes quiet mornings ^k5\n"
	}
	text = strings.Replace(text, "- Lives in Berlin ^k1", "- ~~Lives in Berlin~~ (until 2026-11-20 → ^k4) ^k1", 1)
	text = strings.Replace(text, "- Works as a nurse\n", "- Works as a nurse\n- Lives in Oslo ^k4\n", 1)
	return strings.Replace(text, "  > never after five\n", "  > never after five\n- Likes quiet mornings ^k5\n", 1)
}

// wholeEdits are what a person does to it, all away from the night's own lines
// but the last one, which stands at the same place.
var wholeEdits = []struct{ name, old, new string }{
	{"free text", "on two lines.", "on three\nlines now."},
	{"nested item", "    - but not of dogs\n", "    - but not of dogs\n    - nor of the neighbour's goat\n"},
	{"new heading", "## Garden\n", "## Boat\n\nHer name is Heron.\n\n- needs paint\n  - blue\n\n## Garden\n"},
	{"deletion", "## Garden\n\n1. tomatoes\n2. beans\n", ""},
	{"front matter and fence", "water --every 2d", "water --every 3d --slowly"},
	{"first lines", "Things I want to keep in mind.\n", "What matters.\n\n- and nothing else\n"},
	{"same place", "- Works as a nurse\n", "- Works as a nurse\n- Plays chess\n"},
}

// editor saves a file in one way: it has loaded the text when it begins, and
// then does one step after another, gap apart.
type editor struct {
	name  string
	steps func(m *memdisk.Disk, text []byte) []func()
}

const aside = "MEMORY.md~"

func editors() []editor {
	return []editor{
		{"in place", func(m *memdisk.Disk, text []byte) []func() {
			return []func(){func() {}, func() { m.Put(MemoryFile, text) }}
		}},
		{"truncate, then write", func(m *memdisk.Disk, text []byte) []func() {
			held, ok := m.Hold(MemoryFile)
			if !ok {
				return []func(){func() {}, func() { m.Put(MemoryFile, text) }}
			}
			return []func(){func() { held.Write(nil) }, func() { held.Write(text) }}
		}},
		{"write in two halves", func(m *memdisk.Disk, text []byte) []func() {
			held, ok := m.Hold(MemoryFile)
			if !ok {
				return []func(){func() {}, func() { m.Put(MemoryFile, text) }}
			}
			half := bytes.LastIndexByte(text[:len(text)*2/3], '\n') + 1 + len(text)%3*2 // also at the end of a line
			return []func(){func() { held.Write(text[:half]) }, func() { held.Write(text) }}
		}},
		{"rename over", func(m *memdisk.Disk, text []byte) []func() {
			return []func(){func() {}, func() { m.Swap(MemoryFile, text) }}
		}},
		{"backup, then create", func(m *memdisk.Disk, text []byte) []func() {
			return []func(){func() { m.Move(MemoryFile, aside) }, func() { m.Put(MemoryFile, text); m.Delete(aside) }}
		}},
		{"delete, then create", func(m *memdisk.Disk, text []byte) []func() {
			return []func(){func() { m.Delete(MemoryFile) }, func() { m.Put(MemoryFile, text) }}
		}},
	}
}

var editGaps = []time.Duration{0, 20 * time.Millisecond, 150 * time.Millisecond, 800 * time.Millisecond, 2 * time.Second, 5 * time.Second}

// errDead is what every operation of a killed program meets.
var errDead = errors.New("killed")

// desk is a land on which a program works while a person edits and somebody
// kills the program.
type desk struct {
	m      *memdisk.Disk
	n      int // operations so far, of all programs
	editAt int
	killAt int // 0: never
	dead   bool

	editor editor
	edit   func(string) string
	gap    time.Duration
	steps  []func()
	due    time.Time
}

// sit is called at every operation and whenever the program waits.
func (d *desk) sit() {
	for len(d.steps) > 0 && !d.m.Now().Before(d.due) {
		d.steps[0]()
		d.steps, d.due = d.steps[1:], d.m.Now().Add(d.gap)
	}
}

func (d *desk) hook(memdisk.Op) error {
	d.n++
	d.m.Pass(200 * time.Microsecond)
	if d.n == d.editAt {
		d.begin()
	}
	d.sit()
	if d.killAt > 0 && d.n >= d.killAt {
		d.dead = true
	}
	if d.dead {
		return errDead
	}
	return nil
}

func (d *desk) begin() {
	text, _ := d.m.Get(MemoryFile)
	d.steps, d.due = d.editor.steps(d.m, []byte(d.edit(string(text)))), d.m.Now()
}

func (d *desk) passing() passing {
	return passing{d.wait, d.m.Now}
}

// work is one run of a program: it opens the land, and sleeps if nobody has.
func (d *desk) work() error {
	d.m.Kill()
	d.dead = false
	d.m.Hook(d.hook)
	defer d.m.Hook(nil)
	l, _, err := open(d.m, d.passing())
	if err != nil || d.dead {
		return err
	}
	if session, err := l.Read(sessionFile); err != nil || bytes.Contains(session, []byte("night-1")) {
		return err
	}
	before, err := l.Read(MemoryFile)
	if errors.Is(err, errDead) {
		return err
	}
	_, err = l.Save(Tx{ID: "night-1", Kind: "night", Time: time.Unix(1_790_000_000, 0), Undoable: true, Changes: []Change{
		{Path: MemoryFile, Before: before, After: []byte(slept(string(before)))},
		{Path: "memory/2026-11-20.md", After: []byte(newLog)},
		{Path: sessionFile, Append: []byte("{\"type\":\"night\",\"id\":\"night-1\"}\n")},
	}})
	return err
}

// wait lets time pass, in which the person goes on.
func (d *desk) wait(length time.Duration) {
	end := d.m.Now().Add(length)
	for len(d.steps) > 0 && !d.due.After(end) {
		d.m.Pass(max(0, d.due.Sub(d.m.Now())))
		d.sit()
	}
	d.m.Pass(max(0, end.Sub(d.m.Now())))
}

// pair runs one edit and one kill, and compares the whole documents.
func (d *desk) pair(restart time.Duration) error {
	err := d.work()
	if d.killAt == 0 && err != nil && !errors.Is(err, ErrHalf) { // put off
		return fmt.Errorf("nobody killed it: %w", err)
	}
	if d.n < d.editAt {
		d.begin() // the program was done, or dead, before
		d.editAt = 0
	}
	d.wait(restart)
	d.killAt = 0
	if err := d.work(); err != nil && !errors.Is(err, ErrHalf) {
		return fmt.Errorf("second run: %w", err)
	}
	d.wait(2*d.gap + time.Millisecond)
	if err := d.work(); err != nil {
		return fmt.Errorf("third run: %w", err)
	}
	d.wait(time.Hour)
	if err := d.work(); err != nil {
		return fmt.Errorf("an hour later: %w", err)
	}
	return d.compare()
}

func (d *desk) compare() error {
	files := visible(d.m)
	edited := d.edit(wholeBefore)
	want, _ := merge.Apply([]byte(wholeBefore), []byte(slept(wholeBefore)), []byte(edited))
	// At the same place the order tells who was first.
	if got := files[MemoryFile]; got != string(want) && got != slept(edited) {
		return fmt.Errorf("MEMORY.md is not the edit and the night:\n%s", lineDiff(string(want), got))
	}
	if files["memory/2026-11-20.md"] != newLog || strings.Count(files[sessionFile], "night-1") != 1 {
		return fmt.Errorf("log %q, session %q", files["memory/2026-11-20.md"], files[sessionFile])
	}
	return nil
}

// lineDiff shows the lines that are in one text only.
func lineDiff(want, got string) string {
	var b strings.Builder
	w, g := merge.Split([]byte(want)), merge.Split([]byte(got))
	to := merge.Match(merge.Texts(w), merge.Texts(g))
	found := map[int]bool{}
	for i, j := range to {
		found[j] = true
		if j < 0 {
			fmt.Fprintf(&b, "  - %s\n", w[i].Text)
		}
	}
	for j := range g {
		if !found[j] {
			fmt.Fprintf(&b, "  + %s\n", g[j].Text)
		}
	}
	return b.String()
}

func newDesk(start *memdisk.Disk, e editor, what int, gap time.Duration) *desk {
	edit := wholeEdits[what]
	return &desk{m: start.Clone(), editor: e, gap: gap, edit: func(s string) string { return strings.Replace(s, edit.old, edit.new, 1) }}
}

func keptLand(t testing.TB) *memdisk.Disk {
	m := lived(t)
	m.Put(MemoryFile, []byte(wholeBefore))
	m.Pass(time.Hour)
	newLand(t, m)
	return m
}

// TestCrashEditKillPairs: six ways of saving, gaps between their steps of up to
// five seconds, an edit beginning before any operation of a night and a kill
// before any later one: whole documents hold the edit and the night, once.
func TestCrashEditKillPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	start := keptLand(t)
	for i, e := range wholeEdits {
		text := strings.Replace(wholeBefore, e.old, e.new, 1)
		want, conflicts := merge.Apply([]byte(wholeBefore), []byte(slept(wholeBefore)), []byte(text))
		if text == wholeBefore || len(conflicts) > 0 || i < len(wholeEdits)-1 && string(want) != slept(text) {
			t.Fatalf("%s: the merge itself is not the edit and the night:\n%s", e.name, lineDiff(slept(text), string(want)))
		}
	}
	pairs, lost, doubled, turn := 0, 0, 0, 0
	stride := 71
	if *long {
		stride = 5
	}
	for _, e := range editors() {
		for _, gap := range editGaps {
			for what := range wholeEdits {
				turn++
				quiet := newDesk(start, e, what, gap)
				if err := quiet.work(); err != nil {
					t.Fatal(err)
				}
				for at := 1 + turn%stride; at <= quiet.n+1; at += stride {
					for n, kill := range []int{0, at, at + 1 + (turn+at)%13, at + 14 + (turn*at)%31} {
						d := newDesk(start, e, what, gap)
						d.editAt, d.killAt = at, kill
						pairs++
						err := d.pair([]time.Duration{0, 30 * time.Millisecond, gap + time.Second}[(turn+n)%3])
						if err == nil {
							continue
						}
						if strings.Contains(err.Error(), "  + ") {
							doubled++
						} else {
							lost++
						}
						if lost+doubled < 12 {
							t.Errorf("%s, %s, gap %v, edit before operation %d, kill before %d: %v", e.name, wholeEdits[what].name, gap, at, kill, err)
						}
					}
				}
			}
		}
	}
	for _, n := range []int{8, 30} {
		t.Logf("guarantee %d: pairs=%d lost=%d doubled=%d", n, pairs, lost, doubled)
	}
}
