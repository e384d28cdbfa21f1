package replay

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// How far a turn is trusted, by how it came to be known.
const (
	direct   = 1.0 // the person says it
	observed = 0.6 // a tool showed it
	rumor    = 0.3 // the model, or a quoted text, says it
)

// Episode is one turn, scored. It is worked out from the transcript whenever it
// is asked for, and kept nowhere.
type Episode struct {
	ID         string // its first message
	Time       time.Time
	Importance float64 // [0, 1]
	Goal       bool    // it helps or hinders what somebody set out to do
	Emotion    float64 // how strongly it is felt, [0, 1]
	Trust      float64 // direct, observed or rumor
	Tagged     bool    // the person pinned a message of it
}

// Retain is how much an episode is worth keeping, in [0, 1]: half importance, a
// fifth each for a goal and for emotion, a tenth for how it came to be known.
func (e Episode) Retain() float64 {
	goal := 0.0
	if e.Goal {
		goal = 1
	}
	return 0.5*e.Importance + 0.2*goal + 0.2*e.Emotion + 0.1*e.Trust
}

// Turns cuts messages into turns: a user message and all that follows until the
// next one. Messages before the first user message are a turn of their own.
func Turns(messages []transcript.Message) [][]transcript.Message {
	var turns [][]transcript.Message
	for _, m := range messages {
		if m.Role == transcript.User || len(turns) == 0 {
			turns = append(turns, nil)
		}
		turns[len(turns)-1] = append(turns[len(turns)-1], m)
	}
	return turns
}

// Complete tells whether a turn has ended: the model answered, and every tool
// call has its result. A turn that is followed by another one is over anyway, and
// so is one that an import ended with.
func Complete(turn []transcript.Message) bool {
	if len(turn) == 0 {
		return false
	}
	last := turn[len(turn)-1]
	return last.Ended || last.Role == transcript.Assistant && len(last.ToolCalls) == 0
}

// NewEpisode scores one turn by its words alone.
func NewEpisode(turn []transcript.Message) Episode {
	e := Episode{ID: turn[0].ID, Time: turn[len(turn)-1].Time}
	var said, shown, told strings.Builder
	for _, m := range turn {
		e.Tagged = e.Tagged || m.Pinned
		b := &told
		switch m.Role {
		case transcript.User:
			b = &said
		case transcript.Tool:
			b = &shown
		}
		b.WriteString(talked(m))
		b.WriteByte('\n')
	}
	text := said.String() + told.String()
	e.Trust = trust(said.String(), shown.Len())
	l := language.Guess(strings.ToValidUTF8(text[:min(len(text), enoughToTell)], ""))
	e.Emotion = min(1, mood(said.String(), l)+mood(told.String(), l)/3) // the person's words count in full
	e.Goal = pursues(text, l)
	e.Importance = weigh(said.String(), told.String(), l)
	return e
}

// talked is what was said in a message: of a person's, what they typed.
func talked(m transcript.Message) string {
	if m.Role == transcript.User {
		return m.Words()
	}
	return m.Content
}

// enoughToTell is how many bytes of a turn are enough to tell its language.
const enoughToTell = 300

// trust is direct when the person states something, observed when they asked and a
// tool showed it, else rumor.
func trust(said string, shown int) float64 {
	statement := strings.TrimSpace(said)
	switch {
	case statement != "" && !strings.HasSuffix(statement, "?"):
		return direct
	case shown > 0:
		return observed
	}
	return rumor
}

// mood counts words of feeling against length: one strong word in a short
// message is felt more than in a long one.
func mood(text string, l language.Lang) float64 {
	words := l.Tally(text)
	good, bad := float64(words.Of(language.Glad)), float64(words.Of(language.Upset|language.Danger))
	stirred := float64(words.Of(language.Strong)) + 0.4*(good+bad) + 0.6*float64(strings.Count(text, "!"))
	scale := max(1, math.Sqrt(float64(words.Words))/2) // 4 words: 1; 100 words: 5
	return min(1, max(math.Abs(good-bad), stirred)/scale)
}

// pursues reads whether a turn helps or hinders what somebody set out to do.
func pursues(text string, l language.Lang) bool {
	words := l.Tally(text)
	goal, done, stuck := words.Of(language.Goal), words.Of(language.Reached), words.Of(language.Hindered)
	return goal+done > 0 || stuck > done && goal+done+stuck > 1
}

// weigh is the heuristic importance of a turn: statements about oneself, names,
// numbers and dates, decisions; small talk and questions weigh little.
func weigh(said, told string, l language.Lang) float64 {
	words := fold(said)
	if len(words) == 0 {
		return 0.1
	}
	of := l.Tally(said)
	var first, digits, choice float64
	if l.Speaks(language.Me, said) {
		first = 1
	}
	if of.Of(language.Goal|language.Reached) > 0 {
		choice = 1
	}
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsDigit) {
			digits++
		}
	}
	w := 0.1 + 0.15*first + 0.1*math.Min(digits, 2) + 0.08*math.Min(float64(namesIn(said+told)), 3) + 0.15*choice
	w += 0.1 * math.Min(1, float64(utf8.RuneCountInString(said))/300)
	w += 0.05 * math.Min(1, float64(utf8.RuneCountInString(told))/600)
	if strings.HasSuffix(strings.TrimSpace(said), "?") {
		w *= 0.6
	}
	return max(0, min(1, w))
}

// namesIn counts the different names in a text.
func namesIn(text string) int {
	names := map[string]bool{}
	for _, w := range language.Words(text) {
		if language.IsName(w) {
			names[w.Low] = true
		}
	}
	return len(names)
}

// fold is the words of a text in lower case, without marks around them.
func fold(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-'
	})
	for i, w := range words {
		words[i] = strings.Trim(w, "'-")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}
