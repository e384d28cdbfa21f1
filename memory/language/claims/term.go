package claims

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// term is a word of a part that says something.
type term struct {
	low, stem string
	at        int // where it begins in the text
	name      bool
	weight    float64
	lang      language.Lang
	means     []vectors.Near // in English
}

// How much words weigh: those of everything least.
const (
	commonRank   = 150 // of English words by frequency
	frequentRank = 1000
	nameWeight   = .76 // and no other word weighs as much
	signWeight   = .5  // of a character that says something
	shortWord    = 3   // letters of a word that no dictionary has and that is none of weight
	shortest     = 2   // characters of a word that says something
)

// isSign reports whether a character says something by itself, where words are not
// spaced.
func isSign(low string) bool {
	r, _ := utf8.DecodeRuneInString(low)
	return unicode.In(r, unicode.Han, unicode.Katakana)
}

// Stem is the stem of a word that says something; ok is false of the small words that
// stand everywhere.
func Stem(w language.Word, l language.Lang) (stem string, ok bool) {
	t, ok := newTerm(w, l)
	return t.stem, ok
}

func newTerm(w language.Word, l language.Lang) (term, bool) {
	low := strings.TrimSuffix(w.Low, "'s")
	if head, rest, ok := strings.Cut(low, "'"); ok && len(rest) > 2 && len(head) < 6 {
		low = rest
	}
	if utf8.RuneCountInString(low) < shortest && !w.Digit() && !w.Upper() && !isSign(low) || language.Common(l, low) || l.Lists(low).Has(language.Light) ||
		l.Is(language.Question, low) || l.Is(language.Third, low) || l.Is(language.Me, low) || l.Is(language.You, low) || l.Is(language.Negators, low) || l.Joins(low) || l.ModeOf(low)&(language.Toward|language.Agent|language.Passive) != 0 {
		return term{}, false
	}
	t := term{low: low, stem: l.Stem(low), weight: 1, lang: l}
	if l == language.English {
		t.means = []vectors.Near{{Word: low, Weight: 1}}
	} else {
		t.means = l.InEnglish(low)
		switch {
		case isSign(low):
			t.weight = signWeight
		case len(t.means) > 0:
		case len(low) <= shortWord, l.Lists(low).Has(language.Stop):
			t.weight = .25
		case language.Everyday(low):
			t.weight = .75
		}
	}
	for _, m := range t.means {
		if v, ok := vectors.Of(m.Word); ok {
			switch rank := v.Rank(); {
			case rank < commonRank:
				t.weight = .25
			case rank < frequentRank:
				t.weight = .75
			}
			break
		}
	}
	return t, true
}
