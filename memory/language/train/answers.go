package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"dormouse/memory/language"
	"dormouse/memory/language/corpus"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

const (
	// answerEpochs and answerRate are how often questions and answers are gone through, and
	// the first length of a step (Adagrad, one rate for a word).
	answerEpochs, answerRate = 6, .03
	// answerBatch is how many questions are told from each other at a time.
	answerBatch = 256
	// answerHeat divides the cosines: the less, the more the nearest wrong answers count.
	answerHeat = .2
	// answerHold is how much each word is held where it was, of what an example moves it.
	answerHold = .01
	// answerScale is how long the vectors of most words are while they are learned.
	answerScale = 2.5
)

// answer is two texts that should point to one another, as the words that have a vector: a
// question and what answers it, which has a writer, or others of one matter.
type answer struct {
	asked, told []int
	writer      string
	lang        language.Lang
}

// answerVectors reads the file of word vectors and writes those by which one asks: with the
// words of questions near those of the notes that answer them. Each question of a batch is to
// be nearer to its own note than to those of the others, and each note to its question
// (InfoNCE: van den Oord, Li and Vinyals, 2018, both ways).
func answerVectors(in io.Reader) error {
	b, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	if n := vectors.Words(); len(b) < 4+n*(7+vectors.Dimensions) || binary.LittleEndian.Uint32(b) != uint32(n) {
		return errors.New("answers: want a file of vectors of the words that this program carries")
	}
	means := decodeVectors(b)
	all, err := allAnswers()
	if err != nil {
		return err
	}
	learnAnswers(means, slices.DeleteFunc(all, func(a answer) bool { return a.writer == blindWriter }))
	_, err = os.Stdout.Write(encodeAsked(means))
	return err
}

// allAnswers are the questions and notes of the corpus, what was said and what a model made of
// it, what was so and by what it ended, and words with those by which they are asked for.
func allAnswers() ([]answer, error) {
	var out []answer
	add := func(a answer) {
		if len(a.asked) > 0 && len(a.told) > 0 {
			out = append(out, a)
		}
	}
	for i, read := range []func() ([]corpus.Line, error){corpus.Answers, corpus.Reworded, corpus.Updates} {
		lines, err := read()
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			if i > 0 {
				l.Writer = ""
			}
			add(answer{rowsIn(l.Text, l.Lang), rowsIn(l.Newer, l.Lang), l.Writer, l.Lang})
		}
	}
	words := func(list []string) (rows []int) {
		for _, w := range list {
			if v, ok := vectors.Of(w); ok {
				rows = append(rows, v.Row())
			}
		}
		return rows
	}
	if err := corpus.Asks(func(word string, asked []string) { add(answer{asked: words(asked), told: words([]string{word})}) }); err != nil {
		return nil, err
	}
	err := corpus.Tells(func(asked string, told []string) { add(answer{asked: words([]string{asked}), told: words(told)}) })
	return out, err
}

// rowsIn are the words of a text that have a meaning of their own, by their numbers.
func rowsIn(text string, l language.Lang) (rows []int) {
	for _, w := range language.Words(text) {
		if row, ok := translate.Row(l, w.Low); ok && !w.Digit() && !language.Common(l, w.Low) {
			rows = append(rows, int(row))
		}
	}
	return rows
}

// learnAnswers moves the vectors of words so that questions point to their answers.
func learnAnswers(words [][]float64, all []answer) {
	dice := rand.New(rand.NewPCG(3, 3))
	began := make([][]float64, len(words))
	for i, v := range words {
		began[i] = slices.Clone(v)
	}
	steps := make([]float64, len(words)) // the mean squares of all steps so far
	for range answerEpochs {
		dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for batch := range slices.Chunk(all, answerBatch) {
			moves := batchMoves(words, batch)
			for _, w := range slices.Sorted(maps.Keys(moves)) {
				move, square := moves[w], 0.0
				for k := range move {
					move[k] -= float64(answerHold * (words[w][k] - began[w][k]))
					square += float64(move[k] * move[k])
				}
				steps[w] += square / vectors.Dimensions
				add(words[w], move, answerRate/math.Sqrt(steps[w]+1e-10))
			}
		}
	}
}

