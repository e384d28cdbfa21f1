package transcript

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// idLetters has no vowels and no look-alikes: ids spell no words and can be
// read aloud.
const idLetters = "bcdfghjkmnpqrstvwxz23456789"

// NewID makes a session id like "20261121-143005-k7f3": sorts by the wall clock
// of t's zone, is a safe file name everywhere, and holds four random letters for
// sessions that begin in the same second (about 530,000 values).
func NewID(t time.Time, r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(t.Format("20060102-150405-"))
	for range 4 {
		b.WriteByte(idLetters[r.IntN(len(idLetters))])
	}
	return b.String()
}

// MessageID is the id of the n-th message of a session, from 1: "m1", "m2", ….
func MessageID(n int) string { return "m" + strconv.Itoa(n) }

// SafeID says whether an id from elsewhere can be used as it is, for a session's
// file name or a message: 1 to 100 ASCII letters, digits, '-', '_' and '.', of
// which the first is a letter or digit. What sync programs name their conflict
// copies is not an id.
func SafeID(id string) bool {
	if id == "" || len(id) > 100 || strings.Contains(id, "sync-conflict") {
		return false
	}
	for i := range len(id) {
		c := id[i]
		word := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !word && (i == 0 || c != '-' && c != '_' && c != '.') {
			return false
		}
	}
	return !strings.HasSuffix(id, ".") && !strings.HasSuffix(id, ".jsonl")
}

// File is where a session stands in the land: "sessions/<id>.jsonl".
func File(id string) string { return Folder + "/" + id + ".jsonl" }
