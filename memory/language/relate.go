package language

import (
	"maps"
	"slices"
	"strings"
)

// Relation is how a newer statement stands to an older one.
type Relation uint8

// The relations.
const (
	Same      Relation = iota // it says the same again
	Denies                    // the older one no longer holds, or never did
	Replaces                  // it gives another value of the same attribute
	Adds                      // about the same thing; both hold
	Unrelated                 // about something else
)

var relationNames = [...]string{"same", "denies", "replaces", "adds", "unrelated"}

// String is the relation's name.
func (r Relation) String() string { return relationNames[r] }

// Verdict is the probability of each relation.
type Verdict [len(relationNames)]float64

// Best is the most probable relation.
func (v Verdict) Best() Relation {
	best := Same
	for r := range v {
		if v[r] > v[best] {
			best = Relation(r)
		}
	}
	return best
}

// Ends is the probability that the older statement no longer holds.
func (v Verdict) Ends() float64 { return v[Denies] + v[Replaces] }

var relateModel = lazy("relate")

// Relate says how a newer statement stands to an older one. Two statements of the
// same words but for their numbers are not judged but read: of a state of affairs
// the newer figure holds. What begins with two different names is about two.
func Relate(older, newer Statement) Verdict {
	m := relateModel()
	p := m.score(relateFeatures(older, newer))
	var v Verdict
	for i, l := range m.Labels {
		v[slices.Index(relationNames[:], l)] = p[i]
	}
	if older.others(newer) {
		return v.stays(Unrelated)
	}
	if older.within(newer) {
		return v.stays(Adds)
	}
	return figures(older, newer, v)
}

// within reports whether a newer statement says all that the older one says, and
// turns nothing round: it tells more, and ends nothing.
func (s *Statement) within(newer Statement) bool {
	for _, c := range []Class{Change, End, Correct, Negators} {
		if newer.cues[c] != s.cues[c] {
			return false
		}
	}
	for w := range s.content {
		if !newer.content[w] {
			return false
		}
	}
	return !slices.ContainsFunc(s.Values, func(v Value) bool { return !slices.Contains(newer.Values, v) })
}

// stays moves what speaks for an end to another relation.
func (v Verdict) stays(to Relation) Verdict {
	v[to] += v[Denies] + v[Replaces]
	v[Denies], v[Replaces] = 0, 0
	return v
}

// others reports whether the two begin with the names of two persons or things, or
// with one and the speaker, neither of which the other one knows: then neither can end
// the other.
func (s *Statement) others(o Statement) bool {
	x, y := s.named(), o.named()
	switch {
	case x != "" && y != "":
		return x != y && !s.mentions(y) && !o.mentions(x)
	case x != "":
		return o.lead() == "me" && !o.mentions(x)
	case y != "":
		return s.lead() == "me" && !s.mentions(y)
	}
	return false
}

// named is the name that a statement begins with.
func (s *Statement) named() string {
	if len(s.words) == 0 || !IsName(s.words[0]) {
		return ""
	}
	return strings.TrimSuffix(s.words[0].Low, "'s")
}

func (s *Statement) mentions(name string) bool {
	return slices.ContainsFunc(s.words, func(w Word) bool { return strings.TrimSuffix(w.Low, "'s") == name })
}

// RelateFeatures are what the model of Relate sees of two statements.
func RelateFeatures(older, newer Statement) []uint16 { return relateFeatures(older, newer) }

// relateFeatures are what the model looks at: what both share, what each has
// alone, values of one kind that differ, the classes of cues in either, and these
// together.
func relateFeatures(a, b Statement) []uint16 {
	if name := a.named(); name != "" && name == b.named() && !a.possessive() && !b.possessive() {
		a, b = a.told(), b.told()
	}
	f := &features{list: make([]uint16, 0, 256)}
	o := overlapOf(a, b)
	v := valuesOf(a, b)
	p := peopleOf(a, b)
	f.add("overlap", o)
	f.add("values", v)
	f.add("people", p)
	f.add("overlap+values", o, v)
	f.add("people+values", p, v)
	f.add("people+overlap", p, o)
	f.add("len", digit(size(len(a.words))), digit(size(len(b.words))))
	f.flags(a, b, o, v, p)
	f.cueFeatures(a, b, o, v, p)
	f.wordFeatures(a, b)
	f.runFeatures(a, b, v, p)
	f.leadFeatures(a, b, o, v)
	slices.Sort(f.list)
	return slices.Compact(f.list)
}

