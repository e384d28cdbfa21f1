package runtime

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/memory/search/index"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/tokens"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

var ablate = flag.String("ablate", "", "a regular expression of mechanisms: live the talks with each mechanism of sleep on, off, halved and doubled; with EVAL=FOLDER long conversations, too")

// A mechanism is one thing that nights do, and what switches it off or scales it.
type mechanism struct {
	name  string
	of    string // of what it is more or less: lived where without that memory was another
	asked bool   // with questions asked along the way, too
	long  bool   // in long conversations, too
	found bool   // it is in the search alone: looked for in the land that the first row leaves
	mute  bool   // a search does not look into what was said
	apart bool   // a search does not show what is associated
	set   func(*sleep.Settings)
}

// The rows that others are compared with.
const (
	shipped  = "as it ships"
	noUse    = "use makes nothing stronger"
	noReread = "nothing is read again"
	allOff   = "all off"
)

// mechanisms are the rows of the table; the first is the program as it ships.
func mechanisms() []mechanism {
	same := func(*sleep.Settings) {}
	return []mechanism{
		{name: shipped, long: true, asked: true, set: same},
		{name: noUse, set: func(s *sleep.Settings) { s.Replay.Strengthen = 0 }},
		{name: "use makes twice as strong", of: noUse, set: func(s *sleep.Settings) { s.Replay.Strengthen *= 2 }},
		{name: noReread, long: true, set: func(s *sleep.Settings) { s.Replay.Batch = 0 }},
		{name: "half is read again", of: noReread, set: func(s *sleep.Settings) { s.Replay.Batch /= 2 }},
		{name: "read again by chance alone", of: noReread, set: byChance},
		{name: "no associations", found: true, apart: true, set: func(s *sleep.Settings) { s.Replay.AssociateFirst = 0 }},
		{name: "talks lead to no memory", found: true, mute: true, set: same},
		{name: "profile light", set: func(s *sleep.Settings) { s.Profile = "light" }},
		{name: "profile archivist", set: func(s *sleep.Settings) { s.Profile = "archivist" }},
		{name: allOff, long: true, asked: true, mute: true, apart: true, set: func(s *sleep.Settings) {
			s.Replay.Strengthen, s.Replay.Batch, s.Replay.AssociateFirst = 0, 0, 0
		}},
	}
}

// byChance takes from the priority of old turns all that it goes by.
func byChance(s *sleep.Settings) {
	r := &s.Replay
	r.PriorityEmotion, r.PriorityGoal, r.PriorityRecent, r.PriorityTagged = 0, 0, 0, 0
}

// ablated is what one row comes to over all talks.
type ablated struct {
	outcome
	written, said int // tokens of memory, of the talks
	nights        int
	added         int // entries that came of reading again
	used, doubted int
	took          time.Duration
	doubts        ratio               // entries in doubt that are stale, of those that are stale or hold
	held          ratio               // lines promoted by use that hold an answer
	shown         ratio               // evidence of questions that stands in the prompt
	matter        ratio               // the same for what is asked again and again
	chosen        ratio               // turns replayed that are evidence
	chance        ratio               // all turns that are
	strong, holds []float64           // strength of an entry, and whether it holds an answer
	names         map[string]string   // of the messages, by text
	resting       map[string][]string // entries rest on these messages, after so many nights
	again         map[string]int      // turns that were read again, how often
	atNight       int
	in            *Conversation
	texts         [sha256.Size]byte // of all files that the nights wrote
	survives      float64           // as the evaluation's scripts have it
}

type ratio struct{ n, of int }

func (r *ratio) count(yes bool) {
	r.of++
	count(&r.n, yes)
}

func (r ratio) String() string {
	if r.of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(r.n)/float64(r.of))
}

