package tokens

import (
	"go/build"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// texts are what the benchmarks count, about 1 MB each; code and Markdown are
// those of the Go installation.
func texts(b *testing.B) map[string]string {
	b.Helper()
	m := map[string]string{
		"code":     gather(filepath.Join(runtime.GOROOT(), "src", "net"), ".go"),
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
// fast as tiktoken-go's EncodeOrdinary that is on the same text in the same run.
func BenchmarkCount(b *testing.B) {
	all := texts(b)
	for _, e := range encodings() {
		for name, s := range all {
			if s == "" {
				continue
			}
			b.Run(e.Name()+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				e.Count(s[:min(len(s), 1000)])
				part := repair(s[:1<<18])
				oracle := oracles()[e.Name()]
				best := 0.0
				for range 3 {
					lib := elapsed(func() { oracle.EncodeOrdinary(part) }) / float64(len(part))
					if best == 0 || lib < best {
						best = lib
					}
				}
				b.ResetTimer()
				for b.Loop() {
					e.Count(s)
				}
				b.ReportMetric(best*float64(len(s))/(float64(b.Elapsed())/float64(b.N)), "x-library")
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

// BenchmarkRun counts runs without a place to cut. double is time(2n)/time(n),
// which is 2 when time is linear.
func BenchmarkRun(b *testing.B) {
	const n = 1 << 20
	for _, unit := range []string{"a", " ", "-", "中", "aB"} {
		b.Run(unit, func(b *testing.B) {
			once, twice := strings.Repeat(unit, n/len(unit)), strings.Repeat(unit, 2*n/len(unit))
			b.SetBytes(n)
			e := O200k()
			e.Count("a")
			b.ResetTimer()
			for b.Loop() {
				e.Count(once)
			}
			each := float64(b.Elapsed()) / float64(b.N)
			double := 0.0
			for range 3 {
				if t := elapsed(func() { e.Count(twice) }); double == 0 || t < double {
					double = t
				}
			}
			b.ReportMetric(double/each, "double")
		})
	}
}

// BenchmarkLoad is the time from nothing to the first count.
func BenchmarkLoad(b *testing.B) {
	for _, file := range []string{"o200k_base.tiktoken", "cl100k_base.tiktoken"} {
		b.Run(file, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				readVocabulary(file)
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
