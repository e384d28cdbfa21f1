package talks

import (
	"fmt"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// sessionsPin is `dormouse sessions pin`, and `unpin` with on false.
func sessionsPin(call *program.Call, on bool) *cobra.Command {
	name, short := "pin", "Keep a message word for word in the context through every night"
	if !on {
		name, short = "unpin", "Let the next night take a pinned message out of the context"
	}
	var session string
	c := &cobra.Command{
		Use: name + " [MESSAGE]", Short: short, Args: usage.AtMost(1),
		Long: short + ".\nMESSAGE is an id or the beginning of one, which `dormouse sessions show --json` and `memory why` name.\nWithout it the pinned messages are listed.",
		RunE: func(_ *cobra.Command, args []string) error {
			return withSession(call, session, func(p *program.Place, log *transcript.Log) error {
				if len(args) == 0 {
					return printPinned(call, log)
				}
				return pinMessage(p, log.Session().ID, args[0], on)
			})
		},
	}
	c.Flags().StringVar(&session, "session", "", "the session `ID` (default: the last one)")
	return c
}

// pinMessage pins under the session's lock: a program that has it open would
// not see the line.
func pinMessage(p *program.Place, session, message string, on bool) error {
	lock, err := p.Land.Lock("session-" + session)
	if err != nil {
		return fmt.Errorf("open session %s: %w", session, err)
	}
	defer lock.Close()
	log, _, err := transcript.Open(p.Dir, session)
	if err != nil {
		return fmt.Errorf("open session %s: %w", session, err)
	}
	m, err := log.Pin(message, on, p.Clock())
	if err != nil {
		return fmt.Errorf("pin a message of session %s: %w", session, err)
	}
	if p.JSON {
		return output.JSON(p.Out, m)
	}
	what := "pinned"
	if !on {
		what = "unpinned"
	}
	fmt.Fprintf(p.Err, "%s %s: %s\n", what, transcript.ShortID(m.ID), safe.Line(transcript.TitleOf(m.Content)))
	return nil
}

func printPinned(call *program.Call, log *transcript.Log) error {
	list := []transcript.Message{}
	for _, m := range log.Messages() {
		if m.Pinned {
			list = append(list, m)
		}
	}
	if call.JSON {
		return output.JSON(call.Out, list)
	}
	for _, m := range list {
		fmt.Fprintf(call.Out, "%s  %s  %s\n", transcript.ShortID(m.ID), m.Role, safe.Line(transcript.TitleOf(m.Content)))
	}
	if len(list) == 0 {
		fmt.Fprintln(call.Err, "dormouse: no message is pinned")
	}
	return nil
}
