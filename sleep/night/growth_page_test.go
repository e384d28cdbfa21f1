package night

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// page is docs/performance.md.
func page(rows []grown) string {
	var b strings.Builder
	b.WriteString("# What a growing land costs\n\nWritten by `go test ./sleep/night -run '^$' -bench Growth -benchtime 1x -timeout 3h -args -performance -long`; without `-long` only the smaller lands.\n" +
		"One talk of sixteen messages and one night a day, by the built-in engine. “First” and “last” are means of the first and the last tenth of the nights;\nhalves are the second half of all nights by the first: 1 is linear. Times are processor time of one run on one busy machine; bytes are the same everywhere.\nOf a land with * the last nights were lived, and counted; what the nights before would have kept of their talks was written by memory itself, with\nits records, a month in one transaction, and the first of them that was lived reads all of it for the first time.\n\n" +
		"| nights | ms a night, first → last | kB written a night, first → last | time, halves | written, halves | .dormouse : sessions | heap |\n|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %.0f → %.0f | %.1f → %.1f | %.2f | %.2f | %.2f | %d MB |\n", r.name(), ms(r.first), ms(r.every),
			float64(r.firstWritten)/1000, float64(r.written)/1000, r.halves, r.writtenInHalves, float64(r.kept)/float64(r.said), r.memory>>20)
	}
	b.WriteString("\n```\n" + bars("ms a night, last tenth", rows, func(r grown) float64 { return ms(r.every) }) +
		"\n" + bars("kB written a night, last tenth", rows, func(r grown) float64 { return float64(r.written) / 1000 }) +
		"\n" + bars("MB of .dormouse", rows, func(r grown) float64 { return float64(r.kept) / 1e6 }) + "```\n")
	b.WriteString(programsTable(rows))
	return b.String()
}

// name is how many nights a land has seen; a star stands where not all were lived.
func (r grown) name() string {
	if r.lived < r.nights {
		return fmt.Sprintf("%d*", r.nights)
	}
	return fmt.Sprint(r.nights)
}

// programsTable is what programs took on the same lands, side by side.
func programsTable(rows []grown) string {
	var b strings.Builder
	for _, r := range rows {
		for _, p := range r.beside {
			fmt.Fprintf(&b, "| %s | %s | %.0f | %.0f | %.0f | %.0f | %d MB |\n", r.name(), p.program, ms(p.start), ms(p.indexed), ms(p.search), ms(p.night), p.memory>>20)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\nPrograms on copies of one land (`-programs today=FILE,older=FILE`), in milliseconds of processor time; an older program is one built from an\n" +
		"earlier commit (`git worktree add DIR COMMIT && cd DIR && make build`). The first search makes the index.\n\n" +
		"| nights | program | `status` | first search | search | a night | most memory |\n|---|---|---|---|---|---|---|\n" + b.String()
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
func bars(title string, rows []grown, of func(grown) float64) string {
	most := 0.0
	for _, r := range rows {
		most = math.Max(most, of(r))
	}
	out := title + "\n"
	for _, r := range rows {
		out += fmt.Sprintf("%6s nights %8.1f %s\n", r.name(), of(r), strings.Repeat("█", int(math.Round(40*of(r)/most))))
	}
	return out
}
