package secret

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed words.txt
var wordsText string

// wordLists are the paragraphs of words.txt.
type wordLists struct {
	password, token                []string
	is, place, code, pin, ordinary map[string]bool
}

var lists = sync.OnceValue(func() wordLists {
	all := map[string][]string{}
	name := ""
	for line := range strings.Lines(wordsText) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") {
			name = strings.Trim(line, "[]")
			continue
		}
		all[name] = append(all[name], strings.Fields(line)...)
	}
	return wordLists{
		password: all["password"], token: all["token"],
		is: set(all["is"]), place: set(all["place"]), code: set(append(all["code"], all["password"]...)), pin: set(all["pin"]), ordinary: set(append(all["ordinary"], all["asking"]...)),
	}
})

func set(words []string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// lower is s in small letters, byte for byte in the same places: a letter whose
// small form is of another length stays.
func lower(s string) string {
	ascii := true
	for i := range len(s) {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if ascii {
		return strings.ToLower(s)
	}
	b := []byte(s)
	for i, r := range s {
		if l := unicode.ToLower(r); l != r && utf8.RuneLen(l) == utf8.RuneLen(r) {
			utf8.EncodeRune(b[i:], l)
		}
	}
	return string(b)
}
