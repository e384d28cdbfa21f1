package statement

import (
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/translate"
)

// Tie is the name that a text gives to a person, an animal or a thing: of "my dad Colin"
// Colin to dad. Both are folded words.
type Tie struct{ Of, Name string }

// Ties are the names that a statement gives: behind those whom the speaker has ("my dad
// Colin"), before them ("Colin is my dad"), or by a word for a name ("a lurcher called
// Biscuit"). Of languages without spaces none is read.
func (s *Statement) Ties() (out []Tie) {
	if s.Lang.Dense() {
		return nil
	}
	for i := range s.words {
		if !s.givesName(i) {
			continue
		}
		of := ""
		if s.is(i-2, language.Whose) && s.tied(i-1) {
			of = s.words[i-1].Low
		} else if own := i + 1; s.is(own, language.Whose) || s.is(own, language.Verb) {
			if s.is(own, language.Verb) {
				own++
			}
			if s.is(own, language.Whose) && s.tied(own+1) {
				of = s.words[own+1].Low
			}
		} else {
			of = s.called(i)
		}
		if of != "" {
			out = append(out, Tie{of, s.words[i].Low})
		}
	}
	return out
}

// called is what a word for a name gives the name at i to: the last word before it that
// tells something.
func (s *Statement) called(i int) string {
	by := i - 1
	if s.is(by, language.Verb) { // "the name of the boat is"
		by--
	}
	if by < 1 || !s.tellsName(by) {
		return ""
	}
	for j := by - 1; j >= max(0, by-farCalled); j-- {
		w := s.words[j]
		if s.is(j, language.Verb|language.Little|language.Stop) {
			continue
		}
		if j == by-1 && s.is(j-1, language.Whose) && s.Lang.Attributes(s.words[by].Low).Count() > 1 {
			return "" // "my sister called Ann"
		}
		return w.Low
	}
	return ""
}

// farCalled is how many words may stand between what has a name and the word for it.
const farCalled = 3

// is reports whether word i stands on a list.
func (s *Statement) is(i int, list language.Wordlist) bool {
	return i >= 0 && i < len(s.words) && s.Lang.Lists(s.words[i].Low).Has(list)
}

// tied reports whether word i is for a person or an animal.
func (s *Statement) tied(i int) bool { return i >= 0 && i < len(s.words) && s.isBeing(s.words[i].Low) }

// givesName reports whether word i is somebody's name, in small letters too where the
// words of the language are known.
func (s *Statement) givesName(i int) bool {
	w := s.words[i]
	switch {
	case s.Lang.Calendar(w.Low) || strings.HasSuffix(w.Low, "'s") || w.Digit():
		return false
	case w.Upper() && s.Lang.NounsHaveCapitals():
		return translate.NameLike(w.Low, s.Lang) || s.tied(i-1) && s.is(i-2, language.Whose) || i > 0 && s.tellsName(i-1)
	case w.Upper():
		return language.IsName(w) || i > 0 && len(w.Low) > 1
	}
	return s.Lang == language.English && len(w.Low) > 2 && !language.Everyday(w.Low) && translate.NameLike(w.Low, s.Lang)
}

// tellsName reports whether word i is a word for a name.
func (s *Statement) tellsName(i int) (yes bool) {
	s.Lang.Attributes(s.words[i].Low).Each(func(about string) { yes = yes || about == "name" })
	return yes
}
