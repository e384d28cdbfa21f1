package search

import "strings"

// porter stems an English word: M. F. Porter, "An algorithm for suffix
// stripping", Program 14(3), 1980, with the author's two later points (bli and
// logi). Words of one or two letters stay as they are.
func porter(w string) string {
	if len(w) <= 2 {
		return w
	}
	w = plural(w)
	w = pastAndIng(w)
	if strings.HasSuffix(w, "y") && hasVowel(w[:len(w)-1]) {
		w = w[:len(w)-1] + "i"
	}
	w = replaceSuffix(w, step2[:])
	w = replaceSuffix(w, step3[:])
	w = dropSuffix(w)
	if strings.HasSuffix(w, "e") {
		b := w[:len(w)-1]
		if m := measure(b); m > 1 || m == 1 && !shortEnd(b) {
			w = b
		}
	}
	if strings.HasSuffix(w, "ll") && measure(w[:len(w)-1]) > 1 {
		w = w[:len(w)-1]
	}
	return w
}

// plural is step 1a.
func plural(w string) string {
	switch {
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "ies"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}

// pastAndIng is step 1b.
func pastAndIng(w string) string {
	if strings.HasSuffix(w, "eed") {
		if measure(w[:len(w)-3]) > 0 {
			return w[:len(w)-1]
		}
		return w
	}
	b := w
	if c, ok := strings.CutSuffix(w, "ed"); ok {
		b = c
	} else if c, ok := strings.CutSuffix(w, "ing"); ok {
		b = c
	}
	if len(b) == len(w) || !hasVowel(b) {
		return w
	}
	n := len(b)
	switch {
	case strings.HasSuffix(b, "at"), strings.HasSuffix(b, "bl"), strings.HasSuffix(b, "iz"):
		return b + "e"
	case n > 1 && b[n-1] == b[n-2] && consonant(b, n-1) && !strings.ContainsRune("lsz", rune(b[n-1])):
		return b[:n-1]
	case measure(b) == 1 && shortEnd(b):
		return b + "e"
	}
	return b
}

type suffixRule struct{ from, to string }

// Longest first where one ends in another.
var (
	step2 = [...]suffixRule{{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
		{"bli", "ble"}, {"alli", "al"}, {"entli", "ent"}, {"ousli", "ous"}, {"eli", "e"}, {"ization", "ize"},
		{"ation", "ate"}, {"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"}, {"fulness", "ful"}, {"ousness", "ous"},
		{"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"}, {"logi", "log"}}
	step3 = [...]suffixRule{{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}}
	step4 = [...]string{"ement", "ment", "ance", "ence", "able", "ible", "ant", "ent", "ism", "ate", "iti", "ous",
		"ive", "ize", "ion", "al", "er", "ic", "ou"}
)

// replaceSuffix is steps 2 and 3: the first rule whose ending is there decides.
func replaceSuffix(w string, rules []suffixRule) string {
	for _, r := range rules {
		if b, ok := strings.CutSuffix(w, r.from); ok {
			if measure(b) > 0 {
				return b + r.to
			}
			return w
		}
	}
	return w
}

// dropSuffix is step 4.
func dropSuffix(w string) string {
	for _, s := range step4 {
		b, ok := strings.CutSuffix(w, s)
		if !ok {
			continue
		}
		if measure(b) > 1 && (s != "ion" || strings.HasSuffix(b, "s") || strings.HasSuffix(b, "t")) {
			return b
		}
		return w
	}
	return w
}

// consonant says whether w[i] is one: y is after a vowel or at the start.
func consonant(w string, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		return i == 0 || !consonant(w, i-1)
	}
	return true
}

// measure is Porter's m: how many times a vowel run is followed by a consonant run.
func measure(w string) int {
	m, vowel := 0, false
	for i := range len(w) {
		c := consonant(w, i)
		if c && vowel {
			m++
		}
		vowel = !c
	}
	return m
}

func hasVowel(w string) bool {
	for i := range len(w) {
		if !consonant(w, i) {
			return true
		}
	}
	return false
}

// shortEnd is Porter's *o: consonant, vowel, consonant other than w, x, y.
func shortEnd(w string) bool {
	n := len(w)
	return n >= 3 && consonant(w, n-3) && !consonant(w, n-2) && consonant(w, n-1) && !strings.ContainsRune("wxy", rune(w[n-1]))
}
