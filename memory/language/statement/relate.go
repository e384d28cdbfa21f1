package statement

import (
	"slices"
	"strings"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// Relation is how a newer statement stands to an older one.
type Relation uint8

// The relations.
const (
	Same      Relation = iota // it says the same again
	Denies                    // the older one no longer holds, or never did
	Replaces                  // it gives another value of the same attribute
	Adds                      // about the same thing; both hold
	Unrelated                 // about something else
)

var relationNames = [...]string{"same", "denies", "replaces", "adds", "unrelated"}

// String is the relation's name.
func (r Relation) String() string { return relationNames[r] }

// Verdict is the probability of each relation.
type Verdict [len(relationNames)]float64

// Ends is the probability that the older statement no longer holds.
func (v Verdict) Ends() float64 { return v[Denies] + v[Replaces] }

var relateModel = language.Learned("relate")

// Relate says how a newer statement stands to an older one. Two statements of the
// same words but for their numbers are not judged but read: of a state of affairs
// the newer figure holds. What begins with two different names is about two, and so is
// what says the same of two things, with a figure of each. A correction that names what
// it corrects is as sure as the model can be.
//
// What shares neither a word nor an attribute is mostly about two things: the pairs
// that the model has learned from were written to be compared, those of a memory
// were not. So its odds of an end count less there.
func Relate(older, newer Statement) Verdict { return RelateBy(relateModel(), older, newer) }

// Ends is Relate(older, newer).Ends(): the model is not asked where the answer is no.
func Ends(older, newer Statement) float64 {
	if older.others(newer) || older.within(newer) || older.counts(newer) || newer.joins() {
		return 0
	}
	return Relate(older, newer).Ends()
}

// RelateBy is Relate by another model than the embedded one.
func RelateBy(m *classify.Model, older, newer Statement) Verdict {
	p := m.Score(RelateInput(older, newer))
	var v Verdict
	for i, l := range m.Labels {
		v[slices.Index(relationNames[:], l)] = p[i]
	}
	if !Meet(older, newer) {
		v = v.rarer()
	}
	if older.others(newer) {
		return v.stays(Unrelated)
	}
	if older.within(newer) || older.counts(newer) || newer.joins() {
		return v.stays(Adds)
	}
	if plainly := (restates(older, newer) || unsays(older, newer)) && v.Ends() < plain; plainly {
		return Verdict{Replaces: plain, Adds: 1 - plain}
	}
	if v = figures(older, newer, v); v.Ends() >= mayEnd {
		if rest, ok := newer.from(older); ok {
			if of := RelateBy(m, older, rest); of.Ends() < v.Ends() {
				return of
			}
		}
	}
	return v
}

// mayEnd is from which probability of an end it is looked at which clause is to bring it.
const mayEnd = .2

// from is a statement from the clause on that begins with what an older one speaks of,
// where those before it are told of the speaker and do not meet that; false where there
// is none. In "we're closed on Mondays, and Sami only does wheels" what is closed ends
// nothing of Sami's.
func (s *Statement) from(older Statement) (rest Statement, ok bool) {
	parts := s.Lang.Parts(s.Text, s.words)
	for i, p := range parts[:max(len(parts)-1, 0)] {
		to := s.words[parts[i+1][0]].Start
		clause, next := ReadIn(s.Text[s.words[p[0]].Start:to], s.Lang), ReadIn(s.Text[to:], s.Lang)
		if clause.derived.lead != "me" || next.derived.lead == "me" || Meet(older, clause) || slices.ContainsFunc(clause.Values, func(v language.Value) bool {
			return slices.ContainsFunc(older.Values, func(o language.Value) bool { return o.Kind == v.Kind && o.Kind != language.Name })
		}) {
			break
		}
		if older.TellsOf(next.derived.lead) {
			rest, ok = next, true
		}
	}
	return rest, ok
}

// plain is how probable a correction is that names what it corrects.
const plain = .95

// SameAttribute reports whether two statements speak of one attribute: where somebody
// lives, what something costs.
func (s *Statement) SameAttribute(o Statement) bool { return s.about&o.about != 0 }

// About are the attributes that a statement speaks of.
func (s *Statement) About() language.Attributes { return s.about }

// Differs reports whether both give values of a kind, and the newer one some that the
// older one has not.
func (s *Statement) Differs(newer Statement, k language.ValueKind) bool {
	had, has := s.derived.keys[k], newer.derived.keys[k]
	return len(had) > 0 && len(has) > 0 && !subset(has, had)
}

// Parallel reports whether two statements begin with what each tells of, and neither
// mentions what the other one begins with: "the car costs 30", "the van costs 40". What
// the speaker tells of themselves is not told of another thing.
func (s *Statement) Parallel(o Statement) bool {
	x, y := s.derived.lead, o.derived.lead
	return x != "" && y != "" && x != me && y != me && !o.has(x) && !s.has(y)
}

// Leads says how what two statements begin with compares: whether it is the speaker, somebody,
// and whether the other one speaks of it, too.
type Leads struct{ OldMe, NewMe, OldSomebody, NewSomebody, Same, OldTold, NewTold bool }

// LeadsOf compares what an older and a newer statement begin with.
func LeadsOf(older, newer Statement) Leads {
	x, y := older.derived.begins(), newer.derived.begins()
	return Leads{
		OldMe: x == me, NewMe: y == me,
		OldSomebody: older.derived.someone(), NewSomebody: newer.derived.someone(),
		Same:    x != "" && x == y,
		OldTold: x != me && newer.speaks(x), NewTold: y != me && older.speaks(y),
	}
}

// me is what a statement begins with that the speaker tells of themselves.
const me = "me"

// opening works out what a statement begins with: see derived.begins.
func (s *Statement) opening() string {
	if !s.Lang.Dense() || s.derived.lead == me {
		return s.derived.lead
	}
	first := []rune(s.derived.fold)
	return string(first[:min(2, len(first))])
}

func (s *Statement) speaks(of string) bool {
	return of != "" && (s.has(of) || s.Lang.Dense() && strings.Contains(s.derived.fold, of))
}

// leadsSomebody works out whether a statement begins with somebody: see derived.someone.
func (s *Statement) leadsSomebody() bool {
	for i, w := range s.words {
		if s.Lang.Is(language.Me, w.Low) && !s.Lang.Lists(w.Low).Has(language.Whose) {
			return false
		}
		if !w.Digit() && !language.Common(s.Lang, w.Low) {
			low := strings.TrimSuffix(w.Low, "'s")
			return s.isBeing(w.Low) || s.token(i) == "<name>" || !(s.Lang == language.English && language.Everyday(low)) && translate.NameLike(low, s.Lang)
		}
	}
	return false
}

// SameSubject reports whether two statements begin with what both tell of.
func (s *Statement) SameSubject(o Statement) bool {
	return s.derived.lead != "" && s.derived.lead == o.derived.lead
}

// Another reports whether two statements speak of two things of one kind: before a word
// of matter that both have, each has one that the other one has not, as in "the small
// van" and "the large van".
func (s *Statement) Another(o Statement) bool {
	for _, stem := range s.Shares(o) {
		if x, y := s.before(stem), o.before(stem); x != "" && y != "" && !o.has(x) && !s.has(y) {
			return true
		}
	}
	return false
}

// before is the stem of matter right before another one where that stands first, if one
// is.
func (s *Statement) before(stem string) string {
	for i, w := range s.derived.words {
		if w.stem != stem {
			continue
		}
		if i > 0 && slices.Contains(s.derived.matter, s.derived.words[i-1].stem) {
			return s.derived.words[i-1].stem
		}
		break
	}
	return ""
}

// Meet reports whether two statements share a word of matter or speak of one attribute.
func Meet(a, b Statement) bool {
	return a.SameAttribute(b) || slices.ContainsFunc(a.derived.matter, b.TellsOf)
}

// strange is how much rarer an end is among two lines of a memory that do not meet
// than among such pairs of the corpus.
const strange = 30

// rarer is a verdict on two statements that do not meet.
func (v Verdict) rarer() Verdict {
	v[Denies], v[Replaces] = v[Denies]/strange, v[Replaces]/strange
	sum := 0.0
	for _, p := range v {
		sum += p
	}
	for r := range v {
		v[r] /= sum
	}
	return v
}

// within reports whether a newer statement says all that the older one says, and
// turns nothing round: it tells more, and ends nothing.
func (s *Statement) within(newer Statement) bool {
	for _, c := range []language.Class{language.Change, language.End, language.Correct, language.Negators} {
		if newer.cues[c] != s.cues[c] {
			return false
		}
	}
	for w := range s.content {
		if !newer.content[w] {
			return false
		}
	}
	return !slices.ContainsFunc(s.Values, func(v language.Value) bool { return !slices.Contains(newer.Values, v) })
}

// stays moves what speaks for an end to another relation.
func (v Verdict) stays(to Relation) Verdict {
	v[to] += v[Denies] + v[Replaces]
	v[Denies], v[Replaces] = 0, 0
	return v
}

// others reports whether the two begin with two persons or animals, or with the names of two
// persons or things neither of which the other one knows, the newer one with the speaker, or
// tell of a thing of two: then neither can end the other. What somebody with a name does to what
// is the speaker's can: "Dr Bell put me on 10".
func (s *Statement) others(o Statement) bool {
	x, y := s.bearer(), o.bearer()
	if s.ownsElse(o) || OfOthers(*s, o, *s, o) {
		return true
	}
	return x != "" && !o.mentions(x) && (y != "" && x != y && !s.mentions(y) || y == "" && o.derived.lead == "me")
}

// joins reports whether a statement tells of one more, and of nothing that is over or
// otherwise now: "I'm allergic to kiwi as well". Of the pairs of the corpus in which the
// newer statement does, one in twenty is an end.
func (s *Statement) joins() bool {
	return s.cues[language.Also] && !s.Denied && !s.cues[language.End] && !s.cues[language.Change] && !s.cues[language.Correct]
}

// Joins reports whether a newer statement may stand beside an older one as another value
// of the same: neither is told of somebody else, and the newer one turns nothing round.
func Joins(older, newer Statement) bool {
	return older.Lang == newer.Lang && !older.others(newer) && !newer.Denied && !older.Denied
}

// counts reports whether two statements, of which the newer one speaks of no change, tell
// figures of two things in the same words: "I paid the plumber 240", "I paid the roofer
// 310".
func (s *Statement) counts(newer Statement) bool {
	if newer.Denied || newer.cues[language.Change] || newer.cues[language.End] || newer.cues[language.Correct] {
		return false
	}
	i, k := s.counted(), newer.counted()
	if i < 0 || k < 0 || newer.has(s.derived.words[i].stem) || s.has(newer.derived.words[k].stem) {
		return false
	}
	said := s.matterBefore(i)
	return len(said) > 0 && slices.Equal(said, newer.matterBefore(k))
}

// counted is the place of the word of matter right before the one figure of a statement;
// -1 if there is none.
func (s *Statement) counted() int {
	at := -1
	for i, w := range s.words {
		if !w.Digit() {
			continue
		}
		if at >= 0 || i == 0 || !slices.Contains(s.derived.matter, s.derived.words[i-1].stem) {
			return -1
		}
		at = i - 1
	}
	return at
}

// matterBefore are the stems of the words of matter before word i.
func (s *Statement) matterBefore(i int) (stems []string) {
	for _, w := range s.derived.words[:i] {
		if slices.Contains(s.derived.matter, w.stem) {
			stems = append(stems, w.stem)
		}
	}
	return stems
}

// bearer is the name that a statement begins with, unless it is short for a thing: "TSH".
func (s *Statement) bearer() string {
	if name := s.derived.name; len(name) < 2 || s.words[0].Text != strings.ToUpper(s.words[0].Text) {
		return name
	}
	return ""
}

// being is the word for the person or animal that a statement begins with, if it is no
// name.
func (s *Statement) being() string {
	who := language.Fold(s.Subject())
	who = who[strings.LastIndexByte(who, ' ')+1:]
	if s.Lang.Is(language.People, who) || s.Lang.Is(language.Animals, who) {
		return who
	}
	return ""
}

// nameOf is the name that a statement begins with.
func (s *Statement) nameOf() string {
	if len(s.words) == 0 || s.words[0].Low == "i" || s.Lang.Is(language.Me, s.words[0].Low) || !s.Lang.Names(s.words[0]) {
		return ""
	}
	return strings.TrimSuffix(s.words[0].Low, "'s")
}

func (s *Statement) mentions(name string) bool {
	return slices.ContainsFunc(s.words, func(w language.Word) bool { return strings.TrimSuffix(w.Low, "'s") == name })
}

// figures reads two statements that differ in nothing but numbers, times or days:
// with one of them, where both tell facts, the newer figure holds; with several, with
// names that have digits, or with names of which something is told, they are two of a
// list.
func figures(a, b Statement, v Verdict) Verdict {
	if len(a.words) != len(b.words) || len(a.words) < 3 {
		return v
	}
	differ, codes, at := 0, 0, 0
	for i, w := range a.words {
		if w.Low == b.words[i].Low {
			continue
		}
		names := i > 0 && i+1 < len(a.words) && a.token(i) == "<name>" && b.token(i) == "<name>"
		if !names && (!w.Digit() || !b.words[i].Digit()) {
			return v
		}
		if differ, at = differ+1, i; names { // "my neighbour Ana keeps bees": two of whom the same is told
			codes++
		}
		if w.MixesDigits() {
			codes++
		}
	}
	switch {
	case differ == 0:
		return Verdict{Same: 1}
	case differ > 1 || codes > 0 || !a.measures(at):
		return v.stays(Adds)
	case v.Ends() > v[Adds] && language.Judge(a.Text, a.Lang, language.Person).Kind == language.Fact && language.Judge(b.Text, b.Lang, language.Person).Kind == language.Fact:
		return Verdict{Replaces: 1}
	}
	return v
}

// measures reports whether word i is a figure of something: it ends the statement
// behind a small word or another figure, has a unit, or is a time or a day: "port is 81". "note 3" counts.
func (s *Statement) measures(i int) bool {
	next := ""
	if i+1 < len(s.words) {
		next = s.words[i+1].Low
	}
	v, ok := s.Lang.Value(s.words[i], next)
	return ok && (next == "" && i > 0 && (language.Common(s.Lang, s.words[i-1].Low) || s.words[i-1].Digit()) || v.Kind == language.Clock || v.Kind == language.Day || v.Unit != "" && !language.Common(s.Lang, next))
}

// NearlySpelt reports whether two words differ by one letter, put in, left out or
// changed, or two that are swapped.
func NearlySpelt(a, b string) bool { return vectors.Slips(a, b) == 1 }
