package knowledge

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"dormouse/memory/language"
)

// word is one word of a text, in order.
type word struct {
	text  string // folded: lower case, composed, without "'s" and "'ve"
	raw   string // as written
	upper bool   // begins with a capital
	start int    // byte offsets in the text
	end   int
}

// wordsOf splits a text into words.
func wordsOf(s string) []word {
	out := make([]word, 0, len(s)/6+1)
	language.EachToken(s, func(start, end int) { out = append(out, newWord(s[start:end], start)) })
	return out
}

func newWord(raw string, start int) word {
	w := word{raw: raw, start: start, end: start + len(raw)}
	for _, r := range raw {
		w.upper = unicode.IsUpper(r) || unicode.IsTitle(r)
		break
	}
	text := strings.ToLower(raw)
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			text = strings.ReplaceAll(norm.NFKC.String(text), "’", "'")
			break
		}
	}
	for _, end := range endings {
		text = strings.TrimSuffix(text, end)
	}
	w.text = text
	return w
}

// stem takes an English plural or third person off: "cats", "likes".
func stem[T string | []byte](w T) T {
	if n := len(w); n > 3 && w[n-1] == 's' && w[n-2] != 's' && w[n-2] != 'u' && w[n-2] != 'i' {
		return w[:n-1]
	}
	return w
}

// Print is what a text says, for telling it again: its content words in order,
// as hashes, and how often it is negated. The words cannot be read from it.
type Print struct {
	words []uint32
	nots  uint8
}

// Speaker is what nights put before the words of the person whose memory it is.
// Saved by themselves the same line has none, and it says no more and no less.
const Speaker = "User: "

// PrintOf takes the print of a text. A name before a colon ("Ann: …") counts as
// a word, but for the person's own.
func PrintOf(s string) Print {
	s = strings.TrimPrefix(s, Speaker)
	p := Print{words: make([]uint32, 0, len(s)/7+1)}
	var buf [32]byte
	language.EachToken(s, func(start, end int) {
		w, ok := foldASCII(s[start:end], &buf)
		if !ok {
			w = []byte(newWord(s[start:end], 0).text)
		}
		switch in := language.InAny(w); {
		case in.Negates():
			p.nots++
		case in.Has(language.Light):
		default:
			p.words = append(p.words, wordHash(stem(w)))
		}
	})
	return p
}

// endings are what folding takes off a word.
var endings = [...]string{"'s", "'ve", "'m", "'re"}

// foldASCII is newWord(raw).text without an allocation, for short words of ASCII.
func foldASCII(raw string, buf *[32]byte) ([]byte, bool) {
	if len(raw) > len(buf) {
		return nil, false
	}
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if c >= 0x80 {
			return nil, false
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		buf[i] = c
	}
	w := buf[:len(raw)]
	for _, end := range endings {
		if n := len(w) - len(end); n >= 0 && string(w[n:]) == end {
			w = w[:n]
		}
	}
	return w, true
}

// wordHash is 32 bits of FNV-1a.
func wordHash(w []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range w {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// Likeness says how surely b holds all that a says, in [0, 1]; 1 when both say
// the same words in the same order. It is 0 when one is negated and the other is
// not, or when a has a content word that b has not in that place: another
// number, name, date or verb makes another statement. b may be longer by words
// at its ends or by few in between, and a then has at least three words.
//
// So a near duplicate is a text that says nothing new. Shingle overlap alone
// calls "meets Ann on Monday at 9" and "meets Ann on Monday at 10" 0.8 alike;
// no threshold on it keeps numbers and names apart.
func (a Print) Likeness(b Print) float64 {
	if a.nots != b.nots || len(a.words) == 0 || len(a.words) > len(b.words) {
		return 0
	}
	if slices.Equal(a.words, b.words) {
		return 1
	}
	if len(a.words) < 3 {
		return 0
	}
	best := 0
	for from, w := range b.words {
		if w == a.words[0] {
			if span := coverSpan(a.words, b.words[from:]); span > 0 && (best == 0 || span < best) {
				best = span
			}
		}
	}
	if best == 0 || float64(best) > spread*float64(len(a.words)) {
		return 0
	}
	return float64(len(a.words)) / float64(max(best, (len(b.words)+len(a.words))/2))
}

// spread is how much longer the stretch may be in which a longer text says a
// shorter one. 1.25 allows one word between in a sentence of four.
const spread = 1.25

// coverSpan returns how many words of b, from its first, hold a as a
// subsequence; 0 when they do not.
func coverSpan(a, b []uint32) int {
	i := 0
	for n, w := range b {
		if w == a[i] {
			if i++; i == len(a) {
				return n + 1
			}
		}
	}
	return 0
}

// Overlap is the share of common words in both, as sets (Jaccard). It is for
// recognising a text that a person re-worded or deleted, not for merging.
func (a Print) Overlap(b Print) float64 {
	x, y := slices.Clone(a.words), slices.Clone(b.words)
	slices.Sort(x)
	slices.Sort(y)
	x, y = slices.Compact(x), slices.Compact(y)
	common := 0
	for _, w := range x {
		if _, both := slices.BinarySearch(y, w); both {
			common++
		}
	}
	if all := len(x) + len(y) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

// deletedAt is the overlap from which a candidate is taken for what a person
// deleted. It is lower than what merges: nobody wants it back in other words.
const deletedAt = 0.75

// Retells reports whether a text says again, in other words perhaps, what another
// said that a person deleted.
func (a Print) Retells(b Print) bool {
	return a.Likeness(b) > 0 || a.nots == b.nots && a.Overlap(b) >= deletedAt
}

// Asked is the print of the words by which somebody asks for something: without
// those that say whose it is.
func Asked(words string) Print {
	var p Print
	for _, w := range wordsOf(words) {
		if !language.InAny(w.text).Has(language.Whose) {
			p.words = append(p.words, PrintOf(w.raw).words...)
		}
	}
	return p
}

// Within is the share of words that another print has, too.
func (a Print) Within(b Print) float64 {
	n := 0
	for _, w := range a.words {
		if slices.Contains(b.words, w) {
			n++
		}
	}
	return float64(n) / float64(max(len(a.words), 1))
}

// Len is how many words there are in a print.
func (a Print) Len() int { return len(a.words) }

// String is the print for a record: base64 of the negations and the words.
func (a Print) String() string {
	b := []byte{a.nots}
	for _, w := range a.words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return base64.RawStdEncoding.EncodeToString(b)
}

// ParsePrint reads what String wrote; what it cannot read is the empty print.
func ParsePrint(s string) Print {
	b, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || len(b)%4 != 1 {
		return Print{}
	}
	p := Print{nots: b[0]}
	for i := 1; i < len(b); i += 4 {
		p.words = append(p.words, binary.LittleEndian.Uint32(b[i:]))
	}
	return p
}
