package memory

import (
	"slices"
	"strings"
	"unicode"
)

// claim is a statement of which one subject has only one true at a time: where
// somebody lives, what the deadline is.
type claim struct {
	key   string // subject and attribute
	value []string
	ends  bool // it only says that value no longer holds
}

// claims returns what a text says of this kind; most texts say nothing. A later
// sentence about "her" or "it" has its subject elsewhere and claims nothing.
func claims(text string) []claim {
	var out []claim
	label, body := labelled(text)
	for n, statement := range statements(label, body) {
		if i := strings.LastIndex(statement, ": "); i >= 0 { // "Big news: I moved"
			statement = statement[i+2:]
		}
		words := wordsOf(label + statement)
		if own := wordsOf(statement); n > 0 && len(own) > 0 && third[own[0].text] {
			continue
		}
		if c, ok := cueClaim(words); ok {
			out = append(out, c)
		} else if c, ok := attributeClaim(words); ok {
			out = append(out, c)
		}
	}
	return out
}

var third = setOf(`he she it they his her its their this that these those there er sie es das il elle ils elles él ella ellos`)

// byFirst finds the cues that begin with a word.
var byFirst = func() map[string][]cue {
	out := map[string][]cue{}
	for _, c := range cues {
		out[c.words[0]] = append(out[c.words[0]], c)
	}
	return out
}()

// hasCue reports whether a text may hold a claim: it has the first word of a cue,
// or a verb before a value.
func hasCue(text string) bool {
	if strings.Contains(text, "gezogen") {
		return true
	}
	start := -1
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= 0x80) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && i-start <= 16 {
			var buf [16]byte
			for j := range text[start:i] {
				buf[j] = text[start+j]
				if buf[j] < 0x80 {
					buf[j] |= 0x20
				}
			}
			w := buf[:i-start]
			if _, ok := byFirst[string(w)]; ok || string(w) == "is" || string(w) == "are" || string(w) == "ist" {
				return true
			}
		}
		start = -1
	}
	return false
}

// movedTo reads "nach Halle umgezogen": the cue stands around the value.
func movedTo(words []word) (claim, bool) {
	for i, w := range words {
		if w.text != "nach" || i == 0 {
			continue
		}
		value := valueOf(words[i+1:], true)
		end := i + 1 + len(value)
		if len(value) == 0 || end >= len(words) || !moved[words[end].text] || blocked(words[:i], false) {
			continue
		}
		return claim{subjectKey(words[:i]) + "|home", value, false}, true
	}
	return claim{}, false
}

var moved = setOf("umgezogen gezogen")

func cueClaim(words []word) (claim, bool) {
	if c, ok := movedTo(words); ok {
		return c, true
	}
	for i := range words {
		for _, c := range byFirst[words[i].text] {
			n := len(c.words)
			if i+n >= len(words) || !matches(words[i:i+n], c.words) {
				continue
			}
			before := words[:i]
			ends := slices.ContainsFunc(before, func(w word) bool { return w.text == "longer" })
			if blocked(before, ends) {
				return claim{}, false
			}
			value := valueOf(words[i+n:], c.named)
			if len(value) == 0 {
				continue
			}
			return claim{subjectKey(before) + "|" + c.attribute, value, ends}, true
		}
	}
	return claim{}, false
}

func matches(words []word, want []string) bool {
	for i, w := range want {
		if words[i].text != w {
			return false
		}
	}
	return true
}

// blocked reports whether the words before a cue make it unsure or deny it.
func blocked(before []word, ends bool) bool {
	return slices.ContainsFunc(before, func(w word) bool {
		return unsure[w.text] || negations[w.text] && !(ends && (w.text == "no" || w.text == "longer"))
	})
}

// valueOf returns the words of a value: up to the first that joins something
// else on. A named one is the names and numbers it begins with.
func valueOf(words []word, named bool) []string {
	var out []string
	for i, w := range words {
		if i > 0 && valueEnds[w.text] || len(out) == 6 {
			break
		}
		if named && !w.upper && !unicode.IsDigit([]rune(w.raw)[0]) {
			if len(out) > 0 || !light[w.text] {
				break
			}
			continue
		}
		if !light[w.text] || w.upper {
			out = append(out, w.text)
		}
	}
	return out
}

var valueEnds = setOf(`and but since from with for because where which who after before now until last this next in on at as when while`)

// attributeClaim reads "<subject>'s <attribute> is <value>".
func attributeClaim(words []word) (claim, bool) {
	is := slices.IndexFunc(words, func(w word) bool { return w.text == "is" || w.text == "are" || w.text == "ist" })
	if is < 1 || is+1 >= len(words) {
		return claim{}, false
	}
	head := is - 1
	for head > 0 && passing[words[head].text] {
		head--
	}
	before := words[:is]
	noun := stem(words[head].text)
	if !attributes[words[head].text] && !attributes[noun] || blocked(before, false) || negations[words[is+1].text] {
		return claim{}, false
	}
	value := valueOf(words[is+1:], false)
	if len(value) == 0 {
		return claim{}, false
	}
	return claim{subjectKey(before) + "|is", value, false}, true
}

// self are the words for whoever speaks.
var self = setOf("i me my mine myself user we our ich mein meine je mon ma mes yo mi")

// subjectKey is who or what a sentence is about: its content words before the
// cue. "I", "my" and "the user" are one; after a name and a colon they are that
// name's. Pronouns of third persons stay, so "she" is equal only to "she".
func subjectKey(before []word) string {
	var key []string
	for _, w := range before {
		switch {
		case self[w.text]:
			if len(key) == 0 {
				key = append(key, "self")
			}
		case light[w.text] || passing[w.text] || spans[w.text] || negations[w.text] || isNumber(w.text) || months[w.text]:
		default:
			key = append(key, stem(w.text))
		}
	}
	if len(key) == 0 {
		return "self"
	}
	return strings.Join(key, " ")
}

