package program

import (
	"errors"
	"fmt"
	"time"

	"dormouse/land/transcript"
	"dormouse/tui/cli/fault"
)

// SessionID is the session that the flags name; "" for a new one. A prefix that
// only one session has will do.
func (p *Place) SessionID(id string, last bool) (string, error) {
	if id == "" && !last {
		return "", nil
	}
	if transcript.SafeID(id) { // whole: none of the others has to be looked at
		if info, err := p.Dir.Stat(transcript.File(id)); err == nil && info.Mode.IsRegular() {
			return id, nil
		}
	}
	heads, err := transcript.List(p.Dir)
	if err != nil {
		return "", fmt.Errorf("list sessions: %w", err)
	}
	if len(heads) == 0 {
		return "", &fault.Misuse{Err: errors.New("there is no session yet"), Hint: "`dormouse` begins one"}
	}
	if id == "" {
		return p.lastUsed(heads), nil
	}
	ids := make([]string, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	switch found, err := transcript.Match(id, ids); {
	case err != nil:
		return "", &fault.Misuse{Err: err, Hint: "`dormouse sessions list` shows them"}
	case found != "":
		return found, nil
	}
	return "", fault.NoSuch("session", id, "dormouse sessions list")
}

// Unspoken tells that there is no session to go on with: a talk that should go on
// begins, then.
func (p *Place) Unspoken() bool {
	heads, err := transcript.List(p.Dir)
	return err == nil && len(heads) == 0
}

// lastUsed is the session that was written to last. The newest message would be
// another one where old conversations were imported meanwhile.
func (p *Place) lastUsed(heads []transcript.Head) string {
	last, at := heads[0].ID, time.Time{}
	for _, h := range heads { // the newest message first, which decides a tie
		if info, err := p.Dir.Stat(transcript.File(h.ID)); err == nil && info.ModTime.After(at) {
			last, at = h.ID, info.ModTime
		}
	}
	return last
}
