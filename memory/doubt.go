package memory

import (
	"math"
	"slices"
	"strings"

	"dormouse/memory/language"
)

// What weighs in a doubt, as log odds. The weights are fitted to the memories of
// sleep/testdata/beliefs that are called seen; those called unseen judge them.
const (
	doubtRelate    = .75  // of the model's own log odds that the two exclude each other
	doubtTurn      = 2.6  // the newer line has a word of change or ending
	doubtAttribute = 1.   // both speak of one attribute, such as a home or a price
	doubtNone      = -.35 // against it that the newer line ends nothing at all
)

// markedFrom is the probability from which a line is marked: a mark only tells whoever reads it.
const markedFrom = .45

// Doubter says of which lines new entries raise a doubt.
type Doubter struct {
	know *Knowledge
	said map[int]language.Statement // what the known say, as far as it was read
}

// Doubter is one over what is known, and over what is learned later.
func (k *Knowledge) Doubter() *Doubter {
	return &Doubter{know: k, said: map[int]language.Statement{}}
}

// rival is a line that an entry may have ended.
type rival struct {
	entry Entry
	odds  float64 // against that it ended none
}

// Doubts are the living lines that an entry probably ends, though nothing strikes
// them. What somebody says ends one line of many, if any: the lines of older days
// are rivals, and the more of them an entry could mean the less it says of each.
// said is what was said where the entry tells it in fewer words.
func (d *Doubter) Doubts(e Entry, said string) []Judgement {
	label, body := spoken(e.Text)
	if said != "" {
		body = said
	}
	now := language.Read(body)
	if !now.Tells() || e.longAgo() {
		return nil
	}
	list := d.rivals(e, label, now, turning(body, now.Lang))
	all := 1.0
	for _, r := range list {
		all += r.odds
	}
	var doubts []Judgement
	for _, r := range list {
		if p := r.odds / all; p >= markedFrom {
			doubts = append(doubts, Judgement{Kind: Newer, ID: r.entry.ID, Entry: r.entry, Score: p, Reason: "probably newer than " + refOf(r.entry)})
		}
	}
	return doubts
}

// rivals are the lines that an entry may have ended, with their odds.
func (d *Doubter) rivals(e Entry, label string, now language.Statement, turns bool) (list []rival) {
	k, base, stems := d.know, doubtNone, now.Shares(now)
	if turns {
		base += doubtTurn
	}
	// What shares so little that the surest model would not be believed is not read.
	least := math.Log(doubtLeast) - base - doubtAttribute - doubtRelate*logit(surest)
	for i := range k.known {
		c := &k.known[i]
		if !c.living || c.entry.ID == "" || c.entry.ID == e.ID || !later(e.Since, c.entry.Since) {
			continue
		}
		if k.meant(slices.DeleteFunc(slices.Clone(stems), func(s string) bool { return !strings.Contains(c.folded(), s) })) < least {
			continue
		}
		who, old := d.read(i)
		if who != label && who != "" && label != "" || !old.Tells() {
			continue // each speaks for themselves
		}
		z := base + k.meant(old.Shares(now)) + doubtRelate*logit(language.Relate(old, now).Ends())
		if old.SameAttribute(now) {
			z += doubtAttribute
		}
		if odds := math.Exp(z); odds >= doubtLeast {
			list = append(list, rival{*c.entry, odds})
		}
	}
	return list
}

// read is who says a line, and what.
func (d *Doubter) read(i int) (who string, said language.Statement) {
	who, body := spoken(d.know.known[i].entry.Text)
	said, ok := d.said[i]
	if !ok {
		said = language.Read(body)
		d.said[i] = said
	}
	return who, said
}

// turning reports whether a text tells that something has changed or ended.
func turning(text string, l language.Lang) bool {
	return l.Speaks(language.Change, text) || l.Speaks(language.End, text)
}

// doubtLeast are the odds of a rival that is no longer worth counting.
const doubtLeast = .05

// beginnings is how many more lines a memory is taken to have: in a young one no word
// is rare yet.
const beginnings = 20

// meant are the log odds that an entry means one line by the words that both share:
// one line of all without any, the likelier the rarer they are.
func (k *Knowledge) meant(shared []string) float64 {
	n := float64(k.alive + beginnings)
	z := -math.Log(n)
	for _, stem := range shared {
		z += rarity * math.Log(n/float64(k.with(stem)))
	}
	return min(0, z)
}

func logit(p float64) float64 {
	p = min(max(p, 1-surest), surest)
	return math.Log(p / (1 - p))
}
