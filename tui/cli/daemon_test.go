package cli

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

const (
	spokenAt   = "2026-11-21T09:00:00Z"
	anHourOn   = "2026-11-21T10:00:00Z"
	momentOn   = "2026-11-21T09:01:00Z"
	movedWords = "Ana moved to Bergen on 2026-11-02 and keeps two dogs."
)

// daemonLine is a line of `daemon --json`.
type daemonLine struct {
	Event, Session, Trigger, Depth, Model, Metrics string
	Engine, Degraded                               string
	Looks, Nights, Calls                           int
	Waiting                                        int `json:"waiting_messages"`
	Entries                                        []struct{ Path string }
}

// withoutRhythm keeps the hour of a land's own night, which hangs on the name of
// its folder, out of a test.
const withoutRhythm = "[sleep]\nrhythm_awake = \"24h\"\n"

func daemonLines(t *testing.T, out string) []daemonLine {
	t.Helper()
	var list []daemonLine
	for line := range strings.Lines(out) {
		var d daemonLine
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, d)
	}
	return list
}

func TestDaemonOnceSleepsOverWhatWasLeft(t *testing.T) {
	b := newBench(t)
	b.config(withoutRhythm)
	for _, words := range []string{movedWords, "The ferry to Aran leaves at 07:40."} {
		b.run(0, "-p", words, "--offline", "--now", spokenAt)
	}
	list := daemonLines(t, b.run(0, "daemon", "--once", "--json", "--offline", "--now", momentOn).out)
	if len(list) != 2 || list[0].Event != "begin" || list[0].Model != "offline/extractive" || list[1].Event != "end" || list[1].Waiting != 4 {
		t.Errorf("a minute later nothing is due: %+v", list)
	}
	list = daemonLines(t, b.run(0, "daemon", "--once", "--json", "--offline", "--now", anHourOn).out)
	if len(list) != 4 || list[3].Nights != 2 || list[3].Looks != 1 || list[3].Waiting != 0 {
		t.Fatalf("an hour later: %+v", list)
	}
	for _, n := range list[1:3] {
		if n.Event != "night" || n.Session == "" || n.Trigger != "idle" || n.Depth != "deep" || len(n.Entries) == 0 {
			t.Errorf("night: %+v", n)
		}
	}
	if out := b.run(0, "memory", "search", "Bergen").out; !strings.Contains(out, "Ana moved to Bergen") {
		t.Errorf("remembered: %s", out)
	}
	r := b.run(0, "daemon", "--once", "--offline", "--now", anHourOn)
	if r.out != "" || !strings.HasSuffix(r.err, "ended after 1 look and 0 nights\n") {
		t.Errorf("again: %q %q", r.out, r.err)
	}
	b.run(0, "memory", "check")
}

func TestDaemonLivesUntilToldToStop(t *testing.T) {
	b := newBench(t)
	b.config(withoutRhythm)
	b.run(0, "-p", movedWords, "--offline", "--now", spokenAt)
	c := b.command("daemon", "--offline", "--metrics", "127.0.0.1:0", "--now", anHourOn)
	seen := newWatch("slept (idle)")
	c.Stderr = seen
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	select {
	case <-seen.found:
	case <-time.After(patience):
		t.Fatalf("no night: %s", seen.String())
	}
	if r := b.run(4, "daemon", "--offline"); !strings.Contains(r.err, "a daemon lives on this land already") {
		t.Errorf("a second one: %s", r.err)
	}
	b.run(0, "-p", "Where did Ana move to?", "--offline") // the rest works beside it
	resp, err := http.Get(regexp.MustCompile(`http://\S+`).FindString(seen.String()))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	p := expfmt.NewTextParser(model.UTF8Validation)
	families, err := p.TextToMetricFamilies(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if n := families["dormouse_sleep_cycles_total"].GetMetric()[0].GetCounter().GetValue(); n != 1 || len(families) != 10 {
		t.Errorf("%v nights, %d metrics", n, len(families))
	}
	told := time.Now()
	c.Process.Signal(syscall.SIGTERM)
	if err := c.Wait(); c.ProcessState.ExitCode() != 143 {
		t.Errorf("after SIGTERM: %v\n%s", err, seen.String())
	}
	alone := time.Since(told) < grace // on a busy machine it may be ended where it stands, and has no time for words
	if n := strings.Count(seen.String(), "\n"); alone && (n != 3 || !strings.Contains(seen.String(), "ended after ")) {
		t.Errorf("%d lines:\n%s", n, seen.String())
	}
	b.run(0, "daemon", "--once", "--offline") // the lock is free
}

// With a model the daemon's nights ask it, and a deep one reflects, once each; a
// provider that is out of order leaves the night to the offline engine.
func TestDaemonSleepsWithAModel(t *testing.T) {
	b := newBench(t)
	b.config(withoutRhythm)
	f := newFake(t)
	f.will(says(dreamt), says(`{"insights":[]}`))
	file := filepath.Join(b.dir, "talk.jsonl")
	if err := os.WriteFile(file, jsonLines(talk(60)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(0, "--offline", "import", file)
	b.run(0, "-p", movedWords, "--offline", "--now", "2026-04-01T09:00:00Z")
	list := daemonLines(t, b.run(0, f.ask("daemon", "--once", "--json", "--window", "32k", "--now", "2026-04-01T12:00:00Z")...).out)
	if len(list) != 4 || list[1].Event != "night" || list[2].Event != "night" {
		t.Fatalf("%+v", list)
	}
	first, second := list[1], list[2]
	if first.Engine != "model" || first.Calls != 2 || first.Degraded != "" || len(f.sent()) < 2 {
		t.Errorf("the first night: %+v, %d requests", first, len(f.sent()))
	}
	if second.Engine != "offline" || second.Degraded == "" || len(second.Entries) == 0 {
		t.Errorf("when the provider has nothing more to say: %+v", second)
	}
	if text, err := os.ReadFile(filepath.Join(b.land, "MEMORY.md")); err != nil || strings.Contains(string(text), "submarines") || !strings.Contains(string(text), "lease in Oslo") {
		t.Errorf("invented: %v\n%s", err, text)
	}
	b.run(0, "memory", "check")
}

func TestDaemonRefusesToBeSeenFromOutside(t *testing.T) {
	b := newBench(t)
	for _, addr := range []string{"0.0.0.0:9188", ":9188", "192.168.1.4:9188", "9188"} {
		if r := b.run(2, "daemon", "--metrics", addr); !strings.Contains(r.err, "--metrics") || !strings.Contains(r.err, "hint: ") {
			t.Errorf("%s: %s", addr, r.err)
		}
	}
	if _, err := os.Stat(b.land); err == nil {
		t.Error("a land was made")
	}
}

// The files for systemd and launchd call the program with flags that it has.
func TestServiceFilesRunTheDaemon(t *testing.T) {
	b := newBench(t)
	for name, command := range map[string]string{
		"dormouse.service":   `(?m)^ExecStart=\S+/dormouse (.*)$`,
		"org.dormouse.plist": `(?s)/dormouse</string>(.*?)</array>`,
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(command).FindStringSubmatch(string(text))
		if found == nil {
			t.Fatalf("%s names no command", name)
		}
		args := strings.Fields(regexp.MustCompile(`</?string>`).ReplaceAllString(found[1], " "))
		if args[0] != "daemon" {
			t.Errorf("%s runs %q", name, args)
		}
		b.run(0, append(args, "--once")...)
	}
}
