package vectors

import (
	_ "embed"
	"slices"
	"sort"
	"strings"
	"sync"
)

// BridgeWidth is how many English words a word of another language leads to at most.
const BridgeWidth = 3

// AsItIs stands between the language's code and a word in the keys of words that lead elsewhere
// than their root does.
const AsItIs = "="

// Anywhere stands instead of a language's code before names that are known everywhere, which lead
// to what kind of thing has them: "berlingo" to "van".
const Anywhere = "*"

// The bridge leads from words of other languages to English ones; see
// docs/word-data.md for where it comes from. It is read where it lies:
//
//	4 bytes  checksum of the words of the vectors, which the numbers below count
//	4 bytes  checksum of what follows
//	4 bytes  number of entries n
//	n × 4    where each entry's key ends, in bytes
//	n × 9    three times: number of an English word, and its share in 255ths
//	         the text of all keys: the language's code and a root, or a word, in order
//
//go:embed bridge.bin
var bridgeFile string

const (
	bridgeHead = 12
	bridgeRow  = 3 * BridgeWidth
)

// BridgeSum is another one when words lead elsewhere: what was made by the bridge is then to be
// made anew.
func BridgeSum() uint32 { return U32(bridgeFile, 4) }

type bridgeTable struct {
	Texts
	rows string
}

var openBridge = sync.OnceValue(func() bridgeTable {
	s := bridgeFile
	if len(s) < bridgeHead || U32(s, 0) != ID() {
		return bridgeTable{} // of other vectors: a test sees to it that it is not
	}
	n := int(U32(s, bridgeHead-4))
	if len(s) < bridgeHead+n*(4+bridgeRow) {
		return bridgeTable{}
	}
	rows := bridgeHead + 4*n
	return bridgeTable{Texts{Ends: s[bridgeHead:rows], Text: s[rows+bridgeRow*n:]}, s[rows : rows+bridgeRow*n]}
})

// Bridged are the English words that a key, the code of a language and a root, leads
// to, the likeliest first; nil for none.
func Bridged(key string) []Near {
	t := openBridge()
	i, ok := t.Find(key)
	if !ok {
		return nil
	}
	return t.row(i)
}

// Across is how a language's words lead to English ones, read from the English side.
type Across struct {
	bridgeTable
	code     int        // length of what stands before the roots
	from, to int        // its entries
	Heads    Vocabulary // the English words that they lead to
	leads    []uint32   // the entries that lead to an English word, word by word
	first    []uint32   // where those of a word begin among them
}

// AcrossFrom finds those of a language by its code, or of names by Anywhere.
func AcrossFrom(code string) Across {
	a := Across{bridgeTable: openBridge(), code: len(code)}
	n := len(a.Ends) / 4
	a.from = sort.Search(n, func(i int) bool { return a.At(i) >= code })
	a.to = a.from + sort.Search(n-a.from, func(i int) bool { return !strings.HasPrefix(a.At(a.from+i), code) })
	a.Heads = make(Vocabulary, (Words()+63)/64)
	a.first = make([]uint32, Words()+1)
	a.each(func(entry, row int) {
		a.Heads[row/64] |= 1 << (row % 64)
		a.first[row+1]++
	})
	for row := range Words() {
		a.first[row+1] += a.first[row]
	}
	a.leads = make([]uint32, a.first[Words()])
	next := slices.Clone(a.first)
	a.each(func(entry, row int) {
		a.leads[next[row]] = uint32(entry)
		next[row]++
	})
	return a
}

// each gives all English words that the entries lead to, by their numbers.
func (a *Across) each(do func(entry, row int)) {
	for i := a.from; i < a.to; i++ {
		for r := a.rows[i*bridgeRow : (i+1)*bridgeRow]; len(r) > 0 && r[2] != 0; r = r[3:] {
			do(i, int(r[0])|int(r[1])<<8)
		}
	}
}

// Leading gives the roots that lead to one of some English words, and to which.
func (a *Across) Leading(to map[uint16]float64, do func(root string, row uint16)) {
	for row := range to {
		for _, entry := range a.leads[a.first[row]:a.first[row+1]] {
			if root := a.At(int(entry))[a.code:]; !strings.HasPrefix(root, AsItIs) {
				do(root, row)
			}
		}
	}
}

func (t bridgeTable) row(i int) (out []Near) {
	for k := range BridgeWidth {
		r := t.rows[i*bridgeRow+3*k:]
		if r[2] == 0 {
			break
		}
		out = append(out, Near{Word: WordAt(int(r[0]) | int(r[1])<<8), Weight: float64(r[2]) / 255})
	}
	return out
}
