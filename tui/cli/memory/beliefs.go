package memory

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
	"dormouse/tui/cli/program"
	"dormouse/tui/safe"
)

// beliefsCommand is `dormouse memory beliefs`.
func beliefsCommand(call *program.Call) *cobra.Command {
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
			p, err := call.Open()
			if err != nil {
				return err
			}
			defer p.Close()
			mind, err := replay.ReadMind(p.Land.Read)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("read beliefs: %w", err)
			}
			entries, err := p.Store.Entries()
			if err != nil {
				return fmt.Errorf("read beliefs: %w", err)
			}
			list := slices.DeleteFunc(replay.Beliefs(entries, mind.Self), func(b replay.Belief) bool { return !speaksOf(b, strings.Join(args, "")) })
			return printBeliefs(call, list, len(args) == 1)
		},
	}
}

// speaksOf tells whether some words stand in a belief, or in what it was.
func speaksOf(b replay.Belief, words string) bool {
	holds := func(text string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(words)) }
	return holds(b.Text) || slices.ContainsFunc(b.Before, func(e replay.Earlier) bool { return holds(e.Text) })
}

func printBeliefs(call *program.Call, list []replay.Belief, asked bool) error {
	if call.JSON {
		return output.JSON(call.Out, list)
	}
	if len(list) == 0 {
		if asked {
			fmt.Fprintln(call.Err, "dormouse: nothing about that has changed")
			return &fault.Silent{Code: fault.ExitFailed}
		}
		fmt.Fprintln(call.Err, "dormouse: nothing has changed yet")
		return nil
	}
	zone := call.Clock().Location()
	for _, b := range list {
		fmt.Fprintf(call.Out, "%s:%d: %s\n  since %s, confidence %.2f, from %s\n", safe.Line(b.Path), b.Line, safe.Line(b.Text), output.Day(b.Since, zone), b.Confidence, output.Plural(b.Evidence, "message", "messages"))
		if b.Doubt != "" {
			fmt.Fprintf(call.Out, "  possibly stale: %s\n", safe.Line(b.Doubt))
		}
		for _, e := range b.Before {
			fmt.Fprintf(call.Out, "  before, until %s: %s\n", output.Day(e.Until, zone), safe.Line(e.Text))
		}
	}
	return nil
}
