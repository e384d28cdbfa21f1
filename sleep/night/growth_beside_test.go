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

// rounds is how often each program runs: a busy machine makes some of them dearer, and
// none cheaper.
const rounds = 3

// beside runs the programs by turns on copies of one land, whose session nobody slept
// over. What each took is the least of all rounds.
func beside(b *testing.B, name, session string) (list []ran) {
	b.Helper()
	for range rounds {
		for i, pair := range strings.Split(*programs, ",") {
			program, file, _ := strings.Cut(pair, "=")
			r := once(b, file, name, session)
			r.program = program
			if i == len(list) {
				list = append(list, r)
			}
			list[i] = list[i].least(r)
			b.Logf("%+v", r)
		}
	}
	return list
}

// least is the least of two runs of one program, part by part.
func (r ran) least(o ran) ran {
	return ran{program: r.program, start: min(r.start, o.start), indexed: min(r.indexed, o.indexed), search: min(r.search, o.search), night: min(r.night, o.night), memory: min(r.memory, o.memory)}
}

// once runs one program on a copy of the land.
func once(b *testing.B, file, name, session string) (r ran) {
	b.Helper()
	dir, err := os.MkdirTemp("", "land")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, os.DirFS(name)); err != nil {
		b.Fatal(err)
	}
	run := func(args ...string) time.Duration {
		c := exec.Command(file, append([]string{"--land", dir, "--offline"}, args...)...)
		c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "TZ=Europe/Berlin", "TERM=dumb"}
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%s %v: %v\n%s", file, args, err, out)
		}
		r.memory = max(r.memory, mostMemory(c.ProcessState))
		return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
	r.start = run("status")
	r.indexed = run("memory", "search", "Clara violin Kyoto")
	r.search = run("memory", "search", "what did Farid move to Turin")
	for range rounds {
		r.search = min(r.search, run("memory", "search", "what did Farid move to Turin"))
	}
	r.night = run("sleep", "--session", session)
	return r
}
