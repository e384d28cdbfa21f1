package summarize

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/land/transcript"
)

// weights are the figures of the salience rules, in one place: round numbers set
// by hand, kept where they helped both halves of four long chats. Around these
// values the share of facts that survives is flat.
type weights struct {
	dull, everyday, number, name float64 // value of a content word, 1 for a plain one
	ing, ly                      float64 // of words that end so
	date                         float64 // value of a date, on top
	me, you, they, neither       float64 // who a line is about
	thanks, title                float64 // thanks to the other; a title in quotes
	ask, when, past, will, flat  float64 // a question, a time, what was, what will be, "It's …"
	answer, reply, alone         float64 // first line of an answer, the others, no answer
	prefer, decide               float64
	rule, correct                float64 // what never or always holds; what takes something back
	caption, code, quote, tool   float64
	model                        float64 // what a model explains
	again, told                  float64 // a word this speaker's entries have already; one that memory has
	apart                        float64 // a clause without the time that its sentence tells
	open                         float64 // share of a heading charged to the first entry under it
	power                        float64 // how much rarity counts
	dense                        float64 // how much the length of a line counts
	half                         float64 // worth that gives an importance of a half
	long                         float64 // share of the text that may be of lasting worth
	few, topic                   float64 // a line with fewer plain words wants a topic; what the topic's words are worth
}

func defaults() weights {
	return weights{
		dull: .15, everyday: .5, number: 1.6, name: 5, ing: .65, ly: .7, date: 3,
		me: 1, you: .3, they: 1, neither: .8, thanks: .4, title: 1.4,
		ask: .12, when: 1.5, past: 1.2, will: .5, flat: .6,
		answer: 1.7, reply: 1.3, alone: .9,
		prefer: 1.1, decide: 1.1, rule: 1.8, correct: 1.6,
		caption: .4, code: .5, quote: .6, tool: .5,
		model: .45, again: .5, told: .5, apart: .8, open: .15, power: .3, dense: .15, half: 3, long: .15, few: 2, topic: .4,
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
		g.prefer = g.prefer || lex.prefer[low] || low == "stand" && i > 0 && (ws[i-1].low == "can't" || ws[i-1].low == "cannot")
		g.decide = g.decide || lex.decide[low]
		if settles(ws, i) {
			g.decide, g.me = true, true
		}
		g.plan = g.plan || lex.plan[low]
		g.learn = g.learn || lex.learn[low]
		g.correct = g.correct || lex.correct[low] && i < 4
		g.undone = g.undone || lex.undone[low]
		g.reject = g.reject || lex.reject[low]
		g.when = g.when || whenWord(low)
		g.past = g.past || pastWord(low)
		g.thanks = g.thanks || thanking(low)
		g.title = g.title || strings.ContainsAny(w.pre, "\"“„«")
		if i == 0 {
			g.they = lex.they[low]
			g.flat = low == "it's" || low == "that's" || low == "this" || low == "there's" || strings.HasSuffix(low, "ing") && len(low) > 5
		}
		g.rule = g.rule || ailing(low) && g.me || bans(ws, i) && r.heard()
		g.will = g.will || i < 2 && (low == "i'll" || low == "we'll" || low == "you'll" || low == "let's" || low == "can't" && i == 0)
	}
	g.will = g.will && !g.decide
	g.amends = amends(ws, lex)
	g.task = r.heard() && !s.model && tasks(ws)
	g.self = introduces(ws) || r.heard() && !s.model && calling(ws)
	g.undone = !g.ask && (g.undone || unfinished(sent.text))
	if lex.name == "cjk" {
		g = wideSigns(g, sent.text, lex)
	}
	return g
}

// settles reports whether a choice is made at word i: "let's go with the blue one",
// "we'll use Postgres", "wir nehmen Hoppe".
func settles(ws []word, i int) bool {
	if i == 0 || i+1 == len(ws) {
		return false
	}
	who, next := ws[i-1].low, ws[i+1].low
	switch ws[i].low {
	case "go", "going", "stick", "stay":
		return next == "with" && (who == "let's" || who == "we'll" || who == "i'll" || who == "we're" || who == "i'm")
	case "use", "keep", "drop":
		return who == "let's" || who == "we'll"
	case "nehmen", "bleiben":
		return who == "wir"
	case "wir":
		return who == "nehmen"
	}
	return false
}

