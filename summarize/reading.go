package summarize

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/statement"
	"dormouse/summarize/extract"
	"dormouse/summarize/voices"
)

// reading is the text of some messages, taken apart and weighed.
type reading struct {
	in     Input
	msgs   []transcript.Message
	said   []said
	lines  []line
	vocab  map[string]int32
	terms  []string // number → word
	seen   []int32  // in how many messages a term occurs
	last   []int32  // the message it was counted in last
	common []uint8  // 0 rare word, 1 everyday, 2 dull
	names  map[string]bool
	// machine: one of the speakers is a language model
	machine bool
	// nameless: somebody's name is not known, as where a person talks with a program
	nameless bool
	slots    int // stretches whose lines may stand together
	unit     unit
}

// said is one message: who speaks when, and which lines are theirs.
type said struct {
	msg      int
	who      string // "Clara", "User"
	voice    int    // number of the speaker
	day      time.Time
	lang     language.Lang
	from, to int  // lines[from:to]
	asked    int  // line of the question this message answers; -1
	tool     bool // data: no person or model says it in this conversation
	shown    bool // data that a person brought in: pasted, piped, attached
	told     bool // shown with the words to keep it
	work     bool // shown for something to be done with it
	origin   transcript.Origin
	model    bool   // nobody with a name: a language model
	label    string // what stands in front of an entry: the speaker, or a tool's source
	head     int    // cost of the label and its colon
	exchange int    // number of the stretch in which this speaker's lines may stand together
}

// line is one sentence with what is known of it.
type line struct {
	said     int
	kind     extract.Form
	text     string         // as it was said, dates absolute
	behind   string         // what was said before it, and is needed to understand it
	under    string         // the heading of its list, where it does not say itself what it is about
	words    []extract.Word // text tightened
	pieces   []piece
	weight   float64
	first    int     // position within its message
	grade    float64 // importance of the whole line, [0, 1]
	dated    bool    // says when
	foremost bool    // every talk needs it
	ofNow    bool    // says it of the day on which it is said, or one beside it
	fills    bool    // says nothing: a remark, a picture, a bare link
	leads    bool    // introduces what is shown after it
	// corrects is the line this one takes back; -1
	corrects int
	proofs   []int // messages that this line tells, too: corrections of it
	told     bool  // a correction that the line it corrects tells
	slot     int   // number of the stretch whose lines may stand in one entry
	judged   language.Judgement
	ill      float64 // the probability that it tells of somebody's health
	signals
}

// piece is a clause with what is known of it.
type piece struct {
	words   []extract.Word
	terms   []int32
	bound   bool    // leans on the piece before it
	gone    bool    // taken back, or one of many alike: not told
	exact   []int32 // numbers, days and names among the terms
	cost    int     // as of the reading's unit
	size    int     // words
	dates   int     // dates it tells
	rare    int     // terms that are neither everyday words nor numbers
	turns   bool    // denies, ends or changes something: news, even in known words
	changes bool    // changes something: its words are no less worth for being those of what it changes
}

// signals are what the salience rules look at.
type signals struct {
	ask, me, you, they, decide, prefer, undone, when, number, name, past, will bool
	rule                                                                       bool // says what never or always holds
	weekday                                                                    bool // names a day of the week
}

