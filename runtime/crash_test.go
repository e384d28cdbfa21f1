package runtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
)

// -long makes the crash sweeps look at every image of every act.
var long = flag.Bool("long", false, "the long crash sweeps")

// myMemory is a MEMORY.md as a person keeps one.
const myMemory = "# Memory\n\nWhat I want to keep in mind.\n\n## Facts\n\n- Ana keeps bees.\n  - two hives\n\nA line of my own.\n\n## Boat\n\n1. paint\n2. sails\n"

// act is something that writes to a land, from a conversation of its own.
type act struct {
	name string
	do   func(l *testLand, c *Conversation, night string) error
	once string // what must be there once afterwards, in memory or in the session
}

func acts() []act {
	return []act{
		{"turn", func(l *testLand, c *Conversation, _ string) error {
			_, err := c.Say(l.t.Context(), "Please note that the ferry leaves at nine.")
			return err
		}, "The ferry leaves at nine."},
		{"save", func(l *testLand, _ *Conversation, _ string) error {
			_, err := l.store.SaveNote("The mill stands in Cork.", document.Fact, l.past.at, plan.Source{By: plan.ByPerson})
			return err
		}, "The mill stands in Cork."},
		{"update", func(l *testLand, _ *Conversation, _ string) error {
			_, err := l.store.Update(memory.Append, "Tea, never coffee.", "Preferences", l.past.at, plan.Source{By: plan.ByPerson})
			return err
		}, "Tea, never coffee."},
		{"night", func(l *testLand, c *Conversation, _ string) error {
			_, err := c.Sleep(l.t.Context(), NightOptions{Depth: sleep.Light})
			return err
		}, ""},
		{"deep night", func(l *testLand, c *Conversation, _ string) error {
			_, err := c.Sleep(l.t.Context(), NightOptions{Depth: sleep.Deep})
			return err
		}, ""},
		{"night that was prepared", func(l *testLand, c *Conversation, _ string) error {
			m := llmtest.New()
			m.Otherwise = (&aheadLand{testLand: l}).answer
			if err := c.Use(llm.Brain{Model: m, Window: 8000, WindowSource: llm.FromFlag, Reply: 500}); err != nil {
				return err
			}
			c.background, c.o.Engine, c.o.Settings.Prepare, c.o.Settings.Threshold = true, "auto", .05, .1
			c.o.Settings.Cooldown = 0
			c.prompt.Ledger.Threshold = .1
			p := c.Prepare()
			if p == nil {
				return errors.New("nothing is to be prepared: " + c.Decide(0).String())
			}
			p.run(l.t.Context())
			c.Prepare() // what the model answered is kept
			if c.ahead != p {
				return fmt.Errorf("it is not ready: %w", p.err)
			}
			slept, err := c.SleepIfDue(l.t.Context())
			if err == nil && !slept {
				err = errors.New("it did not fall: " + c.Decide(0).String())
			}
			return err
		}, ""},
		{"undo", func(_ *testLand, c *Conversation, night string) error {
			_, err := c.UndoNight(night)
			return err
		}, ""},
		{"import", func(l *testLand, c *Conversation, _ string) error {
			var list []transcript.Message
			for i := range 4 {
				at := l.past.at.Add(time.Duration(i) * time.Minute)
				list = append(list, transcript.Message{Role: transcript.User, Content: story(20 + i), Time: at},
					transcript.Message{Role: transcript.Assistant, Content: "I see.", Time: at.Add(time.Second)})
			}
			return c.Relive(l.t.Context(), l.past, list, func(Relived) error { return nil })
		}, ""},
	}
}

// stage is the land on which an act is played, again and again.
type stage struct {
	start          *memdisk.Disk
	session, night string
}

func newStage(t *testing.T, a act) stage {
	t.Helper()
	k := &kindLand{testLand: newLand(t), m: llmtest.New()}
	k.m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	k.mem.Put("MEMORY.md", []byte(myMemory))
	k.c = k.begin(k.m, 8000, "")
	k.tell(0, 9)
	s := stage{session: k.c.Session()}
	if a.name == "undo" {
		s.night = k.rest().Night
	}
	if err := k.c.Close(); err != nil {
		t.Fatal(err)
	}
	k.mem.Pass(time.Hour)
	s.start = k.mem.Clone()
	return s
}

