package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// moment is one step of the first evening: what a person does, and what they must see
// then. page is what the first line of a page says; without it the talk is seen.
type moment struct {
	name string
	do   func(x *terminal)
	page string
	want []string
}

// keystrokes are keys by tmux's names.
func keystrokes(keys ...string) func(*terminal) {
	return func(x *terminal) { x.press(keys...) }
}

// back is Esc.
func back(x *terminal) { x.escape() }

// typed is a text that is typed and sent, once nothing else goes on.
func typed(text string) func(*terminal) {
	return func(x *terminal) {
		x.idle()
		x.write(text)
		x.press("Enter")
	}
}

// letters are typed where there is no input line.
func letters(text string) func(*terminal) {
	return func(x *terminal) { x.tmux("send-keys", "-l", text) }
}

// startAt is when the evening begins, so that every day in it is the same.
const startAt = "2026-11-22T18:10:00Z"

// firstEvening is what docs/tutorial.md says and a little more, in the order in which
// it is done.
var firstEvening = []moment{
	{"start", func(x *terminal) { x.start("--now", startAt) }, "", []string{"offline/extractive answers", "/connect connects a model", "Memory lives in", "? shows keys"}},
	{"connect", typed("/connect"), "connect a model", []string{"Anthropic", "another server", "esc closes"}},
	{"leave it", back, "", []string{"offline/extractive answers"}},
	{"help", keystrokes("?"), "keys and commands", []string{"break the line", "quit, on an empty input", "esc closes"}},
	{"leave the help", back, "", []string{"offline/extractive answers"}},
	{"a command half typed", letters("/nig"), "", []string{"› /nights", "all nights, with a chart", "> /nig"}},
	{"cleared", keystrokes("C-c"), "", []string{"offline/extractive answers"}},
	{"mistyped", typed("/nihgts"), "", []string{"there is no command /nihgts", "did you mean /nights?"}},

	{"say", typed("I moved to Oslo on 2 November and work as a nurse at Ulleval hospital."), "", []string{"│ I moved to Oslo", "The next sleep keeps"}},
	{"remember", typed("remember that I am allergic to hazelnuts"), "", []string{"Remembered: I am allergic to hazelnuts", "takes it back"}},
	{"say more", typed("The dentist is on 14 January at 10:15, Dr. Vik."), "", []string{"14 January 2027"}},
	{"ask", typed("When is the dentist?"), "", []string{"│ When is the dentist?", "Dr. Vik. — you"}},
	{"context", typed("/context"), "context", []string{"instructions", "reserve", "a night is due from", "used: an estimate"}},
	{"leave the context", back, "", []string{"│ When is the dentist?"}},
	{"find", func(x *terminal) { x.press("C-f"); letters("nurse")(x) }, "find in this talk", []string{"/ nurse", "› I moved to Oslo", "you", "esc closes"}},
	{"found", keystrokes("Enter"), "", []string{"▌ I moved to Oslo"}},
	{"leave it there", back, "", []string{"│ When is the dentist?"}},

	{"sleep", typed("/sleep"), "", []string{"☾ slept:", "2 remembered", "/undo takes it back"}},
	{"unfold it", keystrokes("C-o"), "", []string{"+ The dentist is on 14 January at 10:15, Dr. Vik", "why: asked for by the person", "take it back: /undo"}},
	{"fold it", keystrokes("C-o"), "", []string{"ctrl+o shows what was kept"}},
	{"why by a word", typed("/why hazelnuts"), "why ^", []string{"I am allergic to hazelnuts", "Saved in this session", "esc closes"}},
	{"leave that why", back, "", []string{"☾ slept:"}},
	{"nights", typed("/nights"), "nights", []string{"context, % of the window", "2 entries", "esc closes"}},
	{"leave the nights", back, "", []string{"☾ slept:"}},
	{"memory", typed("/memory dentist"), "memory", []string{"/ dentist", "› MEMORY.md:", "Events", "The dentist is on 14 January at 10:15, Dr. Vik", "esc clears"}},
	{"why", keystrokes("M-w"), "why ^", []string{"Remembered by night", "It rests on:", "user", "esc closes"}},
	{"leave why", back, "memory", []string{"/ dentist", "› MEMORY.md:"}},
	{"forget", keystrokes("DC"), "forget this?", []string{"- The dentist is on 14 January", "brings it back", "enter forgets it"}},
	{"forgotten", keystrokes("Enter"), "memory", []string{"forgotten", "takes it back"}},
	{"leave the memory", keystrokes("C-c"), "", []string{"☾ slept:"}},
	{"undo", typed("/undo"), "", []string{"removed “The dentist is on 14 January at 10:15, Dr. Vik” is taken back: MEMORY.md"}},
	{"undo the night", typed("/undo"), "", []string{"night 01", "is taken back: MEMORY.md, memory/2026-11-22.md"}},
	{"sleep again", typed("/sleep"), "", []string{"2 remembered ctrl+o shows what was kept"}},
	{"sessions", typed("/sessions"), "sessions", []string{"1 of 1", "› I moved to Oslo", "2026-11-22", "esc closes"}},
	{"leave the sessions", back, "", []string{"☾ slept:"}},
}

