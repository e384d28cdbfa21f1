package summarize

import (
	"math"
	"strings"

	"dormouse/land/transcript"
)

// weights are the figures of the salience rules, in one place. They were set by
// hand, tried on two conversations and checked on two others; a change of any
// of them by a fifth moves what survives by less than the interval.
type weights struct {
	dull, everyday, number, name float64 // value of a content word, 1 for a plain one
	me, you, neither             float64 // who a line is about
	ask, when, answer            float64
	prefer, decide               float64
	caption, code, quote, tool   float64
	model                        float64 // what a model explains
	again                        float64 // a word this speaker's entries have already
	topic                        float64 // a word that only says what a line is about
	open                         float64 // share of a heading charged to the first entry under it
	power                        float64 // how much rarity counts
}

func defaults() weights {
	return weights{
		dull: .12, everyday: .5, number: 1.3, name: 1.5,
		me: 1.3, you: .45, neither: .9,
		ask: .2, when: 1.25, answer: 1.15,
		prefer: 1.1, decide: 1.1,
		caption: .55, code: .5, quote: .6, tool: .5,
		model: .45, again: .6, topic: .4, open: .3, power: .5,
	}
}

// signs looks at the words of a sentence before anything is cut out of it.
func (r *reading) signs(ws []word, sent sentence, s *said) signals {
	var g signals
	lex := s.lex
	if n := len(ws); n > 0 {
		tail := strings.TrimRight(ws[n-1].post, `"')]”’*_`)
		g.ask = strings.HasSuffix(tail, "?") || strings.HasSuffix(tail, "？") || strings.HasSuffix(ws[n-1].core, "吗")
	}
	for i, w := range ws {
		low := w.low
		g.me = g.me || lex.me[low]
		g.you = g.you || lex.you[low]
		g.prefer = g.prefer || lex.prefer[low]
		g.decide = g.decide || lex.decide[low]
		g.plan = g.plan || lex.plan[low]
		g.learn = g.learn || lex.learn[low]
		g.correct = g.correct || lex.correct[low] && i < 4
		g.undone = g.undone || lex.undone[low]
		g.when = g.when || whenWord(low)
		g.past = g.past || pastWord(low)
		if i == 0 {
			g.they = lex.they[low]
		}
	}
	if lex.name == "cjk" {
		g = wideSigns(g, sent.text, lex)
	}
	return g
}

func wideSigns(g signals, text string, lex *lexicon) signals {
	has := func(m map[string]bool) bool {
		for w := range m {
			if strings.Contains(text, w) {
				return true
			}
		}
		return false
	}
	g.me, g.you, g.prefer, g.decide = has(lex.me), has(lex.you), has(lex.prefer), has(lex.decide)
	g.plan, g.learn, g.correct = has(lex.plan), has(lex.learn), has(lex.correct)
	return g
}

func whenWord(low string) bool {
	switch low {
	case "yesterday", "today", "tonight", "tomorrow", "ago", "last", "next", "weekend", "gestern", "heute", "hier", "ayer", "вчера", "завтра",
		"january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december":
		return true
	}
	if _, ok := weekday(low); ok {
		return true
	}
	return len(low) == 4 && (strings.HasPrefix(low, "19") || strings.HasPrefix(low, "20")) && hasDigit(low[2:]) || len(low) == 10 && low[4] == '-' && hasDigit(low)
}

func pastWord(low string) bool {
	switch low {
	case "was", "were", "had", "did", "went", "got", "took", "came", "saw", "met", "made", "won", "bought", "found", "gave", "lost", "began", "wrote", "ran":
		return true
	}
	return strings.HasSuffix(low, "ed") && len(low) > 4
}

// weigh gives every line its weight: how much a content word is worth in it.
func (r *reading) weigh(w weights) {
	for i := range r.lines {
		l := &r.lines[i]
		s := &r.said[l.said]
		role := r.role(s)
		x := 1.0
		switch {
		case l.me:
			x *= w.me
		case l.you:
			x *= w.you
		default:
			x *= w.neither
		}
		if l.ask {
			x *= w.ask
		}
		if l.when {
			x *= w.when
		}
		if l.prefer || l.learn {
			x *= w.prefer
		}
		if l.decide || l.correct && l.me {
			x *= w.decide
		}
		if s.asked >= 0 && l.first < 2 && !l.ask {
			x *= w.answer
		}
		switch l.kind {
		case caption:
			x *= w.caption
		case code:
			x *= w.code
		case quote:
			x *= w.quote
		}
		if role == transcript.Tool {
			x *= w.tool
		}
		if role == transcript.Assistant && !l.me && s.who == "Assistant" {
			x *= w.model
		}
		l.weight = x
	}
}

func (r *reading) role(s *said) transcript.Role { return r.in.New[s.msg].Role }

// values is what each term is worth wherever it stands.
func (r *reading) values(w weights) []float64 {
	out := make([]float64, len(r.terms))
	top := math.Log(1 + float64(len(r.said))/1.5)
	for t := range out {
		v := math.Pow(r.rarity(int32(t))/top, w.power)
		switch {
		case hasDigit(r.terms[t]):
			v *= w.number
		case r.common[t] == 2:
			v *= w.dull
		case r.common[t] == 1:
			v *= w.everyday
		}
		out[t] = v
	}
	// A name is worth more, but only if it is no everyday word.
	for i := range r.lines {
		for _, word := range r.lines[i].words {
			if word.proper && !word.date {
				for _, t := range word.terms {
					if r.common[t] == 0 && out[t] > 0 && out[t] <= 1 {
						out[t] *= w.name
					}
				}
			}
		}
	}
	return out
}
