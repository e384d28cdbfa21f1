package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mainClause turns what stands behind "dass" into a sentence: "ich montags
// Chorprobe habe" into "ich habe montags Chorprobe". Where the verb may be one of
// two parts ("aufstehe"), or subject and verb are not sure, the words stay.
func mainClause(s string) string {
	words := strings.Fields(strings.TrimRight(strings.TrimSpace(s), ".!"))
	n := subjectWords(words)
	if n == 0 || n > len(words)-2 {
		return s
	}
	verb := words[len(words)-1]
	if strings.ContainsAny(strings.Join(words[n:], " "), ",;:") || !finite(verb, strings.ToLower(words[0])) {
		return s
	}
	out := append(append([]string{}, words[:n]...), verb)
	return strings.Join(append(out, words[n:len(words)-1]...), " ")
}

// subjectWords is how many words the subject at the start takes: a pronoun, a
// name, or "meine Tochter Frieda"; 0 where that is not sure.
func subjectWords(words []string) int {
	if len(words) == 0 {
		return 0
	}
	n := 0
	switch strings.ToLower(words[0]) {
	case "ich", "du", "er", "sie", "es", "wir", "ihr", "man":
		return 1
	case "mein", "meine", "unser", "unsere", "dein", "deine", "sein", "seine", "der", "die", "das":
		n = 1
	}
	for n < len(words) && capital(words[n]) {
		n++
	}
	if n > 3 || n == 1 && !capital(words[0]) {
		return 0
	}
	return n
}

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}

// finite reports whether a verb at the end of a clause goes with its subject and
// is of one part.
func finite(verb, subject string) bool {
	if capital(verb) {
		return false
	}
	switch verb {
	case "bin", "ist", "war", "habe", "hat", "hatte", "werde", "wird", "muss", "kann", "will", "soll", "darf", "mag", "möchte", "sind", "waren", "heiße", "heißt":
		return true
	}
	for _, p := range [...]string{"ab", "an", "auf", "aus", "bei", "ein", "fest", "frei", "her", "hin", "los", "mit", "nach", "teil", "um", "vor", "weg", "zu", "über", "unter"} {
		if strings.HasPrefix(verb, p) {
			return false
		}
	}
	switch subject {
	case "ich":
		return strings.HasSuffix(verb, "e")
	case "wir":
		return strings.HasSuffix(verb, "en")
	case "du":
		return strings.HasSuffix(verb, "st")
	}
	return strings.HasSuffix(verb, "t")
}
