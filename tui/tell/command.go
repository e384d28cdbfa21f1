package tell

import (
	"strings"

	"dormouse/runtime"
	"dormouse/sleep"
)

// Command tells whether a text is a command: a slash, a word and no line break.
// "/usr/bin" is none.
func Command(text string) (name, arg string, ok bool) {
	text = strings.TrimSpace(text)
	rest, slashed := strings.CutPrefix(text, "/")
	if !slashed || strings.Contains(text, "\n") {
		return "", "", false
	}
	name, arg, _ = strings.Cut(rest, " ")
	if name == "" || strings.ContainsAny(name, "/.\\") {
		return "", "", false
	}
	return strings.ToLower(name), strings.TrimSpace(arg), true
}

// Sleep is the night that "", "light", "deep" or "preview" means.
func Sleep(arg string) runtime.Sleep {
	switch arg {
	case "deep":
		return runtime.Sleep{Depth: sleep.Deep}
	case "preview":
		return runtime.Sleep{DryRun: true}
	}
	return runtime.Sleep{}
}

// Nearest is the name that a word may be a slip of: at most two letters away, and
// nearer than half of the word; "" for none.
func Nearest(word string, names []string) string {
	near, best := "", min(3, (len([]rune(word))+1)/2)
	for _, name := range names {
		if d := distance(name, word); d < best {
			near, best = name, d
		}
	}
	return near
}

// distance is how many letters must be put in, left out, changed or swapped with
// their neighbour to make b of a.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last := make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row := make([]int, len(y)+1)
		row[0] = i + 1
		for j := range y {
			change := last[j]
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(y)]
}

// Private are said when a private talk begins; the line under the input says
// PRIVATE as long as it lasts.
const Private = "this talk is private: nothing of it reaches the disk or memory, which is only read · /keep makes it a session · /private off ends it"
