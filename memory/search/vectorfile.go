package search

import (
	"encoding/binary"
	"fmt"
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
	m.blobs = map[string]bool{}
	if m.store == nil {
		return
	}
	names, err := m.store.List()
	if err != nil {
		return
	}
	for _, n := range names {
		if strings.HasPrefix(n, vectorPrefix) {
			m.absorb(n)
		}
	}
	m.v.fresh, m.v.freshFiles = nil, nil
}

// absorb adds what a blob holds; false when it is of no use.
func (m *meaning) absorb(name string) bool {
	if !m.v.decode(blobOf(m.store, name, 2*m.limit), m.embedder.Name()) {
		return false
	}
	m.blobs[name] = true
	return true
}

// save writes down what is new. While another process writes, it stays in
// memory for the next time.
func (m *meaning) save(c *collection) {
	if m.store == nil || len(m.v.fresh)+len(m.v.freshFiles) == 0 {
		return
	}
	l, err := m.store.Lock()
	if err != nil {
		return
	}
	defer l.Close()
	names, err := m.store.List()
	if err != nil {
		return
	}
	old := m.others(names)
	all := len(m.v.data) <= wholeVectors || len(m.v.fresh) == len(m.v.keys) || len(m.blobs) >= maxVectorBlobs || m.v.dead(c) > len(m.v.keys)/8
	rows, files := m.v.fresh, m.v.freshFiles
	if all {
		m.v = m.v.only(c)
		rows, files = m.v.everything(c)
	}
	data := m.v.encode(m.embedder.Name(), rows, files)
	name := fmt.Sprintf("%s%016x", vectorPrefix, contentHash(data))
	if m.store.Replace(name, data) != nil {
		return
	}
	m.v.fresh, m.v.freshFiles = nil, nil
	if all {
		for n := range m.blobs {
			old = append(old, n)
		}
		m.blobs = map[string]bool{}
	}
	m.blobs[name] = true
	for _, n := range old {
		if n != name {
			_ = m.store.Remove(n) // it is only rubbish: the next write tries again
		}
	}
}

// others takes in what other processes have written, and returns the blobs that
// are of no use.
func (m *meaning) others(names []string) (useless []string) {
	fresh, files := m.v.fresh, m.v.freshFiles
	listed := map[string]bool{}
	for _, n := range names {
		if !strings.HasPrefix(n, vectorPrefix) {
			continue
		}
		listed[n] = true
		if _, ok := m.blobs[n]; !ok && !m.absorb(n) {
			useless = append(useless, n)
		}
	}
	for n := range m.blobs {
		if !listed[n] {
			delete(m.blobs, n) // another process has folded it into its own
		}
	}
	m.v.fresh, m.v.freshFiles = fresh, files
	return useless
}

// everything is all rows, and the sheets of the live files.
func (v *embeddings) everything(c *collection) (rows []int32, files []uint64) {
	for i := range v.keys {
		rows = append(rows, int32(i))
	}
	for _, ref := range c.newestFirst() {
		if h := c.file(ref).Hash; v.files[h] != nil {
			files = append(files, h)
		}
	}
	return rows, files
}

func (v *embeddings) encode(name string, rows []int32, files []uint64) []byte {
	b := make([]byte, 0, len(vectorMagic)+len(name)+len(rows)*(v.dims+rowCost)+64)
	b = append(b, vectorMagic...)
	b = index.AppendText(b, name)
	b = binary.AppendUvarint(b, uint64(v.dims))
	b = binary.AppendUvarint(b, uint64(len(rows)))
	for _, r := range rows {
		b = binary.LittleEndian.AppendUint64(b, v.keys[r])
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v.scale[r]))
	}
	for _, r := range rows {
		b = append(b, v.numbers(r)...)
	}
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

// decode adds the vectors of a blob. Nothing is added of one that is damaged,
// of another embedder, or of another length than those that are there.
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
	sheets, ok := decodeSheets(&r)
	if !ok || n > 0 && dims == 0 {
		return false
	}
	if n > 0 {
		v.dims = int(dims)
	}
	v.data = slices.Grow(v.data, len(data))
	for i := range int(n) {
		k, scale := heads.U64(), math.Float32frombits(heads.U32())
		if _, ok := v.rows[k]; !ok {
			v.data = append(v.data, data[i*v.dims:(i+1)*v.dims]...)
			v.add(k, scale)
		}
	}
	for h, sheet := range sheets {
		v.note(h, sheet)
	}
	return true
}

func decodeSheets(r *index.Reader) (map[uint64][]uint64, bool) {
	out := map[uint64][]uint64{}
	for range r.Count() {
		h := r.U64()
		n := r.Num()
		keys := index.Reader{Left: r.Take(min(n, 1<<40) * 8)}
		if r.Bad {
			return nil, false
		}
		sheet := make([]uint64, n)
		for i := range sheet {
			sheet[i] = keys.U64()
		}
		out[h] = sheet
	}
	return out, !r.Bad && len(r.Left) == 0
}