// perform plays the act on a disk, and gives the land after it.
func (s stage) perform(t *testing.T, a act, m *memdisk.Disk, over func(*memdisk.Disk) disk.FS) error {
	l := &testLand{t: t, mem: m, past: &Past{}}
	l.past.Set(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	opened, _, err := land.Open(over(m))
	if err != nil {
		return err
	}
	ix := search.Open(memory.Files(opened), search.Options{})
	l.land, l.store = opened, memory.NewStore(opened, memory.Options{Location: time.UTC, Searcher: ix})
	model := llmtest.New(llmtest.Say("I note it.").Call("memory_save", `{"text":"The ferry leaves at nine."}`), llmtest.Say("Noted."))
	session := s.session
	if a.name == "import" {
		session = ""
	}
	c := l.begin(model, 8000, session)
	c.o.Quiet = a.name == "import"
	if err := a.do(l, c, s.night); err != nil {
		return err
	}
	return c.Close()
}

func honest(m *memdisk.Disk) disk.FS { return m }

// remembered is what people read of a land.
func remembered(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == land.MemoryFile || strings.HasPrefix(name, land.MemoryDir+"/") {
			fmt.Fprintf(&b, "%s\n%s\n", name, files[name])
		}
	}
	return b.String()
}

// wholeLines are the whole lines of all sessions.
func wholeLines(files map[string]string) map[string][]string {
	all := map[string][]string{}
	for name, text := range files {
		if !strings.HasPrefix(name, land.SessionsDir+"/") {
			continue
		}
		for l := range strings.Lines(text) {
			if json.Valid([]byte(l)) && strings.HasSuffix(l, "\n") {
				all[name] = append(all[name], l)
			}
		}
	}
	return all
}

// run is one performance of an act, with what it showed in between.
type run struct {
	states map[string]bool // what people read while no transaction was half way
	final  map[string]string

	images, lost, doubled, mixed int
	first                        error
}

// sweep performs an act and visits what power cuts would leave, before each
// operation and after the last. The states are known only when it is over, so
// that images are visited then.
func (s stage) sweep(t *testing.T, a act, over func(*memdisk.Disk) disk.FS, every int, visit func(r *run, image *memdisk.Disk, done bool) error) *run {
	t.Helper()
	m := s.start.Clone()
	r := &run{states: map[string]bool{remembered(m.Files()): true}}
	seen, n := map[string]bool{}, 0
	type cut struct {
		at    string
		image *memdisk.Disk
		done  bool
	}
	var cuts []cut
	collect := func(at string, done bool) {
		m.Crashes(func(label string, image *memdisk.Disk) {
			files := image.Files()
			k := fmt.Sprint(done)
			for _, name := range slices.Sorted(maps.Keys(files)) {
				k += name + "\x00" + files[name]
			}
			if seen[k] {
				return
			}
			seen[k] = true
			if n++; n%every == 0 {
				cuts = append(cuts, cut{at + ", " + label, image, done})
			}
		})
	}
	m.Hook(func(op memdisk.Op) error {
		files := m.Files()
		if !slices.ContainsFunc(slices.Collect(maps.Keys(files)), func(name string) bool { return strings.HasPrefix(name, ".dormouse/journal/") }) {
			r.states[remembered(files)] = true
		}
		if op.Changes {
			collect(fmt.Sprintf("before operation %d, %s %s %s", op.N, op.Kind, op.Name, op.To), false)
		}
		return nil
	})
	if err := s.perform(t, a, m, over); err != nil {
		t.Fatalf("%s: %v", a.name, err)
	}
	m.Hook(nil)
	collect("when it is done", true)
	r.final = m.Files()
	r.states[remembered(r.final)] = true
	for _, c := range cuts {
		r.images++
		if err := visit(r, c.image, c.done); err != nil {
			r.count(fmt.Errorf("%s, power cut %s: %w", a.name, c.at, err))
		}
	}
	return r
}

// What can be wrong with an image.
var (
	errLost    = errors.New("lost")
	errDoubled = errors.New("doubled")
	errMixed   = errors.New("mixed")
)

// count sorts a failure; the first one is told.
func (r *run) count(err error) {
	switch {
	case errors.Is(err, errLost):
		r.lost++
	case errors.Is(err, errDoubled):
		r.doubled++
	default:
		r.mixed++
	}
	if r.first == nil {
		r.first = err
	}
}

