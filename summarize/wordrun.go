package summarize

import (
	"sync"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/summarize/extract"
)

// wordRun is what the words of a run of texts are, by their sums, both ways. It holds
// numbers only: those of all of memory cost the collector nothing.
type wordRun struct {
	masks []uint64 // of a text: a bit for each of its terms
	sums  []uint64 // of its terms, text after text
	ends  []int32  // of a text: where its sums end
	terms []uint64 // all that any has
	from  []int32  // of a term: where the list of its texts begins; one more at the end
	list  []int32  // texts, by term
}

// runLeast is how many texts a run has at least: of one that changes all is read again,
// and each costs a look.
const runLeast = 256

// wordRuns remembers the words of all of memory.
var wordRuns = sync.OnceValue(func() *memo.Runs[wordRun] { return memo.NewRuns[wordRun](runLeast) })

func newWordRun(list []*document.Entry) (r wordRun) {
	places := map[uint64][]int32{}
	total := 0
	for i := range list {
		var mask uint64
		for _, t := range knownTerms(list[i].Text) {
			mask |= termBit(t)
			r.sums = append(r.sums, t)
			in, known := places[t]
			if !known {
				r.terms = append(r.terms, t)
			}
			if n := len(in); n == 0 || in[n-1] != int32(i) {
				places[t] = append(in, int32(i))
				total++
			}
		}
		r.masks, r.ends = append(r.masks, mask), append(r.ends, int32(len(r.sums)))
	}
	r.from, r.list = make([]int32, 1, len(r.terms)+1), make([]int32, 0, total)
	for _, t := range r.terms {
		r.list = append(r.list, places[t]...)
		r.from = append(r.from, int32(len(r.list)))
	}
	return r
}

// places are the texts that have a term, by its number in terms.
func (r wordRun) places(term int) []int32 { return r.list[r.from[term]:r.from[term+1]] }

// of are the sums of a text's terms.
func (r wordRun) of(text int) []uint64 {
	from := int32(0)
	if text > 0 {
		from = r.ends[text-1]
	}
	return r.sums[from:r.ends[text]]
}

// termBit is the bit of a term in a mask: a text without it has not the term.
func termBit(sum uint64) uint64 { return 1 << (sum >> 58) }

// knownTerms are the sums of an entry's content words, as the vocabulary of messages
// spells them.
func knownTerms(text string) []uint64 {
	lang := language.Guess(text)
	var out []uint64
	for _, w := range extract.Split(text) {
		eachTerm(&w, lang, func(_, term string) { out = append(out, wordSum(term)) })
	}
	return out
}

// bits is a set of words, by their sums: what is not in it is surely not among them.
type bits [1 << 10]uint64

func (b *bits) set(sum uint64)      { b[sum>>54] |= 1 << (sum >> 48 & 63) }
func (b *bits) has(sum uint64) bool { return b[sum>>54]&(1<<(sum>>48&63)) != 0 }

// wordSum is 64 bits of FNV-1a, its low bits stirred into the high ones: two words of
// one memory have the same sum once in a million memories.
func wordSum(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return h * 0x9e3779b97f4a7c15
}
