package night

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// measured is a land as the page tells of it.
type measured struct {
	name     string
	row      string   // of the first table
	bars     []string // figures of the charts
	programs []string // rows of the table of programs
}

// charts are those of the page.
var charts = []string{"ms a night, last tenth", "kB written a night, last tenth", "MB of .dormouse"}

func (r grown) measured() measured {
	m := measured{name: r.name()}
	m.row = fmt.Sprintf("| %s | %.0f → %.0f | %.1f → %.1f | %.2f | %.2f | %.2f | %d MB |", m.name, ms(r.first), ms(r.every),
		float64(r.firstWritten)/1000, float64(r.written)/1000, r.halves, r.writtenInHalves, float64(r.kept)/float64(r.said), r.memory>>20)
	for _, v := range []float64{ms(r.every), float64(r.written) / 1000, float64(r.kept) / 1e6} {
		m.bars = append(m.bars, fmt.Sprintf("%.1f", v))
	}
	for _, p := range r.beside {
		m.programs = append(m.programs, fmt.Sprintf("| %s | %s | %.0f | %.0f | %.0f | %.0f | %d MB |", m.name, p.program, ms(p.start), ms(p.indexed), ms(p.search), ms(p.night), p.memory>>20))
	}
	return m
}

// nights is how many nights a land of that name has seen.
func (m measured) nights() int {
	n, _ := strconv.Atoi(strings.TrimSuffix(m.name, "*"))
	return n
}

// told are the lands that a page tells of.
func told(page string) (list []measured) {
	at := func(name string) *measured {
		i := slices.IndexFunc(list, func(m measured) bool { return m.name == name })
		if i < 0 {
			i, list = len(list), append(list, measured{name: name})
		}
		return &list[i]
	}
	table := 0
	for line := range strings.Lines(strings.TrimSuffix(page, talks(page))) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(strings.Trim(line, "| "), " ")
		switch {
		case strings.HasPrefix(line, "| nights"):
			table++
		case first == "" || first[0] < '0' || first[0] > '9':
		case strings.HasPrefix(line, "|") && table == 1:
			at(first).row = line
		case strings.HasPrefix(line, "|"):
			at(first).programs = append(at(first).programs, line)
		case strings.HasPrefix(rest, "nights"):
			at(first).bars = append(at(first).bars, strings.Fields(rest)[1])
		}
	}
	return list
}

// updated is the page with these lands; what it tells of others stays.
func updated(page string, rows []grown) string {
	list := told(page)
	for _, r := range rows {
		m := r.measured()
		if i := slices.IndexFunc(list, func(o measured) bool { return o.name == m.name }); i < 0 {
			list = append(list, m)
		} else {
			list[i] = m
		}
	}
	slices.SortFunc(list, func(a, b measured) int { return cmp.Compare(a.nights(), b.nights()) })
	return written(list) + talks(page)
}

// written is docs/performance.md, but for what another benchmark writes.
func written(list []measured) string {
	var b strings.Builder
	b.WriteString("# What a growing land costs\n\nWritten by `go test ./sleep/night -run '^$' -bench Growth -benchtime 1x -timeout 3h -args -performance -long`; without `-long` only the smaller lands\n" +
		"are measured anew, and with `-bench Growth/NAME` one of them.\n" +
		"One talk of sixteen messages and one night a day, by the built-in engine. “First” and “last” are means of the first and the last tenth of the nights;\nhalves are the second half of all nights by the first: 1 is linear. Times are processor time of one run on one busy machine; bytes are the same everywhere.\nOf a land with * the last nights were lived, and counted; what the nights before would have kept of their talks was written by memory itself, with\nits records, a month in one transaction, and the first of them that was lived reads all of it for the first time.\n\n" +
		"| nights | ms a night, first → last | kB written a night, first → last | time, halves | written, halves | .dormouse : sessions | heap |\n|---|---|---|---|---|---|---|\n")
	for _, m := range list {
		b.WriteString(m.row + "\n")
	}
	b.WriteString("\n```\n")
	for i, title := range charts {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(bars(title, list, i))
	}
	b.WriteString("```\n")
	var programs []string
	for _, m := range list {
		programs = append(programs, m.programs...)
	}
	if len(programs) > 0 {
		b.WriteString("\nPrograms on copies of one land (`-programs today=FILE,older=FILE`), in milliseconds of processor time, by turns, the least of three runs (of twelve\n" +
			"for a search); an older program is one built from an earlier commit (`git worktree add DIR COMMIT && cd DIR && make build`). The first search\nmakes the index.\n\n" +
			"| nights | program | `status` | first search | search | a night | most memory |\n|---|---|---|---|---|---|---|\n" + strings.Join(programs, "\n") + "\n")
	}
	return b.String()
}

// name is how many nights a land has seen; a star stands where not all were lived.
func (r grown) name() string {
	if r.lived < r.nights {
		return fmt.Sprintf("%d*", r.nights)
	}
	return fmt.Sprint(r.nights)
}

// talksHeading begins what another benchmark writes, of many talks at once.
const talksHeading = "\n## Many talks at once\n"

// talks is the part of a page that is not of these lands.
func talks(page string) string {
	if at := strings.Index(page, talksHeading); at >= 0 {
		return page[at:]
	}
	return ""
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// bars is a chart of plain characters.
func bars(title string, list []measured, chart int) string {
	value := func(m measured) float64 {
		if chart >= len(m.bars) {
			return 0
		}
		v, _ := strconv.ParseFloat(m.bars[chart], 64)
		return v
	}
	most := 0.1
	for _, m := range list {
		most = math.Max(most, value(m))
	}
	out := title + "\n"
	for _, m := range list {
		out += fmt.Sprintf("%6s nights %8.1f %s\n", m.name, value(m), strings.Repeat("█", int(math.Round(40*value(m)/most))))
	}
	return out
}

// A page is read as it was written, so that a run of some lands keeps the others.
func TestPageKeepsWhatIsNotMeasuredAnew(t *testing.T) {
	page, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(page), talksHeading)
	if list := told(string(page)); !ok || len(list) < 4 || written(list) != before {
		t.Errorf("%d lands; the page would be\n%s", len(list), written(list))
	}
	anew := updated(string(page), []grown{{nights: 5, lived: 5, said: 1, every: time.Second}})
	if list := told(anew); len(list) != len(told(string(page)))+1 || list[0].name != "5" || !strings.HasSuffix(anew, talks(string(page))) {
		t.Errorf("with a land more:\n%s", anew)
	}
}