// fault says what is wrong with a screen that must show a moment, nil for nothing:
// what a person must see is there and whole, and all stands where it belongs.
func (m moment) fault(screen string, width, height int) error {
	lines := strings.Split(strings.TrimSuffix(screen, "\n"), "\n")
	for _, w := range m.want {
		if !strings.Contains(joined(strings.NewReplacer("│", " ", "▌", " ").Replace(screen)), joined(strings.NewReplacer("│", " ", "▌", " ").Replace(w))) {
			return fmt.Errorf("not seen: %q", w)
		}
	}
	if len(lines) != height {
		return fmt.Errorf("%d lines of %d", len(lines), height)
	}
	for _, l := range lines {
		if ansi.StringWidth(l) > width {
			return fmt.Errorf("wider than the screen: %q", l)
		}
	}
	if meter := lines[height-1]; !strings.Contains(meter, "%") || strings.Contains(meter, "…") {
		return fmt.Errorf("the meter is not whole: %q", meter)
	}
	switch input := slices.Index(lines, strings.Repeat("─", width)); {
	case m.page != "" && (!strings.HasPrefix(lines[0], m.page) || strings.Contains(lines[0], "…")):
		return fmt.Errorf("the page's first line is %q", lines[0])
	case m.page == "" && !strings.HasPrefix(lines[height-2], ">"):
		return errors.New("no input above the meter")
	case m.page == "" && input >= 0 && input != height-3:
		return fmt.Errorf("the rule is line %d", input)
	case width >= 200 && regexp.MustCompile(`…$|… ·`).MatchString(strings.Join(lines, "\n")):
		return errors.New("cut, where there is room for all")
	}
	return nil
}

// shows waits until the screen shows a moment, and nothing else is wrong with it.
func (x *terminal) shows(m moment, width, height int) {
	x.t.Helper()
	var fault error
	defer func() {
		if x.t.Failed() {
			x.t.Logf("%s: %v", m.name, fault)
		}
	}()
	x.until(m.name, func(s string) bool {
		fault = m.fault(s, width, height)
		return fault == nil
	})
}

