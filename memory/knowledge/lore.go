package knowledge

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dormouse/memory/language"
)

// Lore is what is known, ready to be looked up by words. It does not change.
type Lore struct {
	lines   []Line             // in their order
	living  []bool             // of a line: it holds
	deleted []int32            // what a person took out or wanted forgotten
	alive   int                // how many hold
	words   map[uint32][]int32 // the lines that have a word, see invert
	step    int                // one entry of so many is asked for a stem
	folded  func() []string    // the texts of those, folded once they are needed
}

// invert finds the lines that hold a word, in their order; one that says it twice stands
// there twice.
func invert(list []Line) map[uint32][]int32 {
	holders := map[uint32][]int32{}
	for i := range list {
		for _, w := range list[i].Print.words {
			holders[w] = append(holders[w], int32(i))
		}
	}
	return holders
}

// at is an entry, to be read and changed: a copy of the snapshot's.
func (k *Knowledge) at(i int32) *known {
	if n := i - int32(len(k.base.lines)); n >= 0 {
		return k.learnt[n]
	}
	if k.opened == nil {
		k.opened = make([]*known, len(k.base.lines))
	}
	c := k.opened[i]
	if c == nil {
		l := &k.base.lines[i]
		c = &known{entry: l.Entry, print: l.Print, deleted: l.Gone, living: k.base.living[i]}
		k.opened[i] = c
	}
	return c
}

// living reports whether an entry holds.
func (k *Knowledge) living(i int32) bool {
	if n := i - int32(len(k.base.lines)); n >= 0 {
		return k.learnt[n].living
	}
	if k.opened == nil || k.opened[i] == nil {
		return k.base.living[i]
	}
	return k.opened[i].living
}

func (k *Knowledge) size() int { return len(k.base.lines) + len(k.learnt) }

// used is in how many living entries a word stands.
func (k *Knowledge) used(w uint32) int {
	n, known := k.uses[w]
	if known {
		return n
	}
	last := int32(-1)
	for _, i := range k.base.words[w] {
		if i != last && k.living(i) {
			last = i
			n++
		}
	}
	for _, c := range k.learnt {
		if c.living && slices.Contains(c.print.words, w) {
			n++
		}
	}
	k.uses[w] = n
	return n
}

// alike are the entries that could say all that a print says, or what a person took
// out: those that hold its rarest word.
func (k *Knowledge) alike(p Print) []int32 {
	if len(p.words) == 0 {
		return nil
	}
	rarest := slices.MinFunc(p.words, func(a, b uint32) int {
		return cmp.Compare(len(k.base.words[a]), len(k.base.words[b]))
	})
	list := slices.Clone(k.base.deleted)
	list = append(list, k.base.words[rarest]...)
	for i := range k.learnt {
		list = append(list, int32(len(k.base.lines)+i))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// most is how many lines a text is compared with: it ends one or two, and those that
// share the rarest words with it are the likeliest.
const most = 64

// close is an entry, and how much the words tell that it shares with a text.
type close struct {
	entry  int32
	weight float64 // a logarithm
}

// candidates are the living entries that a text may end: all where there are few, else
// those that share the rarest words with it, one at least that few have.
func (k *Knowledge) candidates(p Print) (out []int32) {
	if k.size() <= most {
		for i := range int32(k.size()) {
			if k.living(i) {
				out = append(out, i)
			}
		}
		return out
	}
	list := k.sharing(p, rarity*math.Log(float64(max(1, k.alive)))/2)
	slices.SortStableFunc(list, func(a, b close) int { return cmp.Compare(b.weight, a.weight) })
	for _, c := range list {
		if k.living(c.entry) && len(out) < most {
			out = append(out, c.entry)
		}
	}
	slices.Sort(out)
	return out
}

// tells is how much a shared word tells of two lines being about one thing, as a
// logarithm: the more, the fewer have it.
func (k *Knowledge) tells(w uint32) float64 {
	return rarity * math.Log(float64(max(1, k.alive))/float64(max(1, k.used(w))))
}

// shared is how much the words tell that an entry shares with a print.
func (k *Knowledge) shared(c, p Print) float64 {
	sum := 0.0
	for _, w := range c.words {
		if slices.Contains(p.words, w) {
			sum += k.tells(w)
		}
	}
	return sum
}

// sharing are the entries that share at least so much.
func (k *Knowledge) sharing(p Print, least float64) []close {
	if k.sums == nil {
		k.sums = make([]float64, len(k.base.lines))
	}
	words := slices.Clone(p.words)
	slices.Sort(words)
	var found []int32
	for _, w := range slices.Compact(words) {
		tells := k.tells(w) + math.SmallestNonzeroFloat64
		for _, i := range k.base.words[w] {
			if k.sums[i] == 0 {
				found = append(found, i)
			}
			k.sums[i] += tells
		}
	}
	var list []close
	for _, i := range found {
		if k.sums[i] >= least {
			list = append(list, close{i, k.sums[i]})
		}
		k.sums[i] = 0
	}
	for i, c := range k.learnt {
		if weight := k.shared(c.print, p); weight >= least {
			list = append(list, close{int32(len(k.base.lines) + i), weight})
		}
	}
	slices.SortFunc(list, func(a, b close) int { return cmp.Compare(a.entry, b.entry) })
	return list
}

// sampled is how many entries are asked for a stem; among more, it is estimated from
// them where enough of them have it.
const (
	sampled = 1024
	enough  = 8
)

// with is how many living entries have a stem, at least one. Among very many, a rare
// one is counted by the word that looks like it.
func (k *Knowledge) with(stem string) int {
	n, known := k.stems[stem]
	if known {
		return n
	}
	step := k.base.step
	for i, low := range k.base.folded() {
		if k.living(int32(i*step)) && strings.Contains(low, stem) {
			n++
		}
	}
	for _, c := range k.learnt {
		if c.living && step == 1 && strings.Contains(c.folded(), stem) {
			n++
		}
	}
	if word := k.used(wordHash([]byte(stem))); step > 1 && n < enough && word > 0 {
		n = word
	} else {
		n = max(1, n*step)
	}
	k.stems[stem] = n
	return n
}

// folded is an entry's text for looking for stems.
func (c *known) folded() string {
	if c.low == "" {
		c.low = language.Fold(c.entry.Text)
	}
	return c.low
}
