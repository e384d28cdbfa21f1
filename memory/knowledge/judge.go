package knowledge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

// mask has a bit for each word; two prints share few words when their masks do.
func (a Print) mask() uint64 {
	var m uint64
	for _, w := range a.words {
		m |= 1 << (w % 64)
	}
	return m
}

// spoken parts who speaks from what they say; the day behind it is no part of that.
// Nobody is named where it is the one whose memory it is: what a model notes of "the
// user" is as if they said it, and a topic that stands beside them is part of what is said.
func spoken(text string) (label, body string) {
	label, body = labelled(document.Unsaid(text))
	if topic, owner := topicOfOwner(label); owner {
		if label = ""; topic != "" {
			body = topic + ": " + body
		}
	}
	const user = "the user "
	if len(body) > len(user) && strings.EqualFold(body[:len(user)], user) {
		body = "I " + body[len(user):]
	}
	return label, body
}

// Voice is the other person whose words a line holds, and what they said; the person
// whose memory it is has no name there.
func Voice(text string) (name, said string) {
	label, said := spoken(text)
	name, _, _ = strings.Cut(strings.TrimSuffix(label, ": "), " (")
	return name, said
}

// topicOfOwner is the topic in a label of the one whose memory it is, if it is one.
func topicOfOwner(label string) (topic string, owner bool) {
	who, topic, _ := strings.Cut(strings.TrimSuffix(label, ": "), " (")
	return strings.TrimSuffix(topic, ")"), strings.EqualFold(who, string(transcript.User))
}

// asSaid is spoken for an entry that tells in fewer words what was said.
func asSaid(text, said string) (label, body string) {
	label, body = spoken(text)
	if said == "" {
		return label, body
	}
	whole, _ := labelled(text)
	if topic, owner := topicOfOwner(whole); owner && topic != "" && !strings.Contains(said, topic) {
		said = topic + ": " + said
	}
	return label, said
}

// Judge says what memory holds against, or for, a candidate. Since is the day it
// was said on. What is older than what memory has, or what a person deleted, is
// not to be added; see JudgementKind.
func (k *Knowledge) Judge(e document.Entry) Judgement { return k.judge(e, "", true) }

// JudgeSaid is Judge for an entry that tells in fewer words what was said: those that
// were cut may be the ones that end a line.
func (k *Knowledge) JudgeSaid(e document.Entry, said string) Judgement { return k.judge(e, said, true) }

// Stands is Judge for an entry that is to end nothing: it says whether it may be
// added.
func (k *Knowledge) Stands(e document.Entry) Judgement { return k.judge(e, "", false) }

func (k *Knowledge) judge(e document.Entry, said string, ending bool) Judgement {
	p := PrintOf(e.Text)
	var best Judgement
	for _, i := range k.alike(p) {
		c := k.at(i)
		if j := c.like(e, p); j.Kind != "" && (rank(j) > rank(best) || rank(j) == rank(best) && j.Score > best.Score) {
			best = j
		}
	}
	if best.Kind != "" && best.Kind != New {
		return best
	}
	return k.clash(e, said, p, ending)
}

// rank orders judgements: what forbids most counts.
func rank(j Judgement) int {
	return slices.Index([]JudgementKind{"", New, Same, Older, Deleted}, j.Kind)
}

// like compares a candidate with one entry by what they say.
func (c *known) like(e document.Entry, p Print) Judgement {
	score := p.Likeness(c.print)
	if score == 0 && !c.deleted {
		return Judgement{}
	}
	j := Judgement{ID: c.entry.ID, Entry: *c.entry, Score: score}
	switch {
	case c.deleted && p.Retells(c.print):
		j.Kind, j.Reason = Deleted, "deleted by hand or forgotten: ^"+c.entry.ID
	case c.deleted:
		return Judgement{}
	case c.living:
		j.Kind, j.Reason = Same, fmt.Sprintf("same as %s (%.2f)", c.entry.Ref(), score)
	case !later(e.Since, c.entry.Until):
		j.Kind, j.Reason = Older, fmt.Sprintf("%s was superseded", c.entry.Ref())
	default: // it is said again after its end: true once more
		j.Kind = New
	}
	return j
}

// later reports whether a day lies after another; an unknown one does not.
func later(a, b time.Time) bool {
	if a.IsZero() {
		return false
	}
	ay, am, ad := a.Date()
	by, bm, bd := b.Date()
	return cmp.Or(cmp.Compare(ay, by), cmp.Compare(am, bm), cmp.Compare(ad, bd)) > 0
}

