package search

import (
	"maps"
	"math"
	"slices"

	"dormouse/memory/search/index"
)

// maxDims is the longest vector that is taken.
const maxDims = 8192

// rowCost is what a vector takes beside its numbers: its key and its scale.
const rowCost = 12

// probe is the direction of a vector: a question's, or one to be kept.
type probe struct {
	numbers []byte  // signed
	scale   float32 // what one step is worth: number · scale is that of the unit vector
}

func probeOf(v []float32) probe {
	length, most := 0.0, 0.0
	for _, x := range v {
		length += float64(x) * float64(x)
		most = max(most, math.Abs(float64(x)))
	}
	p := probe{numbers: make([]byte, len(v))}
	if length == 0 {
		return p
	}
	for i, x := range v {
		p.numbers[i] = byte(int8(math.Round(float64(x) / most * 127)))
	}
	p.scale = float32(most / 127 / math.Sqrt(length))
	return p
}

// dot is the sum of the products of signed bytes. No sum overflows: maxDims
// products are below 2^27.
func dot(a, b []byte) int32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 int32
	for len(a) >= 8 {
		x, y := a[:8:8], b[:8:8]
		s0 += int32(int8(x[0]))*int32(int8(y[0])) + int32(int8(x[4]))*int32(int8(y[4]))
		s1 += int32(int8(x[1]))*int32(int8(y[1])) + int32(int8(x[5]))*int32(int8(y[5]))
		s2 += int32(int8(x[2]))*int32(int8(y[2])) + int32(int8(x[6]))*int32(int8(y[6]))
		s3 += int32(int8(x[3]))*int32(int8(y[3])) + int32(int8(x[7]))*int32(int8(y[7]))
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += int32(int8(a[i])) * int32(int8(b[i]))
	}
	return s0 + s1 + s2 + s3
}

// embeddings are the directions of passages, by the content of their text, and
// which passages a file has, by the content of the file.
type embeddings struct {
	dims  int // 0 while there is none
	data  []byte
	scale []float32
	keys  []uint64
	rows  map[uint64]int32

	files  map[uint64][]uint64 // the keys of a file's passages; 0 for one that has no vector
	sheets map[uint64][]int32  // the rows of files of which all passages have theirs; -1 for none

	saved int  // how many rows, the first ones, are on disk
	noted bool // whether a file was noted since
}

func newEmbeddings() *embeddings {
	return &embeddings{rows: map[uint64]int32{}, files: map[uint64][]uint64{}, sheets: map[uint64][]int32{}}
}

// room is how many more vectors fit into limit bytes.
func (v *embeddings) room(limit int64) int {
	return max(0, int(limit/int64(v.dims+rowCost))-len(v.keys))
}

// restart forgets the vectors but not which passages a file has: the model is
// another one under the old name.
func (v *embeddings) restart(dims int) {
	files := v.files
	*v = *newEmbeddings()
	v.dims, v.files, v.noted = dims, files, true
}

// put adds vectors.
func (v *embeddings) put(keys []uint64, vs [][]float32) {
	for i, k := range keys {
		v.add(k, probeOf(vs[i]))
	}
}

// add adds a direction that is not there yet.
func (v *embeddings) add(key uint64, p probe) {
	if _, ok := v.rows[key]; !ok {
		v.rows[key] = int32(len(v.keys))
		v.keys, v.data, v.scale = append(v.keys, key), append(v.data, p.numbers...), append(v.scale, p.scale)
	}
}

// note writes down which passages a file has.
func (v *embeddings) note(file uint64, sheet []uint64) {
	if old, ok := v.files[file]; ok && slices.Equal(old, sheet) {
		return
	}
	v.files[file] = sheet
	delete(v.sheets, file)
	v.noted = true
}

// sheet gives the row of each passage of a file, -1 for none; whole when none
// is missing.
func (v *embeddings) sheet(file uint64) (rows []int32, whole bool) {
	if rows, ok := v.sheets[file]; ok {
		return rows, true
	}
	keys, ok := v.files[file]
	if !ok {
		return nil, false
	}
	rows, whole = make([]int32, len(keys)), true
	for i, k := range keys {
		row, ok := v.rows[k]
		if !ok {
			row = -1
		}
		whole = whole && (ok || k == 0)
		rows[i] = row
	}
	if whole {
		v.sheets[file] = rows
	}
	return rows, whole
}

func (v *embeddings) numbers(row int32) []byte {
	return v.data[int(row)*v.dims : (int(row)+1)*v.dims]
}

// likeness is the cosine of the angle between a question and a passage.
func (v *embeddings) likeness(p *probe, row int32) float32 {
	return float32(dot(p.numbers, v.numbers(row))) * p.scale * v.scale[row]
}

// only is v with the vectors that live files have, none of them on disk yet.
func (v *embeddings) only(c *collection) *embeddings {
	out := newEmbeddings()
	out.dims = v.dims
	for _, h := range v.live(c) {
		out.note(h, v.files[h])
		for _, k := range v.files[h] {
			if row, ok := v.rows[k]; ok {
				out.add(k, probe{v.numbers(row), v.scale[row]})
			}
		}
	}
	return out
}

// live are the live files whose passages are known, by their content.
func (v *embeddings) live(c *collection) (files []uint64) {
	for _, e := range c.newestFirst() {
		if v.files[e.Hash] != nil {
			files = append(files, e.Hash)
		}
	}
	return files
}

// dead counts the vectors that no live file has.
func (v *embeddings) dead(c *collection) int {
	live := make([]bool, len(v.keys))
	n := len(v.keys)
	for _, h := range v.live(c) {
		rows, _ := v.sheet(h)
		for _, r := range rows {
			if r >= 0 && !live[r] {
				live[r] = true
				n--
			}
		}
	}
	return n
}

// newestFirst are the live files: MEMORY.md, then the others from the last name
// to the first.
func (c *collection) newestFirst() []*index.FileEntry {
	names := slices.Sorted(maps.Keys(c.where))
	if i := slices.Index(names, "MEMORY.md"); i >= 0 {
		names = append(slices.Delete(names, i, i+1), "MEMORY.md")
	}
	files := make([]*index.FileEntry, 0, len(names))
	for _, name := range slices.Backward(names) {
		files = append(files, c.file(c.where[name]))
	}
	return files
}
