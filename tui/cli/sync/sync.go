// Package sync is `dormouse sync`: a land on several machines, by the person's own git.
package sync

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/runtime/gitsync"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// Command is `dormouse sync`.
func Command(call *program.Call) *cobra.Command {
	c := &cobra.Command{
		Use:   "sync [REMOTE]",
		Short: "Keep the land on several machines, by your own git",
		Long: `Commits what changed in the land, merges what other machines pushed, and pushes.

REMOTE is anything git can push to: an address, a folder (made where it is not
there; a USB stick or a synced folder will do), or the name of a remote of the land's
repository. It is said once. Without one, or with --offline, sync only commits.

Merged are entries, turns and nights, not lines: nothing is lost, doubled, or cited
from the wrong talk. Where two machines changed the same entry both wordings stay,
and sync and ` + "`dormouse memory check`" + ` ask which one holds. Once a land is synced, each
night is committed (sync.commit). What is each machine's own (.dormouse) is never
committed, and a file that holds a credential holds the sync up.`,
		Example: `dormouse sync git@example.org:me/memory.git
dormouse sync /media/stick/memory.git
dormouse sync`,
		Args: usage.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				o := p.SyncOptions()
				if len(args) > 0 {
					o.Remote = args[0]
				}
				o.Offline = p.Config.Offline
				done, err := gitsync.Sync(cmd.Context(), o)
				if err != nil {
					return fmt.Errorf("sync: %w", err)
				}
				return tellSync(call, done, o)
			})
		},
	}
	c.AddCommand(mergeFileCommand(call))
	return c
}

func tellSync(call *program.Call, d gitsync.Done, o gitsync.Options) error {
	if call.JSON {
		if d.Questions == nil {
			d.Questions = []memory.Problem{}
		}
		return output.JSON(call.Out, d)
	}
	if d.Made {
		fmt.Fprintf(call.Out, "the land is a git repository now: %s\n", safe.Line(o.Dir))
	}
	if d.MadeRemote {
		fmt.Fprintf(call.Out, "made %s\n", safe.Line(d.Remote))
	}
	if n := len(d.Committed); n > 0 {
		fmt.Fprintf(call.Out, "committed %s\n", output.Plural(n, "file", "files"))
	}
	if n := len(d.Merged); n > 0 {
		fmt.Fprintf(call.Out, "took in %s from %s\n", output.Plural(n, "file", "files"), safe.Line(d.Remote))
	}
	for _, name := range d.Copies {
		fmt.Fprintf(call.Out, "%s: could not be merged; compare the two and delete this one\n", safe.Line(name))
	}
	switch {
	case d.Pushed:
		fmt.Fprintf(call.Out, "pushed to %s\n", safe.Line(d.Remote))
	case d.Remote == "":
		fmt.Fprintln(call.Err, "dormouse: no remote yet\nhint: `dormouse sync REMOTE` takes an address or a folder")
	case o.Offline:
		fmt.Fprintf(call.Err, "dormouse: offline; %s is left alone\n", safe.Line(d.Remote))
	case len(d.Committed)+len(d.Merged) == 0:
		fmt.Fprintf(call.Out, "nothing new; %s has all\n", safe.Line(d.Remote))
	}
	for _, q := range d.Questions {
		fmt.Fprintf(call.Out, "%s: %s\n    %s\n", output.At(q.Path, q.Line), safe.Line(q.What), safe.Line(q.Do))
	}
	return nil
}

// mergeFileCommand is what git runs when a person pulls by hand.
func mergeFileCommand(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use:    "merge-file BASE OURS THEIRS PATH",
		Short:  "Merge one file of a land, for git",
		Hidden: true,
		Args:   usage.Exactly(4, "three files, and the path that they are versions of"),
		RunE: func(_ *cobra.Command, args []string) error {
			var v [3][]byte
			for i := range v {
				var err error
				if v[i], err = disk.ReadHost(args[i], disk.MaxFile); err != nil {
					return fmt.Errorf("merge %s: %w", args[3], err)
				}
			}
			var text []byte
			if strings.HasPrefix(args[3], land.SessionsDir+"/") {
				text = transcript.Unite(v[0], v[1], v[2])
			} else {
				out, _ := document.Unite([]document.Version{{Path: args[3], Base: v[0], Ours: v[1], Theirs: v[2]}})
				text = out[0].Text
			}
			if err := disk.ReplaceHost(args[1], v[1], text); err != nil {
				return fmt.Errorf("merge %s: %w", args[3], err)
			}
			return nil
		},
	}
}