// tasks reports whether a sentence asks a program for a piece of work, which says
// nothing of the person: "Write a poem about Leipzig", "Fass bitte zusammen".
func tasks(ws []word) bool {
	if len(ws) > 1 && (ws[0].low == "please" || ws[0].low == "bitte" || ws[0].low == "now") {
		ws = ws[1:]
	}
	if len(ws) == 0 {
		return false
	}
	switch ws[0].low {
	case "write", "explain", "summarize", "summarise", "translate", "show", "tell", "describe", "draft", "compare",
		"schreib", "schreibe", "erklär", "erkläre", "fass", "fasse", "zeig", "zeige", "übersetz", "übersetze",
		"écris", "explique", "résume", "traduis", "montre", "escribe", "explica", "resume", "traduce", "muéstrame", "напиши", "объясни", "переведи", "покажи":
		return true
	}
	return false
}

// introduces reports whether a sentence says who the speaker is: "I'm Lena".
func introduces(ws []word) bool {
	for i := range ws[:min(len(ws), 4)] {
		k := i + 1
		switch ws[i].low {
		case "i'm", "i’m", "im", "soy":
		case "i", "ich", "je":
			if k < len(ws) && (ws[k].low == "am" || ws[k].low == "bin" || ws[k].low == "suis" || ws[k].low == "heiße" || ws[k].low == "m'appelle" || ws[k].low == "m’appelle") {
				k++
				break
			}
			continue
		default:
			continue
		}
		if k < len(ws) && k > 0 && ws[k-1].post == "" {
			r, _ := utf8.DecodeRuneInString(ws[k].core)
			return unicode.IsUpper(r)
		}
	}
	return false
}

// calling reports whether a sentence says what the speaker is: "I'm a midwife now".
func calling(ws []word) bool {
	i := 0
	if i+1 < len(ws) && (ws[i].low == "i" && ws[i+1].low == "am" || ws[i].low == "ich" && ws[i+1].low == "bin") {
		i++
	} else if len(ws) == 0 || ws[0].low != "i'm" && ws[0].low != "i’m" {
		return false
	}
	if i+2 >= len(ws) {
		return false
	}
	switch ws[i+1].low {
	case "a", "an", "ein", "eine":
		what := ws[i+2].low
		return what != "bit" && what != "little" && what != "lot" && what != "bisschen"
	}
	return false
}

// heard reports whether a model listens: only then is "never do this" meant as
// a rule.
func (r *reading) heard() bool { return r.machine || r.nameless }

// lasts reports whether a person tells a program who they are, what they like, or
// what it must always or never do: that holds beyond the day.
func (r *reading) lasts(l *line) bool {
	s := &r.said[l.said]
	if !r.heard() || s.model || s.tool || l.kind == code || l.ask {
		return false
	}
	return r.orders(l) || l.self || l.prefer && l.me && !l.past && !l.when
}

// orders reports whether a line is what a person wants a program to do always, or
// never.
func (r *reading) orders(l *line) bool {
	s := &r.said[l.said]
	return l.rule && r.heard() && !s.model && !s.tool && l.kind != code && !l.ask
}

// bans reports whether word i opens a sentence that forbids or always wants
// something: "Never commit to main", "please don't …".
func bans(ws []word, i int) bool {
	if i > 2 || i > 0 && ws[i-1].post == "" && ws[i-1].low != "please" && ws[i-1].low != "bitte" && ws[i-1].low != "and" && ws[i-1].low != "und" {
		return false
	}
	switch ws[i].low {
	case "never", "always", "don't", "nie", "niemals", "immer", "jamais", "toujours", "nunca", "siempre", "никогда", "всегда":
		return len(ws) > i+2
	case "no", "kein", "keine", "keinen":
		return i > 0 && len(ws) > i+1
	}
	return false
}

