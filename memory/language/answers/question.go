// Package answers judges which of some lines answers a question: a question goes in with the
// lines that may, and out comes how likely each of them does. What is seen of a line beside
// the question, and of how far it is ahead of the others, stands in sight.go; what that bears
// was learned from the notebooks of the corpus (train answered). Covers tells how much of a
// question a text speaks of, be that an answer or not.
package answers

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/statement"
	"dormouse/memory/language/translate"
	"dormouse/memory/language/vectors"
)

// Question is what a question is about: its content words, with how much each says.
type Question struct {
	Lang   language.Lang
	Words  []Term
	Text   string // the words as they were typed
	Clause bool   // they are no name of a thing: somebody or a verb stands among them
	Asked  language.Asked
	Mine   bool // it asks what holds of the speaker
	Own    bool // it asks for what the speaker has
	me     float64
	speaks bool // the speaker is named in it, and not as whose something is
}

// Term is a content word of a question.
type Term struct {
	Low, Stem string
	Weight    float64
	Strict    bool // a person, an animal or a name: another one is no answer
	Being     bool // a person or an animal
	about     matters
	kinds     map[string]bool // see kindsOf
}

// empty are the classes whose words carry no topic.
var empty = map[language.Class]bool{language.Me: true, language.You: true, language.Third: true, language.Question: true, language.Polite: true, language.Social: true, language.Negators: true, language.Correct: true}

// light are the classes whose words say when, or how, rather than what.
var light = map[language.Class]bool{language.When: true, language.Passing: true, language.Routine: true, language.Plan: true, language.Also: true, language.Change: true, language.Past: true, language.Hedge: true}

// LightWeight is the weight of a word that says when or how.
const LightWeight = .25

// named is the weight from which a word belongs to what a question is said to be about.
const named = .5

// Of reads what a message is about, beside what it wants: a word without
// which the wish is hardly read any more ("date" in "what's the date") belongs to
// the wish and not to its topic.
func Of(text string, l language.Lang, wish language.Wish) Question {
	q := Question{Lang: l, Asked: l.AskedFor(text)}
	if wish == language.Span { // "how many days" asks for the day
		q.Asked = language.ForTime
	}
	spans := Terms(text, l)
	names := namesIn(text, l)
	whole := language.WishesOf(text, l).Of(wish)
	from, to := len(text), 0
	for i, s := range spans {
		w := Term{Low: s.Low, Stem: l.Stem(s.Low), Weight: s.Weight * Rarity(s.Low, l), Being: s.Being}
		if without := language.WishesOf(text[:s.From]+text[s.To:], l).Of(wish); wish != language.Recall && without < .8*whole {
			w.Weight *= max(0, without/whole-.3)
		}
		w.Strict = s.Being || slices.Contains(names, w.Stem) && (!l.NounsHaveCapitals() || translate.NameLike(s.Low, l))
		w.about = append(Attributes(s.Low, l), Attributes(w.Stem, l)...)
		if q.Asked != language.Anything && len(w.about) == 0 && l.AskedFor(text[:s.From]+text[s.To:]) != q.Asked { // "time" in "what time": it is no topic
			w.Weight = min(w.Weight, LightWeight)
		}
		if w.Weight == 0 || !s.Being && l.Is(language.Question, w.Stem) {
			continue
		}
		q.Words = append(q.Words, w)
		if w.Weight >= named {
			if !w.Strict || l.Is(language.Animals, w.Low) || l.Is(language.Animals, w.Stem) {
				q.Words[len(q.Words)-1].kinds = kindsOf(w.Low, w.about, l)
			}
			if i == 0 && asksVerb(text, s, l) {
				continue
			}
			from, to = min(from, s.From), max(to, s.To)
		}
	}
	if from < to {
		q.Text = strings.TrimSpace(text[from:to])
		ws := language.Words(q.Text)
		q.Clause = slices.ContainsFunc(l.Cues(q.Text, ws), func(c language.Cue) bool { return c.Class == language.Me || c.Class == language.You }) ||
			slices.ContainsFunc(ws, func(w language.Word) bool { return l.Lists(w.Low).Has(language.Verb) })
	}
	q.Own = Owns(text, l)
	q.speaks = speaks(text, l)
	q.me = language.Judge(text, l, language.Person).Me
	q.Mine = !q.Names() && q.Asked != language.ForPerson && q.me >= asksOfMe
	if q.Names() {
		for i := range q.Words {
			if w := &q.Words[i]; !w.Strict && w.about.has("name") { // it asks for a name, and whose is what it is about
				w.Weight = min(w.Weight, LightWeight)
			}
		}
	}
	return q
}

// From which probability a question is about the speaker, and a line that begins with
// somebody else is.
const asksOfMe, SurelyMine = .45, .5

