package knowledge

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// What weighs in a doubt, as log odds. The weights are fitted to the memories of
// sleep/night/testdata/beliefs that are called seen; those called unseen judge them.
const (
	doubtNone     = 1.72 // that the newer line ends a line at all, before any other sign
	doubtTurn     = 1.53 // it has a word of change or ending
	doubtBelieved = 2.6  // what all that is not looked up in a great memory brings at most
)

var doubtWeights = [signs]float64{
	sameDaySign: -1.43, unlikeSign: -.87, relateSign: .92, meantSign: 1.11, pairsSign: -.64,
	nameSign: .65, daySign: 1.16, dateSign: .69, dateLikeSign: .46, hourLikeSign: 1.18,
	amountSign: -.68, nearBesideSign: 1.97, closeSign: 1.93, besideSign: .38, fromSign: 1.14,
	pastSign: -2.52, bothPastSign: -2.56, anotherSign: -1.14,
}

// markedFrom is the probability from which a line is marked: a mark only tells whoever reads it.
const markedFrom = .5

// overFrom is the probability from which a doubt strikes its line. What the person told
// of themselves is at stake then, so it is sure, and it is not for what others say of
// others, who tell one story after the other.
const overFrom = .8

// overFew is that probability among few lines: two things of one kind may be all there
// is, and what begins with one is not about the other.
const overFew = .84

// agreedFrom is the probability from which another judgement may strike a line.
const agreedFrom = .4

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

// Doubts are the living lines that an entry probably ends, the likeliest first, though
// nothing strikes them. What somebody says ends one line of many, if any: the lines that
// were said before are rivals, and the more of them an entry could mean the less it says
// of each. Of one day those count that are known already; what one message says goes
// together. said is what was said where the entry tells it in fewer words.
func (d *Doubter) Doubts(e document.Entry, said string) []Judgement {
	var doubts []Judgement
	for _, j := range d.weighed(e, said) {
		if j.Score >= markedFrom {
			doubts = append(doubts, j)
		}
	}
	return doubts
}

// Judge is what memory says about an entry that tells what was said: what Judge of the
// Knowledge says where the Doubter agrees, else the doubt that is sure enough to end a
// line. Where the entry is new, doubts are the lines that it makes doubtful. What no
// person typed takes nobody's place.
func (d *Doubter) Judge(e document.Entry, said string) (j Judgement, doubts []Judgement) {
	j = d.know.JudgeSaid(e, said)
	if j.Kind == Newer && (e.Origin.Foreign() || !d.Agrees(e, said, j)) {
		j = Judgement{Kind: New}
	}
	if j.Kind == New && !e.Origin.Foreign() {
		doubts = d.Doubts(e, said)
		if over, sure := d.Over(e, doubts); sure {
			j, doubts = over, nil
		}
	}
	if j.Kind == Newer && len(j.Also) == 0 {
		j.Text = amended(j.Entry.Text, e, said)
	}
	return j, doubts
}

// amended is what a line that tells more says with the value that an entry gives instead;
// "" where the entry tells something else, or which value it means is not clear.
func amended(line string, e document.Entry, said string) string {
	_, news := asSaid(e.Text, said)
	text := document.Unsaid(line)
	_, body := labelled(text)
	old, now := readLine(body).whole, statement.Read(news)
	is, whole := statement.Amended(old, now)
	if !whole || statement.Besides(old, now) == 0 {
		return ""
	}
	return strings.TrimSuffix(text, body) + is + strings.TrimPrefix(line, text)
}

// Agrees reports whether an entry may well end the line that another judgement says it
// ends: that one has looked at two lines, this one at all that could be meant. Where
// the two do one thing each, a wish and a fact, there is nothing to say against it.
func (d *Doubter) Agrees(e document.Entry, said string, j Judgement) bool {
	if j.Score == 1 || len(j.Also) > 0 || d.know.alive <= some {
		return true // it was read, or it is of everything alike, or there is little else to mean
	}
	for _, w := range d.weighed(e, said) {
		if w.ID == j.ID {
			return w.Score >= agreedFrom
		}
	}
	return !d.comparable(e, said, j.Entry)
}

