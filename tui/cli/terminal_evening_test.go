package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestTerminalFirstEvening does what docs/tutorial.md says, in terminals of three
// sizes, on a light and a dark theme and without colour.
func TestTerminalFirstEvening(t *testing.T) {
	for _, tt := range []struct {
		width, height int
		theme         string
		colours       string // that the screen must hold; "" for none at all
	}{
		{60, 20, "dark", "\x1b[38;5;"},
		{100, 30, "light", "\x1b[38;5;"},
		{200, 60, "none", ""},
	} {
		t.Run(fmt.Sprintf("%dx%d-%s", tt.width, tt.height, tt.theme), func(t *testing.T) {
			t.Parallel()
			b := newBench(t).with("DORMOUSE_OFFLINE=true", "COLORTERM=truecolor")
			b.config("[tui]\ntheme = \"" + tt.theme + "\"\n")
			x := newTerminal(b, tt.width, tt.height)
			x.start()
			x.see("offline/extractive", "Memory lives")
			x.evening(t)
			coloured := x.tmux("capture-pane", "-pe")
			if tt.colours == "" && regexp.MustCompile("\x1b\\[[0-9;]*[34]8;").MatchString(coloured) || !strings.Contains(coloured, tt.colours) {
				t.Errorf("colours of %s:\n%q", tt.theme, coloured)
			}
			for line := range strings.Lines(x.screen()) {
				if ansi.StringWidth(strings.TrimSuffix(line, "\n")) > tt.width {
					t.Errorf("wider than the screen: %q", line)
				}
			}
			x.say("/quit")
			x.ended()
		})
	}
}

// evening is the part of the tutorial before the screen.
func (x *terminal) evening(t *testing.T) {
	x.say("I moved to Oslo on 2 November and work as a nurse at Ulleval hospital.")
	x.see("The next sleep keeps")
	x.say("remember that I am allergic to hazelnuts")
	x.see("Remembered")
	x.say("The dentist is on 14 January at 10:15, Dr. Vik.")
	x.see("14 January")
	x.say("When is the dentist?")
	x.see("Dr. Vik. —")
	x.command("/sleep")
	x.see("slept:", "shows what was kept")
	x.command("/nights")
	x.see("context, % of the window", "2 entries · ask")
	x.escape()
	x.see("slept:")

	x.say("/memory dentist")
	x.see("/ dentist", "Events", "14 January")
	x.press("M-w")
	x.see("why ^", "It rests on")
	x.escape()
	x.see("/ dentist", "Events")
	x.press("DC")
	x.see("forget this?")
	x.press("Enter")
	x.see("forgotten", "takes it back")
	x.press("C-c")
	x.see("slept:")
	memory := func() string {
		text, err := os.ReadFile(filepath.Join(x.land, "MEMORY.md"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if strings.Contains(memory(), "dentist") {
		t.Errorf("not forgotten:\n%s", memory())
	}
	x.command("/undo") // the forgetting
	x.see("the write is taken back")
	if !strings.Contains(memory(), "dentist") {
		t.Errorf("not brought back:\n%s", memory())
	}
	x.command("/undo") // the night
	x.until("the night taken back", func(s string) bool { return regexp.MustCompile(`night \w+ is taken back`).MatchString(joined(s)) })
	if text := memory(); strings.Contains(text, "dentist") || !strings.Contains(text, "hazelnuts") {
		t.Errorf("the night is not taken back:\n%s", text)
	}
	x.press("C-f")
	x.see("find in this talk")
	x.tmux("send-keys", "-l", "nurse")
	x.see("/ nurse", "I moved to Oslo")
	x.press("Enter")
	x.see("▌ I moved to Oslo")
	x.escape()
	x.say("/context")
	x.see("context", "reserve", "instructions")
	x.escape()
	x.see(">")
}

// TestTerminalNewKeepsTheModel: who answers was chosen for the sitting.
func TestTerminalNewKeepsTheModel(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	x := newTerminal(b, 80, 24)
	x.start("--base-url", "http://127.0.0.1:1/v1", "--model", "own/model", "--window", "8k")
	x.see("own/model")
	x.command("/model offline/extractive")
	x.see("offline/extractive", "answers from now on")
	x.say("/new")
	x.see("offline/extractive answers: asked for by name")
	x.press("C-d")
	x.ended()
}

// TestPlainFirstEvening is the same without a screen, line by line.
func TestPlainFirstEvening(t *testing.T) {
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	c := exec.Command("dormouse", "--plain")
	c.Env, c.Dir = b.env, b.dir
	c.Stdin = strings.NewReader(strings.Join([]string{
		"The dentist is on 14 January at 10:15, Dr. Vik.",
		"remember that I am allergic to hazelnuts", "/sleep", "/nights", "/forget MEMORY.md:5", "/undo", "/undo", "/context", "/quit",
	}, "\n") + "\n")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	at := 0
	for _, want := range []string{"14 January", "Remembered", "slept:", "asked", "forgotten MEMORY.md", "taken back", "taken back", "system, "} {
		i := strings.Index(string(out[at:]), want)
		if i < 0 {
			t.Fatalf("no %q after %q:\n%s", want, out[:at], out[at:])
		}
		at += i + len(want)
	}
	if strings.Contains(string(out), "\x1b") {
		t.Errorf("control sequences:\n%q", out)
	}
	text, err := os.ReadFile(filepath.Join(b.land, "MEMORY.md"))
	if err != nil || !strings.Contains(string(text), "hazelnuts") || strings.Contains(string(text), "dentist") {
		t.Errorf("%s, %v", text, err)
	}
}
