package language

import (
	"math/bits"
	"slices"
	"strings"
)

// Attributes is a set of attributes, a bit each in the order of aboutNames.
type Attributes uint64

// aboutNames are the attributes whose words every language lists: what people tell
// of themselves and theirs, and what has one value at a time.
var aboutNames = [...]string{"home", "job", "role", "school", "learn", "phone", "mail", "computer", "car", "ride", "money", "bank", "meet", "due", "travel", "age", "body", "love", "ill", "drug", "doctor", "diet", "drink", "smoke", "sport", "music", "pet", "child", "name", "garden", "code", "host", "data", "tool", "project", "club", "sub", "seat", "key", "store", "faith", "party", "media", "wear", "energy", "like", "sleep", "works", "colour"}

// leastAffix is the shortest beginning or end of a word that stands for it, in bytes.
const leastAffix = 2

// addAbout files the words of attributes: a word that is listed in all its forms, one with
// a star for all that begin or end so.
func (x *lexicon) addAbout(lists map[string]string) {
	a := &x.about
	a.stems, a.heads, a.tails, a.runs = map[string]Attributes{}, map[string]Attributes{}, map[string]Attributes{}, phrases[Attributes]{}
	for i, name := range aboutNames {
		for _, w := range strings.Fields(Fold(lists[name])) {
			bit := Attributes(1) << i
			switch {
			case x.dense:
				a.runs.add(w, bit, true)
				a.stems[w] |= bit
			case strings.HasPrefix(w, "*"):
				a.tails[w[1:]] |= bit
			case strings.HasSuffix(w, "*"):
				a.heads[strings.TrimSuffix(w, "*")] |= bit
			default:
				a.stems[x.stem(w)] |= bit
			}
		}
	}
}

// SameAttribute reports whether two folded words speak of one attribute: "eat" and
// "gluten" both speak of what somebody eats.
func (l Lang) SameAttribute(a, b string) bool {
	return l.Attributes(a)&l.Attributes(b) != 0
}

// Each calls f for each attribute of the set.
func (a Attributes) Each(f func(name string)) {
	for ; a != 0; a &= a - 1 {
		f(aboutNames[bits.TrailingZeros64(uint64(a))])
	}
}

// Has reports whether an attribute is among them.
func (a Attributes) Has(name string) bool { return a&attributes(name) != 0 }

// attributes are those of some names.
func attributes(names ...string) (a Attributes) {
	for _, name := range names {
		a |= 1 << slices.Index(aboutNames[:], name)
	}
	return a
}

// Kinds are the English words whose kinds are values of an attribute: a baker is a kind of
// craftsman, and that is a job.
func Kinds(attribute string) []string {
	return strings.Fields(English.lexicon().file.Kinds[attribute])
}

// Personal are the attributes that tell who somebody is: what they are called, where
// and with whom they live, what they do, what they can not have.
func Personal() Attributes {
	return attributes("home", "job", "role", "school", "age", "love", "child", "pet", "name", "faith", "ill", "drug", "diet")
}

// Count is how many there are.
func (a Attributes) Count() int { return bits.OnesCount64(uint64(a)) }

// Attributes are those that a folded word speaks of.
func (l Lang) Attributes(low string) Attributes {
	x := l.lexicon()
	found := x.about.stems[x.stem(low)] | x.about.heads[low]
	for i := range low {
		if i >= leastAffix {
			found |= x.about.heads[low[:i]]
		}
		if len(low)-i >= leastAffix {
			found |= x.about.tails[low[i:]]
		}
	}
	return found
}

// AttributesIn are those that a folded text in a script without spaces speaks of.
func (l Lang) AttributesIn(low string) (found Attributes) {
	l.lexicon().about.runs.within(low, func(is Attributes, _, _ int) { found |= is })
	return found
}
