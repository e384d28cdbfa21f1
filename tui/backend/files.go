package backend

import (
	"errors"
	"os/exec"

	"dormouse/runtime"
)

// Errors of Files, beside fs.ErrNotExist.
var (
	// ErrOutside is returned for a text that does not lie below the folder the program
	// was started in; the caller should say so.
	ErrOutside = errors.New("only files below the folder dormouse was started in can be attached, and pictures and PDFs from anywhere")
	// ErrFolder is returned for a folder; the caller may take its name for a word.
	ErrFolder = errors.New("it is a folder")
)

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

// Drafts keep what was typed and not sent, and what was sent before, over a
// restart. Names are "draft" and "history"; a name never saved loads as
// fs.ErrNotExist. Both are called from commands, one at a time.
type Drafts interface {
	Load(name string) ([]byte, error)
	Save(name string, data []byte) error
}
