package sleep

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/memory/language"
)

// mostEntities bounds one episode, mostSighted what a turn is searched for: each
// name is compared with those before it.
const (
	mostEntities = 8
	mostSighted  = 256
)

// Entities finds what a turn speaks of, but for those who speak: persons and
// places by what stands around a name (a title, kinship, a verb of persons; a
// preposition of place, a word of movement), projects by their form or by the
// word for them, and other names and #tags as topics. A single name that begins
// a sentence needs a second sighting, in the turn or among what is known already
// (which may be nil), and an identifier with digits is nobody. Where all nouns
// have capitals, only names with evidence count; scripts without capitals have
// none but paths and tags.
func Entities(turn []transcript.Message, known func(name string) bool) []Entity {
	f := &finder{known: known}
	for _, m := range turn {
		if m.Role != transcript.Tool && m.Name != "" {
			f.speakers = append(f.speakers, strings.ToLower(m.Name))
		}
	}
	var said strings.Builder
	for _, m := range turn {
		if m.Role != transcript.Tool { // a tool's is data, not what was talked about
			said.WriteString(talked(m) + "\n")
		}
	}
	f.lang = spokenIn(said.String())
	var texts [][]token
	for _, m := range turn {
		if m.Role != transcript.Tool {
			texts = append(texts, tokens(talked(m), f.lang))
		}
	}
	f.sighted = map[string]bool{}
	for _, text := range texts {
		for _, t := range text {
			if t.name && !t.first {
				f.sighted[t.low] = true
			}
		}
	}
	for _, text := range texts {
		for i := 0; i < len(text); {
			i += f.at(text, i)
		}
	}
	return f.best()
}

// talked is what was said in a message: of a person's, what they typed.
func talked(m transcript.Message) string {
	if m.Role == transcript.User {
		return m.Words()
	}
	return m.Content
}

// finder collects the entities of a turn.
type finder struct {
	known    func(string) bool
	speakers []string
	lang     language.Lang
	sighted  map[string]bool // single words that stand as names within sentences
	found    []Entity
	keys     []string // theirs, in the same order
}

// token is a word with what its marks say.
type token struct {
	word       string // without marks
	low        string // folded
	of         language.Wordlist
	first      bool // of its sentence
	name       bool // it looks like one
	owns       bool // possessive
	ends       bool // a mark ends the phrase after it
	afterComma bool
}

func tokens(text string, l language.Lang) []token {
	var list []token
	first, comma := true, false
	for raw := range strings.FieldsSeq(text) {
		word := strings.Trim(raw, `.,;:!?"()[]{}*_`+"`“”‘’…«»")
		word = strings.Trim(word, "'")
		t := token{first: first, afterComma: comma}
		for _, s := range []string{"'s", "’s"} {
			if short, ok := strings.CutSuffix(word, s); ok {
				word, t.owns = short, true
			}
		}
		t.word, t.low = word, language.Fold(word)
		t.of = l.Lists(t.low)
		t.name = capitalised(word, l)
		last := raw[len(raw)-1:]
		t.ends = t.owns || strings.ContainsAny(last, `.,;:!?)"…`) || strings.HasSuffix(raw, "”") || strings.HasSuffix(raw, "—")
		first, comma = strings.ContainsAny(last, ".!?:…"), last == ","
		if word == "" || raw == "-" || raw == "–" || raw == "—" || strings.Trim(raw, "0123456789") == "." {
			first = true
		}
		list = append(list, t)
	}
	return list
}

// at looks at the word i and says how many words are done with.
func (f *finder) at(text []token, i int) int {
	t := text[i]
	switch {
	case strings.HasPrefix(t.word, "#") && len(t.word) > 2:
		f.add(Topic, strings.TrimPrefix(t.word, "#"))
	case codeName(t.word):
		f.add(Project, t.word)
	case identifier(t.word):
		f.add(Topic, t.word)
	case t.name && (t.first && f.opens(t) || f.kin(t)):
	case t.name:
		return f.named(text, i)
	}
	return 1
}

// named takes the name that begins at i.
func (f *finder) named(text []token, i int) int {
	n := 1
	for i+n < len(text) && !text[i+n-1].ends {
		switch next := text[i+n]; {
		case next.name || identifier(next.word):
			n++
			continue
		case i+n+1 < len(text) && text[i+n+1].name && (next.word == "&" || next.of.Has(language.Particle)):
			n += 2
			continue
		}
		break
	}
	words := make([]string, n)
	for k := range words {
		words[k] = text[i+k].word
	}
	name := strings.Join(words, " ")
	kind, sure := f.judge(text, i, n)
	switch {
	case n == 1 && f.opens(text[i]) && !f.sighted[text[i].low] && !f.isKnown(name):
		return 1
	case n == 1 && text[i].first && !f.sighted[text[i].low] && !f.isKnown(name):
		return 1 // any word may begin a sentence
	case f.speaks(name), f.lang.NounsHaveCapitals() && !sure:
	default:
		f.add(kind, name)
	}
	return n
}

// opens reports whether a word may begin a sentence and name nothing.
func (f *finder) opens(t token) bool { return language.Everyday(t.low) }

