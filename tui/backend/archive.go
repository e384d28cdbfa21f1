package backend

import (
	"time"

	"dormouse/sleep/night"
	"dormouse/tui/plot"
)

// Nights are those of the land, of all its sessions.
type Nights interface {
	Timeline() (Timeline, error)
	Report(night string) (night.Report, error)
	// Undo takes back a night of a session that is not open now, and says what
	// that changed.
	Undo(night string) (string, error)
}

// Timeline is what happened to the contexts of a land.
type Timeline struct {
	Nights []night.Ledger // oldest first
	Uses   []plot.Use     // in the order of time
	Unused []night.Ledger // prepared beside a talk, paid for, and never fallen
}

// Archive keeps the sessions that are not open now.
type Archive interface {
	Rename(session, title string) error
	// Delete removes a transcript for good. What memory keeps of it stays.
	Delete(session string) error
	// Fork begins a session with a copy of another, up to and with a message, or
	// all of it for "", and gives its id.
	Fork(session, upTo string) (string, error)
}

// SessionChoice is one line of the session list.
type SessionChoice struct {
	ID, Title string
	Last      time.Time
	Messages  int
	Size      int64 // bytes of the transcript
	Path      string
	Note      string // what else is worth a word: where it was forked from
}
