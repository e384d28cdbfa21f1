package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/vectors"
)

const (
	// teacherDimensions is how long a vector of the teacher is.
	teacherDimensions = 512
	// mostDefined is how many definitions are taken; there are more of rare words than of
	// those that people type.
	mostDefined = 45_000
	// variants is how often a sentence of the corpus is written down with other words in
	// it, so that a word that is not in the corpus is met in a sentence like its own.
	variants = 4
	// commonest is how many of the most frequent words stay where they are.
	commonest = 100
	// lessonEpochs and lessonRate are how often the texts are gone through, and the first
	// length of a step (Adagrad: Duchi, Hazan and Singer, 2011).
	lessonEpochs, lessonRate = 9, .02
	// halfway is the rank of a word that counts half of what a rare one does, before
	// anything was learned.
	halfway = 80
)

// lessonTexts prints the texts from which the vectors of words are learned, one a line:
// the words, which are the file words of an archive; examples and definitions of the
// WordNet that is in it, too; the English sentences of the corpus, and variants of these.
func lessonTexts(archive []byte) error {
	list, row, err := readWords(archive)
	if err != nil {
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
	dice := rand.New(rand.NewPCG(1, 1))
	examples, defined := w.glosses(row)
	dice.Shuffle(len(defined), func(i, j int) { defined[i], defined[j] = defined[j], defined[i] })
	out := bufio.NewWriter(os.Stdout)
	for _, texts := range [][]string{list, examples, defined[:min(len(defined), mostDefined)], said} {
		for _, text := range texts {
			fmt.Fprintln(out, text)
		}
	}
	for _, text := range said {
		for range variants {
			if v := variant(text, list, row, dice); v != text {
				fmt.Fprintln(out, v)
			}
		}
	}
	return out.Flush()
}

// readWords reads words, one a line, and their numbers.
func readWords(archive []byte) (list []string, row map[string]int, err error) {
	b, err := archived(archive, "words")
	list, row = strings.Fields(string(b)), map[string]int{}
	for i, word := range list {
		row[word] = i
	}
	return list, row, err
}

// glosses are the examples of words that have a number, and "word: what it means".
func (w *wordNet) glosses(row map[string]int) (examples, defined []string) {
	for _, key := range slices.Sorted(maps.Keys(w.sets)) {
		set := w.sets[key]
		i := slices.IndexFunc(set.names, func(name string) bool { return row[name] >= commonest })
		if i < 0 {
			continue
		}
		for n, part := range strings.Split(strings.TrimSuffix(set.gloss, "\n"), ";") {
			switch part = strings.TrimSpace(part); {
			case strings.HasPrefix(part, `"`):
				examples = append(examples, strings.Trim(part, `" `))
			case n == 0 && part != "":
				defined = append(defined, set.names[i]+": "+part)
			}
		}
	}
	return examples, defined
}

// englishOf are the English sentences of the corpus, each once.
func englishOf() ([]string, error) {
	var all []string
	for _, read := range []func() ([]corpus.Line, error){corpus.Sentences, corpus.Pairs, corpus.Turns, corpus.Intents} {
		lines, err := read()
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			if l.Lang == language.English {
				all = append(all, l.Text, l.Newer)
			}
		}
	}
	talks, err := corpus.Talks()
	if err != nil {
		return nil, err
	}
	for _, t := range talks {
		if t.Lang != language.English {
			continue
		}
		for _, m := range t.Messages {
			all = append(all, m.Sentences...)
		}
		for _, c := range t.Claims {
			all = append(all, c.Text)
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool { return strings.Count(s, " ") < 2 || strings.Contains(s, "\n") }), nil
}

// variant is a text with another word, or two, in the place of its own.
func variant(text string, list []string, row map[string]int, dice *rand.Rand) string {
	words := slices.DeleteFunc(language.Words(text), func(w language.Word) bool { return row[w.Low] < commonest })
	if len(words) == 0 {
		return text
	}
	dice.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	words = words[:min(len(words), 1+dice.IntN(3)/2)]
	slices.SortFunc(words, func(a, b language.Word) int { return b.Start - a.Start })
	for _, w := range words {
		text = text[:w.Start] + list[commonest+dice.IntN(len(list)-commonest)] + text[w.Start+len(w.Text):]
	}
	return text
}

// lesson is a text as the words that have a vector, and what the teacher says it means.
type lesson struct {
	words []int
	means []float64
}

// archived is a file of a tar archive.
func archived(archive []byte, name string) ([]byte, error) {
	files := tar.NewReader(bytes.NewReader(archive))
	for {
		switch h, err := files.Next(); {
		case err != nil:
			return nil, fmt.Errorf("the archive lacks %s: %w", name, err)
		case path.Base(h.Name) == name:
			return io.ReadAll(files)
		}
	}
}

// wordVectors learns for each word what it adds to the meaning of a text, from three
// files of an archive: words; texts, those of lessonTexts; and teacher, what a model of
// whole sentences makes of each, teacherDimensions numbers of four bytes. The sum of a
// text's words is to point where its vector points, along the axes on which the teacher's
// vectors vary most.
func wordVectors(archive []byte) error {
	list, row, err := readWords(archive)
	if err != nil {
		return err
	}
	lessons, err := readLessons(archive, row)
	if err != nil {
		return err
	}
	if len(lessons) < len(list) {
		return errors.New("vectors: the texts do not begin with all words")
	}
	reduce(lessons, len(list))
	means := make([][]float64, len(list))
	for i := range list {
		means[i] = lessons[i].means
		scale(means[i], float64(i+1)/float64(i+1+halfway))
	}
	learn(means, slices.DeleteFunc(lessons, func(l lesson) bool { return len(l.words) == 0 }))
	_, err = os.Stdout.Write(encodeVectors(list, row, means))
	return err
}

func readLessons(archive []byte, row map[string]int) ([]lesson, error) {
	t, err := archived(archive, "texts")
	if err != nil {
		return nil, err
	}
	b, err := archived(archive, "teacher")
	if err != nil {
		return nil, err
	}
	var out []lesson
	for text := range strings.Lines(string(t)) {
		if len(b) < 4*teacherDimensions {
			return nil, errors.New("vectors: the teacher says less than there are texts")
		}
		l := lesson{means: make([]float64, teacherDimensions)}
		for i := range l.means {
			l.means[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
		}
		b = b[4*teacherDimensions:]
		for _, w := range language.Words(strings.TrimSuffix(text, "\n")) {
			if i, ok := row[w.Low]; ok && i >= commonest && !language.Common(language.English, w.Low) {
				l.words = append(l.words, i)
			}
		}
		out = append(out, l)
	}
	return out, nil
}

// reduce turns the teacher's vectors into vectors.Dimensions numbers each, along the
// axes on which those of the texts behind the first n vary most, without their mean.
func reduce(lessons []lesson, n int) {
	said := lessons[n:]
	mean := make([]float64, teacherDimensions)
	for _, l := range said {
		add(mean, l.means, 1/float64(len(said)))
	}
	for _, l := range lessons {
		add(l.means, mean, -1)
	}
	spread := make([][]float64, teacherDimensions) // the covariance
	for i := range spread {
		spread[i] = make([]float64, teacherDimensions)
	}
	for n := 0; n < len(said); n += 8 {
		for i, x := range said[n].means {
			add(spread[i], said[n].means, x)
		}
	}
	var axes [][]float64
	for range vectors.Dimensions {
		axes = append(axes, mainAxis(spread))
	}
	for i := range lessons {
		out := make([]float64, len(axes))
		for k, a := range axes {
			out[k] = dot(a, lessons[i].means)
		}
		lessons[i].means = out
	}
}

// mainAxis is the direction of the largest variance, by power iteration; it is taken out
// of the covariance.
func mainAxis(spread [][]float64) []float64 {
	p := make([]float64, len(spread))
	for i := range p {
		p[i] = 1 / float64(i+1)
	}
	size := 0.0
	for range 100 {
		next := make([]float64, len(p))
		for i, row := range spread {
			next[i] = dot(row, p)
		}
		size = math.Sqrt(dot(next, next))
		p = normal(next)
	}
	for i, row := range spread {
		add(row, p, -float64(size*p[i]))
	}
	return p
}

// learn turns the sum of each lesson's words toward what it means.
func learn(words [][]float64, lessons []lesson) {
	dice := rand.New(rand.NewPCG(2, 2))
	steps := make([][]float64, len(words)) // the squares of all steps so far
	for i := range steps {
		steps[i] = make([]float64, vectors.Dimensions)
	}
	for range lessonEpochs {
		dice.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		for _, l := range lessons {
			toward := turned(words, l)
			for _, w := range l.words {
				for k, x := range toward {
					steps[w][k] += float64(x * x)
					words[w][k] += float64(lessonRate * x / math.Sqrt(steps[w][k]+1e-10))
				}
			}
		}
	}
}

// turned is how the sum of a lesson's words is to change: the gradient of its cosine.
func turned(words [][]float64, l lesson) []float64 {
	sum := make([]float64, vectors.Dimensions)
	for _, w := range l.words {
		add(sum, words[w], 1)
	}
	length := math.Sqrt(max(dot(sum, sum), 1e-12))
	goal := normal(l.means)
	along := dot(sum, goal) / length
	for k := range sum {
		sum[k] = float64(goal[k]-float64(along*sum[k]/length)) / length
	}
	return sum
}

func scale(v []float64, by float64) {
	for i := range v {
		v[i] = float64(v[i] * by)
	}
}
