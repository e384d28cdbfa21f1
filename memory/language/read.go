package language

import "dormouse/memory/language/classify"

// Act is what a sentence does.
type Act string

// The acts.
const (
	States  Act = "state"
	Asks    Act = "ask"
	Request Act = "request"
	Order   Act = "order" // a standing instruction
	Filler  Act = "filler"
	Quotes  Act = "quote" // not the speaker's own words
)

// Kind is what sort of thing a sentence tells.
type Kind string

// The kinds.
const (
	Fact       Kind = "fact"
	Preference Kind = "pref"
	Decision   Kind = "decision"
	Event      Kind = "event"
	Learning   Kind = "learning"
)

// Judgement is what the models make of a sentence. Probabilities are in [0, 1].
type Judgement struct {
	Act   Act
	Acts  float64 // that Act is right
	Keep  float64 // that it is worth keeping
	Kind  Kind    // if it is kept
	Year  float64 // that it is of use for a year or more
	Month float64 // for weeks to months
	Day   float64 // today only
	Me    float64 // that it is about the speaker
	Mine  float64 // that it is about the speaker, or theirs
}

var (
	actModel    = Learned("act")
	keepModel   = Learned("keep")
	kindModel   = Learned("kind")
	lastsModel  = Learned("lasts")
	whoseModel  = Learned("whose")
	illModel    = Learned("health")
	wishModel   = Learned("wish")
	stayModel   = Learned("stay")
	claimTrees  = embedded("claim.bin", classify.DecodeTrees)
	endedTrees  = embedded("ended.bin", classify.DecodeTrees)
	answerTrees = embedded("answered.bin", classify.DecodeTrees)
	partTrees   = embedded("parted.bin", classify.DecodeTrees)
	followTrees = embedded("followed.bin", classify.DecodeTrees)
)

// Judge says what a sentence does and what it tells.
func Judge(text string, l Lang, by Speaker) Judgement {
	act, keep, lasts, whose := actModel(), keepModel(), lastsModel(), whoseModel()
	all := Features(text, l, by, act.Use)
	var j Judgement
	acts := act.Score(all)
	a, p := act.Best(acts)
	j.Act, j.Acts = Act(a), p
	last := lasts.Score(all)
	j.Year, j.Month, j.Day = lasts.Of(last, "year"), lasts.Of(last, "month"), lasts.Of(last, "day")
	who := whose.Score(all)
	j.Me = whose.Of(who, "me")
	j.Mine = j.Me + whose.Of(who, "mine")
	j.Keep = worth(act, keep, lasts, acts, keep.Score(all), last)
	kind := kindModel()
	if by != Person && kind.Use&classify.RoleGroup == 0 {
		all = Features(text, l, by, kind.Use)
	}
	k, _ := kind.Best(kind.Score(all))
	j.Kind = Kind(k)
	if j.Act == Order {
		j.Kind = Preference
	}
	return j
}

// Fills is the probability that a text is said only to say something: a greeting, a
// reaction, what comes before the matter.
func Fills(text string, l Lang) float64 {
	act := actModel()
	return act.Of(act.Score(Features(text, l, Person, act.Use)), string(Filler))
}

// Health is the probability that a statement tells of somebody's health, in all of it
// or in one of its clauses: "Ada has asthma, so the windows stay shut" speaks mostly of
// windows.
func Health(text string, l Lang) float64 {
	m := illModel()
	of := func(text string) float64 { return m.Of(m.Score(Features(text, l, Person, m.Use)), "health") }
	best := of(text)
	ws := Words(text)
	clauses := l.Parts(text, ws)
	if len(clauses) > 1 {
		for _, c := range clauses {
			best = max(best, of(text[ws[c[0]].Start:ws[c[1]-1].Start+len(ws[c[1]-1].Text)]))
		}
	}
	return best
}

// Wish is what a message to the program asks of it.
type Wish string

