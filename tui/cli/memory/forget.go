package memory

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// forgetOptions are those of `dormouse memory forget`.
type forgetOptions struct{ dry, hard, yes bool }

func forgetCommand(call *program.Call) *cobra.Command {
	var o forgetOptions
	c := &cobra.Command{
		Use:               "forget PATH:LINE|^ID|WORDS…",
		ValidArgsFunction: complete.Entries(call),
		Short:             "Forget something wherever it stands; it can be taken back",
		Long: `Takes an entry out of MEMORY.md and hides every sentence of the logs and
transcripts that tells the same: from search, prompt, nights, answers, other programs
and export. The files keep it, and taking the write back shows it again.

Words name what all content words of an entry hold; where they may mean more than one
thing, the candidates are listed and nothing is forgotten.

With --hard it is overwritten in the files themselves, transcripts and undo images
too: nothing brings it back.`,
		Example: `dormouse memory forget my pin
dormouse memory forget ^k7f3a2 --dry-run
dormouse memory forget MEMORY.md:7 --hard --yes`,
		Args: usage.AtLeastOne("a line (MEMORY.md:7), an id (^k7f3a2) or words"),
		RunE: func(_ *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error { return runForget(p, strings.Join(args, " "), o) })
		},
	}
	c.Flags().BoolVar(&o.dry, "dry-run", false, "show what would be hidden; write nothing")
	c.Flags().BoolVar(&o.hard, "hard", false, "overwrite it on the disk; it cannot be taken back")
	c.Flags().BoolVar(&o.yes, "yes", false, "with --hard: do it without being asked again")
	return c
}

func runForget(p *program.Place, what string, o forgetOptions) error {
	f, err := forgettable(p, what)
	var unsure *unsureError
	if errors.As(err, &unsure) {
		listMeant(p.Call, unsure.list)
		return &fault.Silent{Code: fault.ExitFailed}
	}
	if err != nil {
		return p.NoEntry(what, fmt.Errorf("forget %s: %w", what, err))
	}
	switch {
	case o.dry:
		return previewForget(p.Call, f)
	case o.hard && !o.yes:
		if err := previewForget(p.Call, f); err != nil {
			return err
		}
		return fault.Misused("what --hard takes off the disk cannot be brought back; say --yes to do it")
	case o.hard:
		written, done, err := p.Store.ForgetForGood(f, p.Clock(), plan.Source{By: plan.ByPerson})
		if err != nil {
			return err
		}
		fmt.Fprintf(p.Err, "overwritten for good: %s in %s, %s\n", output.Plural(len(done.Found), "place", "places"), output.Plural(done.Files, "file", "files"), output.Plural(done.Images, "undo image", "undo images"))
		return wrote(p.Call, hiddenText(written), "")
	}
	written, err := p.Store.ForgetThis(f, p.Clock(), plan.Source{By: plan.ByPerson})
	if err != nil {
		return err
	}
	return wrote(p.Call, written, "")
}

// hiddenText are the writes without the text that is gone for good.
func hiddenText(list []plan.Written) []plan.Written {
	for i := range list {
		if list[i].What != "noted" {
			list[i].Text = transcript.Forgotten
		}
		list[i].Tx = ""
	}
	return list
}

// unsureError lists what words may mean.
type unsureError struct{ list []memory.Meant }

func (unsureError) Error() string { return "it may mean more than one thing" }

// forgettable finds what is meant.
func forgettable(p *program.Place, what string) (memory.Forgetting, error) {
	f, err := p.Store.Forgettable(what)
	if !errors.Is(err, document.ErrNoEntry) || !strings.Contains(what, " ") && strings.ContainsAny(what, "^:") {
		return f, err
	}
	list, err := p.Store.Meant(what)
	switch {
	case err != nil:
		return f, err
	case len(list) == 0:
		return f, document.ErrNoEntry
	case len(list) > 1:
		return f, &unsureError{list}
	case list[0].Ref != "":
		return p.Store.Forgettable(list[0].Ref)
	}
	return p.Store.ForgettableText(list[0].Text)
}

func listMeant(call *program.Call, list []memory.Meant) {
	fmt.Fprintln(call.Err, "dormouse: which of these is meant? Nothing was forgotten.")
	for _, m := range list {
		ref := m.Ref
		if ref == "" {
			ref = "said"
		}
		fmt.Fprintf(call.Err, "  %-14s %s  %s\n", ref, m.Day, safe.Line(m.Text))
	}
	fmt.Fprintln(call.Err, "hint: name one by its id, or with more of its words")
}

// previewForget prints what would be hidden.
func previewForget(call *program.Call, f memory.Forgetting) error {
	if call.JSON {
		return output.JSON(call.Out, map[string]any{"entries": f.Entries, "noted": f.Noted, "said": f.Said})
	}
	for _, e := range f.Entries {
		fmt.Fprintf(call.Out, "entry  %s %s\n", output.At(e.Path, e.Line), safe.Line(e.Text))
	}
	for _, n := range f.Noted {
		fmt.Fprintf(call.Out, "log    %s %s\n", output.At(n.Path, n.Line), safe.Line(n.Text))
	}
	for _, s := range f.Said {
		fmt.Fprintf(call.Out, "said   %s %s %s\n", transcript.File(s.Session), transcript.ShortID(s.Message), safe.Line(s.Text))
	}
	return nil
}