// Owns reports whether a text speaks of what the speaker has: "where do my backups go"
// reads like a question about the program.
func Owns(text string, l language.Lang) bool {
	return slices.ContainsFunc(language.Words(text), func(w language.Word) bool {
		return l.Is(language.Me, w.Low) && l.Lists(w.Low).Has(language.Whose)
	})
}

// speaks reports whether a text names the speaker, and not as whose something is.
func speaks(text string, l language.Lang) bool {
	return slices.ContainsFunc(language.Words(text), func(w language.Word) bool {
		return l.Is(language.Me, w.Low) && !l.Lists(w.Low).Has(language.Whose)
	})
}

// asksVerb reports whether a content word is what a question asks to be done, and not
// what it is about: it stands between the word that asks and one that begins a name of a
// thing ("wo liegt das Boot"). No verb follows it, or it were that thing.
func asksVerb(text string, s Span, l language.Lang) bool {
	ws := language.Words(text)
	i := slices.IndexFunc(ws, func(w language.Word) bool { return w.Start == s.From })
	if l.Dense() || s.Being || i < 1 || i+1 >= len(ws) || ws[i].Upper() || !l.Is(language.Question, ws[i-1].Low) {
		return false
	}
	next := ws[i+1].Low
	return l.Lists(next).Has(language.Whose) || l.Lists(next).Has(language.Stop) && !l.Lists(next).Has(language.Verb) && !l.Is(language.Question, next) && !l.Is(language.Me, next) && !l.Is(language.You, next)
}

// matters are names of attributes, see language.Attributes.
type matters []string

func (m matters) has(name ...string) bool {
	return slices.ContainsFunc(name, func(n string) bool { return slices.Contains(m, n) })
}

// Attributes are what a folded word is about.
func Attributes(low string, l language.Lang) (out matters) {
	a := l.Attributes(low)
	if l.Dense() {
		a = l.AttributesIn(low)
	}
	a.Each(func(name string) { out = append(out, name) })
	return out
}

// Weight is what all words say together.
func (q Question) Weight() float64 {
	sum := 0.0
	for _, w := range q.Words {
		sum += w.Weight
	}
	return sum
}

// Solid is what the words say that are no word of time or manner.
func (q Question) Solid() float64 {
	sum := 0.0
	for _, w := range q.Words {
		if w.Weight > LightWeight {
			sum += w.Weight
		}
	}
	return sum
}

// Names reports whether the question is about somebody else, or a name.
func (q Question) Names() bool {
	return slices.ContainsFunc(q.Words, func(w Term) bool { return w.Strict })
}

// Span is a content word where it stands in the text.
type Span struct {
	Low      string
	From, To int
	Weight   float64
	Being    bool
}

// Terms finds the content words of a text.
func Terms(text string, l language.Lang) []Span {
	if l.Dense() {
		return denseTerms(text, l)
	}
	ws := language.Words(text)
	class := make([]float64, len(ws))
	being := make([]bool, len(ws))
	for i := range class {
		class[i] = 1
	}
	for _, c := range cuesOf(text, l) {
		for i := c.From; i < min(c.To, len(ws)); i++ {
			switch {
			case empty[c.Class] && elided(ws[i].Low):
				// only what stands before the mark is empty: "j'habite"
			case c.Class == language.Me && c.To == c.From+1 && l.Attributes(ws[i].Low) != 0:
				// it tells more than who speaks: "vivo", "moro"
			case empty[c.Class]:
				class[i] = 0
			case light[c.Class], c.Class == language.Make && i < 2:
				class[i] = min(class[i], LightWeight)
			case c.Class == language.People || c.Class == language.Animals:
				being[i] = true
			}
		}
	}
	var out []Span
	for i, w := range ws {
		if being[i] && titles(ws, i, l) {
			continue
		}
		if being[i] {
			class[i] = 1
		}
		low := Possessed(w.Low)
		if (l.Lists(w.Low) | l.Lists(low)).Has(language.Little | language.Stop | language.Verb | language.Vague) {
			class[i] = min(class[i], LightWeight)
		}
		if class[i] == 0 || language.Common(l, w.Low) && !being[i] && l.Attributes(w.Low) == 0 || utf8.RuneCountInString(w.Low) < 2 && !w.Digit() {
			continue
		}
		out = append(out, Span{low, w.Start, w.Start + len(w.Text), class[i], being[i]})
	}
	return out
}

// titles reports whether a word for a person only stands before a name and belongs to
// it: "Frau Lang" is nobody's wife, where "Aunt Bea" is an aunt.
func titles(ws []language.Word, i int, l language.Lang) bool {
	if !l.Lists(ws[i].Low).Has(language.Address) || !Attributes(ws[i].Low, l).has("love") || i+1 == len(ws) || !ws[i+1].Upper() {
		return false
	}
	return i == 0 || !l.Lists(ws[i-1].Low).Has(language.Whose)
}

