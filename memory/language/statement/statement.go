// Package statement reads what a sentence says and compares two of them: what they are
// about, their values, who is spoken of, and how a newer one stands to an older one
// (Relate), by a model that has learned it from pairs. It takes sentences apart where
// they say two things, and requests from what they ask for. It keeps nothing and knows
// no memory.
package statement

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"dormouse/memory/language"
	"dormouse/memory/language/classify"
	"dormouse/memory/language/quantity"
	"dormouse/memory/language/temporal"
)

// Statement is what a sentence says, as far as it can be read.
type Statement struct {
	Lang    language.Lang
	Text    string
	Topic   []string         // stems of what it is about: content words that are no value
	Values  []language.Value // numbers, times, days, names
	People  []string         // who is spoken of beside the speaker: kin, animals, names
	Mine    bool             // the speaker or theirs
	Denied  bool
	cues    [language.ClassCount]bool
	words   []language.Word
	content map[string]bool     // stems of all content words
	about   language.Attributes // the attributes it speaks of
	first   string              // the person or animal that it begins with
	derived *derived
}

// derived is what comparing a statement needs of its words, worked out once: a line
// of a memory is compared with many.
type derived struct {
	words   []compared      // each word
	lows    map[string]bool // the words
	cues    []language.Cue
	lead    string
	name    string                      // that it begins with
	fold    string                      // the text
	content []string                    // sorted
	matter  []string                    // of these, what it is about
	keys    [language.Code + 1][]string // of its values, by kind
	told    *Statement                  // as if the one whose name it begins with said it
	rows    func() []uint16             // of the English words that its words stand for
	begins  func() string               // its lead; in a script without spaces its first two characters
	someone func() bool                 // it begins with a name, a person or an animal, or a word that no dictionary has
	figures func() []figure             // for reading; most statements are never asked for them
	shifts  func() []quantity.Shift     // by how much it says that something has changed
}

// compared is a word as features have it.
type compared struct {
	stem, token                     string
	fresh, ending, early, old, both uint32 // hashes
	digit                           bool
}

// derive works it out, from the words as they are now.
func (s *Statement) derive() {
	d := &derived{lows: make(map[string]bool, len(s.words)), cues: s.Lang.Cues(s.Text, s.words), fold: language.Fold(s.Text)}
	for i, w := range s.words {
		d.words = append(d.words, s.compared(i))
		d.lows[w.Low] = true
	}
	for _, v := range s.Values {
		d.keys[v.Kind] = append(d.keys[v.Kind], v.Key)
	}
	d.content = slices.Sorted(maps.Keys(s.content))
	d.lead, d.name = s.leadOf(), s.nameOf()
	s.derived = d
	d.matter = s.matterOf()
	is := *s
	d.rows = sync.OnceValue(func() []uint16 { return language.Meanings(is.Text, is.words, is.Lang) })
	d.begins, d.someone = sync.OnceValue(is.opening), sync.OnceValue(is.leadsSomebody)
	d.shifts = sync.OnceValue(func() []quantity.Shift { return quantity.Shifts(is.Text, is.Lang) })
	d.figures = sync.OnceValue(is.readFigures)
	if d.name != "" && !s.possessive() {
		d.told = s.told()
	}
}

// compared reads word i for comparing.
func (s *Statement) compared(i int) compared {
	low, t := s.words[i].Low, s.token(i)
	w := compared{stem: s.Lang.Stem(low), token: t, digit: s.words[i].Digit()}
	if t == "" {
		return w
	}
	ending := w.stem
	if t != low {
		ending = s.Lang.Stem(t)
	}
	w.fresh, w.ending, w.old, w.both = classify.Hash("nw", t), classify.Hash("ns", ending), classify.Hash("ow", t), classify.Hash("both", t)
	if i < 2 {
		w.early = classify.Hash("n0", classify.Digit(i), t)
	}
	return w
}

// Read takes a statement apart.
func Read(text string) Statement { return ReadIn(text, language.Guess(text)) }

// ReadIn is Read where the language is known.
func ReadIn(text string, l language.Lang) Statement {
	s := Statement{Lang: l, Text: text, words: wholeDays(text, language.Words(text)), content: map[string]bool{}}
	for _, c := range l.Cues(text, s.words) {
		s.cues[c.Class] = true
		if c.Class == language.People || c.Class == language.Animals {
			s.person(cuePhrase(text, s.words, c, l.Dense()), c.From)
		}
	}
	s.Mine, s.Denied = s.cues[language.Me], s.cues[language.Negators]
	if l.Dense() {
		s.denseContent()
		s.about = l.AttributesIn(language.Fold(text))
	}
	for i, w := range s.words {
		s.words[i].Low = bare(w.Low)
		s.about |= l.Attributes(strings.TrimSuffix(s.words[i].Low, "'s"))
	}
	opens := true
	for i, w := range s.words {
		s.read(i, w, opens)
		opens = language.EndsClause(text, w)
	}
	slices.Sort(s.Topic)
	s.Topic = slices.Compact(s.Topic)
	s.derive()
	return s
}

