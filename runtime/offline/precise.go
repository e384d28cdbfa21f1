package offline

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/search"
)

// near is the share of the best line's score that another line needs to stand
// beside it in an answer.
const near = 0.6

// sheet is a list of lines as one searchable document, each under a heading of
// its own. A memory is read with its neighbours, since one line explains the
// next; an answer of this engine quotes single lines, and each must answer by
// its own words.
type sheet struct {
	lines []quoted
	text  []string
}

// quoted is a line that may answer, and how it is shown with its source.
type quoted struct {
	text  string
	day   string // YYYY-MM-DD, "" where none is known
	shown string
	// digest is a line that says what a day was about: no answer where there is one.
	digest bool
}

// sheetName is a name that search takes for a document of memory.
const sheetName = "MEMORY.md"

// List names the one document.
func (s *sheet) List() ([]search.File, error) {
	return []search.File{{Name: sheetName, Size: int64(len(s.text))}}, nil
}

// Read gives its text.
func (s *sheet) Read(string) ([]byte, error) {
	return []byte(strings.Join(s.text, "\n") + "\n"), nil
}

// bullet is the line of the document, from 1, on which lines[i] stands.
func bullet(i int) int { return 2*i + 2 }

// precise picks the lines that answer a question, in the order in which they
// came. It gives nil when none holds a word of it.
func precise(ctx context.Context, question string, now time.Time, lines []quoted) []quoted {
	if len(lines) == 0 {
		return nil
	}
	s := &sheet{lines: lines}
	for _, l := range lines {
		s.text = append(s.text, "## "+l.day, "- "+oneLine(l.text)+kin(question, l.text))
	}
	ix, err := search.Open(s, search.Options{})
	if err != nil {
		return nil // without an index the lines are only not chosen from
	}
	defer ix.Close()
	a, err := ix.Search(ctx, search.Query{Text: question, Limit: len(lines), Now: now})
	if err != nil || a.Verdict != search.Hits {
		return nil
	}
	best := a.Results[0].Score
	var at []int
	for _, h := range a.Results {
		if i := (h.Start - 2) / 2; h.Score >= near*best && i >= 0 && i < len(lines) && h.Start == bullet(i) {
			at = append(at, i)
		}
	}
	slices.Sort(at)
	at = named(question, lines, at)
	at = mine(question, lines, at)
	out := make([]quoted, 0, len(at))
	for _, i := range at {
		out = append(out, lines[i])
	}
	return out
}

// named keeps the lines that hold the most names of the question: who asks where
// Ana works does not ask where others do.
func named(question string, lines []quoted, at []int) []int {
	names := capitals(question)
	if len(names) == 0 {
		return at
	}
	count, most := map[int]int{}, 0
	for _, i := range at {
		held := capitals(lines[i].text)
		for n := range names {
			if held[n] {
				count[i]++
			}
		}
		most = max(most, count[i])
	}
	return slices.DeleteFunc(at, func(i int) bool { return count[i] < most })
}

// word is one word, and possessive the end that makes "Ana's" of Ana.
var (
	word       = regexp.MustCompile(`[\pL\pN][\pL\pN-]*`)
	possessive = regexp.MustCompile(`['’]s\b`)
)

// capitals are the words of a text that begin with a capital letter.
func capitals(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range word.FindAllString(possessive.ReplaceAllString(text, ""), -1) {
		if r, n := utf8.DecodeRuneInString(w); unicode.IsUpper(r) && n < len(w) {
			out[w] = true
		}
	}
	return out
}

// ofMe is a question about the person who asks it, by me a line about them.
var (
	ofMe = regexp.MustCompile(`(?i)\b(?:do|did|am|was|have|had|should|can|will|would|must) i\b|\b(?:ich|suis-je)\b`)
	byMe = regexp.MustCompile(`(?i)\b(?:i|i['’](?:m|ve|ll|d)|my|me|we|our|us|ich|mein\pL*|mir|mich|wir|uns\pL*)\b|^User:`)
)

// mine leaves out what is about others when the person asks about themselves
// and some line is about them.
func mine(question string, lines []quoted, at []int) []int {
	if !ofMe.MatchString(question) || len(at) == 0 {
		return at
	}
	own := slices.DeleteFunc(slices.Clone(at), func(i int) bool { return !byMe.MatchString(lines[i].text) })
	if len(own) == 0 {
		return at
	}
	return own
}

// families are words that answer for one another: who asks where somebody lives
// wants to hear that they moved.
var families = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b(?:live[sd]?|living|home|address|move[sd]?|moving|relocated?)\b`),
	regexp.MustCompile(`(?i)\b(?:work(?:s|ed|ing)?|jobs?|employ\pL*|hired)\b`),
	regexp.MustCompile(`(?i)\b(?:wohn\pL*|umgezogen|umziehe\pL*|ziehe|zog|gezogen|lebe|lebt|leben)\b`),
	regexp.MustCompile(`(?i)\b(?:birthdays?|born)\b`),
	regexp.MustCompile(`(?i)\b(?:named?|called|names)\b`),
}

// kin are the words of the question that a line holds by another word.
func kin(question, line string) string {
	more := ""
	for _, f := range families {
		if w := f.FindString(question); w != "" && f.MatchString(line) {
			more += " " + w
		}
	}
	return more
}

// oneLine folds white space, so that a line stays one.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