// clash looks for living entries that end a candidate, and where it may end them for
// those that it ends; without any the candidate is new.
func (k *Knowledge) clash(e document.Entry, original string, p Print, ending bool) Judgement {
	label, body := asSaid(e.Text, original)
	said := statement.Read(body)
	if !said.Tells() || longAgo(e) {
		return Judgement{Kind: New}
	}
	turns := language.Turns(body, said.Lang)
	news := []statement.Statement{said}
	parts := statements(body)
	if len(parts) > 1 {
		for _, part := range parts {
			news = append(news, statement.ReadIn(part, said.Lang))
		}
	}
	var found []Judgement
	newer := func(c *known) bool { return c.entry.Since.IsZero() || !later(c.entry.Since, e.Since) }
	for _, i := range k.near(p, func(c *known) bool {
		if newer(c) && !ending {
			return false
		}
		return turns || e.Type != document.Happening || c.entry.Type != document.Happening // one trip does not end the other
	}) {
		c := k.at(i)
		bar := k.bar()
		if !turns && sameDay(e, *c.entry) {
			bar = max(bar, besideBar)
		}
		who, text := spoken(c.entry.Text)
		if who != label && who != "" && label != "" {
			continue // each speaks for themselves
		}
		drawn := sketchOf(text)
		if !drawn.tells || !p.meets(c.print) && !drawn.parts[0].Meets(said) {
			continue // it tells nothing, or they have nothing in common
		}
		odds := pairOdds{byChance(c.sentences(), len(parts)) * outlasts(said, text), unlike(e, *c.entry)}
		if newer(c) {
			if k.mayEnd(drawn.parts, news, odds) {
				if v := k.ends(readLine(text).parts(), news, odds); v >= bar {
					found = append(found, Judgement{Kind: Newer, ID: c.entry.ID, Entry: *c.entry, Score: v, Reason: "newer than " + c.entry.Ref()})
				}
			}
			continue
		}
		// One of them ends the other; the one in memory is the later word.
		old := readLine(text).parts()
		if v := max(k.ends(news[:1], old[:1], odds), k.ends(old, news, odds)); v >= bar {
			found = append(found, Judgement{Kind: Older, ID: c.entry.ID, Entry: *c.entry, Score: v, Reason: c.entry.Ref() + " is newer"})
		}
	}
	return k.surestOf(found, said)
}

// surestOf is what several lines come to. One that is newer forbids; of several older
// ones the surest is replaced, and others where they are as sure and share with what is
// said all that the surest does: who has left the harbour does not live elsewhere.
func (k *Knowledge) surestOf(found []Judgement, said statement.Statement) Judgement {
	if len(found) == 0 {
		return Judgement{Kind: New}
	}
	slices.SortStableFunc(found, func(a, b Judgement) int {
		if a.Kind != b.Kind {
			return cmp.Compare(b.Kind, a.Kind) // "older" before "newer"
		}
		return cmp.Compare(b.Score, a.Score)
	})
	shared := func(j Judgement) []string {
		_, text := spoken(j.Entry.Text)
		return readLine(text).whole.Shares(said)
	}
	j := found[0]
	matter := shared(j)
	for _, more := range found[1:] {
		also := shared(more)
		less := len(also) < len(matter) && !slices.ContainsFunc(also, func(stem string) bool { return !slices.Contains(matter, stem) })
		if j.Kind == Newer && more.ID != "" && !less && (more.Score >= alsoFrom || len(j.Also) == 0 && k.size() <= few) {
			j.Also = append(j.Also, more.ID)
		}
	}
	return j
}

// besideBar is how sure it must be that what has no word of change ends what was said on
// the same day: most of that is said beside it.
const besideBar = .9

// ends is the probability that a text, or one of its sentences, ends a line or one
// of its clauses.
func (k *Knowledge) ends(line, news []statement.Statement, odds pairOdds) float64 {
	most := 0.0
	for _, s := range line {
		for _, n := range news {
			if p := statement.Ends(s, n); p >= endsFrom {
				most = max(most, k.among(p, odds, s, n))
			}
		}
	}
	return most
}

// mayEnd reports whether a text could be believed to end a line if the model were as
// sure of it as it is believed at most. Of the many lines that are compared it says no of
// nearly all, and these are not read again.
func (k *Knowledge) mayEnd(line []statement.Sketch, news []statement.Statement, odds pairOdds) bool {
	for _, s := range line {
		for _, n := range news {
			if s.MayBeRead(n) || k.believed(surest, odds.of(s.Shares(n)), s.Shares(n), s.SameAttribute(n)) >= k.bar() {
				return true
			}
		}
	}
	return false
}

