package vectors

import (
	_ "embed"
	"strings"
	"sync"
)

// The kinds lead from a word to those that are a kind of what it names, or name the
// same: from medicine to penicillin, from doctor to gp. Words that stand near each other
// in texts seldom are that. See docs/word-data.md for where they come from. The file is
// read where it lies:
//
//	4 bytes  checksum of the words of the vectors, which the numbers below count
//	n × 4    where each word's kinds end, of n words
//	m × 3    number of a word that is a kind of it, and how surely in 255ths
//
//go:embed kinds.bin
var kindsFile string

const kindRow = 3

// openKinds is the two parts of the file, both empty where it counts other words.
var openKinds = sync.OnceValue(func() (t struct{ ends, rows string }) {
	s, n := kindsFile, openVectors(vectorFile).n
	if len(s) >= 4+4*n && U32(s, 0) == ID() {
		t.ends, t.rows = s[4:4+4*n], s[4+4*n:]
	}
	return t
})

// Kinds are the words of a vocabulary that are a kind of what a folded word names, or
// name the same, each with how surely it is meant, in [0, 1].
func Kinds(low string, among Vocabulary) (out []Near) {
	if out = kindsOf(low, among); out == nil { // of several animals the kinds are those of one
		if one, several := strings.CutSuffix(low, "s"); several {
			out = kindsOf(one, among)
		}
	}
	return out
}

func kindsOf(low string, among Vocabulary) (out []Near) {
	v, ok := Of(low)
	t := openKinds()
	if !ok || t.ends == "" {
		return nil
	}
	from := 0
	if v.i > 0 {
		from = int(U32(t.ends, 4*v.i-4))
	}
	for k := from; k < int(U32(t.ends, 4*v.i)); k++ {
		row := t.rows[kindRow*k:]
		i := int(row[0]) | int(row[1])<<8
		if i/64 < len(among) && among[i/64]&(1<<(i%64)) != 0 {
			out = append(out, Near{v.table.At(i), float64(row[2]) / 255})
		}
	}
	return out
}
