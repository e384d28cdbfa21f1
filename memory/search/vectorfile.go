package search

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"dormouse/memory/search/index"
)

// A blob of vectors is the embedder's name, the vectors of some passages and
// the sheets of some files, with a checksum at the end. All blobs together are
// what is known; one that is damaged or of another embedder is passed by and
// removed with the next write.
const (
	vectorMagic  = "dorm-vectors 1\n"
	vectorPrefix = "vectors-"
	// wholeVectors is up to how many bytes all vectors are written as one blob
	// each time; above it, what is new becomes a blob of its own, up to
	// maxVectorBlobs.
	wholeVectors   = 4 << 20
	maxVectorBlobs = 8
)

// open reads the vectors that are on disk.
func (m *meaning) open() {
	m.v = newEmbeddings()
	if m.store == nil {
		return
	}
	_, _ = m.absorb() // what cannot be listed is embedded anew
	m.v.saved, m.v.noted = len(m.v.keys), false
}

// absorb takes in the blobs that are on disk and not known yet, and returns those that
// are of no use.
func (m *meaning) absorb() (useless []string, err error) {
	names, err := m.store.List()
	known := m.blobs
	m.blobs = map[string]bool{}
	for _, n := range names {
		switch {
		case !strings.HasPrefix(n, vectorPrefix):
		case known[n] || m.v.decode(blobOf(m.store, n, 2*m.limit), m.embedder.Name()):
			m.blobs[n] = true
		default:
			useless = append(useless, n)
		}
	}
	return useless, err
}

// save writes down what is new. While another process writes, it stays in
// memory for the next time.
func (m *meaning) save(c *collection) {
	if m.store == nil || m.v.saved == len(m.v.keys) && !m.v.noted {
		return
	}
	l, err := m.store.Lock()
	if err != nil {
		return
	}
	defer l.Close()
	old, err := m.absorb() // what another process has written meanwhile counts as new, too
	if err != nil {
		return
	}
	all := len(m.v.data) <= wholeVectors || m.v.saved == 0 || len(m.blobs) >= maxVectorBlobs || m.v.dead(c) > len(m.v.keys)/8
	if all {
		m.v = m.v.only(c)
		old = slices.AppendSeq(old, maps.Keys(m.blobs))
	}
	data := m.v.encode(m.embedder.Name(), m.v.saved, m.v.live(c))
	name := fmt.Sprintf("%s%016x", vectorPrefix, contentHash(data))
	if m.store.Replace(name, data) != nil {
		return
	}
	m.v.saved, m.v.noted = len(m.v.keys), false
	m.blobs[name] = true
	for _, n := range old {
		if n != name {
			delete(m.blobs, n)
			_ = m.store.Remove(n) // it is only rubbish: the next write tries again
		}
	}
}

// encode writes down the rows from one on, and the sheets of some files.
func (v *embeddings) encode(name string, from int, files []uint64) []byte {
	n := len(v.keys) - from
	b := make([]byte, 0, len(vectorMagic)+len(name)+n*(v.dims+rowCost)+64)
	b = append(b, vectorMagic...)
	b = index.AppendText(b, name)
	b = binary.AppendUvarint(b, uint64(v.dims))
	b = binary.AppendUvarint(b, uint64(n))
	for r := from; r < len(v.keys); r++ {
		b = binary.LittleEndian.AppendUint64(b, v.keys[r])
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v.scale[r]))
	}
	b = append(b, v.data[from*v.dims:]...)
	b = binary.AppendUvarint(b, uint64(len(files)))
	for _, h := range files {
		b = binary.LittleEndian.AppendUint64(b, h)
		b = binary.AppendUvarint(b, uint64(len(v.files[h])))
		for _, k := range v.files[h] {
			b = binary.LittleEndian.AppendUint64(b, k)
		}
	}
	return sealed(b)
}

// decode adds the vectors of a blob; false for one that is damaged, of another
// embedder, or of another length than those that are there.
func (v *embeddings) decode(b []byte, name string) bool {
	r, ok := unsealed(b, vectorMagic)
	if !ok || r.Text() != name {
		return false
	}
	dims, n := r.Num(), r.Num()
	if dims > maxDims || n > uint64(len(r.Left))/rowCost || n > 0 && v.dims != 0 && v.dims != int(dims) {
		return false
	}
	heads := index.Reader{Left: r.Take(n * rowCost)}
	data := r.Take(n * dims)
	if r.Bad || n > 0 && dims == 0 {
		return false
	}
	if n > 0 {
		v.dims = int(dims)
	}
	v.data = slices.Grow(v.data, len(data))
	for i := range int(n) {
		k, scale := heads.U64(), math.Float32frombits(heads.U32())
		v.add(k, probe{data[i*v.dims:][:v.dims], scale})
	}
	for range r.Count() {
		h, passages := r.U64(), r.Num()
		keys := index.Reader{Left: r.Take(min(passages, 1<<40) * 8)}
		if r.Bad {
			return false
		}
		sheet := make([]uint64, passages)
		for i := range sheet {
			sheet[i] = keys.U64()
		}
		v.note(h, sheet)
	}
	return !r.Bad
}