// TestAblation prints the tables of docs/sleep.md. Without -ablate it only sees that
// the first row and the last one can be lived.
func TestAblation(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	list, talks := mechanisms(), readFixtures(t)
	if *ablate == "" {
		list, talks = []mechanism{list[0], list[len(list)-1]}, talks[:1]
	}
	rows, err := regexp.Compile(*ablate)
	if err != nil {
		t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(m mechanism) bool { return !rows.MatchString(m.name) })
	list = ablatedOwn(t, list, talks)
	if folder := os.Getenv("EVAL"); folder != "" && *ablate != "" {
		ablatedLong(t, list, folder)
	}
}

// ablatedOwn lives the own talks with each mechanism, and returns those that were
// lived: half or twice of what changes no byte is not looked at.
func ablatedOwn(t *testing.T, list []mechanism, talks []fixture) (lived []mechanism) {
	texts := map[string][sha256.Size]byte{}
	for _, m := range list {
		if off, known := texts[m.of]; known && off == texts[shipped] {
			t.Logf("%-28s | not lived: without it memory is the same", m.name)
			continue
		}
		var a ablated
		began := Stopwatch()
		for _, f := range talks {
			a.own(t, f, m)
		}
		a.took = began()
		texts[m.name], lived = a.texts, append(lived, m)
		t.Logf("%-28s | somewhere %d, found %d, in the prompt %d, over yet current %d | written %.3f | %d nights %s | %d by replay, %d used, %d doubted (right %v of %d)",
			m.name, a.somewhere, a.found, a.prompt, a.stale, a.share(), a.nights, a.took.Round(time.Second), a.added, a.used, a.doubted, a.doubts, a.doubts.of)
	}
	return lived
}

// ablatedLong lives the evaluation's conversations with the mechanisms that matter
// there, and once more with its questions asked along the way.
func ablatedLong(t *testing.T, list []mechanism, folder string) {
	var searches []mechanism
	for _, m := range list {
		if m.found {
			searches = append(searches, m)
		}
	}
	for _, asked := range []bool{false, true} {
		both := map[string]map[string]answer{}
		for _, m := range slices.Backward(list) { // all off first: the others are compared with it
			if !m.long || asked && !m.asked {
				continue
			}
			looks := []mechanism{m}
			if m.name == shipped && !asked {
				looks = append(looks, searches...)
			}
			for _, split := range []string{"dev", "real"} {
				if asked && split != "dev" {
					continue
				}
				a, answers := evaluated(t, folder, split, looks, asked)
				for _, look := range looks {
					if both[look.name] == nil {
						both[look.name] = map[string]answer{}
					}
					maps.Copy(both[look.name], answers[look.name])
					t.Logf("%-4s %-28s | written %.3f | survives %.3f | readable@500 %.3f | several @500 %.3f @10 %.3f | %d nights %s", split, look.name, a.share(), a.survives,
						share(answers[look.name], all, in500), share(answers[look.name], takes, in500), share(answers[look.name], takes, amongTen), a.nights, a.took.Round(time.Second))
				}
				if asked {
					t.Logf("%-4s %-28s | asked along the way: in prompt %v (of what is asked often %v), promoted held %v of %d, strength against evidence %.2f, replayed evidence %v of %d, chance %v, %d by replay, %d used, %d doubted", split, m.name,
						a.shown, a.matter, a.held, a.held.of, spearman(a.strong, a.holds), a.chosen, a.chosen.of, a.chance, a.added, a.used, a.doubted)
				}
			}
			for _, look := range looks {
				mean, low, high := against(both[look.name], both[allOff])
				t.Logf("all  %-28s | readable@500 against all off %+.3f [%+.3f, %+.3f]", look.name, mean, low, high)
			}
		}
	}
}

// share is what was written, of what was said.
func (a ablated) share() float64 { return float64(a.written) / float64(max(1, a.said)) }

