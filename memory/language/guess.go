package language

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"unicode"

	"dormouse/memory/language/classify"
)

var langModel = Learned("lang")

// Guess tells the language of a text. Of a text with no letter it says English.
func Guess(text string) Lang {
	l, _ := GuessSure(text)
	return l
}

// GuessSure is Guess with the probability of the guess. It is a language in whose
// script something of the text is written.
func GuessSure(text string) (Lang, float64) {
	if len(text) > 2000 {
		text = strings.ToValidUTF8(text[:2000], "")
	}
	m := langModel()
	p := m.Score(Features(text, English, Person, m.Use))
	wide, cyrillic := strings.ContainsFunc(text, dense), strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	sum := 0.0
	for i, label := range m.Labels {
		if l, _ := ParseLang(label); l.Dense() && !wide || l == Russian && !cyrillic {
			p[i] = 0
		}
		sum += p[i]
	}
	label, most := m.Best(p)
	l, _ := ParseLang(label)
	return l, most / max(sum, math.SmallestNonzeroFloat64)
}

var commonWords = embedded("common.txt", func(b []byte) (map[string]uint16, error) {
	out := map[string]uint16{}
	for line := range strings.Lines(string(b)) {
		code, list, _ := strings.Cut(line, " ")
		l, _ := ParseLang(code)
		for w := range strings.FieldsSeq(list) {
			out[w] |= 1 << l
		}
	}
	return out, nil
})

// Common reports whether a folded word says little by itself: it is among those
// that occur in most topics of the corpus, whatever they are about.
func Common(l Lang, low string) bool { return CommonIn(low)&(1<<l) != 0 }

// CommonIn are the languages in which a folded word is common, a bit each.
func CommonIn(low string) uint16 { return commonWords()[low] }

var vocabulary = embedded("vocabulary.bin", func(b []byte) (out []uint32, err error) {
	var at uint64
	for len(b) > 0 {
		step, n := binary.Uvarint(b)
		if n <= 0 {
			return nil, errors.New("the vocabulary is damaged")
		}
		at += step
		out, b = append(out, uint32(at)), b[n:]
	}
	return out, nil
})

// IsName reports whether a word is written as a name and is no everyday word.
func IsName(w Word) bool {
	return w.Upper() && !w.Digit() && !Everyday(strings.TrimSuffix(w.Low, "'s"))
}

// Everyday reports whether a folded word is one that people use of anything: it
// occurs in the corpus in small letters.
func Everyday(low string) bool {
	_, found := slices.BinarySearch(vocabulary(), classify.FNV(classify.FNVBase, low))
	return found
}
