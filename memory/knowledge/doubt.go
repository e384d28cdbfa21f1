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
	doubtNone      = 1.34 // against that the newer line ends nothing at all
	doubtRelate    = .91  // of the model's own log odds that the two exclude each other
	doubtTurn      = 1.65 // the newer line has a word of change or ending
	doubtAttribute = .44  // both speak of one attribute, such as a home or a price
	doubtNumber    = .52  // both give a number, and not the same
	doubtDay       = .84  // both give a day, and not the same
	doubtCommon    = 1.55 // times the share of their words that both have
	doubtMeant     = .9   // of what the shared words tell of which line is meant
	doubtPairs     = -.84 // times the logarithm of pairs of words: one is shared by chance
	doubtSameDay   = -.41 // both were said on one day
	doubtUnlike    = -2.  // one is a wish or a lesson and the other is neither
	doubtBelieved  = 2.6  // what all that is not looked up in a great memory brings at most
)

// markedFrom is the probability from which a line is marked: a mark only tells whoever reads it.
const markedFrom = .5

// overFrom is the probability from which a doubt strikes its line. What the person told
// of themselves is at stake then, so it is sure, and it is not for what others say of
// others, who tell one story after the other.
const overFrom = .9

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
// them. What somebody says ends one line of many, if any: the lines that were said
// before are rivals, and the more of them an entry could mean the less it says of each.
// Of one day those count that are known already; what one message says goes together.
// said is what was said where the entry tells it in fewer words.
func (d *Doubter) Doubts(e document.Entry, said string) []Judgement {
	n := news{entry: e}
	var body string
	n.label, body = asSaid(e.Text, said)
	n.said = readLine(body).whole
	if e.Origin.Foreign() || !n.said.Tells() || longAgo(e) {
		return nil
	}
	n.act = language.Judge(body, n.said.Lang, language.Person).Act
	n.clauses = readLine(body).parts
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
	// clauses are the whole of it and its clauses
	clauses func() []statement.Statement
}

// rivals are the lines that an entry may have ended, with their odds.
func (d *Doubter) rivals(n news) (list []rival) {
	for _, i := range d.within(n) {
		c := d.know.at(i)
		if c.entry.Origin.Foreign() || c.entry.ID == "" || c.entry.ID == n.entry.ID || !before(*c.entry, n.entry) {
			continue
		}
		who, body := spoken(c.entry.Text)
		read := readLine(body)
		old := read.whole
		if who != n.label && who != "" && n.label != "" || !old.Tells() {
			continue // each speaks for themselves
		}
		odds := math.Exp(d.weigh(n, *c.entry, read))
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
	least := math.Log(doubtLeast*float64(k.alive+beginnings)) + doubtNone - n.base - doubtBelieved
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

// weigh gives the log odds that news ended a line, against that they ended none: those
// of the clauses that speak most for it, for of several things that are said in one
// breath one is over.
func (d *Doubter) weigh(n news, line document.Entry, read *lineRead) float64 {
	z := n.base
	if sameDay(n.entry, line) {
		z += doubtSameDay
	}
	if unlike(n.entry, line) != 1 {
		z += doubtUnlike
	}
	shared := named(read.whole, n.said)
	most := d.clause(read.whole, n.said, shared)
	if len(shared) == 0 && !read.whole.SameAttribute(n.said) {
		return z + most
	}
	for i, old := range read.parts() {
		for k, o := range n.clauses() {
			if shared := named(old, o); i+k > 0 && (len(shared) > 0 || old.SameAttribute(o)) {
				most = max(most, d.clause(old, o, shared))
			}
		}
	}
	return z + most
}

// named are the words that two statements share, without those that only count: two
// prices in euros are not about euros.
func named(old, news statement.Statement) []string {
	return slices.DeleteFunc(old.Shares(news), func(stem string) bool { return old.Counts(stem) && news.Counts(stem) })
}

// clause is what speaks for the end of one statement by another one with which it
// shares some words. In long ones a word is shared by chance.
func (d *Doubter) clause(old, news statement.Statement, shared []string) float64 {
	own, words := len(old.Shares(old)), len(news.Shares(news))
	z := doubtMeant*d.know.meant(shared) + doubtRelate*logit(statement.Relate(old, news).Ends())
	if old.SameAttribute(news) {
		z += doubtAttribute
	}
	if old.Differs(news, language.Number) {
		z += doubtNumber
	}
	if old.Differs(news, language.Day) {
		z += doubtDay
	}
	z += doubtCommon * 2 * float64(len(shared)) / float64(max(1, own+words))
	return z + doubtPairs*math.Log(float64(max(1, own*words)))
}

// before reports whether an entry that is known was said before another one, in another
// message.
func before(known, e document.Entry) bool {
	if later(e.Since, known.Since) {
		return true
	}
	return sameDay(e, known) && !slices.ContainsFunc(e.Sources, func(id string) bool { return slices.Contains(known.Sources, id) })
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