// with begins a conversation in which all triggers of the settings are on.
func (l *testLand) with(set func(*sleep.Settings)) *Conversation {
	l.t.Helper()
	l.store = l.minded(l.mute)
	s := sleep.DefaultSettings()
	set(&s)
	c, _, err := Begin(l.t.Context(), Options{
		Land: l.land, Store: l.store, Zone: time.UTC, Clock: l.past.Clock(), Seed: 1, AllTriggers: true,
		Brain: llm.Brain{Model: llmtest.New(), Window: 8192, WindowSource: llm.FromFlag, Reply: 500}, Settings: s, Engine: "offline",
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return c
}

// minded opens memory with a search and with what nights know; mute is a search that
// does not look into what was said.
func (l *testLand) minded(mute bool) *memory.Store {
	l.t.Helper()
	files := memory.Files(l.land)
	if mute {
		files = silent{files}
	}
	ix := search.Open(files, search.Options{})
	network := replay.NewNetwork(l.land)
	return memory.NewStore(l.land, memory.Options{Location: time.UTC, Searcher: ix, Mind: func() memory.Mind { return network.Now() }})
}

// silent are files without what was said.
type silent struct{ index.Files }

func (s silent) List() ([]index.File, error) {
	list, err := s.Files.List()
	return slices.DeleteFunc(list, func(f index.File) bool { return strings.HasPrefix(f.Name, land.SessionsDir) }), err
}

// own lives one of the project's own talks, all triggers on, and looks a month later.
func (a *ablated) own(t *testing.T, f fixture, m mechanism) {
	l := newLand(t)
	l.mute = m.mute
	l.past.Set(f.messages[0].Time)
	c := l.with(m.set)
	a.relive(t, l, c, f.messages)
	l.past.Set(f.messages[len(f.messages)-1].Time.Add(time.Hour))
	r, err := c.Sleep(t.Context(), NightOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a.slept(r)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	a.weigh(l, f.messages)
	a.print(l)
	o := l.recall(t, f)
	mind := replay.NewNetwork(l.land).Now()
	entries, err := l.store.Entries()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.ID != "" && mind.Doubt(e.ID) != "" {
			stale := slices.ContainsFunc(f.Stale, func(x expected) bool { return x.in(e.Text) })
			if stale || slices.ContainsFunc(f.Facts, func(x expected) bool { return x.in(e.Text) }) {
				a.doubts.count(stale)
			}
		}
	}
	a.somewhere, a.found, a.prompt, a.stale = a.somewhere+o.somewhere, a.found+o.found, a.prompt+o.prompt, a.stale+o.stale
}

func (a *ablated) relive(t *testing.T, l *testLand, c *Conversation, list []transcript.Message) {
	t.Helper()
	err := c.Relive(t.Context(), l.past, list, func(r Relived) error {
		for _, n := range r.Nights {
			a.slept(n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (a *ablated) slept(r night.Report) {
	a.nights++
	if x := r.Replay; x != nil {
		for _, it := range x.Items {
			if a.again == nil {
				a.again = map[string]int{}
			}
			a.again[it.ID]++
		}
		a.added, a.doubted, a.used = a.added+x.Added, a.doubted+x.Doubted, a.used+x.Used
	}
}

// weigh counts the tokens of the entries and of what was said.
func (a *ablated) weigh(l *testLand, said []transcript.Message) {
	enc := tokens.For("offline/extractive")
	entries, err := l.store.Entries()
	if err != nil {
		l.t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range entries {
		if !seen[e.ID] {
			seen[e.ID] = true
			a.written += enc.Count(e.Text) + 1
		}
	}
	for _, m := range said {
		a.said += enc.Count(m.Content)
	}
}

// print adds what memory says now to the hash of all that was written.
func (a *ablated) print(l *testLand) {
	h := sha256.New()
	h.Write(a.texts[:])
	files := l.mem.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name == land.MemoryFile || strings.HasPrefix(name, land.MemoryDir+"/") {
			fmt.Fprintf(h, "%s\n%s\n", name, files[name])
		}
	}
	h.Sum(a.texts[:0])
}
