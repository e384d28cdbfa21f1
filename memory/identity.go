package memory

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

// ourID reports whether an id looks like one of NewID's.
func ourID(id string) bool {
	return (len(id) == idLength || len(id) == oldIDLength) && id[0] >= 'a' && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// entrySeed is what an entry's id is drawn from: its day and what it says, so
// that the same thing remembered again gets the same id.
func entrySeed(e Entry) string {
	return dayName(e.Since) + "\x00" + string(e.Type) + "\x00" + printOf(e.Text).String()
}

// HandKind is what a person did to an entry.
type HandKind string

// What a person can do.
const (
	HandAdded    HandKind = "added"    // a bullet of their own
	HandReworded HandKind = "reworded" // the program's entry, with another text
	HandMoved    HandKind = "moved"    // under another heading or into another file
	HandDeleted  HandKind = "deleted"
)

// Hand is one thing that a person did to memory.
type Hand struct {
	Kind  HandKind
	Entry Entry  // as it stands now; for a deletion only ID, Path and Type are known
	Was   string // the id of the program's entry; "" for an addition
}

// rewordedAt is the overlap from which a bullet without an id is taken for the
// missing entry, its id lost in a rewording.
const rewordedAt = 0.5

// reconcile compares what the program wrote (the records) with what stands in a
// file, and says what a person did: by id, then by likeness of the text.
func reconcile(known []Record, path string, entries []Entry) []Hand {
	var out []Hand
	there := map[string]bool{}
	byID := map[string]Record{}
	for _, r := range known {
		byID[r.ID] = r
	}
	var free []Entry
	for _, e := range entries {
		r, ok := byID[e.ID]
		switch {
		case e.ID == "" || !ok:
			free = append(free, e)
			continue
		case r.Lines[path] == "":
			out = append(out, Hand{HandMoved, e, e.ID})
		case r.Lines[path] != hexHash(e.hash):
			out = append(out, Hand{HandReworded, e, e.ID})
		case e.Type != "" && r.Type != "" && e.Type != r.Type:
			out = append(out, Hand{HandMoved, e, e.ID})
		}
		there[e.ID] = true
	}
	for _, r := range known {
		if r.Lines[path] == "" || there[r.ID] {
			continue
		}
		if i := reworded(r, free); i >= 0 {
			out = append(out, Hand{HandReworded, free[i], r.ID})
			free = append(free[:i:i], free[i+1:]...)
			continue
		}
		out = append(out, Hand{HandDeleted, Entry{ID: r.ID, Path: path, Type: r.Type}, r.ID})
	}
	for _, e := range free {
		out = append(out, Hand{HandAdded, e, ""})
	}
	return out
}

// reworded returns the bullet that a record's entry became, or -1.
func reworded(r Record, free []Entry) int {
	best, at := rewordedAt, -1
	p := parsePrint(r.Words)
	for i, e := range free {
		if s := p.overlap(printOf(e.Text)); s >= best {
			best, at = s, i
		}
	}
	return at
}
