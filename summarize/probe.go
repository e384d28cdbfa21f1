package summarize

import (
	"sort"
	"strings"

	"dormouse/land/transcript"
	"dormouse/summarize/extract"
)

// Probe is a question whose answer is known: the words around a telling one.
// Before a night and after it, a search for Query should find a line that holds
// Answer.
type Probe struct {
	Query     string `json:"query"`
	Answer    string `json:"answer"`
	MessageID string `json:"message"`
}

// Probes draws at most n probes from the messages, the most telling first,
// spread over the messages. The same messages always give the same probes.
func Probes(messages []transcript.Message, n int) []Probe {
	in := Input{New: messages, Count: quarter}
	o := NewOffline()
	r := read(in, messages)
	r.weigh(o.w)
	c := newChoice(r, o.w, 0, func(int) float64 { return 1 }, &known{})
	type scored struct {
		Probe
		worth float64
		said  int
	}
	var all []scored
	for i := range r.lines {
		l := &r.lines[i]
		if r.said[l.said].model || l.ask || l.kind == extract.InCaption || l.kind == extract.InCode && !r.said[l.said].tool {
			continue
		}
		if p, worth := c.probe(l); worth > 0 {
			p.MessageID = messages[r.said[l.said].msg].ID
			all = append(all, scored{p, worth, l.said})
		}
	}
	sort.SliceStable(all, func(a, b int) bool { return all[a].worth > all[b].worth })
	per, taken := map[int]int{}, make([]bool, len(all))
	var out []Probe
	for round := 1; len(out) < n && round <= 3; round++ {
		for i, s := range all {
			if len(out) < n && !taken[i] && per[s.said] == round-1 {
				per[s.said]++
				taken[i] = true
				out = append(out, s.Probe)
			}
		}
	}
	return out
}

// probe asks for the most telling word of a line by its other words.
func (c *choice) probe(l *line) (Probe, float64) {
	best, at, n := 0.0, -1, 0
	for i := range l.words {
		w := &l.words[i]
		if len(w.Terms) == 0 || w.Date {
			continue
		}
		n++
		v := c.telling(w)
		if w.Proper || w.Number {
			v *= 2
		}
		if v > best {
			best, at = v, i
		}
	}
	if n < 4 || at < 0 {
		return Probe{}, 0
	}
	query := []string{c.r.said[l.said].who}
	for i := range l.words {
		if w := &l.words[i]; i != at && len(w.Terms) > 0 && !w.Date && len(query) < 8 {
			query = append(query, w.Core)
		}
	}
	return Probe{Query: strings.Join(query, " "), Answer: l.words[at].Core}, best * l.weight
}
