package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rest is what an entry still says when newer has taken the place of one of its
// statements: of "Ann lives in Oslo and works as a nurse", after "Ann moved to
// Bergen", it is "Ann works as a nurse". It is "" when nothing is left, or when it
// is not clear which statement is meant: then the entry goes whole.
func Rest(old, newer string) string {
	label, body := labelled(old)
	parts := statements(label, body)
	news := readFact(newer)
	var kept []string
	for _, p := range parts {
		if !supersedes(news, readFact(label+p)) {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 || len(kept) == len(parts) {
		return ""
	}
	rest := strings.Join(kept, ". ")
	says := contentOf(wordsOf(rest))
	if len(says) < 2 || covers(contentOf(wordsOf(newer)), says) {
		return "" // it says nothing, or the new entry says it too
	}
	if r, n := utf8.DecodeRuneInString(rest); unicode.IsLower(r) {
		rest = string(unicode.ToUpper(r)) + rest[n:]
	}
	return label + rest
}

// labelled parts who speaks from what they say: "Ann (dog): " and the rest.
func labelled(text string) (label, body string) {
	if i := strings.Index(text, ": "); i > 0 && i < 40 && !strings.ContainsAny(text[:i], ".!?;,") && strings.Count(text[:i], " ") < 8 {
		return text[:i+2], text[i+2:]
	}
	return "", text
}

// statements takes a text apart where a sentence ends, and where "and" or a comma
// leads to a second cue ("lives in Oslo and works as a nurse"): that part gets the
// subject of the first.
func statements(label, body string) []string {
	var out []string
	words := wordsOf(body)
	from, first := 0, 0 // byte and word where the statement begins
	lead := ""          // what is put before it
	cut := func(end int) {
		if text := strings.Trim(body[from:end], ".,; "); text != "" {
			out = append(out, lead+text)
		}
	}
	for i := 1; i < len(words); i++ {
		w, before := words[i], words[i-1]
		gap := body[before.end:w.start]
		if strings.ContainsAny(gap, ";!?。") || strings.Contains(gap, ".") && w.upper && utf8.RuneCountInString(before.raw) > 3 { // no "Dr. Pfennig"
			cut(before.end)
			from, first, lead = w.start, i, ""
			continue
		}
		at := i
		if conjunction[w.text] {
			at++
		} else if !strings.HasPrefix(gap, ",") {
			continue
		}
		if at == len(words) || !cueAt(words, at) {
			continue
		}
		subject, ok := lead, true
		if lead == "" {
			subject, ok = subjectOf(body, words[first:i], label)
		}
		if ok {
			cut(before.end)
			from, lead = words[at].start, subject
		}
	}
	cut(len(body))
	return out
}

var conjunction = setOf("and und et y")

// cueAt reports whether a cue begins at word i.
func cueAt(words []word, i int) bool {
	for _, c := range byFirst[words[i].text] {
		if n := len(c.words); i+n < len(words) && matches(words[i:i+n], c.words) {
			return true
		}
	}
	return false
}

// subjectOf is who a statement is about, in its own words and with a blank: those
// before its cue, or "I". A diary behind a name leaves it out.
func subjectOf(body string, words []word, label string) (string, bool) {
	for i := range words {
		switch {
		case !cueAt(words, i):
		case i == 0:
			return "", label != ""
		default:
			return body[words[0].start:words[i].start], true
		}
	}
	if self[words[0].text] && !strings.HasPrefix(words[0].text, "m") {
		return words[0].raw + " ", true
	}
	return "", label != ""
}
