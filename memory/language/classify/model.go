// Package classify decides by what it has learned: a linear model over hashed
// features, which tells one of several labels, and small decision trees, which tell
// how probable one thing is. Package fit of the trainer fits both. It knows no language
// and opens no file.
//
// # Same answer everywhere
//
// Weights are small integers and features are counted, so that a score is a sum of integers;
// what follows is rounded explicitly. The same bytes give the same answer to the bit.
package classify

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Model is a multinomial logistic regression over hashed features and what the text
// means. The weights of a feature have one of a few values, and a scale by label.
type Model struct {
	Labels []string
	Use    Group // the features it has learned from
	rows   []weights
}

// weights are those of a label: of each bucket half a byte, the lower one first, that
// chooses a level. They are read as they are written, for unpacked they are twice as large.
type weights struct {
	bias, scale float32
	levels      [Levels]int8
	choice      []byte
	meaning     Meaning // of its components; zeros where the model does not see it
	meaningUnit float32
}

// Levels is how many values the weights of a label have: half a byte chooses one. Most
// weights are small and say little, so that few values tell nearly all.
const Levels = 16

// errWeights is returned when weights are not what package fit writes.
var errWeights = errors.New("weights are damaged")

// Written is of how many labels weights are written.
func Written(labels []string) int {
	if len(labels) == 2 {
		return 1
	}
	return len(labels)
}

// Decode reads what fit.Model wrote.
func Decode(b []byte) (*Model, error) {
	head, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || len(rest) < 1 {
		return nil, errWeights
	}
	m := &Model{Labels: strings.Fields(string(head)), Use: Group(rest[0])}
	const front = 8 + Levels
	choices := front + 1<<m.Use.Bits()/2
	size := choices
	if m.Use&MeaningGroup != 0 {
		size += 4 + len(Meaning{})
	}
	all := make([]byte, size*Written(m.Labels)+1)
	n, err := io.ReadFull(flate.NewReader(bytes.NewReader(rest[1:])), all)
	if !errors.Is(err, io.ErrUnexpectedEOF) || n != len(all)-1 {
		return nil, fmt.Errorf("%w: %d bytes for %d labels", errWeights, n, len(m.Labels))
	}
	for row := range slices.Chunk(all[:n], size) {
		w := weights{bias: math.Float32frombits(binary.LittleEndian.Uint32(row)), scale: math.Float32frombits(binary.LittleEndian.Uint32(row[4:])), choice: row[front:choices]}
		for i, level := range row[8:front] {
			w.levels[i] = int8(level)
		}
		if rest := row[choices:]; len(rest) > 0 {
			w.meaningUnit = math.Float32frombits(binary.LittleEndian.Uint32(rest))
			for i, level := range rest[4:] {
				w.meaning[i] = int8(level)
			}
		}
		m.rows = append(m.rows, w)
	}
	return m, nil
}

// Score are the probabilities of the labels, in [0, 1], for a text.
func (m *Model) Score(in Input) []float64 {
	out := make([]float64, len(m.Labels))
	norm := 1 / math.Sqrt(float64(max(len(in.Features), 1)))
	for i := range m.rows {
		w, sum := &m.rows[i], 0
		for _, f := range in.Features {
			sum += int(w.levels[w.choice[f>>1]>>(f&1<<2)&15])
		}
		x := float64(float64(sum) * float64(w.scale))
		out[i] = float64(float64(x*norm) + float64(w.bias))
		if m.Use&MeaningGroup != 0 {
			out[i] += float64(float64(w.meaning.times(&in.Meaning)) * float64(w.meaningUnit))
		}
	}
	if len(m.rows) < len(out) { // the other's weights are the opposite
		out[1] = -out[0]
	}
	Softmax(out)
	return out
}

func (m *Meaning) times(o *Meaning) (sum int32) {
	for i := range m {
		sum += int32(m[i]) * int32(o[i])
	}
	return sum
}

// Softmax turns scores into probabilities, in place.
func Softmax(x []float64) {
	top := x[0]
	for _, v := range x {
		top = max(top, v)
	}
	sum := 0.0
	for i, v := range x {
		x[i] = exp(float64(v - top))
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
}

// exp is e^x for x ≤ 0, the same to the bit on every platform (math.Exp is not):
// (1 + x/1024 + (x/1024)²/2)^1024 by squaring.
func exp(x float64) float64 {
	if x < -40 {
		return 0
	}
	y := float64(x / 1024)
	r := float64(1 + float64(y+float64(float64(y*y)/2)))
	for range 10 {
		r = float64(r * r)
	}
	return r
}

// Best is the label of highest probability, and that.
func (m *Model) Best(p []float64) (string, float64) {
	at := 0
	for i := range p {
		if p[i] > p[at] {
			at = i
		}
	}
	return m.Labels[at], p[at]
}

// Of is the probability of one label.
func (m *Model) Of(p []float64, label string) float64 {
	if i := slices.Index(m.Labels, label); i >= 0 {
		return p[i]
	}
	return 0
}
