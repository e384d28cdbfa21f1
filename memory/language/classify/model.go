// Package classify decides by what it has learned: a linear model over hashed
// features, which tells one of several labels, and small decision trees, which tell
// how probable one thing is. It fits both from examples, and reads and writes them as
// bytes. It knows no language and opens no file.
//
// # Same answer everywhere
//
// Weights are small integers and features are counted, so that a score is a sum of integers;
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

// Model is a multinomial logistic regression over hashed features. The weights of a
// label have one of 16 values and a scale.
type Model struct {
	Labels []string
	Use    Group // the features it has learned from
	bias   []float32
	scale  []float32
	levels []levels
	rows   [][]int8
}

// errWeights is returned when weights are not what Encode writes.
var errWeights = errors.New("weights are damaged")

// Encode writes a model as the bytes that Decode reads: a line of labels, the
// groups of features, then for each label its bias, its scale, the values of its
// weights and its weights by the numbers of these. Of two labels the other's weights
// are the opposite and not written.
func (m *Model) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(m.Labels, " ") + "\n")
	b.WriteByte(byte(m.Use))
	for i := range m.written() {
		put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a buffer takes all
		put(m.bias[i])
		put(m.scale[i])
		put(m.levels[i])
		b.Write(m.levels[i].pack(m.rows[i]))
	}
	return b.Bytes()
}

// written is of how many labels weights are written.
func (m *Model) written() int {
	if len(m.Labels) == 2 {
		return 1
	}
	return len(m.Labels)
}

// Decode reads what Encode wrote.
func Decode(b []byte) (*Model, error) {
	head, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || len(rest) < 1 {
		return nil, errWeights
	}
	m := &Model{Labels: strings.Fields(string(head)), Use: Group(rest[0])}
	rest = rest[1:]
	const front = 8 + len(levels{})
	row := front + 1<<m.Use.Bits()/2
	if len(rest) != row*m.written() {
		return nil, fmt.Errorf("%w: %d bytes for %d labels", errWeights, len(rest), len(m.Labels))
	}
	for ; len(rest) > 0; rest = rest[row:] {
		var l levels
		for i := range l {
			l[i] = int8(rest[8+i])
		}
		bias, scale := math.Float32frombits(binary.LittleEndian.Uint32(rest)), math.Float32frombits(binary.LittleEndian.Uint32(rest[4:]))
		m.add(bias, scale, l, l.unpack(rest[front:row]))
	}
	m.oppose()
	return m, nil
}

// add adds what a label weighs.
func (m *Model) add(bias, scale float32, l levels, row []int8) {
	m.bias, m.scale = append(m.bias, bias), append(m.scale, scale)
	m.levels, m.rows = append(m.levels, l), append(m.rows, row)
}

// oppose adds the second of two labels.
func (m *Model) oppose() {
	if len(m.Labels) != 2 {
		return
	}
	row := make([]int8, len(m.rows[0]))
	for i, w := range m.rows[0] {
		row[i] = -w
	}
	m.add(-m.bias[0], m.scale[0], levels{}, row)
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
