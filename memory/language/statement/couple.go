package statement

import (
	"slices"
	"strings"
	"unicode"

	"dormouse/memory/language"
)

// Uncoupled is what a text that tells of two things in one breath says without the one of them
// that a newer one names, and what is left out: of "buy bread and milk", after "got the bread",
// it is "buy milk". Both are "" where the newer one names both, or neither, or it is not clear.
func Uncoupled(s, newer Statement) (rest, over string) {
	if s.Lang.Dense() {
		return s.uncoupledDense(newer)
	}
	for i := 1; i+1 < len(s.words); i++ {
		if !s.Lang.Is(language.Connectives, s.words[i].Low) {
			continue
		}
		x, y := i-1, i+1
		for y+1 < len(s.words) && s.Lang.Lists(s.words[y].Low).Has(language.Light) {
			y++ // "bread and the milk"
		}
		if !s.matters(x) || !s.matters(y) {
			continue
		}
		first, second := newer.TellsOf(s.derived.words[x].stem), newer.TellsOf(s.derived.words[y].stem)
		switch {
		case first == second:
			return "", ""
		case first:
			return s.without(s.words[x].Start, s.words[i+1].Start)
		}
		return s.without(wordEnd(s.words[x]), wordEnd(s.words[y]))
	}
	return "", ""
}

// matters reports whether word i says what a statement is about, and is no figure.
func (s *Statement) matters(i int) bool {
	return slices.Contains(s.derived.matter, s.derived.words[i].stem) && !s.inFigure(s.words[i])
}

// without is the text without a part of it, and that.
func (s *Statement) without(from, to int) (rest, part string) {
	return s.Text[:from] + s.Text[to:], s.Text[from:to]
}

// uncoupledDense is Uncoupled where words are not spaced: what stands beside the word that joins
// them is named by the newer one in the same characters.
func (s *Statement) uncoupledDense(newer Statement) (rest, over string) {
	left, right, ok := strings.Cut(s.Text, s.Lang.File().Figures.Joint)
	if !ok || left == "" || right == "" {
		return "", ""
	}
	x, y, before, behind := []rune(left), []rune(right), 0, 0
	for before < len(x) && strings.Contains(newer.Text, string(x[len(x)-before-1:])) {
		before++
	}
	for behind < len(y) && strings.Contains(newer.Text, string(y[:behind+1])) {
		behind++
	}
	joint := len(s.Text) - len(right)
	names := func(named []rune) bool { return len(named) > 1 || len(named) == 1 && unicode.Is(unicode.Han, named[0]) }
	switch first, second := names(x[len(x)-before:]), names(y[:behind]); {
	case first == second:
		return "", ""
	case first:
		return s.without(len(left)-len(string(x[len(x)-before:])), joint)
	}
	return s.without(len(left), joint+len(string(y[:behind])))
}
