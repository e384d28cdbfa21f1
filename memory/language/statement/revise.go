package statement

import (
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
)

var reviseModel = language.Learned("revise")

// corrects is the label of what is said next and corrects.
const corrects = "corrects"

// Revises is the probability that what is said right after a statement, by the same
// speaker, corrects it: "no, at four".
func Revises(older, newer Statement) float64 {
	p := reviseModel().Score(classify.Input{Features: ReviseFeatures(older, newer)})
	return p[slices.Index(reviseModel().Labels, corrects)]
}

// manyWords is from how many words on one more makes no difference.
const manyWords = 9

// ReviseFeatures are what the model of Revises sees: how long it is, what it adds, which
// kinds of values both have and whether these stand in one frame ("at seven", "at
// eight"), its cues and where they stand, its first and last words, and what its
// opening does ("sorry, …").
func ReviseFeatures(a, b Statement) []uint16 {
	f := pair{classify.NewFeatures(0)}
	long := len(b.words)
	if b.Lang.Dense() {
		long = len([]rune(b.derived.fold)) / 2
	}
	length := classify.Digit(min(long, manyWords))
	v, o := valuesOf(a, b), overlapOf(a, b)
	adds := classify.Digit(min(Besides(b, a), 3)) + classify.Digit(min(Besides(b, Statement{}), 3))
	frame := b.frameIn(a)
	f.Add("long", length)
	f.Add("adds", adds)
	f.Add("values", v)
	f.Add("frame", frame)
	f.Add("overlap", o)
	gives := b.gives(a)
	led := b.ledAs(a)
	f.Add("led", led)
	f.Add("led+gives", led, gives)
	f.Add("led+long", led, length)
	f.Add("gives", gives)
	f.Add("gives+adds", gives, adds)
	f.Add("gives+long", gives, length)
	f.Add("gives+frame", gives, frame)
	f.Add("frame+adds", frame, adds)
	f.Add("shares", classify.Digit(min(len(b.Shares(a)), 3)), o)
	f.Add("spelling", classify.Yes(spelling(a, b)))
	turn := ""
	for _, c := range turning {
		turn += classify.Yes(b.cues[c])
		if b.cues[c] {
			f.Add("cue", c.String())
			f.Add("cue+adds", c.String(), adds)
			f.Add("cue+frame", c.String(), frame)
			f.Add("cue+gives", c.String(), gives)
		}
	}
	f.Add("turn", turn)
	f.Add("turn+frame", turn, frame)
	f.placeFeatures(a, b)
	f.edges(b)
	f.acts(b, frame, gives)
	return f.List()
}

// gives says whether a statement has a value of a kind that an older one has values of:
// another one, the same, both, or none.
func (s *Statement) gives(o Statement) string {
	other, same := false, false
	for _, x := range s.Values {
		for _, y := range o.Values {
			switch {
			case x.Key == y.Key:
				same = true
			case x.Unit != "" && x.Unit != y.Unit: // milligrams where no milligrams were
			case x.Kind == y.Kind, x.Kind == language.Number && y.Kind == language.Clock, x.Kind == language.Clock && y.Kind == language.Number:
				other = true
			}
		}
	}
	return classify.Yes(other) + classify.Yes(same) + classify.Yes(len(s.Values) > 1)
}

// ledAs says whether small words lead to the figures of a statement that lead to those of an
// older one: "at" to "at", or "until" to "at"; "-" where none leads to them in one of the two.
func (s *Statement) ledAs(o Statement) string {
	was, is := o.leads(), s.leads()
	switch {
	case len(was) == 0 || len(is) == 0:
		return "-" + classify.Yes(len(was) > 0) + classify.Yes(len(is) > 0)
	case slices.ContainsFunc(is, func(low string) bool { return slices.Contains(was, low) }):
		return "same"
	}
	return "other"
}

// leads are the small words right before figures.
func (s *Statement) leads() (list []string) {
	for i := 1; i < len(s.words); i++ {
		if low := s.words[i-1].Low; s.words[i].Digit() && (language.Common(s.Lang, low) || s.Lang.Lists(low).Has(language.Stop)) {
			list = append(list, low)
		}
	}
	return list
}

// edges adds the words at both ends of what is said next.
func (f pair) edges(b Statement) {
	for i := range b.derived.words {
		if w := &b.derived.words[i]; w.token != "" && i < 2 && !w.digit {
			f.Set(w.early)
		}
		if b.derived.words[i].token != "" && i == len(b.derived.words)-1 && i > 0 {
			f.Add("last", b.derived.words[i].token)
		}
	}
	low := []rune(b.derived.fold)
	if b.Lang.Dense() && len(low) > 1 {
		f.Runs("first", string(low[:min(len(low), 5)]), 1, 3)
		f.Runs("end", string(low[max(0, len(low)-5):]), 2, 3)
	}
}

// acts adds what the whole of it does, and what stands before its first comma.
func (f pair) acts(b Statement, frame, gives string) {
	j := language.Judge(b.Text, b.Lang, language.Person)
	f.Add("act", string(j.Act))
	f.Add("act+frame", string(j.Act), frame)
	f.Add("act+gives", string(j.Act), gives)
	if head, rest, ok := strings.Cut(b.Text, ","); ok {
		opens := language.Judge(head, b.Lang, language.Person).Act
		f.Add("opening", string(opens), string(language.Judge(rest, b.Lang, language.Person).Act))
		f.Add("opening+frame", string(opens), frame)
	}
}

// frameIn says what stands in a statement and in an older one behind the same word, or
// alone: figures, names or other words; "-" where nothing does.
func (s *Statement) frameIn(o Statement) string {
	out := "-"
	for i := 1; i < len(s.words); i++ {
		for k := 1; k < len(o.words); k++ {
			if s.words[i-1].Low == o.words[k-1].Low && s.words[i].Low != o.words[k].Low && !s.words[i-1].Digit() {
				if is := sortOf(s, i) + sortOf(&o, k); out == "-" || is[0] == is[1] {
					out = is
				}
			}
		}
	}
	return out
}

// sortOf is the sort of word i: a figure, a name, a small word or another one.
func sortOf(s *Statement, i int) string {
	switch t := s.derived.words[i].token; {
	case s.words[i].Digit():
		return "9"
	case t == "<name>" || t == "":
		return "N"
	case language.Common(s.Lang, s.words[i].Low):
		return "c"
	}
	return "w"
}
