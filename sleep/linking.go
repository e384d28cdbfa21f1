package sleep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dormouse/land"
	"dormouse/memory"
)

// mostLinks bounds what one night's linking looks at: the newest entries and
// those replayed last.
const mostLinks = 200

// likeEnough is the share of rare words from which two entries are about the
// same.
const likeEnough = 0.3

// link associates entries that are about the same without having been replayed
// together: each of the entries of this night with the most similar others, by
// the rare words they share (003 §2, A-MEM).
func (x *dream) link(context.Context) error {
	words, rarity := map[string][]string{}, map[string]int{}
	traced := map[string]bool{}
	for _, t := range x.self.Traces {
		traced[t.ID] = true
	}
	var ids []string
	for _, e := range x.snap.Entries() {
		if e.ID == "" || e.Struck {
			continue
		}
		if !traced[e.ID] {
			continue
		}
		ids = append(ids, e.ID)
		words[e.ID] = content(e.Text)
		for _, w := range words[e.ID] {
			rarity[w]++
		}
	}
	index := map[string][]string{}
	for _, id := range ids {
		for _, w := range words[id] {
			if rarity[w] > 1 && rarity[w] <= max(5, len(ids)/20) {
				index[w] = append(index[w], id)
			}
		}
	}
	web, r := NewWeb(x.self.Edges), x.Settings.Replay
	for _, id := range x.recent(mostLinks) {
		for _, other := range alike(id, words, index) {
			if r.joined(web, id, other) {
				continue
			}
			if _, formed := r.Bind(web, []string{id, other}, x.n.Now.Round(0)); formed > 0 {
				x.done.Count++
			}
		}
	}
	x.self.Edges, x.dirt = web.Edges(), x.done.Count > 0
	return nil
}

// joined tells whether two entries are associated already: dreams only begin
// associations, replay strengthens them.
func (r Replay) joined(w *Web, a, b string) bool {
	if a > b {
		a, b = b, a
	}
	return w.edges[[2]string{a, b}] != nil
}

// recent are the ids of the entries that were encoded or replayed last.
func (x *dream) recent(most int) []string {
	list := slices.Clone(x.self.Traces)
	slices.SortStableFunc(list, func(a, b Trace) int {
		return cmp.Or(b.Last.Compare(a.Last), b.Encoded.Compare(a.Encoded), cmp.Compare(a.ID, b.ID))
	})
	var ids []string
	for _, t := range list[:min(most, len(list))] {
		ids = append(ids, t.ID)
	}
	return ids
}

// alike are the three entries that share most of their rare words with id.
func alike(id string, words map[string][]string, index map[string][]string) []string {
	shared := map[string]int{}
	for _, w := range words[id] {
		for _, other := range index[w] {
			if other != id {
				shared[other]++
			}
		}
	}
	var list []string
	score := func(o string) float64 {
		return float64(shared[o]) / float64(max(1, min(len(words[id]), len(words[o]))))
	}
	for o, n := range shared {
		if n >= 2 && score(o) >= likeEnough {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(score(b), score(a)), cmp.Compare(a, b)) })
	return list[:min(3, len(list))]
}

// content are the different longer words of a text, folded; names and numbers
// among them.
func content(text string) []string {
	words := fold(text)
	words = slices.DeleteFunc(words, func(w string) bool {
		return len(w) < 4 && !strings.ContainsFunc(w, unicode.IsDigit)
	})
	slices.Sort(words)
	return slices.Compact(words)
}

// merge retires from MEMORY.md what another of its entries says with all its
// words and more (O-Mem's consolidation of one entity, without rewriting a
// line). Only the program's own lines; at most MaxLoss of all.
func (x *dream) merge(context.Context) error {
	doc, ok := x.snap.Document(land.MemoryFile)
	if !ok {
		return nil
	}
	all := doc.Entries(land.MemoryFile)
	left := int(x.Settings.MaxLoss * float64(len(all)))
	gone := map[string]bool{}
	for _, e := range all {
		known, ok := x.snap.Entry(e.ID)
		if left == 0 || e.ID == "" || e.Struck || !ok || x.snap.Hand(known) {
			continue
		}
		words := content(e.Text)
		for _, other := range all {
			if other.ID == e.ID || other.ID == "" || other.Struck || gone[other.ID] || len(words) < 3 || !covers(content(other.Text), words) {
				continue
			}
			x.plan.Ops = append(x.plan.Ops,
				memory.Op{Kind: memory.Merge, Entry: known, Target: other.ID, Path: land.MemoryFile, Reason: "said within ^" + other.ID},
				memory.Op{Kind: memory.Retire, Entry: known, Target: e.ID, Path: land.MemoryFile, Reason: "said within ^" + other.ID})
			x.retired = append(x.retired, known)
			gone[e.ID] = true
			left--
			x.done.Count++
			break
		}
	}
	return nil
}

// tonight is the dream's block in the log of the night's day.
func (x *dream) tonight() *memory.DayBlock {
	if len(x.plan.Blocks) == 0 {
		x.plan.Blocks = append(x.plan.Blocks, memory.DayBlock{
			Day:     localDay(x.n.Now, x.n.Now.Location()),
			Heading: fmt.Sprintf("%s · night %d · dreaming", x.n.Now.Format("15:04"), x.n.Report.Number),
		})
	}
	return &x.plan.Blocks[0]
}

// covers tells whether all of part occur in whole; both sorted.
func covers(whole, part []string) bool {
	for _, w := range part {
		if _, ok := slices.BinarySearch(whole, w); !ok {
			return false
		}
	}
	return len(whole) > len(part)
}
