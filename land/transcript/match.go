package transcript

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

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
