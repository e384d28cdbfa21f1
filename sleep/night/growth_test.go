package night

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/sleep"
	"dormouse/summarize"
)

var (
	long        = flag.Bool("long", false, "grow lands of ten years, of 10⁴ nights and of 50 years, too")
	programs    = flag.String("programs", "", "`NAME=FILE,…`: programs to run on each long land, say an older one beside today's")
	performance = flag.Bool("performance", false, "write docs/performance.md")
)

// meter counts what is written into a folder, in bytes, and what is asked of it. A
// hasty one does not wait for the disk.
type meter struct {
	disk.FS
	written int64
	opened  int            // files that were opened or asked about by themselves
	listed  map[string]int // folders
	hasty   bool
}

func (m *meter) Open(name string) (disk.File, error) {
	m.opened++
	return m.FS.Open(name)
}

func (m *meter) Stat(name string) (disk.Info, error) {
	m.opened++
	return m.FS.Stat(name)
}

func (m *meter) ReadDir(name string) ([]disk.Info, error) {
	m.listed[name]++
	return m.FS.ReadDir(name)
}

func (m *meter) SyncDir(name string) error {
	if m.hasty {
		return nil
	}
	return m.FS.SyncDir(name)
}

func (m *meter) Create(name string, mode fs.FileMode) (disk.File, error) {
	f, err := m.FS.Create(name, mode)
	return metered{f, m}, err
}

func (m *meter) Append(name string) (disk.File, error) {
	f, err := m.FS.Append(name)
	return metered{f, m}, err
}

type metered struct {
	disk.File
	of *meter
}

func (f metered) Sync() error {
	if f.of.hasty {
		return nil
	}
	return f.File.Sync()
}

func (f metered) Write(b []byte) (int, error) {
	f.of.written += int64(len(b))
	return f.File.Write(b)
}

// growing is a land with a talk and a night a day.
type growing struct {
	land     *land.Land
	meter    *meter
	deps     Deps
	at       time.Time
	said     int64 // bytes of sessions
	nextTalk int
}

func newGrowing(t testing.TB, folder disk.FS, strategy summarize.Strategy) *growing {
	t.Helper()
	m := &meter{FS: folder, listed: map[string]int{}}
	l, _, err := land.Open(m)
	if err != nil {
		t.Fatal(err)
	}
	d := Deps{Land: l, Strategy: strategy, Offline: strategy, Count: words, Measure: messageTokens, Settings: sleep.DefaultSettings()}.forTests()
	d.Snapshot = memory.NewStore(l, memory.Options{}).Snapshot
	return &growing{land: l, meter: m, deps: d, at: noon}
}

