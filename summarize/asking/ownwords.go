package asking

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/language/claims"
	"dormouse/memory/language/statement"
	"dormouse/summarize"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// quoteInstead writes in the place of each entry of which not all was taken what the
// person said of it, beside what is left of it, and returns those that are still missing
// or were false. What the model has confirmed is written as it stands.
func (n *night) quoteInstead(list []refused, left *int) (out []refused) {
	before := len(n.d.Candidates)
	for _, r := range list {
		if !r.claim || len(r.own) == 0 && !r.confirmed {
			out = append(out, r)
			continue
		}
		var c summarize.Candidate
		more := true
		if r.confirmed { // the model has shown where it was said
			c = n.written(r.entry, strings.TrimLeft(document.OneLine(r.entry.Text), "-*# "), r.from)
		} else {
			c, more = n.ownWords(r.entry, r.own)
		}
		at := r.at + len(n.d.Candidates) - before
		cost := n.in.Count(c.Text) + summarize.LineCost
		if r.cut && r.confirmed { // all of it, in the place of what was left
			if more := cost - n.in.Count(n.d.Candidates[at].Text) - summarize.LineCost; more <= *left {
				*left -= more
				n.d.Candidates[at] = c
			}
			continue
		}
		if r.cut {
			at++
		}
		fits := more && cost <= *left
		if fits {
			*left -= cost
			n.d.Candidates = slices.Insert(n.d.Candidates, at, c)
		}
		if r.cut = r.cut || !more || fits; !r.cut || !r.doubted {
			out = append(out, r)
		}
	}
	return out
}

// ownWords writes in the place of an entry what was said of it, which is never false as
// a memory of that. more is false where all of it stands there already.
func (n *night) ownWords(e foundEntry, said []claims.Passage) (c summarize.Candidate, more bool) {
	var cited []transcript.Message
	var sentences []string
	for _, p := range said {
		i := n.place(p.ID)
		if i < 0 || n.told(p.ID, e.Text) || n.told(p.ID, asWritten(p)) {
			continue
		}
		m := n.in.New[i]
		if len(sentences) == 0 || m.ID != cited[len(cited)-1].ID {
			cited = append(cited, m)
		}
		sentences = append(sentences, asWritten(p))
	}
	if len(sentences) == 0 {
		return summarize.Candidate{}, false
	}
	text := strings.Join(sentences, " ")
	if who := voices.Speaker(n.in.Names, cited[0]); cited[0].Role != transcript.Tool && (who != voices.Owner || voices.Introduced(text)) {
		text = who + ": " + text
	}
	c = summarize.Candidate{Type: e.Type, Text: text, Importance: e.Importance, Open: e.Open, From: ids(cited), Day: extract.DayOf(cited[len(cited)-1].Time, n.in.Location)}
	if n.endedBy(e.Replaces, text) {
		c.Replaces = n.replaces(e.Replaces)
	}
	return n.owned(c, n.heard.Whose(text, cited...)), true
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

// asWritten is a sentence with absolute dates, as one that others stand beside.
func asWritten(p claims.Passage) string {
	ws := extract.TrimLead(extract.Dated(p.Text, p.Day), p.Lang, false)
	text := extract.UpperFirst(strings.TrimRight(extract.Join(ws), " ,;-–—"))
	if text != "" && !extract.EndsSentence(text[len(text)-1:]) {
		text += "."
	}
	return text
}
