package backend

import (
	"io"
	"os/exec"
	"time"

	"dormouse/land/config"
	"dormouse/land/transcript/media"
	"dormouse/memory"
	"dormouse/memory/plan"
	"dormouse/runtime"
)

// Source is where the screen gets its conversation from: a *runtime.Loop is
// one. Someone else runs it; when its channel closes the screen ends.
type Source interface {
	Do(runtime.Command)
	Events() <-chan runtime.Event
}

// ModelChoice is one line of the model switcher.
type ModelChoice struct {
	Ref    string // "provider/name"
	Window int    // tokens
	Price  string // "$3 in, $15 out", for a million tokens; "" where it is not known
	// Keyless says that its provider wants a key first.
	Keyless bool
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
	// Remember saves a line to today's log, as typed in a session; "" for one that
	// has not begun.
	Remember func(text, session string) (plan.Written, error)
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
	// Named finds the session that a person means by what they typed: an id, the
	// beginning of one, or a title. nil takes it for an id.
	Named func(typed string) (session string, err error)
	// Open gives another conversation: a new one for "", else that session. The
	// old source has been told to quit and its events have ended; with an error
	// there is none. Where the old one failed that is the error, and Open can be
	// called again.
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
	CountMedia func(model string, m media.Media) int
}
