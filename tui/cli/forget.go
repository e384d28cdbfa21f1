package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// forgetOptions are those of `dormouse memory forget`.
type forgetOptions struct{ dry, hard, yes bool }

func (a *app) forgetCommand() *cobra.Command {
	var o forgetOptions
	c := &cobra.Command{
		Use:   "forget PATH:LINE|^ID|WORDS…",
		Short: "Forget something wherever it stands; it can be taken back",
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
			return a.on(func(p *place) error { return a.forget(p, strings.Join(args, " "), o) })
		},
	}
	c.Flags().BoolVar(&o.dry, "dry-run", false, "show what would be hidden; write nothing")
	c.Flags().BoolVar(&o.hard, "hard", false, "overwrite it on the disk; it cannot be taken back")
	c.Flags().BoolVar(&o.yes, "yes", false, "with --hard: do it without being asked again")
	return c
}

func (a *app) forget(p *place, what string, o forgetOptions) error {
	f, err := p.forgettable(what)
	var unsure *unsureError
	if errors.As(err, &unsure) {
		a.listMeant(unsure.list)
		return &fault.Silent{Code: fault.ExitFailed}
	}
	if err != nil {
		return fmt.Errorf("forget %s: %w", what, err)
	}
	switch {
	case o.dry:
		return a.previewForget(f)
	case o.hard && !o.yes:
		if err := a.previewForget(f); err != nil {
			return err
		}
		return fault.Misused("what --hard takes off the disk cannot be brought back; say --yes to do it")
	case o.hard:
		written, done, err := p.store.ForgetForGood(f, a.clock(), memory.Source{By: memory.ByPerson})
		if err != nil {
			return err
		}
		fmt.Fprintf(a.Err, "overwritten for good: %s in %s, %s\n", output.Plural(len(done.Found), "place", "places"), output.Plural(done.Files, "file", "files"), output.Plural(done.Images, "undo image", "undo images"))
		return a.wrote(hiddenText(written), "")
	}
	written, err := p.store.ForgetThis(f, a.clock(), memory.Source{By: memory.ByPerson})
	if err != nil {
		return err
	}
	return a.wrote(written, "")
}

// hiddenText are the writes without the text that is gone for good.
func hiddenText(list []memory.Written) []memory.Written {
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
func (p *place) forgettable(what string) (memory.Forgetting, error) {
	f, err := p.store.Forgettable(what)
	if !errors.Is(err, document.ErrNoEntry) || !strings.Contains(what, " ") && strings.ContainsAny(what, "^:") {
		return f, err
	}
	list, err := p.store.Meant(what)
	switch {
	case err != nil:
		return f, err
	case len(list) == 0:
		return f, document.ErrNoEntry
	case len(list) > 1:
		return f, &unsureError{list}
	case list[0].Ref != "":
		return p.store.Forgettable(list[0].Ref)
	}
	return p.store.ForgettableText(list[0].Text)
}

func (a *app) listMeant(list []memory.Meant) {
	fmt.Fprintln(a.Err, "dormouse: which of these is meant? Nothing was forgotten.")
	for _, m := range list {
		ref := m.Ref
		if ref == "" {
			ref = "said"
		}
		fmt.Fprintf(a.Err, "  %-14s %s  %s\n", ref, m.Day, safe.Line(m.Text))
	}
	fmt.Fprintln(a.Err, "hint: name one by its id, or with more of its words")
}

// previewForget prints what would be hidden.
func (a *app) previewForget(f memory.Forgetting) error {
	if a.json {
		return output.JSON(a.Out, map[string]any{"entries": f.Entries, "noted": f.Noted, "said": f.Said})
	}
	for _, e := range f.Entries {
		fmt.Fprintf(a.Out, "entry  %s %s\n", output.At(e.Path, e.Line), safe.Line(e.Text))
	}
	for _, n := range f.Noted {
		fmt.Fprintf(a.Out, "log    %s %s\n", output.At(n.Path, n.Line), safe.Line(n.Text))
	}
	for _, s := range f.Said {
		fmt.Fprintf(a.Out, "said   %s %s %s\n", transcript.File(s.Session), transcript.ShortID(s.Message), safe.Line(s.Text))
	}
	return nil
}