// Unowned takes out the mark of what belongs to somebody, and leaves all else in its place.
var Unowned = strings.NewReplacer("'s", "  ", "’s", "    ")

// cuesOf finds the phrases of all classes, also of words that own something.
func cuesOf(text string, l language.Lang) []language.Cue {
	bare := Unowned.Replace(text)
	return append(l.Cues(text, language.Words(text)), l.Cues(bare, language.Words(bare))...)
}

// Possessed drops the mark of what belongs to somebody: "dog's" is about a dog.
func Possessed(low string) string {
	if i := strings.LastIndexByte(low, '\''); i > 1 && len(low)-i <= 2 {
		return low[:i]
	}
	if i := strings.IndexByte(low, '\''); i >= 0 && (i <= 2 || i <= 5 && len(low)-i > 4) { // an article before a vowel
		return low[i+1:]
	}
	return low
}

// elided reports whether a word begins with another one, short and without its vowel.
func elided(low string) bool {
	rest := Possessed(low)
	return strings.HasSuffix(low, "'"+rest) && utf8.RuneCountInString(rest) >= leastElided
}

// leastElided is how many letters stand behind such a mark at least: "I've" is none.
const leastElided = 3

// denseTerms cuts a text without spaces at the words of no topic, and what is left
// into pairs of characters; inflection, which Japanese writes in Hiragana, is left
// out.
func denseTerms(text string, l language.Lang) []Span {
	low := language.Fold(text)
	mark := make([]float64, len(low))
	being := make([]bool, len(low))
	for i := range mark {
		mark[i] = 1
	}
	for _, c := range l.Cues(text, nil) {
		for i := c.From; i < c.To; i++ {
			being[i] = being[i] || c.Class == language.People || c.Class == language.Animals
			if empty[c.Class] {
				mark[i] = 0
			} else if light[c.Class] {
				mark[i] = min(mark[i], LightWeight)
			}
		}
	}
	var out []Span
	from := -1
	for i, r := range low + " " {
		topic := i < len(low) && (being[i] || mark[i] > 0) && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == 'ー') && !unicode.Is(unicode.Hiragana, r)
		switch {
		case topic && from < 0:
			from = i
		case topic && kindOf(r) != kindOf(lastRune(low[:i])):
			out = append(out, pairs(low, from, i, mark, being)...)
			from = i
		case !topic && from >= 0:
			out = append(out, pairs(low, from, i, mark, being)...)
			from = -1
		}
	}
	if len(low) != len(text) { // folding moved the places
		for i := range out {
			out[i].From, out[i].To = 0, 0
		}
	}
	return out
}

func lastRune(s string) rune { r, _ := utf8.DecodeLastRuneInString(s); return r }

// kindOf tells scripts apart that meet without a space.
func kindOf(r rune) int {
	switch {
	case unicode.Is(unicode.Han, r):
		return 1
	case r == 'ー' || unicode.Is(unicode.Katakana, r):
		return 2
	case unicode.IsDigit(r):
		return 3
	}
	return 4
}

func pairs(low string, from, to int, mark []float64, being []bool) []Span {
	if kindOf([]rune(low[from:to])[0]) != 1 || utf8.RuneCountInString(low[from:to]) <= 2 {
		return []Span{{low[from:to], from, to, mark[from], being[from]}}
	}
	var out []Span
	before := -1
	for i, r := range low[from:to] {
		if before >= 0 {
			out = append(out, Span{low[from+before : from+i+utf8.RuneLen(r)], from + before, from + i + utf8.RuneLen(r), mark[from+before], being[from+before] && being[from+i]})
		}
		before = i
	}
	return out
}

// Rarity is how much a word says by itself: the more, the rarer it is in English;
// elsewhere short words are taken as common.
func Rarity(low string, l language.Lang) float64 {
	if l != language.English {
		switch n := utf8.RuneCountInString(low); {
		case l.Dense() || n > 4:
			return 1
		case n == 4:
			return .8
		}
		return .6
	}
	v, ok := vectors.Of(low)
	if ok && l.SameAttribute(low, low) { // it is a matter that people tell of, however often
		return 1
	}
	switch {
	case !ok:
		return 1.3
	case v.Rank() < 60:
		return 0
	case v.Rank() < 250:
		return .3
	case v.Rank() < 800:
		return .7
	}
	return 1
}

// namesIn are the stems of the names in a text.
func namesIn(text string, l language.Lang) []string {
	var out []string
	s := statement.ReadIn(text, l)
	for _, v := range s.Values {
		if v.Kind == language.Name {
			out = append(out, v.Key)
		}
	}
	return out
}
