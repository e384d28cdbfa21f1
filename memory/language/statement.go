package language

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Statement is what a sentence says, as far as it can be read.
type Statement struct {
	Lang    Lang
	Text    string
	Topic   []string // stems of what it is about: content words that are no value
	Values  []Value  // numbers, times, days, names
	People  []string // who is spoken of beside the speaker: kin, animals, names
	Mine    bool     // the speaker or theirs
	Denied  bool
	cues    [classes]bool
	words   []Word
	content map[string]bool // stems of all content words
	about   abouts          // the attributes it speaks of
	first   string          // the person or animal that it begins with
	derived *derived
}

// derived is what comparing a statement needs of its words, worked out once: a line
// of a memory is compared with many.
type derived struct {
	words   []compared      // each word
	lows    map[string]bool // the words
	cues    []Cue
	lead    string
	name    string             // that it begins with
	fold    string             // the text
	content []string           // sorted
	matter  []string           // of these, what it is about
	keys    [Code + 1][]string // of its values, by kind
	told    *Statement         // as if the one whose name it begins with said it
}

// compared is a word as features have it.
type compared struct {
	stem, token                     string
	fresh, ending, early, old, both uint32 // hashes
	digit                           bool
}

// derive works it out, from the words as they are now.
func (s *Statement) derive() {
	d := &derived{lows: make(map[string]bool, len(s.words)), cues: s.Lang.Cues(s.Text, s.words), fold: Fold(s.Text)}
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
	if d.name != "" && !s.possessive() {
		d.told = s.told()
	}
}

// compared reads word i for comparing.
func (s *Statement) compared(i int) compared {
	low, t, x := s.words[i].Low, s.token(i), s.Lang.lexicon()
	w := compared{stem: x.stem(low), token: t, digit: s.words[i].Digit()}
	if t == "" {
		return w
	}
	ending := w.stem
	if t != low {
		ending = x.stem(t)
	}
	w.fresh, w.ending, w.old, w.both = hashed("nw", t), hashed("ns", ending), hashed("ow", t), hashed("both", t)
	if i < 2 {
		w.early = hashed("n0", digit(i), t)
	}
	return w
}

// Value is something that an attribute can have.
type Value struct {
	Kind ValueKind
	Key  string // the same for equal values
	Unit string // stem of the word behind a number
}

// ValueKind is what sort of value it is.
type ValueKind uint8

// The kinds of values.
const (
	Number ValueKind = iota
	Clock            // a time of day
	Day              // a date, a weekday, a month
	Name
	Code // letters and digits
)

// Read takes a statement apart.
func Read(text string) Statement { return ReadIn(text, Guess(text)) }

// ReadIn is Read where the language is known.
func ReadIn(text string, l Lang) Statement {
	s := Statement{Lang: l, Text: text, words: wholeDays(text, Words(text)), content: map[string]bool{}}
	x := l.lexicon()
	for _, c := range l.Cues(text, s.words) {
		s.cues[c.Class] = true
		if c.Class == People || c.Class == Animals {
			s.person(cuePhrase(text, s.words, c, x.dense), c.From, x)
		}
	}
	s.Mine, s.Denied = s.cues[Me], s.cues[Negators]
	if x.dense {
		s.denseContent()
	}
	if x.dense {
		s.about = x.about.run(Fold(text))
	}
	for i, w := range s.words {
		s.words[i].Low = bare(w.Low)
		s.about |= x.about.word(strings.TrimSuffix(s.words[i].Low, "'s"))
	}
	opens := true
	for i, w := range s.words {
		s.read(x, i, w, opens)
		opens = endsClause(text, w)
	}
	slices.Sort(s.Topic)
	s.Topic = slices.Compact(s.Topic)
	s.derive()
	return s
}

// wholeDays joins the three words of a date as 2026-11-22.
func wholeDays(text string, ws []Word) []Word {
	var out []Word
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if end := w.Start + len("2006-01-02"); len(w.Text) == 4 && i+2 < len(ws) && end <= len(text) && isDay(text[w.Start:end]) {
			w.Text, w.Low = text[w.Start:end], text[w.Start:end]
			i += 2
		}
		out = append(out, w)
	}
	return out
}

