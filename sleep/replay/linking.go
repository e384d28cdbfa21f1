package replay

import (
	"cmp"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
)

// likeEnough is the share of the weight of their words that two entries must have
// in common to be about the same; the share is what their association begins with.
const likeEnough = 0.25

// mostAlike is how many others an entry is linked to.
const mostAlike = 4

// link associates entries with those most alike, by the rare words they share. Dreams
// and nights only begin such associations; use strengthens them.
func (web *Web) link(r sleep.Replay, x *lexicon, ids []string, now time.Time) (formed int) {
	for _, id := range ids {
		for _, other := range x.alike(id) {
			if web.edges[[2]string{min(id, other.id), max(id, other.id)}] != nil {
				continue
			}
			_, made := web.Bind(r, id, other.id, r.AssociateFirst*other.share/likeEnough, now)
			formed += made
		}
	}
	return formed
}

// Link is the dream of that name: entries without any association, such as those
// that a person wrote, are linked as those of a night are. It tells how many.
func (s *Self) Link(entries []*document.Entry, r sleep.Replay, now time.Time) (formed int) {
	web, words := NewWeb(s.Edges), newLexicon(entries)
	alone := slices.DeleteFunc(slices.Clone(words.ids), func(id string) bool { return len(web.of[id]) > 0 })
	formed = web.link(r, words, alone, now)
	s.Edges = web.Edges()
	return formed
}

// like is an entry and how much of the weight of both is in words they share.
type like struct {
	id    string
	share float64
}

// alike are the entries that share most with id, through rare words.
func (x *lexicon) alike(id string) []like {
	var list []like
	place, lives := x.place[id]
	if !lives {
		return nil
	}
	x.common(x.words[place], rareMass, func(other int, both float64) {
		if share := 2 * both / (x.mass(place) + x.mass(other)); other != place && share >= likeEnough {
			list = append(list, like{x.ids[other], share})
		}
	})
	slices.SortFunc(list, func(a, b like) int { return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.id, b.id)) })
	return list[:min(mostAlike, len(list))]
}

// Merges are the operations that take out of MEMORY.md what another of its entries
// says with all its words and more: entities are consolidated without a line being
// rewritten. Only the program's own lines; at most maxLoss of all. They come with
// what leaves.
func Merges(snap snapshot.Snapshot, maxLoss float64) (ops []plan.Op, retired []document.Entry) {
	doc, ok := snap.Document(land.MemoryFile)
	if !ok {
		return nil, nil
	}
	all := doc.Entries(land.MemoryFile)
	left := int(maxLoss * float64(len(all)))
	gone := map[string]bool{}
	for _, e := range all {
		known, ok := snap.Entry(e.ID)
		if left == 0 || e.ID == "" || e.Struck || !ok || snap.ByHand(known) {
			continue
		}
		words := content(e.Text)
		for _, other := range all {
			if other.ID == e.ID || other.ID == "" || other.Struck || gone[other.ID] || len(words) < 3 || !covers(content(other.Text), words) {
				continue
			}
			ops = append(ops,
				plan.Op{Kind: plan.Merge, Entry: known, Target: other.ID, Path: land.MemoryFile, Reason: "said within ^" + other.ID},
				plan.Op{Kind: plan.Retire, Entry: known, Target: e.ID, Path: land.MemoryFile, Reason: "said within ^" + other.ID})
			retired = append(retired, known)
			gone[e.ID] = true
			left--
			break
		}
	}
	return ops, retired
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
