package memory

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/pattern"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/editor"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// EditCommand is `dormouse edit`.
func EditCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:               "edit [DATE|MEMORY|INSTRUCTIONS|^ID|PATH[:LINE]]",
		ValidArgsFunction: complete.Entries(call),
		Short:             "Open a file of memory in your editor, at the right line",
		Long: `Opens MEMORY.md, or what is named, in the editor of the config, $VISUAL, $EDITOR, or
vi: the log of a day (2026-11-21, today, yesterday), INSTRUCTIONS.md, the line of an
entry (^k7f3a2, or its beginning), or a file at a line. What is wrong with the file
afterwards is said, as by ` + "`dormouse memory check`" + `.`,
		Example: `dormouse edit
dormouse edit yesterday
dormouse edit ^k7f3a2`,
		Args: usage.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				name, line, err := editable(p, strings.Join(args, ""))
				if err != nil {
					return err
				}
				if err := runEditor(cmd.Context(), p, name, line); err != nil {
					return err
				}
				return checkFile(p, name)
			})
		},
	}
}

// pathLine is how a line of a file is named.
var pathLine = pattern.Of(`^(.+):(\d+)$`)

// editable finds the file of the land, and the line in it, that a person means.
func editable(p *program.Place, ref string) (name string, line int, err error) {
	today := p.Clock()
	switch strings.ToLower(strings.TrimSuffix(ref, ".md")) {
	case "", "memory":
		return land.MemoryFile, 0, nil
	case "instructions":
		return land.InstructionsFile, 0, nil
	case "today":
		return document.LogPath(today), 0, nil
	case "yesterday":
		return document.LogPath(today.AddDate(0, 0, -1)), 0, nil
	}
	if day, err := time.Parse(time.DateOnly, ref); err == nil {
		return document.LogPath(day), 0, nil
	}
	if id, isID := strings.CutPrefix(ref, "^"); isID {
		return entryAt(p, id)
	}
	name = ref
	if m := pathLine().FindStringSubmatch(ref); m != nil {
		name = m[1]
		line, _ = strconv.Atoi(m[2]) // digits; what is out of range is the first line
	}
	name = filepath.ToSlash(filepath.Clean(name))
	if name != land.MemoryFile && (!strings.HasPrefix(name, land.MemoryDir+"/") || disk.Check(name) != nil || filepath.Ext(name) != ".md") {
		return "", 0, fault.Misused("%q is no file of memory: name a day, MEMORY, INSTRUCTIONS, ^ID, or a file in memory/", ref)
	}
	return name, line, nil
}

// entryAt is where an entry stands. The beginning of an id that only one has will do.
func entryAt(p *program.Place, id string) (string, int, error) {
	snap, err := p.Store.Snapshot()
	if err != nil {
		return "", 0, err
	}
	if e, ok := snap.Entry("^" + id); ok {
		return e.Path, e.Line, nil
	}
	var found []document.Entry
	for _, e := range snap.Entries() {
		if id != "" && strings.HasPrefix(e.ID, id) {
			found = append(found, e)
		}
	}
	if len(found) != 1 {
		return "", 0, p.NoEntry("^"+id, fmt.Errorf("edit ^%s: %w", id, document.ErrNoEntry))
	}
	return found[0].Path, found[0].Line, nil
}

// runEditor waits for the person's editor.
func runEditor(ctx context.Context, p *program.Place, name string, line int) error {
	info, err := p.Dir.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("edit %s: %w", name, err)
	case !info.Mode.IsRegular():
		return fmt.Errorf("edit %s: %w", name, disk.ErrNotRegular)
	}
	words := editor.Words(p.Config.Editor, p.Getenv)
	at := editor.Editor{Words: words}.At(filepath.Join(p.Land.FS().Path(), filepath.FromSlash(name)), line)
	run := exec.CommandContext(ctx, at.Args[0], at.Args[1:]...)
	run.Stdin, run.Stdout, run.Stderr = p.In, p.Out, p.Err
	if err := run.Run(); err != nil {
		return fmt.Errorf("edit %s: %s: %w", name, words[0], err)
	}
	return nil
}

// checkFile says what is wrong with a file after a person edited it.
func checkFile(p *program.Place, name string) error {
	problems, err := p.Store.Check()
	if err != nil {
		return err
	}
	problems = slices.DeleteFunc(problems, func(x memory.Problem) bool { return x.Path != name })
	if len(problems) == 0 {
		return nil
	}
	return tell(p.Call, problems)
}