// talk is a morning's conversation: most of it passes, some of it is new for good.
func (g *growing) talk(t testing.TB) (string, []transcript.Record) {
	t.Helper()
	said := g.saysToday()
	log, err := transcript.Create(g.meter, *said[0].Session)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range said[1:] {
		if err := log.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	return said[0].Session.ID, log.Records()
}

// saysToday are the records of the day's talk, before the night.
func (g *growing) saysToday() []transcript.Record {
	people := []string{"Anna", "Bruno", "Clara", "Diego", "Emma", "Farid", "Greta", "Hugo", "Iris", "Jonas", "Kaori", "Liam"}
	things := []string{"boat", "garden", "violin", "report", "kitchen", "bicycle", "novel", "server", "recipe", "bridge"}
	places := []string{"Lisbon", "Kyoto", "Oslo", "Quito", "Turin", "Malmö", "Leeds"}
	n := g.nextTalk
	g.nextTalk++
	records := []transcript.Record{{Session: &transcript.Session{ID: transcript.NamedID(g.at, "talk", fmt.Sprint(n)), Time: g.at}}}
	for i := range 8 {
		text := "What would you cook tonight, with what is left in the kitchen? It was a long day, and it rained without end."
		if i%3 == 0 {
			k := 8*n + i
			text = fmt.Sprintf("%s moved the %s to %s on day %d, for %d euros. It was a long day, and it rained without end.", people[k*7%12], things[k*3%10], places[k*5%7], k, 20+k*13%997)
		}
		for r, what := range []string{text, "That sounds like a good plan. " + strings.Repeat("Tell me how it goes. ", 4+i%4)} {
			g.at = g.at.Add(time.Minute)
			m := transcript.Message{ID: transcript.NamedID(g.at, "message", fmt.Sprint(n, i, r)), Time: g.at, Role: []transcript.Role{transcript.User, transcript.Assistant}[r], Content: what, Tokens: words(what) + 4}
			records = append(records, transcript.Record{Message: &m})
		}
	}
	return records
}

// night sleeps over one talk and returns the bytes that it wrote.
func (g *growing) night(t testing.TB) int64 {
	t.Helper()
	before := g.meter.written
	session, records := g.talk(t)
	g.said += g.meter.written - before
	g.at = g.at.Add(14 * time.Hour)
	n := &Night{ID: NightID(g.at, session, ""), Why: sleep.Reason{Trigger: sleep.TriggerAsked}, Seed: 1, Now: g.at, Session: session, Records: records, Window: 8000}
	for _, r := range records[1:] {
		n.Before.Messages += messageTokens(*r.Message)
	}
	before = g.meter.written
	if err := Run(context.Background(), n, g.deps, nil); err != nil {
		t.Fatal(err)
	}
	g.at = g.at.Add(9 * time.Hour)
	return g.meter.written - before
}

// plainTeller remembers what was moved where, as a model would; it costs nothing.
type plainTeller struct{}

// Summarize implements summarize.Strategy.
func (plainTeller) Summarize(_ context.Context, in summarize.Input, _ summarize.Budget) (summarize.Digest, error) {
	d := summarize.Digest{Engine: "offline", Summary: "They spoke of moving things.", Days: map[string]string{}}
	for _, m := range in.New {
		if text, _, moved := strings.Cut(m.Content, " euros."); moved {
			d.Candidates = append(d.Candidates, summarize.Candidate{Type: "event", Importance: .6, Text: text + " euros", From: []string{m.ID}})
		}
	}
	return d, nil
}

// A night writes what is new: however old the land is, it is as much.
func TestANightWritesWhatIsNew(t *testing.T) {
	g := newGrowing(t, memdisk.New(), plainTeller{})
	var each []int64
	for range 120 {
		each = append(each, g.night(t))
	}
	mean := func(list []int64) (sum int64) {
		for _, n := range list {
			sum += n
		}
		return sum / int64(len(list))
	}
	early, late := mean(each[15:30]), mean(each[105:])
	t.Logf("night 15 to 30: %d bytes, night 105 to 120: %d", early, late)
	if late > early*3/2 {
		t.Errorf("a night wrote %d bytes once and writes %d", early, late)
	}
}

// A night asks the disk about what is new, and lists its notes once: however old the
// land is, it opens as many files, but for those that hold a month's records.
func TestANightOpensWhatIsNew(t *testing.T) {
	g := newGrowing(t, memdisk.New(), plainTeller{})
	opens := func(nights int) (each float64) {
		before := g.meter.opened
		clear(g.meter.listed)
		for range nights {
			g.night(t)
		}
		if n := g.meter.listed[land.MemoryDir]; n > nights {
			t.Errorf("%d nights list the notes %d times", nights, n)
		}
		return float64(g.meter.opened-before) / float64(nights)
	}
	g.pass(t, 30)
	opens(10) // the first reads all of it
	early := opens(10)
	g.pass(t, 300)
	opens(10)
	months := 320. / 30
	late := opens(10)
	t.Logf("%.1f files a night early, %.1f late", early, late)
	if late > early+months+12 {
		t.Errorf("a night opened %.1f files once and opens %.1f", early, late)
	}
}
