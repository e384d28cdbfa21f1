// Package translate leads from words of one language to those of another: to English
// by a dictionary of word vectors, by the glosses of a language's file and by the parts
// of compounds, and back to the words of the same language that are near in meaning. It
// also knows when two words are two ways to write one name. It judges words only;
// what a sentence says is none of its business.
package translate

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/vectors"
)

// BridgeWidth is how many English words a word of another language leads to at most.
const BridgeWidth = 3

// The bridge leads from words of other languages to English ones; see
// docs/word-data.md for where it comes from. It is read where it lies:
//
//	4 bytes  checksum of the words of the vectors, which the numbers below count
//	4 bytes  number of entries n
//	n × 4    where each entry's key ends, in bytes
//	n × 9    three times: number of an English word, and its share in 255ths
//	         the text of all keys: the language's code and a stem, in order
//
//go:embed bridge.bin
var bridgeFile string

const bridgeRow = 3 * BridgeWidth

type bridgeTable struct {
	vectors.Texts
	n    int
	rows string
}

var openBridge = sync.OnceValue(func() bridgeTable {
	s := bridgeFile
	if len(s) < 8 || vectors.U32(s, 0) != vectors.ID() {
		return bridgeTable{} // of other vectors: a test sees to it that it is not
	}
	n := int(vectors.U32(s, 4))
	if len(s) < 8+n*(4+bridgeRow) {
		return bridgeTable{}
	}
	rows := 8 + 4*n
	return bridgeTable{vectors.Texts{Ends: s[8:rows], Text: s[rows+bridgeRow*n:]}, n, s[rows : rows+bridgeRow*n]}
})

func (t bridgeTable) find(key string) []vectors.Near {
	i, ok := t.Find(key)
	if !ok {
		return nil
	}
	var out []vectors.Near
	for k := range BridgeWidth {
		r := t.rows[i*bridgeRow+3*k:]
		if r[2] == 0 {
			break
		}
		out = append(out, vectors.Near{Word: vectors.WordAt(int(r[0]) | int(r[1])<<8), Weight: float64(r[2]) / 255})
	}
	return out
}

// InEnglish are the English words that a folded word of another language stands
// for, the likeliest first, each with how surely it does. A compound that the
// dictionary does not have is what its parts are.
func InEnglish(l language.Lang, low string) []vectors.Near {
	if l == language.English {
		return nil
	}
	if found := known(l, low); found != nil {
		return found
	}
	head, tail := CompoundParts(l, low)
	if head != "" && tail != "" {
		return weighed(slices.Concat(known(l, tail), known(l, head)), partShare)
	}
	return weighed(known(l, head+tail), halfShare)
}

// known are the English words of a word that a dictionary has.
func known(l language.Lang, low string) []vectors.Near {
	if heads := l.Glossed(low); heads != nil {
		out := make([]vectors.Near, len(heads))
		for i, w := range heads {
			out[i] = vectors.Near{Word: w, Weight: 1 / math.Sqrt(float64(len(heads)))}
		}
		return out
	}
	return openBridge().find(l.String() + l.Stem(low))
}

// Row numbers the vector of what a folded word of the language stands for.
func Row(l language.Lang, low string) (row uint16, ok bool) {
	for _, n := range InEnglish(l, low) {
		if row, ok = vectors.Row(n.Word); ok {
			return row, true
		}
	}
	if l != language.English && language.Common(l, low) {
		return 0, false
	}
	return vectors.Row(low)
}

const (
	leastPart = 4 // letters of a part of a compound
	// partShare is how surely both parts of a compound tell what it is, and halfShare
	// how surely one alone does.
	partShare = 0.7
	halfShare = 0.5
)

// Compounds reports whether the language writes words together to one.
func Compounds(l language.Lang) bool {
	return l == language.German || l == language.Dutch || l == language.English
}

// CompoundParts reads a compound as two words, the longest known end first: in Germanic
// languages the last part says what the thing is. Where only one part is known the
// other is "", and both are where nothing is: a short end that the longer, unknown
// beginning may hold by chance gives way to a longer beginning that is known. English
// writes most of its compounds apart, and those that are known have a meaning of their
// own ("breakfast"): one is read as two words where both are known and it is not.
func CompoundParts(l language.Lang, low string) (head, tail string) {
	if !Compounds(l) || l == language.English && isWord(l, low) {
		return "", ""
	}
	for i := leastPart; i+leastPart <= len(low); i++ {
		if !utf8.RuneStart(low[i]) || !isWord(l, low[i:]) {
			continue
		}
		if tail == "" && max(len(low)-i, i-1) > leastPart {
			tail = low[i:]
		}
		if h := headOf(l, low[:i]); h != "" {
			return h, low[i:]
		}
	}
	if l == language.English {
		return "", ""
	}
	for i := len(low) - leastPart; i > max(leastPart, len(tail)); i-- {
		if h := headOf(l, low[:i]); utf8.RuneStart(low[i]) && len(h) > max(leastPart, len(tail)) {
			return h, ""
		}
	}
	return "", tail
}

// headOf is a known word that the beginning of a compound is, without what joins it to
// the next ("Arbeit-s-zimmer"); "" for none.
func headOf(l language.Lang, low string) string {
	for _, join := range [...]string{"", "s", "n", "en", "es"} {
		if h, ok := strings.CutSuffix(low, join); ok && len(h) >= leastPart && isWord(l, h) {
			return h
		}
	}
	return ""
}

// isWord reports whether a folded word is one of the language, as far as is known.
func isWord(l language.Lang, low string) bool {
	if l == language.English {
		_, ok := vectors.Row(low)
		return ok
	}
	if l.Glossed(low) != nil {
		return true
	}
	return openBridge().find(l.String()+l.Stem(low)) != nil
}

func weighed(list []vectors.Near, share float64) []vectors.Near {
	for i := range list {
		list[i].Weight *= share
	}
	return list
}

// runInEnglish finds the longest known word that a text without spaces begins with,
// and how many bytes it has.
func runInEnglish(l language.Lang, run string) (found []vectors.Near, n int) {
	t, code := openBridge(), l.String()
	var ends []int
	for i := range run {
		if i > 0 {
			ends = append(ends, i)
		}
		if len(ends) == mostRun {
			break
		}
	}
	if len(ends) < mostRun {
		ends = append(ends, len(run))
	}
	for i := len(ends) - 1; i >= 0; i-- {
		if found := t.find(code + run[:ends[i]]); found != nil {
			return found, ends[i]
		}
	}
	return nil, 0
}

const mostRun = 6 // characters of a word in a script without spaces

// Translated are the English words that the words of a text in another language
// without spaces stand for, in order: what each word leads to.
func Translated(l language.Lang, text string) [][]vectors.Near {
	var out [][]vectors.Near
	for low := language.Fold(text); low != ""; {
		found, n := runInEnglish(l, low)
		if found == nil {
			_, n = utf8.DecodeRuneInString(low)
		} else {
			out = append(out, found)
		}
		low = low[n:]
	}
	return out
}
