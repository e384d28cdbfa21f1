package program

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"dormouse/land/disk"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/settings"
)

// personas is the folder of the person's own voices for the model, a Markdown file
// each, beside their config.
func (c *Call) personas() string { return c.beside("personas") }

// persona reads the one that is named; nil where none is. A name that there is none
// of is an error that lists those there are.
func (c *Call) persona(name string) (func() ([]byte, error), error) {
	if name == "" {
		return nil, nil
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, `/\`) || name == "." {
		return nil, fault.Misused("persona %q: a name is a file's, without .md", name)
	}
	file := filepath.Join(c.personas(), name+".md")
	read := func() ([]byte, error) { return settings.Read(file) }
	switch _, err := read(); {
	case errors.Is(err, fs.ErrNotExist):
		there := "there is none yet"
		if names := c.PersonaNames(); len(names) > 0 {
			there = "there are " + strings.Join(names, ", ")
		}
		return nil, fault.Misused("there is no persona %q (%s); write who it should be to %s", name, there, file)
	case err != nil:
		return nil, err
	}
	return read, nil
}

// PersonaNames are those of the person's own voices.
func (c *Call) PersonaNames() (names []string) {
	list, err := disk.ListHost(c.personas())
	if err != nil {
		return nil
	}
	for _, f := range list {
		if name, ok := strings.CutSuffix(f.Name, ".md"); ok && f.Mode.IsRegular() {
			names = append(names, name)
		}
	}
	return names
}
