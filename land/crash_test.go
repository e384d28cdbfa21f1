package land

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// wrap is the disk that the land sees over the one that crashes.
type wrap func(*memdisk.Disk) disk.FS

func plainDisk(m *memdisk.Disk) disk.FS   { return m }
func withoutSwap(m *memdisk.Disk) disk.FS { return noExchange{m} }

// states are what a land shows before and after the night.
type states struct{ old, new map[string]string }

func nightStates(t testing.TB) states {
	m := lived(t)
	s := states{old: visible(m)}
	if _, err := newLand(t, m).Save(night()); err != nil {
		t.Fatal(err)
	}
	s.new = visible(m)
	if diffFiles(s.old, s.new) == "" {
		t.Fatal("the night changes nothing: the sweep would prove nothing")
	}
	return s
}

// settled opens a land after a fault and tells which state it is in; then the
// night is saved again and must be there exactly once.
func (s states) settled(m *memdisk.Disk) (isNew bool, err error) {
	l, _, err := open(m, noPause)
	if err != nil {
		return false, fmt.Errorf("open: %w", err)
	}
	got := visible(m)
	isNew = diffFiles(got, s.new) == ""
	if !isNew && diffFiles(got, s.old) != "" {
		return false, fmt.Errorf("neither old nor new; against new:\n%s", diffFiles(got, s.new))
	}
	if _, err := l.Save(night()); err != nil {
		return isNew, fmt.Errorf("save again: %w", err)
	}
	if d := diffFiles(visible(m), s.new); d != "" {
		return isNew, fmt.Errorf("saved again:\n%s", d)
	}
	return isNew, nil
}

// key tells images apart.
func key(m *memdisk.Disk) string {
	all := m.Files()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%q %q\n", name, all[name])
	}
	return b.String()
}

// powerCuts saves a night and cuts the power before each operation and after the
// last one. It returns the first image that is wrong, and how many there were.
func powerCuts(t testing.TB, w wrap, visit func(label string, image *memdisk.Disk, saved bool) error) (images int, err error) {
	m := lived(t)
	l := newLand(t, m)
	l.fs = w(m)
	seen := map[string]bool{}
	cut := func(at string, saved bool) {
		m.Crashes(func(label string, image *memdisk.Disk) {
			k := fmt.Sprint(saved) + key(image)
			if err != nil || seen[k] {
				return
			}
			seen[k] = true
			images++
			if e := visit(label, image, saved); e != nil {
				err = fmt.Errorf("power cut %s (%s): %w", at, label, e)
			}
		})
	}
	m.Hook(func(op memdisk.Op) error {
		if op.Changes {
			cut(fmt.Sprintf("before operation %d, %s %s %s", op.N, op.Kind, op.Name, op.To), false)
		}
		return nil
	})
	if _, e := l.Save(night()); e != nil {
		t.Fatal(e)
	}
	m.Hook(nil)
	cut("after the save", true)
	return images, err
}

