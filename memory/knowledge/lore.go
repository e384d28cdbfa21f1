package knowledge

import (
	"cmp"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strings"

	"dormouse/memory/language"
)

// Lore is what is known, ready to be looked up by words. It does not change.
type Lore struct {
	lines   []Line  // in their order
	living  []bool  // of a line: it holds
	deleted []int32 // what a person took out or wanted forgotten
	alive   int     // how many hold
	words   inverted
	step    int             // one entry of so many is asked for a stem
	folded  func() []string // the texts of those, folded once they are needed
}

// holders are the places of the lines that have a word, one that says it twice standing
// there twice.
func (l *Lore) holders(w uint32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, h := range l.words.of(w) {
			if h.word == w && !yield(h.entry) {
				return
			}
		}
	}
}

// slots is how many have a word, or another that falls into its slot.
func (l *Lore) slots(w uint32) int { return len(l.words.of(w)) }

// inverted finds the entries that hold a word: a list for each slot that words fall
// into, in the order of the entries. An entry that says a word twice stands there
// twice.
type inverted struct {
	shift uint
	from  []int32 // by slot, where its list begins; one more at the end
	list  []holder
}

type holder struct {
	word  uint32
	entry int32
}

// invert sorts the words of entries into slots: it counts first, so that nothing
// grows while it is filled.
func invert(list []Line) inverted {
	total := 0
	for i := range list {
		total += len(list[i].Print.words)
	}
	slots := uint(max(4, bits.Len(uint(total))))
	x := inverted{shift: 32 - slots, from: make([]int32, 1<<slots+2), list: make([]holder, total)}
	for i := range list {
		for _, w := range list[i].Print.words {
			x.from[x.slot(w)+2]++
		}
	}
	for i := 2; i < len(x.from); i++ {
		x.from[i] += x.from[i-1]
	}
	for i := range list {
		for _, w := range list[i].Print.words {
			at := &x.from[x.slot(w)+1]
			x.list[*at] = holder{w, int32(i)}
			*at++
		}
	}
	return x
}

func (x inverted) slot(w uint32) uint32 { return w * 2654435769 >> x.shift }

// of are the holders of the words of w's slot, and of no other.
func (x inverted) of(w uint32) []holder {
	s := x.slot(w)
	return x.list[x.from[s]:x.from[s+1]]
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
	for i := range k.base.holders(w) {
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
		return cmp.Compare(k.base.slots(a), k.base.slots(b))
	})
	list := slices.Clone(k.base.deleted)
	list = slices.AppendSeq(list, k.base.holders(rarest))
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

// sharing are the entries that share at least so much. The rarest words are looked up
// first; once those that are left could not be enough by themselves, what has none of
// the rarer ones is out.
func (k *Knowledge) sharing(p Print, least float64) []close {
	words, left := k.asked(p)
	if k.sums == nil {
		k.sums = make([]float64, len(k.base.lines))
	}
	var found []int32
	rest := 0 // words[rest:] are those that were not looked up
	for ; rest < len(words); rest++ {
		w, alone := words[rest], left >= least
		if !alone && k.base.slots(w.word) > len(found)*usualWords {
			break // looking into what was found is less work
		}
		left -= w.tells
		for i := range k.base.holders(w.word) {
			sum := k.sums[i]
			if sum == 0 {
				if !alone {
					continue
				}
				found = append(found, i)
			}
			k.sums[i] = sum + w.tells + math.SmallestNonzeroFloat64
		}
	}
	var list []close
	for _, i := range found {
		weight := k.sums[i]
		if k.sums[i] = 0; weight+left < least {
			continue
		}
		if weight += told(words[rest:], k.base.lines[i].Print); weight >= least {
			list = append(list, close{i, weight})
		}
	}
	for i, c := range k.learnt {
		if weight := k.shared(c.print, p); weight >= least {
			list = append(list, close{int32(len(k.base.lines) + i), weight})
		}
	}
	slices.SortFunc(list, func(a, b close) int { return cmp.Compare(a.entry, b.entry) })
	return list
}

// usualWords is how many words a line has.
const usualWords = 12

// askedWord is a word, how many have it, and how much sharing it tells.
type askedWord struct {
	word  uint32
	used  int
	tells float64
}

// asked are the different words of a print, the rarest first, and how much all of them
// tell.
func (k *Knowledge) asked(p Print) (words []askedWord, all float64) {
	different := slices.Clone(p.words)
	slices.Sort(different)
	for _, w := range slices.Compact(different) {
		words = append(words, askedWord{w, k.used(w), k.tells(w)})
	}
	slices.SortStableFunc(words, func(a, b askedWord) int { return cmp.Compare(a.used, b.used) })
	for _, w := range words {
		all += w.tells
	}
	return words, all
}

// told is how much of the words a print has, too, tell.
func told(words []askedWord, p Print) (sum float64) {
	if len(words) == 0 {
		return 0
	}
	for _, w := range p.words {
		if n := slices.IndexFunc(words, func(a askedWord) bool { return a.word == w }); n >= 0 {
			sum += words[n].tells
		}
	}
	return sum
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
