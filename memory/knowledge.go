package memory

import (
	"slices"
	"strings"
	"sync"

	"dormouse/memory/document"
	"dormouse/memory/language"
)

// Knowledge is a snapshot's entries, ready to be compared with. It grows with
// Learn; it is used by one goroutine.
type Knowledge struct {
	base   *lore
	opened map[int32]*known // entries of the base that were looked at closely
	learnt []*known         // what Learn added
	taken  func(id string) bool
	more   map[string]bool // ids that Learn added
	byID   map[string]int  // of the base
	alive  int             // how many hold
	uses   map[uint32]int  // as far as somebody asked, in how many of those a word stands
	stems  map[string]int  // the same of a stem
	sums   []float64       // of entries, while they are compared; all zero between
}

// known is one entry, read for comparing.
type known struct {
	entry   *document.Entry
	print   print
	deleted bool // a person took it out, or it was forgotten
	living  bool
	low     string               // the text folded, once it is needed
	said    []language.Statement // the whole and its clauses, read when first needed
}

// Knowledge prepares the entries for judging.
func (s Snapshot) Knowledge() *Knowledge {
	k := &Knowledge{byID: s.byID, opened: map[int32]*known{}, more: map[string]bool{}, uses: map[uint32]int{}, stems: map[string]int{}}
	k.taken = func(id string) bool {
		_, recorded := s.records.get(id)
		_, there := s.byID[id]
		return recorded || there || s.ids[id]
	}
	if s.lore != nil {
		k.base = s.lore()
	} else {
		k.base = s.gather()
	}
	k.alive = k.base.alive
	return k
}

// gather prepares the entries once, for all that compare with them.
func (s Snapshot) gather() *lore {
	l := &lore{known: make([]known, 0, len(s.entries))}
	for _, e := range s.entries {
		gone := e.ID != "" && s.gone[e.ID]
		l.known = append(l.known, known{entry: e, print: s.printOf(e), deleted: gone, living: !gone && !e.Struck})
	}
	var out []string
	for id, r := range s.records.all() {
		if _, there := s.byID[id]; !there && len(r.Lines) > 0 && s.tookOut(r) {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	for _, id := range out {
		r, _ := s.records.get(id)
		l.known = append(l.known, known{entry: &document.Entry{ID: id, Type: r.Type, Since: document.ParseDay(r.Since)}, print: parsePrint(r.Words), deleted: true})
	}
	for i, c := range l.known {
		if c.living {
			l.alive++
		}
		if c.deleted {
			l.deleted = append(l.deleted, int32(i))
		}
	}
	l.words = invert(l.known)
	l.step = max(1, len(l.known)/sampled)
	l.folded = sync.OnceValue(func() []string {
		var list []string
		for i := 0; i < len(l.known); i += l.step {
			list = append(list, language.Fold(l.known[i].entry.Text))
		}
		return list
	})
	return l
}

// printOf is the print of an entry's text, made once for each reading of its file.
func (s Snapshot) printOf(e *document.Entry) print {
	if f, ok := s.files[e.Path]; ok && e.Nth > 0 {
		return f.prints()[e.Nth-1]
	}
	return printOf(e.Text)
}

// tookOut reports whether a person took the entry out of a file that was read.
func (s Snapshot) tookOut(r Record) bool {
	for path := range r.Lines {
		if s.deletedFrom(r, path) {
			return true
		}
	}
	return false
}

// Learn adds an entry, so that the next candidates are judged against it too.
// What it supersedes is no longer living.
func (k *Knowledge) Learn(e document.Entry, superseded ...string) {
	for _, i := range k.named(superseded) {
		c := k.at(i)
		old := *c.entry
		old.Struck, old.Until, old.SupersededBy = true, e.Since, e.ID
		if c.living {
			k.counts(c, -1)
		}
		c.living, c.entry = false, &old
	}
	k.more[e.ID] = true
	c := &known{entry: &e, print: printOf(e.Text), living: true}
	k.learnt = append(k.learnt, c)
	k.counts(c, 1)
}

// counts counts the words of an entry that holds from now on, or no more, as far as
// somebody asked for them.
func (k *Knowledge) counts(c *known, by int) {
	k.alive += by
	for i, w := range c.print.words {
		if n, asked := k.uses[w]; asked && !slices.Contains(c.print.words[:i], w) {
			k.uses[w] = n + by
		}
	}
	for stem, n := range k.stems {
		if strings.Contains(c.folded(), stem) {
			k.stems[stem] = max(1, n+by)
		}
	}
}

// named are the entries with one of these ids.
func (k *Knowledge) named(ids []string) []int32 {
	var list []int32
	for _, id := range ids {
		if i, ok := k.byID[id]; ok && id != "" {
			list = append(list, int32(i))
		}
		for n, c := range k.learnt {
			if c.entry.ID == id && id != "" {
				list = append(list, int32(len(k.base.known)+n))
			}
		}
	}
	return list
}

// Taken reports whether an id is in use, also by an entry that is gone.
func (k *Knowledge) Taken(id string) bool { return k.more[id] || k.taken(id) }

// Take notes that an id is in use.
func (k *Knowledge) Take(id string) { k.more[id] = true }

// NewID gives an entry its id.
func (k *Knowledge) NewID(e document.Entry) string { return document.NewID(entrySeed(e), k.Taken) }

// entrySeed is what an entry's id is drawn from: its day and what it says, so
// that the same thing remembered again gets the same id.
func entrySeed(e document.Entry) string {
	return document.DayName(e.Since) + "\x00" + string(e.Type) + "\x00" + printOf(e.Text).String()
}
