package statement

import (
	"slices"
	"strings"
	"time"

	"dormouse/memory/language"
)

// Corrects reports whether a newer statement takes back an older one of the same talk, or
// gives another value for it, so plainly that no model is asked. next is whether nothing
// was said between the two: then it may be no more than the value.
func Corrects(older, newer Statement, next bool) bool {
	return next && Revalues(older, newer) || restates(older, newer) || unsays(older, newer) || shifts(older, newer) || contrasted(older, newer) != ""
}

// shifts reports whether a statement says of nothing but what the older one speaks of by
// how much it has changed.
func shifts(older, newer Statement) bool {
	text, _ := Shifted(older, newer, time.Time{})
	return text != "" && older.Lang == newer.Lang && len(older.Shares(newer)) > 0 && (newer.onlyCorrects(older) || newer.onlyMoves(older))
}

// Meets reports whether two statements have a word of matter or a value in common. That
// both say "um" says nothing.
func Meets(a, b Statement) bool {
	return len(a.Shares(b)) > 0 || slices.ContainsFunc(a.Values, func(v language.Value) bool { return slices.Contains(b.Values, v) })
}

// Besides is how many words of a statement say what it is about that another one does
// not speak of.
func Besides(s, other Statement) (n int) {
	for _, stem := range s.Topic {
		if slices.Contains(s.derived.matter, stem) && !slices.Contains(other.Topic, stem) {
			n++
		}
	}
	return n
}

// Within reports whether another statement speaks of all that one is about, and of more than
// nothing.
func Within(s, other Statement) bool {
	return len(s.derived.matter) > 0 && !slices.ContainsFunc(s.derived.matter, func(stem string) bool { return !other.TellsOf(stem) })
}

// Figured reports whether a statement gives a figure, or by how much one has changed.
func (s *Statement) Figured() bool { return len(s.derived.figures())+len(s.derived.shifts()) > 0 }

// revisedFrom is how probable it must be that what is said next corrects a statement: of 520
// that were written by someone who had seen no other, two in three of the corrections are found
// from there on, and one in forty of the others is taken for one.
const revisedFrom = .6

// TwoTasks reports whether two statements name things to do, each its own, and the newer one turns
// nothing: "ring the vet" and "ring the council".
func TwoTasks(older, newer Statement) bool {
	task := func(s Statement) bool { return language.WishesOf(s.Text, s.Lang).Of(language.Task) >= finishing }
	return Besides(older, newer) > 0 && Besides(newer, older) > 0 && task(older) && task(newer) && !language.Turns(newer.Text, newer.Lang)
}

// Revalues reports whether what is said right after a statement corrects it, and with
// what: "wait" alone does not, nor what says the same again. What has all words of the
// other, or another lead, and no word of correction is a statement of its own.
func Revalues(older, newer Statement) bool {
	switch {
	case len(newer.Values) == 0 && Besides(newer, Statement{}) == 0, older.Lang != newer.Lang, older.within(newer), older.ownsElse(newer), newer.deniesElse(older), finishes(older, newer), TwoTasks(older, newer):
		return false
	case !newer.cues[language.Correct] && !newer.cues[language.Negators] && (newer.bringsIn(older) || newer.tellsOfSpeaker(older) || newer.timesElse(older)):
		return false
	case !newer.cues[language.Correct] && !newer.cues[language.Negators] && Meets(older, newer) && (older.Parallel(newer) || Besides(older, newer) == 0):
		return false
	}
	return newer.takesBack(older) || Revises(older, newer) >= revisedFrom && !newer.tellsAnother(older) && !newer.forgets()
}

// forgets reports whether a statement asks to forget something that it names and gives no value:
// "forget Bob", but not "forget that" nor "forget the 14th".
func (s *Statement) forgets() bool {
	return !s.Figured() && len(s.Values)+Besides(*s, Statement{}) > 0 && language.WishesOf(s.Text, s.Lang).Of(language.Forget) >= SureWish
}

// timesElse reports whether a statement gives a day or an hour where an older one, of which it has
// no word, gives none and no figure that may be one: there is nothing whose place it could take.
func (s *Statement) timesElse(older Statement) bool {
	return s.tellsTime() && !older.tellsTime() && len(older.derived.figures()) == 0 && !Meets(older, *s)
}

// tellsTime reports whether a statement gives a day or an hour, or speaks of one.
func (s *Statement) tellsTime() bool {
	return slices.ContainsFunc(s.Values, func(v language.Value) bool { return v.Kind == language.Day || v.Kind == language.Clock }) ||
		slices.ContainsFunc(s.words, func(w language.Word) bool { return s.Lang.Calendar(w.Low) || s.Lang.Span(w.Low) })
}

// bringsIn reports whether a statement has a word for a person or an animal, no pronoun,
// that an older one does not have: of the corpus no correction without a word of
// correction does.
func (s *Statement) bringsIn(older Statement) bool {
	return !s.Lang.Dense() && slices.ContainsFunc(s.derived.cues, func(c language.Cue) bool {
		low := s.words[c.From].Low
		return (c.Class == language.People || c.Class == language.Animals) && !older.has(s.derived.words[c.From].stem) &&
			!s.Lang.Is(language.Third, low) && !s.Lang.Is(language.Me, low) && !s.Lang.Is(language.You, low)
	})
}

// tellsOfSpeaker reports whether a statement begins with its speaker, of whom an older one
// does not tell, has no word of that and no figure: "the cat is called Pip" and "I live in
// York". Of the corpus no correction without a word of correction does.
func (s *Statement) tellsOfSpeaker(older Statement) bool {
	if !s.Mine || older.Mine || Meets(older, *s) || len(s.derived.figures()) > 0 {
		return false
	}
	who, _, _ := strings.Cut(s.words[0].Low, "'")
	return s.Lang.Is(language.Me, who) || s.Lang.ToldByVerb(s.words[0].Low)
}

