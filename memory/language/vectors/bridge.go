package vectors

import (
	_ "embed"
	"sort"
	"strings"
	"sync"
)

// BridgeWidth is how many English words a word of another language leads to at most.
const BridgeWidth = 3

// AsItIs stands between the language's code and a word in the keys of words that lead elsewhere
// than their root does.
const AsItIs = "="

// The bridge leads from words of other languages to English ones; see
// docs/word-data.md for where it comes from. It is read where it lies:
//
//	4 bytes  checksum of the words of the vectors, which the numbers below count
//	4 bytes  number of entries n
//	n × 4    where each entry's key ends, in bytes
//	n × 9    three times: number of an English word, and its share in 255ths
//	         the text of all keys: the language's code and a root, or a word, in order
//
//go:embed bridge.bin
var bridgeFile string

const bridgeRow = 3 * BridgeWidth

type bridgeTable struct {
	Texts
	rows string
}

var openBridge = sync.OnceValue(func() bridgeTable {
	s := bridgeFile
	if len(s) < 8 || U32(s, 0) != ID() {
		return bridgeTable{} // of other vectors: a test sees to it that it is not
	}
	n := int(U32(s, 4))
	if len(s) < 8+n*(4+bridgeRow) {
		return bridgeTable{}
	}
	rows := 8 + 4*n
	return bridgeTable{Texts{Ends: s[8:rows], Text: s[rows+bridgeRow*n:]}, s[rows : rows+bridgeRow*n]}
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

// Bridge gives all roots of a language, by its code, in order, each with the English words that
// it leads to.
func Bridge(code string, each func(root string, words []Near)) {
	t := openBridge()
	n := len(t.Ends) / 4
	for i := sort.Search(n, func(i int) bool { return t.At(i) >= code }); i < n; i++ {
		root, of := strings.CutPrefix(t.At(i), code)
		if !of {
			break
		}
		if !strings.HasPrefix(root, AsItIs) {
			each(root, t.row(i))
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
