package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// named finds what a word before it says to be a credential: "password: …",
// "API_TOKEN=…", "my password for the server is …".
func named(s string) []Span {
	low := lower(s)
	flat := strings.NewReplacer(" ", "_", "-", "_").Replace(low)
	var out []Span
	for i, words := range [][]string{lists().password, lists().token} {
		for _, w := range words {
			text := flat
			if w[0] == '_' {
				text = low
			}
			for at := 0; ; {
				n := strings.Index(text[at:], w)
				if n < 0 {
					break
				}
				at += n + len(w)
				if x, ok := (naming{s, low, i == 0}).value(at-len(w), at); ok {
					out = append(out, x)
					at = max(at, x.To)
				}
			}
		}
	}
	return out
}

// naming is a text that names a password, or a token.
type naming struct {
	s, low   string
	password bool
}

// value finds the credential that the word at from…to names.
func (n naming) value(from, to int) (Span, bool) {
	stands := n.standing(from, to)
	if stands == chance {
		return Span{}, false
	}
	if n.s[from] < utf8.RuneSelf {
		for to < len(n.s) && (alnum(n.s[to]) || n.s[to] == '_' || n.s[to] == '-') {
			to++
		}
		if to-from > 60 {
			return Span{}, false
		}
	}
	if x, ok := n.beside(to); ok && stands == whole {
		return x, true
	}
	at, assigned := assignment(n.s, to)
	if !assigned {
		if stands == joined {
			return Span{}, false
		}
		if at = n.connector(to); at < 0 {
			return Span{}, false
		}
	}
	x, quoted := valueAt(n.s, at)
	v := n.s[x.From:x.To]
	x.What = n.what()
	switch {
	case v == "":
		return x, false
	case !n.password:
		return x, random(v)
	case stands == joined && !quoted && !strings.HasSuffix(strings.TrimRight(n.s[:at], " \t"), "="):
		return x, false // "resenha: …", "Passwortmanager: …"
	case private(sentenceAround(n.low, from)), !quoted && composed(v):
		return x, false
	case !quoted && n.s[at-1] != '=' && bare(v) && asked(n.s[x.To:]):
		return x, false
	case assigned, quoted:
		return x, plausible(v) && !strings.HasPrefix(v, "/") && !strings.HasPrefix(v, "~/") && !strings.HasPrefix(v, "./")
	}
	return x, said(v, n.s[x.To:])
}

func (n naming) what() string {
	if n.password {
		return "password"
	}
	return "token"
}

// besideLeast is the length, in bytes, from which a value needs no more than its
// name in front of it: "secret wJal…". Names of algorithms are shorter, and those
// of functions have hardly a digit.
const besideLeast = 24

// beside is the credential that stands behind its name with nothing but space
// between: a long word that only a machine draws.
func (n naming) beside(to int) (Span, bool) {
	at := n.pastSpace(to)
	if at == to {
		return Span{}, false
	}
	x, quoted := valueAt(n.s, at)
	x.What = n.what()
	v := n.s[x.From:x.To]
	return x, !quoted && len(v) >= besideLeast && !strings.ContainsAny(v, ":.") && random(v) && digits(v) >= 2
}

func digits(v string) int {
	return len(v) - len(strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, v))
}

