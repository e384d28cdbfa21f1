package tui_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// castFile is one minute of the program, for asciinema.
const castFile = "../docs/evening.cast"

// cast is a recording of a terminal (asciinema v2): what changed on the screen, line by
// line, and when. The screens are those of a real run; the times are a person's, so that
// a slow machine makes no slow film.
type cast struct {
	*screenshot
	out   bytes.Buffer
	at    float64 // seconds
	shown []string
}

// hold lets the screen stand for some seconds, once it shows what it must.
func (c *cast) hold(seconds float64, needle string) {
	c.t.Helper()
	c.wait(needle)
	c.rest()
	c.frame()
	c.at += seconds
}

// rest waits until the screen stays as it is.
func (c *cast) rest() {
	for last := ""; ; {
		now := c.tmux("capture-pane", "-pe")
		if now == last {
			return
		}
		last = now
		time.Sleep(200 * time.Millisecond)
	}
}

// write types a text, some letters at a time.
func (c *cast) write(text string) {
	c.t.Helper()
	for _, part := range regexp.MustCompile(`.{1,9}`).FindAllString(text, -1) {
		c.tmux("send-keys", "-l", part)
		c.hold(0.4, strings.TrimSpace(part))
	}
}

// say types a text and sends it.
func (c *cast) say(text string, seconds float64, answer string) {
	c.t.Helper()
	c.write(text)
	c.at += 0.5
	c.press(seconds, answer, "Enter")
}

func (c *cast) press(seconds float64, needle string, keys ...string) {
	c.t.Helper()
	c.tmux(append([]string{"send-keys"}, keys...)...)
	c.hold(seconds, needle)
}

