package summarize

import (
	"math"
	"slices"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/temporal"
	"dormouse/summarize/extract"
)

// weights are the figures of the salience rules, in one place: round numbers set
// by hand, kept where they helped both halves of four long chats. Around these
// values the share of facts that survives is flat.
type weights struct {
	dull, everyday, number, name float64 // value of a content word, 1 for a plain one
	date                         float64 // value of a date, on top
	me, you, they, neither       float64 // who a line is about
	when, past, will             float64 // a time, what was, what will be
	answer, reply, alone         float64 // first line of an answer, the others, no answer
	prefer, rule, correct        float64 // a like or a lesson; what never or always holds; what takes something back
	code, tool                   float64
	shown                        float64 // what tools and texts show where a model listens
	own, lasts, weeks, today     float64 // what a person tells a program: all of it, what lasts; of that, what is of use for weeks, today
	again, told                  float64 // a word this speaker's entries have already; one that memory has
	open                         float64 // share of a heading charged to the first entry under it
	power                        float64 // how much rarity counts
	dense                        float64 // how much the length of a line counts
	half                         float64 // worth that gives an importance of a half
	long                         float64 // share of the text that may be of lasting worth, where nothing judges that
	topic                        float64 // what the words of a topic in front of an entry are worth
}

func defaults() weights {
	return weights{
		dull: .15, everyday: .5, number: 1.6, name: 5, date: 3,
		me: 1, you: .3, they: 1, neither: .8,
		when: 1.5, past: 1.2, will: .5,
		answer: 1.7, reply: 1.3, alone: .9,
		prefer: 1.1, rule: 1.8, correct: 1.6,
		code: .5, tool: .5,
		shown: .3, own: .2, lasts: 1.2, weeks: .7, today: .2, again: .5, told: .5, open: .15, power: .3, dense: .15, half: 3, long: .15, topic: .4,
	}
}

// signs looks at the words of a sentence before anything is cut out of it. What it
// does and what kind of thing it tells is judged by its language.
func (r *reading) signs(ws []extract.Word, sent extract.Sentence, s *said, j language.Judgement) signals {
	var g signals
	lang, wish := s.lang, language.Tells
	if r.heard() && !s.model && !s.tool {
		wish = statement.Wish(sent.Text, lang)
	}
	if n := len(ws); n > 0 {
		tail := strings.TrimRight(ws[n-1].Post, `"')]”’*_`)
		g.ask = strings.HasSuffix(tail, "?") || strings.HasSuffix(tail, "？") ||
			j.Act == language.Asks && r.heard() && !s.model && wish != language.Task && wish != language.Done && !statement.Enumerates(sent.Text)
	}
	// Two people who chat tell stories: what is learned from notes to a program would
	// weigh them wrong.
	told := r.heard() && (j.Act == language.States || j.Act == language.Order)
	g.decide = told && j.Kind == language.Decision && j.Keep > .5
	g.prefer = told && (j.Kind == language.Preference || j.Kind == language.Learning) && j.Keep > .5
	g.rule = j.Act == language.Order && r.heard() && !s.model && !s.tool
	for i, w := range ws {
		of, in := lang.Classes(w.Low), lang.Lists(w.Low)
		g.me = g.me || of.Has(language.Me)
		g.you = g.you || of.Has(language.You)
		g.undone = g.undone || in.Has(language.Undone)
		g.when = g.when || whenWord(&ws[i], lang)
		_, day := language.WeekdayNamed(w.Low)
		g.weekday = g.weekday || day
		g.past = g.past || temporal.Tense(lang, w.Low) < 0
		if i == 0 {
			g.they = of.Has(language.Third) && !article(ws, lang)
		}
		g.will = g.will || i < 2 && in.Has(language.Intends)
	}
	g.will = g.will && !g.decide
	g.me = g.me || g.decide && r.heard() && !s.model
	g.undone = !g.ask && (g.undone || lang.Unfinished(extract.Fold(sent.Text)) || wish == language.Task)
	return g
}

// article reports whether the first word, which may stand for a thing, stands before
// one: "le plombier passe mardi".
func article(ws []extract.Word, lang language.Lang) bool {
	in := lang.Lists(ws[0].Low)
	if len(ws) < 2 || !in.Has(language.Light) && !lang.Determines(ws[0].Low) || in.Has(language.Points) {
		return false
	}
	next := ws[1].Low
	return !lang.Lists(next).Has(language.Stop|language.Verb|language.Light) && temporal.Tense(lang, next) == 0
}

// speakerOf is how the models see who says a message.
func speakerOf(m transcript.Message) language.Speaker {
	if m.Role == transcript.User || m.Name != "" {
		return language.Person
	}
	return language.Other
}

// Thresholds of what a person tells a program.
const (
	keepFrom  = .36 // worth remembering, as language.Judgement.Keep has it
	exactFrom = .3  // the same, for a statement with a number or a name
	lastFrom  = .45 // of use for a year
	lastKeep  = .50 // how surely it is worth keeping at all, for that
	nowFrom   = .85 // the same, where it speaks of today: of 243 such in the corpus 11 are
	passing   = .1  // how much surer it must be where it passes with the day
	passes    = .5  // of use today only; what is decided holds until it is undone
)

