package input_test

import (
	"io/fs"
	"slices"
	"testing"

	"dormouse/runtime"
	"dormouse/tui/backend"
	"dormouse/tui/input"
)

// noFiles is a folder that holds nothing.
type noFiles struct{ backend.Files }

func (noFiles) Read(name string) (backend.Attached, error) {
	return backend.Attached{}, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

func (noFiles) Media(name string) (runtime.Upload, error) { return runtime.Upload{}, fs.ErrNotExist }

// TestAFileThatIsNotThere: what looks like a file and is none is sent as a word, and said so.
func TestAFileThatIsNotThere(t *testing.T) {
	for text, want := range map[string][]string{
		"sum up @noted.txt, please":  {"noted.txt: no such file; it was sent as a word"},
		"ask @ada about @types/node": nil,
	} {
		say, lines, err := input.Said(text, noFiles{})
		if err != nil || say.Text != text || !slices.Equal(lines, want) {
			t.Errorf("%q: %q %q %v", text, say.Text, lines, err)
		}
	}
}
