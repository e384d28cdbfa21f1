package memory

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Knowledge is a snapshot's entries, ready to be compared with. It grows with
// Learn; it is used by one goroutine.
type Knowledge struct {
	known []known
	words map[uint32][]int // content words → indexes in known
	keys  map[string][]int // subject and attribute → indexes
	ended []int            // those that can supersede or be superseded by words
	taken map[string]bool
}

// known is one entry, read for comparing.
type known struct {
	entry   Entry
	print   print
	fact    fact
	deleted bool // a person took it out, or it was forgotten
	living  bool
}

// Knowledge prepares the entries for judging.
func (s Snapshot) Knowledge() *Knowledge {
	k := &Knowledge{words: map[uint32][]int{}, keys: map[string][]int{}, taken: map[string]bool{}}
	for _, e := range s.entries {
		gone := s.gone[e.ID] && e.ID != ""
		k.add(known{entry: e, print: printOf(e.Text), deleted: gone, living: !gone && !e.Struck})
	}
	for id := range s.ids {
		k.taken[id] = true
	}
	for _, id := range slices.Sorted(maps.Keys(s.records)) {
		r := s.records[id]
		k.taken[id] = true
		if _, there := s.byID[id]; !there && len(r.Lines) > 0 {
			k.add(known{entry: Entry{ID: id, Type: r.Type, Since: parseDay(r.Since)}, print: parsePrint(r.Words), deleted: true})
		}
	}
	return k
}

func (k *Knowledge) add(e known) {
	i := len(k.known)
	if e.living && e.entry.Type != Happening {
		e.fact = readFact(e.entry.Text)
		for _, c := range e.fact.claims {
			k.keys[c.key] = append(k.keys[c.key], i)
		}
	}
	k.known = append(k.known, e)
	k.taken[e.entry.ID] = true
	for _, w := range compact(e.print.words) {
		k.words[w] = append(k.words[w], i)
	}
}

func compact(words []uint32) []uint32 {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}

// Learn adds an entry, so that the next candidates are judged against it too.
// What it supersedes is no longer living.
func (k *Knowledge) Learn(e Entry, superseded string) {
	for i := range k.known {
		if superseded != "" && k.known[i].entry.ID == superseded {
			k.known[i].living = false
			k.known[i].entry.Struck, k.known[i].entry.Until, k.known[i].entry.SupersededBy = true, e.Since, e.ID
		}
	}
	k.add(known{entry: e, print: printOf(e.Text), living: true})
}

// Taken reports whether an id is in use, also by an entry that is gone.
func (k *Knowledge) Taken(id string) bool { return k.taken[id] }

// NewID gives an entry its id.
func (k *Knowledge) NewID(e Entry) string { return NewID(entrySeed(e), k.Taken) }

// deletedAt is the overlap from which a candidate is taken for what a person
// deleted. It is lower than what merges: nobody wants it back in other words.
const deletedAt = 0.75

// Judge says what memory holds against, or for, a candidate. Since is the day it
// was said on. What is older than what memory has, or what a person deleted, is
// not to be added; see JudgementKind.
func (k *Knowledge) Judge(e Entry) Judgement {
	p := printOf(e.Text)
	var best Judgement
	for _, i := range k.near(p) {
		c := &k.known[i]
		if j := c.judge(e, p); j.Kind != "" && (rank(j) > rank(best) || rank(j) == rank(best) && j.Score > best.Score) {
			best = j
		}
	}
	if best.Kind != "" && best.Kind != New {
		return best
	}
	if j, ok := k.clash(e); ok {
		return j
	}
	return Judgement{Kind: New}
}

// Judge is Knowledge().Judge(e).
func (s Snapshot) Judge(e Entry) Judgement { return s.know().Judge(e) }

// rank orders judgements: what forbids most counts.
func rank(j Judgement) int {
	return slices.Index([]JudgementKind{"", New, Same, Older, Deleted}, j.Kind)
}

// near returns the entries that share at least half of the candidate's words.
func (k *Knowledge) near(p print) []int {
	counts := map[int]int{}
	words := compact(p.words)
	for _, w := range words {
		for _, i := range k.words[w] {
			counts[i]++
		}
	}
	var out []int
	for i, n := range counts {
		if 2*n >= len(words) {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

// judge compares a candidate with one entry by what they say.
func (c *known) judge(e Entry, p print) Judgement {
	score := p.likeness(c.print)
	j := Judgement{ID: c.entry.ID, Entry: c.entry, Score: score}
	switch {
	case c.deleted && (score > 0 || p.nots == c.print.nots && p.overlap(c.print) >= deletedAt):
		j.Kind, j.Reason = Deleted, "deleted by hand or forgotten: ^"+c.entry.ID
	case score == 0 || c.deleted:
		return Judgement{}
	case c.living:
		j.Kind, j.Reason = Same, fmt.Sprintf("same as %s (%.2f)", refOf(c.entry), score)
	case !later(e.Since, c.entry.Until):
		j.Kind, j.Reason = Older, fmt.Sprintf("%s was superseded", refOf(c.entry))
	default: // it is said again after its end: true once more
		j.Kind = New
	}
	return j
}

// later reports whether a day lies after another; an unknown one does not.
func later(a, b time.Time) bool { return dayName(a) > dayName(b) && !a.IsZero() }

func refOf(e Entry) string {
	if e.ID != "" {
		return "^" + e.ID
	}
	return fmt.Sprintf("%s:%d", e.Path, e.Line)
}

// clash looks for a living entry of the same subject that says otherwise.
func (k *Knowledge) clash(e Entry) (Judgement, bool) {
	if e.Type == Happening {
		return Judgement{}, false
	}
	f := readFact(e.Text)
	seen := map[int]bool{}
	var found []Judgement
	try := func(i int) {
		c := &k.known[i]
		if seen[i] || !c.living || c.entry.Type == Happening {
			return
		}
		seen[i] = true
		newer, older := supersedes(f, c.fact), supersedes(c.fact, f)
		switch {
		case newer && (c.entry.Since.IsZero() || !later(c.entry.Since, e.Since)):
			found = append(found, Judgement{Kind: Newer, ID: c.entry.ID, Entry: c.entry, Score: 1, Reason: "newer than " + refOf(c.entry)})
		case older && later(c.entry.Since, e.Since):
			found = append(found, Judgement{Kind: Older, ID: c.entry.ID, Entry: c.entry, Score: 1, Reason: refOf(c.entry) + " is newer"})
		}
	}
	for _, c := range f.claims {
		for _, i := range k.keys[c.key] {
			try(i)
		}
	}
	for _, i := range k.sharing(f, printOf(e.Text)) {
		try(i)
	}
	if len(found) == 0 {
		return Judgement{}, false
	}
	// One that is newer forbids; of several older ones the newest is replaced.
	slices.SortStableFunc(found, func(a, b Judgement) int {
		if a.Kind != b.Kind {
			return cmp.Compare(b.Kind, a.Kind) // "older" before "newer"
		}
		return b.Entry.Since.Compare(a.Entry.Since)
	})
	j := found[0]
	for _, more := range found[1:] {
		if j.Kind == Newer && more.ID != "" {
			j.Also = append(j.Also, more.ID)
		}
	}
	return j, true
}

// sharing returns the living entries that share a rare word with the fact: only
// those can it end, or repeat with another number.
func (k *Knowledge) sharing(f fact, p print) []int {
	if len(f.nums) == 0 && len(f.ends) == 0 && len(f.from) == 0 {
		return nil
	}
	var out []int
	for _, w := range compact(p.words) {
		if in := k.words[w]; len(in) <= 64 {
			out = append(out, in...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