// weighed are the lines that an entry may have ended, with their probabilities.
func (d *Doubter) weighed(e document.Entry, said string) (list []Judgement) {
	n, ok := d.news(e, said)
	if !ok {
		return nil
	}
	rivals, all := d.rivals(n), 1.0
	for _, r := range rivals {
		all += r.odds
	}
	for _, r := range rivals {
		list = append(list, Judgement{Kind: Newer, ID: r.entry.ID, Entry: r.entry, Score: r.odds / all, Reason: "probably newer than " + r.entry.Ref()})
	}
	slices.SortStableFunc(list, func(a, b Judgement) int { return cmp.Compare(b.Score, a.Score) })
	return list
}

// news reads an entry for comparing; not ok where it ends nothing.
func (d *Doubter) news(e document.Entry, said string) (n news, ok bool) {
	n.entry = e
	var body string
	n.label, body = asSaid(e.Text, said)
	n.said = readLine(body).whole
	if e.Origin.Foreign() || !n.said.Tells() || longAgo(e) {
		return n, false
	}
	n.act = language.Judge(body, n.said.Lang, language.Person).Act
	n.pieces = piecesOf(n.said, e.Since)
	if n.base = doubtNone; turning(n.said) {
		n.base += doubtTurn
	}
	return n, true
}

// comparable reports whether an entry and a line do the same: both tell something, or
// both ask for something.
func (d *Doubter) comparable(e document.Entry, said string, line document.Entry) bool {
	n, ok := d.news(e, said)
	_, body := spoken(line.Text)
	old := readLine(body).whole
	return ok && language.Judge(old.Text, old.Lang, language.Person).Act == n.act
}

// Over is the doubt that is sure enough for an entry to take the place of the line that
// it doubts, if one is.
func (d *Doubter) Over(e document.Entry, doubts []Judgement) (Judgement, bool) {
	if label, _ := spoken(e.Text); label != "" {
		return Judgement{}, false
	}
	from, few := overFrom, d.know.alive <= some
	if few {
		from = overFew
	}
	for _, j := range doubts {
		label, body := spoken(j.Entry.Text)
		if j.Score >= from && label == "" && !(few && apart(e.Text, body)) {
			j.Reason = "newer than " + j.Entry.Ref()
			return j, true
		}
	}
	return Judgement{}, false
}

// apart reports whether an entry begins with one thing and a line with another, neither
// mentions the other's, and no word says that something has changed.
func apart(entry, line string) bool {
	_, body := spoken(entry)
	news := readLine(body).whole
	return !turning(news) && news.Parallel(readLine(line).whole)
}

// news is an entry that may have ended a line.
type news struct {
	entry  document.Entry
	label  string
	said   statement.Statement
	act    language.Act
	base   float64 // log odds that it ends any one line
	pieces []piece // the whole of it, and what it is made of
}

// rivals are the lines that an entry may have ended, with their odds.
func (d *Doubter) rivals(n news) (list []rival) {
	for _, i := range d.within(n) {
		c := d.know.at(i)
		if c.entry.Origin.Foreign() || c.entry.ID == "" || c.entry.ID == n.entry.ID || !before(*c.entry, n.entry) {
			continue
		}
		who, body := spoken(c.entry.Text)
		old := readLine(body).whole
		if who != n.label && who != "" && n.label != "" || !old.Tells() {
			continue // each speaks for themselves
		}
		odds := math.Exp(d.weigh(n, *c.entry, piecesOf(old, c.entry.Since))) * outlasts(n.said, body)
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
// of the pieces that speak most for it, for of several things that are said in one
// breath one is over.
func (d *Doubter) weigh(n news, line document.Entry, olds []piece) float64 {
	lines := evidence{sameDaySign: one(sameDay(n.entry, line)), unlikeSign: one(unlike(n.entry, line) != 1)}
	most := math.Inf(-1)
	for i := range olds {
		for k := range n.pieces {
			shared := named(&olds[i], &n.pieces[k])
			if i+k > 0 && (len(shared) == 0 && !olds[i].SameAttribute(n.pieces[k].Statement) || statement.OfOthers(olds[i].Statement, n.pieces[k].Statement, olds[0].Statement, n.pieces[0].Statement)) {
				continue
			}
			e := d.evidenceOf(olds, n.pieces, i, k, shared)
			most = max(most, e.weigh())
		}
	}
	return n.base + lines.weigh() + most
}

// named are the words that two pieces share, without those that measure a figure of
// both.
func named(old, news *piece) []string {
	return slices.DeleteFunc(old.Shares(news.Statement), func(stem string) bool {
		return slices.Contains(old.units, stem) && slices.Contains(news.units, stem)
	})
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
