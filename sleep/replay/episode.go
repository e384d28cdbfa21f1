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

// Relation is how an episode stands to what the person wants.
type Relation string

// The three relations.
const (
	Supports   Relation = "supports"
	Thwarts    Relation = "thwarts"
	Irrelevant Relation = "irrelevant"
)

// Channel is how an episode came to be known.
type Channel string

// The three channels.
const (
	Direct   Channel = "direct"   // the person says it
	Observed Channel = "observed" // a tool showed it
	Rumor    Channel = "rumor"    // the model, or a quoted text, says it
)

// Emotion is what a text carries: valence in [−1, 1], arousal and threat in
// [0, 1].
type Emotion struct {
	Valence float64 `json:"valence"`
	Arousal float64 `json:"arousal"`
	Threat  float64 `json:"threat"`
}

// Intensity is the strongest of the three, in [0, 1].
func (e Emotion) Intensity() float64 {
	return max(math.Abs(e.Valence), e.Arousal, e.Threat)
}

// Episode is one turn, scored. It is worked out from the transcript whenever it
// is asked for, and kept nowhere.
type Episode struct {
	ID         string // its first message
	Time       time.Time
	Messages   []string
	Importance float64 // [0, 1]
	Goal       Relation
	Emotion    Emotion
	Channel    Channel
	Tagged     bool // the person pinned a message of it
}

// Retain is how much an episode is worth keeping, in [0, 1]: half importance, a
// fifth each for a goal and for emotion, a tenth for how it came to be known.
func (e Episode) Retain() float64 {
	goal := 0.0
	if e.Goal != Irrelevant {
		goal = 1
	}
	return 0.5*e.Importance + 0.2*goal + 0.2*e.Emotion.Intensity() + 0.1*channelWeight(e.Channel)
}

// channelWeight is how much a channel is trusted.
func channelWeight(c Channel) float64 {
	switch c {
	case Direct:
		return 1
	case Observed:
		return 0.6
	}
	return 0.3
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
	if len(turn) > 0 && turn[len(turn)-1].Ended {
		return true
	}
	if len(turn) == 0 || turn[len(turn)-1].Role != transcript.Assistant {
		return false
	}
	return len(turn[len(turn)-1].ToolCalls) == 0
}

// NewEpisode scores one turn by its words alone.
func NewEpisode(turn []transcript.Message) Episode {
	e := Episode{ID: turn[0].ID, Time: turn[len(turn)-1].Time}
	var said, shown, told strings.Builder
	for _, m := range turn {
		e.Messages = append(e.Messages, m.ID)
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
	e.Channel = channel(said.String(), shown.Len())
	l := spokenIn(text)
	e.Emotion = feel(said.String(), told.String(), l)
	e.Goal = relation(text, l)
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

// spokenIn is the language of a turn.
func spokenIn(text string) language.Lang {
	return language.Guess(strings.ToValidUTF8(text[:min(len(text), enoughToTell)], ""))
}

// channel is Direct when the person states something, Observed when they asked
// and a tool showed it, else Rumor.
func channel(said string, shown int) Channel {
	statement := strings.TrimSpace(said)
	switch {
	case statement != "" && !strings.HasSuffix(statement, "?") && !strings.HasSuffix(statement, "?"):
		return Direct
	case shown > 0:
		return Observed
	}
	return Rumor
}

// feel reads the emotion of a turn: the person's words count in full, the
// model's a third.
func feel(said, told string, l language.Lang) Emotion {
	a, b := mood(said, l), mood(told, l)
	return Emotion{
		Valence: max(-1, min(1, a.Valence+b.Valence/3)),
		Arousal: max(0, min(1, a.Arousal+b.Arousal/3)),
		Threat:  max(0, min(1, a.Threat+b.Threat/3)),
	}
}

// mood counts words of feeling against length: one strong word in a short
// message is felt more than in a long one.
func mood(text string, l language.Lang) Emotion {
	words := l.Tally(text)
	if words.Words == 0 {
		return Emotion{}
	}
	threat := float64(words.Of(language.Danger))
	good, bad, strong := float64(words.Of(language.Glad)), float64(words.Of(language.Upset))+threat/2, float64(words.Of(language.Strong))
	marks := float64(strings.Count(text, "!") + strings.Count(text, "!"))
	scale := math.Sqrt(float64(words.Words)) / 2 // 4 words: 1; 100 words: 5
	scale = math.Max(1, scale)
	return Emotion{
		Valence: max(-1, min(1, (good-bad)/scale)),
		Arousal: max(0, min(1, (strong+0.4*(good+bad)+0.3*marks)/scale)),
		Threat:  max(0, min(1, threat/scale)),
	}
}

// relation reads whether a turn helps or hinders what someone set out to do.
func relation(text string, l language.Lang) Relation {
	words := l.Tally(text)
	goal, done, stuck := words.Of(language.Goal), words.Of(language.Reached), words.Of(language.Hindered)
	switch {
	case stuck > done && goal+done+stuck > 1:
		return Thwarts
	case goal+done > 0:
		return Supports
	}
	return Irrelevant
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
	w := 0.1 + 0.15*first + 0.1*math.Min(digits, 2) + 0.08*math.Min(float64(namesIn(said+told, l)), 3) + 0.15*choice
	w += 0.1 * math.Min(1, float64(utf8.RuneCountInString(said))/300)
	w += 0.05 * math.Min(1, float64(utf8.RuneCountInString(told))/600)
	if strings.HasSuffix(strings.TrimSpace(said), "?") {
		w *= 0.6
	}
	return max(0, min(1, w))
}

// namesIn counts the different names in a text: words in capitals that begin no
// sentence.
func namesIn(text string, l language.Lang) int {
	names, first := map[string]bool{}, true
	for raw := range strings.FieldsSeq(text) {
		word := strings.Trim(raw, ".,;:!?\"'()[]*_`“”‘’…«»")
		if !first && capitalised(word, l) {
			names[word] = true
		}
		first = word == "" || strings.ContainsAny(raw[len(raw)-1:], ".!?:")
	}
	return len(names)
}

// capitalised tells whether a word is written as a name.
func capitalised(w string, l language.Lang) bool {
	first, size := utf8.DecodeRuneInString(w)
	if !unicode.IsUpper(first) || size == len(w) || strings.ContainsFunc(w, unicode.IsDigit) || strings.ContainsAny(w, "/_@#=<>") {
		return false
	}
	low := language.Fold(w)
	return !l.Lists(low).Has(language.Unnamed) && !l.Calendar(low)
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
