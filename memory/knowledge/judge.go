package knowledge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
)

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
func (k *Knowledge) Judge(e document.Entry) Judgement {
	j, _ := k.JudgeSaid(e, "")
	return j
}

// JudgeSaid is Judge for an entry that tells in fewer words what was said: those that
// were cut may be the ones that end a line. Where the entry is new, doubts are living
// lines that it may have ended, the likeliest first, though nothing strikes them.
func (k *Knowledge) JudgeSaid(e document.Entry, said string) (j Judgement, doubts []Judgement) {
	if j = k.held(e); j.Kind != New {
		return j, nil
	}
	j, doubts = k.ends(e, said)
	if j.Kind == Newer && len(j.Also) == 0 {
		j.Text = amended(j.Entry.Text, e, said)
	}
	return j, doubts
}

// Stands is Judge for an entry that is to end nothing: it says whether it may be
// added.
func (k *Knowledge) Stands(e document.Entry) Judgement { return k.held(e) }

// held is what memory holds against an entry, or New.
func (k *Knowledge) held(e document.Entry) Judgement {
	p := PrintOf(e.Text)
	_, body := spoken(e.Text)
	said := readLine(body)
	best := Judgement{Kind: New}
	for _, i := range k.alike(p) {
		c := k.at(i)
		j := c.like(e, p)
		if j.Kind == "" && c.living {
			_, of := spoken(c.entry.Text)
			if retells(said, readLine(of)) {
				j = Judgement{Kind: Same, ID: c.entry.ID, Entry: *c.entry, Reason: "no more than " + c.entry.Ref()}
			}
		}
		if j.Kind != "" && (rank(j) > rank(best) || rank(j) == rank(best) && j.Score > best.Score) {
			best = j
		}
	}
	if best.Kind == New {
		if j := k.outdated(e); j.Kind != "" {
			return j
		}
	}
	return best
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

// retells reports whether a statement names but what a line tells, too: it gives no figure and
// turns nothing. Of what is to be done it may say that it is done.
func retells(s, line *statement.Statement) bool {
	return !s.Figured() && !language.Turns(s.Text, s.Lang) && statement.Within(*s, *line) && !toDo(line.Text) && !toDo(s.Text)
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

// What is made of a line that news may have ended, by the probability that it did: from
// endsFrom on it is struck, and more than one where several are as likely; from
// askedFrom on the person may be asked. What others say of others, one story after the other, ends less.
const (
	endsFrom  = .55
	othersEnd = .95
	alsoFrom  = .8 // of a second line that the same words end
	outFrom   = .8 // of what is left out, for it was said before a line that ends it
	askedFrom = .3
)

// ends is what an entry ends: the likeliest line, and others that it surely ends, too; or
// New, and the lines that it makes doubtful.
func (k *Knowledge) ends(e document.Entry, said string) (j Judgement, doubts []Judgement) {
	var found []Judgement
	bar := endsFrom
	if label, _ := spoken(e.Text); label != "" {
		bar = othersEnd
	}
	for _, s := range k.Beside(e, said) {
		p := s.Probability()
		is := Judgement{Kind: Newer, ID: s.Line.ID, Entry: s.Line, Score: p, Reason: "newer than " + s.Line.Ref()}
		switch {
		case p >= bar:
			found = append(found, is)
		case p >= askedFrom && s.Line.ID != "":
			is.Reason = "probably " + is.Reason
			doubts = append(doubts, is)
		}
	}
	likeliest := func(a, b Judgement) int { return cmp.Compare(b.Score, a.Score) }
	slices.SortStableFunc(found, likeliest)
	slices.SortStableFunc(doubts, likeliest)
	if len(found) == 0 {
		return Judgement{Kind: New}, doubts
	}
	for _, more := range found[1:] {
		if more.ID != "" && more.Score >= alsoFrom {
			found[0].Also = append(found[0].Also, more.ID)
		}
	}
	return found[0], nil
}

// Probability is how likely a line is to have been ended.
func (s *Seen) Probability() float64 {
	if s.read {
		return 1
	}
	return language.Ended(s.Sight)
}

// outdated is what memory has against an entry that was said before what it knows: a
// living line that was said later, where one of the two ends the other.
func (k *Knowledge) outdated(e document.Entry) (none Judgement) {
	for _, i := range k.candidates(PrintOf(e.Text)) {
		c := k.at(i)
		if c.entry.ID == "" || !later(c.entry.Since, e.Since) {
			continue
		}
		if p := max(k.over(*c.entry, e), k.over(e, *c.entry)); p >= outFrom {
			return Judgement{Kind: Older, ID: c.entry.ID, Entry: *c.entry, Score: p, Reason: c.entry.Ref() + " is newer"}
		}
	}
	return none
}

// over is how likely an entry ends a line, if it is said after it and of no other.
func (k *Knowledge) over(e, line document.Entry) float64 {
	n, ok := k.newsOf(e, "")
	who, body := spoken(line.Text)
	if !ok || !readLine(body).Tells() || who != n.label {
		return 0
	}
	s, meets := k.look(&n, &line, body)
	if !meets {
		return 0
	}
	rivals([]Seen{s})
	return s.Probability()
}

// amended is what a line that tells more says with the value that an entry gives instead,
// or on the day to which that moves it; "" where the entry tells something else, or which
// value it means is not clear.
func amended(line string, e document.Entry, said string) string {
	_, news := asSaid(e.Text, said)
	text := document.Unsaid(line)
	_, body := labelled(text)
	is := statement.Renewed(*readLine(body), statement.Read(news), e.Since)
	if is == "" {
		return ""
	}
	return strings.TrimSuffix(text, body) + is + strings.TrimPrefix(line, text)
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
