// Package offline is the built-in model "offline/extractive". It needs no key
// and no network: it answers from memory and from this conversation by search
// and extraction, says where each sentence comes from, and says plainly when it
// knows nothing or cannot do what is asked.
//
// It is a llm.Model like any other and drives the same loop, tools and nights:
// it looks things up by calling memory_search and memory_get, keeps what it is
// told to by calling memory_update, forgets by calling memory_forget, and composes its reply from the results.
//
// What a message wants is read by package language; which line answers a question
// is judged by package answers, which learned it from notebooks. No language is
// known here but by phrases/, which holds what the engine says in each.
//
// # Why no language model
//
// It serves the person who only wants to keep and query notes, the machine with
// no key, and every test. It therefore never invents: each sentence of a reply
// is either a phrase of its own or a line that stands somewhere, with its source.
package offline

import (
	"context"
	"iter"
	"slices"
	"strings"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/memory/language/statement"
	"dormouse/runtime/llm"
)

// Ref is the name by which the model is chosen.
const Ref = transcript.BuiltIn

// Window is the context window in tokens when none is configured. The engine
// itself has no limit; the number decides how often it sleeps.
const Window = 32_000

// Model is the built-in engine. Its zero value is ready for use.
type Model struct{}

// Ref returns "offline/extractive".
func (Model) Ref() string { return Ref }

// Window returns the default window.
func (Model) Window() int { return Window }

// Blind says that it looks at no pictures.
func (Model) Blind() bool { return true }

// Stream answers the newest user message of the request.
func (Model) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(llm.Chunk{}, err)
			return
		}
		t, ok := newTurn(r)
		text := t.say(sayNothingYet)
		if ok {
			text = t.reply()
		}
		for i := range t.wants {
			if !yield(llm.Chunk{Call: &t.wants[i]}, nil) {
				return
			}
		}
		if len(t.wants) > 0 {
			yield(llm.Chunk{Stop: llm.Calls}, nil)
			return
		}
		for row := range strings.Lines(text) {
			if err := ctx.Err(); err != nil {
				yield(llm.Chunk{}, err)
				return
			}
			if !yield(llm.Chunk{Text: row}, nil) {
				return
			}
		}
		yield(llm.Chunk{Stop: llm.End, Over: t.over, Holds: t.holds, Asks: t.asks}, nil)
	}
}

// surelyCovers is how much of a message what is remembered must cover for it to be taken
// as a question about that, whatever else it may want, but surely.
const surelyCovers = .4

// reply decides what the message wants and does it. What it gives counts only when
// no call is wanted.
func (t *turn) reply() string {
	if answer := t.forgot(); answer != "" {
		return answer
	}
	text := t.request()
	if said, all := t.forgetsAll(text); all {
		return said
	}
	for _, answer := range []func(string) string{t.answered, t.objected} {
		if said := answer(text); said != "" {
			return said
		}
	}
	wish := statement.Wish(text, t.lang)
	if wish == language.Remember && statement.Refused(text, t.lang) {
		return t.forgetAll([]line{{message: t.asked.ID}})
	}
	if c := contentsOf(t.asked); c.matter != "" {
		return t.about(c, wish)
	}
	for _, answer := range []func(language.Wish, string) (string, bool){t.follows, t.naming} {
		if said, done := answer(wish, text); done {
			return said
		}
	}
	if corrects(text, t.told()) || len(t.done(text)) > 0 {
		return t.note()
	}
	if _, ok := forgetting(text); ok {
		return t.forget(t.request(), false)
	}
	if language.WishesOf(text, t.lang).Of(language.Orders) >= mayOrder {
		if answer, ok := t.orders(text); answer != "" || !ok {
			return answer
		}
	}
	if answer, done := t.scrap(wish, text); done {
		return answer
	}
	if t.doubts(wish, text) {
		if q := queryOf(text, t.lang, language.Recall); q.Solid() > 0 {
			if answer, done := t.recall(q, surelyCovers, mostLines); done {
				return answer
			}
		}
	}
	return t.does(wish, text)
}

// doubts reports whether a message may be a question about what is remembered. One
// about the world reads the same until memory has an answer.
func (t *turn) doubts(wish language.Wish, text string) bool {
	if wish == language.NeedsLLM && (marked(text) || language.Judge(text, t.lang, language.Person).Act == language.Asks) {
		return true
	}
	return doubtful[wish] && (language.WishesOf(text, t.lang).Of(wish) < statement.SureWish || queryOf(text, t.lang, language.Recall).Names() || answers.Owns(text, t.lang))
}

// A message that is read as a telling may ask, if memory answers it, where it is a question about
// memory with mayAskFrom of probability, and no statement with surelyTells. It may have mostMore
// words that the answer has not: what it asks for.
const (
	mayAskFrom  = .15
	surelyTells = .95
	mostMore    = 1
)