// batchMoves is how the words of a batch are to change.
func batchMoves(words [][]float64, batch []answer) map[int][]float64 {
	asked, told := make([]pointer, len(batch)), make([]pointer, len(batch))
	for i, a := range batch {
		asked[i], told[i] = pointTo(words, a.asked), pointTo(words, a.told)
	}
	attract(asked, told)
	moves := map[int][]float64{}
	for i, a := range batch {
		asked[i].move(moves, a.asked)
		told[i].move(moves, a.told)
	}
	return moves
}

// pointer is where some words point together, how long their sum is, and where it is pulled.
type pointer struct {
	to, pulled []float64
	length     float64
}

func pointTo(words [][]float64, rows []int) pointer {
	sum := make([]float64, vectors.Dimensions)
	for _, row := range rows {
		add(sum, words[row], 1)
	}
	return pointer{normal(sum), make([]float64, vectors.Dimensions), math.Sqrt(max(dot(sum, sum), 1e-12))}
}

// attract pulls each question to its note and off the others as far as it points to them,
// and each note likewise.
func attract(asked, told []pointer) {
	near, down := make([][]float64, len(asked)), make([]float64, len(told))
	for i := range asked {
		near[i] = make([]float64, len(told))
		for j := range told {
			near[i][j] = math.Exp(dot(asked[i].to, told[j].to) / answerHeat)
			down[j] += near[i][j]
		}
	}
	for i := range asked {
		across := 0.0
		for _, x := range near[i] {
			across += x
		}
		for j := range told {
			pull := -float64(near[i][j]*(1/across+1/down[j])) / 2
			if i == j {
				pull++
			}
			add(asked[i].pulled, told[j].to, pull/answerHeat)
			add(told[j].pulled, asked[i].to, pull/answerHeat)
		}
	}
}

// move adds to the moves of words what turns their sum where it is pulled.
func (p *pointer) move(moves map[int][]float64, rows []int) {
	add(p.pulled, p.to, -dot(p.pulled, p.to))
	for _, row := range rows {
		if moves[row] == nil {
			moves[row] = make([]float64, vectors.Dimensions)
		}
		add(moves[row], p.pulled, 1/p.length)
	}
}

// decodeVectors reads the vectors of a file, by the numbers of their words.
func decodeVectors(b []byte) (means [][]float64) {
	n := vectors.Words()
	lengths := b[4+6*n:] // behind their number, where they end and how common they are
	directions := lengths[n:]
	for i := range n {
		v := make([]float64, vectors.Dimensions)
		for k, x := range directions[vectors.Dimensions*i:][:vectors.Dimensions] {
			v[k] = float64(int8(x)) / vectors.Step * float64(lengths[i]) / 255 * answerScale
		}
		means = append(means, v)
	}
	return means
}

// reportAnswers prints by language how many of the blind writer's questions have their note
// among the first, 5 and 10 of all notes of the language, by what their words mean together.
func reportAnswers() error {
	all, err := allAnswers()
	if err != nil {
		return err
	}
	points := func(rows []int) vectors.Direction {
		g := vectors.Asking.Gist()
		for _, row := range rows {
			g.Add(uint16(row))
		}
		return g.Direction()
	}
	notes := map[language.Lang][]vectors.Direction{}
	for _, a := range all {
		if a.writer != "" {
			notes[a.lang] = append(notes[a.lang], points(a.told))
		}
	}
	var sum [4]int
	for _, l := range language.Langs() {
		var found [4]int // of all, in the first place, the first 5, the first 10
		for _, a := range all {
			if a.writer != blindWriter || a.lang != l {
				continue
			}
			toward, own, before := points(a.asked), points(a.told), 0
			for i := range notes[l] {
				if toward.Like(&notes[l][i]) > toward.Like(&own) {
					before++
				}
			}
			for k, most := range [...]int{math.MaxInt, 1, 5, 10} {
				if before < most {
					found[k]++
					sum[k]++
				}
			}
		}
		printFound(l.String(), len(notes[l]), found)
	}
	printFound("all", 0, sum)
	return nil
}

func printFound(name string, notes int, found [4]int) {
	share := func(k int) float64 { return float64(found[k]) / float64(max(1, found[0])) }
	fmt.Printf("%-4s %3d questions, %5d notes: first %.3f  of the first 5 %.3f  of 10 %.3f\n", name, found[0], notes, share(1), share(2), share(3))
}
