package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Word is one white-space separated piece of a sentence, with its punctuation
// apart: "(Max," is pre "(", core "Max", post ",".
type Word struct {
	Pre, Core, Post string
	Low             string  // core in lower case, straight apostrophes
	Terms           []int32 // the content words in it, numbered (see vocabulary)
	Proper          bool    // a name: a capital where no sentence begins
	Number          bool    // holds a digit or is a number word
	Date            bool    // was written by the date rules
}

func (w Word) Text() string { return w.Pre + w.Core + w.Post }

// Split takes a sentence apart at white space.
func Split(sentence string) []Word {
	fields := strings.Fields(sentence)
	out := make([]Word, 0, len(fields))
	for _, f := range fields {
		out = append(out, newWord(f))
	}
	return out
}

func newWord(f string) Word {
	i := strings.IndexFunc(f, inWord)
	if i < 0 {
		return Word{Post: f}
	}
	j := strings.LastIndexFunc(f, inWord)
	_, size := utf8.DecodeRuneInString(f[j:])
	j += size
	if i > 0 && (f[i-1] == '$' || f[i-1] == '#' || f[i-1] == '/' || f[i-1] == '.' || f[i-1] == '@' || f[i-1] == '-' && i == 1) {
		i--
	}
	for j < len(f) && (f[j] == '%' || f[j] == '+' || f[j] == '/') {
		j++
	}
	if strings.HasPrefix(f[j:], "€") {
		j += len("€")
	}
	core := f[i:j]
	return Word{Pre: f[:i], Core: core, Post: f[j:], Low: Fold(core)}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// Fold is the form in which words are compared.
func Fold(s string) string {
	s = strings.ToLower(s)
	if strings.ContainsAny(s, "’`") {
		s = strings.NewReplacer("’", "'", "`", "'").Replace(s)
	}
	return s
}

// Join writes words as a sentence again.
func Join(ws []Word) string {
	var b strings.Builder
	for _, w := range ws {
		t := w.Text()
		if t == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t)
	}
	return b.String()
}

// Parts calls do for each run of letters and digits in a folded word, without
// an English 's: "state-of-the-art" has four, "don't" one.
func Parts(low string, do func(string)) {
	start := -1
	for i, r := range low {
		in := inWord(r) && r != '_' || r == '\'' && start >= 0
		if in && start < 0 {
			start = i
		}
		if !in && start >= 0 {
			do(trimTail(low[start:i]))
			start = -1
		}
	}
	if start >= 0 {
		do(trimTail(low[start:]))
	}
}

func trimTail(s string) string {
	s = strings.TrimRight(s, "'")
	return strings.TrimSuffix(s, "'s")
}

// Wide reports whether a word is written without spaces around words.
func Wide(s string) bool {
	for _, r := range s {
		return isWide(r)
	}
	return false
}

func isWide(r rune) bool {
	return r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r == 'ー')
}

// Pairs calls do for each two neighbouring wide characters.
func Pairs(s string, do func(string)) {
	last, at := -1, 0
	for i, r := range s {
		if !isWide(r) {
			last = -1
			continue
		}
		if last >= 0 {
			do(s[last : i+utf8.RuneLen(r)])
		}
		last, at = i, at+1
	}
	if at == 1 && last >= 0 {
		do(s[last:])
	}
}

// Stem cuts the commonest endings, so that "painted" and "painting" meet. It
// is coarse on purpose: it only compares words of one text with each other.
func Stem(w string) string {
	n := len(w)
	if n < 4 || w[n-1] >= utf8.RuneSelf {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && n > 4:
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "sses"):
		return w[:n-2]
	case strings.HasSuffix(w, "ing") && n > 5:
		return undouble(w[:n-3])
	case strings.HasSuffix(w, "ed") && n > 4:
		return undouble(w[:n-2])
	case strings.HasSuffix(w, "es") && n > 4:
		return strings.TrimSuffix(w[:n-1], "e")
	case w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i':
		return strings.TrimSuffix(w[:n-1], "e")
	case w[n-1] == 'e':
		return w[:n-1]
	}
	return w
}

func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
		return w[:n-1]
	}
	return strings.TrimSuffix(w, "e")
}

func HasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// IsName reports whether a word is one of these names, written as a name.
func IsName(names map[string]bool, w *Word) bool {
	if !names[strings.TrimSuffix(w.Low, "'s")] {
		return false
	}
	first, _ := utf8.DecodeRuneInString(w.Core)
	return !unicode.IsLower(first)
}

// CountWords counts the words of a text as a reader does: what stands between white
// space, and two letters of a script that has none.
func CountWords(text string) int {
	words, wide, inside := 0, 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			inside = false
		case isWide(r):
			wide, inside = wide+1, false
		case !inside:
			words, inside = words+1, true
		}
	}
	return words + (wide+1)/2
}
