// Package language knows natural languages. Text goes in, values come out: words
// and their stems, the language a text is in, what a sentence does, what kind of
// thing it tells, how long that stays of use, and how a newer statement stands to
// an older one. It knows no memory, no night and no clock.
//
// # Languages are data
//
// Each language is one file, data/CODE.toml: its months, weekdays and number words
// and the classes of small words that carry meaning across topics (who is spoken
// of, negation, change, ending, correction …), lists of words that are looked up
// alone, and how it speaks of times and writes them. Nowhere else in the program is
// a word of a language looked for. Adding a language is one file there and examples
// in corpus/.
//
// # Learned, not listed
//
// What a sentence does is decided by linear models over hashed words, stems,
// letters and word classes, trained by ./train from the sentences in corpus/,
// which are written for it. The weights are embedded data. A case that is read
// wrong becomes examples of its class in the corpus, never a rule.
//
// # Same answer everywhere
//
// Weights are bytes and features are counted, so that a score is a sum of
// integers; what follows is rounded explicitly. Every platform agrees to the bit.
package language

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
)

// Lang is a language that the package has data for.
type Lang uint8

// The languages, in the order of their files' names in codes.
const (
	English Lang = iota
	German
	French
	Spanish
	Italian
	Portuguese
	Dutch
	Russian
	Japanese
	Chinese
)

var codes = [...]string{"en", "de", "fr", "es", "it", "pt", "nl", "ru", "ja", "zh"}

// stemmers are the Snowball algorithms by the name that a language's file gives. A name
// that is none of them leaves words as they are.
var stemmers = map[string]func(*snowballstem.Env) bool{
	"dutch":      dutch.Stem,
	"english":    english.Stem,
	"french":     french.Stem,
	"german":     german.Stem,
	"italian":    italian.Stem,
	"portuguese": portuguese.Stem,
	"russian":    russian.Stem,
	"spanish":    spanish.Stem,
}

// Langs are all languages.
func Langs() []Lang {
	out := make([]Lang, len(codes))
	for i := range out {
		out[i] = Lang(i)
	}
	return out
}

// String is the ISO 639-1 code.
func (l Lang) String() string { return codes[l] }

// ParseLang finds a language by its ISO 639-1 code.
func ParseLang(code string) (Lang, bool) {
	i := slices.Index(codes[:], code)
	return Lang(max(i, 0)), i >= 0
}

//go:embed data/*.toml
var files embed.FS

// Class is a class of small words; every language has each of them.
type Class uint8

// The classes of words, in the order of classNames.
const (
	Me Class = iota
	You
	Third
	People
	Animals
	Negators
	Connectives
	Question
	Polite
	Social
	Hedge
	Change
	End
	Correct
	Also
	Past
	Plan
	Decide
	Like
	Learn
	Rule
	Passing
	Routine
	When
	Identity
	Make
	// ClassCount is how many classes there are.
	ClassCount
)

var classNames = [ClassCount]string{"me", "you", "third", "people", "animals", "negators", "connectives", "question", "polite", "social", "hedge", "change", "end", "correct", "also", "past", "plan", "decide", "like", "learn", "rule", "passing", "routine", "when", "identity", "make"}

// String is the name of a class, as in the languages' files.
func (c Class) String() string { return classNames[c] }

// lexicon is a language's data, ready to be looked up.
type lexicon struct {
	file     *File
	dense    bool
	stem     func(string) string
	month    map[string]int // 1…12
	weekday  map[string]int // 0 is Monday
	each     map[string]int // by the stem of a long name: "mondays"
	spans    map[string]bool
	number   map[string]int
	abbr     map[string]bool
	same     map[string]int // folded word → its row among the words for one person
	cues     phrases[Class]
	elided   []phrase[Class] // "j'": prefixes of a word
	accented map[string]bool // words that are in no class, as written
	about    struct {
		stems, heads, tails map[string]Attributes // of a word, of how one begins, of how one ends
		runs                phrases[Attributes]   // where dense
	}
	lists        map[string]Wordlist
	listed       phrases[Wordlist]     // where dense
	plain        map[string]string     // irregular forms, folded, to their plain one
	kin          map[string][]string   // by stem
	asks         []phrase[Asked]       // the longest first
	openers      map[string][][]string // by their first word
	breaks       Forms                 // words that begin a clause
	company      map[string]bool
	teller       Forms // verbs that tell that the speaker is meant, where they need no pronoun
	determiners  map[string]bool
	prepositions map[string]bool
	modes        modeWords
}

