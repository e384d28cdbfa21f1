package summarize

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/summarize/extract"
)

// eachTerm calls do for the parts of a word that say something, each with the term in
// which it is compared: "painted" and "painting" are one, and so are 12,000 and 12000,
// "three" and 3.
func eachTerm(w *extract.Word, lang language.Lang, do func(part, term string)) {
	if w.Core == "" || lang.Lists(w.Low).Has(language.Stop) {
		return
	}
	add := func(p string) {
		if p == "" || lang.Lists(p).Has(language.Stop) || utf8.RuneCountInString(p) < 2 && !extract.HasDigit(p) {
			return
		}
		if n, ok := quantity.NumberWord(lang, p); ok && n > 1 {
			do(p, strconv.Itoa(n))
		} else {
			do(p, extract.Stem(p))
		}
	}
	number, isNumber := figure(w.Low)
	switch i := len(w.Low) - len(time.DateOnly); {
	case w.Date && i > 0 && extract.IsDate(w.Low[i:]): // "the week of 2023-05-01"
		add(w.Low[i:])
	case extract.Wide(w.Core):
		extract.Pairs(w.Low, add)
	case w.Date || extract.IsDate(w.Low):
		add(w.Low)
	case isNumber:
		add(number)
	default:
		extract.Parts(w.Low, add)
	}
}

// figure reads a written number with its groups: "12,000" → "12000", "3,5" →
// "3.5".
func figure(low string) (string, bool) {
	low = strings.TrimRight(low, "%€")
	if low == "" || strings.Trim(low, "0123456789.,'’") != "" || !extract.HasDigit(low[:1]) || extract.IsDate(low) {
		return "", false
	}
	groups := strings.FieldsFunc(low, func(r rune) bool { return strings.ContainsRune(".,'’", r) })
	for _, g := range groups[1:] {
		if len(g) != 3 || len(groups[0]) > 3 {
			return strings.ReplaceAll(low, ",", "."), true
		}
	}
	return strings.Join(groups, ""), true
}
