package night

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	goruntime "runtime"
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
	long        = flag.Bool("long", false, "grow lands of 10⁴ nights and of 50 years, too")
	performance = flag.Bool("performance", false, "write docs/performance.md")
)

// meter counts what is written into a folder, in bytes.
type meter struct {
	disk.FS
	written int64
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
	m := &meter{FS: folder}
	l, _, err := land.Open(m)
	if err != nil {
		t.Fatal(err)
	}
	return &growing{land: l, meter: m, deps: Deps{Land: l, Memory: memory.NewStore(l, memory.Options{}), Strategy: strategy, Count: words, Settings: sleep.DefaultSettings()}, at: noon}
}

// talk is a morning's conversation: most of it passes, some of it is new for good.
func (g *growing) talk(t testing.TB) (string, []transcript.Record) {
	t.Helper()
	people := []string{"Anna", "Bruno", "Clara", "Diego", "Emma", "Farid", "Greta", "Hugo", "Iris", "Jonas", "Kaori", "Liam"}
	things := []string{"boat", "garden", "violin", "report", "kitchen", "bicycle", "novel", "server", "recipe", "bridge"}
	places := []string{"Lisbon", "Kyoto", "Oslo", "Quito", "Turin", "Malmö", "Leeds"}
	n := g.nextTalk
	g.nextTalk++
	id := transcript.NamedID(g.at, "talk", fmt.Sprint(n))
	log, err := transcript.Create(g.meter, transcript.Session{ID: id, Time: g.at})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		text := "What would you cook tonight, with what is left in the kitchen? It was a long day, and it rained without end."
		if i%3 == 0 {
			k := 8*n + i
			text = fmt.Sprintf("%s moved the %s to %s on day %d, for %d euros. It was a long day, and it rained without end.", people[k*7%12], things[k*3%10], places[k*5%7], k, 20+k*13%997)
		}
		for r, what := range []string{text, "That sounds like a good plan. " + strings.Repeat("Tell me how it goes. ", 4+i%4)} {
			g.at = g.at.Add(time.Minute)
			m := transcript.Message{ID: log.NextID(g.at, draws(n)), Time: g.at, Role: []transcript.Role{transcript.User, transcript.Assistant}[r], Content: what, Tokens: words(what) + 4}
			if err := log.Append(transcript.Record{Message: &m}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return id, log.Records()
}

// draws is the source of the ids of a talk.
func draws(n int) source { return source(n) }

type source uint64

// Uint64 implements rand.Source.
func (s source) Uint64() uint64 { return uint64(s) * 0x9e3779b97f4a7c15 }

// night sleeps over one talk and returns the bytes that it wrote.
func (g *growing) night(t testing.TB) int64 {
	t.Helper()
	before := g.meter.written
	session, records := g.talk(t)
	g.said += g.meter.written - before
	g.at = g.at.Add(14 * time.Hour)
	n := &Night{ID: NightID(g.at, session, ""), Why: sleep.Reason{Trigger: sleep.TriggerAsked}, Seed: 1, Now: g.at, Session: session, Records: records, Window: 8000}
	for _, r := range records[1:] {
		n.Before.Messages += g.deps.measure(*r.Message)
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

// grown is one row of the measurement.
type grown struct {
	nights          int
	every           time.Duration // of the last tenth of the nights, each
	written         int64         // bytes, the same
	memory, kept    int64         // bytes in use after a collection; bytes in .dormouse
	said            int64         // bytes of sessions
	first           time.Duration
	firstWritten    int64
	halves          float64 // time of the second half by that of the first
	writtenInHalves float64
}

// grow lives so many days.
func grow(b *testing.B, nights int, strategy summarize.Strategy) grown {
	b.Helper()
	dir, err := disk.OpenDir(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer dir.Close()
	g := newGrowing(b, dir, strategy)
	took, wrote := make([]time.Duration, nights), make([]int64, nights)
	for i := range nights {
		began := time.Now()
		wrote[i] = g.night(b)
		took[i] = time.Since(began)
	}
	tenth := max(1, nights/10)
	r := grown{nights: nights, said: g.said}
	r.every, r.written = total(took[nights-tenth:])/time.Duration(tenth), total(wrote[nights-tenth:])/int64(tenth)
	r.first, r.firstWritten = total(took[:tenth])/time.Duration(tenth), total(wrote[:tenth])/int64(tenth)
	r.halves = float64(total(took[nights/2:])) / float64(total(took[:nights/2]))
	r.writtenInHalves = float64(total(wrote[nights/2:])) / float64(total(wrote[:nights/2]))
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	r.memory = int64(m.HeapInuse)
	r.kept = sizeOf(b, dir, land.StateDir)
	return r
}

func total[T int64 | time.Duration](list []T) (sum T) {
	for _, v := range list {
		sum += v
	}
	return sum
}

func sizeOf(b *testing.B, dir disk.FS, name string) (size int64) {
	infos, err := dir.ReadDir(name)
	if err != nil {
		b.Fatal(err)
	}
	for _, i := range infos {
		if i.Mode.IsDir() {
			size += sizeOf(b, dir, name+"/"+i.Name)
		} else {
			size += i.Size
		}
	}
	return size
}

// BenchmarkGrowth is a land of so many nights: what the last of them cost beside the
// first. With -performance the table and the chart of docs/performance.md are written.
func BenchmarkGrowth(b *testing.B) {
	var rows []grown
	for _, land := range []struct {
		name   string
		nights int
		long   bool
	}{{"100", 100, false}, {"OneYear", 365, false}, {"1000", 1000, false}, {"TenYears", 3652, true}, {"10000", 10000, true}, {"FiftyYears", 18262, true}} {
		if land.long && !*long {
			continue
		}
		b.Run(land.name, func(b *testing.B) {
			strategy, err := summarize.ByName("hybrid", summarize.NewOffline())
			if err != nil {
				b.Fatal(err)
			}
			var r grown
			for range b.N {
				r = grow(b, land.nights, strategy)
			}
			rows = append(rows, r)
			b.ReportMetric(float64(r.every.Microseconds())/1000, "ms/night")
			b.ReportMetric(float64(r.written), "B-written/night")
			b.ReportMetric(r.halves, "time-2nd/1st-half")
			b.ReportMetric(float64(r.kept)/float64(r.said), "state/sessions")
			b.ReportMetric(float64(r.memory)/(1<<20), "MB-heap")
		})
	}
	if *performance {
		if err := os.WriteFile("../../docs/performance.md", []byte(page(rows)), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// page is docs/performance.md.
func page(rows []grown) string {
	var b strings.Builder
	b.WriteString("# What a growing land costs\n\nWritten by `go test ./sleep/night -run '^$' -bench Growth -benchtime 1x -timeout 3h -args -performance -long`; without `-long` only the smaller lands.\n" +
		"One talk of sixteen messages and one night a day, by the built-in engine. “First” and “last” are means of the first and the last tenth of the nights;\nhalves are the second half of all nights by the first: 1 is linear. Times are of one run on one machine; bytes are the same everywhere.\n\n" +
		"| nights | ms a night, first → last | kB written a night, first → last | time, halves | written, halves | .dormouse : sessions | heap |\n|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %d | %.0f → %.0f | %.1f → %.1f | %.2f | %.2f | %.2f | %d MB |\n", r.nights, ms(r.first), ms(r.every),
			float64(r.firstWritten)/1000, float64(r.written)/1000, r.halves, r.writtenInHalves, float64(r.kept)/float64(r.said), r.memory>>20)
	}
	b.WriteString("\n```\n" + bars("ms a night, last tenth", rows, func(r grown) float64 { return ms(r.every) }) +
		"\n" + bars("kB written a night, last tenth", rows, func(r grown) float64 { return float64(r.written) / 1000 }) +
		"\n" + bars("MB of .dormouse", rows, func(r grown) float64 { return float64(r.kept) / 1e6 }) + "```\n")
	b.WriteString(imports)
	return b.String()
}

// imports is what the page says of many talks at once.
const imports = `
## Many talks at once

` + "`go test ./tui/cli -run '^$' -bench YearsOfTalks -benchtime 1x -timeout 3h -args -talks 1376`" + ` imports an export in two halves, made by a generator
(36 kB a talk, the same bytes every time), and sleeps over each: what the second half costs by the first, and how large
` + "`.dormouse`" + ` is beside the sessions. 1,376 talks of 50 MB are imported in 6 s of processor time and 64 MB of memory.

A night over one of them reads what memory holds as follows. Everything that is made of a line alone (its words, what it
says, what it is worth) is remembered from night to night in one process; lines are compared through inverted indexes, the
rarest words first, and with at most 64 others; the files of records are read from where the last reading ended. What is
left in proportion to all of memory is joining its entries and looking words up in them: of 216 talks the second half costs
1.8 times the first, and ` + "`.dormouse`" + ` is .6 of the sessions. Lands of 10⁴ nights and of 50 years, and the nights over all
1,376 talks, have not been measured yet.
`

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// bars is a chart of plain characters.
func bars(title string, rows []grown, of func(grown) float64) string {
	most := 0.0
	for _, r := range rows {
		most = math.Max(most, of(r))
	}
	out := title + "\n"
	for _, r := range rows {
		out += fmt.Sprintf("%6d nights %8.1f %s\n", r.nights, of(r), strings.Repeat("█", int(math.Round(40*of(r)/most))))
	}
	return out
}