func TestCrashPowerCut(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	s := nightStates(t)
	for name, w := range map[string]wrap{"exchange": plainDisk, "no exchange": withoutSwap} {
		t.Run(name, func(t *testing.T) {
			older, newer := 0, 0
			images, err := powerCuts(t, w, func(_ string, image *memdisk.Disk, saved bool) error {
				isNew, err := s.settled(image)
				if err == nil && saved && !isNew {
					err = errors.New("Save said saved, and the old state is back")
				}
				if isNew {
					newer++
				} else {
					older++
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if older < 10 || newer < 10 {
				t.Errorf("%d images old, %d new: the sweep did not cover the night", older, newer)
			}
			t.Logf("guarantee 6: images=%d old=%d new=%d", images, older, newer)
		})
	}
}

// TestCrashMutants: a disk on which one of the two kinds of fsync does nothing
// must fail the sweep, or the sweep proves nothing.
func TestCrashMutants(t *testing.T) {
	s := nightStates(t)
	caught := 0
	for name, w := range map[string]wrap{
		"no file sync":   func(m *memdisk.Disk) disk.FS { return noFileSync{m} },
		"no folder sync": func(m *memdisk.Disk) disk.FS { return noDirSync{m} },
	} {
		_, err := powerCuts(t, w, func(_ string, image *memdisk.Disk, saved bool) error {
			isNew, err := s.settled(image)
			if err == nil && saved && !isNew {
				err = errors.New("Save said saved, and the old state is back")
			}
			return err
		})
		if err == nil {
			t.Errorf("%s: the sweep did not see it", name)
			continue
		}
		caught++
	}
	t.Logf("guarantee 6: mutants=2 caught=%d", caught)
}

// TestCrashDuringRecovery cuts the power again while the land recovers.
func TestCrashDuringRecovery(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	s := nightStates(t)
	n, second := 0, map[string]bool{}
	_, err := powerCuts(t, plainDisk, func(_ string, image *memdisk.Disk, _ bool) (failed error) {
		n++
		if !*long && n%11 != 0 {
			return nil
		}
		image.Hook(func(op memdisk.Op) error {
			if !op.Changes || failed != nil {
				return nil
			}
			image.Crashes(func(label string, again *memdisk.Disk) {
				k := key(again)
				if failed != nil || second[k] {
					return
				}
				second[k] = true
				if _, err := s.settled(again); err != nil {
					failed = fmt.Errorf("and again at %s %s %s (%s): %w", op.Kind, op.Name, op.To, label, err)
				}
			})
			return nil
		})
		if _, _, err := open(image, noPause); err != nil && failed == nil {
			failed = err
		}
		return failed
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("guarantee 6: second=%d", len(second))
}

// TestCrashFaults fails every operation in turn.
func TestCrashFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	s := nightStates(t)
	fired := 0
	for _, fault := range []error{syscall.ENOSPC, syscall.EIO, &memdisk.Short{N: 1, Err: syscall.ENOSPC}, &memdisk.Short{N: 9, Err: syscall.EIO}, fs.ErrPermission} {
		for _, forever := range []bool{false, true} {
			failed, done := 0, false
			for k := 1; !done; k++ {
				err := faultAt(t, s, k, fault, forever, &done)
				if err != nil {
					t.Fatalf("%v (forever %v) at operation %d: %v", fault, forever, k, err)
				}
				failed++
			}
			if failed < 30 {
				t.Errorf("%v: only %d operations", fault, failed)
			}
			fired += failed
		}
	}
	t.Logf("guarantee 15: faults=%d", fired)
}

func faultAt(t *testing.T, s states, k int, fault error, forever bool, done *bool) error {
	m := lived(t)
	l := newLand(t, m)
	before := len(m.Ops())
	m.Hook(memdisk.FailAt(k, fault, forever))
	_, err := l.Save(night())
	*done = k > len(m.Ops())-before
	m.Hook(nil)
	now := visible(m)
	switch {
	case err == nil && diffFiles(now, s.new) != "":
		return fmt.Errorf("Save said saved:\n%s", diffFiles(now, s.new))
	case err != nil && !errors.Is(err, ErrPending) && diffFiles(now, s.old) != "":
		return fmt.Errorf("Save said %v, and changed\n%s", err, diffFiles(now, s.old))
	case err != nil && !errors.Is(err, fault) && !forever:
		return fmt.Errorf("the cause is not in the error: %v", err)
	case err != nil && !calm(err):
		return fmt.Errorf("no line for a person: %v", err)
	}
	// The same process goes on reading: it sees one state.
	if _, err := l.Read(MemoryFile); err != nil {
		return err
	}
	if now = visible(m); diffFiles(now, s.new) != "" && diffFiles(now, s.old) != "" {
		return fmt.Errorf("read sees a mix:\n%s", diffFiles(now, s.new))
	}
	isNew, e := s.settled(m.Clone())
	if e == nil && err == nil && !isNew {
		e = errors.New("saved and gone")
	}
	return e
}

// saveStyle is a way in which an editor writes a file. It begins at one moment
// and calls later for its second half, if it has one.
type saveStyle struct {
	name  string
	begin func(m *memdisk.Disk, name string, edit func(string) string) (later func())
}

func saveStyles() []saveStyle {
	current := func(m *memdisk.Disk, name string) string {
		text, _ := m.Get(name)
		return string(text)
	}
	return []saveStyle{
		{"in place", func(m *memdisk.Disk, name string, edit func(string) string) func() {
			m.Put(name, []byte(edit(current(m, name))))
			return nil
		}},
		{"rename", func(m *memdisk.Disk, name string, edit func(string) string) func() {
			m.Swap(name, []byte(edit(current(m, name))))
			return nil
		}},
		{"truncate and write", func(m *memdisk.Disk, name string, edit func(string) string) func() {
			text := edit(current(m, name))
			held, ok := m.Hold(name)
			if !ok {
				m.Put(name, []byte(text))
				return nil
			}
			held.Write(nil)
			return func() { held.Write([]byte(text)) }
		}},
		{"open, then write", func(m *memdisk.Disk, name string, edit func(string) string) func() {
			text := edit(current(m, name))
			held, ok := m.Hold(name)
			if !ok {
				m.Put(name, []byte(text))
				return nil
			}
			return func() { held.Write([]byte(text)) }
		}},
		{"delete and create", func(m *memdisk.Disk, name string, edit func(string) string) func() {
			text := edit(current(m, name))
			m.Delete(name)
			return func() { m.Put(name, []byte(text)) }
		}},
	}
}

func handEdits() map[string]func(string) string {
	return map[string]func(string) string{
		"end":    func(s string) string { return s + "- By hand ^h1\n" },
		"top":    func(s string) string { return "- By hand ^h1\n" + s },
		"middle": func(s string) string { return strings.Replace(s, "## Pref", "- By hand ^h1\n\n## Pref", 1) },
		"line": func(s string) string {
			return strings.Replace(s, "- Has a cat named Tom ^k2", "- By hand ^h1", 1)
		},
		"clash": func(s string) string {
			return strings.Replace(s, "- Lives in Berlin ^k1", "- By hand ^h1", 1)
		},
	}
}

// person edits MEMORY.md before operation at, in two halves if the style has
// two, the second gap operations later.
type person struct {
	m      *memdisk.Disk
	seen   int
	second func()
	at     int
	gap    int
	style  saveStyle
	edit   func(string) string
	acted  bool
	had    bool // whether the edit changed anything
	weak   bool // whether it fell into the moment that a rename leaves open
}

func (p *person) hook(op memdisk.Op) error {
	p.seen++
	if op.Kind == "rename" && op.To == MemoryFile && (p.seen == p.at || p.second != nil) {
		p.weak = true
	}
	if p.seen == p.at {
		p.acted = true
		p.second = p.style.begin(p.m, MemoryFile, func(s string) string {
			t := p.edit(s)
			p.had = t != s
			return t
		})
	}
	if p.seen >= p.at+p.gap {
		p.end()
	}
	return nil
}

func (p *person) end() {
	if p.second != nil {
		second := p.second
		p.second = nil
		second()
	}
}

func TestCrashHandEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	tried, from, step := 0, 0, 19
	if *long {
		step = 1
	}
	start := lived(t)
	for _, w := range []wrap{plainDisk, withoutSwap} {
		for _, style := range saveStyles() {
			for what, edit := range handEdits() {
				for _, gap := range []int{1, 2, 5, 20} {
					// Each run begins elsewhere, so that together they miss no operation.
					from++
					for at, done := 1+from%step, false; !done; at += step {
						err := editAt(t, start, w, at, gap, style, edit, &done)
						if err != nil {
							t.Fatalf("%s, %s, before operation %d, gap %d: %v", style.name, what, at, gap, err)
						}
						tried++
					}
				}
			}
		}
	}
	t.Logf("guarantee 8: edits=%d", tried)
}

func editAt(t *testing.T, start *memdisk.Disk, w wrap, at, gap int, style saveStyle, edit func(string) string, done *bool) error {
	m := start.Clone()
	p := &person{m: m, at: at, gap: gap, style: style, edit: edit}
	l := newLand(t, m)
	l.fs = w(m)
	// An editor that is half way goes on while the land waits for it.
	l.time.pause = func(d time.Duration) { p.end() }
	m.Hook(p.hook)
	_, err := l.Save(night())
	*done = !p.acted
	m.Hook(nil)
	during := p.second == nil
	p.end()
	if err != nil {
		return err
	}
	for i := range 2 {
		next := Tx{ID: fmt.Sprintf("next-%d", i), Changes: []Change{{Path: nightsFile, Append: []byte("{}")}}}
		if _, err := l.Save(next); err != nil {
			return err
		}
	}
	text, _ := m.Get(MemoryFile)
	got := string(text)
	if p.acted && p.had && !p.weak && strings.Count(got, "By hand ^h1\n") != 1 {
		return fmt.Errorf("the person's line is there %d times: %q\n%v", strings.Count(got, "By hand"), got, m.Files())
	}
	for _, line := range []string{"- Lives in Oslo ^k4\n", "- Likes quiet mornings ^k5\n"} {
		if during && !p.weak && strings.Count(got, line) != 1 {
			return fmt.Errorf("%q is there %d times: %q", line, strings.Count(got, line), got)
		}
	}
	return nil
}

// TestCrashEditAndKill lets a person save at one operation and kills the program
// at a later one.
func TestCrashEditAndKill(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	tried, from, step := 0, 0, 67
	if *long {
		step = 3
	}
	for _, style := range saveStyles()[:2] {
		for what, edit := range handEdits() {
			from += 5
			for at, done := 1+from%step, false; !done; at += step {
				n, err := editAndKill(t, at, style, edit, &done)
				tried += n
				if err != nil {
					t.Fatalf("%s, %s, before operation %d: %v", style.name, what, at, err)
				}
			}
		}
	}
	t.Logf("guarantee 30: pairs=%d", tried)
}

func editAndKill(t *testing.T, at int, style saveStyle, edit func(string) string, done *bool) (tried int, failed error) {
	m := lived(t)
	p := &person{m: m, at: at, style: style, edit: edit}
	l := newLand(t, m)
	seen := map[string]bool{}
	m.Hook(func(op memdisk.Op) error {
		p.hook(op)
		if !p.acted || !op.Changes {
			return nil
		}
		m.Crashes(func(label string, image *memdisk.Disk) {
			k := key(image)
			if failed != nil || seen[k] {
				return
			}
			seen[k] = true
			tried++
			failed = afterKill(t, image, p.had)
			if failed != nil {
				failed = fmt.Errorf("killed before %s %s %s (%s): %w", op.Kind, op.Name, op.To, label, failed)
			}
		})
		return nil
	})
	if _, err := l.Save(night()); err != nil {
		return tried, err
	}
	*done = !p.acted
	return tried, failed
}

func afterKill(t *testing.T, image *memdisk.Disk, had bool) error {
	l, _, err := open(image, noPause)
	if err != nil {
		return err
	}
	once := func(when string) error {
		text, _ := image.Get(MemoryFile)
		if n := strings.Count(string(text), "By hand ^h1\n"); had && n != 1 {
			return fmt.Errorf("%s: the person's line is there %d times: %q", when, n, text)
		}
		return nil
	}
	if err := once("recovered"); err != nil {
		return err
	}
	session, _ := image.Get(sessionFile)
	text, _ := image.Get(MemoryFile)
	if strings.Contains(string(session), "night-1") != strings.Contains(string(text), "- Likes quiet mornings ^k5\n") {
		return fmt.Errorf("a mix: session %q, memory %q", session, text)
	}
	l.reader.noteWhole(of([]byte(memoryBefore)), true) // what the night was made from
	if _, err := l.Save(night()); err != nil {
		return err
	}
	if err := once("saved again"); err != nil {
		return err
	}
	text, _ = image.Get(MemoryFile)
	if n := strings.Count(string(text), "- Likes quiet mornings ^k5\n"); n != 1 {
		return fmt.Errorf("our line is there %d times: %q", n, text)
	}
	return nil
}
