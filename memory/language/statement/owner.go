package statement

import (
	"cmp"
	"strings"

	"dormouse/memory/language"
)

// OfOthers reports whether two pieces of statements are told of two persons or animals: one
// that names nobody is told of whom the whole begins with.
func OfOthers(older, newer, wholeOlder, wholeNewer Statement) bool {
	a, b := cmp.Or(older.being(), wholeOlder.being()), cmp.Or(newer.being(), wholeNewer.being())
	return a != "" && b != "" && !older.Lang.SamePerson(a, b) && !wholeOlder.toldOf(wholeNewer) && !wholeNewer.toldOf(wholeOlder)
}

// toldOf reports whether another statement has the name of whom this one begins with: "our cat Pip"
// and "the vet says Pip".
func (s *Statement) toldOf(o Statement) bool {
	for i, w := range s.words[:s.subjectEnds()] {
		if !s.Lang.Lists(w.Low).Has(language.Whose) && !s.isBeing(w.Low) && o.has(s.derived.words[i].stem) {
			return true
		}
	}
	return false
}

// ownsElse reports whether both speak of one thing, and one of them of the speaker's and the other
// of somebody else's: "my boss" and "my sister's boss". What an older one that tells of nobody has
// is the speaker's: of 42 pairs of the corpus and its lives 3 are ends.
func (s *Statement) ownsElse(o Statement) bool {
	for _, stem := range s.Shares(o) {
		x, mine := s.owner(stem)
		y, own := o.owner(stem)
		mine = mine || x == "" && len(s.People) == 0
		if x != "" && own || y != "" && mine && !s.mentions(y) || x != "" && y != "" && !s.Lang.SamePerson(x, y) {
			return true
		}
	}
	return false
}

// owner is the person or animal whose a thing is by its stem, and whether it is the
// speaker's: "my sister's boss", "le chef de ma sœur".
func (s *Statement) owner(stem string) (who string, mine bool) {
	for i, w := range s.derived.words {
		if w.stem != stem {
			continue
		}
		if i > 0 {
			before := s.words[i-1].Low
			if own, ok := strings.CutSuffix(before, "'s"); ok && s.isBeing(own) {
				return own, false
			}
			mine = s.Lang.Lists(before).Has(language.Whose)
		}
		for k := i + 1; k < min(len(s.words), i+4); k++ {
			switch low := s.words[k].Low; {
			case k > i+1 && s.isBeing(low) && s.Lang.Lists(s.words[k-1].Low).Has(language.Whose):
				return low, false
			case !language.Common(s.Lang, low) && !s.Lang.Lists(low).Has(language.Whose):
				return "", mine
			}
		}
		return "", mine
	}
	return "", false
}

func (s *Statement) isBeing(low string) bool {
	low = language.Fold(low)
	return s.Lang.Is(language.People, low) || s.Lang.Is(language.Animals, low)
}
