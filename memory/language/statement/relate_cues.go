package statement

import (
	"slices"
	"strings"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
)

// cueFeatures adds the classes of either, alone and with what is shared.
func (f pair) cueFeatures(a, b Statement, o, v, p string) {
	for c := range language.ClassCount {
		name := c.String()
		if a.cues[c] {
			f.Add("a", name)
		}
		if !b.cues[c] {
			continue
		}
		f.Add("b", name)
		if !a.cues[c] {
			f.Add("b only", name)
		}
		if c > language.People || c == language.Negators {
			f.Add("b+o", name, o)
			f.Add("b+p", name, p)
			f.Add("b+v", name, v)
			for d := language.Hedge; d <= language.Past; d++ {
				if d > c && b.cues[d] {
					f.Add("bb", name, d.String())
				}
			}
		}
	}
}

// turning are the classes that say that something is otherwise now, or is not.
var turning = []language.Class{language.Negators, language.Change, language.End, language.Correct, language.Also, language.Past, language.Plan, language.Hedge, language.Decide}

// placeFeatures adds where the cues of the newer statement stand: at its start or
// end, and how far from what it shares with the older one: "out of the club I am".
// Where words are not spaced, places are counted in characters.
func (f pair) placeFeatures(a, b Statement) {
	shared, length := b.sharedAt(a)
	for _, c := range b.derived.cues {
		if slices.Contains(turning, c.Class) {
			c.From, c.To = b.place(c.From), b.place(c.To)
			f.Add("at", c.Class.String(), beside(c, shared))
			f.Add("cue at", c.Class.String(), classify.Digit(min(c.From, 3)), classify.Yes(c.To == length))
		}
	}
}

// sharedAt are the places of what a statement shares with another, and how many
// places it has.
func (s *Statement) sharedAt(o Statement) (at []int, length int) {
	if !s.Lang.Dense() {
		for i := range s.derived.words {
			if o.content[s.derived.words[i].stem] {
				at = append(at, i)
			}
		}
		return at, len(s.words)
	}
	low := []rune(s.derived.fold)
	for i := 0; i+1 < len(low); i++ {
		if o.content[string(low[i:i+2])] {
			at = append(at, i, i+1)
		}
	}
	return slices.Compact(at), len(low)
}

// place is where a cue begins or ends: the number of a word, or of a character.
func (s *Statement) place(i int) int {
	if !s.Lang.Dense() {
		return i
	}
	return utf8.RuneCountInString(s.derived.fold[:min(i, len(s.derived.fold))])
}

// beside is on which side of the nearest of some words a cue stands, and how far.
func beside(c language.Cue, words []int) string {
	at, least := "-", 99
	for _, i := range words {
		d, side := c.From-i, ">"
		if i >= c.To {
			d, side = i-c.To+1, "<"
		}
		if d < least {
			at, least = side+classify.Digit(min(max(d, 0), 4)), d
		}
	}
	return at
}

// turnFeatures adds all that turns at once, with whom the two begin with.
func (f pair) turnFeatures(a, b Statement, o, v, p string) {
	turn := ""
	for _, c := range []language.Class{language.Negators, language.Change, language.End, language.Correct, language.Also} {
		turn += classify.Yes(b.cues[c])
	}
	both := a.about & b.about
	k := classify.Digit(min(both.Count(), 2))
	denied := classify.Yes(a.cues[language.Negators])
	f.Add("turn", turn, denied)
	f.Add("turn+o", turn, denied, o)
	f.Add("turn+t", turn, denied, k)
	f.Add("turn+tp", turn, denied, k, p)
	is := kinOf(a, b)
	f.Add("kin", is)
	f.Add("kin+turn", is, turn)
	f.Add("kin+o", is, o)
	f.Add("kin+t", is, k)
	if !strings.Contains(turn, classify.Yes(true)) {
		both.Each(func(t string) { f.Add("quiet", t, v) })
	}
}

// kinOf compares the persons or animals that the two begin with.
func kinOf(a, b Statement) string {
	switch {
	case a.first == "" && b.first == "":
		return "-"
	case a.first == "":
		return ">"
	case b.first == "" && b.cues[language.Third]:
		return "he"
	case b.first == "":
		return "<"
	case a.first == b.first:
		return "="
	}
	return "!"
}

// aboutFeatures compare the attributes that the two speak of.
func (f pair) aboutFeatures(a, b Statement, o, v, p string) {
	both := a.about & b.about
	k := classify.Digit(min(both.Count(), 3))
	f.Add("t", k)
	f.Add("t+o", k, o)
	f.Add("t+p", k, p)
	f.Add("t+v", k, v)
	f.Add("t only", k, classify.Digit(min((a.about&^both).Count(), 3)), classify.Digit(min((b.about&^both).Count(), 3)))
	both.Each(func(t string) {
		f.Add("tt", t)
		f.Add("tt+v", t, v)
		f.Add("tt+p", t, p)
		for _, c := range turning {
			if b.cues[c] {
				f.Add("tt+c", t, c.String())
			}
		}
	})
	(a.about &^ both).Each(func(t string) { f.Add("ta", t) })
	(b.about &^ both).Each(func(t string) { f.Add("tb", t) })
	a.about.Each(func(x string) {
		b.about.Each(func(y string) { f.Add("tp", x, y) })
	})
	for c := range language.ClassCount {
		if b.cues[c] {
			f.Add("t+c", k, c.String())
		}
	}
}

// leadFeatures compare what the two begin with: who or what they are about.
func (f pair) leadFeatures(a, b Statement, o, v string) {
	x, y := a.derived.lead, b.derived.lead
	is := "!"
	switch {
	case x == "" || y == "":
		is = "-"
	case x == y:
		is = "="
	case b.content[x]:
		is = ">"
	case a.content[y]:
		is = "<"
	}
	is += classify.Yes(x == "me") + classify.Yes(y == "me")
	f.Add("lead", is)
	f.Add("of", classify.Yes(a.possessive()), classify.Yes(b.possessive()), is)
	f.Add("lead+o", is, o)
	f.Add("lead+v", is, v)
	for c := range language.ClassCount {
		if b.cues[c] {
			f.Add("lead+c", is, c.String())
		}
	}
}

// possessive reports whether a statement begins with whose it is: "Ann's sister".
func (s *Statement) possessive() bool {
	return len(s.words) > 1 && strings.HasSuffix(s.words[0].Low, "'s")
}

// leadOf is "me", or the stem of the first word that tells something.
func (s *Statement) leadOf() string {
	for _, w := range s.words {
		if w.Low == "i" || s.Lang.Is(language.Me, w.Low) {
			return "me"
		}
		if !w.Digit() && !language.Common(s.Lang, w.Low) {
			return s.Lang.Stem(strings.TrimSuffix(w.Low, "'s"))
		}
	}
	return ""
}
