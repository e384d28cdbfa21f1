package tui

import (
	"io"
	"os/exec"
	"time"

	"dormouse/land/config"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime"
	"dormouse/sleep/night"
	"dormouse/tui/plot"
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

// Entries explain and change single lines of memory, named by "^id" or
// "path:line". What Forget writes can be taken back by its transaction.
type Entries interface {
	// Why tells where a line comes from, with the messages it rests on.
	Why(ref string) (memory.Origin, []transcript.Message, error)
	Forget(ref string) ([]memory.Written, error)
	Pin(ref string, on bool) error
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

// Files are what an @ attaches: text, pictures and documents below the folder the
// program was started in, and nothing outside of it. Its methods are called from commands.
type Files interface {
	// Find lists files and folders whose path completes what was typed, the best
	// first.
	Find(typed string, limit int) ([]FileChoice, error)
	// Read gives one. fs.ErrNotExist where there is none; other errors say what is
	// wrong with it: too large, no text, outside.
	Read(path string) (Attached, error)
	// Media gives a picture or a document anywhere, whose path a person pasted;
	// fs.ErrNotExist where it is none.
	Media(path string) (runtime.Upload, error)
}

// Attached is a text, or a picture or a document.
type Attached struct {
	Text  string
	Media *runtime.Upload // nil for a text
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
	Ref    string // "provider/name"
	Window int    // tokens
	Price  string // "$3 in, $15 out", for a million tokens; "" where it is not known
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
	Theme   string            `config:"tui.theme"`  // "auto", "light", "dark" or "none"
	Keys    map[string]string `config:"tui.keys.*"` // action → keys, "ctrl+s, alt+s"
	NoColor bool
	Mouse   bool           `config:"tui.mouse"`
	Times   bool           `config:"tui.timestamps"` // show when things were said
	Zone    *time.Location // of times that are shown; nil means local time

	Drafts  Drafts
	Memory  Memory
	Entries Entries
	Nights  Nights
	Files   Files
	Editor  Editor
	// Remember saves a line to today's log.
	Remember func(text string) (memory.Written, error)
	// Writes lists what was written to memory, whoever did it, newest first.
	Writes func() ([]memory.Write, error)
	// Settings are the config's, and where each comes from; ConfigFile is the path
	// of the person's own, and EditConfig starts the editor on it, at a line.
	Settings   func() ([]config.Setting, error)
	ConfigFile string
	EditConfig func(line int) (*exec.Cmd, error)
	// Models lists what /model offers.
	Models func() []ModelChoice
	// Connect connects a provider, by /connect.
	Connect Connector
	// Sessions lists what /resume offers, newest first.
	Sessions func() ([]SessionChoice, error)
	Archive  Archive
	// Open gives another conversation: a new one for "", else that session. The
	// old source has been told to quit and its events have ended.
	Open func(session string) (Source, error)
	// Private tells that the first conversation is private: the screen says so all
	// the time and keeps no draft and no history of it. Hide gives another private
	// one.
	Private bool
	Hide    func() (Source, error)
	// Export writes the session as Markdown and says where.
	Export func(session string) (path string, err error)
	// Explain says an error in words for a person, with hints; nil means as it is.
	Explain func(error) (problem string, hints []string)
	// Count counts the tokens of what is being typed; nil means four bytes each.
	// It is called from one goroutine.
	Count func(string) int
	// CountMedia counts a picture or a document for the model of a ref; nil counts
	// none.
	CountMedia func(model string, m transcript.Media) int
}
