package sleep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory"
)

// Network is what waking programs may know of strengths, associations and
// beliefs. It follows the land: a night of another program is seen by the next
// look. Safe for concurrent use.
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
		self, _ := ReadMind(n.land.Read)
		n.mind, n.files = NewRecollection(self), files
	}
	return n.mind
}

// Recollection is one moment of a Network. It does not change.
type Recollection struct {
	web     *Web
	traces  map[string]Trace
	beliefs map[string]Belief
}

// NewRecollection is what a land knows of its entries.
func NewRecollection(s Self) *Recollection {
	r := &Recollection{NewWeb(s.Edges), map[string]Trace{}, map[string]Belief{}}
	for _, t := range s.Traces {
		r.traces[t.ID] = t
	}
	for _, b := range s.Beliefs {
		r.beliefs[b.key()] = b
	}
	return r
}

// Neighbours implements memory.Mind.
func (r *Recollection) Neighbours(id string) []memory.Neighbour {
	var list []memory.Neighbour
	for _, e := range r.web.Neighbours(id) {
		list = append(list, memory.Neighbour{ID: e.Other(id), Weight: e.Weight})
	}
	return list
}

// Doubtful are the entries about a name, whatever its case, that may be stale, in
// the order in which they were said.
func (r *Recollection) Doubtful(name string) []string {
	var ids []string
	for id, t := range r.traces {
		if t.Stale && slices.ContainsFunc(t.Entities, func(e string) bool { return strings.EqualFold(e, name) }) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(r.traces[a].Encoded.Compare(r.traces[b].Encoded), cmp.Compare(a, b))
	})
	return ids
}

// Doubt implements memory.Mind: the beliefs an entry rests on that turned after
// it was said.
func (r *Recollection) Doubt(id string) string {
	t, ok := r.traces[id]
	if !ok || !t.Stale {
		return ""
	}
	var turned []string
	for _, name := range t.Entities {
		if b := r.beliefs[Entity{Name: name}.key()]; b.Turned.After(t.Encoded) {
			turned = append(turned, fmt.Sprintf("%s on %s", b.Name, b.Turned.Format(time.DateOnly)))
		}
	}
	if len(turned) == 0 {
		return "a belief that it rests on has turned since"
	}
	return "belief about it has turned since: " + strings.Join(turned, ", ")
}
