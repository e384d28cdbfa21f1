package language

import (
	"bytes"
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

// File is a language's file: every word of it that the program knows.
type File struct {
	Name          string              `toml:"name"`
	Stemmer       string              `toml:"stemmer"`
	Dense         bool                `toml:"dense"`
	Months        []string            `toml:"months"`
	Weekdays      []string            `toml:"weekdays"`
	Numbers       []string            `toml:"numbers"`
	Abbreviations []string            `toml:"abbreviations"`
	Same          []string            `toml:"same"`
	Class         map[string][]string `toml:"class"`
	About         map[string]string   `toml:"about"`
	Kinds         map[string]string   `toml:"kinds"`
	Asks          map[string]string   `toml:"asks"`
	Forms         FormsData           `toml:"forms"`
	List          map[string]string   `toml:"words"`
	Nouns         bool                `toml:"nouns_have_capitals"`
	Teller        string              `toml:"verbs_of_the_speaker"`
	Accented      string              `toml:"accented"` // words that are no word of a class, as they are without their accents: "né"; may be left out
	Company       string              `toml:"prepositions_of_company"`
	Time          TimeData            `toml:"time"`
	Speech        SpeechData          `toml:"speech"`
	Figures       FigureData          `toml:"figures"`
	Mode          map[string][]string `toml:"mode"`
}

// TimeData is the [time] of a language's file: how days and periods are spoken of
// and written. docs/language.md explains each key.
type TimeData struct {
	Units        []string          `toml:"units"`
	Which        []string          `toml:"which"`
	Parts        []string          `toml:"parts"`
	JoinedParts  bool              `toml:"joined_parts"`
	Seasons      []string          `toml:"seasons"`
	Months       []string          `toml:"months"`
	Weekdays     []string          `toml:"weekdays"`
	Numbers      []string          `toml:"numbers"`
	Unclear      string            `toml:"unclear"`
	Ordinals     string            `toml:"ordinals"`
	Ordinal      bool              `toml:"days_are_ordinals"`
	Vague        string            `toml:"vague"`
	Capitals     bool              `toml:"capitals"`
	Sunday       bool              `toml:"week_may_begin_on_sunday"`
	Nearest      bool              `toml:"next_is_the_nearest"`
	ByWeek       bool              `toml:"last_is_of_last_week"`
	NeverAfter   []string          `toml:"never_after"`
	Roughly      string            `toml:"roughly"`
	AnyYear      string            `toml:"any_year"`
	Capital      string            `toml:"months_only_with_capitals"`
	Rules        []TimeRule        `toml:"rules"`
	Write        map[string]string `toml:"write"`
	Prepositions string            `toml:"prepositions"`
	Determiners  string            `toml:"determiners"`
	Predicates   string            `toml:"predicates"`
	Breaks       string            `toml:"breaks"`
	Unsettled    string            `toml:"unsettled"`
	Adverbs      string            `toml:"adverbs"`
	Verbs        []VerbData        `toml:"verbs"`
}

// TimeRule is one way of speaking of a time, and what it means. Words in capitals
// in Say are slots, round brackets hold alternatives, square ones what may be left
// out.
type TimeRule struct {
	Say      string `toml:"say"`
	Day      *int   `toml:"day"`     // so many days later
	Week     *int   `toml:"week"`    // so many weeks later
	Weekend  *int   `toml:"weekend"` // …
	Month    *int   `toml:"month"`
	Year     *int   `toml:"year"`
	Which    string `toml:"which"`     // last, this, next, past or coming, where no slot says it
	Part     string `toml:"part"`      // of the day, where no slot says it
	Count    int    `toml:"count"`     // what stands for NUMBER
	Write    string `toml:"write"`     // a form of its own
	NotAfter string `toml:"not_after"` // none of these words stands before
	None     bool   `toml:"none"`      // no time that could be told
}

// VerbData is one way in which a language tells when something happens.
type VerbData struct {
	Says     string `toml:"says"`
	Words    string `toml:"words"`
	Except   string `toml:"except"`
	After    string `toml:"after"`
	With     string `toml:"with"`
	NotAfter string `toml:"not_after"`
	Neither  string `toml:"neither_after"`
	About    string `toml:"about"`
	Near     *int   `toml:"near"`
	Least    int    `toml:"least"` // letters that a star stands for
}

// FigureData is what a language's file says of amounts.
type FigureData struct {
	Ordinals   []string          `toml:"ordinals"`
	Tens       []string          `toml:"tens"`
	Scales     map[string]string `toml:"scales"`
	Joint      string            `toml:"joint"`
	Quarters   map[string]string `toml:"quarters"`
	Noon       map[string]string `toml:"noon"`
	Behind     map[string]string `toml:"behind"` // words behind an hour, by the minutes that they add to it
	Minus      string            `toml:"minus"`  // behind an hour, before the minutes that it lacks
	AfterNoon  string            `toml:"after_noon"`
	Past       string            `toml:"past"`   // between minutes and the hour they are behind: "ten past nine"
	Before     string            `toml:"before"` // and before
	BeforeNoon string            `toml:"before_noon"`
	Clock      string            `toml:"clock"` // behind the hour
	More       string            `toml:"more"`  // what says that something has become more or later, beside how much
	Less       string            `toml:"less"`  // and less or earlier
	By         string            `toml:"by"`    // what leads to how much that is
	Up         string            `toml:"up"`    // words for more before that alone: "up by 7", not "pick up 7"; may be left out
	Down       string            `toml:"down"`  // and for less
	Than       string            `toml:"than"`  // of more and less, what before an amount compares with it: "больше 400"; may be left out
	Units      map[string]string `toml:"units"`
	Feasts     map[string]string `toml:"feasts"`
}

// FormsData are words that a search takes for one. A language need not have them.
type FormsData struct {
	Irregular string `toml:"irregular"`
	Kin       string `toml:"kin"`
}

// SpeechData is the [speech] of a language's file.
type SpeechData struct {
	Openers    []string `toml:"openers"`
	Unfinished []string `toml:"unfinished"`
	Diary      []string `toml:"diary"`
}

// readFile reads a language's file, and refuses a key that means nothing.
func readFile(l Lang) *File {
	var f File
	b, err := files.ReadFile("data/" + l.String() + ".toml")
	if err == nil {
		err = toml.NewDecoder(bytes.NewReader(b)).DisallowUnknownFields().Decode(&f)
	}
	if err != nil {
		panic(fmt.Errorf("load language %s: %w", l, err)) // embedded data, which the tests have read before
	}
	return &f
}

// File is what the language's file says, for those who look up parts of it in their
// own way. It is for reading only.
func (l Lang) File() *File { return l.lexicon().file }
