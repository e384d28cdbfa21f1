package program

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

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

// SessionNamed is the session that a person means in the chat: by its id, the beginning
// of one, or its title in any case.
func (p *Place) SessionNamed(typed string) (string, error) {
	id, err := p.SessionID(typed, false)
	if err == nil {
		return id, nil
	}
	heads, listErr := transcript.List(p.Dir) // those that can be read, whatever it says of others
	if len(heads) == 0 {
		return "", cmp.Or(listErr, err)
	}
	title := transcript.TitleOf(typed)
	var found []string
	for _, h := range heads {
		if strings.EqualFold(h.Title, title) {
			found = append(found, h.ID)
		}
	}
	switch len(found) {
	case 0:
		return "", &fault.Misuse{Err: err, Hint: "/sessions lists them; a title, or the beginning of an id, will do"}
	case 1:
		return found[0], nil
	}
	return "", &fault.Misuse{Err: fmt.Errorf("%d sessions are called %q: %s", len(found), title, shortest(found)), Hint: "say which by its id; /sessions lists them"}
}

// mostNamed is how many sessions of one title an error names.
const mostNamed = 3

// shortest are the first ids, as a person types them.
func shortest(ids []string) string {
	var out []string
	for _, id := range ids[:min(len(ids), mostNamed)] {
		out = append(out, transcript.ShortID(id))
	}
	if len(ids) > mostNamed {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
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
