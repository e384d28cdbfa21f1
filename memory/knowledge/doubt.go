package knowledge

import (
	"cmp"
	"math"
	"slices"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// What weighs in a doubt, as log odds. The weights are fitted to the memories of
// sleep/night/testdata/beliefs that are called seen; those called unseen judge them.
const (
	doubtNone      = -1. // for that the newer line ends nothing at all
	doubtRelate    = .75 // of the model's own log odds that the two exclude each other
	doubtTurn      = 2.6 // the newer line has a word of change or ending
	doubtAttribute = 1.  // both speak of one attribute, such as a home or a price
	doubtCommon    = 2.  // times the share of their words that both have
	fewPairs       = 7.4 // pairs of words, of more of which one is shared by chance
)

// markedFrom is the probability from which a line is marked: a mark only tells whoever reads it.
const markedFrom = .45

// overFrom is the probability from which a doubt strikes its line. What the person told
// of themselves is at stake then, so it is sure, and it is not for what others say of
// others, who tell one story after the other.
const overFrom = .85

// Doubter says of which lines new entries raise a doubt.
type Doubter struct {
	know *Knowledge
}

// Doubter is one over what is known, and over what is learned later.
func (k *Knowledge) Doubter() *Doubter {
	return &Doubter{know: k}
}

// rival is a line that an entry may have ended.
type rival struct {
	entry document.Entry
	odds  float64 // against that it ended none
}

// Doubts are the living lines that an entry probably ends, though nothing strikes
// them. What somebody says ends one line of many, if any: the lines of older days
// are rivals, and the more of them an entry could mean the less it says of each.
// said is what was said where the entry tells it in fewer words.
func (d *Doubter) Doubts(e document.Entry, said string) []Judgement {
	n := news{entry: e}
	var body string
	if n.label, body = spoken(e.Text); said != "" {
		body = said
	}
	n.said = statement.Read(body)
	if e.Origin.Foreign() || !n.said.Tells() || longAgo(e) {
		return nil
	}
	n.act = language.Judge(body, n.said.Lang, language.Person).Act
	if n.base = doubtNone; turning(n.said) {
		n.base += doubtTurn
	}
	list, all := d.rivals(n), 1.0
	for _, r := range list {
		all += r.odds
	}
	var doubts []Judgement
	for _, r := range list {
		if p := r.odds / all; p >= markedFrom {
			doubts = append(doubts, Judgement{Kind: Newer, ID: r.entry.ID, Entry: r.entry, Score: p, Reason: "probably newer than " + r.entry.Ref()})
		}
	}
	return doubts
}

// Over is the doubt that is sure enough for an entry to take the place of the line that
// it doubts, if one is.
func Over(e document.Entry, doubts []Judgement) (Judgement, bool) {
	if label, _ := spoken(e.Text); label != "" {
		return Judgement{}, false
	}
	for _, j := range doubts {
		label, _ := spoken(j.Entry.Text)
		if j.Score >= overFrom && label == "" {
			j.Reason = "newer than " + j.Entry.Ref()
			return j, true
		}
	}
	return Judgement{}, false
}

// news is an entry that may have ended a line.
type news struct {
	entry document.Entry
	label string
	said  statement.Statement
	act   language.Act
	base  float64 // log odds that it ends any one line
}

// rivals are the lines that an entry may have ended, with their odds.
func (d *Doubter) rivals(n news) (list []rival) {
	words := len(n.said.Shares(n.said))
	for _, i := range d.within(n) {
		c := d.know.at(i)
		if c.entry.Origin.Foreign() || c.entry.ID == "" || c.entry.ID == n.entry.ID || !later(n.entry.Since, c.entry.Since) {
			continue
		}
		who, old := d.read(i)
		if who != n.label && who != "" && n.label != "" || !old.Tells() {
			continue // each speaks for themselves
		}
		odds := math.Exp(d.weigh(n, *c.entry, old, words))
		if odds >= doubtLeast && language.Judge(old.Text, old.Lang, language.Person).Act == n.act {
			list = append(list, rival{*c.entry, odds})
		}
	}
	return list
}

// within are the living lines that share enough words with an entry for the surest
// model to be believed; in a memory of few lines all of them do.
func (d *Doubter) within(n news) (list []int32) {
	k := d.know
	least := math.Log(doubtLeast*float64(k.alive+beginnings)) - n.base - doubtAttribute - doubtRelate*logit(surest)
	if least <= 0 {
		for i := range int32(k.size()) {
			if k.living(i) {
				list = append(list, i)
			}
		}
		return list
	}
	found := k.sharing(PrintOf(n.said.Text), least)
	slices.SortStableFunc(found, func(a, b close) int { return cmp.Compare(b.weight, a.weight) })
	for _, c := range found[:min(most, len(found))] {
		if k.living(c.entry) {
			list = append(list, c.entry)
		}
	}
	return list
}

// weigh gives the log odds that news of so many words ended a line, against that they
// ended none. In long lines a word is shared by chance.
func (d *Doubter) weigh(n news, line document.Entry, old statement.Statement, words int) float64 {
	shared, own := old.Shares(n.said), len(old.Shares(old))
	z := n.base + d.know.meant(shared) + doubtRelate*logit(statement.Relate(old, n.said).Ends())
	if old.SameAttribute(n.said) {
		z += doubtAttribute
	}
	z += doubtCommon * 2 * float64(len(shared)) / float64(max(1, own+words))
	return z - math.Log(max(1, float64(own*words)/fewPairs)) + math.Log(unlike(n.entry, line))
}

// read is who says a line, and what.
func (d *Doubter) read(i int32) (who string, said statement.Statement) {
	who, body := spoken(d.know.at(i).entry.Text)
	return who, readLine(body).whole
}

// turning reports whether a statement tells that something has changed or ended.
func turning(s statement.Statement) bool {
	return s.Lang.Speaks(language.Change, s.Text) || s.Lang.Speaks(language.End, s.Text)
}

// doubtLeast are the odds of a rival that is no longer worth counting.
const doubtLeast = .25

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
