package night

import (
	"os"
	goruntime "runtime"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/summarize"
)

// grown is one row of the measurement.
type grown struct {
	nights, lived   int           // of the nights that were not lived, see pass
	every           time.Duration // of the last tenth of the nights, each
	written         int64         // bytes, the same
	memory, kept    int64         // bytes in use after a collection; bytes in .dormouse
	said            int64         // bytes of sessions
	first           time.Duration
	firstWritten    int64
	halves          float64 // time of the second half by that of the first
	writtenInHalves float64
	beside          []ran
}

// Of a land that has seen more nights than mostLived, the last are lived.
const (
	mostLived = 100
	lastLived = 20
)

// grow lives so many days, or the last of them.
func grow(b *testing.B, nights int, strategy summarize.Strategy) grown {
	b.Helper()
	name := b.TempDir()
	dir, err := disk.OpenDir(name)
	if err != nil {
		b.Fatal(err)
	}
	defer dir.Close()
	g := newGrowing(b, dir, strategy)
	lived := nights
	if nights > mostLived {
		lived = lastLived
		began := time.Now()
		g.pass(b, nights-lived)
		b.Logf("%d nights passed in %s", nights-lived, time.Since(began))
	}
	took, wrote := make([]time.Duration, lived), make([]int64, lived)
	for i := range took {
		began := busy()
		wrote[i] = g.night(b)
		took[i] = busy() - began
	}
	tenth := max(1, lived/10)
	r := grown{nights: nights, lived: lived, said: g.said}
	r.every, r.written = total(took[lived-tenth:])/time.Duration(tenth), total(wrote[lived-tenth:])/int64(tenth)
	r.first, r.firstWritten = total(took[:tenth])/time.Duration(tenth), total(wrote[:tenth])/int64(tenth)
	r.halves = float64(total(took[lived/2:])) / float64(total(took[:lived/2]))
	r.writtenInHalves = float64(total(wrote[lived/2:])) / float64(total(wrote[:lived/2]))
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	r.memory = int64(m.HeapInuse)
	r.kept = sizeOf(b, dir, land.StateDir)
	if *programs != "" {
		session, _ := g.talk(b)
		r.beside = beside(b, name, session)
	}
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
// first. With -performance the table and the chart of docs/performance.md are written,
// land by land.
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
		if *performance {
			const file = "../../docs/performance.md"
			was, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(file, []byte(updated(string(was), rows)), 0o644)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
