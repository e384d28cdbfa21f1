package statement

import (
	"maps"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
)

// pair collects what the model of Relate sees of two statements.
type pair struct{ *classify.Features }

// RelateInput is what the models of Relate and Over see of two statements: its features, and
// what those words of the newer one mean together that the older one has not.
func RelateInput(older, newer Statement) classify.Input {
	was := older.derived.rows()
	fresh := slices.DeleteFunc(slices.Clone(newer.derived.rows()), func(row uint16) bool { return slices.Contains(was, row) })
	return classify.Input{Features: relateFeatures(older, newer), Meaning: language.MeaningOf(fresh)}
}

// relateFeatures are what the model looks at: what both share, what each has
// alone, values of one kind that differ, the classes of cues in either, and these
// together.
func relateFeatures(a, b Statement) []uint16 {
	if x, y := a.derived, b.derived; x.name == y.name && x.told != nil && y.told != nil {
		a, b = *x.told, *y.told
	}
	f := pair{classify.NewFeatures(0)}
	o := overlapOf(a, b)
	v := valuesOf(a, b)
	p := peopleOf(a, b)
	f.Add("overlap", o)
	f.Add("values", v)
	f.Add("people", p)
	f.Add("overlap+values", o, v)
	f.Add("people+values", p, v)
	f.Add("people+overlap", p, o)
	f.flags(a, b, o, v, p)
	f.cueFeatures(a, b, o, v, p)
	f.wordFeatures(a, b)
	f.slotFeatures(a, b, v, p)
	f.leadFeatures(a, b, o, v)
	f.aboutFeatures(a, b, o, v, p)
	f.placeFeatures(a, b)
	f.turnFeatures(a, b, o, v, p)
	return f.List()
}

// told is a statement that begins with a name, as if that person said it of
// themselves: what is learned from "I moved" holds for "Ann moved".
func (s Statement) told() *Statement {
	name := s.nameOf()
	s.content = maps.Clone(s.content)
	delete(s.content, s.Lang.Stem(s.words[0].Low))
	delete(s.content, name)
	s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(v language.Value) bool {
		return v.Kind == language.Name && (v.Key == name || v.Key == s.Lang.Stem(name))
	})
	s.words = slices.Clone(s.words)
	s.words[0].Low, s.words[0].Text = "i", "I"
	s.Mine, s.cues[language.Me] = true, true
	s.derive()
	return &s
}

// overlapOf is how much of each content the other has, in thirds.
func overlapOf(a, b Statement) string {
	shared := 0
	for _, w := range a.derived.content {
		if b.has(w) {
			shared++
		}
	}
	part := func(n int) string {
		switch {
		case shared == 0:
			return "0"
		case shared >= n:
			return "3"
		case 2*shared >= n:
			return "2"
		}
		return "1"
	}
	return part(len(a.content)) + part(len(b.content))
}

// has reports whether a statement has a word, alone or at the front of a longer
// one: German writes "Zahnarzttermin", Russian bends the ends of words.
func (s *Statement) has(stem string) bool {
	return s.content[stem] || among(s.derived.content, stem)
}

// TellsOf reports whether a statement has a word of matter, by its stem, as has does.
func (s *Statement) TellsOf(stem string) bool { return among(s.derived.matter, stem) }

func among(stems []string, stem string) bool {
	for _, w := range stems {
		if w == stem {
			return true
		}
		short, long := stem, w
		if len(short) > len(long) {
			short, long = long, short
		}
		if len(short) >= 5 && strings.HasPrefix(long, short) {
			return true
		}
	}
	return false
}

// valuesOf says how the values of the two compare: for each kind whether both have
// some, and whether they differ.
func valuesOf(a, b Statement) string {
	var out strings.Builder
	for k := language.Number; k <= language.Code; k++ {
		x, y := a.derived.keys[k], b.derived.keys[k]
		switch {
		case len(x) == 0 && len(y) == 0:
			out.WriteByte('-')
		case len(y) == 0:
			out.WriteByte('<')
		case len(x) == 0 && k == language.Day && !slices.ContainsFunc(y, notISO):
			out.WriteByte('-') // when it was said
		case len(x) == 0:
			out.WriteByte('>')
		case subset(y, x):
			out.WriteByte('=')
		case meet(x, y):
			out.WriteByte('~')
		default:
			out.WriteByte('!')
		}
	}
	return out.String()
}

