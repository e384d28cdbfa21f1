package summarize

import (
	"sort"
	"strings"
	"unicode/utf8"

	"dormouse/memory/document"
	"dormouse/summarize/extract"
)

// The sections of a wake note, in the order in which they are written.
var sections = [...]string{"Request", "Decisions", "In hand", "Rejected", "Last command", "Open", "Said"}

const (
	request = iota
	decisions
	inHand
	rejected
	lastCommand
	open
	spoken
)

// noteLine bounds one line of a note, in bytes.
const noteLine = 240

// noteItem is one line of a wake note.
type noteItem struct {
	section int
	text    string
	at      int // order in time; what an earlier note held is below zero
}

// parseNote reads a note back into its lines. What stands before the first
// known heading counts as said.
func parseNote(note string) []noteItem {
	var out []noteItem
	section := spoken
	lines := strings.Split(note, "\n")
	for n, l := range lines {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "#") {
			section = sectionOf(strings.TrimSpace(strings.TrimLeft(l, "#")))
			continue
		}
		if l == "" {
			continue
		}
		out = append(out, noteItem{section: section, text: strings.TrimPrefix(l, "- "), at: n - len(lines)})
	}
	return out
}

func sectionOf(heading string) int {
	for i, s := range sections {
		if strings.EqualFold(s, heading) {
			return i
		}
	}
	return spoken
}

// mergeNote drops what was said again and what a newer line replaced: there is
// one last command, and an older request is kept once, behind the newer.
func mergeNote(items []noteItem) []noteItem {
	newest := map[int]int{}
	for _, it := range items {
		if at, ok := newest[it.section]; !ok || it.at > at {
			newest[it.section] = it.at
		}
	}
	seen := map[string]int{}
	var out []noteItem
	requests := 0
	for i := len(items) - 1; i >= 0; i-- {
		it := items[i]
		if it.section == lastCommand && it.at != newest[lastCommand] {
			continue
		}
		if it.section == open && it.at < 0 && newest[spoken] >= 0 && strings.HasSuffix(it.text, "?") {
			continue // it was answered in what came after
		}
		if it.section == request {
			if requests++; requests > 2 {
				continue
			}
		}
		k := extract.Fold(strings.Trim(it.text, " .!"))
		if _, ok := seen[k]; ok {
			continue
		}
		seen[k] = i
		out = append(out, it)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// fitNote writes the items that have room.
func fitNote(items []noteItem, budget int, count func(string) int) string {
	order := make([]int, len(items))
	rank := make([]float64, len(items))
	perSection := map[int]int{}
	for i := len(items) - 1; i >= 0; i-- {
		order[i] = i
		s := items[i].section
		rank[i] = sectionWeight(s) / float64(1+perSection[s])
		perSection[s]++
	}
	sort.SliceStable(order, func(a, b int) bool { return rank[order[a]] > rank[order[b]] })
	left := budget
	take := make([]bool, len(items))
	opened := map[int]bool{}
	var taken []int
	for _, i := range order {
		cost := count("- "+items[i].text+"\n") + 1
		if !opened[items[i].section] {
			cost += count("\n## " + sections[items[i].section] + "\n\n")
		}
		if cost > left {
			continue
		}
		left -= cost
		take[i], opened[items[i].section] = true, true
		taken = append(taken, i)
	}
	for {
		text := writeNote(items, take)
		if len(taken) == 0 || count(text) <= budget {
			return text
		}
		take[taken[len(taken)-1]] = false
		taken = taken[:len(taken)-1]
	}
}

// sectionWeight says how soon a section's next line gives way: its n-th newest
// line counts an n-th of this.
func sectionWeight(section int) float64 {
	switch section {
	case request, lastCommand:
		return 10
	case open:
		return 6
	case decisions:
		return 8
	case inHand:
		return 5
	case rejected:
		return 4
	}
	return 7
}

func writeNote(items []noteItem, take []bool) string {
	var b strings.Builder
	for s := range sections {
		first := true
		for i, it := range items {
			if it.section != s || !take[i] {
				continue
			}
			if first {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				b.WriteString("## " + sections[s] + "\n\n")
				first = false
			}
			b.WriteString("- " + it.text + "\n")
		}
	}
	return b.String()
}

// clip cuts a text to at most n bytes, at a word where one is near.
func clip(s string, n int) string {
	s = document.OneLine(s)
	if len(s) <= n {
		return s
	}
	cut := n - len("…")
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	if i := strings.LastIndexByte(s[:cut], ' '); i > cut/2 {
		cut = i
	}
	if strings.HasPrefix(s, "`") && strings.Count(s[:cut], "`")%2 == 1 {
		return s[:cut] + "…`"
	}
	return s[:cut] + "…"
}
