package snapshot

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"dormouse/memory/document"
	"dormouse/memory/knowledge"
	"dormouse/memory/language"
	"dormouse/memory/language/memo"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/temporal"
)

// Worth is how much an entry is missed where it is not in sight.
type Worth struct {
	// First is 2 for what a person pinned and 1 for what every talk needs: how to
	// answer them, who they are, their health. Else 0.
	First int
	// Value is importance × currency × whose it is, in [0, 1], and more for what is
	// used.
	Value float64
	// Of is the person or thing that the entry is about; "" for the person whose
	// memory it is. One chatty topic shall not take all room.
	Of string
}

// HandImportance is that of a line a person wrote: they found it worth typing.
const HandImportance = 0.8

// The days after which half of the use is gone, of what is said to last a year or
// more, weeks, a day.
const (
	yearHalf  = 730.0
	monthHalf = 45.0
	dayHalf   = 1.0
)

// othersShare is the worth of what is told of others against what is told of the
// person.
const othersShare = 0.6

// From these probabilities on a line is believed to be an order, the person's
// identity, about health.
const (
	surelyOrder  = 0.5
	surelyMe     = 0.5
	surelyYear   = 0.6
	forYears     = 0.95 // though it names nothing that tells who somebody is
	surelyHealth = 0.9
	surelyKept   = 0.9 // of any of them: a remark is told in their words, too
)

// Worth judges an entry as it stands on a day.
func (s Snapshot) Worth(e document.Entry, today time.Time) Worth {
	if known, ok := s.Entry(e.ID); ok && e.ID != "" {
		e.Type, e.Importance, e.Since = known.Type, known.Importance, known.Since
	}
	r, _ := s.records.get(e.ID)
	if r.Pinned {
		return Worth{First: 2, Value: 1}
	}
	w := worthOf(e.Text, e.Type)
	importance := e.Importance
	if importance == 0 {
		importance = HandImportance
	}
	age := 0.0
	if !e.Since.IsZero() {
		age = max(0, today.Sub(e.Since).Hours()/24)
	}
	current := w.current(age)
	if Ahead(e, today) {
		current = 1 // what is still to come
	}
	value := importance * current * (othersShare + (1-othersShare)*w.mine)
	value += (1 - value) * r.Held(today)
	return Worth{First: w.first, Value: value, Of: w.of}
}

// judged is what a line is worth by its words alone.
type judged struct {
	first            int
	mine             float64
	year, month, day float64
	of               string
}

func worthOf(text string, t document.Type) judged {
	return worths().Of(text, uint32(slices.Index(document.Types[:], t)), func() judged { return readWorth(text, t) })
}

// worths remembers what lines are worth: every prompt and every night asks the same
// of all MEMORY.md.
var worths = sync.OnceValue(func() *memo.Memo[judged] { return memo.New[judged](4096) })

func readWorth(text string, t document.Type) judged {
	voice, said := knowledge.Voice(text)
	l := language.Guess(said)
	j := language.Judge(said, l, language.Person)
	w := judged{mine: j.Mine, year: j.Year, month: j.Month, day: j.Day, of: voice}
	if voice != "" { // their own lives, as a friend told of them
		w.mine = 0
		return w
	}
	st := statement.ReadIn(said, l)
	for _, v := range st.Values {
		if v.Kind == language.Name {
			w.of = v.Key
			break
		}
	}
	identity := t != document.Happening && j.Me >= surelyMe && (j.Year >= forYears || j.Year >= surelyYear && st.About()&language.Personal() != 0)
	ill := language.Health(said, l) >= surelyHealth && j.Year+j.Month >= surelyYear
	if orders(said, l) || j.Keep >= surelyKept && (identity || ill) {
		w.first, w.of = 1, ""
	}
	return w
}

// orders reports whether a line says how to answer the person, all of it or what
// stands behind the words that announce it ("First the rules: be brief").
func orders(said string, l language.Lang) bool {
	for said != "" {
		if j := language.Judge(said, l, language.Person); j.Act == language.Order && j.Acts >= surelyOrder {
			return true
		}
		_, said, _ = strings.Cut(said, ": ")
	}
	return false
}

// current is how much of its use a line still has after some days.
func (j judged) current(age float64) float64 {
	half := func(days float64) float64 { return math.Exp2(-age / days) }
	return j.year*half(yearHalf) + j.month*half(monthHalf) + j.day*half(dayHalf)
}

// Over reports whether an entry told of a day to come when it was written, which is
// past by now, and is of no use for years after that: the appointment was kept or not.
func (s Snapshot) Over(e document.Entry, today time.Time) bool {
	r, _ := s.records.get(e.ID)
	if r.Pinned || e.Since.IsZero() || !Ahead(e, e.Since.AddDate(0, 0, 1)) || Ahead(e, today) {
		return false
	}
	w := worthOf(e.Text, e.Type)
	return w.year < w.month+w.day // also of what is said of somebody's health, or how to answer
}

// Ahead reports whether an entry names a day that is still to come, or today.
func Ahead(e document.Entry, today time.Time) bool {
	said := e.Since
	if said.IsZero() {
		said = today
	}
	last := today.AddDate(0, 0, -1)
	for _, t := range temporal.Times(e.Text, said) {
		if t.Grain < temporal.OneYear && t.Last.After(last) {
			return true
		}
	}
	return false
}
