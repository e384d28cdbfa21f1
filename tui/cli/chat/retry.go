package chat

import (
	"context"

	"github.com/spf13/cobra"

	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
)

// RetryCommand is `dormouse retry`.
func RetryCommand(call *program.Call) *cobra.Command {
	o := program.Talk{Last: true, Says: true}
	c := &cobra.Command{
		Use:   "retry",
		Short: "Send the last message again, whose reply failed or was cut",
		Long:  "Sends the last turn of a session again, as /retry does in the chat: the message\nis not written twice. The reply is printed as by -p.",
		Args:  usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return retry(cmd.Context(), call, o)
		},
	}
	c.Flags().StringVar(&o.Session, "session", "", "the session `ID` (default: the last one)")
	return c
}

func retry(ctx context.Context, call *program.Call, o program.Talk) error {
	out := &turnPrinter{w: call.Out, errw: call.Err, how: plainText}
	if call.JSON {
		out.how = oneJSON
	}
	p, c, err := converse(ctx, call, o, out.event)
	if err != nil {
		return err
	}
	defer p.Close()
	defer c.Close()
	output.Notices(call.Err, p.Notices)
	turn, err := c.Retry(ctx)
	return out.over(c, turn, err)
}
