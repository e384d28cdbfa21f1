package search

import (
	"context"
	"errors"
	"io/fs"
	"os/exec"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/search/index"
)

// benchLand is the ten-year land on disk.
type benchLand struct {
	folder *disk.Dir
	text   int64
	asks   []string
	build  time.Duration
	index  int64
}

// BenchmarkTenYears holds the benchmarks that share the ten-year land.
func BenchmarkTenYears(b *testing.B) {
	dir, err := disk.OpenDir(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer dir.Close()
	d := newDecade(1).withMeaning()
	l := &benchLand{folder: dir, text: d.write(b, dir, 3650, 16_400), asks: d.questions(300, 4)}
	b.Run("Build", l.benchBuild)
	b.Run("ColdSearch", l.benchCold)
	b.Run("WarmSearch", l.benchWarm)
	b.Run("Reindex", l.benchReindex)
}

func (l *benchLand) blobs(b *testing.B) map[string]int64 {
	infos, err := l.folder.ReadDir(index.IndexFolder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		b.Fatal(err)
	}
	out := map[string]int64{}
	for _, i := range infos {
		out[i.Name] = i.Size
	}
	return out
}

// search is what a cold process does.
func (l *benchLand) search(b *testing.B, ask string) {
	ix := Open(filesIn(l.folder), Options{Store: index.StoreIn(l.folder)})
	defer ix.Close()
	ans, err := ix.Search(context.Background(), Query{Text: ask})
	if err != nil || ans.Verdict != Hits {
		b.Fatal(ans.Verdict, err)
	}
}

// plainScan reads every file and looks for the words: what a search costs
// without any index.
func (l *benchLand) plainScan(b *testing.B, ask string) time.Duration {
	start := time.Now()
	files := filesIn(l.folder)
	list, err := files.List()
	if err != nil {
		b.Fatal(err)
	}
	words, n := strings.Fields(ask)[3:], 0
	for _, f := range list {
		data, err := files.Read(f.Name)
		if err != nil {
			b.Fatal(err)
		}
		for _, w := range words {
			n += strings.Count(string(data), w)
		}
	}
	return time.Since(start)
}

func (l *benchLand) benchBuild(b *testing.B) {
	for b.Loop() {
		for name := range l.blobs(b) {
			_ = l.folder.Remove(index.IndexFolder + "/" + name)
		}
		start := time.Now()
		l.search(b, l.asks[0])
		l.build = time.Since(start)
	}
	l.index = 0
	for _, n := range l.blobs(b) {
		l.index += n
	}
	b.ReportMetric(l.build.Seconds(), "build-s")
	b.ReportMetric(float64(l.index)/float64(l.text), "index/text")
	b.ReportMetric(float64(l.text)/1e6, "text-MB")
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "sys-MB")
}

// benchCold is a process of its own for each question: looking at the files and
// opening the index, then the search.
func (l *benchLand) benchCold(b *testing.B) {
	i := 0
	var took, opened []time.Duration
	for b.Loop() {
		start := time.Now()
		ix := Open(filesIn(l.folder), Options{Store: index.StoreIn(l.folder)})
		if _, err := ix.look(context.Background()); err != nil {
			b.Fatal(err)
		}
		opened = append(opened, time.Since(start))
		if _, err := ix.Search(context.Background(), Query{Text: l.asks[i%len(l.asks)]}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
		ix.Close()
		i++
	}
	l.report(b, took)
	b.ReportMetric(float64(l.plainScan(b, l.asks[1]))/float64(median(took)), "scan/search")
	b.ReportMetric(float64(median(took))/float64(median(opened)), "search/open")
	if rg, err := exec.LookPath("rg"); err == nil {
		words := strings.Fields(l.asks[1])[3:]
		start := time.Now()
		_ = exec.Command(rg, "-il", strings.Join(words, "|"), l.folder.Path()+"/memory").Run()
		b.ReportMetric(float64(time.Since(start))/float64(median(took)), "rg/search")
	}
}

func (l *benchLand) benchWarm(b *testing.B) {
	ix := Open(filesIn(l.folder), Options{Store: index.StoreIn(l.folder)})
	defer ix.Close()
	if _, err := ix.look(context.Background()); err != nil {
		b.Fatal(err)
	}
	i := 0
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := ix.Search(context.Background(), Query{Text: l.asks[i%len(l.asks)]}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
		i++
	}
	l.report(b, took)
	b.ReportMetric(float64(l.plainScan(b, l.asks[1]))/float64(median(took)), "scan/search")
}

func (l *benchLand) benchReindex(b *testing.B) {
	ix := Open(filesIn(l.folder), Options{Store: index.StoreIn(l.folder)})
	defer ix.Close()
	if _, err := ix.look(context.Background()); err != nil {
		b.Fatal(err)
	}
	d := newDecade(2)
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	var took []time.Duration
	for b.Loop() {
		b.StopTimer()
		put(b, l.folder, "memory/2026-11-01.md", d.log(day, 16_400))
		b.StartTimer()
		start := time.Now()
		if _, err := ix.look(context.Background()); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	l.report(b, took)
}

func (l *benchLand) report(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	b.ReportMetric(float64(median(took))/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
}

func median(took []time.Duration) time.Duration {
	s := slices.Clone(took)
	slices.Sort(s)
	return s[len(s)/2]
}
