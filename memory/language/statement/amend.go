package statement

import (
	"slices"
	"strings"
	"time"

	"dormouse/memory/language"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// Amended is what an older statement says with the figures, or the name, that a newer one
// of its speaker gives instead: "the boat costs 42,000 crowns" and "sorry, 45,000" make
// "the boat costs 45,000 crowns". It is "" where it is not clear which one is meant. whole
// reports whether it says all that the newer one does, and that one does but correct: what
// was moved to another day may be at another hour.
func Amended(older, newer Statement) (text string, whole bool) {
	if finishes(older, newer) {
		return "", false
	}
	if text, gives := Shifted(older, newer, time.Time{}); gives {
		return text, text != "" && (newer.onlyCorrects(older) || newer.onlyMoves(older))
	}
	was, is := older.derived.figures(), newer.derived.figures()
	put := exchange(older, newer)
	if put == nil {
		if text = contrasted(older, newer); text != "" {
			return text, true
		}
		if text = respelled(older, newer); text == "" {
			text = renamed(older, newer)
		}
		return text, text != "" && newer.onlyCorrects(older)
	}
	if text, whole, ok := goesOn(older, newer, was, is, put); ok {
		return text, whole
	}
	return older.exchanged(was, is, put), allTold(was, is, put) && newer.onlyCorrects(older)
}

// finishing are the probabilities from which an older statement is a task and a newer one says that
// something is done: what that cost takes no figure's place.
const finishing = .25

func finishes(older, newer Statement) bool {
	return len(newer.derived.figures()) > 0 && language.WishesOf(older.Text, older.Lang).Of(language.Task) >= finishing && language.WishesOf(newer.Text, newer.Lang).Of(language.Done) >= finishing
}

// mostBesides is how many words of its own a statement has at most that gives but figures;
// mostPairs that where words are not spaced, of two characters each.
const (
	mostBesides = 1
	mostPairs   = 2
)

// givesFigures reports whether a statement says hardly anything beside an older one but
// figures: "paid the van tax, 320" is no other deposit.
func (s *Statement) givesFigures(older Statement) bool {
	if s.Lang.Dense() {
		return Besides(*s, older) <= mostPairs
	}
	return Besides(*s, older) <= mostBesides
}

// Updated is what an older statement says with all the figures that a newer one gives, in
// the place of its own; "" where one of them is of something else or of another kind, it
// is not clear, or the newer one tells more, or begins with another thing.
func Updated(older, newer Statement) string {
	if finishes(older, newer) {
		return ""
	}
	was, is := older.derived.figures(), newer.derived.figures()
	put := exchange(older, newer)
	if put == nil || !allTold(was, is, put) || !newer.givesFigures(older) || newer.names(older) || older.Parallel(newer) {
		return ""
	}
	for i, x := range put {
		if was[i].First.IsZero() != is[x].First.IsZero() {
			return "" // every Monday, and from 2026-11-06 on
		}
	}
	return older.exchanged(was, is, put)
}

// names reports whether a statement has a name that another one does not have.
func (s *Statement) names(o Statement) bool {
	for i, w := range s.words {
		if s.token(i) == "<name>" && !o.has(s.derived.words[i].stem) && !s.inFigure(w) {
			return true
		}
	}
	return false
}

// inFigure reports whether a word stands in a figure, or in what says by how much one has
// changed.
func (s *Statement) inFigure(w language.Word) bool {
	return slices.ContainsFunc(s.derived.figures(), func(f figure) bool { return f.From <= w.Start && w.Start < f.To }) ||
		slices.ContainsFunc(s.derived.shifts(), func(by quantity.Shift) bool { return by.From <= w.Start && w.Start < by.To })
}

// exchanged is the text of a statement with other figures in place of some.
func (s *Statement) exchanged(was, is []figure, put map[int]int) string {
	var out strings.Builder
	at := 0
	for i, f := range was {
		if x, ok := put[i]; ok {
			from, to, with := f.written(is[x])
			out.WriteString(s.Text[at:from])
			out.WriteString(with)
			at = to
		}
	}
	out.WriteString(s.Text[at:])
	return out.String()
}

// Outdated are the places in an older statement's text of the figures in whose stead a
// newer one gives others; none where that is not clear.
func Outdated(older, newer Statement) (at []int) {
	was := older.derived.figures()
	for i := range exchange(older, newer) {
		at = append(at, was[i].From)
	}
	return at
}

// allTold reports whether each newer figure is put somewhere, or is one of the older ones.
func allTold(was, is []figure, put map[int]int) bool {
	told := map[int]bool{}
	for _, x := range put {
		told[x] = true
	}
	for x, f := range is {
		if !told[x] && !slices.ContainsFunc(was, f.means) {
			return false
		}
	}
	return true
}

// goesOn is Amended where the older statement ends with the one figure that is given anew:
// then what stands behind that in the newer one may stand there, too.
func goesOn(older, newer Statement, was, is []figure, put map[int]int) (text string, whole, ok bool) {
	last := len(was) - 1
	x, given := put[last]
	if !given || len(put) > 1 || strings.Trim(older.Text[was[last].To:], " .!") != "" {
		return "", false, false
	}
	rest := strings.TrimRight(newer.Text[is[x].To:], " .!")
	tail := ReadIn(rest, newer.Lang)
	if strings.TrimSpace(rest) == "" || tail.cues[language.Correct] || slices.ContainsFunc(is[x+1:], was[last].means) {
		return "", false, false // "9, not 8" is 9, and so is "9 sorry"
	}
	head := ReadIn(newer.Text[:is[x].To], newer.Lang)
	from, _, with := was[last].written(is[x])
	return older.Text[:from] + with + rest, allTold(was, is[:x+1], put) && head.onlyCorrects(older), true
}

// onlyCorrects reports whether a statement has no matter of its own beside an older one that
// it corrects, and tells of no change in it. What a figure is of, "I meant" and "same time"
// are no matter.
func (s *Statement) onlyCorrects(older Statement) bool {
	besides := Besides(*s, older)
	for i, w := range s.words {
		in := !s.Lang.Dense() && s.inCue(i, language.Correct) || s.inFigure(w) || s.Lang.Lists(w.Low).Has(language.Unmoved)
		if stem := s.derived.words[i].stem; in && slices.Contains(s.Topic, stem) && slices.Contains(s.derived.matter, stem) && !slices.Contains(older.Topic, stem) {
			besides--
		}
	}
	if besides == 1 && s.surelyOpens(older) {
		besides = 0
	}
	return besides <= 0 && (s.cues[language.Correct] || !s.cues[language.Change])
}

// surelyRevised is from which probability a statement corrects an older one whatever it
// opens with.
const surelyRevised = .5

// surelyOpens reports whether a statement surely corrects an older one, and has a word of
// matter of its own only before the figure that it gives: "oh rats, nine".
func (s *Statement) surelyOpens(older Statement) bool {
	is := s.derived.figures()
	if len(is) == 0 || Revises(older, *s) < surelyRevised {
		return false
	}
	rest := ReadIn(s.Text[is[0].From:], s.Lang)
	return Besides(rest, older) == 0
}

// Settled is a text without what it takes back itself: "the locker is 114, sorry, I meant
// 141" is "the locker is 141". It is the text where it takes nothing back, or it is not
// clear what.
func Settled(text string, l language.Lang) string {
	ws := language.Words(text)
	for _, part := range l.Parts(text, ws) {
		at := ws[part[0]].Start
		last := ws[part[1]-1]
		if part[0] == 0 || !takesBack(text[at:last.Start+len(last.Text)], l) {
			continue
		}
		older, newer := ReadIn(strings.TrimRight(text[:at], " ,;:.–—-"), l), ReadIn(text[at:], l)
		if is, whole := Amended(older, newer); whole {
			return is
		}
	}
	return text
}

// takesBack reports whether a clause opens with a word of correction; "not 40" denies a
// value, and gives none.
func takesBack(clause string, l language.Lang) bool {
	s := ReadIn(clause, l)
	opens := func(is language.Class, from int) bool {
		return slices.ContainsFunc(s.derived.cues, func(c language.Cue) bool { return c.Class == is && c.From == from })
	}
	joined := !l.Dense() && len(s.words) > 1 && l.Is(language.Connectives, s.words[0].Low) // "6000 а не 5000"
	if opens(language.Negators, 0) || joined && opens(language.Negators, 1) {
		return len(s.Values) == 0 && Besides(s, Statement{}) == 0
	}
	return opens(language.Correct, 0)
}

// respelled is an older statement with the one name or identifier that a newer one spells
// a little differently.
func respelled(older, newer Statement) string {
	for i, a := range older.words {
		for k, b := range newer.words {
			if older.spells(i) && newer.spells(k) && !newer.has(older.derived.words[i].stem) && !older.has(newer.derived.words[k].stem) && respelt(a.Low, b.Low) {
				return older.with(a, b)
			}
		}
	}
	return ""
}

// renamed is an older statement with the one name that a newer one gives instead of its
// only other name, but that of whom it is about.
func renamed(older, newer Statement) string {
	i, k := older.onlyName(newer, older.subjectEnds()), newer.onlyName(older, 0)
	if i < 0 || k < 0 {
		return ""
	}
	return older.with(older.words[i], newer.words[k])
}

// longestContrast is of how many words what is denied has at most, and what is said instead;
// likeEnough is how like they are in meaning, at least.
const (
	longestContrast = 3
	likeEnough      = .35
)

// contrasted is an older statement with what a newer one says instead of what it denies of it:
// "mum is allergic to penicillin" and "wait, not penicillin, it's codeine" make "mum is allergic
// to codeine". It is "" where the newer one tells anything else, or of another kind of thing.
func contrasted(older, newer Statement) string {
	no := newer.negator()
	if no < 0 || older.Denied || older.Lang != newer.Lang || newer.Lang.Dense() || newer.cues[language.End] || newer.bringsIn(older) {
		return ""
	}
	var before, denied, instead []int
	for i := range newer.words {
		switch stem := newer.derived.words[i].stem; {
		case newer.inCue(i, language.Correct) || !slices.Contains(newer.derived.matter, stem) && newer.token(i) != "<name>":
		case older.has(stem):
			denied = append(denied, i)
		case i < no:
			before = append(before, i)
		default:
			instead = append(instead, i)
		}
	}
	switch {
	case len(instead) == 0:
		instead = before
	case len(before) > 0 && (no > 1 || newer.token(0) == "<name>"):
		return "" // more than a word that opens it: "afinal não é …"
	}
	if !inOne(denied) || !inOne(instead) || denied[0] < no || !newer.setApart(denied, instead) || !newer.alike(denied, instead) && !newer.parallel(denied[0], instead[0]) {
		return ""
	}
	for i := range len(older.words) - len(denied) + 1 {
		said := true
		for k, n := range denied {
			said = said && older.derived.words[i+k].stem == newer.derived.words[n].stem
		}
		if said {
			last := older.words[i+len(denied)-1]
			return older.Text[:older.words[i].Start] + newer.Text[newer.words[instead[0]].Start:wordEnd(newer.words[instead[len(instead)-1]])] + older.Text[wordEnd(last):]
		}
	}
	return ""
}

// deniesElse reports whether a statement says something instead of what it denies, and an
// older one does not speak of that: then it corrects another one.
func (s *Statement) deniesElse(older Statement) bool {
	no := s.negator()
	if no < 0 || s.Lang.Dense() {
		return false
	}
	var denied, instead []int
	for i := no + 1; i < len(s.words); i++ {
		switch tells := slices.Contains(s.derived.matter, s.derived.words[i].stem) || s.token(i) == "<name>"; {
		case !tells || s.inCue(i, language.Correct):
		case len(denied) == 0 || len(instead) == 0 && denied[len(denied)-1] == i-1 && !s.parts(i):
			denied = append(denied, i)
		default:
			instead = append(instead, i)
		}
	}
	if !inOne(denied) || !inOne(instead) || !s.setApart(denied, instead) || !s.alike(denied, instead) && !s.parallel(denied[0], instead[0]) {
		return false
	}
	for i := no + 1; i <= denied[0]; i++ {
		if s.parts(i) {
			return false // "no, …" denies all of it
		}
	}
	return !slices.ContainsFunc(denied, func(i int) bool { return older.has(s.derived.words[i].stem) })
}

// setApart reports whether what is said instead stands in a clause of its own: soon behind a
// comma or a pronoun, or before the comma behind which something is denied.
func (s *Statement) setApart(denied, instead []int) bool {
	first, next, behind := denied[len(denied)-1], instead[0], true
	if next < denied[0] {
		first, next, behind = instead[len(instead)-1], denied[0], false
	}
	gap := s.words[first+1 : next]
	return len(gap) <= longestContrast && (strings.ContainsAny(s.Text[wordEnd(s.words[first]):s.words[next].Start], ",;:.–") ||
		behind && len(gap) > 0 && (s.Lang.Is(language.Third, gap[0].Low) || s.Lang.Is(language.Correct, gap[0].Low)))
}

// parallel reports whether the same word stands before two others: "pas chez le boulanger, chez
// le coiffeur".
func (s *Statement) parallel(i, k int) bool {
	return min(i, k) > 0 && s.words[i-1].Low == s.words[k-1].Low
}

// alike reports whether some words mean what others do, or all of them are names.
func (s *Statement) alike(some, others []int) bool {
	var a, b vectors.Gist
	for _, i := range some {
		if row, ok := translate.Row(s.Lang, s.words[i].Low); ok {
			a.Add(row)
		}
	}
	for _, i := range others {
		if row, ok := translate.Row(s.Lang, s.words[i].Low); ok {
			b.Add(row)
		}
	}
	if a.Empty() || b.Empty() {
		named := func(i int) bool { return s.token(i) == "<name>" || a.Empty() && b.Empty() }
		return !slices.ContainsFunc(slices.Concat(some, others), func(i int) bool { return !named(i) })
	}
	x, y := a.Direction(), b.Direction()
	return x.Like(&y) >= likeEnough
}

// inOne reports whether places are those of a few words that stand together.
func inOne(at []int) bool {
	n := len(at)
	return n > 0 && n <= longestContrast && at[n-1]-at[0] == n-1
}

// negator is the place of the one word that denies, but for one that opens a statement before
// it ("no wait, it's not …"); -1 if there is none, or several.
func (s *Statement) negator() int {
	at := -1
	for _, c := range s.derived.cues {
		if c.Class == language.Negators {
			if at > 0 {
				return -1
			}
			at = c.From
		}
	}
	return at
}

// inCue reports whether word i stands in words of a class.
func (s *Statement) inCue(i int, is language.Class) bool {
	return slices.ContainsFunc(s.derived.cues, func(c language.Cue) bool { return c.Class == is && c.From <= i && i < c.To })
}

// with is the text of a statement with another word in place of one of its own.
func (s *Statement) with(old, word language.Word) string {
	return s.Text[:old.Start] + word.Text + s.Text[old.Start+len(old.Text):]
}

// spells reports whether word i is a name or an identifier.
func (s *Statement) spells(i int) bool {
	return s.words[i].MixesDigits() || s.token(i) == "<name>"
}

// subjectEnds is behind which word the one stands whom a statement begins with: "Aunt Bea",
// "my brother Tom"; 0 where it begins with nobody.
func (s *Statement) subjectEnds() int {
	n := 0
	if len(s.words) > 1 && (s.Lang.Lists(s.words[0].Low).Has(language.Whose) || s.Lang.Is(language.Me, s.words[0].Low)) && s.somebody(1) {
		n = 1
	}
	for s.somebody(n) {
		n++
	}
	return n
}

// somebody reports whether word i is a name, or a word for a person or an animal.
func (s *Statement) somebody(i int) bool {
	return i < len(s.words) && (s.Lang.Is(language.People, s.words[i].Low) || s.Lang.Is(language.Animals, s.words[i].Low) || s.token(i) == "<name>" || language.IsName(s.words[i]))
}

// onlyName is the one name of a statement, from some word on, that another one does not
// have; -1 where there is none, or several.
func (s *Statement) onlyName(o Statement, from int) int {
	at := -1
	for i := from; i < len(s.words); i++ {
		who, _, _ := strings.Cut(s.words[i].Low, "'")
		if s.token(i) != "<name>" || o.has(s.derived.words[i].stem) || s.inFigure(s.words[i]) || s.Lang.Is(language.Me, who) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// fewLetters is how short a word is of which one letter more makes another word.
const fewLetters = 5

// respelt reports whether two words are one name or identifier, one of them written wrong
// by a letter, by two that are swapped, or in its second half.
func respelt(a, b string) bool {
	if min(len(a), len(b)) < fewLetters || a == b {
		return false
	}
	alike := 0
	for alike < min(len(a), len(b)) && a[alike] == b[alike] {
		alike++
	}
	return NearlySpelt(a, b) || 2*alike >= max(len(a), len(b))
}
