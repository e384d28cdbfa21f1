package tui_test

import (
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"
)

var pictures = flag.String("pictures", "", "take the README's pictures with this dormouse binary into docs/")

// TestPictures takes the pictures of the README from real runs in tmux. It is
// what `make pictures` calls.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("pictures are taken by `make pictures`")
	}
	s := talkOfTheBoats(t)
	s.say("remember that I am allergic to hazelnuts", "Remembered")
	s.say("When is the dentist?", "14 January at 10:15")
	s.say("The life raft is borrowed and goes back on 10 August.", "10 August 2027")
	s.say("What do we pay for the blue boat?", "slept:")
	s.take("docs/evening.svg")
	s.tmux("send-keys", "C-o")
	s.wait("take it back:")
	s.tmux("send-keys", "M-Up")
	s.wait("☾ slept:")
	s.take("docs/night.svg")
	s.say("/memory boat", "MEMORY.md:6 Facts")
	s.tmux("send-keys", "M-w")
	s.wait("It rests on:")
	s.take("docs/why.svg")
	s.tmux("send-keys", "-l", "\x1b[27u")
	s.wait("MEMORY.md:6 Facts")
	s.tmux("send-keys", "C-c") // back to the talk
	s.wait("☾ slept:")
	s.say("Jonas is six and afraid of the dark.", "Jonas")
	s.say("/nights", "context, % of the window")
	s.take("docs/timeline.svg")
	s.tmux("send-keys", "-l", "\x1b[27u")
	s.say("/context", "reserve")
	s.take("docs/context.svg")
}

// talkOfTheBoats is the program in a talk that soon fills its window.
func talkOfTheBoats(t *testing.T) *screenshot {
	t.Helper()
	home := t.TempDir()
	land := filepath.Join(home, "notes")
	imported := exec.Command(*pictures, "--land", land, "import", "testdata/evening.jsonl")
	imported.Env = append(os.Environ(), "HOME="+home, "TZ=UTC")
	if out, err := imported.CombinedOutput(); err != nil {
		t.Fatalf("import: %v\n%s", err, out)
	}
	return newScreenshot(t, *pictures, 92, 30, home, "--land", land, "-c", "--window", "4k", "--now", "2026-11-21T21:40:00Z", "--seed", "7")
}

// screenshot is a real terminal with the program in it.
type screenshot struct {
	t            *testing.T
	socket, home string
}

// newScreenshot starts the program in a terminal of so many cells.
func newScreenshot(t *testing.T, binary string, width, height int, home string, args ...string) *screenshot {
	t.Helper()
	abs, err := filepath.Abs(binary)
	if err != nil {
		t.Fatal(err)
	}
	s := &screenshot{t, fmt.Sprintf("dormouse-picture-%d", os.Getpid()), home}
	s.tmux(append([]string{"-f", "/dev/null", "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height),
		"env", "HOME=" + home, "TERM=xterm-256color", "COLORTERM=truecolor", "TZ=UTC", "NO_COLOR=", abs}, args...)...)
	t.Cleanup(func() { exec.Command("tmux", "-L", s.socket, "kill-server").Run() })
	s.wait("/4,000")
	return s
}

