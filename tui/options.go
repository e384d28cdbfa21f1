package tui

import (
	"io"
	"os/exec"
	"time"

	"dormouse/memory/search"
	"dormouse/runtime"
)

// Source is where the screen gets its conversation from: a *runtime.Loop is
// one. Someone else runs it; when its channel closes the screen ends.
type Source interface {
	Do(runtime.Command)
	Events() <-chan runtime.Event
}

// Drafts keep what was typed and not sent, and what was sent before, over a
// restart. Names are "draft" and "history"; a name never saved loads as
// fs.ErrNotExist. Both are called from commands, one at a time.
type Drafts interface {
	Load(name string) ([]byte, error)
	Save(name string, data []byte) error
}

// Memory is the land as the memory view reads it. Its methods are called from
// commands and may take their time.
type Memory interface {
	// Files are the names of MEMORY.md and the logs, newest first.
	Files() ([]string, error)
	Read(name string) ([]byte, error)
	Search(query string, limit int) (search.Answer, error)
}

// Files are what an @ attaches: text below the folder the program was started in,
// and nothing outside of it. Its methods are called from commands.
type Files interface {
	// Find lists files and folders whose path completes what was typed, the best
	// first.
	Find(typed string, limit int) ([]FileChoice, error)
	// Read gives the text of one. fs.ErrNotExist where there is none; other errors
	// say what is wrong with it: too large, no text, outside.
	Read(path string) (string, error)
}

// FileChoice is one file that may be attached. Path has slashes and is relative.
type FileChoice struct {
	Path   string
	Folder bool
	Size   int64 // bytes
}

// Editor starts a person's own editor. Text gives the command, and what the
// text is afterwards; File opens a file of the land at a line (1-based).
type Editor interface {
	Text(text string) (cmd *exec.Cmd, after func() (string, error), err error)
	File(name string, line int) (*exec.Cmd, error)
}

// ModelChoice is one line of the model switcher.
type ModelChoice struct {
	Ref  string // "provider/name"
	Note string // window and price, as they shall be read
}

// SessionChoice is one line of the session list.
type SessionChoice struct {
	ID, Title string
	Last      time.Time
	Messages  int
}

// Options are what the screen is given. Source, In and Out are needed; what else
// is missing makes the commands that need it say so.
type Options struct {
	Source Source
	In     io.Reader
	Out    io.Writer
	// Environ is the environment the terminal's abilities are read from
	// (TERM, COLORTERM, NO_COLOR); nil means the process's own.
	Environ []string

	Land    string // path, to be shown
	Version string
	Theme   string            // "auto", "light", "dark" or "none"
	Keys    map[string]string // action → keys, "ctrl+s, alt+s"
	NoColor bool
	Mouse   bool

	Drafts Drafts
	Memory Memory
	Files  Files
	Editor Editor
	// Models lists what /model offers.
	Models func() []ModelChoice
	// Sessions lists what /resume offers, newest first.
	Sessions func() ([]SessionChoice, error)
	// Open gives another conversation: a new one for "", else that session. The
	// old source has been told to quit and its events have ended.
	Open func(session string) (Source, error)
	// Export writes the session as Markdown and says where.
	Export func(session string) (path string, err error)
	// Explain says an error in words for a person, with hints; nil means as it is.
	Explain func(error) (problem string, hints []string)
	// Count counts the tokens of what is being typed; nil means four bytes each.
	// It is called from one goroutine.
	Count func(string) int
}