// isDay reports whether a text is a date as 2026-11-22.
func isDay(s string) bool {
	if len(s) != len("2006-01-02") {
		return false
	}
	for i := range len(s) {
		if (i == 4 || i == 7) != (s[i] == '-') || s[i] != '-' && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// Shares are the stems of the words of matter that a statement and another one have
// in common; where words are not spaced, pairs of characters. Small words, words of
// time and those that turn a statement say nothing of what it is about.
func (s *Statement) Shares(o Statement) []string {
	var out []string
	for _, stem := range s.derived.matter {
		if o.has(stem) {
			out = append(out, stem)
		}
	}
	return out
}

// matterOf are the stems of the words of matter, sorted.
func (s *Statement) matterOf() []string {
	small := map[string]bool{}
	for _, w := range s.words {
		if s.Lang.Lists(w.Low).Has(Light) || s.Lang.small(w.Low) {
			small[s.Lang.Stem(w.Low)] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(s.derived.content), func(stem string) bool { return small[stem] })
}

// small reports whether a folded word is a cue of itself that names no person or
// animal, or a word of time.
func (l Lang) small(low string) bool {
	x := l.lexicon()
	if _, number := x.number[low]; number || timely()[low] != 0 {
		return true
	}
	for _, c := range x.cues[low] {
		if len(c.words) == 1 && c.class != People && c.class != Animals {
			return true
		}
	}
	return false
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

func cuePhrase(text string, ws []Word, c Cue, dense bool) string {
	if dense {
		return Fold(text)[c.From:c.To]
	}
	return ws[c.From].Low
}

// opening is within how many words the person stands whom a statement is about; in
// a script without spaces within how many bytes.
const (
	opening      = 4
	openingDense = 12
)

func (s *Statement) person(who string, at int, x *lexicon) {
	if row := x.same[who]; row > 0 {
		who = "same " + digits(row)
	} else {
		who = x.stem(who)
	}
	if s.first == "" && (at < opening || x.dense && at < openingDense) {
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
		if c.Class != People && c.Class != Animals || c.From >= opening || s.Lang.Is(Third, s.words[c.From].Low) {
			continue
		}
		from := c.From
		if from > 0 && s.Lang.Lists(s.words[from-1].Low).Has(Whose) {
			from--
		}
		last := s.words[c.To-1]
		return s.Text[s.words[from].Start : last.Start+len(last.Text)]
	}
	return ""
}

// endsClause reports whether a sentence ends behind a word.
func endsClause(text string, w Word) bool {
	rest := strings.TrimLeft(text[w.Start+len(w.Text):], `"')”’*`)
	return rest != "" && strings.ContainsRune(".!?:\n。！？", []rune(rest)[0])
}

func (s *Statement) read(x *lexicon, i int, w Word, opens bool) {
	next := ""
	if i+1 < len(s.words) {
		next = s.words[i+1].Low
	}
	if v, ok := x.value(w, next); ok {
		s.Values = append(s.Values, v)
		if v.Kind == Code {
			s.content[v.Key] = true
		}
		return
	}
	if x.dense && firstRune(w.Low) != "" && dense([]rune(w.Low)[0]) {
		return
	}
	if Common(s.Lang, w.Low) || w.Low == "" {
		return
	}
	stem := x.stem(w.Low)
	s.content[stem] = true
	if x.names(w) || w.Upper() && !opens && !x.nouns || hasLetterAndDigit(w.Low) {
		s.Values = append(s.Values, Value{Kind: Name, Key: strings.TrimSuffix(stem, "'s")})
		return
	}
	s.Topic = append(s.Topic, stem)
}

// names reports whether a word is a name, and no word of an attribute or a cue that
// only begins a sentence.
func (x *lexicon) names(w Word) bool {
	return IsName(w) && x.about.word(w.Low) == 0 && len(x.cues[w.Low]) == 0
}

// denseContent takes pairs of characters for words where there are no spaces.
func (s *Statement) denseContent() {
	low := []rune(Fold(s.Text))
	for i := 0; i+1 < len(low); i++ {
		if !dense(low[i]) || !dense(low[i+1]) {
			continue
		}
		if unicode.Is(unicode.Hiragana, low[i]) && unicode.Is(unicode.Hiragana, low[i+1]) {
			continue // endings and particles
		}
		p := string(low[i : i+2])
		if !Common(s.Lang, p) {
			s.content[p] = true
			s.Topic = append(s.Topic, p)
		}
	}
}

func hasLetterAndDigit(s string) bool {
	return strings.ContainsFunc(s, unicode.IsDigit) && strings.ContainsFunc(s, unicode.IsLetter)
}

// value reads a word as a number, a time or a day.
func (x *lexicon) value(w Word, next string) (Value, bool) {
	if m, ok := x.month[w.Low]; ok && len(w.Low) > 2 && (w.Low != "may" && w.Low != "mars" && w.Low != "mar" || w.Upper()) {
		return Value{Kind: Day, Key: "m" + digits(m)}, true
	}
	if d, ok := x.weekday[w.Low]; ok && len(w.Low) > 2 {
		return Value{Kind: Day, Key: "d" + digits(d)}, true
	}
	if n, ok := x.number[w.Low]; ok && n > 1 {
		return Value{Kind: Number, Key: digits(n), Unit: x.unit(next)}, true
	}
	if !w.Digit() {
		return Value{}, false
	}
	low := w.Low
	switch {
	case isClock(low):
		return Value{Kind: Clock, Key: low}, true
	case isDay(low):
		return Value{Kind: Day, Key: low}, true
	}
	i := 0
	for i < len(low) && (low[i] >= '0' && low[i] <= '9' || low[i] == '.' || low[i] == ',') {
		i++
	}
	if i == 0 {
		return Value{Kind: Code, Key: low}, true
	}
	unit := low[i:]
	switch unit {
	case "am", "pm", "h", "uhr":
		return Value{Kind: Clock, Key: low}, true
	case "st", "nd", "rd", "th":
		return Value{Kind: Day, Key: low[:i]}, true
	case "":
		unit = x.unit(next)
	}
	if len(unit) > 6 && hasLetterAndDigit(unit) {
		return Value{Kind: Code, Key: low}, true
	}
	key := strings.ReplaceAll(low[:i], ",", "")
	if _, month := x.month[next]; month {
		return Value{Kind: Day, Key: key}, true
	}
	return Value{Kind: Number, Key: key, Unit: unit}, true
}

func (x *lexicon) unit(next string) string {
	if next == "" || strings.ContainsFunc(next, unicode.IsDigit) {
		return ""
	}
	return x.stem(next)
}

func isClock(s string) bool {
	h, m, ok := strings.Cut(strings.Replace(s, "h", ":", 1), ":")
	return ok && len(h) <= 2 && len(m) >= 2 && h != "" && h[0] <= '9' && m[0] <= '5'
}

func digits(n int) string {
	if n < 10 {
		return digit(n)
	}
	return digits(n/10) + digit(n%10)
}
