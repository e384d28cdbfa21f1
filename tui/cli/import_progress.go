package cli

import (
	"fmt"
	"io"
	"time"

	"dormouse/runtime"
)

// progress says on a terminal how far something is, and when it will be done: a
// line now and then, for whoever waits. Where standard error is no terminal it says
// nothing.
type progress struct {
	out   io.Writer
	what  string
	total int64 // 0 where nobody knows
	done  int64
	text  string
	took  func() time.Duration
	next  time.Duration // when it says something again
	on    bool
}

// Bounds of how long it is silent: at first, and in the end.
const (
	leastSilence = 2 * time.Second
	mostSilence  = 10 * time.Second
)

func (a *app) progress(what string, total int64) *progress {
	return &progress{out: a.Err, what: what, total: total, took: runtime.Stopwatch(), next: leastSilence, on: isTerminal(a.Err) && !a.json}
}

// add counts what was done.
func (p *progress) add(n int64) {
	p.done += n
	p.tell()
}

// say sets what stands in the next line.
func (p *progress) say(text string) {
	p.text = text
	p.tell()
}

func (p *progress) tell() {
	if !p.on {
		return
	}
	now := p.took()
	if now < p.next {
		return
	}
	p.next = now + min(max(now/2, leastSilence), mostSilence)
	fmt.Fprintln(p.out, p.line(now))
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

// forecast is how long the rest takes at the pace so far.
func (p *progress) forecast(now time.Duration) (time.Duration, bool) {
	if p.total == 0 || p.done == 0 || p.done > p.total || now < leastSilence {
		return 0, false
	}
	left := time.Duration(float64(now) * float64(p.total-p.done) / float64(p.done))
	return max(left.Round(time.Second), time.Second), true
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
