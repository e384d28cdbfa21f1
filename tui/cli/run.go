// Package cli is the command line: it reads flags, opens the land, calls the
// folders to the left and prints what they say. Standard output carries data,
// standard error carries words to people; with --json both are JSON.
//
// Here is the first command with its flags, help and man pages. Below are the other
// commands, a folder for each group, and what they share:
//
//	program    the streams, the flags and the clock of one call, and the land it opens
//	settings   which of the config the command line reads, and how a file of it changes
//	model      the model that answers
//	output     what is printed, for people and as JSON
//	fault      errors in words, with hints and an exit status
//	usage      arguments that are refused
//	complete   what the shell offers
//
// It decides nothing but the exit status:
//
//	0 done · 1 failed · 2 wrong usage or config · 3 the provider refused or could
//	not be reached · 4 the land is busy or unwritable · 5 a check found something
//	· 130 interrupted · 143 terminated
package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// Run runs the program once and returns its exit status.
func Run(ctx context.Context, w program.World) int {
	out := &output.Checked{W: w.Out}
	if !output.IsTerminal(w.Out) { // the screen wants the terminal itself
		w.Out = out
	}
	call := &program.Call{World: w}
	root := newRoot(call)
	root.SetArgs(w.Args)
	root.SetIn(w.In)
	root.SetOut(w.Out)
	root.SetErr(w.Err)
	called, err := root.ExecuteContextC(ctx)
	err = usage.PointToHelp(called, err)
	switch {
	case err != nil:
		return report(ctx, call, err)
	case out.Err != nil:
		return report(ctx, call, fmt.Errorf("write standard output: %s", out.Err)) // no fault of the land
	case ctx.Err() != nil:
		return interrupted(ctx)
	}
	return fault.ExitDone
}

// report prints an error and chooses the exit status.
func report(ctx context.Context, call *program.Call, err error) int {
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return interrupted(ctx)
	}
	var quiet *fault.Silent
	if errors.As(err, &quiet) {
		return quiet.Code
	}
	f := fault.Explain(err)
	f.Print(call.Err, wantsJSON(call))
	return f.Code
}

// wantsJSON also holds when flags could not be parsed.
func wantsJSON(call *program.Call) bool { return call.JSON || slices.Contains(call.Args, "--json") }