// recovered opens an image and wants what was there at some moment between
// transactions, and all of a session up to some line.
func (s stage) recovered(r *run, image *memdisk.Disk, done bool) error {
	l, _, err := land.Open(image)
	if err != nil {
		return err
	}
	files := image.Files()
	switch got := remembered(files); {
	case !r.states[got]:
		return fmt.Errorf("%w:\n%s", errMixed, got)
	case done && got != remembered(r.final):
		return fmt.Errorf("%w, though it was done:\n%s", errLost, got)
	}
	final := wholeLines(r.final)
	for name, lines := range wholeLines(files) {
		if k := len(lines); k > len(final[name]) || !slices.Equal(lines, final[name][:k]) {
			return fmt.Errorf("%w: %s is another one", errMixed, name)
		}
	}
	for name, lines := range final {
		if done && len(wholeLines(files)[name]) < len(lines) {
			return fmt.Errorf("%w: lines of %s that were acknowledged", errLost, name)
		}
	}
	problems, err := memory.NewStore(l, memory.Options{}).Check()
	for _, p := range problems {
		if p.Severity == memory.Broken {
			err = fmt.Errorf("check: %s:%d %s", p.Path, p.Line, p.What)
		}
	}
	return err
}

// repeated performs the act again on a recovered land: what it writes is there
// once.
func (s stage) repeated(t *testing.T, a act, r *run, image *memdisk.Disk) error {
	if a.once == "" || remembered(image.Files()) == remembered(r.final) {
		return nil
	}
	if err := s.perform(t, a, image, honest); err != nil {
		return fmt.Errorf("once more: %w", err)
	}
	switch n := strings.Count(remembered(image.Files()), a.once); {
	case n == 0:
		return fmt.Errorf("%w: %q after the second try", errLost, a.once)
	case n > 1:
		return fmt.Errorf("%w: %q stands %d times after the second try", errDoubled, a.once, n)
	}
	return nil
}

// edited is a land on which a person has saved MEMORY.md between the crash and
// the recovery.
func (s stage) edited(r *run, image *memdisk.Disk) error {
	const mine = "Written by hand in between.\n"
	text, _ := image.Get(land.MemoryFile)
	image.Swap(land.MemoryFile, bytes.Replace(text, []byte("A line of my own.\n"), []byte("A line of my own.\n"+mine), 1))
	if _, _, err := land.Open(image); err != nil {
		return err
	}
	got := remembered(image.Files())
	switch n := strings.Count(got, mine); {
	case n == 0:
		return fmt.Errorf("%w: a hand edit in between:\n%s", errLost, got)
	case n > 1:
		return fmt.Errorf("%w: a hand edit in between:\n%s", errDoubled, got)
	case !r.states[strings.Replace(got, mine, "", 1)]:
		return fmt.Errorf("%w: with a hand edit in between:\n%s", errMixed, got)
	}
	return nil
}

// again cuts the power once more, at each operation of the recovery.
func (s stage) again(r *run, image *memdisk.Disk, done bool) (images int, failed error) {
	seen := map[string]bool{}
	image.Hook(func(op memdisk.Op) error {
		if !op.Changes || failed != nil {
			return nil
		}
		image.Crashes(func(label string, second *memdisk.Disk) {
			k := fmt.Sprint(second.Files())
			if failed != nil || seen[k] {
				return
			}
			seen[k] = true
			images++
			if err := s.recovered(r, second, done); err != nil {
				failed = fmt.Errorf("and again before %s %s %s, %s: %w", op.Kind, op.Name, op.To, label, err)
			}
		})
		return nil
	})
	_, _, err := land.Open(image)
	image.Hook(nil)
	if failed == nil {
		failed = err
	}
	return images, failed
}

// TestCrashActs cuts the power in everything that writes to a land.
func TestCrashActs(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	every, deeper := 7, 11
	if *long {
		every, deeper = 1, 5
	}
	var all run
	second, edits := 0, 0
	for _, a := range acts() {
		s := newStage(t, a)
		n := 0
		r := s.sweep(t, a, honest, every, func(r *run, image *memdisk.Disk, done bool) error {
			n++
			if n%deeper == 0 {
				k, err := s.again(r, image.Clone(), done)
				if second += k; err != nil {
					return err
				}
			}
			if n%3 == 0 {
				edits++
				if err := s.edited(r, image.Clone()); err != nil {
					return err
				}
			}
			if err := s.recovered(r, image, done); err != nil {
				return err
			}
			if n%deeper == 0 {
				return s.repeated(t, a, r, image)
			}
			return nil
		})
		if r.first != nil {
			t.Error(r.first)
		}
		if len(r.states) < 2 && a.name != "import" {
			t.Errorf("%s changes nothing: the sweep proves nothing", a.name)
		}
		all.images, all.lost, all.doubled, all.mixed = all.images+r.images, all.lost+r.lost, all.doubled+r.doubled, all.mixed+r.mixed
	}
	t.Logf("guarantee 8: edits=%d between a crash and its recovery, lost=0 doubled=0", edits)
	t.Logf("guarantee 6: acts=%d images=%d second=%d edits=%d lost=%d doubled=%d mixed=%d", len(acts()), all.images, second, edits, all.lost, all.doubled, all.mixed)
}
