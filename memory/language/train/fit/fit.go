// Package fit fits the models of package classify to examples and writes them as the
// bytes that classify reads. The program itself learns nothing.
package fit

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"

	"dormouse/memory/language/classify"
)

// Example is what a model sees of a text, and what it should say of it.
type Example struct {
	classify.Input
	Label string
}

// Options of Fit.
type Options struct {
	Epochs int
	Decay  float64 // L2, for each epoch
	Rate   float64
	// Orders of the examples that the model is the mean of, 0 for one: what the last
	// examples of an order leave in it is chance.
	Orders int
	// Room is what a bit of the written weights costs beside how far off they are, in
	// the mean of that for the nearest levels: at 0 weights take these.
	Room    float64
	Without classify.Group // feature groups left out
	Size    classify.Group // classify.Wide, Middle or none
}

// Use are the feature groups that a model with the options sees.
func (o Options) Use() classify.Group {
	return classify.AllGroups&^o.Without | o.Size
}

// Model trains a model by stochastic gradient descent with AdaGrad, and gives what
// classify.Decode reads. The same
// examples give the same bytes on every platform: sums go in one order, products
// are rounded before they are added, chance is a fixed sequence.
//
// The last epochs see what the weights become when they are written, so that some
// make up for what others lose by it.
func Model(examples []Example, labels []string, o Options) []byte {
	f := newFit(examples, labels, o)
	for range o.Epochs - roundEpochs {
		f.epoch()
	}
	for n := 1; n < o.Orders; n++ {
		other := newFit(examples, labels, o)
		other.chance = f.chance
		for range o.Epochs - roundEpochs {
			other.epoch()
		}
		f.chance = other.chance
		f.add(other)
	}
	f.scale(1 / float64(max(o.Orders, 1)))
	f.round()
	for range roundEpochs {
		f.epoch()
	}
	return f.encode()
}

// add adds what another fit of the same examples has learned.
func (f *fit) add(o *fit) {
	for i := range f.w {
		for j := range f.w[i] {
			f.w[i][j] += o.w[i][j]
			f.g[i][j] += o.g[i][j]
		}
		f.b[i] += o.b[i]
		f.bg[i] += o.bg[i]
		for k := range f.mw[i] {
			f.mw[i][k] += o.mw[i][k]
			f.mg[i][k] += o.mg[i][k]
		}
	}
}

// scale takes all that was learned times a factor, but for how far it has come: the last
// epochs take small steps.
func (f *fit) scale(by float64) {
	for i := range f.w {
		for j := range f.w[i] {
			f.w[i][j] = float64(f.w[i][j] * by)
		}
		f.b[i] = float64(f.b[i] * by)
		for k := range f.mw[i] {
			f.mw[i][k] = float64(f.mw[i][k] * by)
		}
	}
}

// roundEpochs is how many epochs see the weights as they are written.
const roundEpochs = 3

// least is how many examples a feature must have.
const least = 2

// meaning is a classify.Meaning of about length 10, so that what is learned of a component
// is about as large as what is learned of a feature.
type meaning [len(classify.Meaning{})]float64

// meaningUnit is what a step of a classify.Meaning is then.
const meaningUnit = 10. / classify.MeaningLength

// The rate and the decay of what is learned of meanings: they are seen in each example,
// a feature in few.
const (
	meaningRate  = .05
	meaningDecay = .02
)

type fit struct {
	o      Options
	use    classify.Group
	labels []string
	x      [][]uint16
	y      []int
	w, g   [][]float64 // weights and their squared gradients
	b, bg  []float64
	norm   []float64 // by example, what its sum is taken times
	seen   []int64   // by feature, how many examples have it
	class  []int     // by feature, its classOf
	m      []meaning // what the examples mean; none where the model does not see it
	mw, mg []meaning // weights of its components, by label, and their squared gradients
	order  []int
	chance sequence
	p      []float64

	rounds []rounding  // by label, in the last epochs
	q      [][]float64 // the weights as they are written; before, the weights
}

func newFit(examples []Example, labels []string, o Options) *fit {
	f := &fit{o: o, use: o.Use(), labels: labels, chance: firstChance, p: make([]float64, len(labels)), b: make([]float64, len(labels)), bg: make([]float64, len(labels))}
	for _, e := range examples {
		y := slices.Index(labels, e.Label)
		if y < 0 {
			panic("fit: label " + e.Label + " is unknown")
		}
		f.x = append(f.x, e.Features)
		if f.use&classify.MeaningGroup != 0 {
			var m meaning
			for k, v := range e.Meaning {
				m[k] = float64(float64(v) * meaningUnit)
			}
			f.m = append(f.m, m)
		}
		f.y = append(f.y, y)
		f.order = append(f.order, len(f.order))
	}
	f.drop()
	for range labels {
		f.w = append(f.w, make([]float64, 1<<f.use.Bits()))
		f.g = append(f.g, make([]float64, 1<<f.use.Bits()))
	}
	f.q = f.w
	f.mw, f.mg = make([]meaning, len(labels)), make([]meaning, len(labels))
	return f
}

// drop leaves out the features that few examples have: they tell these apart and nothing
// else, and a weight of 0 takes hardly any room. How many features an example has stays.
func (f *fit) drop() {
	f.seen = make([]int64, 1<<f.use.Bits())
	for _, x := range f.x {
		for _, j := range x {
			f.seen[j]++
		}
	}
	f.class = make([]int, len(f.seen))
	for j, n := range f.seen {
		f.class[j] = classOf(n)
	}
	for i, x := range f.x {
		f.norm = append(f.norm, 1/math.Sqrt(float64(max(len(x), 1))))
		f.x[i] = slices.DeleteFunc(slices.Clone(x), func(j uint16) bool { return f.seen[j] < least })
	}
}

