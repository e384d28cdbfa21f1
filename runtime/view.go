package runtime

import (
	"fmt"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
)

// ModelWhy is why this model answers.
func (c *Conversation) ModelWhy() string { return c.o.Brain.Why }

// Nights are those in effect in this session, oldest first.
func (c *Conversation) Nights() []transcript.Night { return c.prompt.Context.Nights }

// Opening is what a screen shows first.
func (c *Conversation) Opening(notices []string) Opened {
	return Opened{
		Session: c.Session(), Private: c.o.Private, Title: c.session.Title(), Model: c.Model(), Why: c.o.Brain.Why,
		Land: c.o.Land.FS().Path(), Messages: c.Messages(), Nights: c.prompt.Context.Nights, Notices: notices,
	}
}

// undone says in one line what taking something back did.
func undone(what string, saved land.Saved) string {
	var files, clashes []string
	for _, f := range saved.Files {
		if strings.HasPrefix(f.Path, land.StateDir) || strings.HasPrefix(f.Path, land.SessionsDir) {
			continue
		}
		files = append(files, f.Path)
		for _, c := range f.Conflicts {
			clashes = append(clashes, fmt.Sprintf("%s:%d is yours and stays: %s", f.Path, c.Line, c.Theirs))
		}
	}
	line := what + " is taken back"
	if len(files) > 0 {
		line += ": " + strings.Join(files, ", ")
	}
	if len(clashes) > 0 {
		line += "; " + strings.Join(clashes, "; ")
	}
	return line
}