// told is a statement that begins with a name, as if that person said it of
// themselves: what is learned from "I moved" holds for "Ann moved".
func (s Statement) told() Statement {
	name := s.named()
	s.content = maps.Clone(s.content)
	delete(s.content, s.Lang.Stem(s.words[0].Low))
	delete(s.content, name)
	s.Values = slices.DeleteFunc(slices.Clone(s.Values), func(v Value) bool { return v.Kind == Name && (v.Key == name || v.Key == s.Lang.Stem(name)) })
	s.words = slices.Clone(s.words)
	s.words[0].Low, s.words[0].Text = "i", "I"
	s.Mine, s.cues[Me] = true, true
	return s
}

// size sorts lengths into a few.
func size(n int) int {
	switch {
	case n <= 3:
		return 0
	case n <= 6:
		return 1
	case n <= 10:
		return 2
	case n <= 18:
		return 3
	}
	return 4
}

// overlapOf is how much of each content the other has, in thirds.
func overlapOf(a, b Statement) string {
	shared := 0
	for w := range a.content {
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
	for w := range s.content {
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
		x, y := keysOf(a, k), keysOf(b, k)
		switch {
		case len(x) == 0 && len(y) == 0:
			out.WriteByte('-')
		case len(y) == 0:
			out.WriteByte('<')
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

func keysOf(s Statement, k ValueKind) []string {
	var out []string
	for _, v := range s.Values {
		if v.Kind == k {
			out = append(out, v.Key)
		}
	}
	return out
}

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
	f.add("unit", unitsOf(a, b))
	f.add("unit+overlap", unitsOf(a, b), o)
	if Fold(a.Text) == Fold(b.Text) {
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
	for x := range a.content {
		for y := range b.content {
			if x != y && len(x) > 3 && near(x, y) {
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

// cueFeatures adds the classes of either, alone and with what is shared.
func (f *features) cueFeatures(a, b Statement, o, v, p string) {
	for c := range classes {
		name := classNames[c]
		if a.cues[c] {
			f.add("a", name)
		}
		if !b.cues[c] {
			continue
		}
		f.add("b", name)
		if !a.cues[c] {
			f.add("b only", name)
		}
		if c > People || c == Negators {
			f.add("b+o", name, o)
			f.add("b+p", name, p)
			f.add("b+v", name, v)
			for d := Hedge; d <= Past; d++ {
				if d > c && b.cues[d] {
					f.add("bb", name, classNames[d])
				}
			}
		}
	}
}

// wordFeatures adds the words that only the newer one has, those at its start, and
// the words that both have: what the classes do not know is learned from examples.
func (f *features) wordFeatures(a, b Statement) {
	x := b.Lang.lexicon()
	old := map[string]bool{}
	for _, w := range a.words {
		old[w.Low] = true
	}
	before := "^"
	for i, w := range b.words {
		t := w.Low
		if w.Digit() {
			t = shape(t)
		}
		if !old[w.Low] {
			f.add("nw", t)
			f.add("nw2", before, t)
			if !x.dense {
				f.add("ns", x.stem(t))
			}
		}
		if i < 2 {
			f.add("n0", digit(i), t)
		}
		before = t
	}
	now := map[string]bool{}
	for _, w := range b.words {
		now[w.Low] = true
	}
	for _, w := range a.words {
		if w.Digit() {
			continue
		}
		if now[w.Low] {
			f.add("both", w.Low)
		} else {
			f.add("ow", w.Low)
		}
	}
	if x.dense {
		f.runs("nd", Fold(b.Text), 2, 3)
	}
}

// runFeatures adds the longest run of words that both have, and what stands around it.
func (f *features) runFeatures(a, b Statement, v, p string) {
	best, ai, bi := 0, 0, 0
	for i := range a.words {
		for j := range b.words {
			n := 0
			for i+n < len(a.words) && j+n < len(b.words) && a.words[i+n].Low == b.words[j+n].Low {
				n++
			}
			if n > best {
				best, ai, bi = n, i, j
			}
		}
	}
	k := digit(min(best, 4))
	f.add("run", k)
	f.add("run+v", k, v)
	f.add("run+p", k, p)
	if best == 0 {
		return
	}
	cues := map[int]bool{}
	for _, c := range b.Lang.Cues(b.Text, b.words) {
		if c.From >= bi && c.To <= bi+best {
			cues[int(c.Class)] = true
		}
	}
	in := ""
	for _, c := range []Class{Me, People, Animals, Third} {
		in += yes(cues[int(c)])
	}
	f.add("runin", in, k)
	f.add("run at", yes(ai == 0), yes(bi == 0), yes(ai+best == len(a.words)), yes(bi+best == len(b.words)), k)
	after := func(ws []Word, at int) string {
		if at >= len(ws) {
			return "$"
		}
		return ws[at].Low
	}
	f.add("after", after(b.words, bi+best))
	f.add("after a", after(a.words, ai+best))
}

// leadFeatures compare what the two begin with: who or what they are about.
func (f *features) leadFeatures(a, b Statement, o, v string) {
	x, y := a.lead(), b.lead()
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
	is += yes(x == "me") + yes(y == "me")
	f.add("lead", is)
	f.add("of", yes(a.possessive()), yes(b.possessive()), is)
	f.add("lead+o", is, o)
	f.add("lead+v", is, v)
	for c := range classes {
		if b.cues[c] {
			f.add("lead+c", is, classNames[c])
		}
	}
}

// possessive reports whether a statement begins with whose it is: "Ann's sister".
func (s *Statement) possessive() bool {
	return len(s.words) > 1 && strings.HasSuffix(s.words[0].Low, "'s")
}

// lead is "me", or the stem of the first word that tells something.
func (s *Statement) lead() string {
	for _, w := range s.words {
		if w.Low == "i" || s.Lang.Is(Me, w.Low) {
			return "me"
		}
		if !w.Digit() && !Common(s.Lang, w.Low) {
			return s.Lang.Stem(strings.TrimSuffix(w.Low, "'s"))
		}
	}
	return ""
}

// figures reads two statements that differ in nothing but numbers, times or days:
// with one of them, where both tell facts, the newer figure holds; with several, or
// with names that have digits, they are two of a list.
func figures(a, b Statement, v Verdict) Verdict {
	if len(a.words) != len(b.words) || len(a.words) < 3 {
		return v
	}
	differ, codes, at := 0, 0, 0
	for i, w := range a.words {
		if w.Low == b.words[i].Low {
			continue
		}
		if !w.Digit() || !b.words[i].Digit() {
			return v
		}
		differ, at = differ+1, i
		if hasLetterAndDigit(w.Low) {
			codes++
		}
	}
	switch {
	case differ == 0:
		return Verdict{Same: 1}
	case differ > 1 || codes > 0 || !a.measures(at):
		return v.stays(Adds)
	case v.Ends() > v[Adds] && Judge(a.Text, a.Lang, Person).Kind == Fact && Judge(b.Text, b.Lang, Person).Kind == Fact:
		return Verdict{Replaces: 1}
	}
	return v
}

// measures reports whether word i is a figure of something: it ends the statement
// behind a small word, has a unit, or is a time or a day: "port is 81". "note 3" counts.
func (s *Statement) measures(i int) bool {
	next := ""
	if i+1 < len(s.words) {
		next = s.words[i+1].Low
	}
	v, ok := s.Lang.lexicon().value(s.words[i], next)
	return ok && (next == "" && i > 0 && Common(s.Lang, s.words[i-1].Low) || v.Kind == Clock || v.Kind == Day || v.Unit != "" && !Common(s.Lang, next))
}

// NearlySpelt reports whether two words differ by one letter, put in, left out or
// changed.
func NearlySpelt(a, b string) bool { return near(a, b) }