// sequence is xorshift64*: the same numbers each time.
type sequence uint64

const firstChance sequence = 0x9E3779B97F4A7C15

// next is a number below n.
func (s *sequence) next(n int) int {
	*s ^= *s >> 12
	*s ^= *s << 25
	*s ^= *s >> 27
	return int((*s * 2685821657736338717 >> 33) % sequence(n))
}

func (f *fit) epoch() {
	for i := len(f.order) - 1; i > 0; i-- {
		j := f.chance.next(i + 1)
		f.order[i], f.order[j] = f.order[j], f.order[i]
	}
	for _, n := range f.order {
		f.step(n)
	}
	keep := 1 - f.o.Decay
	for i := range f.w {
		for j := range f.w[i] {
			f.w[i][j] = float64(f.w[i][j] * keep)
		}
		for k := range f.mw[i] {
			f.mw[i][k] = float64(f.mw[i][k] * (1 - meaningDecay))
		}
	}
	f.write()
}

func (f *fit) step(n int) {
	x, y, norm := f.x[n], f.y[n], f.norm[n]
	for i := range f.labels {
		sum := 0.0
		for _, j := range x {
			sum += f.q[i][j]
		}
		f.p[i] = float64(float64(sum*norm) + f.b[i])
		if f.m != nil {
			f.p[i] += f.mw[i].times(&f.m[n])
		}
	}
	classify.Softmax(f.p)
	for i := range f.labels {
		d := f.p[i]
		if i == y {
			d--
		}
		f.bg[i] += float64(d * d)
		f.b[i] -= float64(float64(f.o.Rate*d) / (1 + math.Sqrt(f.bg[i])))
		if f.m != nil {
			f.mean(i, &f.m[n], d)
		}
		d = float64(d * norm)
		dd := float64(d * d)
		for _, j := range x {
			f.g[i][j] += dd
			f.w[i][j] -= float64(float64(f.o.Rate*d) / (1e-3 + math.Sqrt(f.g[i][j])))
			if f.rounds != nil {
				f.q[i][j] = f.rounds[i].value(f.w[i][j], f.class[j])
			}
		}
	}
}

// mean takes a step with what an example means, for label i.
func (f *fit) mean(i int, m *meaning, d float64) {
	w, g := &f.mw[i], &f.mg[i]
	for k, v := range m {
		x := float64(d * v)
		g[k] += float64(x * x)
		w[k] -= float64(float64(meaningRate*x) / (1 + math.Sqrt(g[k])))
	}
}

func (m *meaning) times(o *meaning) (sum float64) {
	for k := range m {
		sum += float64(m[k] * o[k])
	}
	return sum
}

// round chooses the values that weights are written as, by how often each is seen.
func (f *fit) round() {
	f.q = nil
	for i := range f.labels {
		f.rounds = append(f.rounds, roundingOf(f.w[i], f.seen, f.o.Room))
		f.q = append(f.q, make([]float64, len(f.w[i])))
	}
	if len(f.labels) == 2 {
		f.rounds[1] = f.rounds[0].opposite()
	}
	f.write()
}

// write writes all weights as they will be.
func (f *fit) write() {
	for i, r := range f.rounds {
		for j, w := range f.w[i] {
			f.q[i][j] = r.value(w, f.class[j])
		}
	}
}

// encode writes the model: a line of labels, the groups of features, then for each label
// its bias, its scale, the values of its weights and its weights by the numbers of these,
// then the scale and the weights of what a text means.
// Of two labels the other's weights are the opposite and not written. All behind the
// groups is packed by how often each byte occurs: few weights are large.
func (f *fit) encode() []byte {
	var b bytes.Buffer
	b.WriteString(strings.Join(f.labels, " ") + "\n")
	b.WriteByte(byte(f.use))
	rows := pack(&b, flate.HuffmanOnly)
	for i := range classify.Written(f.labels) {
		r := &f.rounds[i]
		put(rows, float32(f.b[i]), r.scale, r.levels)
		for j := 0; j < len(f.w[i]); j += 2 {
			put(rows, r.number(f.w[i][j], f.class[j])|r.number(f.w[i][j+1], f.class[j+1])<<4)
		}
		if f.m != nil {
			put(rows, f.mw[i].encode()...)
		}
	}
	closed(rows)
	return b.Bytes()
}

// pack packs what is written to it into b.
func pack(b *bytes.Buffer, level int) *flate.Writer {
	w, err := flate.NewWriter(b, level)
	if err != nil {
		panic(err) // the level is one of flate's
	}
	return w
}

func closed(w *flate.Writer) {
	if err := w.Close(); err != nil {
		panic(err) // a buffer takes all
	}
}

// encode gives the scale of the components for the steps of a classify.Meaning, and them.
func (m *meaning) encode() []any {
	largest := 1e-9
	for _, v := range m {
		largest = max(largest, math.Abs(v))
	}
	var steps classify.Meaning
	for k, v := range m {
		steps[k] = int8(math.RoundToEven(v / largest * most))
	}
	return []any{float32(largest / most * meaningUnit), steps}
}

func put(b io.Writer, values ...any) {
	for _, v := range values {
		_ = binary.Write(b, binary.LittleEndian, v) // a buffer takes all
	}
}