func notISO(key string) bool { return !language.IsDay(key) }

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// peopleOf says whether the two speak of the same people beside the speaker.
func peopleOf(a, b Statement) string {
	out := "!"
	switch {
	case len(a.People) == 0 && len(b.People) == 0:
		out = "-"
	case len(a.People) == 0:
		out = ">"
	case len(b.People) == 0:
		out = "<"
	case subset(a.People, b.People) && subset(b.People, a.People):
		out = "="
	case meet(a.People, b.People):
		out = "~"
	}
	return out + classify.Yes(a.Mine) + classify.Yes(b.Mine)
}

// flags adds what stands in neither of the groups.
func (f pair) flags(a, b Statement, o, v, p string) {
	f.Add("denied", classify.Yes(a.Denied), classify.Yes(b.Denied))
	f.Add("denied+overlap", classify.Yes(a.Denied), classify.Yes(b.Denied), o)
	unit := unitsOf(a, b)
	f.Add("unit", unit)
	f.Add("unit+overlap", unit, o)
	if a.derived.fold == b.derived.fold {
		f.Add("equal")
	}
	if spelling(a, b) {
		f.Add("spelling")
	}
}

// unitsOf says whether two numbers have one unit, and whether they differ.
func unitsOf(a, b Statement) string {
	out := "-"
	for _, x := range a.Values {
		for _, y := range b.Values {
			switch {
			case x.Kind != language.Number || y.Kind != language.Number || x.Unit == "" || x.Unit != y.Unit:
			case x.Key != y.Key:
				return "!"
			default:
				out = "="
			}
		}
	}
	return out
}

// spelling reports whether a word of one is a word of the other, written a little
// differently.
func spelling(a, b Statement) bool {
	for _, x := range a.derived.content {
		for _, y := range b.derived.content {
			if len(x) > 3 && NearlySpelt(x, y) {
				return true
			}
		}
	}
	return false
}

// wordFeatures adds the words that only the newer one has, those at its start, and
// the words that both have: what the classes do not know is learned from examples.
// Of names only that they are names: whether Oslo is new says nothing elsewhere.
func (f pair) wordFeatures(a, b Statement) {
	old, now := a.derived.lows, b.derived.lows
	for i := range b.derived.words {
		w := &b.derived.words[i]
		if w.token == "" {
			continue
		}
		if !old[b.words[i].Low] {
			f.Set(w.fresh)
			if !b.Lang.Dense() {
				f.Set(w.ending)
			}
		}
		if i < 2 {
			f.Set(w.early)
		}
	}
	for i := range a.derived.words {
		switch w := &a.derived.words[i]; {
		case w.token == "" || w.digit:
		case now[a.words[i].Low]:
			f.Set(w.both)
		default:
			f.Set(w.old)
		}
	}
	if b.Lang.Dense() {
		f.Runs("nd", b.derived.fold, 2, 3)
	}
}

// token is what word i is to the model: the word, the shape of a figure, one sign
// for all names, "" for a day.
func (s *Statement) token(i int) string {
	w := s.words[i]
	switch {
	case language.IsDay(w.Low):
		return ""
	case w.Digit():
		return language.Shape(w.Low)
	case w.Upper() && (i > 0 && !s.Lang.NounsHaveCapitals() && len(w.Low) > 1 || s.Lang.Names(w)):
		return "<name>"
	}
	return w.Low
}

// slotFeatures say how much of the two differs between what they begin and what
// they end with alike: "I live in Berlin", "I live in Oslo".
func (f pair) slotFeatures(a, b Statement, v, p string) {
	n := min(len(a.words), len(b.words))
	head, tail := 0, 0
	for head < n && a.words[head].Low == b.words[head].Low {
		head++
	}
	for tail < n-head && a.words[len(a.words)-1-tail].Low == b.words[len(b.words)-1-tail].Low {
		tail++
	}
	is := ""
	for _, n := range []int{head, tail, len(a.words) - head - tail, len(b.words) - head - tail} {
		is += classify.Digit(min(n, 3))
	}
	f.Add("slot", is)
	f.Add("slot+v", is, v)
	f.Add("slot+p", is, p)
	(a.about & b.about).Each(func(t string) { f.Add("slot+t", is, t) })
}
