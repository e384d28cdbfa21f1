package memory

import (
	"fmt"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// writesCommand is `dormouse memory log`.
func writesCommand(call *program.Call) *cobra.Command {
	limit := 0
	c := &cobra.Command{
		Use:   "log",
		Short: "Every write to memory, newest first: what, where, who, when, from which turn",
		Long: `Lists what was written to memory by the chat, by other programs, on the command
line and by nights. Any of it can be taken back: dormouse memory undo ID.`,
		Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if limit < 0 {
				return fault.Misused("--limit must be 0 or more")
			}
			return call.On(func(p *program.Place) error {
				list, err := p.Store.Writes(limit)
				if err != nil {
					fmt.Fprintln(call.Err, "dormouse: "+safe.Line(err.Error()))
				}
				return printWrites(p, list)
			})
		},
	}
	c.Flags().IntVar(&limit, "limit", 20, "at most `N` writes; 0 is all")
	return c
}

func printWrites(p *program.Place, list []memory.Write) error {
	if p.JSON {
		if list == nil {
			list = []memory.Write{}
		}
		return output.JSON(p.Out, list)
	}
	turns := turns{p: p, logs: map[string][]transcript.Message{}}
	for _, w := range list {
		mark := ""
		if w.Undone {
			mark = " (taken back)"
		}
		fmt.Fprintf(p.Out, "%s  %s  %s%s\n", w.Time.In(p.Clock().Location()).Format("2006-01-02 15:04"), safe.Line(w.Who()), safe.Line(transcript.ShortID(w.ID)), mark)
		for _, l := range w.Lines[:min(mostLines, len(w.Lines))] {
			fmt.Fprintf(p.Out, "    %s %s %s\n", l.What, output.At(l.Path, l.Line), safe.Line(l.Text))
		}
		if more := len(w.Lines) - mostLines; more > 0 {
			fmt.Fprintf(p.Out, "    and %s; --json has all\n", output.Plural(more, "other line", "other lines"))
		}
		if w.Message != "" {
			fmt.Fprintf(p.Out, "    from %s of session %s%s\n", safe.Line(transcript.ShortID(w.Message)), safe.Line(transcript.ShortID(w.Session)), turns.said(w))
		} else if w.Session != "" {
			fmt.Fprintf(p.Out, "    session %s\n", safe.Line(transcript.ShortID(w.Session)))
		}
	}
	if len(list) == 0 {
		fmt.Fprintln(p.Err, "dormouse: nothing was written to memory yet")
	}
	return nil
}

// turns finds the words that writes rest on.
type turns struct {
	p    *program.Place
	logs map[string][]transcript.Message
}

// What is printed of a write; --json has all.
const (
	mostLines = 8  // of a file
	mostSaid  = 80 // characters of a turn
)

func (t turns) said(w memory.Write) string {
	messages, read := t.logs[w.Session]
	if !read {
		if log, _, err := transcript.Open(t.p.Dir, w.Session); err == nil {
			messages = log.Messages()
		}
		t.logs[w.Session] = messages
	}
	for _, m := range messages {
		if m.ID == w.Message {
			line := []rune(safe.Line(m.Content))
			if len(line) > mostSaid {
				line = append(line[:mostSaid], '…')
			}
			return ": " + string(line)
		}
	}
	return ""
}
