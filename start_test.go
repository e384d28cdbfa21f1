//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormouse/runtime/llm/apitest"
)

// BenchmarkStart measures the real program from exec: to its version, and to the
// first frame of the chat on a terminal that answers no query, each as a ratio
// to running /bin/true in the same run. It builds the program once.
func BenchmarkStart(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "dormouse")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	nothing := best(b, func() { run1(b, exec.Command("/bin/true")) })
	report := func(b *testing.B, took time.Duration) {
		b.ReportMetric(float64(took.Microseconds())/1000, "ms")
		b.ReportMetric(float64(took)/float64(nothing), "x-true")
		b.ReportMetric(0, "ns/op")
	}
	b.Run("version", func(b *testing.B) {
		for b.Loop() {
			report(b, best(b, func() { run1(b, exec.Command(binary, "version")) }))
		}
	})
	b.Run("path", func(b *testing.B) {
		for b.Loop() {
			report(b, best(b, func() { run1(b, exec.Command(binary, "path")) }))
		}
	})
	b.Run("prompt", func(b *testing.B) { prompt(b, binary) })
	b.Run("first-frame", func(b *testing.B) {
		var rss int64
		for b.Loop() {
			report(b, best(b, func() { rss = max(rss, firstFrame(b, binary)) }))
		}
		b.ReportMetric(float64(rss)/1024, "MB-rss")
	})
}

// mostInit is what packages may allocate before main begins, in bytes and times: the
// parser of Markdown and little else. A library that reads
// its data then costs every start, of version and completion, too.
const mostInitBytes, mostInitAllocs = 700_000, 4500

// TestNothingIsReadBeforeItIsNeeded counts what the program's packages do before
// main. Counts are the same on every machine.
func TestNothingIsReadBeforeItIsNeeded(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "dormouse")
	build := exec.Command("go", "build", "-trimpath", "-o", binary, ".") // as make build does, which has compiled it all then
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	c := exec.Command(binary, "version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var traced bytes.Buffer
	c.Stderr = &traced
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	bytes, allocs, most, dearest := 0, 0, 0, ""
	for line := range strings.Lines(traced.String()) {
		var name, at, clock string
		var size, n int
		if _, err := fmt.Sscanf(line, "init %s %s ms, %s ms clock, %d bytes, %d allocs", &name, &at, &clock, &size, &n); err != nil {
			continue
		}
		if bytes, allocs = bytes+size, allocs+n; size > most {
			most, dearest = size, name
		}
	}
	t.Logf("%d bytes in %d allocations", bytes, allocs)
	if bytes == 0 || bytes > mostInitBytes || allocs > mostInitAllocs {
		t.Errorf("before main: %d bytes in %d allocations, want some, and at most %d in %d; most of them in %s", bytes, allocs, mostInitBytes, mostInitAllocs, dearest)
	}
}

// prompt measures one turn against a server on this machine, from exec to the end,
// as a ratio to what curl takes for the same answer.
func prompt(b *testing.B, binary string) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		b.Skip("no curl here")
	}
	s := &apitest.Server{Dialect: apitest.Chat, Model: "m", Window: 32000, Reply: 4000,
		Say: func(apitest.Asked) apitest.Answer { return apitest.Answer{Text: "Hello there."} }}
	web := httptest.NewServer(s)
	defer web.Close()
	home := b.TempDir()
	asks := func() {
		c := exec.Command(binary, "--base-url", web.URL+"/v1", "--model", "local/m", "--window", "32k", "-p", "hello")
		c.Env = []string{"HOME=" + home, "TZ=UTC"}
		run1(b, c)
	}
	asks() // the land is made
	for b.Loop() {
		other := best(b, func() {
			run1(b, exec.Command(curl, "-sN", "-d", `{"model":"m","stream":true,"max_tokens":9,"messages":[{"role":"user","content":"hello"}]}`, web.URL+"/v1/chat/completions"))
		})
		own := best(b, asks)
		b.ReportMetric(float64(own.Microseconds())/1000, "ms")
		b.ReportMetric(float64(own)/float64(other), "x-curl")
		b.ReportMetric(0, "ns/op")
	}
}

