package tokens

import (
	"go/build"
	"maps"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// texts are what the benchmarks count, about 1 MB each; code and Markdown are
// those of the Go installation.
func texts(b *testing.B) map[string]string {
	b.Helper()
	m := map[string]string{
		"code":     gather(filepath.Join(goRoot(), "src", "net"), ".go"),
		"markdown": gather(filepath.Join(build.Default.GOPATH, "pkg", "mod"), ".md"),
	}
	for name, text := range kinds() {
		m[strings.ReplaceAll(name, " ", "-")] = text(rand.New(rand.NewSource(6)), 1<<20)
	}
	return m
}

// gather joins files until there is a megabyte.
func gather(root, ext string) string {
	var b strings.Builder
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext || b.Len() > 1<<20 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && longest(text) < 200 {
			b.Write(text)
		}
		return nil
	})
	return b.String()
}

// BenchmarkCount gives bytes per second and, as x-library, how many times as
// fast as tiktoken-go's EncodeOrdinary that is: the best of five, taken in turns
// on the same text, since other programs may run meanwhile.
func BenchmarkCount(b *testing.B) {
	all := texts(b)
	for _, e := range encodings() {
		oracle := oracles()[e.Name()]
		for _, name := range slices.Sorted(maps.Keys(all)) {
			s := all[name]
			if s == "" {
				continue
			}
			b.Run(e.Name()+"/"+name, func(b *testing.B) {
				part := repair(s[:min(len(s), 1<<17)])
				e.Count(part)
				ours, library := math.Inf(1), math.Inf(1)
				for range 5 {
					ours = min(ours, elapsed(func() { e.Count(part) }))
					library = min(library, elapsed(func() { oracle.EncodeOrdinary(part) }))
				}
				b.SetBytes(int64(len(s)))
				b.ResetTimer()
				for b.Loop() {
					e.Count(s)
				}
				b.ReportMetric(library/ours, "x-library")
				b.ReportMetric(float64(len(part))/ours*1e3, "best-MB/s")
			})
		}
	}
}

// elapsed is how many nanoseconds f takes.
func elapsed(f func()) float64 {
	start := time.Now()
	f()
	return float64(time.Since(start))
}

// BenchmarkRun counts runs of 1 MB without a place to cut. double is
// time(2n)/time(n), the best of five each, and 2 when time is linear.
func BenchmarkRun(b *testing.B) {
	const n = 1 << 20
	for _, unit := range []string{"a", " ", "-", "\n", "中", "aB", "\u0301"} {
		b.Run(strconv.QuoteToASCII(unit), func(b *testing.B) {
			e := O200k()
			s := strings.Repeat(unit, n/len(unit))
			e.Count(unit)
			once, twice := math.Inf(1), math.Inf(1)
			for range 5 {
				once = min(once, elapsed(func() { e.Count(s) }))
				twice = min(twice, elapsed(func() { e.Count(s + s) }))
			}
			b.SetBytes(int64(len(s)))
			b.ResetTimer()
			for b.Loop() {
				e.Count(s)
			}
			b.ReportMetric(twice/once, "double")
			b.ReportMetric(once/1e6, "best-ms")
		})
	}
}

// BenchmarkLoad is the time from nothing to the first count.
func BenchmarkLoad(b *testing.B) {
	for _, file := range []string{"o200k_base.tiktoken", "cl100k_base.tiktoken"} {
		b.Run(file, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := readVocabulary(file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("classes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			newClasses()
		}
	})
}
