package replay

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"dormouse/memory/document"
	"dormouse/memory/language/memo"
)

// lexicon knows the words of all living entries, and how rare they are. It is made
// anew for each night, so that it holds numbers and no texts.
type lexicon struct {
	ids   []string       // in the order of memory
	words [][]int32      // of an entry: its different longer words
	from  []int32        // of a word: where the list of its entries begins
	list  []int32        // entries, by word
	sums  []float64      // of entries, while they are compared; all zero between
	place map[string]int // of an entry, once somebody asks
}

func newLexicon(entries []*document.Entry) *lexicon {
	x := &lexicon{ids: make([]string, 0, len(entries))}
	texts := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.ID != "" && !e.Struck {
			x.ids, texts = append(x.ids, e.ID), append(texts, e.Text)
		}
	}
	x.words = make([][]int32, 0, len(texts))
	for _, run := range contents().Of(len(texts), func(i int) string { return texts[i] }, func(from, to int) [][]int32 { return wordsOf(texts[from:to]) }) {
		x.words = append(x.words, run.Value...)
	}
	x.invert()
	return x
}

// invert makes the list of entries of each word: it counts first, so that nothing
// grows while it is filled.
func (x *lexicon) invert() {
	x.from, x.sums = make([]int32, spelling().size()+2), make([]float64, len(x.ids))
	for _, words := range x.words {
		for _, w := range words {
			x.from[w+2]++
		}
	}
	for i := 2; i < len(x.from); i++ {
		x.from[i] += x.from[i-1]
	}
	x.list = make([]int32, x.from[len(x.from)-1])
	for i, words := range x.words {
		for _, w := range words {
			x.list[x.from[w+1]] = int32(i)
			x.from[w+1]++
		}
	}
}

// with are the entries that have a word.
func (x *lexicon) with(word int32) []int32 {
	if int(word)+2 >= len(x.from) {
		return nil
	}
	return x.list[x.from[word]:x.from[word+1]]
}

// at is the place of an entry; ok is false for one that does not live.
func (x *lexicon) at(id string) (place int, ok bool) {
	if x.place == nil {
		x.place = make(map[string]int, len(x.ids))
		for i, id := range x.ids {
			x.place[id] = i
		}
	}
	place, ok = x.place[id]
	return place, ok
}

// imagined is how many more entries a memory is taken to have: in a young one no word
// is rare yet, and most of them will be.
const imagined = 50

// weight is how much a word says: little when many entries have it.
func (x *lexicon) weight(word int32) float64 {
	return math.Log(float64(imagined+len(x.ids)) / float64(len(x.with(word))))
}

// mass is the weight of all words of an entry.
func (x *lexicon) mass(place int) float64 {
	sum := 0.0
	for _, w := range x.words[place] {
		sum += x.weight(w)
	}
	return sum
}

// rare tells whether a word is one that few entries share: one in twenty of a small
// memory, and never so many that looking them up costs more the longer a land lives.
func (x *lexicon) rare(word int32) bool {
	return len(x.with(word)) <= max(5, min(mostRare, len(x.ids)/20))
}

const mostRare = 64

// spokenOf are the entries that a text uses: those of which one sentence holds
// enough.
func (x *lexicon) spokenOf(text string, shown map[string]bool) (ids []string) {
	seen := map[string]bool{}
	every := rareMass
	if len(shown) > 0 {
		every = shownMass
	}
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?\n;。！？", r) }) {
		x.common(spelling().known(content(sentence)), every, func(place int, held float64) {
			from, least := usedFrom, rareMass
			if shown[x.ids[place]] {
				from, least = shownFrom, shownMass
			}
			if held >= least && held >= from*x.mass(place) {
				seen[x.ids[place]] = true
			}
		})
	}
	return slices.Sorted(maps.Keys(seen))
}

// common finds the entries that share a rare word with some, and words of at least so
// much weight in all. What has too little of the rare ones is not looked at.
func (x *lexicon) common(words []int32, least float64, found func(place int, held float64)) {
	var places []int32
	left := 0.0 // in words that are not rare
	for _, w := range words {
		weight := x.weight(w)
		if !x.rare(w) {
			left += weight
			continue
		}
		for _, i := range x.with(w) {
			if x.sums[i] == 0 {
				places = append(places, i)
			}
			x.sums[i] += weight
		}
	}
	for _, i := range places {
		could := x.sums[i] + left
		if x.sums[i] = 0; could < least {
			continue
		}
		held := 0.0
		for _, w := range x.words[i] {
			if slices.Contains(words, w) {
				held += x.weight(w)
			}
		}
		if held >= least {
			found(int(i), held)
		}
	}
}

// content are the different longer words of a text, folded; names and numbers
// among them.
func content(text string) []string {
	words := slices.DeleteFunc(fold(text), func(w string) bool {
		return len(w) < 4 && !strings.ContainsFunc(w, unicode.IsDigit)
	})
	slices.Sort(words)
	return slices.Compact(words)
}

// wordsOf is the content of texts as numbers.
func wordsOf(texts []string) [][]int32 {
	var all []int32
	ends := make([]int, len(texts))
	for i, text := range texts {
		all = append(all, spelling().numbers(content(text))...)
		ends[i] = len(all)
	}
	list, from := make([][]int32, len(texts)), 0
	for i, end := range ends {
		list[i], from = all[from:end:end], end
	}
	return list
}

// contents remembers what memory holds: it is asked for night after night.
var (
	contents = sync.OnceValue(func() *memo.Runs[[][]int32] { return memo.NewRuns[[][]int32](256) })
	spelling = sync.OnceValue(func() *spellings { return &spellings{number: map[string]int32{}} })
)

// spellings numbers the words of entries. It is safe for concurrent use.
type spellings struct {
	mu     sync.Mutex
	number map[string]int32 // guarded by mu
}

func (s *spellings) numbers(words []string) []int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]int32, len(words))
	for i, w := range words {
		n, known := s.number[w]
		if !known {
			n = int32(len(s.number))
			s.number[strings.Clone(w)] = n
		}
		out[i] = n
	}
	return out
}

// known are the numbers of those words that an entry had.
func (s *spellings) known(words []string) []int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []int32
	for _, w := range words {
		if n, known := s.number[w]; known {
			out = append(out, n)
		}
	}
	return out
}

func (s *spellings) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.number)
}
