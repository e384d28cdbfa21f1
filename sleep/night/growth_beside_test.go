package night

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// ran is what a program took on a land, in processor time.
type ran struct {
	program                       string
	start, indexed, search, night time.Duration
	memory                        int64 // bytes, the most of the four
}

// beside runs the programs on copies of one land, whose session nobody slept over.
func beside(b *testing.B, name, session string) (list []ran) {
	b.Helper()
	for pair := range strings.SplitSeq(*programs, ",") {
		program, file, _ := strings.Cut(pair, "=")
		dir := b.TempDir()
		if err := os.CopyFS(dir, os.DirFS(name)); err != nil {
			b.Fatal(err)
		}
		r := ran{program: program}
		run := func(args ...string) time.Duration {
			c := exec.Command(file, append([]string{"--land", dir, "--offline"}, args...)...)
			c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "TZ=Europe/Berlin", "TERM=dumb"}
			if out, err := c.CombinedOutput(); err != nil {
				b.Fatalf("%s %v: %v\n%s", program, args, err, out)
			}
			r.memory = max(r.memory, mostMemory(c.ProcessState))
			return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		}
		r.start = run("status")
		r.indexed = run("memory", "search", "Clara violin Kyoto")
		r.search = run("memory", "search", "what did Farid move to Turin")
		r.night = run("sleep", "--session", session)
		list = append(list, r)
	}
	return list
}
