package knowledge

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"dormouse/memory/language"
)

// Lore is what is known, ready to be looked up by words. It does not change.
type Lore struct {
	known   []known // in their order
	deleted []int32 // of them, what a person took out or wanted forgotten
	alive   int     // how many hold
	words   inverted
	step    int             // one entry of so many is asked for a stem
	folded  func() []string // the texts of those, folded once they are needed
}

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
func invert(list []known) inverted {
	total := 0
	for i := range list {
		total += len(list[i].print.words)
	}
	slots := uint(max(4, bits.Len(uint(total))))
	x := inverted{shift: 32 - slots, from: make([]int32, 1<<slots+2), list: make([]holder, total)}
	for i := range list {
		for _, w := range list[i].print.words {
			x.from[x.slot(w)+2]++
		}
	}
	for i := 2; i < len(x.from); i++ {
		x.from[i] += x.from[i-1]
	}
	for i := range list {
		for _, w := range list[i].print.words {
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
	if len(x.list) == 0 {
		return nil
	}
	s := x.slot(w)
	return x.list[x.from[s]:x.from[s+1]]
}

// at is an entry, to be read and changed: a copy of the snapshot's.
func (k *Knowledge) at(i int32) *known {
	if n := i - int32(len(k.base.known)); n >= 0 {
		return k.learnt[n]
	}
	c := k.opened[i]
	if c == nil {
		own := k.base.known[i]
		c = &own
		k.opened[i] = c
	}
	return c
}

// living reports whether an entry holds.
func (k *Knowledge) living(i int32) bool {
	if n := i - int32(len(k.base.known)); n >= 0 {
		return k.learnt[n].living
	}
	if !k.base.known[i].living {
		return false
	}
	c := k.opened[i]
	return c == nil || c.living
}

func (k *Knowledge) size() int { return len(k.base.known) + len(k.learnt) }

// used is in how many living entries a word stands.
func (k *Knowledge) used(w uint32) int {
	n, known := k.uses[w]
	if known {
		return n
	}
	last := int32(-1)
	for _, h := range k.base.words.of(w) {
		if h.word == w && h.entry != last && k.living(h.entry) {
			last = h.entry
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
		return cmp.Compare(len(k.base.words.of(a)), len(k.base.words.of(b)))
	})
	list := slices.Clone(k.base.deleted)
	for _, h := range k.base.words.of(rarest) {
		if h.word == rarest {
			list = append(list, h.entry)
		}
	}
	for i := range k.learnt {
		list = append(list, int32(len(k.base.known)+i))
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

// near are the entries that a text may end, among those that fit: the ones that share
// so rare a word with it that the surest end could be believed, or all where there are
// few.
func (k *Knowledge) near(p Print, fits func(*known) bool) []int32 {
	n := float64(max(1, k.alive))
	bar := k.bar()
	surestOdds := bar / (1 - bar) * (1 - surest) / surest
	least := math.Log(surestOdds * n / oneAttribute)
	var list []close
	add := func(i int32, weight float64) {
		if k.living(i) && fits(k.at(i)) {
			list = append(list, close{i, weight})
		}
	}
	if k.size() <= few || least <= 0 {
		for i := range int32(k.size()) {
			if k.size() <= few || k.at(i).print.mask()&p.mask() != 0 {
				add(i, k.shared(k.at(i).print, p))
			}
		}
	} else {
		for _, c := range k.sharing(p, least) {
			add(c.entry, c.weight)
		}
	}
	if len(list) > most {
		slices.SortStableFunc(list, func(a, b close) int { return cmp.Compare(b.weight, a.weight) })
		list = list[:most]
	}
	out := make([]int32, len(list))
	for i, c := range list {
		out[i] = c.entry
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
	words := slices.Clone(p.words)
	slices.Sort(words)
	words = slices.Compact(words)
	slices.SortStableFunc(words, func(a, b uint32) int { return cmp.Compare(k.used(a), k.used(b)) })
	tells, left := make([]float64, len(words)), 0.0
	for i, w := range words {
		tells[i] = k.tells(w)
		left += tells[i]
	}
	if k.sums == nil {
		k.sums = make([]float64, len(k.base.known))
	}
	var found []int32
	rest := 0 // words[rest:] are those that were not looked up
	for ; rest < len(words) && left >= least; rest++ {
		left -= tells[rest]
		for _, h := range k.base.words.of(words[rest]) {
			if h.word != words[rest] {
				continue
			}
			if k.sums[h.entry] == 0 {
				found = append(found, h.entry)
			}
			k.sums[h.entry] += tells[rest] + math.SmallestNonzeroFloat64
		}
	}
	var list []close
	for _, i := range found {
		weight := k.sums[i]
		if k.sums[i] = 0; weight+left < least {
			continue
		}
		for _, w := range k.base.known[i].print.words {
			if n := slices.Index(words[rest:], w); n >= 0 {
				weight += tells[rest+n]
			}
		}
		if weight >= least {
			list = append(list, close{i, weight})
		}
	}
	for i, c := range k.learnt {
		if weight := k.shared(c.print, p); weight >= least {
			list = append(list, close{int32(len(k.base.known) + i), weight})
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
