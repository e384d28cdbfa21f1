package program

import (
	"context"
	"fmt"
	"os"
	"strings"

	"dormouse/runtime"
	"dormouse/runtime/gitsync"
	"dormouse/tui/cli/output"
)

// SyncOptions are those of a sync of this land.
func (p *Place) SyncOptions() gitsync.Options {
	program, err := os.Executable()
	if err != nil {
		program = "" // git merges line by line then
	}
	return gitsync.Options{
		Land: p.Land, Dir: p.Below.Path(), Store: p.Store, Now: p.Clock(), Ask: output.IsTerminal(p.Out),
		Driver: mergeDriver(program),
		Wait:   func(what string) { fmt.Fprintln(p.Err, "dormouse: "+what) },
	}
}

// mergeDriver is how git itself, when a person runs it by hand, merges the files of
// a land; git gives the command to a shell.
func mergeDriver(program string) string {
	if program == "" {
		return ""
	}
	return "'" + strings.ReplaceAll(program, "'", `'\''`) + "' sync merge-file %O %A %B %P"
}

// committing commits the land after each night, where it is synced and the settings
// say so. What git says against it is told once, and is no reason to stop.
func (p *Place) committing(ctx context.Context, emit func(runtime.Event)) func(runtime.Event) {
	if !p.Config.SyncCommit || p.Private || p.Below == nil {
		return emit
	}
	told := false
	return func(e runtime.Event) {
		emit(e)
		if woke, ok := e.(runtime.Woke); !ok || woke.Err != nil {
			return
		}
		o := p.SyncOptions()
		o.Ask, o.Wait = false, nil
		if _, err := gitsync.Commit(ctx, o); err != nil && !told && ctx.Err() == nil {
			told = true
			emit(runtime.Noticed{Text: "the night is saved, and not committed: " + err.Error()})
		}
	}
}