// kin reports whether a word says who a person is to another; title, whether it
// stands before their name.
func (f *finder) kin(t token) bool {
	return f.lang.Is(language.People, t.low) && !t.of.Has(language.Address)
}

func (f *finder) title(t token) bool {
	return t.of.Has(language.Address) || f.lang.Is(language.People, t.low)
}

func (f *finder) isKnown(name string) bool { return f.known != nil && f.known(name) }

// speaks tells whether a name is that of somebody in the talk, or short for it.
func (f *finder) speaks(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(f.speakers, func(s string) bool {
		return s == name || len(name) >= 3 && strings.HasPrefix(s, name) || strings.HasPrefix(name, s+" ")
	})
}

// judge says what the name of n words at i is, and whether anything around it
// says so; without, it is a topic.
func (f *finder) judge(text []token, i, n int) (kind Kind, sure bool) {
	var before, earlier, after token
	if !text[i].first && i > 0 {
		before = text[i-1]
		if i > 1 && !text[i-1].first {
			earlier = text[i-2]
		}
	}
	last := text[i+n-1]
	if !last.ends && i+n < len(text) {
		after = text[i+n]
	}
	switch {
	case f.title(before) || n > 1 && f.title(text[i]):
		return Person, true
	case before.of.Has(language.Called):
		return f.called(text, i), true
	case after.of.Has(language.Work) || before.of.Has(language.Work) || n > 1 && last.of.Has(language.Work):
		return Project, true
	case last.of.Has(language.Area) && n > 1 || before.of.Has(language.Place) && !last.owns || earlier.of.Has(language.Moves) && before.of.Has(language.Way) || before.of.Has(language.Visits):
		return Place, true
	case after.of.Has(language.Says) || before.of.Has(language.Meets) || f.lang.Is(language.Connectives, before.low) && f.lastIs(Person):
		return Person, true
	case last.owns && !after.of.Has(language.Work):
		return Person, !f.lang.NounsHaveCapitals()
	case f.lang.Is(language.Social, before.low), text[i].afterComma && n == 1 && !text[i-1].name && (i+1 == len(text) || text[i+1].first):
		return Person, true // addressed
	}
	return Topic, false
}

// called is what something "called X" is, by the noun before it.
func (f *finder) called(text []token, i int) Kind {
	for k := i - 2; k >= max(0, i-5); k-- {
		switch t := text[k]; {
		case f.title(t):
			return Person
		case t.of.Has(language.Work):
			return Project
		case t.of.Has(language.Area):
			return Place
		}
	}
	return Topic
}

func (f *finder) lastIs(k Kind) bool { return len(f.found) > 0 && f.found[len(f.found)-1].Kind == k }

// evidence ranks kinds by what it takes to be one.
func evidence(k Kind) int {
	switch k {
	case Person, Place:
		return 3
	case Project:
		return 2
	case Topic:
		return 1
	}
	return 0
}

// add notes an entity once; a first name is whoever was named in full before,
// and the better evidence wins.
func (f *finder) add(k Kind, name string) {
	if name == "" || utf8.RuneCountInString(name) > 40 {
		return
	}
	low := strings.ToLower(name)
	for i, key := range f.keys {
		have := &f.found[i]
		same := key == low
		part := have.Kind == Person && len(key) > len(low) && key[len(low)] == ' ' && strings.HasPrefix(key, low)
		if same || part {
			if evidence(k) > evidence(have.Kind) {
				have.Kind = k
			}
			return
		}
	}
	if len(f.found) < mostSighted {
		f.found, f.keys = append(f.found, Entity{k, name}), append(f.keys, low)
	}
}

// best are the entities of best evidence, in the order of the turn.
func (f *finder) best() []Entity {
	for least := 2; least <= 3 && len(f.found) > mostEntities; least++ {
		for i := len(f.found) - 1; i >= 0 && len(f.found) > mostEntities; i-- {
			if evidence(f.found[i].Kind) < least {
				f.found = slices.Delete(f.found, i, i+1)
			}
		}
	}
	return f.found[:min(len(f.found), mostEntities)]
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

// identifier is a word of letters in capitals and digits: E4012, K7-A, ISO-9001.
func identifier(w string) bool {
	digits, upper := 0, 0
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			return false
		}
	}
	return digits > 0 && upper > 0 && len(w) > 2
}

// folders begin the paths of code.
func folders(w string) bool {
	switch w {
	case "cmd", "src", "internal", "pkg", "lib", "docs", "web", "test", "tests", "app", "bin", "etc", "usr", "home", "~", ".", "..":
		return true
	}
	return false
}

// codeName is a path, a repository or an identifier with a mark in it.
func codeName(w string) bool {
	if len(w) < 4 || strings.Contains(w, "://") || strings.Contains(w, "@") {
		return false
	}
	if !strings.ContainsFunc(w, unicode.IsLetter) {
		return false
	}
	inner := w[1 : len(w)-1]
	first, _, path := strings.Cut(w, "/")
	// "and/or" is no path: one has an end, a number, more folders or a usual first.
	path = path && (strings.Count(inner, "/") > 1 || strings.ContainsAny(inner, ".0123456789") || folders(first))
	return path || strings.Contains(inner, "_")
}
