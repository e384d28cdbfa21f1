package program

import (
	"errors"
	"fmt"
	"strings"

	"dormouse/memory/document"
	"dormouse/tui/cli/fault"
)

// NoEntry adds to an ErrNoEntry which entry a mistyped ^id may be; any other error
// is returned as it is.
func (p *Place) NoEntry(ref string, err error) error {
	typed, isID := strings.CutPrefix(ref, "^")
	if !isID || !errors.Is(err, document.ErrNoEntry) {
		return err
	}
	entries, errRead := p.Store.Entries()
	if errRead != nil {
		return err // which says what is the matter
	}
	ids := make([]string, 0, len(entries))
	for _, e := range entries {
		if e.ID != "" {
			ids = append(ids, "^"+e.ID)
		}
	}
	return fmt.Errorf("%w%s", err, fault.MayBe("^"+typed, ids))
}
