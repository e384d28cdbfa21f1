package language

import (
	"maps"
	"slices"
	"strings"
)

// RelateFeatures are what the model of Relate sees of two statements.
func RelateFeatures(older, newer Statement) []uint16 { return relateFeatures(older, newer) }

// relateFeatures are what the model looks at: what both share, what each has
// alone, values of one kind that differ, the classes of cues in either, and these
// together.
func relateFeatures(a, b Statement) []uint16 {
	if x, y := a.derived, b.derived; x.name == y.name && x.told != nil && y.told != nil {
		a, b = *x.told, *y.told
	}
	f := newFeatures(0)
	o := overlapOf(a, b)
	v := valuesOf(a, b)
	p := peopleOf(a, b)
	f.add("overlap", o)
	f.add("values", v)
	f.add("people", p)
	f.add("overlap+values", o, v)
	f.add("people+values", p, v)
	f.add("people+overlap", p, o)
	f.flags(a, b, o, v, p)
	f.cueFeatures(a, b, o, v, p)
	f.wordFeatures(a, b)
	f.slotFeatures(a, b, v, p)
	f.leadFeatures(a, b, o, v)
	f.aboutFeatures(a, b, o, v, p)
	f.placeFeatures(a, b)
	f.turnFeatures(a, b, o, v, p)
	return f.list()
}

// told is a statement that begins with a name, as if that person said it of
// themselves: what is learned from "I moved" holds for "Ann moved".
func (s Statement) told() *Statement {
	name := s.nameOf()
	s.content = maps.Clone(s.content)
	delete(s.content, s.Lang.Stem(s.words[0].Low))
	delete(s.content, name)
	s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(v Value) bool { return v.Kind == Name && (v.Key == name || v.Key == s.Lang.Stem(name)) })
	s.words = slices.Clone(s.words)
	s.words[0].Low, s.words[0].Text = "i", "I"
	s.Mine, s.cues[Me] = true, true
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
	if s.content[stem] {
		return true
	}
	for _, w := range s.derived.content {
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
	for k := Number; k <= Code; k++ {
		x, y := a.derived.keys[k], b.derived.keys[k]
		switch {
		case len(x) == 0 && len(y) == 0:
			out.WriteByte('-')
		case len(y) == 0:
			out.WriteByte('<')
		case len(x) == 0 && k == Day && !slices.ContainsFunc(y, notISO):
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

func notISO(key string) bool { return !isDay(key) }

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
	return out + yes(a.Mine) + yes(b.Mine)
}

func yes(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// flags adds what stands in neither of the groups.
func (f *features) flags(a, b Statement, o, v, p string) {
	f.add("denied", yes(a.Denied), yes(b.Denied))
	f.add("denied+overlap", yes(a.Denied), yes(b.Denied), o)
	unit := unitsOf(a, b)
	f.add("unit", unit)
	f.add("unit+overlap", unit, o)
	if a.derived.fold == b.derived.fold {
		f.add("equal")
	}
	if spelling(a, b) {
		f.add("spelling")
	}
}

// unitsOf says whether two numbers have one unit, and whether they differ.
func unitsOf(a, b Statement) string {
	out := "-"
	for _, x := range a.Values {
		for _, y := range b.Values {
			switch {
			case x.Kind != Number || y.Kind != Number || x.Unit == "" || x.Unit != y.Unit:
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
			if len(x) > 3 && x != y && near(x, y) {
				return true
			}
		}
	}
	return false
}

// near reports whether two words differ by one letter, put in, left out or changed.
func near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) == len(b) {
		return i < len(a) && a[i+1:] == b[i+1:]
	}
	return a[i:] == b[i+1:]
}

// wordFeatures adds the words that only the newer one has, those at its start, and
// the words that both have: what the classes do not know is learned from examples.
// Of names only that they are names: whether Oslo is new says nothing elsewhere.
func (f *features) wordFeatures(a, b Statement) {
	old, now := a.derived.lows, b.derived.lows
	x := b.Lang.lexicon()
	for i := range b.derived.words {
		w := &b.derived.words[i]
		if w.token == "" {
			continue
		}
		if !old[b.words[i].Low] {
			f.set(w.fresh)
			if !x.dense {
				f.set(w.ending)
			}
		}
		if i < 2 {
			f.set(w.early)
		}
	}
	for i := range a.derived.words {
		switch w := &a.derived.words[i]; {
		case w.token == "" || w.digit:
		case now[a.words[i].Low]:
			f.set(w.both)
		default:
			f.set(w.old)
		}
	}
	if x.dense {
		f.runs("nd", b.derived.fold, 2, 3)
	}
}

// token is what word i is to the model: the word, the shape of a figure, one sign
// for all names, "" for a day.
func (s *Statement) token(i int) string {
	w := s.words[i]
	switch {
	case isDay(w.Low):
		return ""
	case w.Digit():
		return shape(w.Low)
	case w.Upper() && (i > 0 && !s.Lang.lexicon().nouns && len(w.Low) > 1 || s.Lang.lexicon().names(w)):
		return "<name>"
	}
	return w.Low
}

// slotFeatures say how much of the two differs between what they begin and what
// they end with alike: "I live in Berlin", "I live in Oslo".
func (f *features) slotFeatures(a, b Statement, v, p string) {
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
		is += digit(min(n, 3))
	}
	f.add("slot", is)
	f.add("slot+v", is, v)
	f.add("slot+p", is, p)
	(a.about & b.about).each(func(t string) { f.add("slot+t", is, t) })
}