// takesBack reports whether a statement speaks of correcting, or is marked as people who
// type mark it ("*11"), and gives but another value for the older one.
func (s *Statement) takesBack(older Statement) bool {
	if len(s.words) == 0 {
		return false
	}
	marked := strings.HasPrefix(s.Text, "*") && s.words[0].Start == 1
	if !marked && !s.turns(language.Correct) {
		first := s.Lang.Parts(s.Text, s.words)[0]
		last := s.words[first[1]-1]
		if first[1] == len(s.words) || !takesBack(s.Text[:last.Start+len(last.Text)], s.Lang) {
			return false
		}
	}
	_, whole := Amended(older, *s)
	return whole
}

// tellsAnother reports whether a statement gives figures of a matter of its own, none of
// which could stand in the older one, but of the same person or thing perhaps: "Ann is 81"
// and "she takes 3 mg of it", "Ann takes 3 mg of it".
func (s *Statement) tellsAnother(older Statement) bool {
	was, is := older.derived.figures(), s.derived.figures()
	if len(is) == 0 || Besides(*s, older) == 0 || slices.ContainsFunc(older.Shares(*s), func(stem string) bool { return !s.begins(stem) }) {
		return false
	}
	ofItsOwn := func(f figure) bool {
		return (f.Unit != "" || f.Counts) && !slices.ContainsFunc(was, func(o figure) bool { return o.Unit == f.Unit && o.Counts == f.Counts })
	}
	return !slices.ContainsFunc(is, func(f figure) bool { return !ofItsOwn(f) }) || len(older.Shares(*s)) == 0 && exchange(older, *s) == nil
}

// begins reports whether a statement begins with a word.
func (s *Statement) begins(stem string) bool {
	return len(s.derived.words) > 0 && strings.TrimSuffix(s.derived.words[0].stem, "'s") == stem || s.derived.name == stem
}

// TakenUp is which of the statements that a speaker made before, oldest first, a newer
// one takes up by a word of matter that both have: the last of them; -1 if none.
func TakenUp(before []Statement, newer Statement) int {
	for i, s := range slices.Backward(before) {
		if s.Lang == newer.Lang && len(s.Shares(newer)) > 0 {
			return i
		}
	}
	return -1
}

// restates reports whether a statement speaks of correcting or change, of nothing but
// what the older one speaks of, and of another day or time; or of correcting, and of
// another number.
func restates(older, newer Statement) bool {
	if older.Lang != newer.Lang || !newer.turns(language.Negators, language.End, language.Change, language.Correct) || !another(older, newer, func(x, y language.Value) bool {
		switch {
		case x.Kind != y.Kind || x.Key == y.Key:
			return false
		case x.Kind == language.Number:
			return newer.turns(language.Correct) && (x.Unit == y.Unit || x.Unit == "" || y.Unit == "")
		}
		return x.Kind == language.Day || x.Kind == language.Clock
	}) {
		return false
	}
	about := Besides(newer, Statement{})
	return about > 0 && !slices.ContainsFunc(newer.Topic, func(stem string) bool {
		return slices.Contains(newer.derived.matter, stem) && !older.TellsOf(stem)
	})
}

// turns reports whether a statement has a word of one of some classes. What somebody
// "actually" did corrects nothing; what it actually is may.
func (s *Statement) turns(classes ...language.Class) bool {
	return slices.ContainsFunc(s.derived.cues, func(c language.Cue) bool {
		adverb := c.Class == language.Correct && !s.Lang.Dense() && c.From > 0 && (s.Lang.Is(language.Me, s.words[c.From-1].Low) || s.Lang.Is(language.Third, s.words[c.From-1].Low))
		return slices.Contains(classes, c.Class) && !adverb
	})
}

// unsays reports whether a statement denies what an older one says, in most of its words, or
// a value of it and gives another instead: "the 11th and not the 9th".
func unsays(older, newer Statement) bool {
	if !newer.Denied || older.Denied {
		return false
	}
	if len(older.Shares(newer)) >= mostOfIt && Besides(older, newer) < mostOfIt {
		return true
	}
	return Besides(newer, older) <= 1 && another(older, newer, func(x, y language.Value) bool {
		return x.Key != y.Key && exchanges(x, y) && newer.hasValue(x) && !older.hasValue(y)
	})
}

// mostOfIt is how many words of matter a statement has of an older one that it denies as a
// whole: of the pairs of the corpus 26 of 30 are ends, and the others say the same.
const mostOfIt = 3

// hasValue reports whether a statement gives a value, of whatever unit.
func (s *Statement) hasValue(v language.Value) bool {
	return slices.Contains(s.derived.keys[v.Kind], v.Key)
}

// another reports whether a value of the newer statement stands to one of the older one
// as is asked.
func another(older, newer Statement, is func(x, y language.Value) bool) bool {
	return slices.ContainsFunc(older.Values, func(x language.Value) bool {
		return slices.ContainsFunc(newer.Values, func(y language.Value) bool { return is(x, y) })
	})
}

// exchanges reports whether a value may be another one for the same thing: one of the
// same kind that is no name, an hour for an hour of a clock.
func exchanges(x, y language.Value) bool {
	switch {
	case x.Kind == language.Name || y.Kind == language.Name:
		return false
	case x.Kind == language.Number && y.Kind == language.Clock, x.Kind == language.Clock && y.Kind == language.Number:
		return true
	}
	return x.Kind == y.Kind
}