// The wishes.
const (
	Recall   Wish = "recall" // a question that notes might answer
	AboutMe  Wish = "aboutme"
	Recap    Wish = "recap"
	Todo     Wish = "todo"
	List     Wish = "list"
	ClockAsk Wish = "clock"
	Span     Wish = "span" // how long it is to something, or has been since
	HowTo    Wish = "howto"
	WhoAreU  Wish = "whoareyou"
	NeedsLLM Wish = "model" // needs a language model
	CannotDo Wish = "act"   // needs what the program does not do: ring, call, book
	SumUp    Wish = "sum"
	Remember Wish = "remember"
	Forget   Wish = "forget"
	Small    Wish = "small"
	Hello    Wish = "hello"
	Thanks   Wish = "thanks"
	Bye      Wish = "bye"
	Task     Wish = "task" // tells of something that the speaker has to do
	Tells    Wish = "state"
	Done     Wish = "done"   // tells that something to be done is
	Orders   Wish = "orders" // asks how the program is to behave
)

// Worth is Judgement.Keep for some features: the mean of what three models think,
// which is right more often than any of them.
func Worth(act, keep, lasts *classify.Model, features classify.Input) float64 {
	return worth(act, keep, lasts, act.Score(features), keep.Score(features), lasts.Score(features))
}

func worth(act, keep, lasts *classify.Model, a, k, l []float64) float64 {
	told := act.Of(a, string(States)) + act.Of(a, string(Order))
	lasting := float64(told * (1 - lasts.Of(l, "day")))
	return (keep.Of(k, "keep") + told + lasting) / 3
}

// Wishes are the probabilities of what a message asks for.
type Wishes struct{ p []float64 }

// Of is the probability of one wish, in [0, 1].
func (w Wishes) Of(one Wish) float64 { return wishModel().Of(w.p, string(one)) }

// Best is the most probable wish, and its probability.
func (w Wishes) Best() (Wish, float64) {
	best, p := wishModel().Best(w.p)
	return Wish(best), p
}

// AllWishes are the wishes.
func AllWishes() []Wish {
	return []Wish{Recall, AboutMe, Recap, Todo, List, ClockAsk, Span, HowTo, WhoAreU, NeedsLLM, CannotDo, SumUp, Remember, Forget, Small, Hello, Thanks, Bye, Task, Tells, Done, Orders}
}

// WishesOf reads what a message asks for.
func WishesOf(text string, l Lang) Wishes { return Wishes{wishModel().Score(WishFeatures(text, l))} }

// surelyObjects is from which probability a message is taken for an objection: of 16,700
// that want something else 148 are.
const surelyObjects = .6

// Objects reports whether a message objects to what the program has just said is over.
func Objects(text string, l Lang) bool {
	m := stayModel()
	return m.Of(m.Score(WishFeatures(text, l)), "stay") >= surelyObjects
}

// WishOf says what a message asks for, and how sure that is, in [0, 1].
func WishOf(text string, l Lang) (Wish, float64) { return WishesOf(text, l).Best() }

// Unborne is the probability that a clause of a claim of which this was seen beside what
// was said is not borne out by it: that it is contradicted, or that nothing speaks for it.
func Unborne(seen classify.Sight) float64 { return claimTrees().Of(seen) }

// Ended is the probability that a line of memory of which this was seen beside news no
// longer holds.
func Ended(seen classify.Sight) float64 { return endedTrees().Of(seen) }

// Answered is the probability that a text of which this was seen beside a question answers it.
func Answered(seen classify.Sight) float64 { return answerTrees().Of(seen) }

// Followed is the probability that a text of which this was seen beside a question that was asked
// after another one answers it.
func Followed(seen classify.Sight) float64 { return followTrees().Of(seen) }

// PartOver is the probability that a part of a line of which this was seen beside news that ended
// some of the line is over.
func PartOver(seen classify.Sight) float64 { return partTrees().Of(seen) }
