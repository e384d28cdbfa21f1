package asking

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language"
	"dormouse/memory/language/claims"
	"dormouse/memory/language/statement"
	"dormouse/summarize"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// quoteInstead writes in the place of each entry of which not all was taken what the
// person said of it, beside what is left of it, and returns those that are still missing
// or were false. What the model has confirmed is written as it stands.
func (n *night) quoteInstead(list []refused) (out []refused) {
	before := len(n.d.Candidates)
	for _, r := range list {
		if !r.claim || len(r.own) == 0 && !r.confirmed {
			out = append(out, r)
			continue
		}
		var c summarize.Candidate
		more := true
		if r.confirmed { // the model has shown where it was said
			c = n.written(r.entry, strings.TrimLeft(document.OneLine(r.entry.Text), "-*# "), r.theirs, r.from)
		} else {
			c, more = n.ownWords(r.entry, r.own)
		}
		at := r.at + len(n.d.Candidates) - before
		if r.cut && r.confirmed { // all of it, in the place of what was left
			n.d.Candidates[at] = c
			continue
		}
		if r.cut {
			at++
		}
		if more {
			n.d.Candidates = slices.Insert(n.d.Candidates, at, c)
		}
		if r.cut = true; !r.doubted {
			out = append(out, r)
		}
	}
	return out
}

// ownWords writes in the place of an entry what was said of it, which is never false as
// a memory of that. more is false where all of it stands there already, or nothing tells it.
func (n *night) ownWords(e foundEntry, said []claims.Passage) (c summarize.Candidate, more bool) {
	var cited []transcript.Message
	var sentences []string
	who := voices.Owner
	for _, p := range n.telling(e, said) {
		i := n.place(p.ID)
		if i < 0 || n.told(p.ID, e.Text) || n.told(p.ID, asWritten(p, false)) {
			continue
		}
		m := n.in.New[i]
		if len(sentences) == 0 {
			who = voices.Speaker(n.in.Names, m)
		}
		if len(sentences) == 0 || m.ID != cited[len(cited)-1].ID {
			cited = append(cited, m)
		}
		sentences = append(sentences, asWritten(p, who != voices.Owner && m.Role == transcript.User))
	}
	if len(sentences) == 0 {
		return summarize.Candidate{}, false
	}
	text := strings.Join(sentences, " ")
	if cited[0].Role != transcript.Tool && (who != voices.Owner || voices.Introduced(text)) {
		text = who + ": " + text
	}
	c = summarize.Candidate{Type: e.Type, Text: text, Importance: e.Importance, Open: e.Open, From: ids(cited), Day: extract.DayOf(cited[len(cited)-1].Time, n.in.Location)}
	if n.endedBy(e.Replaces, text) {
		c.Replaces = n.replaces(e.Replaces)
	}
	return n.owned(c, n.heard.Whose(text, cited...)), true
}

const (
	// tellFrom is the share of an entry that words must tell to stand in for it.
	tellFrom = .16
	// besideFrom is the same for a sentence of another message than the one that tells most.
	besideFrom = .2
	// keptFrom is the share of a sentence from which the lines that were kept of its message
	// tell it, in their words.
	keptFrom = .55
)

// telling are the sentences that may stand in for an entry: the one that tells most of it,
// those of its message, and of other messages that it cites those that tell much. None of
// them are the head of a letter or what somebody else wrote, and none is told already. It
// is none where they tell little of it.
func (n *night) telling(e foundEntry, said []claims.Passage) (out []claims.Passage) {
	most := ""
	tells := 0.0
	for _, p := range said {
		if p.Adds > tells {
			most, tells = p.ID, p.Adds
		}
	}
	told := 0.0
	cited, _ := n.cite(e.From)
	for _, p := range said {
		if cites := slices.Contains(ids(cited), p.ID); p.ID != most && (!cites || p.Adds < besideFrom) || headed(p.Text) || n.byKept(p) >= keptFrom {
			continue
		}
		out, told = append(out, p), told+p.Adds
	}
	if told < tellFrom {
		return nil
	}
	return out
}

// fewestHeaded are the words behind a head of which there are at least where it says
// something: "To: Ann" does not.
const fewestHeaded = 3

// headed reports whether a sentence is but the head of a letter, or stands behind the name
// of somebody else who wrote it: "[Ann, chat]: …".
func headed(text string) bool {
	head, said, ok := strings.Cut(text, ": ")
	return ok && (strings.HasPrefix(head, "[") && strings.HasSuffix(head, "]") || voices.Introduced(text) && len(strings.Fields(said)) < fewestHeaded)
}

// byKept is the share of a sentence that lines tell which were kept of its message.
func (n *night) byKept(p claims.Passage) float64 {
	var kept []claims.Passage
	for i, c := range n.d.Candidates {
		if c.Complete && slices.Contains(c.From, p.ID) {
			kept = append(kept, claims.Passage{Text: c.Text, Lang: language.Guess(c.Text), Message: i, Role: transcript.User, Day: p.Day})
		}
	}
	if len(kept) == 0 {
		return 0
	}
	return claims.Listen(kept, voices.Owner).Told(p.Text, func(claims.Passage) bool { return true })
}

