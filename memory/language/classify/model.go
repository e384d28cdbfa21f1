// Package classify decides by what it has learned: a linear model over hashed
// features, which tells one of several labels, and small decision trees, which tell
// how probable one thing is. It fits both from examples, and reads and writes them as
// bytes. It knows no language and opens no file.
//
// # Same answer everywhere
//
// Weights are bytes and features are counted, so that a score is a sum of integers;
// what follows is rounded explicitly. The same examples give the same bytes on every
// platform, and the same bytes the same answer to the bit.
package classify

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Model is a multinomial logistic regression over hashed features. Its weights are
// bytes, a scale for each label.
type Model struct {
	Labels []string
	Use    Group // the features it has learned from
	bias   []float32
	scale  []float32
	rows   [][]int8
}

// errWeights is returned when weights are not what Encode writes.
var errWeights = errors.New("weights are damaged")

// Encode writes a model as the bytes that Decode reads: a line of labels, the
// groups of features, then for each label its bias, its scale and its weights.
func (m *Model) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(m.Labels, " ") + "\n")
	b.WriteByte(byte(m.Use))
	for i := range m.Labels {
		var f [8]byte
		binary.LittleEndian.PutUint32(f[:4], math.Float32bits(m.bias[i]))
		binary.LittleEndian.PutUint32(f[4:], math.Float32bits(m.scale[i]))
		b.Write(f[:])
		for _, w := range m.rows[i] {
			b.WriteByte(byte(w))
		}
	}
	return b.Bytes()
}

// Decode reads what Encode wrote.
func Decode(b []byte) (*Model, error) {
	head, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || len(rest) < 1 {
		return nil, errWeights
	}
	m := &Model{Labels: strings.Fields(string(head)), Use: Group(rest[0])}
	rest = rest[1:]
	row := 8 + 1<<m.Use.Bits()
	if len(rest) != row*len(m.Labels) {
		return nil, fmt.Errorf("%w: %d bytes for %d labels", errWeights, len(rest), len(m.Labels))
	}
	for ; len(rest) > 0; rest = rest[row:] {
		m.bias = append(m.bias, math.Float32frombits(binary.LittleEndian.Uint32(rest)))
		m.scale = append(m.scale, math.Float32frombits(binary.LittleEndian.Uint32(rest[4:])))
		w := make([]int8, row-8)
		for i := range w {
			w[i] = int8(rest[8+i])
		}
		m.rows = append(m.rows, w)
	}
	return m, nil
}

// Score are the probabilities of the labels, in [0, 1], for features.
func (m *Model) Score(features []uint16) []float64 {
	out := make([]float64, len(m.Labels))
	norm := 1 / math.Sqrt(float64(max(len(features), 1)))
	for i, row := range m.rows {
		sum := 0
		for _, f := range features {
			sum += int(row[f])
		}
		x := float64(float64(sum) * float64(m.scale[i]))
		out[i] = float64(float64(x*norm) + float64(m.bias[i]))
	}
	softmax(out)
	return out
}

// softmax turns scores into probabilities, in place.
func softmax(x []float64) {
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
	for i, l := range m.Labels {
		if l == label {
			return p[i]
		}
	}
	return 0
}
