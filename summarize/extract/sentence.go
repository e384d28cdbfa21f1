// Package extract takes a message apart: sentences, their words, the clauses that can
// be kept or dropped alone, and the exact strings that a reader must find again.
//
// Tighten drops what a sentence can do without and never a content word; Dated writes
// "yesterday" as the day it was. Nothing is written that the text does not say, and
// Join of what was taken apart is the text again, but for white space.
//
// Text in, values out: the package knows no message, no memory and no word of a
// language; those are in package language.
package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormouse/memory/language"
	"dormouse/memory/language/temporal"
)

// Form is what sort of text a sentence stands in.
type Form int

const (
	InProse   Form = iota
	item           // of a list
	InQuote        // quoted by "> "
	InCode         // a line of a fenced or indented block
	InCaption      // an attachment described in brackets: [image: a dog]
	heading        // a Markdown heading
)

// Sentence is the smallest text that is kept or let go as a whole before its
// clauses are weighed.
type Sentence struct {
	Text string
	Form Form
	Row  int // of the message's lines
	// leads: it only introduces what is shown after it, "my notes:"
	Leads bool
}

// Sentences takes a message apart. Code stays line by line; everything else is
// cut where a sentence ends.
func Sentences(content string) []Sentence {
	var out []Sentence
	fence := ""
	for row := 0; len(content) > 0; row++ {
		line := content
		if i := strings.IndexByte(content, '\n'); i >= 0 {
			line, content = content[:i], content[i+1:]
		} else {
			content = ""
		}
		trimmed := strings.TrimSpace(line)
		if mark := fenceMark(trimmed); mark != "" && (fence == "" || strings.HasPrefix(trimmed, fence)) {
			if fence == "" {
				fence = mark
			} else {
				fence = ""
			}
			continue
		}
		if trimmed == "" {
			continue
		}
		if fence != "" {
			out = append(out, Sentence{Text: trimmed, Form: InCode, Row: row})
			continue
		}
		from := len(out)
		out = appendLine(out, line, trimmed)
		for i := from; i < len(out); i++ {
			out[i].Row = row
		}
	}
	return bounded(out)
}

// longest is the most bytes of a sentence: what takes a sentence apart looks at
// all of it for each of its words. A text without marks is cut between words.
const longest = 2 << 10

// bounded cuts what is longer than a sentence can be.
func bounded(list []Sentence) []Sentence {
	if !slices.ContainsFunc(list, func(s Sentence) bool { return len(s.Text) > longest }) {
		return list
	}
	var out []Sentence
	for _, s := range list {
		for len(s.Text) > longest {
			cut := strings.LastIndexByte(s.Text[:longest], ' ')
			if cut <= 0 {
				for cut = longest; !utf8.RuneStart(s.Text[cut]); {
					cut--
				}
			}
			part := s
			part.Text = s.Text[:cut]
			out = append(out, part)
			s.Text = strings.TrimSpace(s.Text[cut:])
		}
		if s.Text != "" {
			out = append(out, s)
		}
	}
	return out
}

// fenceMark is the run of three or more marks that opens or closes a block of code.
func fenceMark(s string) string {
	for _, mark := range [...]string{"`", "~"} {
		if rest := strings.TrimLeft(s, mark); len(s)-len(rest) >= 3 {
			return s[:len(s)-len(rest)]
		}
	}
	return ""
}

func appendLine(out []Sentence, line, trimmed string) []Sentence {
	k := InProse
	switch {
	case strings.HasPrefix(trimmed, "#") && strings.HasPrefix(strings.TrimLeft(trimmed, "#"), " "):
		return append(out, Sentence{Text: strings.TrimSpace(strings.TrimLeft(trimmed, "#")), Form: heading})
	case strings.HasPrefix(trimmed, "> "):
		k, trimmed = InQuote, strings.TrimSpace(trimmed[2:])
	case bulletLen(trimmed) > 0:
		k, trimmed = item, strings.TrimSpace(trimmed[bulletLen(trimmed):])
	case strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "    "):
		return append(out, Sentence{Text: trimmed, Form: InCode})
	}
	for {
		before, inside, after, ok := bracketed(trimmed)
		if !ok {
			return appendProse(out, trimmed, k)
		}
		out = appendProse(out, before, k)
		out = append(out, Sentence{Text: inside, Form: InCaption})
		trimmed = after
	}
}

// bulletLen is the length of a list marker: "- ", "* ", "12. ", "3) ".
func bulletLen(s string) int {
	if len(s) > 1 && strings.IndexByte("-*+", s[0]) >= 0 && s[1] == ' ' {
		return 2
	}
	if strings.HasPrefix(s, "• ") {
		return len("• ")
	}
	i := 0
	for i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i > 0 && i+1 < len(s) && (s[i] == '.' || s[i] == ')') && s[i+1] == ' ' {
		return i + 2
	}
	return 0
}

