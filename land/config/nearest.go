package config

import (
	"fmt"
	"slices"
	"strings"
)

// didYouMean is the hint for an unknown key: the nearest known one, or what to
// do for a key that people look for.
func didYouMean(path []string) string {
	last := strings.ToLower(path[len(path)-1])
	switch last {
	case "api_key", "apikey", "key", "token", "secret":
		return "keys are not kept in files; use key_env or key_command"
	}
	if near := nearest(path); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "`dormouse config` lists all keys"
}

// nearest is the known key that path was most likely meant to be; "" when none
// is like it. A key in the wrong section is nearer than another word.
func nearest(path []string) string {
	name := joinPath(path)
	best, least := "", max(2, len(name)/4)+1
	for _, k := range candidates(path) {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
	}
	if least > 1 {
		for _, k := range Keys() {
			if _, last := cutLast(k.Name); last == path[len(path)-1] && !strings.Contains(k.Name, "*") {
				return k.Name
			}
		}
	}
	return best
}

// candidates are the known keys and tables, with the person's own names in the
// place of stars.
func candidates(path []string) []string {
	var out []string
	for _, k := range Keys() {
		parts := strings.Split(k.Name, ".")
		usable := true
		for i, p := range parts {
			if p == "*" {
				usable = usable && i < len(path) && len(path) == len(parts)
				if i < len(path) {
					parts[i] = path[i]
				}
			}
		}
		for n := 1; n < len(parts); n++ {
			if len(path) == n {
				out = append(out, joinPath(parts[:n]))
			}
		}
		if usable {
			out = append(out, joinPath(parts))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// distance counts the edits that make b of a: insert, delete, replace, or swap
// two neighbours (optimal string alignment), in bytes.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