func (s *screenshot) tmux(args ...string) string {
	s.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-L", s.socket}, args...)...).CombinedOutput()
	if err != nil {
		s.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// say types a text, sends it when it is on the screen, and waits for the answer.
func (s *screenshot) say(text, answer string) {
	s.t.Helper()
	s.tmux("send-keys", "-l", text)
	s.wait(text[strings.LastIndex(text, " ")+1:])
	s.tmux("send-keys", "Enter")
	s.wait(answer)
}

func (s *screenshot) wait(needle string) {
	s.t.Helper()
	for range 600 {
		if strings.Contains(strings.Join(strings.Fields(s.tmux("capture-pane", "-p")), " "), strings.TrimSpace(needle)) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.t.Fatalf("the screen never showed %q:\n%s", needle, s.tmux("capture-pane", "-p"))
}

func (s *screenshot) take(name string) {
	s.t.Helper()
	time.Sleep(time.Second) // the last of it may still be on its way to the screen
	shown := strings.ReplaceAll(s.tmux("capture-pane", "-pe"), s.home, "~")
	svg := svgOf(strings.Split(strings.TrimRight(shown, "\n"), "\n"))
	if err := os.WriteFile(filepath.Join("..", name), []byte(svg), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// Sizes of a character cell in the picture, in SVG units.
const cellWidth, cellHeight = 8.4, 18.0

// pen is how text looks, as SGR sequences left it.
type pen struct {
	fg, bg                                string
	bold, dim, italic, underline, reverse bool
}

// svgOf draws lines of a terminal with SGR sequences as an SVG.
func svgOf(lines []string) string {
	width := 0
	var body strings.Builder
	p := pen{}
	for row, line := range lines {
		col := 0
		for len(line) > 0 {
			if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
				codes, after, _ := strings.Cut(rest, "m")
				p = p.apply(strings.FieldsFunc(codes, func(r rune) bool { return r == ';' || r == ':' }))
				line = after
				continue
			}
			end := strings.IndexByte(line, '\x1b')
			if end < 0 {
				end = len(line)
			}
			body.WriteString(p.draw(line[:end], row, col))
			col += runewidth.StringWidth(line[:end])
			line = line[end:]
		}
		width = max(width, col)
	}
	w, h := float64(width)*cellWidth+24, float64(len(lines))*cellHeight+24
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="14">`+
		`<rect width="100%%" height="100%%" rx="8" fill="#16161e"/>`+"\n%s</svg>\n", w, h, body.String())
}

func (p pen) draw(text string, row, col int) string {
	fg, bg := p.fg, p.bg
	if fg == "" {
		fg = "#c8c8d4"
	}
	if p.reverse {
		fg, bg = "#16161e", fg
	}
	x, y := 12+float64(col)*cellWidth, 12+float64(row)*cellHeight
	out := ""
	if bg != "" {
		out = fmt.Sprintf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.0f" fill="%s"/>`, x, y, float64(runewidth.StringWidth(text))*cellWidth, cellHeight, bg)
	}
	if strings.TrimSpace(text) == "" {
		return out
	}
	style := ""
	for _, s := range []struct {
		on   bool
		text string
	}{{p.bold, ` font-weight="bold"`}, {p.italic, ` font-style="italic"`}, {p.underline, ` text-decoration="underline"`}, {p.dim, ` opacity="0.6"`}} {
		if s.on {
			style += s.text
		}
	}
	return out + fmt.Sprintf(`<text x="%.1f" y="%.1f" fill="%s" xml:space="preserve" textLength="%.1f"%s>%s</text>`+"\n",
		x, y+13.5, fg, float64(runewidth.StringWidth(text))*cellWidth, style, html.EscapeString(text))
}

func (p pen) apply(codes []string) pen {
	if len(codes) == 0 {
		return pen{}
	}
	for i := 0; i < len(codes); i++ {
		n, _ := strconv.Atoi(codes[i])
		switch {
		case n == 0:
			p = pen{}
		case n == 1:
			p.bold = true
		case n == 2:
			p.dim = true
		case n == 3:
			p.italic = true
		case n == 4:
			p.underline = true
		case n == 7:
			p.reverse = true
		case n == 22:
			p.bold, p.dim = false, false
		case n == 23:
			p.italic = false
		case n == 24:
			p.underline = false
		case n == 27:
			p.reverse = false
		case n == 39:
			p.fg = ""
		case n == 49:
			p.bg = ""
		case n >= 30 && n <= 37:
			p.fg = palette(n - 30)
		case n >= 90 && n <= 97:
			p.fg = palette(n - 90 + 8)
		case n >= 40 && n <= 47:
			p.bg = palette(n - 40)
		case (n == 38 || n == 48) && i+2 < len(codes):
			colour, used := extended(codes[i+1:])
			i += used
			if n == 38 {
				p.fg = colour
			} else {
				p.bg = colour
			}
		}
	}
	return p
}

// extended reads 5;n or 2;r;g;b.
func extended(codes []string) (colour string, used int) {
	n, _ := strconv.Atoi(codes[1])
	if codes[0] == "5" {
		return palette(n), 2
	}
	if codes[0] == "2" && len(codes) >= 4 {
		g, _ := strconv.Atoi(codes[2])
		b, _ := strconv.Atoi(codes[3])
		return fmt.Sprintf("#%02x%02x%02x", n, g, b), 4
	}
	return "", len(codes)
}

// palette is xterm's colour n.
func palette(n int) string {
	basic := []string{"#3b3b4f", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#c8c8d4",
		"#6b6b80", "#f08a92", "#b3d99a", "#f0d39a", "#8cc8ff", "#d7a0e8", "#7fd0da", "#ffffff"}
	switch {
	case n < 16:
		return basic[n]
	case n >= 232:
		v := 8 + (n-232)*10
		return fmt.Sprintf("#%02x%02x%02x", v, v, v)
	}
	level := func(v int) int {
		if v == 0 {
			return 0
		}
		return 55 + 40*v
	}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
}
