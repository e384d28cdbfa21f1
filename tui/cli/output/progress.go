package output

import (
	"fmt"
	"io"
	"time"

	"dormouse/runtime"
)

// Progress says on a terminal how far something is, and when it will be done: a
// line now and then, for whoever waits. Where standard error is no terminal it says
// nothing.
type Progress struct {
	out   io.Writer
	what  string
	total int64 // 0 where nobody knows
	done  int64
	text  string
	Took  func() time.Duration // since it began
	next  time.Duration        // when it says something again
	on    bool
}

// Bounds of how long it is silent: at first, and in the end.
const (
	leastSilence = 2 * time.Second
	mostSilence  = 10 * time.Second
)

// NewProgress counts up to total, which is 0 if it is not known. If on is false, nothing
// is printed.
func NewProgress(out io.Writer, what string, total int64, on bool) *Progress {
	return &Progress{out: out, what: what, total: total, Took: runtime.Stopwatch(), next: leastSilence, on: on && IsTerminal(out)}
}

// Add counts what was done.
func (p *Progress) Add(n int64) {
	p.done += n
	p.tell()
}

// Say sets what stands in the next line.
func (p *Progress) Say(text string) {
	p.text = text
	p.tell()
}

func (p *Progress) tell() {
	if !p.on {
		return
	}
	now := p.Took()
	if now < p.next {
		return
	}
	p.next = now + min(max(now/2, leastSilence), mostSilence)
	fmt.Fprintln(p.out, p.line(now))
}

// line is "import 43% · 590 conversations · about 12 s left".
func (p *Progress) line(now time.Duration) string {
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
func (p *Progress) forecast(now time.Duration) (time.Duration, bool) {
	if p.total == 0 || p.done == 0 || p.done > p.total || now < leastSilence {
		return 0, false
	}
	left := time.Duration(float64(now) * float64(p.total-p.done) / float64(p.done))
	return max(left.Round(time.Second), time.Second), true
}

// Size writes bytes for people: 3.4 MB.
func Size(bytes int64) string {
	size := float64(bytes)
	for _, unit := range []string{"B", "kB", "MB"} {
		if size < 1000 {
			return fmt.Sprintf("%.3g %s", size, unit)
		}
		size /= 1000
	}
	return fmt.Sprintf("%.3g GB", size)
}
