package offline

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

// query is what a question is about: its content words, with how much each says.
type query struct {
	lang   language.Lang
	words  []term
	text   string // the words as they were typed
	clause bool   // they are no name of a thing: somebody or a verb stands among them
	head   int    // the word for what is asked of something else; -1 if there is none
	asked  language.Asked
	mine   bool // it asks what holds of the speaker
	own    bool // it asks for what the speaker has
}

// term is a content word of a question.
type term struct {
	low, stem string
	weight    float64
	strict    bool // a person, an animal or a name: another one is no answer
	being     bool // a person or an animal
	about     matters
	kinds     map[string]bool // see kindsOf
}

// empty are the classes whose words carry no topic.
var empty = map[language.Class]bool{language.Me: true, language.You: true, language.Third: true, language.Question: true, language.Polite: true, language.Social: true, language.Negators: true, language.Correct: true}

// light are the classes whose words say when, or how, rather than what.
var light = map[language.Class]bool{language.When: true, language.Passing: true, language.Routine: true, language.Plan: true, language.Also: true, language.Change: true, language.Past: true, language.Hedge: true}

// lightWeight is the weight of a word that says when or how.
const lightWeight = .25

// named is the weight from which a word belongs to what a question is said to be about.
const named = .5

// queryOf reads what a message is about, beside what it wants: a word without
// which the wish is hardly read any more ("date" in "what's the date") belongs to
// the wish and not to its topic.
func queryOf(text string, l language.Lang, wish language.Wish) query {
	q := query{lang: l}
	spans := termsOf(text, l)
	names := namesIn(text, l)
	whole := language.WishesOf(text, l).Of(wish)
	from, to := len(text), 0
	for i, s := range spans {
		w := term{low: s.low, stem: l.Stem(s.low), weight: s.weight * rarity(s.low, l), being: s.being}
		if without := language.WishesOf(text[:s.from]+text[s.to:], l).Of(wish); wish != language.Recall && without < .8*whole {
			w.weight *= max(0, without/whole-.3)
		}
		w.strict = s.being || slices.Contains(names, w.stem) && (!l.NounsHaveCapitals() || translate.NameLike(s.low, l))
		w.about = append(attributesOf(s.low, l), attributesOf(w.stem, l)...)
		if w.weight == 0 || !s.being && l.Is(language.Question, w.stem) {
			continue
		}
		q.words = append(q.words, w)
		if w.weight >= named {
			if !w.strict || l.Is(language.Animals, w.low) || l.Is(language.Animals, w.stem) {
				q.words[len(q.words)-1].kinds = kindsOf(w.low, w.about, l)
			}
			if i == 0 && asksVerb(text, s, l) {
				continue
			}
			from, to = min(from, s.from), max(to, s.to)
		}
	}
	if from < to {
		q.text = strings.TrimSpace(text[from:to])
		ws := language.Words(q.text)
		q.clause = slices.ContainsFunc(l.Cues(q.text, ws), func(c language.Cue) bool { return c.Class == language.Me || c.Class == language.You }) ||
			slices.ContainsFunc(ws, func(w language.Word) bool { return l.Lists(w.Low).Has(language.Verb) })
	}
	q.head = q.asksFor(text)
	q.asked, q.own = l.AskedFor(text), owns(text, l)
	q.mine = !q.names() && q.asked != language.ForPerson && language.Judge(text, l, language.Person).Me >= asksOfMe
	if q.names() {
		for i := range q.words {
			if w := &q.words[i]; !w.strict && w.about.has("name") { // it asks for a name, and whose is what it is about
				w.weight = min(w.weight, lightWeight)
			}
		}
	}
	return q
}

// From which probability a question is about the speaker, and a line that begins with
// somebody else is.
const asksOfMe, surelyMine = .45, .5

// asksFor is the thing that is asked for of something else, as its place among the words:
// the first one that tells something, where a word that asks and one that begins the name
// of a thing stand before it, and another one follows: of "who is the photographer for the
// wedding" the photographer. -1 if there is none.
func (q query) asksFor(text string) int {
	ws := language.Words(text)
	if q.lang.Dense() || len(ws) == 0 || !q.lang.Is(language.Question, ws[0].Low) {
		return -1
	}
	head := slices.IndexFunc(q.words, func(w term) bool { return w.weight >= named })
	if head < 0 || q.words[head].strict || !slices.ContainsFunc(q.words[head+1:], func(w term) bool { return w.weight >= named }) {
		return -1
	}
	at := slices.IndexFunc(ws, func(w language.Word) bool { return possessed(w.Low) == q.words[head].low })
	if at < 1 || !q.lang.Determines(ws[at-1].Low) && !q.lang.Lists(ws[at-1].Low).Has(language.Whose) {
		return -1
	}
	return head
}

