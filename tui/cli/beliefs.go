package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/sleep/replay"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/safe"
)

// beliefsCommand is `dormouse memory beliefs`.
func (a *app) beliefsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "beliefs [WORDS]",
		Short: "What changed: what is held to be true now, and what was before",
		Long: `Lists what took the place of something older, and what a newer line probably ends, the
last changed first: since when it holds, from how many messages, with what confidence
from 0 to 1, and what was true before. With WORDS only those in which these stand,
now or before; status 1 where there is none.`,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fault.Misused("memory beliefs takes one argument; quote it if it has spaces")
			}
			p, err := a.open()
			if err != nil {
				return err
			}
			defer p.close()
			mind, err := replay.ReadMind(p.land.Read)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("read beliefs: %w", err)
			}
			entries, err := p.store.Entries()
			if err != nil {
				return fmt.Errorf("read beliefs: %w", err)
			}
			list := slices.DeleteFunc(replay.Beliefs(entries, mind.Self), func(b replay.Belief) bool { return !speaksOf(b, strings.Join(args, "")) })
			return a.printBeliefs(list, len(args) == 1)
		},
	}
}

// speaksOf tells whether some words stand in a belief, or in what it was.
func speaksOf(b replay.Belief, words string) bool {
	holds := func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(words)) }
	return holds(b.Text) || slices.ContainsFunc(b.Before, func(e replay.Earlier) bool { return holds(e.Text) })
}

func (a *app) printBeliefs(list []replay.Belief, asked bool) error {
	if a.json {
		return output.JSON(a.Out, list)
	}
	if len(list) == 0 {
		if asked {
			fmt.Fprintln(a.Err, "dormouse: nothing about that has changed")
			return &fault.Silent{Code: fault.ExitFailed}
		}
		fmt.Fprintln(a.Err, "dormouse: nothing has changed yet")
		return nil
	}
	zone := a.clock().Location()
	for _, b := range list {
		fmt.Fprintf(a.Out, "%s:%d: %s\n  since %s, confidence %.2f, from %s\n", safe.Line(b.Path), b.Line, safe.Line(b.Text), output.Day(b.Since, zone), b.Confidence, output.Plural(b.Evidence, "message", "messages"))
		if b.Doubt != "" {
			fmt.Fprintf(a.Out, "  possibly stale: %s\n", safe.Line(b.Doubt))
		}
		for _, e := range b.Before {
			fmt.Fprintf(a.Out, "  before, until %s: %s\n", output.Day(e.Until, zone), safe.Line(e.Text))
		}
	}
	return nil
}