// composed tells a text that an input method writes. No field for a password takes
// one, so that it is what is said of a password and not the password.
func composed(v string) bool {
	r, _ := utf8.DecodeRuneInString(v)
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// bare tells a word of letters alone: a password only where the sentence says so.
func bare(v string) bool {
	return !mixed(v) && strings.IndexFunc(v, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// asked tells whether the sentence that goes on with rest is a question: it asks
// for a password, or about one.
func asked(rest string) bool {
	rest = rest[:min(len(rest), 200)]
	end := strings.IndexAny(rest, ".!?;\n。！？")
	return end >= 0 && (rest[end] == '?' || strings.HasPrefix(rest[end:], "？"))
}

// assignment is where the value begins of "name = …", "name: …", `"name": …`,
// "name => …", after the name.
func assignment(s string, at int) (int, bool) {
	for n := 0; at < len(s) && n < 4 && strings.IndexByte("\"'\\]` \t", s[at]) >= 0; n++ {
		at++
	}
	rest := s[at:]
	for _, op := range []string{"=>", ":=", "=", ":", "："} {
		if after, ok := strings.CutPrefix(rest, op); ok && !strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "//") {
			trimmed := strings.TrimLeft(after, " \t")
			return len(s) - len(trimmed), true
		}
	}
	return at, false
}

// within is how many words may stand between a password and its "is".
const within = 6

// connector is where the value begins in a sentence: behind "is" or its like. -1
// where there is none.
func (n naming) connector(at int) int {
	is := lists().is
	for w := range is { // no space stands between words in some languages
		if w[0] >= utf8.RuneSelf && strings.HasPrefix(n.low[at:], w) && len(w) == 3 {
			return n.pastSpace(at + len(w))
		}
	}
	for range within {
		rest := strings.TrimLeft(n.low[at:min(len(n.low), at+200)], " \t\"'`*_")
		start := at + (min(len(n.low), at+200) - at - len(rest))
		end := strings.IndexFunc(rest, unicode.IsSpace)
		if end <= 0 || strings.ContainsAny(n.low[at:start], "\n") {
			return -1
		}
		word := rest[:end]
		if is[strings.TrimRight(word, ":")] {
			return n.pastIs(start + end)
		}
		if strings.ContainsAny(word[len(word)-1:], ".!?;,)") || fieldEnds(word) {
			return -1
		}
		at = start + end
	}
	return -1
}

// fieldEnds tells a word in which a field of JSON ends: `the","text":"my`.
func fieldEnds(word string) bool {
	for _, end := range []string{`",`, `":`, `',`, `':`} {
		if strings.Contains(word, end) {
			return true
		}
	}
	return false
}

// pastIs is where the value begins behind an "is" that may be followed by another
// word of its kind: "is now", "is set to".
func (n naming) pastIs(at int) int {
	for {
		at = n.pastSpace(at)
		end := strings.IndexByte(n.low[at:min(len(n.low), at+20)], ' ')
		if end <= 0 || !lists().is[n.low[at:at+end]] {
			return at
		}
		at += end
	}
}

func (n naming) pastSpace(at int) int { return len(n.s) - len(strings.TrimLeft(n.s[at:], " \t")) }

// maxValue is the longest password, in bytes.
const maxValue = 400

// quotes are what may stand around a value, with what ends it.
var quotes = map[rune]string{'"': `"`, '\'': `'`, '`': "`", '“': "”", '„': "“”", '«': "»", '「': "」", '\\': `\`}

// valueAt is the value that begins at a place: what stands in quotes, else a word,
// which ends where a script without spaces goes on.
func valueAt(s string, at int) (x Span, quoted bool) {
	x = Span{From: at, To: at}
	if at >= len(s) {
		return x, false
	}
	r, n := utf8.DecodeRuneInString(s[at:])
	line, _, _ := strings.Cut(s[at+n:min(len(s), at+n+maxValue)], "\n")
	if end, ok := quotes[r]; ok {
		if r == '\\' { // a quote within quotes
			n = min(2, len(s)-at)
			line = line[min(1, len(line)):]
		}
		if i := strings.IndexAny(line, end); i >= 0 {
			return Span{From: at + n, To: at + n + i}, true
		}
		if r == '\\' {
			return x, false
		}
	}
	word := s[at:min(len(s), at+maxValue)]
	if i := strings.IndexFunc(word, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"'`,;|&<>\\)]}。，、」", r) || r >= 0x2e80 && !composed(word)
	}); i >= 0 {
		word = word[:i]
	}
	word = strings.TrimRight(word, ".:?")
	return Span{From: at, To: at + len(word)}, false
}

// ends tells whether a sentence ends here.
func ends(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\"'`”)")
	return rest == "" || strings.IndexByte(".!;\n\r", rest[0]) >= 0 || strings.HasPrefix(rest, "。")
}
