package cli

import (
	"fmt"
	"io"
	"time"

	"dormouse/runtime"
)

// progress shows on a terminal how far something is, and when it will be done.
// Where standard error is no terminal it shows nothing.
type progress struct {
	out   io.Writer
	what  string
	total int64 // 0 where nobody knows
	done  int64
	text  string
	took  func() time.Duration
	last  time.Duration // when it was shown
	shown bool
	on    bool
}

// progressEvery is how often the line is drawn anew.
const progressEvery = 200 * time.Millisecond

func (a *app) progress(what string, total int64) *progress {
	return &progress{out: a.Err, what: what, total: total, took: runtime.Stopwatch(), on: isTerminal(a.Err) && !a.json}
}

// add counts what was done.
func (p *progress) add(n int64) {
	p.done += n
	p.draw()
}

// say sets what stands at the end of the line.
func (p *progress) say(text string) {
	p.text = text
	p.draw()
}

func (p *progress) draw() {
	if !p.on {
		return
	}
	now := p.took()
	if now-p.last < progressEvery {
		return
	}
	p.last, p.shown = now, true
	fmt.Fprintf(p.out, "\r%s\x1b[K", p.line(now))
}

// line is "import 43% · 590 conversations · about 12 s left".
func (p *progress) line(now time.Duration) string {
	line := p.what
	if p.total > 0 {
		line += fmt.Sprintf(" %d%%", min(100, p.done*100/p.total))
	}
	if p.text != "" {
		line += " · " + p.text
	}
	if left, ok := p.forecast(now); ok {
		line += " · about " + left.String() + " left"
	}
	return line
}

// leastSeen is how long it has to run before it tells what is left.
const leastSeen = 2 * time.Second

// forecast is how long the rest takes at the pace so far.
func (p *progress) forecast(now time.Duration) (time.Duration, bool) {
	if p.total == 0 || p.done == 0 || p.done > p.total || now < leastSeen {
		return 0, false
	}
	left := time.Duration(float64(now) * float64(p.total-p.done) / float64(p.done))
	return max(left.Round(time.Second), time.Second), true
}

// clear takes the line away, so that another can stand there.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// sizeOf writes bytes for people: 3.4 MB.
func sizeOf(bytes int64) string {
	size := float64(bytes)
	for _, unit := range []string{"B", "kB", "MB"} {
		if size < 1000 {
			return fmt.Sprintf("%.3g %s", size, unit)
		}
		size /= 1000
	}
	return fmt.Sprintf("%.3g GB", size)
}
