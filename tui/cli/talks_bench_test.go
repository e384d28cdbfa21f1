//go:build unix && !race

package cli

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/transcript/foreign/foreigntest"
)

var (
	manyTalks   = flag.String("talks", "96", "how many talks BenchmarkYearsOfTalks imports and sleeps over, `N,…`; a large export has 1376")
	performance = flag.Bool("performance", false, "write what BenchmarkYearsOfTalks measures into docs/performance.md")
)

// talkBytes is what a talk of an export has, on average.
const talkBytes = 36 << 10

// BenchmarkYearsOfTalks imports exports in two halves and sleeps over each. What the
// second half costs by the first is 1 where nights cost what is new. With -performance
// the last part of docs/performance.md is written.
func BenchmarkYearsOfTalks(b *testing.B) {
	var rows []years
	for many := range strings.SplitSeq(*manyTalks, ",") {
		talks, err := strconv.Atoi(many)
		if err != nil || talks < 2 {
			b.Fatalf("-talks %q: %v", *manyTalks, err)
		}
		b.Run(many, func(b *testing.B) {
			var y years
			for range b.N {
				y = liveTalks(b, talks)
			}
			rows = append(rows, y)
			b.ReportMetric(y.ratio(), "2nd/1st-half")
			b.ReportMetric(y.imported.processor.Seconds(), "s-import")
			b.ReportMetric((y.halves[0].processor + y.halves[1].processor).Seconds(), "s-sleep")
			b.ReportMetric(float64(y.state)/float64(y.sessions), "state/sessions")
			b.ReportMetric(float64(y.imported.memory)/1e6, "MB-import")
			b.ReportMetric(float64(y.halves[1].memory)/1e6, "MB-sleep")
		})
	}
	if *performance {
		writeTalks(b, rows)
	}
}

// years are so many talks, imported and slept over.
type years struct {
	talks           int
	imported        spent
	halves          [2]spent
	sessions, state int64 // bytes
}

// ratio is the time of the second half by that of the first.
func (y years) ratio() float64 {
	return float64(y.halves[1].processor) / float64(y.halves[0].processor)
}

func liveTalks(b *testing.B, talks int) years {
	b.Helper()
	dir := b.TempDir()
	y := years{talks: talks}
	for i := range y.halves {
		file := filepath.Join(dir, "half.json")
		out, err := os.Create(file)
		if err != nil {
			b.Fatal(err)
		}
		e := foreigntest.Export{Talks: talks / 2, First: i * talks / 2, Bytes: talks / 2 * talkBytes, Seed: uint64(i + 1), Dense: true}
		if err := e.Write(out); err != nil {
			b.Fatal(err)
		}
		if err := out.Close(); err != nil {
			b.Fatal(err)
		}
		y.imported = y.imported.with(runs(b, dir, "import", file))
		y.halves[i] = runs(b, dir, "sleep", "--all")
	}
	y.sessions, y.state = sizeBelow(b, dir, land.SessionsDir), sizeBelow(b, dir, land.StateDir)
	return y
}

// writeTalks writes the last part of docs/performance.md.
func writeTalks(b *testing.B, rows []years) {
	b.Helper()
	const file, heading = "../../docs/performance.md", "\n## Many talks at once\n"
	page, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	before, _, _ := strings.Cut(string(page), heading)
	var t strings.Builder
	t.WriteString(before + heading + "\nWritten by `go test ./tui/cli -run '^$' -bench YearsOfTalks -benchtime 1x -timeout 3h -args -performance -talks 216` (a large export has 1376): exports made by a\n" +
		"generator (36 kB a talk, the same bytes every time), imported in two halves, and slept over with `sleep --all` after each. In processor time of one run on one busy\n" +
		"machine; 1 is linear. A line of what such a talk leaves shares words with hundreds of others; it is compared with 64 of them at most, so that\n" +
		"nights grow dearer until there are so many; only the few of these that it could end, were the model sure of it, are read.\n\n" +
		"| talks | import | nights, first half | second half | second : first | .dormouse : sessions | memory, import | memory, nights |\n|---|---|---|---|---|---|---|---|\n")
	for _, y := range rows {
		fmt.Fprintf(&t, "| %d | %.0f s | %.0f s | %.0f s | %.2f | %.2f | %d MB | %d MB |\n", y.talks, y.imported.processor.Seconds(),
			y.halves[0].processor.Seconds(), y.halves[1].processor.Seconds(), y.ratio(), float64(y.state)/float64(y.sessions), y.imported.memory/1e6, y.halves[1].memory/1e6)
	}
	t.WriteString("\nWhat is made of a line alone (its words, a sketch of what it says, what it is worth) is remembered by runs of lines from night to night in one process, and\n" +
		"so is what the lines of a file say with their records; lines are found by lists of those that have a word, the rarest words first; files of records\n" +
		"are read again where they have changed. What is left in proportion to all of memory is listing its files and looking at each line's place once a night.\n")
	if err := os.WriteFile(file, []byte(t.String()), 0o644); err != nil {
		b.Fatal(err)
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
