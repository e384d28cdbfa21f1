package secret

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// placeholder tells a value that stands for one: "${TOKEN}", "<your key>", "****",
// "xxxx", "...", "os.Getenv(…)", and a mark or an entry's id of ours.
func placeholder(v string) bool {
	v = strings.Trim(v, `"'`)
	switch {
	case v == "", isMark(v), strings.ContainsAny(v[:1], "$<{%*[(&@^"), strings.HasPrefix(v, "..."):
		return true
	case strings.ContainsAny(v, "(){}<>"), strings.Contains(v, "****"), strings.HasSuffix(v, "..."), strings.HasSuffix(v, "…"):
		return true
	}
	for _, code := range []string{"process.env", "os.environ", "os.getenv", "env.", "config.", "settings.", "self.", "this.", "args.", "request.", "secrets.", "var."} {
		if strings.HasPrefix(strings.ToLower(v), code) {
			return true
		}
	}
	r, n := utf8.DecodeRuneInString(v)
	return strings.Count(v, string(r))*n == len(v) // one character again and again
}

// plausible tells a value that may be a password: no placeholder, and no word
// that people write in its place or about it.
func plausible(v string) bool {
	return len(v) >= 3 && !placeholder(v) && !lists().ordinary[strings.ToLower(strings.Trim(v, `"'`))]
}

// said tells a password in a sentence ("my password is …"), where the word that
// follows is mostly one about it; rest is what stands behind it.
func said(v, rest string) bool {
	if !plausible(v) {
		return false
	}
	letters, other := 0, 0
	for _, r := range v {
		if unicode.IsLetter(r) {
			letters++
		} else {
			other++
		}
	}
	if other > 0 && strings.Trim(v, "-'’") == v && strings.ContainsAny(v, "0123456789!@#$%^&*_+=~?") {
		return letters+other >= 4
	}
	return mixed(v) && !composed(rest) || ends(rest) && letters >= 4 && other == 0
}

// mixed tells a word with a capital after a small letter: "sWordFish".
func mixed(v string) bool {
	small := false
	for _, r := range v {
		if small && unicode.IsUpper(r) {
			return true
		}
		small = small || unicode.IsLower(r)
	}
	return false
}

// random tells a value that may be a token: long, and as even in its bytes as
// only a drawn one is.
func random(v string) bool {
	v = strings.Trim(v, `"'`)
	if len(v) < 12 || placeholder(v) || strings.ContainsAny(v, " \t") || lists().ordinary[strings.ToLower(v)] {
		return false
	}
	return drawn(v) || len(v) >= 20 && entropy(v) >= 3.6 && strings.ContainsAny(v, "0123456789")
}

// entropy is Shannon's, in bits a byte.
func entropy(v string) float64 {
	var count [256]int
	for i := range len(v) {
		count[v[i]]++
	}
	h := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(v))
			h -= p * math.Log2(p)
		}
	}
	return h
}
