package runtime

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"testing"

	"dormouse/memory/language"
	"dormouse/memory/search"
)

type vec struct {
	w []language.Vector
	k []float64
}

func readVec(text string) vec {
	var v vec
	l := language.Guess(text)
	for _, w := range language.Words(text) {
		if x, ok := language.VectorOf(w.Low); ok {
			r := float64(x.Rank())
			p := 0.1 / (r + 1)
			k := 0.0005 / (0.0005 + p)
			if language.Common(l, w.Low) {
				k *= .1
			}
			v.w = append(v.w, x)
			v.k = append(v.k, k)
		}
	}
	return v
}

// soft: for each question word the best cosine in line, weighted
func soft(q, d vec) float64 {
	s, n := 0.0, 0.0
	for i, a := range q.w {
		best := 0.0
		for j, b := range d.w {
			_ = j
			if c := a.Cosine(b); c > best {
				best = c
			}
		}
		s += q.k[i] * best * best
		n += q.k[i]
	}
	if n == 0 {
		return 0
	}
	return s / n
}

func sif(q, d vec) float64 {
	s, qq, dd := 0.0, 0.0, 0.0
	for i, a := range q.w {
		for j, b := range d.w {
			s += q.k[i] * d.k[j] * a.Cosine(b)
		}
	}
	for i, a := range q.w {
		for j, b := range q.w {
			qq += q.k[i] * q.k[j] * a.Cosine(b)
		}
	}
	for i, a := range d.w {
		for j, b := range d.w {
			dd += d.k[i] * d.k[j] * a.Cosine(b)
		}
	}
	if qq == 0 || dd == 0 {
		return 0
	}
	return s / math.Sqrt(qq*dd)
}

func dense(v vec) []float64 {
	out := make([]float64, 100)
	for i, w := range v.w {
		r := w.Row()
		n := 0.0
		for _, x := range r {
			n += x * x
		}
		n = math.Sqrt(n)
		for k := range r {
			out[k] += v.k[i] * r[k] / n
		}
	}
	return out
}
func norm(a []float64) []float64 {
	n := 0.0
	for _, x := range a {
		n += x * x
	}
	if n == 0 {
		return a
	}
	n = math.Sqrt(n)
	b := make([]float64, len(a))
	for i := range a {
		b[i] = a[i] / n
	}
	return b
}
func dot(a, b []float64) (s float64) {
	for i := range a {
		s += a[i] * b[i]
	}
	return
}
func TestProbe(t *testing.T) {
	tot := map[string]int{}
	for _, f := range readFixtures(t) {
		l := newLand(t)
		l.live(t, f.messages)
		entries, _ := l.store.Entries()
		var vs []vec
		for _, e := range entries {
			vs = append(vs, readVec(e.Text))
		}
		mean := make([]float64, 100)
		var ds [][]float64
		for _, v := range vs {
			d := norm(dense(v))
			ds = append(ds, d)
			for k := range d {
				mean[k] += d[k] / float64(len(vs))
			}
		}
		sub := func(d []float64) []float64 {
			m := norm(mean)
			c := dot(d, m)
			o := make([]float64, 100)
			for k := range d {
				o[k] = d[k] - c*m[k]
			}
			return norm(o)
		}
		for _, x := range f.Facts {
			there := false
			for _, e := range entries {
				there = there || x.in(e.Text)
			}
			if !there {
				continue
			}
			tot["there"]++
			q := readVec(x.Question)
			rank := map[int]int{}
			a, _ := l.store.Search(t.Context(), search.Query{Text: x.Question, Limit: 30, Now: l.past.at})
			inSearch := false
			for i, h := range a.Results {
				if i < 5 && !strings.HasPrefix(h.Path, "sessions") {
					for _, ln := range strings.Split(h.Text, "\n") {
						inSearch = inSearch || x.in(ln)
					}
				}
				for k, e := range entries {
					if h.ID == e.ID && e.ID != "" {
						rank[k] = i + 1
					}
				}
			}
			tally := func(name string, score func(k int) float64) {
				idx := make([]int, len(entries))
				for i := range idx {
					idx[i] = i
				}
				sc := make([]float64, len(entries))
				for i := range sc {
					sc[i] = score(i)
				}
				sort.SliceStable(idx, func(i, j int) bool { return sc[idx[i]] > sc[idx[j]] })
				for i := 0; i < 5 && i < len(idx); i++ {
					if x.in(entries[idx[i]].Text) {
						tot[name]++
						return
					}
				}
			}
			if inSearch {
				tot["search"]++
			}
			rr := func(k int) float64 {
				if r := rank[k]; r > 0 {
					return 1 / float64(r+3)
				}
				return 0
			}
			so, si := make([]float64, len(entries)), make([]float64, len(entries))
			for k := range entries {
				so[k], si[k] = soft(q, vs[k]), sif(q, vs[k])
			}
			qd := norm(dense(q))
			qs := sub(qd)
			for _, w := range []float64{.3, .5, .7, 1, 1.5, 2, 3} {
				tally(fmt.Sprintf("sub*%.1f+rr", w), func(k int) float64 { return w*dot(qs, sub(ds[k])) + rr(k) })
				tally(fmt.Sprintf("sif*%.1f+rr", w), func(k int) float64 { return w*dot(qd, ds[k]) + rr(k) })
				tally(fmt.Sprintf("sub*%.1f+soft+rr", w), func(k int) float64 { return w*dot(qs, sub(ds[k])) + rr(k) + .5*so[k] })
			}
			tally("sub", func(k int) float64 { return dot(qs, sub(ds[k])) })
			tally("rank", rr)
			tally("soft", func(k int) float64 { return so[k] })
			tally("sif", func(k int) float64 { return si[k] })
			tally("soft+rr", func(k int) float64 { return so[k] + rr(k) })
			tally("sif+rr", func(k int) float64 { return si[k] + rr(k) })
			tally("sif+soft+rr", func(k int) float64 { return .5*si[k] + so[k] + rr(k) })
			tally("sif+soft", func(k int) float64 { return .5*si[k] + so[k] })
		}
	}
	fmt.Println(tot)
}