// read takes the new messages apart.
func read(in Input, msgs []transcript.Message) *reading {
	r := &reading{in: in, msgs: msgs, vocab: map[string]int32{}, names: voices.Speakers(in.Names, msgs)}
	numbers, ask := map[string]int{}, -1
	calls := map[string]transcript.Call{}
	for _, m := range msgs {
		r.machine = r.machine || m.Role == transcript.Assistant && m.Name == ""
		r.nameless = r.nameless || m.Role != transcript.Tool && m.Name == ""
	}
	r.unit = unitOf(in, r.nameless)
	heard := voices.Listen(msgs)
	for i, m := range msgs {
		for _, c := range m.ToolCalls {
			calls[c.ID] = c
		}
		for _, st := range r.stretches(m, heard) {
			s := said{msg: i, who: voices.Speaker(in.Names, m), day: extract.DayOf(m.Time, in.Location), from: len(r.lines), asked: -1, origin: st.Origin, told: st.told, work: st.work}
			s.tool = st.Origin.Foreign() && (st.Origin != transcript.Modelled || st.echo != "")
			s.shown = s.tool && m.Role != transcript.Tool
			s.model = st.Origin == transcript.Modelled
			if s.label = s.who; s.tool {
				s.label = st.label(m, calls, s.who)
			}
			voice := s.who
			if s.shown {
				voice = s.label
			}
			v, known := numbers[voice]
			if !known {
				v = len(numbers)
				numbers[voice] = v
			}
			s.voice = v
			s.lang = r.language(st.Text, s.tool)
			if n := len(r.said); n > 0 && !s.shown && !r.said[n-1].shown && r.said[n-1].voice != s.voice && r.said[n-1].day.Equal(s.day) {
				s.asked = ask
			}
			s.head = r.unit.of(s.label + ":")
			s.exchange = r.exchangeOf(&s)
			r.said = append(r.said, s)
			if q := r.readMessage(st.list, len(r.said)-1); !s.shown {
				ask = q
			}
			r.said[len(r.said)-1].to = len(r.lines)
		}
	}
	r.correct()
	r.lean()
	return r
}

// surely is the probability from which what a tool shows is in the language that it is taken for.
const surely = .8

// language is what a text is in. The lines of a log are in none: what a tool shows is read as the
// talk before it, unless it is surely in another language.
func (r *reading) language(text string, tool bool) language.Lang {
	l, p := language.GuessSure(text)
	if n := len(r.said); tool && p < surely && n > 0 {
		return r.said[n-1].lang
	}
	return l
}

// remarkTo is up to which worth, as language.Judgement.Keep has it, times how surely it
// is about the speaker or theirs, a sentence between two people is a remark: a greeting,
// a reaction, what holds for everybody.
const remarkTo = .06

// ended reports whether a text ends as a sentence does.
func ended(text string) bool {
	done := strings.TrimRight(text, "\"')”’*_`")
	return done != "" && extract.Closed(done, language.English) == done
}

// another reports whether a sentence that a person tells a program is an entry of
// its own beside the one before it: one of the two is worth keeping, and this one
// neither goes on with the other nor speaks of who was named there.
func (r *reading) another(s *said, l *line, text string) bool {
	if !r.nameless || s.model || s.tool || len(r.lines) == 0 {
		return false
	}
	before := &r.lines[len(r.lines)-1]
	if before.said != l.said || max(l.judged.Keep, before.judged.Keep) < keepFrom {
		return false
	}
	return !slices.ContainsFunc(s.lang.Cues(text, language.Words(text)), func(c language.Cue) bool {
		return c.From == 0 && (c.Class == language.Third || c.Class == language.Connectives)
	})
}

// readMessage adds the lines of one message and returns its last question, -1 for none.
func (r *reading) readMessage(list []extract.Sentence, at int) (ask int) {
	ask = -1
	s := &r.said[at]
	slot := s.exchange
	places := r.places(s, list)
	for n, sent := range list {
		if r.heard() && !s.tool && !s.model && sent.Form == extract.InProse {
			sent.Text = statement.Settled(sent.Text, s.lang)
		}
		ws := extract.Split(sent.Text)
		if n > 0 && s.shown && sent.Row != list[n-1].Row {
			slot = r.newSlot()
		}
		l := line{said: at, kind: sent.Form, first: n, leads: sent.Leads, corrects: -1}
		if sent.Form != extract.InCode && !s.tool {
			l.judged = judge(sent, ws, s, speakerOf(r.msgs[s.msg]))
			if r.heard() {
				l.ofNow, l.ill = ofNow(sent.Text, s.day), language.Health(sent.Text, s.lang)
			}
			remark := sent.Form == extract.InProse && l.judged.Keep*l.judged.Mine < remarkTo
			l.fills = !r.heard() && (remark || sent.Form == extract.InCaption) || !extract.Says(ws)
		}
		if places[n].Begins || n > 0 && (list[n-1].Row == sent.Row || ended(list[n-1].Text)) && r.another(s, &l, sent.Text) {
			slot = r.newSlot()
		}
		l.slot = slot
		l.fills = l.fills || places[n].Heads
		l.signals = r.signs(ws, sent, s, l.judged)
		l.foremost = r.foremost(&l)
		if sent.Form != extract.InCode && !s.tool {
			whole := extract.Dated(sent.Text, s.day)
			l.text = extract.Join(whole)
			ws = extract.Tighten(whole, sent.Form, s.lang, r.diary(s))
		}
		if len(ws) == 0 {
			continue
		}
		l.words = ws
		r.number(&l, s)
		if under := places[n].Under; under != "" && !l.me && !strings.Contains(strings.ToLower(l.text), strings.ToLower(under)) {
			l.under, l.behind = under, under+": "
			l.pieces[0].cost += r.unit.of(l.behind)
		}
		r.lines = append(r.lines, l)
		if l.ask {
			ask = len(r.lines) - 1
		}
	}
	return ask
}