// ailing knows what a person must not be given.
func ailing(low string) bool {
	switch low {
	case "allergic", "allergy", "intolerant", "intolerance", "coeliac", "celiac", "diabetic", "allergisch", "allergie", "unverträglichkeit", "allergique", "alérgico", "alérgica", "аллергия":
		return true
	}
	return false
}

// unfinished reports whether a sentence says that something is still to be done
// or decided.
func unfinished(text string) bool {
	text = fold(text)
	for _, p := range [...]string{"still need", "still have to", "still has to", "still open", "open question", "open:", "offen:", "to be decided", "not decided yet", "not yet decided", "haven't decided", "undecided",
		"remind me", "don't forget to", "left to do", "todo:", "to do:", "tbd", "muss noch", "müssen noch", "fehlt noch", "noch offen", "offene frage", "offen ist", "bleibt offen", "noch nicht entschieden",
		"erinnere mich", "nicht vergessen", "il faut encore", "reste à", "pas encore décidé", "todavía tengo", "todavía hay", "queda pendiente", "нужно ещё", "ещё нужно", "ещё надо"} {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
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

func thanking(low string) bool {
	switch low {
	case "thanks", "thank", "congrats", "congratulations", "danke", "merci", "gracias", "спасибо":
		return true
	}
	return false
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
		x := 1.0
		switch {
		case l.me || r.orders(l):
			x = w.me
		case l.you:
			x = w.you
		case l.they && !s.model:
			x = w.they
		default:
			x = w.neither
		}
		times := func(on bool, f float64) {
			if on {
				x *= f
			}
		}
		times(l.ask, w.ask)
		times(l.when && l.me, w.when)
		times(l.past && l.me && !l.ask, w.past)
		times(l.will, w.will)
		times(l.flat, w.flat)
		times(l.thanks, w.thanks)
		times(l.title && !s.model && !s.tool, w.title)
		times(l.prefer || l.learn, w.prefer)
		times(l.decide || l.correct && l.me, w.decide)
		times(l.rule && !s.model && !s.tool, w.rule)
		times(l.corrects >= 0 || len(l.proofs) > 0, w.correct)
		switch {
		case s.asked >= 0 && l.first == 0:
			x *= w.answer
		case s.asked >= 0:
			x *= w.reply
		default:
			x *= w.alone
		}
		n := 0
		for _, p := range l.pieces {
			n += len(p.terms)
		}
		x *= math.Pow(float64(min(max(n, 2), 14))/6, w.dense)
		switch l.kind {
		case caption:
			x *= w.caption
		case code:
			x *= w.code
		case quote:
			x *= w.quote
		}
		if s.tool && !s.told {
			x *= w.tool
		}
		if s.model && !l.me {
			x *= w.model
		}
		l.weight = x
	}
}

func (r *reading) role(s *said) transcript.Role {
	if s.tool {
		return transcript.Tool
	}
	return r.msgs[s.msg].Role
}

// values is what each term is worth wherever it stands.
func (r *reading) values(w weights) []float64 {
	out := make([]float64, len(r.terms))
	top := math.Log(1 + float64(len(r.said))/1.5)
	for t := range out {
		v := math.Pow(r.rarity(int32(t))/top, w.power)
		switch word := r.terms[t]; {
		case hasDigit(word):
			v *= w.number
		case r.common[t] == 2:
			v *= w.dull
		case r.common[t] == 1:
			v *= w.everyday
		case r.ends[t] == 1:
			v *= w.ing
		case r.ends[t] == 2:
			v *= w.ly
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

// dates is what the dates of a piece are worth: much beside words that say what
// happened, little in "last week was wild".
func (w weights) dates(p *piece) float64 {
	return float64(p.dates) * w.date * min(1, float64(p.rare)/2)
}

// aside is the factor of a clause that does not say when, in a line that does.
func (w weights) aside(l *line, p *piece) float64 {
	if l.when && l.me && !p.when {
		return w.apart
	}
	return 1
}
