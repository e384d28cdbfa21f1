// Package editor starts the person's own editor.
package editor

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"dormouse/land/disk"
)

// Words is the command of the editor that the config or the environment
// names, else the one that every such system has.
func Words(own string, getenv func(string) string) []string {
	for _, command := range []string{own, getenv("VISUAL"), getenv("EDITOR")} {
		if words := strings.Fields(command); len(words) > 0 {
			return words
		}
	}
	if runtime.GOOS == "windows" {
		return []string{"notepad"}
	}
	return []string{"vi"}
}

// Editor is the command of an editor and the folder whose files it opens.
type Editor struct {
	Words []string
	Land  string
}

// maxEdited bounds what an editor leaves, in bytes.
const maxEdited = 16 << 20

// Text opens a text in a file of its own; the function reads what became of it.
func (e Editor) Text(text string) (*exec.Cmd, func() (string, error), error) {
	name, err := disk.TempHost("dormouse-*.md", []byte(text))
	if err != nil {
		return nil, nil, err
	}
	after := func() (string, error) {
		b, err := disk.ReadHost(name, maxEdited)
		return string(b), errors.Join(err, disk.RemoveHost(name))
	}
	return exec.Command(e.Words[0], append(e.Words[1:len(e.Words):len(e.Words)], name)...), after, nil
}

// File opens a file of the land. "+N" is understood by vi, emacs, nano and
// most others.
func (e Editor) File(name string, line int) (*exec.Cmd, error) {
	return e.At(e.Land+"/"+name, line), nil
}

// At starts the editor on a file of this machine.
func (e Editor) At(path string, line int) *exec.Cmd {
	args := e.Words[1:len(e.Words):len(e.Words)]
	if line > 1 {
		args = append(args, fmt.Sprintf("+%d", line))
	}
	return exec.Command(e.Words[0], append(args, path)...)
}