// lexicons are those of the languages, each read when it is first asked for.
var lexicons = OncePer(load)

func (l Lang) lexicon() *lexicon { return lexicons[l]() }

// Dense reports whether the language is written without spaces.
func (l Lang) Dense() bool { return l == Japanese || l == Chinese }

// NounsHaveCapitals reports whether a capital says nothing of a word, as in German.
func (l Lang) NounsHaveCapitals() bool { return l.lexicon().file.Nouns }

// load reads embedded data. That it is whole is told by the tests.
func load(l Lang) *lexicon {
	d := readFile(l)
	x := &lexicon{
		file: d, dense: d.Dense, stem: stemmer(d.Stemmer), breaks: NewForms(d.Time.Breaks, 0), teller: NewForms(Fold(d.Teller), 2), openers: openers(d.Speech.Openers),
		month: Numbered(d.Months, 1), weekday: Numbered(d.Weekdays, 0), number: Numbered(d.Numbers, 0), same: Numbered(d.Same, 1), each: map[string]int{}, cues: phrases[Class]{},
		abbr: folded(strings.Join(d.Abbreviations, " ")), spans: folded(strings.ReplaceAll(strings.Join(d.Time.Units, " "), "/", " ")),
		determiners: folded(d.Time.Determiners), prepositions: folded(d.Time.Prepositions), company: folded(d.Company), accented: set(strings.Fields(d.Accented)),
	}
	for name, n := range x.weekday {
		if len(name) >= leastInflected-1 {
			x.each[x.stem(name)] = n
		}
	}
	for c, name := range classNames {
		for _, text := range d.Class[name] {
			if low := Fold(text); !x.dense && strings.HasSuffix(low, "'") {
				x.elided = append(x.elided, phrase[Class]{[]string{low}, Class(c)})
			} else {
				x.cues.add(low, Class(c), x.dense)
			}
		}
	}
	x.addAbout(d.About)
	x.addModes(d.Mode)
	x.addLists(d.List)
	x.addForms(d.Forms)
	x.addAsks(d.Asks)
	return x
}

// folded are the words of a list, folded.
func folded(list string) map[string]bool { return set(strings.Fields(Fold(list))) }

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// SamePerson reports whether two folded words are for one and the same person or
// animal: "mum" and "mother", but not "mother" and "sister".
func (l Lang) SamePerson(a, b string) bool {
	row := l.PersonRow(a)
	return a == b || row != 0 && row == l.PersonRow(b)
}

// SamePersons are the other words for the person or animal that a folded word is for,
// in alphabetical order.
func (l Lang) SamePersons(low string) (list []string) {
	same := l.lexicon().same
	if same[low] == 0 {
		return nil
	}
	for w, row := range same {
		if row == same[low] && w != low {
			list = append(list, w)
		}
	}
	slices.Sort(list)
	return list
}

// OncePer makes something of each language when it is first asked for.
func OncePer[T any](read func(Lang) T) (of [len(codes)]func() T) {
	for l := range of {
		of[l] = sync.OnceValue(func() T { return read(Lang(l)) })
	}
	return of
}

// Numbered maps the words of each list to the number of the list.
func Numbered(lists []string, from int) map[string]int {
	m := map[string]int{}
	for i, list := range lists {
		for _, w := range strings.Fields(list) {
			m[Fold(w)] = i + from
		}
	}
	return m
}

// PersonRow numbers the words for one and the same person or animal; 0 is none.
func (l Lang) PersonRow(low string) int { return l.lexicon().same[low] }

// Number is what a folded number word counts.
func (l Lang) Number(low string) (n int, ok bool) {
	n, ok = l.lexicon().number[low]
	return n, ok
}

// Weekday is the day of the week that a folded word is the name of; 0 is Monday.
func (l Lang) Weekday(low string) (day int, ok bool) {
	day, ok = l.lexicon().weekday[low]
	return day, ok
}
