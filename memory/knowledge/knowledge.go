// Package knowledge says what memory already holds for or against a line: lines in,
// judgements out.
//
// Gather prepares lines once; a Knowledge over them judges candidates one after
// another and learns what is added meanwhile. Judge tells what says the same, what
// the candidate ends or makes doubtful and what a person took out; Rest what a line
// still says of which one statement has ended. A Print is
// what a text says, as hashes of its content words; a Telling knows it again in other
// words.
//
// What two sentences have to do with each other, and which line of a memory news ends, is
// learned, in package language; here is seen what it is learned from, and each use has a
// threshold of its own. A false end destroys a line, a false "both hold" only repeats.
//
// The package opens no file, asks no model and reads no clock.
package knowledge

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
	by     Judges
	base   *Lore
	opened []*known // of the base, what was looked at closely; nil before
	learnt []*known // what Learn added
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
	print   Print
	deleted bool // a person took it out, or it was forgotten
	living  bool
	low     string // the text folded, once it is needed
}

// Line is an entry as knowledge takes it.
type Line struct {
	Entry *document.Entry // not to be changed
	Print Print           // of its text
	Gone  bool            // a person took it out, or it was forgotten
}

// Gather prepares lines once, for all that compare with them; taken are those that a
// person took out, whose text is gone.
func Gather(lines, taken []Line) *Lore {
	l := &Lore{lines: slices.Concat(lines, taken)}
	l.living = make([]bool, len(l.lines))
	for i, c := range l.lines {
		if l.living[i] = !c.Gone && !c.Entry.Struck; l.living[i] {
			l.alive++
		}
		if c.Gone {
			l.deleted = append(l.deleted, int32(i))
		}
	}
	l.words = invert(l.lines)
	l.step = max(1, (len(l.lines)+sampled-1)/sampled)
	l.folded = sync.OnceValue(func() []string {
		var list []string
		for i := 0; i < len(l.lines); i += l.step {
			list = append(list, language.Fold(l.lines[i].Entry.Text))
		}
		return list
	})
	return l
}

// Knowledge is one over these lines. byID is where those with an id stand among them,
// taken tells what ids are in use elsewhere.
func (l *Lore) Knowledge(byID map[string]int, taken func(id string) bool) *Knowledge {
	return &Knowledge{base: l, by: Own, alive: l.alive, byID: byID, taken: taken, more: map[string]bool{}, uses: map[uint32]int{}, stems: map[string]int{}}
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
	c := &known{entry: &e, print: PrintOf(e.Text), living: true}
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
				list = append(list, int32(len(k.base.lines)+n))
			}
		}
	}
	return list
}

// Taken reports whether an id is in use, also by an entry that is gone.
func (k *Knowledge) Taken(id string) bool { return k.more[id] || k.taken(id) }

// Take notes that an id is in use.
func (k *Knowledge) Take(id string) { k.more[id] = true }

// NewID gives an entry its id: none that is taken, nor one of those.
func (k *Knowledge) NewID(e document.Entry, not ...string) string {
	return document.NewID(entrySeed(e), func(id string) bool { return k.Taken(id) || slices.Contains(not, id) })
}

// entrySeed is what an entry's id is drawn from: its day and what it says, so
// that the same thing remembered again gets the same id.
func entrySeed(e document.Entry) string {
	return document.DayName(e.Since) + "\x00" + string(e.Type) + "\x00" + PrintOf(e.Text).String()
}