// asksVerb reports whether a content word is what a question asks to be done, and not
// what it is about: it stands between the word that asks and one that begins a name of a
// thing ("wo liegt das Boot"). No verb follows it, or it were that thing.
func asksVerb(text string, s span, l language.Lang) bool {
	ws := language.Words(text)
	i := slices.IndexFunc(ws, func(w language.Word) bool { return w.Start == s.from })
	if l.Dense() || s.being || i < 1 || i+1 >= len(ws) || ws[i].Upper() || !l.Is(language.Question, ws[i-1].Low) {
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

// attributesOf are what a folded word is about.
func attributesOf(low string, l language.Lang) (out matters) {
	a := l.Attributes(low)
	if l.Dense() {
		a = l.AttributesIn(low)
	}
	a.Each(func(name string) { out = append(out, name) })
	return out
}

// weight is what all words say together.
func (q query) weight() float64 {
	sum := 0.0
	for _, w := range q.words {
		sum += w.weight
	}
	return sum
}

// solid is what the words say that are no word of time or manner.
func (q query) solid() float64 {
	sum := 0.0
	for _, w := range q.words {
		if w.weight > lightWeight {
			sum += w.weight
		}
	}
	return sum
}

// names reports whether the question is about somebody else, or a name.
func (q query) names() bool {
	return slices.ContainsFunc(q.words, func(w term) bool { return w.strict })
}

// span is a content word where it stands in the text.
type span struct {
	low      string
	from, to int
	weight   float64
	being    bool
}

// termsOf finds the content words of a text.
func termsOf(text string, l language.Lang) []span {
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
				class[i] = min(class[i], lightWeight)
			case c.Class == language.People || c.Class == language.Animals:
				being[i] = true
			}
		}
	}
	var out []span
	for i, w := range ws {
		if being[i] && titles(ws, i, l) {
			continue
		}
		if being[i] {
			class[i] = 1
		}
		low := possessed(w.Low)
		if (l.Lists(w.Low) | l.Lists(low)).Has(language.Little | language.Stop | language.Verb | language.Vague) {
			class[i] = min(class[i], lightWeight)
		}
		if class[i] == 0 || language.Common(l, w.Low) && !being[i] && l.Attributes(w.Low) == 0 || utf8.RuneCountInString(w.Low) < 2 && !w.Digit() {
			continue
		}
		out = append(out, span{low, w.Start, w.Start + len(w.Text), class[i], being[i]})
	}
	return out
}

// titles reports whether a word for a person only stands before a name and belongs to
// it: "Frau Lang" is nobody's wife, where "Aunt Bea" is an aunt.
func titles(ws []language.Word, i int, l language.Lang) bool {
	if !l.Lists(ws[i].Low).Has(language.Address) || !attributesOf(ws[i].Low, l).has("love") || i+1 == len(ws) || !ws[i+1].Upper() {
		return false
	}
	return i == 0 || !l.Lists(ws[i-1].Low).Has(language.Whose)
}

// unowned takes out the mark of what belongs to somebody, and leaves all else in its place.
var unowned = strings.NewReplacer("'s", "  ", "’s", "    ")

// cuesOf finds the phrases of all classes, also of words that own something.
func cuesOf(text string, l language.Lang) []language.Cue {
	bare := unowned.Replace(text)
	return append(l.Cues(text, language.Words(text)), l.Cues(bare, language.Words(bare))...)
}

// possessed drops the mark of what belongs to somebody: "dog's" is about a dog.
func possessed(low string) string {
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
	rest := possessed(low)
	return strings.HasSuffix(low, "'"+rest) && utf8.RuneCountInString(rest) >= leastElided
}

// leastElided is how many letters stand behind such a mark at least: "I've" is none.
const leastElided = 3

// denseTerms cuts a text without spaces at the words of no topic, and what is left
// into pairs of characters; inflection, which Japanese writes in Hiragana, is left
// out.
func denseTerms(text string, l language.Lang) []span {
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
				mark[i] = min(mark[i], lightWeight)
			}
		}
	}
	var out []span
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
			out[i].from, out[i].to = 0, 0
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

func pairs(low string, from, to int, mark []float64, being []bool) []span {
	if kindOf([]rune(low[from:to])[0]) != 1 || utf8.RuneCountInString(low[from:to]) <= 2 {
		return []span{{low[from:to], from, to, mark[from], being[from]}}
	}
	var out []span
	before := -1
	for i, r := range low[from:to] {
		if before >= 0 {
			out = append(out, span{low[from+before : from+i+utf8.RuneLen(r)], from + before, from + i + utf8.RuneLen(r), mark[from+before], being[from+before] && being[from+i]})
		}
		before = i
	}
	return out
}

// rarity is how much a word says by itself: the more, the rarer it is in English;
// elsewhere short words are taken as common.
func rarity(low string, l language.Lang) float64 {
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
