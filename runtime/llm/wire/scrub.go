package wire

import (
	"net/url"
	"strings"
	"unicode"

	"dormouse/land/pattern"
)

// hidden stands where a key was.
const hidden = "[key]"

// textLimit is the most runes of a provider's words that an error carries.
const textLimit = 600

// keyShape are keys of well-known form, for the ones nobody told us of.
var keyShape = pattern.Of(`\b(?:sk-[A-Za-z0-9_-]{16,}|AIza[A-Za-z0-9_-]{30,}|gsk_[A-Za-z0-9]{20,}|xai-[A-Za-z0-9]{20,}|hf_[A-Za-z0-9]{20,})`)

// scrub makes a text fit to be shown: secrets are hidden, also in the forms
// that URLs and JSON give them, it is one line of printable characters, and of
// bounded length.
func scrub(s string, secrets []string) string {
	for _, k := range secrets {
		if len(k) < 4 {
			continue // hiding so little would tear words apart
		}
		for _, form := range []string{k, url.QueryEscape(k), url.PathEscape(k), strings.Trim(quoted(k), `"`)} {
			s = strings.ReplaceAll(s, form, hidden)
		}
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsPrint(r):
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, "\uFFFD"))
	// Removing control bytes may have joined the halves of a key.
	for _, k := range secrets {
		if len(k) >= 4 {
			s = strings.ReplaceAll(s, k, hidden)
		}
	}
	s = keyShape().ReplaceAllString(s, hidden)
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > textLimit {
		s = string(r[:textLimit]) + "…"
	}
	return s
}