// frame writes the lines that are others than before.
func (c *cast) frame() {
	var b strings.Builder
	p, lines := pen{}, strings.Split(strings.TrimRight(strings.ReplaceAll(c.tmux("capture-pane", "-pe"), c.home, "~"), "\n"), "\n")
	for i, line := range lines {
		whole := p.sequence() + line // tmux goes on with what the line above ended with
		for _, m := range regexp.MustCompile("\x1b\\[([0-9;:]*)m").FindAllStringSubmatch(line, -1) {
			p = p.apply(strings.FieldsFunc(m[1], func(r rune) bool { return r == ';' || r == ':' }))
		}
		if i >= len(c.shown) {
			c.shown = append(c.shown, "")
		}
		if c.shown[i] != whole {
			c.shown[i] = whole
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[0m%s\x1b[0m\x1b[K", i+1, whole)
		}
	}
	if b.Len() > 0 {
		c.event(b.String())
	}
}

// sequence sets a pen.
func (p pen) sequence() string {
	codes := ""
	for _, s := range []struct {
		on   bool
		code string
	}{{p.bold, ";1"}, {p.dim, ";2"}, {p.italic, ";3"}, {p.underline, ";4"}, {p.reverse, ";7"}} {
		if s.on {
			codes += s.code
		}
	}
	for _, colour := range []struct{ hex, code string }{{p.fg, ";38;2"}, {p.bg, ";48;2"}} {
		var r, g, b int
		if n, _ := fmt.Sscanf(colour.hex, "#%02x%02x%02x", &r, &g, &b); n == 3 {
			codes += fmt.Sprintf("%s;%d;%d;%d", colour.code, r, g, b)
		}
	}
	if codes == "" {
		return ""
	}
	return "\x1b[" + codes[1:] + "m"
}

func (c *cast) event(text string) {
	line, err := json.Marshal([]any{math.Round(c.at*100) / 100, "o", text})
	if err != nil {
		c.t.Fatal(err)
	}
	c.out.Write(append(line, '\n'))
}

// TestCastIsTaken takes the cast from a real run in tmux, beside the pictures.
func TestCastIsTaken(t *testing.T) {
	if *pictures == "" {
		t.Skip("the cast is taken by `make pictures`")
	}
	c := &cast{screenshot: talkOfTheBoats(t)}
	c.event("\x1b[?25l\x1b[2J")
	c.hold(3, "/4,000")
	c.say("When is the dentist?", 4, "14 January at 10:15")
	c.say("The life raft is borrowed and goes back on 10 August.", 4, "10 August 2027")
	c.say("remember that I am allergic to hazelnuts", 3, "Remembered")
	c.say("What do we pay for the blue boat?", 7, "slept:")
	c.press(3, "take it back:", "C-o")
	c.press(7, "☾ slept:", "M-Up")
	c.say("/memory boat", 4, "MEMORY.md:6 Facts")
	c.press(7, "It rests on:", "M-w")
	c.tmux("send-keys", "-l", "\x1b[27u")
	c.hold(2, "MEMORY.md:6 Facts")
	c.press(2, "☾ slept:", "C-c") // back to the talk
	c.say("/nights", 8, "context, % of the window")
	c.event("\x1b[?25h")
	head, err := json.Marshal(map[string]any{"version": 2, "width": 92, "height": 30, "title": "Dormouse: a night", "env": map[string]string{"TERM": "xterm-256color"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(castFile, append(append(head, '\n'), c.out.Bytes()...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// play gives the screens of a cast in their order, and how long it takes.
func play(t *testing.T, text []byte) (screens []string, seconds float64) {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	var head struct{ Version, Width, Height int }
	if err := json.Unmarshal(lines[0], &head); err != nil || head.Version != 2 || head.Width == 0 {
		t.Fatalf("header: %v %s", err, lines[0])
	}
	rows := make([]string, head.Height+1)
	part := regexp.MustCompile("\x1b\\[([0-9]+);1H([^\n]*?)\x1b\\[K")
	for _, line := range lines[1:] {
		var event []any
		if err := json.Unmarshal(line, &event); err != nil || len(event) != 3 || event[1] != "o" {
			t.Fatalf("event: %v %s", err, line)
		}
		at, _ := event[0].(float64)
		if at < seconds {
			t.Fatalf("time goes back: %s", line)
		}
		seconds = at
		out, _ := event[2].(string)
		for _, m := range part.FindAllStringSubmatch(out, -1) {
			row, err := strconv.Atoi(m[1])
			if err != nil || row >= len(rows) {
				t.Fatalf("row %s of %d", m[1], head.Height)
			}
			rows[row] = regexp.MustCompile("\x1b\\[[0-9;:]*m").ReplaceAllString(m[2], "")
		}
		screens = append(screens, strings.Join(rows, "\n"))
	}
	return screens, seconds
}

// TestCastShowsWhatTheREADMESays: a night from 80 % of the window to under half of it,
// where a line comes from, and the nights in time, in about a minute.
func TestCastShowsWhatTheREADMESays(t *testing.T) {
	text, err := os.ReadFile(castFile)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > 150_000 {
		t.Errorf("%d bytes", len(text))
	}
	screens, seconds := play(t, text)
	if seconds < 45 || seconds > 90 {
		t.Errorf("it takes %.0f seconds", seconds)
	}
	share := regexp.MustCompile(`~?(\d+)% · ~?[\d,]+/4,000`)
	before, after, seen := 0, 100, map[string]bool{}
	for _, s := range screens {
		for _, what := range []string{"14 January at 10:15", "take it back: /undo", "why ^", "It rests on:", "context, % of the window"} {
			seen[what] = seen[what] || strings.Contains(s, what)
		}
		if m := share.FindStringSubmatch(s); m != nil {
			n, _ := strconv.Atoi(m[1])
			if strings.Contains(s, "slept:") {
				after = min(after, n)
			} else if after == 100 {
				before = max(before, n)
			}
		}
		if strings.Contains(s, "/tmp/") || strings.Contains(s, "/home/") {
			t.Fatalf("a folder of the machine that took it:\n%s", s)
		}
	}
	if before < 75 || after >= 50 {
		t.Errorf("from %d%% to %d%%", before, after)
	}
	for what, there := range seen {
		if !there {
			t.Errorf("it never shows %q", what)
		}
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil || !strings.Contains(string(readme), "docs/evening.cast") {
		t.Errorf("the README does not name it: %v", err)
	}
}
