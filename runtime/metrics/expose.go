package metrics

import (
	"fmt"
	"strconv"
	"strings"
)

// contentType names the text format that is written here:
// https://prometheus.io/docs/instrumenting/exposition_formats/.
const contentType = "text/plain; version=0.0.4; charset=utf-8"

const gauge, counter = "gauge", "counter"

// about is what stands before the figures of a metric. help is one line without a
// backslash.
type about struct{ name, help, kind string }

func (a about) write(out *strings.Builder) {
	fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", a.name, a.help, a.name, a.kind)
}

// single is a metric of one figure.
type single struct {
	about
	value float64
}

func (s single) write(out *strings.Builder) {
	s.about.write(out)
	fmt.Fprintf(out, "%s %s\n", s.name, figure(s.value))
}

// histogram counts what was observed, by size.
type histogram struct {
	about
	most  []float64 // of each bucket, ascending
	count []int     // in each bucket, and beyond the last
	sum   float64
}

func newHistogram(name, help string, most ...float64) histogram {
	return histogram{about: about{name, help, "histogram"}, most: most, count: make([]int, len(most)+1)}
}

func (h *histogram) observe(v float64) {
	i := 0
	for i < len(h.most) && v > h.most[i] {
		i++
	}
	h.count[i]++
	h.sum += v
}

// write gives each bucket with all below it, as the format has them.
func (h *histogram) write(out *strings.Builder) {
	h.about.write(out)
	n := 0
	for i, count := range h.count {
		most := "+Inf"
		if i < len(h.most) {
			most = figure(h.most[i])
		}
		n += count
		fmt.Fprintf(out, "%s_bucket{le=%q} %d\n", h.name, most, n)
	}
	fmt.Fprintf(out, "%s_sum %s\n%s_count %d\n", h.name, figure(h.sum), h.name, n)
}

func figure(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
