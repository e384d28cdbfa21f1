package program

import (
	"errors"

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
	if id == "" {
		found, err := transcript.Last(p.Dir)
		if err == nil && found == "" {
			err = errNoSession()
		}
		return found, err
	}
	files, err := transcript.Files(p.Dir)
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", errNoSession()
	}
	ids := make([]string, len(files))
	for i, f := range files {
		ids[i] = f.Name
	}
	switch found, err := transcript.Match(id, ids); {
	case err != nil:
		return "", &fault.Misuse{Err: err, Hint: "`dormouse sessions list` shows them"}
	case found != "":
		return found, nil
	}
	return "", fault.NoSuch("session", id, "dormouse sessions list", ids)
}

func errNoSession() error {
	return &fault.Misuse{Err: errors.New("there is no session yet"), Hint: "`dormouse` begins one"}
}

// Unspoken tells that there is no session to go on with: a talk that should go on
// begins, then.
func (p *Place) Unspoken() bool {
	files, err := transcript.Files(p.Dir)
	return err == nil && len(files) == 0
}
