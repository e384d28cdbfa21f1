package summarize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tighten drops what a sentence can do without: openers, vocatives, empty
// frames, intensifiers, and in a diary the subject "I" where it opens the
// sentence. It never drops a content word.
func tighten(ws []word, k kind, lex *lexicon, names map[string]bool, diary bool) []word {
	if k == code {
		return ws
	}
	if k == caption {
		return tightenCaption(ws)
	}
	ws = dropVocatives(ws, names)
	for {
		n := opener(ws, lex)
		if n == 0 && len(ws) > 1 && ws[0].core == "" && ws[0].pre == "" && strings.Trim(ws[0].post, "-–—") == "" {
			n = 1 // the dash behind an opener: "Guess what - I won"
		}
		if n == 0 {
			break
		}
		ws = ws[n:]
	}
	out := ws[:0:0]
	for i, w := range ws {
		if lex.soft[w.low] && w.pre == "" && !negated(ws, i) && i+1 < len(ws) && w.post == "" {
			continue
		}
		if w.core == "" && !telling(w.post) {
			continue
		}
		if lex.gush[w.low] && gushing(ws, i, lex) {
			if n := len(out); w.low != "" && out[n-1].low == "an" && !vowel(ws[i+1].low) {
				out[n-1].core, out[n-1].low = out[n-1].core[:1], "a"
			}
			continue
		}
		out = append(out, w)
	}
	if lex.name == "en" && diary {
		out = dropSubject(out)
	}
	return out
}

// telling reports whether a word without letters says something: a dash, a unit,
// an operator; an emoji or a stray mark says nothing.
func telling(post string) bool {
	switch post {
	case "-", "–", "—":
		return true
	}
	return strings.ContainsFunc(post, func(r rune) bool {
		return strings.ContainsRune("%‰&§°/[](){}<>*#@", r) || unicode.In(r, unicode.Sm, unicode.Sc)
	})
}

// gushing reports whether word i is praise between an article and a noun.
func gushing(ws []word, i int, lex *lexicon) bool {
	if i == 0 || i+1 >= len(ws) || ws[i].post != "" || ws[i].pre != "" || ws[i-1].post != "" {
		return false
	}
	switch ws[i-1].low {
	case "a", "an", "this", "these", "some", "the", "my", "our", "his", "her", "their", "such":
	default:
		return false
	}
	next := ws[i+1]
	if ws[i-1].low == "a" && vowel(next.low) {
		return false // "a great idea" would want "an"
	}
	return next.core != "" && next.pre == "" && !lex.stop[next.low] && !lex.dull[next.low] && !lex.gush[next.low]
}

func vowel(low string) bool { return low != "" && strings.IndexByte("aeiou", low[0]) >= 0 }

func negated(ws []word, i int) bool {
	if i == 0 {
		return false
	}
	p := ws[i-1].low
	return p == "not" || p == "nicht" || p == "pas" || strings.HasSuffix(p, "n't")
}

// opener is how many words at the start say nothing: "Yeah,", "By the way,".
func opener(ws []word, lex *lexicon) int {
	if len(ws) < 2 {
		return 0
	}
	for _, f := range lex.frames {
		if starts(ws, f) && len(ws) > len(f) {
			return len(f)
		}
	}
	w := ws[0]
	if !lex.lead[w.low] || w.pre != "" && w.pre != "\"" {
		return 0
	}
	if strings.ContainsAny(w.post, ",!.-–—…~") || ws[1].core == "" {
		return 1
	}
	switch w.low {
	case "so", "and", "but", "also", "well", "anyway", "plus", "then", "oh", "wow", "woah", "whoa", "yeah", "btw", "hey", "actually",
		"und", "aber", "et", "mais", "y", "pero", "и", "но", "а":
		return 1
	}
	return 0
}

func starts(ws []word, f []string) bool {
	if len(ws) < len(f) {
		return false
	}
	for i, low := range f {
		if ws[i].low != low {
			return false
		}
		if i < len(f)-1 && ws[i].post != "" && ws[i].post != "," {
			return false
		}
	}
	return true
}

// dropVocatives cuts the other's name where it is only an address.
func dropVocatives(ws []word, names map[string]bool) []word {
	out := ws[:0:0]
	for i, w := range ws {
		if isName(names, &w) && w.pre == "" {
			alone := i == 0 || strings.ContainsAny(ws[i-1].post, ",!.-")
			ends := strings.ContainsAny(w.post, ",!.?") || i == len(ws)-1
			greeted := i > 0 && i < 3 && ends && len(out) > 0 && isGreeting(out[len(out)-1].low)
			if alone && ends && strings.ContainsAny(w.post+commaBefore(ws, i), ",!") || greeted {
				if i > 0 && len(out) > 0 && !strings.HasPrefix(w.post, ",") {
					last := &out[len(out)-1]
					last.post = strings.TrimSuffix(last.post, ",") + w.post
				}
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

func commaBefore(ws []word, i int) string {
	if i == 0 {
		return ""
	}
	return ws[i-1].post
}

func isGreeting(low string) bool {
	switch low {
	case "hey", "hi", "hello", "thanks", "wow", "whoa", "woah", "yeah", "bye", "oh", "congrats", "hallo", "salut", "hola", "yes", "ok", "sure", "you":
		return true
	}
	return false
}

// dropSubject turns "I'm keen on chess" into "Keen on chess": the speaker is
// named in front.
func dropSubject(ws []word) []word {
	if len(ws) < 3 || ws[0].post != "" || ws[0].pre != "" {
		return ws
	}
	switch ws[0].low {
	case "i'm", "im", "i've", "ive":
		if capital(ws[1].core) {
			return ws // "I'm Lena"
		}
		return ws[1:]
	case "i":
		if ws[1].low == "am" && capital(ws[2].core) {
			return ws
		}
		if ws[1].low == "am" || ws[1].low == "have" && (strings.HasSuffix(ws[2].low, "ed") || ws[2].low == "been") {
			return ws[2:]
		}
		if !strings.ContainsAny(ws[1].post, ",-–—") { // "I do - a cat" is no order
			return ws[1:]
		}
	case "i'll":
		ws[0].core, ws[0].low = "will", "will"
	case "i'd":
		ws[0].core, ws[0].low = "would", "would"
	}
	return ws
}

// tightenCaption leaves what a picture shows: "a photo of a dog" → "a dog".
func tightenCaption(ws []word) []word {
	if len(ws) == 0 {
		return ws
	}
	head, rest := ws[0], ws[1:]
	for i := 0; i+1 < len(rest) && i < 4; i++ {
		switch rest[i].low {
		case "photo", "photograph", "photography", "picture", "image", "screenshot":
			if rest[i+1].low == "of" {
				rest = rest[i+2:]
				if len(rest) > 1 && (rest[0].low == "a" || rest[0].low == "an" || rest[0].low == "the") {
					rest = rest[1:]
				}
				i = len(rest)
			}
		}
	}
	if len(rest) == 0 {
		return nil
	}
	head.pre, head.post = "[", ":"
	out := append([]word{head}, rest...)
	out[len(out)-1].post = "]"
	return out
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
