package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// standing is how a naming word stands among the letters and digits around it.
type standing int

const (
	whole  standing = iota // a word of its own, or a part of a name: DB_PASSWORD, userPassword
	joined                 // letters of another word touch it: a name in code (dbpwd=), or chance (resenha)
	chance                 // a part of an id or of another word
)

const (
	// byChance is the length, in bytes, below which a naming word also stands within
	// ids and within words that have nothing to do with it.
	byChance = 8
	// ending is how many letters may follow a word as its ending: "Passworts",
	// "salasanani".
	ending = 3
	// longestName is how far a word is read to both sides, in bytes.
	longestName = 60
)

// standing tells it of the word at from…to.
func (n naming) standing(from, to int) standing {
	if r, _ := utf8.DecodeRuneInString(n.s[from:]); r >= 0x2e80 { // no space parts words there
		return whole
	}
	short := to-from < byChance
	part := n.s[from] == '_' // "_pass" is a word only where it ends a name
	if part {
		from++
	}
	ahead := n.s[max(0, from-longestName):from]
	front := strings.TrimRightFunc(ahead, inWord)
	ahead = ahead[len(front):]
	behind := n.s[to:min(len(n.s), to+longestName)]
	behind = behind[:len(behind)-len(strings.TrimLeftFunc(behind, inWord))]
	letters := lettersAfter(n.s[to-1], behind)
	inside := short && touches(ahead, n.s[from])
	switch {
	case part && letters > 0, short && (strings.HasSuffix(front, "^") || mixedUp(ahead, behind)), inside && n.password && letters > 0:
		return chance
	case letters > ending, inside:
		return joined
	}
	return whole
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// touches reports whether letters go over into the word that begins with first; a
// capital after a small letter begins a word.
func touches(ahead string, first byte) bool {
	last, _ := utf8.DecodeLastRuneInString(ahead)
	return unicode.IsLetter(last) && !(unicode.IsLower(last) && 'A' <= first && first <= 'Z')
}

// lettersAfter is how many letters follow a word that ends in last, up to a capital
// that begins the next one.
func lettersAfter(last byte, behind string) int {
	n, small := 0, last < 'A' || last > 'Z'
	for _, r := range behind {
		if !unicode.IsLetter(r) || small && unicode.IsUpper(r) {
			break
		}
		n, small = n+1, unicode.IsLower(r)
	}
	return n
}

// mixedUp reports whether digits and letters take turns around a word as they do
// in an id and in no name: "01kjpwd6m7q2", not "db2pwd" or "password1".
func mixedUp(ahead, behind string) bool {
	return turns(ahead) > 1 || turns(behind) > 1
}

// turns counts the changes from letters to digits and back.
func turns(s string) int {
	n, last := 0, false
	for i, r := range s {
		digit := unicode.IsDigit(r)
		if i > 0 && digit != last {
			n++
		}
		last = digit
	}
	return n
}