// byChance is what the odds of an end are multiplied by where so many sentences are
// compared with so many: one of the pairs looks like an end by chance, and the wholes
// are not what the model has learned from.
func byChance(a, b int) float64 { return 1 / float64(max(1, a)*max(1, b)) }

// unlike is what the odds of an end are multiplied by: a wish and a lesson are
// seldom ended by what is neither.
func unlike(a, b document.Entry) float64 {
	holds := func(t document.Type) bool { return t == document.Preference || t == document.Learning }
	if holds(a.Type) != holds(b.Type) {
		return seldom
	}
	return 1
}

// outlasts is what the odds of an end are multiplied by where the newer text is of its
// day alone and the line is not: who is tired today still works where they worked.
func outlasts(newer statement.Statement, line string) float64 {
	day := language.Judge(newer.Text, newer.Lang, language.Person).Day
	if day < passing {
		return 1
	}
	old := readLine(line).whole
	return 1 - day*(1-language.Judge(old.Text, old.Lang, language.Person).Day)
}

// passing is from where a text is surely of its day alone: what tells that something is
// over is told with its day, too.
const passing = .8

const seldom = .1

// The probability from which a line is struck: a false end destroys, where a false
// "both hold" only repeats.
const (
	endsFrom  = .6
	someFrom  = .65 // among more than a handful of lines
	crowdFrom = .85 // among more than some
	alsoFrom  = .9  // of a second line that the same words end
)

// Among a handful of lines a false end is rare enough to go by what is likely.
const (
	handful = 3
	some    = 8
)

func (k *Knowledge) bar() float64 {
	switch {
	case k.alive > some:
		return crowdFrom
	case k.alive > handful:
		return someFrom
	}
	return endsFrom
}

// few is how many entries are few enough to compare those that share no word.
const few = 20

// rarity is how much a shared word tells of two lines being about one thing: words
// of one line do not come by chance alone.
const rarity = .5

// oneAttribute is what speaking of one attribute, such as what something costs, counts for
// beside a word that both share. Alone it counts for nothing: of pairs of two topics of the
// corpus one in 28 has an attribute in common, and one in 260 a word.
const oneAttribute = 2

// surest is what the model is believed at most: it has seen pairs that were written to
// be compared, and is surest of the longest.
const surest = .97

// among is the probability that a statement ends one of many lines, from what a look
// at the two alone says and from what speaks against it.
func (k *Knowledge) among(p float64, odds pairOdds, old, news statement.Statement) float64 {
	if p == 1 {
		return p // read, not judged
	}
	shared := old.Shares(news)
	return k.believed(p, odds.of(shared), shared, old.SameAttribute(news))
}

// pairOdds is what the odds that one text ends another are multiplied by, and what more
// where their types are unlike and one word, or none, says that they are about one thing.
type pairOdds struct{ any, unlike float64 }

func (o pairOdds) of(shared []string) float64 {
	if len(shared) > 1 {
		return o.any
	}
	return o.any * o.unlike
}

// believed is how far the model is believed among many lines. The more lines there are,
// the less likely it is this one; the rarer the words that both share, the likelier.
func (k *Knowledge) believed(p, odds float64, shared []string, attribute bool) float64 {
	if len(shared) == 0 && !attribute {
		return 0 // a word of change alone does not say what has changed
	}
	n := float64(max(1, k.alive))
	weight := 1 / n
	for _, stem := range shared {
		weight *= math.Pow(n/float64(k.with(stem)), rarity)
	}
	if attribute && len(shared) > 0 {
		weight *= oneAttribute
	}
	p = min(p, surest)
	odds *= p / (1 - p) * min(1, weight)
	return odds / (1 + odds)
}

// meets reports whether two prints share a word.
func (a Print) meets(b Print) bool {
	return slices.ContainsFunc(a.words, func(w uint32) bool { return slices.Contains(b.words, w) })
}

// sameDay reports whether two entries were said on one day.
func sameDay(a, b document.Entry) bool {
	return !a.Since.IsZero() && a.Since.Format(time.DateOnly) == b.Since.Format(time.DateOnly)
}

// longAgo reports whether an entry names a year or a day well before it was said.
func longAgo(e document.Entry) bool {
	for _, w := range wordsOf(e.Text) {
		if day, err := time.Parse(time.DateOnly, w.text); err == nil && day.Before(e.Since.AddDate(0, -2, 0)) {
			return true
		}
		if year, err := time.Parse("2006", w.text); err == nil && len(w.text) == 4 && year.Year() > 1900 && year.Year() < e.Since.Year() {
			return true
		}
	}
	return false
}
