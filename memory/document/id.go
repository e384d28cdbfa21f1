package document

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
)

// idLetters is base32 without capitals.
var idLetters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// The length of an entry's id: of those made now, and of those of older programs.
const (
	idLength    = 8
	oldIDLength = 6
)

// NewID returns an id for an entry that no other has: a letter and seven of
// [a-z2-7], drawn from the seed. The same seed gives the same id as long as it is
// not taken.
func NewID(seed string, taken func(string) bool) string {
	for i := 0; ; i++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", seed, i))
		id := idLetters.EncodeToString(sum[:10])
		id = id[strings.IndexFunc(id+"a", func(r rune) bool { return r >= 'a' }):]
		if len(id) < idLength {
			continue
		}
		if id = id[:idLength]; taken == nil || !taken(id) {
			return id
		}
	}
}

// OurID reports whether an id looks like one of NewID's.
func OurID(id string) bool {
	return (len(id) == idLength || len(id) == oldIDLength) && id[0] >= 'a' && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