// wholeDays joins the three words of a date as 2026-11-22.
func wholeDays(text string, ws []language.Word) []language.Word {
	var out []language.Word
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if end := w.Start + len("2006-01-02"); len(w.Text) == 4 && i+2 < len(ws) && end <= len(text) && language.IsDay(text[w.Start:end]) {
			w.Text, w.Low = text[w.Start:end], text[w.Start:end]
			i += 2
		}
		out = append(out, w)
	}
	return out
}

// Shares are the stems of the words of matter that a statement and another one have
// in common; where words are not spaced, pairs of characters. Small words, words of
// time and those that turn a statement say nothing of what it is about.
func (s *Statement) Shares(o Statement) []string {
	var out []string
	for _, stem := range s.derived.matter {
		if o.TellsOf(stem) {
			out = append(out, stem)
		}
	}
	return out
}

// matterOf are the stems of the words of matter, sorted.
func (s *Statement) matterOf() []string {
	small := map[string]bool{}
	for _, w := range s.words {
		if s.Lang.Lists(w.Low).Has(language.Light|language.Little) || isSmall(s.Lang, w.Low) {
			small[s.Lang.Stem(w.Low)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(s.derived.content), func(stem string) bool { return small[stem] })
}

// isSmall reports whether a folded word is a cue of itself that names no person or
// animal, or a word of time.
func isSmall(l language.Lang, low string) bool {
	_, number := l.Number(low)
	return number || temporal.Speaks(low) || l.Turning(low)
}

// Tells reports whether there is anything in the statement to compare.
func (s *Statement) Tells() bool { return len(s.content)+len(s.Values)+len(s.People) > 0 }

// bare is a word without what is elided before it: "l'appartement".
func bare(low string) string {
	if head, rest, ok := strings.Cut(low, "'"); ok && len(rest) > 2 && len(head) < 6 {
		return rest
	}
	return low
}

func cuePhrase(text string, ws []language.Word, c language.Cue, dense bool) string {
	if dense {
		return language.Fold(text)[c.From:c.To]
	}
	return ws[c.From].Low
}

// opening is within how many words the person stands whom a statement is about; in
// a script without spaces within how many bytes.
const (
	opening      = 4
	openingDense = 12
)

func (s *Statement) person(who string, at int) {
	if row := s.Lang.PersonRow(who); row > 0 {
		who = "same " + strconv.Itoa(row)
	} else {
		who = s.Lang.Stem(who)
	}
	if s.first == "" && (at < opening || s.Lang.Dense() && at < openingDense) {
		s.first = who
	}
	if !slices.Contains(s.People, who) {
		s.People = append(s.People, who)
	}
}

// Subject is whom a statement begins with, as it is written: a name, or a person or an
// animal and whose they are ("my brother"). It is "" where that is the speaker, somebody
// named before, or a thing.
func (s *Statement) Subject() string {
	if s.Lang.Dense() || len(s.words) == 0 {
		return ""
	}
	if s.derived.name != "" {
		return strings.TrimSuffix(s.words[0].Text, "'s")
	}
	for _, c := range s.derived.cues {
		if c.Class != language.People && c.Class != language.Animals || c.From >= opening || s.Lang.Is(language.Third, s.words[c.From].Low) {
			continue
		}
		from := c.From
		if from > 0 && s.Lang.Lists(s.words[from-1].Low).Has(language.Whose) {
			from--
		}
		last := s.words[c.To-1]
		return s.Text[s.words[from].Start : last.Start+len(last.Text)]
	}
	return ""
}

func (s *Statement) read(i int, w language.Word, opens bool) {
	next := ""
	if i+1 < len(s.words) {
		next = s.words[i+1].Low
	}
	if v, ok := s.Lang.Value(w, next); ok {
		s.Values = append(s.Values, v)
		if v.Kind == language.Code {
			s.content[v.Key] = true
		}
		return
	}
	if s.Lang.Dense() && language.Unspaced(w.Low) {
		return
	}
	if language.Common(s.Lang, w.Low) || w.Low == "" {
		return
	}
	stem := s.Lang.Stem(w.Low)
	s.content[stem] = true
	if s.Lang.Names(w) || w.Upper() && !opens && !s.Lang.NounsHaveCapitals() || w.MixesDigits() {
		s.Values = append(s.Values, language.Value{Kind: language.Name, Key: strings.TrimSuffix(stem, "'s")})
		return
	}
	s.Topic = append(s.Topic, stem)
}

// denseContent takes pairs of characters for words where there are no spaces.
func (s *Statement) denseContent() {
	low := []rune(language.Fold(s.Text))
	for i := 0; i+1 < len(low); i++ {
		if !language.Unspaced(string(low[i])) || !language.Unspaced(string(low[i+1])) {
			continue
		}
		if unicode.Is(unicode.Hiragana, low[i]) && unicode.Is(unicode.Hiragana, low[i+1]) {
			continue // endings and particles
		}
		p := string(low[i : i+2])
		if !language.Common(s.Lang, p) {
			s.content[p] = true
			s.Topic = append(s.Topic, p)
		}
	}
}
