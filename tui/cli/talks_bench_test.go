//go:build unix && !race

package cli

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript/foreign/foreigntest"
)

var manyTalks = flag.Int("talks", 96, "how many talks BenchmarkYearsOfTalks imports and sleeps over; a large export has 1376")

// talkBytes is what a talk of an export has, on average.
const talkBytes = 36 << 10

// BenchmarkYearsOfTalks imports an export in two halves and sleeps over each. What the
// second half costs by the first is 1 where nights cost what is new.
func BenchmarkYearsOfTalks(b *testing.B) {
	for range b.N {
		dir := b.TempDir()
		var halves [2]spent
		var imported spent
		for i := range halves {
			file := filepath.Join(dir, "half.json")
			out, err := os.Create(file)
			if err != nil {
				b.Fatal(err)
			}
			e := foreigntest.Export{Talks: *manyTalks / 2, First: i * *manyTalks / 2, Bytes: *manyTalks / 2 * talkBytes, Seed: uint64(i + 1), Dense: true}
			if err := e.Write(out); err != nil {
				b.Fatal(err)
			}
			if err := out.Close(); err != nil {
				b.Fatal(err)
			}
			imported = imported.with(runs(b, dir, "import", file))
			halves[i] = runs(b, dir, "sleep", "--all")
		}
		sessions, state := sizeBelow(b, dir, land.SessionsDir), sizeBelow(b, dir, land.StateDir)
		b.ReportMetric(float64(halves[1].processor)/float64(halves[0].processor), "2nd/1st-half")
		b.ReportMetric(float64(imported.processor)/float64(halves[0].processor+halves[1].processor), "import/sleep")
		b.ReportMetric(float64(state)/float64(sessions), "state/sessions")
		b.ReportMetric(float64(imported.memory)/1e6, "MB-import")
		b.ReportMetric(float64(halves[1].memory)/1e6, "MB-sleep")
	}
}

// spent is what a run of the program took.
type spent struct {
	processor time.Duration
	memory    int64 // bytes, at most
}

func (s spent) with(o spent) spent {
	return spent{s.processor + o.processor, max(s.memory, o.memory)}
}

// runs runs the program on a land of its own folder.
func runs(b *testing.B, dir string, args ...string) spent {
	b.Helper()
	c := exec.Command("dormouse", args...)
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "DORMOUSE_LAND=" + filepath.Join(dir, "land"), "DORMOUSE_OFFLINE=true", "TZ=UTC", "TERM=dumb"}
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	u := c.ProcessState.SysUsage().(*syscall.Rusage)
	return spent{c.ProcessState.UserTime() + c.ProcessState.SystemTime(), int64(u.Maxrss) << 10}
}

func sizeBelow(b *testing.B, dir, folder string) (size int64) {
	b.Helper()
	err := filepath.WalkDir(filepath.Join(dir, "land", folder), func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}
