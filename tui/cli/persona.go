package cli

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/tui/cli/fault"
)

// personas is the folder of the person's own voices for the model, a Markdown file
// each, beside their config.
func (a *app) personas() string {
	if own := a.userConfig(); own != "" {
		return filepath.Join(filepath.Dir(own), "personas")
	}
	return ""
}

// persona reads the one that is named; nil where none is. A name that there is none
// of is an error that lists those there are.
func (a *app) persona(name string) (func() ([]byte, error), error) {
	if name == "" {
		return nil, nil
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, `/\`) || name == "." {
		return nil, fault.Misused("persona %q: a name is a file's, without .md", name)
	}
	file := filepath.Join(a.personas(), name+".md")
	read := func() ([]byte, error) { return readConfig(file) }
	switch _, err := read(); {
	case errors.Is(err, fs.ErrNotExist):
		there := "there is none yet"
		if names := a.personaNames(); len(names) > 0 {
			there = "there are " + strings.Join(names, ", ")
		}
		return nil, fault.Misused("there is no persona %q (%s); write who it should be to %s", name, there, file)
	case err != nil:
		return nil, err
	}
	return read, nil
}

func (a *app) personaNames() (names []string) {
	list, err := disk.ListHost(a.personas())
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

func (a *app) completePersona(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return a.personaNames(), cobra.ShellCompDirectiveNoFileComp
}
