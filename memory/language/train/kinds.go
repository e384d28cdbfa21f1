package main

import (
	"io"
	"math"
	"os"
	"strings"

	"dormouse/memory/language/corpus"
	"dormouse/memory/language/vectors"
)

const (
	// lessCommon is what each further sense of a word counts less: the second
	// 1/(1 + lessCommon), and so on.
	lessCommon = 0.5
	// ofName is what a word of a name of several counts of the whole name.
	ofName = 0.7
	// derived is how surely a word is meant by one that it is derived from, similar by
	// one that is like it.
	derived, similar = 0.6, 0.4
	// lessAsked is what each further word counts less by which one is asked for.
	lessAsked = 0.2
	// leastKind is how surely a word must be meant to be written down.
	leastKind = 0.2
)

// steps is how surely a word is meant by one that names the same, by one that names
// what it is a kind of, what that is a kind of, and so on.
var steps = []float64{0.7, 0.6, 0.5, 0.45, 0.4, 0.35}

// kinds reads a tar archive of the files of WordNet 3.0 and writes which words that have a
// vector are a kind of which. What many are a kind of says little: a word that is it of
// n words counts 1 − ln(1+n)/ln(all words) of what it would.
func kinds(archive io.Reader) error {
	w, err := readWordNet(archive)
	if err != nil {
		return err
	}
	under := make([]map[int]float64, vectors.Words()) // by what they are a kind of
	for row := range under {
		for word, weight := range w.above(vectors.WordAt(row)) {
			if v, ok := vectors.Of(word); ok && v.Row() != row {
				if under[v.Row()] == nil {
					under[v.Row()] = map[int]float64{}
				}
				under[v.Row()][row] = weight
			}
		}
	}
	if err = askedFor(under); err != nil {
		return err
	}
	out := make([][]kind, len(under))
	for class, words := range under {
		says := 1 - math.Log(float64(1+len(words)))/math.Log(float64(len(under)))
		for row := range under {
			if weight := words[row] * says; weight >= leastKind {
				out[class] = append(out[class], kind{row, min(1, weight)})
			}
		}
	}
	_, err = os.Stdout.Write(encodeKinds(out))
	return err
}

// above are the words that name what a word names, or what that is a kind of, with how
// surely the word is meant by each.
func (w *wordNet) above(word string) map[string]float64 {
	out := map[string]float64{}
	put := func(names []string, weight float64, parts bool) {
		for _, name := range names {
			out[name] = max(out[name], weight)
			if words := strings.Split(name, "_"); parts && len(words) > 1 {
				for _, x := range words {
					out[x] = max(out[x], weight*ofName)
				}
			}
		}
	}
	for _, speech := range speeches {
		base := w.base(word, speech)
		if base == "" {
			continue
		}
		put([]string{base}, 1, false)
		for rank, sense := range w.senses[speech.letter+base] {
			share := 1 / (1 + lessCommon*float64(rank))
			level, seen := []string{sense}, map[string]bool{sense: true}
			for step, weight := range steps {
				var next []string
				for _, id := range level {
					put(w.sets[id].names, weight*share, step < 2)
					for _, l := range w.sets[id].links {
						switch {
						case strings.HasPrefix(l.kind, "@") && !seen[l.to]:
							seen[l.to] = true
							next = append(next, l.to)
						case step == 0 && strings.Contains(`+\=`, l.kind):
							put(w.sets[l.to].names, derived*share, false)
						case step == 0 && l.kind == "&":
							put(w.sets[l.to].names, similar*share, false)
						}
					}
				}
				level = next
			}
		}
	}
	return out
}

// askedFor adds to the words that are a kind of others those that are asked for by them,
// as the corpus has them.
func askedFor(under []map[int]float64) error {
	add := func(asked, told string, rank int) {
		a, ok := vectors.Of(asked)
		t, known := vectors.Of(told)
		if !ok || !known || a == t {
			return
		}
		if under[a.Row()] == nil {
			under[a.Row()] = map[int]float64{}
		}
		weight := 1 / (1 + lessAsked*float64(rank))
		under[a.Row()][t.Row()] = max(under[a.Row()][t.Row()], weight)
	}
	err := corpus.Asks(func(word string, asked []string) {
		for rank, a := range asked {
			add(a, word, rank)
		}
	})
	if err != nil {
		return err
	}
	return corpus.Tells(func(asked string, told []string) {
		for rank, t := range told {
			add(asked, t, rank)
		}
	})
}