// places are those of a message's sentences in its lists. Of a list that a person writes for a
// program each item is a thing by itself.
func (r *reading) places(s *said, list []extract.Sentence) []extract.Place {
	if !r.nameless || s.tool || s.model {
		return make([]extract.Place, len(list))
	}
	return extract.Places(list, s.lang)
}

// diary reports whether a speaker's entries may leave out "I", as a diary does:
// where a name stands in front. "User: Live in Leipzig" would be an order.
func (r *reading) diary(s *said) bool { return r.msgs[s.msg].Name != "" }

// number gives the content words of a line their numbers and cuts it into
// pieces.
func (r *reading) number(l *line, s *said) {
	for i := range l.words {
		w := &l.words[i]
		w.Number = w.Number || extract.HasDigit(w.Core)
		first, _ := utf8.DecodeRuneInString(w.Core)
		opens := i == 0 || extract.EndsSentence(l.words[i-1].Post)
		w.Proper = unicode.IsUpper(first) && !opens && !s.lang.Classes(w.Low).Has(language.Me) && !s.lang.Lists(w.Low).Has(language.Stop)
		w.Terms = r.termsOf(w, s)
		l.name = l.name || w.Proper && !r.names[w.Low]
		if _, ok := quantity.NumberWord(s.lang, w.Low); ok || w.Number {
			l.signals.number = true
		}
	}
	l.pieces = nil
	for _, c := range extract.Cut(l.words, l.kind, s.lang) {
		l.pieces = append(l.pieces, piece{words: c.Words, bound: c.Bound, size: len(c.Words)})
	}
	for i := range l.pieces {
		p := &l.pieces[i]
		text := extract.Join(p.words)
		p.turns = r.heard() && language.Turns(text, s.lang)
		p.changes = p.turns && slices.ContainsFunc(s.lang.Cues(text, language.Words(text)), func(c language.Cue) bool { return c.Class == language.Change })
		for _, w := range p.words {
			if w.Date {
				p.dates++
				l.dated = true
			}
			for _, t := range w.Terms {
				if slices.Contains(p.terms, t) {
					continue
				}
				p.terms = append(p.terms, t)
				if r.common[t] == 0 && !extract.HasDigit(r.terms[t]) {
					p.rare++
				}
				if w.Proper || extract.HasDigit(r.terms[t]) {
					p.exact = append(p.exact, t)
				}
			}
		}
		p.cost = r.unit.of(" " + text)
	}
}

// termsOf are the numbers of the content words in a word, which is no speaker's name.
func (r *reading) termsOf(w *extract.Word, s *said) (out []int32) {
	if !extract.IsName(r.names, w) {
		eachTerm(w, s.lang, func(part, term string) { out = append(out, r.term(part, term, s)) })
	}
	return out
}

// term is the number of a term, which stands for a part of a word in a message.
func (r *reading) term(part, term string, s *said) int32 {
	id, ok := r.vocab[term]
	if !ok {
		id = int32(len(r.terms))
		r.vocab[term] = id
		r.terms = append(r.terms, term)
		r.seen = append(r.seen, 0)
		r.last = append(r.last, -1)
		var c uint8
		switch in := s.lang.Lists(part) | s.lang.Lists(term); {
		case in.Has(language.Dull):
			c = 2
		case in.Has(language.Usual):
			c = 1
		}
		r.common = append(r.common, c)
	}
	if r.last[id] != int32(s.msg) {
		r.last[id] = int32(s.msg)
		r.seen[id]++
	}
	return id
}
