package replay

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory"
)

// Network is what waking programs may know of associations and doubts. It follows the
// land: a night of another program is seen by the next look. Safe for concurrent use.
type Network struct {
	land *land.Land

	mu    sync.Mutex
	files [2]disk.Info // guarded by mu, as when mind was read
	mind  *Recollection
}

// NewNetwork reads nothing before it is asked.
func NewNetwork(l *land.Land) *Network { return &Network{land: l} }

// Now is what the last night left. Where it cannot be read there are no
// associations: the next night says why.
func (n *Network) Now() *Recollection {
	var files [2]disk.Info
	for i, name := range []string{MindPath, MindLogPath} {
		if info, err := n.land.FS().Stat(name); err == nil {
			files[i] = disk.Info{Inode: info.Inode, Size: info.Size, ModTime: info.ModTime}
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.mind == nil || files != n.files {
		m, _ := ReadMind(n.land.Read)
		n.mind, n.files = newRecollection(m.Self), files
	}
	return n.mind
}

// Recollection is one moment of a Network. It does not change.
type Recollection struct {
	web    *Web
	doubts map[string]Doubt
}

func newRecollection(s Self) *Recollection {
	r := &Recollection{NewWeb(s.Edges), map[string]Doubt{}}
	for _, d := range s.Doubts {
		r.doubts[d.ID] = d
	}
	return r
}

// Neighbours are what an entry is associated with, the strongest first.
func (r *Recollection) Neighbours(id string) []memory.Neighbour {
	var list []memory.Neighbour
	for _, e := range r.web.of[id] {
		other := e.A
		if other == id {
			other = e.B
		}
		list = append(list, memory.Neighbour{ID: other, Weight: e.Weight})
	}
	slices.SortFunc(list, func(a, b memory.Neighbour) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Doubt implements memory.Mind.
func (r *Recollection) Doubt(id string) string {
	d, ok := r.doubts[id]
	if !ok {
		return ""
	}
	return fmt.Sprintf("^%s of %s may have taken its place", d.By, d.Since.Format(time.DateOnly))
}

// Newer implements memory.Mind.
func (r *Recollection) Newer(id string) string { return r.doubts[id].By }