// TestTerminalFirstEvening is the whole first evening, from nothing to the next day, in
// terminals of three sizes, light, dark and without colour. Every screen is looked at.
func TestTerminalFirstEvening(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {100, 30}, {200, 60}} {
		for _, look := range []string{"light", "dark", "colourless"} {
			width, height := size[0], size[1]
			t.Run(fmt.Sprintf("%dx%d-%s", width, height, look), func(t *testing.T) {
				t.Parallel()
				b := newBench(t).with("DORMOUSE_OFFLINE=true")
				if look == "colourless" {
					b.with("NO_COLOR=1")
				} else {
					b.config("[tui]\ntheme = \"" + look + "\"\n")
				}
				x := newTerminal(b, width, height)
				for _, m := range firstEvening {
					m.do(x)
					x.shows(m, width, height)
				}
				coloured := regexp.MustCompile("\x1b\\[[0-9;]*[34]8;").MatchString(x.tmux("capture-pane", "-pe"))
				if coloured != (look != "colourless") {
					t.Errorf("colours: %v", coloured)
				}
				typed("/quit")(x)
				if said := x.ended(); !strings.Contains(joined(said), "resume with: dormouse --session ") {
					t.Errorf("no way back:\n%s", said)
				}
				x.start("-c", "--now", "2026-11-23T07:00:00Z")
				x.shows(moment{"come back", nil, "", []string{"│ When is the dentist?", "Dr. Vik. — you", "☾ slept"}}, width, height)
				typed("What am I allergic to?")(x)
				x.shows(moment{"the next day", nil, "", []string{"I am allergic to hazelnuts — "}}, width, height)
				x.press("C-d")
				x.ended()
				b.rememberedOnce()
			})
		}
	}
}

// rememberedOnce wants memory to hold each thing of the evening once.
func (b *bench) rememberedOnce() {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.land, "MEMORY.md"))
	if err != nil {
		b.t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(b.land, "memory", "2026-11-22.md"))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, what := range []string{"hazelnuts", "dentist", "Ulleval"} {
		if n := strings.Count(string(text)+string(log), what); n != 1 {
			b.t.Errorf("%q stands %d times in memory:\n%s\n%s", what, n, text, log)
		}
	}
	b.run(0, "memory", "check")
}

// plainEvening is the evening line by line: what is typed, and what is said then.
var plainEvening = [][2]string{
	{"/help", "/remember text"},
	{"/nihgts", "there is no command /nihgts"},
	{"The dentist is on 14 January at 10:15, Dr. Vik.", "14 January 2027"},
	{"remember that I am allergic to hazelnuts", "Remembered: I am allergic to hazelnuts"},
	{"/context", "system, "},
	{"/sleep", "1 remembered"},
	{"/nights", "asked"},
	{"/memory dentist", "MEMORY.md:9"},
	{"/why MEMORY.md:9", "It rests on:"},
	{"/forget MEMORY.md:9", "forgotten MEMORY.md: The dentist"},
	{"/undo", "removed “The dentist is on 14 January at 10:15, Dr. Vik” is taken back: MEMORY.md"},
	{"/undo", "is taken back: MEMORY.md, memory/2026-11-22.md"},
	{"/sleep", "1 remembered"},
	{"/quit", "resume with: dormouse --plain --session"},
}

// TestTerminalPlainEvening is the evening without a screen, in the same sizes: nothing
// that is said holds a control sequence.
func TestTerminalPlainEvening(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {100, 30}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			b := newBench(t).with("DORMOUSE_OFFLINE=true")
			x := newTerminal(b, size[0], size[1])
			log := filepath.Join(b.dir, "log")
			x.record(log)
			run := func(command string, lines [][2]string) {
				for _, line := range append([][2]string{{command, "/help lists the commands"}}, lines...) {
					before := len(x.printed())
					x.tmux("send-keys", "-l", line[0])
					x.press("Enter")
					x.until(line[0]+" said "+line[1], func(string) bool {
						said := x.printed()[before:]
						return strings.Contains(joined(said), line[1]) && regexp.MustCompile(`\n[>$]$`).MatchString(said)
					})
				}
			}
			run("dormouse --plain --now "+startAt, plainEvening)
			run("dormouse --plain -c --now 2026-11-23T07:00:00Z", [][2]string{{"What am I allergic to?", "hazelnuts"}, {"/quit", "resume with"}})
			for _, bad := range alien(x.recorded(log), false) {
				t.Error(bad)
			}
			b.run(0, "memory", "check")
		})
	}
}

// printed is all that was printed, lines as they were and not as the terminal breaks
// them.
func (x *terminal) printed() string {
	return strings.TrimRight(x.tmux("capture-pane", "-p", "-J", "-S", "-"), " \n")
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