// endsFrom is the probability that a line ends an older one from which the model is
// believed that it does.
const endsFrom = .3

// endedBy reports whether a known line may be ended by words that stand in for an entry
// of which the model said so.
func (n *night) endedBy(id, text string) bool {
	id = n.replaces(id)
	i := slices.IndexFunc(n.in.Known, func(e *document.Entry) bool { return id != "" && e.ID == id })
	return i >= 0 && statement.Ends(statement.Read(n.in.Known[i].Text), statement.Read(text)) >= endsFrom
}

// toldFrom is the share of a text's words from which an entry tells of the same.
const toldFrom = .8

// told reports whether an entry that rests on a message has nearly all words of a text
// already, whatever its figures: two entries of one thing are one too many.
func (n *night) told(message, text string) bool {
	for _, c := range n.d.Candidates {
		if !slices.Contains(c.From, message) {
			continue
		}
		has, words, shared := map[string]bool{}, 0, 0
		eachStem(c.Text, func(stem string) { has[stem] = true })
		eachStem(text, func(stem string) {
			if words++; has[stem] || extract.HasDigit(stem) {
				shared++
			}
		})
		if float64(shared) >= toldFrom*float64(words) {
			return true
		}
	}
	return false
}

// asWritten is what of a sentence is cited, with absolute dates, as one that others
// stand beside. In a diary, behind a name, it leaves out "I".
func asWritten(p claims.Passage, diary bool) string {
	ws := extract.TrimLead(extract.DropOpeners(extract.Dated(clausesOf(p), p.Day), p.Lang), p.Lang, diary)
	return extract.Closed(extract.UpperFirst(strings.TrimRight(extract.Join(ws), " ,;(-–—")), p.Lang)
}

// clausesOf are the clauses of a sentence that tell what it is cited for, with those that
// they lean on.
func clausesOf(p claims.Passage) string {
	if len(p.Tells) == 0 {
		return p.Text
	}
	clauses := extract.Cut(extract.Split(p.Text), extract.InProse, p.Lang)
	from, keep := make([]int, len(clauses)+1), make([]bool, len(clauses))
	for i, c := range clauses {
		at := from[i]
		for _, w := range c.Words {
			at += strings.Index(p.Text[at:], w.Text()) + len(w.Text())
		}
		from[i+1], keep[i] = at, tellsIn(p, from[i], at)
	}
	for i := len(clauses) - 1; i > 0; i-- {
		keep[i-1] = keep[i-1] || keep[i] && (clauses[i].Bound || leans(clauses[i].Words, p.Lang))
	}
	var out []string
	for i := range clauses {
		if keep[i] {
			out = append(out, strings.TrimSpace(p.Text[from[i]:lastSaid(p, from[i], from[i+1])]))
		}
	}
	return strings.Join(out, " ")
}

func tellsIn(p claims.Passage, from, to int) bool {
	return slices.ContainsFunc(p.Tells, func(at int) bool { return from <= at && at < to })
}

// stance are the modes without which a clause says something else.
const stance = language.Negates | language.Refuses | language.Forbids | language.Doubts | language.Wants | language.Allows | language.Obliges | language.Excepts

// fewestLeft are the words of which a clause is left at least: fewer may be no clause.
const fewestLeft = 4

// lastSaid is where the clause from:to of a sentence may end: behind the last of its
// parts, between marks, that tells something or says how it stands.
func lastSaid(p claims.Passage, from, to int) int {
	ws := language.Words(p.Text[from:to])
	parts := p.Lang.Parts(p.Text[from:to], ws)
	for i := len(parts) - 1; i > 0 && tellsIn(p, from, to); i-- {
		part := ws[parts[i][0]:parts[i][1]]
		at := from + part[0].Start
		if tellsIn(p, at, to) || slices.ContainsFunc(p.Lang.Modes(p.Text[at:to], part), func(m language.Marked) bool { return m.Mode&stance != 0 }) ||
			slices.ContainsFunc(part, func(w language.Word) bool { return p.Lang.Lists(w.Low).Has(language.Condition) }) {
			break
		}
		if before := strings.TrimSpace(p.Text[from:at]); parts[i][0] >= fewestLeft && strings.ContainsAny(before[len(before)-1:], ",;(–—") {
			to = at
		}
	}
	return to
}

// leans reports whether a clause begins with somebody who was named before it: "she …".
func leans(ws []extract.Word, l language.Lang) bool {
	return slices.ContainsFunc(ws[:min(2, len(ws))], func(w extract.Word) bool { return l.ModeOf(w.Low)&language.ByThem != 0 || l.Is(language.Third, w.Low) })
}