var months = setOf(`january february march april may june july august september october november december`)

func isNumber(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

// sameValue reports whether one value says what the other does, perhaps with
// fewer words.
func sameValue(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, w := range a {
		if !slices.Contains(b, w) {
			return false
		}
	}
	return true
}

// SameSubject reports whether two texts say different things about one subject of
// which only one can be true: "lives in Berlin" and "moved to Oslo", "the port is
// 80" and "the port is 81", "drinks tea" and "no longer drinks tea". It knows the
// phrases of a table and changed numbers in equal sentences; what it does not
// know, it does not compare.
func SameSubject(older, newer string) bool {
	return supersedes(readFact(newer), readFact(older))
}

// fact is a text, read for comparing.
type fact struct {
	claims []claim
	frame  []string // content words with numbers left out
	nums   []string
	states bool     // it says how things are: "is", "costs"
	ends   []string // content words of what it says no longer holds
	words  []string // content words
	from   []string // X of "switched from X to Y", "Y instead of X"
}

var stative = setOf(`is are has have costs cost weighs weigh earns earn pays pay owns own ist sind kostet hat est coûte a es cuesta tiene`)

func readFact(text string) fact {
	f := fact{claims: claims(text)}
	words := wordsOf(text)
	for _, w := range words {
		switch {
		case isNumber(w.text):
			f.nums = append(f.nums, w.text)
			continue
		case stative[w.text]:
			f.states = true
		}
		if light[w.text] || passing[w.text] || negations[w.text] {
			continue
		}
		f.words = append(f.words, stem(w.text))
		f.frame = append(f.frame, stem(w.text))
	}
	f.ends = endedWords(words)
	f.from = fromWords(words)
	return f
}

// endedWords returns the content words after "no longer", "not … anymore",
// "stopped", "quit" and "gave up".
func endedWords(words []word) []string {
	for i, w := range words {
		start := -1
		switch {
		case w.text == "longer" && i > 0 && words[i-1].text == "no", w.text == "stopped", w.text == "quit":
			start = i + 1
		case w.text == "up" && i > 0 && (words[i-1].text == "gave" || words[i-1].text == "given"):
			start = i + 1
		case w.text == "anymore":
			for j := i - 1; j >= 0; j-- {
				if negations[words[j].text] {
					return contentOf(words[j+1 : i])
				}
			}
		}
		if start > 0 {
			return contentOf(untilBreak(words[start:]))
		}
	}
	return nil
}

// fromWords returns X of "switched from X to Y" and "instead of X", "over X".
func fromWords(words []word) []string {
	for i, w := range words {
		if w.text != "from" && w.text != "of" {
			continue
		}
		if i > 0 && (changed[words[i-1].text] && w.text == "from" || words[i-1].text == "instead") {
			rest := words[i+1:]
			if to := slices.IndexFunc(rest, func(w word) bool { return w.text == "to" }); to > 0 {
				rest = rest[:to]
			}
			return contentOf(rest)
		}
	}
	return nil
}

var changed = setOf("switched changed moved migrated went converted")

// untilBreak cuts a clause where another begins.
func untilBreak(words []word) []word {
	for i, w := range words {
		if i > 0 && (valueEnds[w.text] || w.start > words[i-1].end+1) { // a comma stands between
			return words[:i]
		}
	}
	return words
}

func contentOf(words []word) []string {
	var out []string
	for _, w := range words {
		if !light[w.text] && !passing[w.text] && !negations[w.text] {
			out = append(out, habit(stem(w.text)))
		}
	}
	return out
}

// habit folds the verbs of likings and habits: who prefers tea and who no longer
// drinks it speak of one thing.
func habit(w string) string {
	w = strings.TrimSuffix(w, "ing")
	switch w {
	case "drink", "eat", "like", "love", "prefer", "use", "us", "enjoy", "play", "take", "tak", "smok", "smoke":
		return "*"
	}
	return w
}

// supersedes reports whether newer takes the place of older.
func supersedes(newer, older fact) bool {
	for _, n := range newer.claims {
		for _, o := range older.claims {
			if n.key == o.key && !o.ends && n.ends == sameValue(n.value, o.value) {
				return true
			}
		}
	}
	if len(newer.ends) > 0 && len(older.ends) == 0 && covers(older.words, newer.ends) && !wholly(newer.ends) {
		return true
	}
	if len(newer.from) > 0 && covers(older.words, newer.from) && len(newer.from) <= 3 && sharesSubject(newer, older) {
		return true
	}
	return newer.states && older.states && len(newer.nums) > 0 && len(newer.nums) == len(older.nums) && len(newer.frame) > 1 &&
		!slices.Equal(newer.nums, older.nums) && slices.Equal(newer.frame, older.frame)
}

// wholly reports whether words are verbs of habit only.
func wholly(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return w != "*" })
}

// covers reports whether each of want is among words, habits folded.
func covers(words, want []string) bool {
	for _, w := range want {
		if !slices.ContainsFunc(words, func(x string) bool { return habit(x) == w }) {
			return false
		}
	}
	return len(want) > 0
}

// sharesSubject reports whether both begin with the same content word, or one is
// about whoever speaks.
func sharesSubject(a, b fact) bool {
	return len(a.words) > 0 && len(b.words) > 0 && a.words[0] == b.words[0]
}
