package cli

import (
	"context"

	"github.com/spf13/cobra"

	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
)

// retryCommand is `dormouse retry`.
func (a *app) retryCommand() *cobra.Command {
	o := chatOptions{last: true, says: true}
	c := &cobra.Command{
		Use:   "retry",
		Short: "Send the last message again, whose reply failed or was cut",
		Long:  "Sends the last turn of a session again, as /retry does in the chat: the message\nis not written twice. The reply is printed as by -p.",
		Args:  usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.retry(cmd.Context(), o)
		},
	}
	c.Flags().StringVar(&o.session, "session", "", "the session `ID` (default: the last one)")
	return c
}

func (a *app) retry(ctx context.Context, o chatOptions) error {
	out := &turnPrinter{w: a.Out, errw: a.Err, how: plainText}
	if a.json {
		out.how = oneJSON
	}
	p, c, err := a.converse(ctx, o, out.event)
	if err != nil {
		return err
	}
	defer p.close()
	defer c.Close()
	output.Notices(a.Err, p.notices)
	turn, err := c.Retry(ctx)
	return out.over(c, turn, err)
}
