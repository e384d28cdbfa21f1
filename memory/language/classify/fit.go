package classify

import "math"

// Example is what a model sees of a text, and what it should say of it.
type Example struct {
	Features []uint16
	Label    string
}

// Options of Fit.
type Options struct {
	Epochs  int
	Decay   float64 // L2, for each epoch
	Rate    float64
	Without Group // feature groups left out
	Wide    bool  // four times the hash buckets
}

// Use are the feature groups that a model with the options sees.
func (o Options) Use() Group {
	use := AllGroups &^ o.Without
	if o.Wide {
		use |= wide
	}
	return use
}

// Fit trains a model by stochastic gradient descent with AdaGrad. The same
// examples give the same bytes on every platform: sums go in one order, products
// are rounded before they are added, chance is a fixed sequence.
//
// The last epochs see what the weights become when they are written, so that some
// make up for what others lose by it.
func Fit(examples []Example, labels []string, o Options) *Model {
	f := newFit(examples, labels, o)
	for range o.Epochs - roundEpochs {
		f.epoch()
	}
	f.round()
	for range roundEpochs {
		f.epoch()
	}
	return f.model()
}

// roundEpochs is how many epochs see the weights as they are written.
const roundEpochs = 3

type fit struct {
	o      Options
	use    Group
	labels []string
	x      [][]uint16
	y      []int
	w, g   [][]float64 // weights and their squared gradients
	b, bg  []float64
	order  []int
	chance sequence
	p      []float64

	rounds []rounding  // by label, in the last epochs
	q      [][]float64 // the weights as they are written; before, the weights
}

func newFit(examples []Example, labels []string, o Options) *fit {
	f := &fit{o: o, use: o.Use(), labels: labels, chance: firstChance, p: make([]float64, len(labels)), b: make([]float64, len(labels)), bg: make([]float64, len(labels))}
	for _, e := range examples {
		y := index(labels, e.Label)
		f.x = append(f.x, e.Features)
		f.y = append(f.y, y)
		f.order = append(f.order, len(f.order))
	}
	for range labels {
		f.w = append(f.w, make([]float64, 1<<f.use.Bits()))
		f.g = append(f.g, make([]float64, 1<<f.use.Bits()))
	}
	f.q = f.w
	return f
}

func index(list []string, s string) int {
	for i, l := range list {
		if l == s {
			return i
		}
	}
	panic("classify: label " + s + " is unknown")
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
		f.step(f.x[n], f.y[n])
	}
	keep := 1 - f.o.Decay
	for i := range f.w {
		for j := range f.w[i] {
			f.w[i][j] = float64(f.w[i][j] * keep)
		}
	}
	f.write()
}

func (f *fit) step(x []uint16, y int) {
	norm := 1 / math.Sqrt(float64(max(len(x), 1)))
	for i := range f.labels {
		sum := 0.0
		for _, j := range x {
			sum += f.q[i][j]
		}
		f.p[i] = float64(float64(sum*norm) + f.b[i])
	}
	softmax(f.p)
	for i := range f.labels {
		d := f.p[i]
		if i == y {
			d--
		}
		f.bg[i] += float64(d * d)
		f.b[i] -= float64(float64(f.o.Rate*d) / (1 + math.Sqrt(f.bg[i])))
		d = float64(d * norm)
		dd := float64(d * d)
		for _, j := range x {
			f.g[i][j] += dd
			f.w[i][j] -= float64(float64(f.o.Rate*d) / (1e-3 + math.Sqrt(f.g[i][j])))
			if f.rounds != nil {
				f.q[i][j] = f.rounds[i].value(f.w[i][j])
			}
		}
	}
}

// round chooses the values that weights are written as, by how often each is seen.
func (f *fit) round() {
	seen := make([]int64, 1<<f.use.Bits())
	for _, x := range f.x {
		for _, j := range x {
			seen[j]++
		}
	}
	f.q = nil
	for i := range f.labels {
		f.rounds = append(f.rounds, roundingOf(f.w[i], seen))
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
			f.q[i][j] = r.value(w)
		}
	}
}

func (f *fit) model() *Model {
	m := &Model{Labels: f.labels, Use: f.use}
	for i := range m.written() {
		r := f.rounds[i]
		row := make([]int8, len(f.w[i]))
		for j, w := range f.w[i] {
			row[j] = r.level(w)
		}
		m.add(float32(f.b[i]), r.scale, r.levels, row)
	}
	m.oppose()
	return m
}