func best(b *testing.B, f func()) time.Duration {
	b.Helper()
	shortest := time.Hour
	for range 7 {
		begun := time.Now()
		f()
		shortest = min(shortest, time.Since(begun))
	}
	return shortest
}

func run1(b *testing.B, c *exec.Cmd) {
	b.Helper()
	if err := c.Run(); err != nil {
		b.Fatal(err)
	}
}

// firstFrame starts the chat on a terminal of its own and returns when its
// prompt is drawn. The result is the peak memory in kB.
func firstFrame(b *testing.B, binary string) int64 {
	b.Helper()
	c, master := chat(b, binary, b.TempDir())
	defer master.Close()
	c.Process.Kill()
	c.Wait()
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss
}

// chat starts the chat with the built-in engine on a terminal of its own, and returns
// when its prompt is drawn.
func chat(tb testing.TB, binary, home string) (c *exec.Cmd, master *os.File) {
	tb.Helper()
	master, name := terminal(tb)
	slave, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	c = exec.Command(binary, "--land", filepath.Join(home, "land"), "--offline")
	c.Env = []string{"HOME=" + home, "TERM=xterm-256color", "TZ=UTC"}
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
	slave.Close()
	var seen bytes.Buffer
	buf := make([]byte, 1<<16)
	for !strings.Contains(seen.String(), "shows keys") {
		n, err := master.Read(buf)
		if err != nil {
			tb.Fatalf("%v before the first frame:\n%q", err, seen.String())
		}
		seen.Write(buf[:n])
	}
	return c, master
}

// mostOpen is what an open chat may take of memory, in kB, a moment after it has
// answered.
const mostOpen = 45_000

// TestOpenChatIsLight talks to the built-in engine, and looks at what the program takes
// when it is quiet again.
func TestOpenChatIsLight(t *testing.T) {
	binary, home := filepath.Join(t.TempDir(), "dormouse"), t.TempDir()
	build := exec.Command("go", "build", "-trimpath", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	c, master := chat(t, binary, home)
	defer master.Close()
	defer c.Wait()
	defer c.Process.Kill()
	go io.Copy(io.Discard, master) // ends with the terminal
	const said = 50
	for i := range said {
		who, where := []string{"Ana", "Bram", "Cleo", "Dario"}[i%4], []string{"Oslo", "Porto", "Turin", "Lyon", "Graz"}[i%5]
		line := []string{"My friend %s lives in %s and works as a nurse there.", "Where does %s live, is it %s?", "Please remember that %s ships the release from %s."}[i%3]
		fmt.Fprintf(master, line+"\r", who, where)
		waitUntil(t, "an answer", func() bool { return answers(home) > i })
	}
	waitUntil(t, fmt.Sprintf("less than %d kB", mostOpen), func() bool { return resident(t, c.Process.Pid) < mostOpen })
	t.Logf("%d kB after %d messages", resident(t, c.Process.Pid), said)
}

// waitUntil looks again until something is so.
func waitUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	for range 1500 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("no %s in 15 s", what)
}

// answers is how many the land has of the program.
func answers(home string) (n int) {
	logs, _ := filepath.Glob(filepath.Join(home, "land", "sessions", "*.jsonl"))
	for _, name := range logs {
		text, _ := os.ReadFile(name)
		n += strings.Count(string(text), `"role":"assistant"`)
	}
	return n
}

// resident is what a process has in memory, in kB.
func resident(t *testing.T, pid int) (kB int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	fmt.Sscan(rest, &kB)
	return kB
}

// terminal opens a pseudo terminal of 80×24.
func terminal(b testing.TB) (master *os.File, name string) {
	b.Helper()
	m, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		b.Skipf("no pseudo terminal here: %v", err)
	}
	if err := unix.IoctlSetPointerInt(int(m.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		b.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(m.Fd()), unix.TIOCGPTN)
	if err != nil {
		b.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(m.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}); err != nil {
		b.Fatal(err)
	}
	return m, fmt.Sprintf("/dev/pts/%d", n)
}
