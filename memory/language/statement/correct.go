package statement

import (
	"slices"

	"dormouse/memory/language"
)

// Corrects reports whether a newer statement takes back an older one of the same talk, or
// gives another value for it, so plainly that no model is asked. next is whether nothing
// was said between the two: then it may be no more than the value.
func Corrects(older, newer Statement, next bool) bool {
	return next && Revalues(older, newer) || restates(older, newer) || unsays(older, newer)
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

// mostFragment is how many words a statement has that gives a value and no more.
const mostFragment = 7

// Revalues reports whether a statement gives but another value of the kind that the
// one before it has: it speaks of nothing that the other does not speak of, or names the
// old value beside the new one ("9 not 8"), and adds nothing.
func Revalues(older, newer Statement) bool {
	turns := language.Turns(newer.Text, newer.Lang)
	about, beside := Besides(newer, Statement{}), Besides(newer, older)
	names := turns && slices.ContainsFunc(older.Values, func(v language.Value) bool { return slices.Contains(newer.Values, v) })
	switch {
	case older.Lang != newer.Lang || len(newer.words) > mostFragment:
		return false
	case about > 0 && !turns && len(newer.words) > 3, beside > 1, beside == 1 && !names, newer.cues[language.Also] && !turns:
		return false
	}
	return another(older, newer, func(x, y language.Value) bool {
		instead := names && x.Kind == language.Name && y.Kind == language.Name && slices.Contains(newer.Values, x) && !slices.Contains(older.Values, y)
		return x.Key != y.Key && (instead || exchanges(x, y, turns))
	})
}

// restates reports whether a statement speaks of correcting or change, of nothing but
// what the older one speaks of, and of another day or time.
func restates(older, newer Statement) bool {
	if older.Lang != newer.Lang || !language.Turns(newer.Text, newer.Lang) || !another(older, newer, func(x, y language.Value) bool {
		return x.Kind == y.Kind && (x.Kind == language.Day || x.Kind == language.Clock) && x.Key != y.Key
	}) {
		return false
	}
	about := Besides(newer, Statement{})
	return about > 0 && !slices.ContainsFunc(newer.Topic, func(stem string) bool {
		return slices.Contains(newer.derived.matter, stem) && !older.tellsOf(stem)
	})
}

// unsays reports whether a statement denies a value of an older one and gives another
// instead: "the 11th and not the 9th".
func unsays(older, newer Statement) bool {
	return newer.Denied && !older.Denied && Besides(newer, older) <= 1 && another(older, newer, func(x, y language.Value) bool {
		return x.Key != y.Key && exchanges(x, y, false) && slices.Contains(newer.Values, x) && !slices.Contains(older.Values, y)
	})
}

// another reports whether a value of the newer statement stands to one of the older one
// as is asked.
func another(older, newer Statement, is func(x, y language.Value) bool) bool {
	return slices.ContainsFunc(older.Values, func(x language.Value) bool {
		return slices.ContainsFunc(newer.Values, func(y language.Value) bool { return is(x, y) })
	})
}

// exchanges reports whether a value may be another one for the same thing: one of the
// same kind, an hour for an hour of a clock, a name spelt a little differently.
func exchanges(x, y language.Value, turns bool) bool {
	switch {
	case x.Kind == language.Name || y.Kind == language.Name:
		return turns && x.Kind == y.Kind && near(x.Key, y.Key)
	case x.Kind == language.Number && y.Kind == language.Clock, x.Kind == language.Clock && y.Kind == language.Number:
		return true
	}
	return x.Kind == y.Kind
}
