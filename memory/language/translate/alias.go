package translate

import (
	"dormouse/memory/language"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastAlias is the shortest word, in characters, that may stand for a longer one
// that it begins or ends; it must be mostAlias of it at least.
const (
	leastAlias = 4
	mostAlias  = .6
)

// Alias reports whether a word as written may be another way to write a name: one
// cut short ("Postgres", "PostgreSQL"), its capitals ("JS", "JavaScript"), its first
// and last letter with the number of those between ("k8s", "Kubernetes"), or its own
// with an ending. Names that are but similar ("Ana", "Anna") are not the same.
func Alias(a, b string) bool {
	x, y := unmarked(a), unmarked(b)
	if len(x) > len(y) {
		x, y, b = y, x, a
	}
	switch {
	case x == y:
		return true
	case x == "" || y == "":
		return false
	}
	n, m := utf8.RuneCountInString(x), utf8.RuneCountInString(y)
	if n >= leastAlias && float64(n) >= mostAlias*float64(m) && (strings.HasPrefix(y, x) || strings.HasSuffix(y, x) && n+1 == m) {
		return true
	}
	return x == strings.ToLower(capitals(b)) && n > 1 || numeronym(x, y)
}

// uncomposed are letters that fall into plain ones and are not composed of them.
var uncomposed = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ı", "i", "ё", "е")

// unmarked is a folded word without "'s".
func unmarked(s string) string {
	s = strings.ToLower(uncomposed.Replace(language.Fold(s)))
	return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "'")
}

func capitals(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsUpper(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// numeronym reports whether x is y with all but its ends counted: "i18n".
func numeronym(x, y string) bool {
	if len(x) < 3 || len(y) < 4 {
		return false
	}
	n, err := strconv.Atoi(x[1 : len(x)-1])
	return err == nil && x[0] == y[0] && x[len(x)-1] == y[len(y)-1] && n == len(y)-2
}
