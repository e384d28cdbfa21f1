package cli

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/mattn/go-runewidth"
)

// TestTerminalResizeStorm resizes the terminal while a reply streams, from
// 20×5 to 200×60. Afterwards the screen is what it would be if nothing had
// happened: drawing it anew changes nothing, and all of the reply is there.
func TestTerminalResizeStorm(t *testing.T) {
	t.Parallel()
	const parts = 48
	b := newBench(t)
	f := newFake(t)
	more := make(chan int)
	f.will(func(w http.ResponseWriter, r *http.Request) {
		chunk(w, textDelta("It begins.\n\n"))
		for {
			select {
			case <-r.Context().Done():
				return
			case n, open := <-more:
				if !open {
					chunk(w, textDelta("\n\nIt ends."))
					finish(w, "stop")
					return
				}
				chunk(w, textDelta(storyPart(n)))
			}
		}
	})
	x := newTerminal(b, 80, 24)
	x.start(f.ask()...)
	x.say("Tell me a long story.")
	x.see("It begins.")
	draw := rand.New(rand.NewPCG(20, 5))
	for i := range parts {
		switch {
		case i < 6: // the corners first
			x.resize([]int{20, 200, 20, 200, 60, 80}[i], []int{5, 60, 60, 5, 20, 24}[i])
		default:
			x.resize(20+draw.IntN(181), 5+draw.IntN(56))
		}
		more <- i
	}
	close(more)
	x.fit(80, 24)
	x.until("the end of the reply", func(s string) bool {
		return strings.Contains(s, "It ends.") && fits(s, 80, 24)
	})
	x.sound()
	x.wantStory(parts)
	for _, size := range [][2]int{{20, 5}, {200, 60}, {60, 20}, {80, 24}} { // and while nothing streams
		x.fit(size[0], size[1])
		x.until("a screen of its size", func(s string) bool { return fits(s, size[0], size[1]) })
		x.sound()
	}
	x.press("C-d")
	x.ended()
	if m := b.messages(); len(m) != 2 || !strings.HasSuffix(m[1].Content, "It ends.") {
		t.Errorf("messages: %+v", m)
	}
}

// TestTerminalMargins leaves the terminal with the margins of a smaller window, as
// a frame does that is late. Drawing anew, the whole screen scrolls again.
func TestTerminalMargins(t *testing.T) {
	t.Parallel()
	x := newTerminal(newBench(t), 80, 24)
	x.start()
	tty := strings.TrimSpace(x.tmux("display-message", "-p", "#{pane_tty}"))
	if err := os.WriteFile(tty, []byte(ansi.SetTopBottomMargins(1, 9)), 0); err != nil {
		t.Fatal(err)
	}
	lowest := func() string { return strings.TrimSpace(x.tmux("display-message", "-p", "#{scroll_region_lower}")) }
	x.until("the margins of a smaller window", func(string) bool { return lowest() == "8" })
	x.press("C-l")
	x.until("no margins", func(string) bool { return lowest() == "23" })
	x.sound()
	x.press("C-d")
	x.ended()
}

// storyPart is one piece of a reply, with something of all that is hard to break
// into lines. Its number stands in it.
func storyPart(n int) string {
	switch n % 4 {
	case 1:
		return fmt.Sprintf("- part %03d is an item with 日本語の文章 in it, long enough to be broken on most screens\n", n)
	case 2:
		return fmt.Sprintf("\n```go\nfunc part%03d() { return } // part %03d is code\n```\n\n", n, n)
	case 3:
		return fmt.Sprintf("\n| name | what it says |\n|---|---|\n| part %03d | a table cell |\n\n", n)
	}
	return fmt.Sprintf("Here is part %03d of it, a sentence with *words* in a paragraph. ", n)
}

// sound wants the screen to be the one that is drawn from nothing, with a meter.
func (x *terminal) sound() {
	x.t.Helper()
	x.settled()
	before := x.still()
	x.press("C-l")
	x.settled()
	x.settled() // a redraw is asked for by way of a command, which may come later than one key
	x.until("the same screen after drawing it anew; it was\n"+before, func(s string) bool { return s == before })
	if !strings.Contains(lastLine(before), "%") {
		x.t.Errorf("no meter:\n%s", before)
	}
}

// settled waits until all is drawn that was to be drawn before: a key press goes
// the same way, and its echo comes after it.
func (x *terminal) settled() {
	x.t.Helper()
	x.write("x")
	x.press("BSpace")
	x.until("an empty input", func(s string) bool { return draftOf(s) == "" })
}

// still waits until the screen has not changed for a while, and returns it: the
// program draws anew some time after the last size.
func (x *terminal) still() string {
	x.t.Helper()
	s, since := x.screen(), time.Now()
	return x.until("a screen that stays", func(now string) bool {
		if now != s {
			s, since = now, time.Now()
		}
		return time.Since(since) > time.Second
	})
}

// fits tells whether a screen was drawn for this size: the input and the meter
// are its last two lines, and the rule above them is as long as the screen is
// wide.
func fits(screen string, width, height int) bool {
	lines := strings.Split(strings.TrimSuffix(screen, "\n"), "\n")
	if len(lines) != height || !strings.HasPrefix(lines[height-2], ">") || !strings.Contains(lines[height-1], "%") || runewidth.StringWidth(lines[height-1]) > width {
		return false
	}
	return height < 8 || lines[height-3] == strings.Repeat("─", width)
}

func lastLine(s string) string {
	s = strings.TrimRight(s, "\n")
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// wantStory pages through the conversation and wants each part of the story, in
// order.
func (x *terminal) wantStory(parts int) {
	x.t.Helper()
	x.press("C-Home")
	screen := x.see("Tell me a long story.", "It begins.")
	all := screen
	for range parts {
		if strings.Contains(screen, "It ends.") {
			break
		}
		was := screen
		x.press("PageDown")
		screen = x.until("the next page", func(s string) bool { return s != was })
		all += screen
	}
	text, last := joined(all), -1
	for n := range parts {
		at := strings.Index(text, fmt.Sprintf("part %03d", n))
		if at < last || at < 0 {
			x.t.Errorf("part %03d stands at %d, the one before it at %d", n, at, last)
		}
		last = at
	}
	x.press("C-End")
	x.see("It ends.")
}
