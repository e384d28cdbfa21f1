//go:build unix && !race

package tui

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/draw"
	"dormouse/tui/plain"
	"dormouse/tui/talk"
)

// processor is the processor time of this process so far.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// GUARANTEES 32: a reply's size doubles ten times; to draw it, and to read it line
// by line as it comes, takes no more than in proportion.
func TestNoReplyIsDrawnWorseThanLinearly(t *testing.T) {
	worst, steps := 0.0, 0
	for name, unit := range map[string]string{
		"prose": "Some words about *harbours*, bicycles and the weather. ", "lines": "a line\n", "paragraphs": "a line\n\n",
		"items": "- one `thing`\n", "deep items": "  - x\n", "stars": "*", "emphasis": "*a **b ", "brackets": "[", "links": "[a](b ",
		"backticks": "` `` ", "fences": "```\n", "code": "func f() int { return 42 }\n", "quotes": ">", "deep quotes": "> > > x\n",
		"tables": "|a|b|\n|-|-|\n", "one word": "a", "entities": "&amp;<b>", "characters": "漢字", "escapes": "\x1b[31m",
		"marks": "\"", "open backticks": "`a", "half entities": "&#x", "half tags": "<a ", "pipes": "|a",
	} {
		for way, do := range map[string]func(string){"drawn": drawWhole, "drawn as code": func(s string) { drawWhole("```go\n" + s) }, "read": func(s string) { readAlong(t, s) }} {
			steps++
			took := make([]time.Duration, 11)
			for i := range took {
				text := strings.Repeat(unit, (512<<i)/len(unit)+1)
				begun := processor(t)
				do(text)
				took[i] = processor(t) - begun
			}
			const least = 20 * time.Millisecond
			steep := float64(took[10]) / float64(max(took[7], least)) / 8
			if worst = max(worst, steep); steep > 3 {
				t.Errorf("%s %s: eight times the text takes %.0f times as long: %v", name, way, 8*steep, took)
			}
		}
	}
	t.Logf("guarantee 32: drawn=%d steepest_drawn=%.1f", steps, worst)
}

func drawWhole(text string) {
	r := &talk.Reply{}
	r.Add(text)
	r.Draw(draw.NewPainter(draw.NewTheme("dark", 1), 80))
}

// readAlong is the line mode, to which the text comes in small pieces.
func readAlong(t *testing.T, text string) {
	t.Helper()
	reply := text
	told := make(chan runtime.Event, len(text)/16+8)
	told <- opened()
	for len(text) > 0 {
		n := min(len(text), 16)
		told <- runtime.Delta{Text: text[:n]}
		text = text[n:]
	}
	told <- runtime.Replied{Message: assistant("1", reply)}
	told <- runtime.TurnEnded{}
	close(told)
	if err := plain.Run(t.Context(), backend.Options{Source: &script{events: told}, In: strings.NewReader("hello\n"), Out: discard{}}); err != nil {
		t.Fatal(err)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
