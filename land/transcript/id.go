package transcript

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// shownID is how much of an id a person sees: the letters that tell its time, to
// the millisecond.
const shownID = 10

// NewID makes the id of a session or a message: a ULID in small letters, like
// "01kh3v9c2mq8r4t6w0x2y4z6a8". It sorts by time, is a safe file name everywhere,
// and holds 80 random bits, so that two machines never make the same one.
func NewID(t time.Time, r rand.Source) string {
	var random [16]byte
	binary.BigEndian.PutUint64(random[:8], r.Uint64())
	binary.BigEndian.PutUint64(random[8:], r.Uint64())
	return makeID(t, random[:])
}

// NamedID is an id like NewID's that is drawn from names: the same time and the
// same names give the same id, on every machine.
func NamedID(t time.Time, names ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(names, "\x00")))
	return makeID(t, sum[:])
}

// makeID puts an id together. A time that no ULID can hold becomes the nearest.
func makeID(t time.Time, random []byte) string {
	var id ulid.ULID
	copy(id[6:], random)
	ms := uint64(min(max(t.UnixMilli(), 0), int64(ulid.MaxTime())))
	if err := id.SetTime(ms); err != nil {
		panic("a ULID refuses a time within its range: " + err.Error())
	}
	return strings.ToLower(id.String())
}

// After is t, or the moment after an id that is of that time or of a later one:
// ids that follow one another sort so, also where a clock stands or jumps back.
func After(id string, t time.Time) time.Time {
	if at, ok := timeOf(id); ok && !t.Truncate(time.Millisecond).After(at) {
		return at.Add(time.Millisecond)
	}
	return t
}

// timeOf is when an id was made; older programs made some that do not tell.
func timeOf(id string) (time.Time, bool) {
	if id != strings.ToLower(id) {
		return time.Time{}, false // another program's: ours are small
	}
	u, err := ulid.ParseStrict(id)
	return u.Timestamp(), err == nil
}

// ShortID is an id as a person sees it: the beginning of one that NewID made, the
// whole of any other. Match finds what it names.
func ShortID(id string) string {
	if _, ours := timeOf(id); ours {
		return id[:shownID]
	}
	return id
}

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

// ErrAmbiguous is returned by Match when several ids begin with what was typed; the
// caller should ask for more of it.
var ErrAmbiguous = errors.New("more than one id begins so")

// mostNamed is how many of the ids that something may mean are named.
const mostNamed = 5

// Match is the one of ids that a person means: that one, or the only one that
// begins with what was typed, capitals or not. ErrAmbiguous names those that it
// may be; "" when there is none.
func Match(typed string, ids []string) (string, error) {
	if typed == "" {
		return "", nil
	}
	var found []string
	for _, id := range ids {
		if id == typed {
			return id, nil
		}
		if len(id) > len(typed) && strings.EqualFold(id[:len(typed)], typed) && !slices.Contains(found, id) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", nil
	case 1:
		return found[0], nil
	}
	named := strings.Join(found[:min(len(found), mostNamed)], ", ")
	if len(found) > mostNamed {
		named += ", …"
	}
	return "", fmt.Errorf("%w: %q may be %s", ErrAmbiguous, typed, named)
}
