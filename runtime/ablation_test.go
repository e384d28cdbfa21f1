package runtime

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
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
	asked bool // with questions asked along the way, too
	set   func(*sleep.Settings)
}

// mechanisms are the rows of the table; the first is the program as it ships.
func mechanisms() []mechanism {
	return []mechanism{
		{"as it ships", true, func(*sleep.Settings) {}},
		{"use makes nothing stronger", true, func(s *sleep.Settings) { s.Replay.Strengthen = 0 }},
		{"use makes twice as strong", true, func(s *sleep.Settings) { s.Replay.Strengthen *= 2 }},
		{"nothing is read again", false, func(s *sleep.Settings) { s.Replay.Batch = 0 }},
		{"half is read again", false, func(s *sleep.Settings) { s.Replay.Batch /= 2 }},
		{"no associations", false, func(s *sleep.Settings) { s.Replay.AssociateFirst = 0 }},
		{"profile light", false, func(s *sleep.Settings) { s.Profile = "light" }},
		{"profile archivist", false, func(s *sleep.Settings) { s.Profile = "archivist" }},
		{"all off", true, func(s *sleep.Settings) {
			s.Replay.Strengthen, s.Replay.Batch, s.Replay.AssociateFirst = 0, 0, 0
		}},
	}
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
	outside       []string // what the evaluation's own scripts say
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

// TestAblation prints the table of docs/sleep.md. Without -ablate it only sees that
// the first row and the last one can be lived.
func TestAblation(t *testing.T) {
	list, talks := mechanisms(), readFixtures(t)
	if *ablate == "" {
		list, talks = []mechanism{list[0], list[len(list)-1]}, talks[:1]
	}
	rows, err := regexp.Compile(*ablate)
	if err != nil {
		t.Fatal(err)
	}
	list = slices.DeleteFunc(list, func(m mechanism) bool { return !rows.MatchString(m.name) })
	fmt.Fprintln(os.Stderr, "mechanism | somewhere found prompt stale | written of said | nights time")
	for _, m := range list {
		var a ablated
		began := Stopwatch()
		for _, f := range talks {
			a.own(t, f, m.set)
		}
		a.took = began()
		t.Logf("%-28s | %3d %3d %3d %3d | %.3f | %d nights %s | %d by replay, %d used, %d doubted (right %v of %d)", m.name, a.somewhere, a.found, a.prompt, a.stale, float64(a.written)/float64(a.said), a.nights, a.took.Round(time.Second), a.added, a.used, a.doubted, a.doubts, a.doubts.of)
	}
	folder := os.Getenv("EVAL")
	if folder == "" || *ablate == "" {
		return
	}
	for _, split := range []string{"dev", "real"} {
		for _, m := range list {
			a := evaluated(t, folder, split, m.set, false)
			t.Logf("%s %-28s | written %.3f, %d nights, %s | %s", split, m.name, float64(a.written)/float64(a.said), a.nights, a.took.Round(time.Second), strings.Join(a.outside, " | "))
			if !m.asked {
				continue
			}
			a = evaluated(t, folder, split, m.set, true)
			t.Logf("%s asked %-28s | in prompt %v (of what is asked often %v), promoted held %v of %d, strength against evidence %.2f, replayed evidence %v of %d, chance %v, %d by replay, %d used, %d doubted", split, m.name,
				a.shown, a.matter, a.held, a.held.of, spearman(a.strong, a.holds), a.chosen, a.chosen.of, a.chance, a.added, a.used, a.doubted)
		}
	}
}

// with begins a conversation in which all triggers of the settings are on.
func (l *testLand) with(set func(*sleep.Settings)) *Conversation {
	l.t.Helper()
	ix, err := search.Open(memory.Files(l.land), search.Options{})
	if err != nil {
		l.t.Fatal(err)
	}
	network := replay.NewNetwork(l.land)
	l.store = memory.NewStore(l.land, memory.Options{Location: time.UTC, Searcher: ix, Mind: func() memory.Mind { return network.Now() }})
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

// own lives one of the project's own talks, all triggers on, and looks a month later.
func (a *ablated) own(t *testing.T, f fixture, set func(*sleep.Settings)) {
	l := newLand(t)
	l.past.Set(f.messages[0].Time)
	c := l.with(set)
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
