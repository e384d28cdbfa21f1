package memdisk

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"time"
)

// flush makes the names in dir durable. A change of names that touches two
// folders drags the other folder's earlier changes with it, as a journal does.
func (m *Disk) flush(dir string) {
	touched := map[string]bool{dir: true}
	var keep, done []nameOp
	for _, op := range slices.Backward(m.pending) {
		hit := slices.ContainsFunc(op.sets, func(s nameSet) bool { return touched[path.Dir(s.name)] })
		if !hit {
			keep = append(keep, op)
			continue
		}
		for _, s := range op.sets {
			touched[path.Dir(s.name)] = true
		}
		done = append(done, op)
	}
	for _, op := range slices.Backward(done) {
		op.apply(m.durable)
	}
	slices.Reverse(keep)
	m.pending = keep
}

// Crashes calls visit with folders that a power cut at this moment could leave:
// every combination of
//
//   - names: none of the changes that no SyncDir covered, all, the first k of
//     them, all but one, only one;
//   - bytes: of what no Sync covered nothing, all, of the last write a torn
//     piece (one byte, half, all but one), the length without the bytes (zeros),
//     all but one file's, only one file's.
//
// A real disk allows more mixtures still; these are the ones a missing fsync
// shows itself in. Each image is a Disk of its own without hook and locks.
func (m *Disk) Crashes(visit func(label string, image *Disk)) {
	m.mu.Lock()
	names := m.nameImages()
	bytes := m.byteImages()
	passed := m.passed
	m.mu.Unlock()
	for _, n := range names {
		for _, b := range bytes {
			visit(n.label+", "+b.label, image(n.names, b.bytes, passed))
		}
	}
}

type nameImage struct {
	label string
	names map[string]*node
}

type byteImage struct {
	label string
	bytes func(*node) []byte
}

func (m *Disk) nameImages() []nameImage {
	n := len(m.pending)
	var list []nameImage
	add := func(label string, keep func(i int) bool) {
		names := maps.Clone(m.durable)
		for i, op := range m.pending {
			if keep(i) {
				op.apply(names)
			}
		}
		list = append(list, nameImage{label, names})
	}
	for k := range n + 1 {
		add(fmt.Sprintf("first %d of %d names", k, n), func(i int) bool { return i < k })
	}
	for k := range n {
		if k < n-1 {
			add(fmt.Sprintf("all names but %d", k+1), func(i int) bool { return i != k })
		}
		if k > 0 {
			add(fmt.Sprintf("name %d alone", k+1), func(i int) bool { return i == k })
		}
	}
	return list
}

func (m *Disk) byteImages() []byteImage {
	var dirty []*node
	for _, name := range slices.Sorted(maps.Keys(m.names)) {
		if n := m.names[name]; n.mode.IsRegular() && !bytes.Equal(n.data, n.synced) && !slices.Contains(dirty, n) {
			dirty = append(dirty, n)
		}
	}
	synced := func(n *node) []byte { return n.synced }
	list := []byteImage{{"synced bytes", synced}}
	if len(dirty) == 0 {
		return list
	}
	list = append(list, byteImage{"all bytes", func(n *node) []byte { return n.data }})
	for label, cut := range map[string]func(int) int{
		"one byte":    func(int) int { return 1 },
		"half":        func(n int) int { return n / 2 },
		"but a byte":  func(n int) int { return n - 1 },
		"zero filled": func(int) int { return -1 },
	} {
		list = append(list, byteImage{label, func(n *node) []byte { return torn(n, cut) }})
	}
	slices.SortFunc(list[2:], func(a, b byteImage) int { return bytes.Compare([]byte(a.label), []byte(b.label)) })
	if len(dirty) > 1 {
		for i, one := range dirty {
			list = append(list,
				byteImage{fmt.Sprintf("all bytes but file %d's", i+1), func(n *node) []byte {
					if n == one {
						return n.synced
					}
					return n.data
				}},
				byteImage{fmt.Sprintf("file %d's bytes alone", i+1), func(n *node) []byte {
					if n == one {
						return n.data
					}
					return n.synced
				}})
		}
	}
	return list
}

// torn keeps the first cut bytes of what was written since the last Sync, or
// with -1 as many zeros.
func torn(n *node, cut func(int) int) []byte {
	if !bytes.HasPrefix(n.data, n.synced) {
		return tornOver(n, cut)
	}
	fresh := n.data[len(n.synced):]
	if len(fresh) == 0 {
		return n.data
	}
	k := cut(len(fresh))
	if k < 0 {
		return append(bytes.Clone(n.synced), make([]byte, len(fresh))...)
	}
	return append(bytes.Clone(n.synced), fresh[:k]...)
}

// tornOver is torn where bytes were overwritten in place: a cut beginning of what
// differs is new, the rest is old.
func tornOver(n *node, cut func(int) int) []byte {
	if len(n.data) < len(n.synced) {
		return n.data
	}
	from := 0
	for from < len(n.synced) && n.data[from] == n.synced[from] {
		from++
	}
	to := len(n.synced)
	for to > from && n.data[to-1] == n.synced[to-1] {
		to--
	}
	k := cut(to - from)
	if k < 0 {
		return n.data // a file system gives zeros for new blocks only
	}
	out := bytes.Clone(n.synced)
	copy(out[from:from+k], n.data[from:])
	return out
}

// image builds a folder of its own out of names and bytes, at the same time of
// its clock. What stands below a folder that was lost is lost.
func image(names map[string]*node, bytesOf func(*node) []byte, passed time.Duration) *Disk {
	m := New()
	copies := map[*node]*node{names["."]: m.names["."]}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if _, ok := m.names[path.Dir(name)]; !ok {
			continue
		}
		old := names[name]
		n, ok := copies[old]
		if !ok {
			n = m.newNode(old.mode)
			n.mod = old.mod
			n.data = bytes.Clone(bytesOf(old))
			n.synced = n.data
			copies[old] = n
		}
		m.names[name], m.durable[name] = n, n
	}
	m.passed = passed
	return m
}

// Clone returns a copy of the folder as it is now, all of it durable.
func (m *Disk) Clone() *Disk {
	m.mu.Lock()
	defer m.mu.Unlock()
	return image(m.names, func(n *node) []byte { return n.data }, m.passed)
}