// judge says what a sentence does and tells, without what opens it and says nothing.
func judge(sent extract.Sentence, ws []extract.Word, s *said, by language.Speaker) language.Judgement {
	text := sent.Text
	if body := extract.DropOpeners(ws, s.lang); len(body) < len(ws) {
		text = extract.Join(body)
	}
	return language.Judge(text, s.lang, by)
}

// ofNow reports whether a text says that something is so on the day on which it is
// said, or on one beside it, in words that mean another day tomorrow.
func ofNow(text string, day time.Time) bool {
	return slices.ContainsFunc(temporal.Times(text, day), func(t temporal.Time) bool {
		said := time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, time.UTC)
		return !t.Dated && !t.Yearless && t.Grain <= temporal.Around && t.Last.After(said.AddDate(0, 0, -2)) && t.First.Before(said.AddDate(0, 0, 2))
	})
}

// yearless reports whether a text names a day without its year.
func yearless(text string, day time.Time) bool {
	return slices.ContainsFunc(temporal.Times(text, day), func(t temporal.Time) bool { return t.Yearless })
}

// worth reports whether a line that is told to a program should be remembered at all.
func (r *reading) worth(l *line) bool {
	s := &r.said[l.said]
	if l.kind == extract.InCode || s.tool {
		return true // judged elsewhere
	}
	if l.undone {
		return true
	}
	bar := keepFrom + float64(passing*l.judged.Day)
	told := l.judged.Act == language.States || l.judged.Act == language.Order
	if told && (l.signals.number || l.signals.name) {
		bar = exactFrom
	}
	return l.judged.Keep >= bar
}

// heard reports whether a model listens: only then is "never do this" meant as
// a rule.
func (r *reading) heard() bool { return r.machine || r.nameless }

// lasts reports whether a person tells a program what holds for a year or more:
// who they are, what they like, what they decided, what it must always or never do. What
// concerns somebody's health for weeks is of use for years, but for what happens on a day.
func (r *reading) lasts(l *line) bool {
	s := &r.said[l.said]
	if !r.heard() || s.model || s.tool || l.kind == extract.InCode || l.ask {
		return false
	}
	j, from := &l.judged, lastFrom
	if l.ofNow && l.ill < surelyIll { // "they've put me up to 100 mg, from today"
		from = nowFrom
	}
	year := j.Year
	if l.ill >= surelyIll && (j.Kind != language.Event || !l.when) {
		year += j.Month
	}
	lasts := year >= from || j.Kind == language.Decision && j.Day < passes
	return r.orders(l) || lasts && j.Keep >= lastKeep
}

// surelyIll is from which probability a line is about somebody's health.
const surelyIll = .7

// foremost reports whether a line says what every later talk needs to know: how the
// person wants to be answered, and what their health and that of theirs forbids.
func (r *reading) foremost(l *line) bool { return r.lasts(l) && (r.orders(l) || l.ill >= surelyIll) }

// orders reports whether a line is what a person wants a program to do always, or
// never.
func (r *reading) orders(l *line) bool { return l.rule && l.kind != extract.InCode && !l.ask }

// whenWord reports whether a word tells a time.
func whenWord(w *extract.Word, l language.Lang) bool {
	if l.Lists(w.Low).Has(language.Whens) {
		return true
	}
	if _, ok := language.WeekdayNamed(w.Low); ok {
		return true
	}
	if _, ok := language.MonthNamed(w.Low); ok && extract.Capital(w.Core) {
		return true
	}
	return extract.IsDate(w.Low) || extract.IsYear(w.Low)
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
		case l.they:
			x = w.they
		default:
			x = w.neither
		}
		times := func(on bool, f float64) {
			if on {
				x *= f
			}
		}
		times(l.when && l.me, w.when)
		times(l.past && l.me && !l.ask, w.past)
		times(l.will, w.will)
		times(l.prefer, w.prefer)
		times(l.rule, w.rule)
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
		times(l.kind == extract.InCode, w.code)
		times(s.tool && !s.told, w.tool)
		if r.heard() {
			x *= w.listening(s, l)
		}
		l.weight = x
	}
}

// listening is the factor of a line where a person talks with a program: their own
// words by how long they are of use, and little of the rest, for a reply is ten times
// as long as what it answers.
func (w weights) listening(s *said, l *line) float64 {
	j := &l.judged
	switch {
	case s.tool && s.told, l.kind == extract.InCode && !s.tool:
		return 1
	case s.tool:
		return w.shown
	}
	return w.own + float64(w.lasts*j.Keep)*(j.Year+float64(w.weeks*j.Month)+float64(w.today*j.Day))
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
		case extract.HasDigit(word):
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
			if word.Proper && !word.Date {
				for _, t := range word.Terms {
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

// rarity is the idf of a term over the messages, in nats.
func (r *reading) rarity(t int32) float64 {
	return math.Log(1 + float64(len(r.said))/(float64(r.seen[t])+.5))
}