// scrap answers what is read as a telling, and asks: of "pitch we had at the campsite" nobody knows
// but by what is remembered. done is false where it tells, or nothing answers it.
func (t *turn) scrap(wish language.Wish, text string) (answer string, done bool) {
	q := queryOf(text, t.lang, language.Recall)
	if q.Solid() == 0 || !t.mayAsk(wish, text) {
		return "", false
	}
	if answer, done = t.recall(q, surelyCovers, mostLines); !done || answer == "" {
		return answer, done
	}
	s := statement.ReadIn(text, t.lang)
	return answer, slices.ContainsFunc(q.choose(t.near, surelyCovers), func(l line) bool { return statement.Besides(s, l.statement()) <= mostMore })
}

// mayAsk reports whether what is read as a telling may ask. What gives a figure, turns something
// or ends a line tells.
func (t *turn) mayAsk(wish language.Wish, text string) bool {
	if wish != language.Tells && wish != language.Done || language.WishesOf(text, t.lang).Of(language.Recall) < mayAskFrom {
		return false
	}
	s := statement.ReadIn(text, t.lang)
	j := language.Judge(text, t.lang, language.Person)
	if s.Figured() || language.Turns(text, t.lang) || j.Act == language.States && j.Acts >= surelyTells {
		return false
	}
	over, doubted := ends(t.told(), t.known, &line{text: text, day: t.now()})
	return len(over) == 0 && doubted == nil
}

// doubtful are the wishes that are read from words which may as well be topics.
var doubtful = map[language.Wish]bool{language.HowTo: true, language.WhoAreU: true, language.NeedsLLM: true, language.CannotDo: true, language.ClockAsk: true, language.Todo: true, language.Small: true, language.Recap: true}

func (t *turn) does(wish language.Wish, text string) string {
	switch wish {
	case language.Tells, language.Task, language.Done:
		return t.note()
	case language.Remember:
		return t.remember()
	case language.Forget:
		if _, sure := forgetting(text); sure {
			return t.forget(t.request(), false)
		}
		if !marked(text) { // "the train is cancelled" is news
			return t.note()
		}
	case language.Recap:
		return t.recap()
	case language.Todo:
		return t.todo()
	case language.AboutMe:
		return t.aboutMe()
	case language.List:
		return t.listed(text)
	case language.ClockAsk:
		return t.clock(text)
	case language.Span:
		return t.span(text)
	case language.HowTo:
		return t.help(text)
	case language.SumUp:
		return t.summary(text)
	case language.NeedsLLM:
		return t.needsModel()
	case language.WhoAreU:
		return t.say(sayWho)
	}
	if p, ok := short[wish]; ok {
		return t.say(p)
	}
	if c, ok := t.chained(wish, text); ok { // nothing answers it with the question before
		return t.toldOr(c.query(), text)
	}
	q := queryOf(text, t.lang, language.Recall)
	if q.Weight() == 0 {
		return t.aboutMe()
	}
	if t.headed(q) {
		return t.todo()
	}
	if answer, done := t.recall(q, answersFrom, mostLines); done {
		return answer
	}
	return t.toldOr(q, text)
}

// toldOr notes what was taken for a question, finds nothing and reads like a telling, or says that
// nothing is known.
func (t *turn) toldOr(q query, text string) string {
	if t.mayTell(text) {
		return t.note()
	}
	return t.unknown(q)
}

func odds(p float64) float64 { return p / (1 - min(p, .999)) }

// mayTell reports whether what was taken for a question, and finds nothing, reads like
// something that is told.
func (t *turn) mayTell(text string) bool {
	_, p := language.WishesOf(text, t.lang).Best()
	j := language.Judge(text, t.lang, language.Person)
	return j.Act == language.States && odds(p) < odds(j.Acts) && !opensAsking(text, t.lang) && !marked(text)
}

// mayOrder is the probability from which a message is taken to ask how the program is
// to behave, where some standing order answers that.
const mayOrder = .3

// needsModel says so, and once in a conversation how to connect one.
func (t *turn) needsModel() string {
	if t.saidBefore(sayConnect) {
		return t.say(sayNeedsModel)
	}
	return t.say(sayNeedsModel) + " " + t.say(sayConnect)
}

// short are the wishes that a phrase answers.
var short = map[language.Wish]phrase{language.Small: saySmall, language.Hello: sayHello, language.Thanks: sayThanks, language.Bye: sayBye, language.CannotDo: sayCannot}

// headed reports whether a question asks for a list that stands in this conversation or
// in memory.
func (t *turn) headed(q query) bool {
	return slices.ContainsFunc(append(t.told(), t.fromPrompt()...), q.headed)
}

// listed tells all that is known about something.
func (t *turn) listed(text string) string {
	if t.headed(queryOf(text, t.lang, language.Recall)) {
		return t.todo()
	}
	q := queryOf(text, t.lang, language.List)
	if q.Weight() < answers.LightWeight {
		return t.aboutMe()
	}
	return t.recallOr(q, mostList)
}
