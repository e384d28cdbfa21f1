package talks

import (
	"context"
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"dormouse/runtime/llm"
	"dormouse/runtime/prompt"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// contextJSON is `dormouse context --json`.
type contextJSON struct {
	Session string        `json:"session"`
	Model   string        `json:"model"`
	Used    int           `json:"used"` // tokens
	Source  llm.Source    `json:"used_source"`
	Window  int           `json:"window"`
	Parts   []prompt.Part `json:"parts"`
	Diff    *string       `json:"diff,omitempty"` // with --diff
}

// ContextCommand is `dormouse context`.
func ContextCommand(call *program.Call) *cobra.Command {
	var o program.Talk
	var diff bool
	c := &cobra.Command{
		Use: "context", Short: "What the model sees now, whole, with tokens per part", Args: usage.AtMost(0),
		Long: `Prints the next request as text: instructions, your INSTRUCTIONS.md, memory, tools, the
last night's summary and the messages, each with its tokens. What a provider puts
around them is not shown.

With --diff it prints only what is there now and was not when it last woke.`,
		Example: "dormouse context | less\ndormouse context --json | jq '.parts[] | {name, tokens}'",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return showContext(cmd.Context(), call, o, diff)
		},
	}
	c.Flags().StringVar(&o.Session, "session", "", "the session `ID` (default: the last one)")
	c.Flags().BoolVar(&diff, "diff", false, "against the last waking")
	return c
}

func showContext(ctx context.Context, call *program.Call, o program.Talk, diff bool) error {
	return call.On(func(p *program.Place) error {
		output.Notices(call.Err, p.Notices)
		o.Last, o.Look = o.Session == "" && !p.Unspoken(), true
		c, err := p.Begin(ctx, o, ledgers.Narrate(call))
		if err != nil {
			return err
		}
		m := c.Meter()
		out := contextJSON{Session: c.Session(), Model: c.Model(), Used: m.Used, Source: m.UsedSource, Window: m.Window, Parts: c.Prompt().Parts()}
		if diff {
			d := udiff.Unified("waking", "now", contextText(c.Prompt().PartsAtWaking()), contextText(out.Parts))
			out.Diff = &d
		}
		switch {
		case call.JSON:
			return output.JSON(call.Out, out)
		case !diff:
			fmt.Fprint(call.Out, safe.Text(contextText(out.Parts)))
			fmt.Fprintf(call.Err, "dormouse: %d of %d tokens, %s\n", m.Used, m.Window, usedFrom(m.UsedSource))
		case *out.Diff == "":
			fmt.Fprintln(call.Err, "dormouse: nothing was added since it last woke")
		default:
			fmt.Fprint(call.Out, safe.Text(*out.Diff))
		}
		return nil
	})
}

// contextText writes parts down, each below a heading.
func contextText(parts []prompt.Part) string {
	var b strings.Builder
	for _, p := range parts {
		fmt.Fprintf(&b, "=== %s · %d tokens ===\n", p.Name, p.Tokens)
		if p.Text != "" {
			b.WriteString(p.Text + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}