// bracketed finds "[word: description]", the way attachments are described in
// a transcript.
func bracketed(s string) (before, inside, after string, ok bool) {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], '[')
		if i < 0 {
			return s, "", "", false
		}
		i += from
		end := strings.IndexByte(s[i:min(len(s), i+longest)], ']')
		if end < 0 {
			from = i + 1
			continue
		}
		body := s[i+1 : i+end]
		if c := strings.Index(body, ": "); c > 0 && c < 16 && strings.IndexFunc(body[:c], func(r rune) bool { return !unicode.IsLetter(r) }) < 0 {
			return s[:i], body, s[i+end+1:], true
		}
		from = i + 1
	}
}

func appendProse(out []Sentence, s string, k Form) []Sentence {
	for {
		s = strings.TrimSpace(s)
		if s == "" {
			return out
		}
		if n := bulletLen(s); n > 0 && s[0] >= '0' && s[0] <= '9' && !ordinalDay(s[:n-2], s[n:]) {
			s = s[n:] // the number of a list that runs on in one line
		}
		n := sentenceEnd(s)
		out = append(out, Sentence{Text: strings.TrimSpace(s[:n]), Form: k})
		s = s[n:]
	}
}

// sentenceEnd is where the first sentence of s stops: behind its mark and the
// quotes and brackets that close with it.
func sentenceEnd(s string) int {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		switch r {
		case '。', '！', '？', '｡':
			return closing(s, i)
		case '.', '!', '?', '…':
			j := i
			for j < len(s) && strings.IndexByte(".!?", s[j]) >= 0 {
				j++
			}
			if strings.HasPrefix(s[j:], "…") {
				j += len("…")
			}
			if end := closing(s, j); endsHere(s, i-size, j, end, r) {
				return end
			}
			i = j
		}
	}
	return len(s)
}

func closing(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !strings.ContainsRune(`"')]}”’»」』）*_`, r) {
			break
		}
		i += size
	}
	return i
}

// endsHere decides about the mark s[at:j], when the text goes on at end.
func endsHere(s string, at, j, end int, mark rune) bool {
	if end >= len(s) {
		return true
	}
	r, _ := utf8.DecodeRuneInString(s[end:])
	if !unicode.IsSpace(r) {
		return false // 3.5, example.com, file.go
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[end:], " \t\"'([*_“‘«¿¡"))
	switch {
	case !unicode.IsLower(next):
		return mark == '!' || mark == '?' || mark == '…' || j-at > 1 || !abbreviated(s[:at]) && !ordinalDay(s[:at], s[end:])
	case mark == '…' || j-at > 1 && mark == '.' || end > j:
		return false // an ellipsis may stand in the middle, and "What?" she said
	}
	// Who types without capitals ends sentences all the same.
	return mark != '.' || wholeWord(s[:at])
}

// wholeWord reports whether a text ends with a word that no full stop belongs to, as
// it does to what is written short, to a letter and to an ordinal.
func wholeWord(s string) bool {
	word := strings.TrimLeft(s[strings.LastIndexAny(s, " \t")+1:], "(\"'„“‘«*_")
	if utf8.RuneCountInString(word) < 2 || strings.ContainsAny(word, ".") {
		return false
	}
	if strings.Trim(word, "0123456789") == "" {
		return len(word) > 2
	}
	return !abbreviated(s) && !language.Abbreviates(language.Fold(word))
}

// ordinalDay reports whether a full stop between the two texts makes a number
// an ordinal: "14. Februar", "am 3. Tag", "im 2. Stock".
func ordinalDay(before, after string) bool {
	fs := strings.Fields(before[max(0, len(before)-40):])
	if len(fs) == 0 {
		return false
	}
	n := strings.TrimLeft(fs[len(fs)-1], "(\"„")
	if i := strings.LastIndexAny(n, "-–"); i >= 0 {
		n = strings.TrimLeft(n[i:], "-–")
	}
	if n == "" || len(n) > 2 || strings.Trim(n, "0123456789") != "" {
		return false
	}
	if next := strings.Fields(after[:min(len(after), 40)]); len(next) > 0 {
		if _, month := language.MonthNamed(Fold(strings.Trim(next[0], ".,;:!?)\"“"))); month {
			return true
		}
	}
	return len(fs) > 1 && temporal.BeforeOrdinal(Fold(fs[len(fs)-2]))
}

// abbreviated reports whether the word before a full stop is a short form.
func abbreviated(s string) bool {
	i := strings.LastIndexAny(s, " (\"'\t") + 1
	w := strings.ToLower(s[i:])
	if len(w) == 1 && w != "i" && w[0] >= 'a' && w[0] <= 'z' {
		return true // an initial
	}
	return language.Abbreviates(language.Fold(w))
}
