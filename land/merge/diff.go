package merge

import "slices"

// lcsCells bounds the table that pairs lines where none is unique. Above it a
// stretch counts as rewritten: coarser, never wrong.
const lcsCells = 1 << 18

// Match pairs equal lines of a and b in order: result[i] is the line of b that
// a[i] became, or -1. It is patience diff: lines that are unique on both sides
// are the anchors, because a blank line or a bracket says nothing about where it
// belongs. Time is about linear for texts that mostly agree.
func Match(a, b []string) []int {
	ids := map[string]int{}
	intern := func(lines []string) []int {
		out := make([]int, len(lines))
		for i, s := range lines {
			id, ok := ids[s]
			if !ok {
				id = len(ids)
				ids[s] = id
			}
			out[i] = id
		}
		return out
	}
	m := matcher{a: intern(a), b: intern(b), to: make([]int, len(a))}
	for i := range m.to {
		m.to[i] = -1
	}
	work := []patch{{0, len(a), 0, len(b)}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = append(work[:len(work)-1], m.step(s)...)
	}
	return m.to
}

type matcher struct {
	a, b []int
	to   []int
}

// patch is a stretch of a and the stretch of b that stands against it.
type patch struct{ alo, ahi, blo, bhi int }

// step pairs what it can in s and returns the stretches that are left.
func (m *matcher) step(s patch) []patch {
	for s.alo < s.ahi && s.blo < s.bhi && m.a[s.alo] == m.b[s.blo] {
		m.to[s.alo] = s.blo
		s.alo, s.blo = s.alo+1, s.blo+1
	}
	for s.alo < s.ahi && s.blo < s.bhi && m.a[s.ahi-1] == m.b[s.bhi-1] {
		s.ahi, s.bhi = s.ahi-1, s.bhi-1
		m.to[s.ahi] = s.bhi
	}
	if s.alo == s.ahi || s.blo == s.bhi {
		return nil
	}
	anchors := m.anchors(s)
	if len(anchors) == 0 {
		if (s.ahi-s.alo)*(s.bhi-s.blo) <= lcsCells {
			m.lcs(s)
		}
		return nil
	}
	var rest []patch
	alo, blo := s.alo, s.blo
	for _, p := range anchors {
		m.to[p[0]] = p[1]
		rest = append(rest, patch{alo, p[0], blo, p[1]})
		alo, blo = p[0]+1, p[1]+1
	}
	return append(rest, patch{alo, s.ahi, blo, s.bhi})
}

// anchors are the longest run of lines, rising on both sides, that occur once in
// each side of s.
func (m *matcher) anchors(s patch) [][2]int {
	type seen struct{ inA, inB, atA, atB int }
	lines := map[int]*seen{}
	for i := s.alo; i < s.ahi; i++ {
		l := lines[m.a[i]]
		if l == nil {
			l = &seen{}
			lines[m.a[i]] = l
		}
		l.inA, l.atA = l.inA+1, i
	}
	for j := s.blo; j < s.bhi; j++ {
		if l := lines[m.b[j]]; l != nil {
			l.inB, l.atB = l.inB+1, j
		}
	}
	var pairs [][2]int
	for _, l := range lines {
		if l.inA == 1 && l.inB == 1 {
			pairs = append(pairs, [2]int{l.atA, l.atB})
		}
	}
	slices.SortFunc(pairs, func(x, y [2]int) int { return x[0] - y[0] })
	return rising(pairs)
}

// rising returns the longest part of pairs, sorted by the first number, whose
// second numbers rise too.
func rising(pairs [][2]int) [][2]int {
	var tails []int // index of the pair that ends the best run of each length
	prev := make([]int, len(pairs))
	for i, p := range pairs {
		k, _ := slices.BinarySearchFunc(tails, p[1], func(t, want int) int { return pairs[t][1] - want })
		prev[i] = -1
		if k > 0 {
			prev[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	run := make([][2]int, 0, len(tails))
	for i := tails[len(tails)-1]; i >= 0; i = prev[i] {
		run = append(run, pairs[i])
	}
	slices.Reverse(run)
	return run
}

// lcs pairs the longest common run of lines of a small stretch by the classic
// table.
func (m *matcher) lcs(s patch) {
	n, k := s.ahi-s.alo, s.bhi-s.blo
	table := make([]int32, (n+1)*(k+1))
	at := func(i, j int) *int32 { return &table[i*(k+1)+j] }
	for i := n - 1; i >= 0; i-- {
		for j := k - 1; j >= 0; j-- {
			if m.a[s.alo+i] == m.b[s.blo+j] {
				*at(i, j) = *at(i+1, j+1) + 1
			} else {
				*at(i, j) = max(*at(i+1, j), *at(i, j+1))
			}
		}
	}
	for i, j := 0, 0; i < n && j < k; {
		switch {
		case m.a[s.alo+i] == m.b[s.blo+j]:
			m.to[s.alo+i] = s.blo + j
			i, j = i+1, j+1
		case *at(i+1, j) >= *at(i, j+1):
			i++
		default:
			j++
		}
	}
}
