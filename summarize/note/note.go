// Package note writes the text that opens the next context, the wake note: lines in
// sections, merged with those of the note before and fitted to a budget. It decides
// which line gives way, and never what a line says.
package note

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/document"
	"dormouse/summarize/extract"
)

// The sections of a wake note, in the order in which they are written.
var sections = [...]string{"Request", "Decisions", "In hand", "Rejected", "Last command", "Open", "Said"}

const (
	Request = iota
	Decisions
	InHand
	Rejected
	LastCommand
	Open
	Said
)

// LineBytes bounds one line of a note, in bytes.
const LineBytes = 240

// Item is one line of a wake note.
type Item struct {
	Section int
	Text    string
	At      int // order in time; what an earlier note held is below zero
}

// Parse reads a note back into its lines. What stands before the first
// known heading counts as said.
func Parse(note string) []Item {
	var out []Item
	section := Said
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
		out = append(out, Item{Section: section, Text: strings.TrimPrefix(l, "- "), At: n - len(lines)})
	}
	return out
}

func sectionOf(heading string) int {
	if i := slices.IndexFunc(sections[:], func(s string) bool { return strings.EqualFold(s, heading) }); i >= 0 {
		return i
	}
	return Said
}

// Merge drops what was said again and what a newer line replaced: there is
// one last command, and an older request is kept once, behind the newer.
func Merge(items []Item) []Item {
	newest := map[int]int{}
	for _, it := range items {
		if at, ok := newest[it.Section]; !ok || it.At > at {
			newest[it.Section] = it.At
		}
	}
	seen := map[string]bool{}
	var out []Item
	requests := 0
	for _, it := range slices.Backward(items) {
		if it.Section == LastCommand && it.At != newest[LastCommand] {
			continue
		}
		if it.Section == Open && it.At < 0 && newest[Said] >= 0 && strings.HasSuffix(it.Text, "?") {
			continue // it was answered in what came after
		}
		if it.Section == Request {
			if requests++; requests > 2 {
				continue
			}
		}
		k := extract.Fold(strings.Trim(it.Text, " .!"))
		if seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, it)
	}
	slices.Reverse(out)
	return out
}

// Fit writes the items that have room.
func Fit(items []Item, budget int, count func(string) int) string {
	order := make([]int, len(items))
	rank := make([]float64, len(items))
	perSection := map[int]int{}
	for i := len(items) - 1; i >= 0; i-- {
		order[i] = i
		s := items[i].Section
		rank[i] = sectionWeight(s) / float64(1+perSection[s])
		perSection[s]++
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank[b], rank[a]) })
	left := budget
	take := make([]bool, len(items))
	opened := map[int]bool{}
	var taken []int
	for _, i := range order {
		cost := count("- "+items[i].Text+"\n") + 1
		if !opened[items[i].Section] {
			cost += count("\n## " + sections[items[i].Section] + "\n\n")
		}
		if cost > left {
			continue
		}
		left -= cost
		take[i], opened[items[i].Section] = true, true
		taken = append(taken, i)
	}
	for {
		text := Write(items, take)
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
	case Request, LastCommand:
		return 10
	case Open:
		return 6
	case Decisions:
		return 8
	case InHand:
		return 5
	case Rejected:
		return 4
	}
	return 7
}

// Write writes the lines that were taken, by section; nil takes all.
func Write(items []Item, take []bool) string {
	var b strings.Builder
	for s := range sections {
		first := true
		for i, it := range items {
			if it.Section != s || take != nil && !take[i] {
				continue
			}
			if first {
				if b.Len() > 0 {
					b.WriteByte('\n')
				}
				b.WriteString("## " + sections[s] + "\n\n")
				first = false
			}
			b.WriteString("- " + it.Text + "\n")
		}
	}
	return b.String()
}

// Clip cuts a text to at most n bytes, at a word where one is near.
func Clip(s string, n int) string {
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
