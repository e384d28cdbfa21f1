package replay

import (
	"cmp"
	"slices"
	"time"

	"dormouse/sleep"
)

// Edge is an association of two entries, A < B. It has no direction.
type Edge struct {
	A      string    `json:"a"`
	B      string    `json:"b"`
	Weight float64   `json:"weight"` // [0.1, 1]
	Last   time.Time `json:"last"`   // begun, or last used together
}

// Web is the network of associations. Its methods keep two promises: no entry
// has more than MaxEdges, and after Homeostasis no weight is below Prune. Not
// safe for concurrent use.
type Web struct {
	edges map[[2]string]*Edge
	of    map[string][]*Edge
}

// NewWeb makes a web of edges.
func NewWeb(edges []Edge) *Web {
	w := &Web{edges: map[[2]string]*Edge{}, of: map[string][]*Edge{}}
	for _, e := range edges {
		w.put(e)
	}
	return w
}

func (w *Web) put(e Edge) {
	p := &e
	w.edges[[2]string{e.A, e.B}] = p
	w.of[e.A] = append(w.of[e.A], p)
	w.of[e.B] = append(w.of[e.B], p)
}

func (w *Web) cut(e *Edge) {
	delete(w.edges, [2]string{e.A, e.B})
	for _, id := range []string{e.A, e.B} {
		w.of[id] = slices.DeleteFunc(w.of[id], func(x *Edge) bool { return x == e })
		if len(w.of[id]) == 0 {
			delete(w.of, id)
		}
	}
}

// Edges lists all associations, sorted.
func (w *Web) Edges() []Edge {
	list := make([]Edge, 0, len(w.edges))
	for _, e := range w.edges {
		list = append(list, *e)
	}
	slices.SortFunc(list, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B)) })
	return list
}

// unused tells whether an association was not used for a day. A clock that was set
// back leaves times in the future; they count as long ago.
func (e Edge) unused(now time.Time) bool {
	return e.Last.IsZero() || e.Last.After(now) || now.Sub(e.Last) > 24*time.Hour
}

// Bind joins two entries: what is there gains 0.05 (at most 1), what is not begins
// at first. Where an entry has its 20 already, a new association comes in only in
// place of a weaker one. It counts which of the two it did.
func (w *Web) Bind(r sleep.Replay, a, b string, first float64, now time.Time) (strengthened, formed int) {
	if a > b {
		a, b = b, a
	}
	if e := w.edges[[2]string{a, b}]; e != nil {
		e.Weight, e.Last = tidy(min(1, e.Weight+r.Associate)), now
		return 1, 0
	}
	if a == b || first < r.Prune || !w.room(r.MaxEdges, a, first) || !w.room(r.MaxEdges, b, first) {
		return 0, 0
	}
	w.put(Edge{a, b, tidy(min(1, first)), now})
	return 0, 1
}

// room makes sure that one more association fits id, letting the weakest go if
// it is weaker than the new one.
func (w *Web) room(most int, id string, first float64) bool {
	if len(w.of[id]) < most {
		return true
	}
	weakest := slices.MinFunc(w.of[id], func(x, y *Edge) int {
		return cmp.Or(cmp.Compare(x.Weight, y.Weight), x.Last.Compare(y.Last), cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	if weakest.Weight >= first {
		return false
	}
	w.cut(weakest)
	return true
}

// Homeostasis weakens by 0.01 what was not used together for a day, and prunes
// what is below 0.1 then.
func (w *Web) Homeostasis(r sleep.Replay, now time.Time) (decayed, pruned int) {
	for _, e := range w.edges {
		if e.unused(now) {
			e.Weight = tidy(e.Weight - r.Decay)
			decayed++
		}
		if e.Weight < r.Prune {
			w.cut(e)
			pruned++
		}
	}
	return decayed, pruned
}

// Density is the share of all possible pairs of n entries that are associated.
func (w *Web) Density(n int) float64 {
	if n < 2 {
		return 0
	}
	return float64(len(w.edges)) / (float64(n) * float64(n-1) / 2)
}

// associate connects what belongs together: tonight's entries with those that say
// the most alike, and what one turn used together; what is not used together
// weakens. Days are those of the talks: ten years that are slept over in one night
// weaken as they did.
func (t Tonight) associate(edges []Edge, x *lexicon, together [][]string, r sleep.Replay, did *Replayed) []Edge {
	web := NewWeb(edges)
	for _, ids := range together {
		for i := range ids {
			for _, other := range ids[i+1:] {
				strengthened, formed := web.Bind(r, ids[i], other, r.AssociateFirst, t.Talked)
				did.Strengthened, did.Formed = did.Strengthened+strengthened, did.Formed+formed
			}
		}
	}
	added := make([]string, len(t.Added))
	for i, e := range t.Added {
		added[i] = e.ID
	}
	did.Formed += web.link(r, x, added, t.Talked)
	did.Decayed, did.Pruned = web.Homeostasis(r, t.Talked)
	did.Density = tidy(web.Density(len(x.ids)))
	return web.Edges()
}
