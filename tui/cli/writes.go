package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// writesCommand is `dormouse memory log`.
func (a *app) writesCommand() *cobra.Command {
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
			return a.on(func(p *place) error {
				list, err := p.store.Writes(limit)
				if err != nil {
					fmt.Fprintln(a.Err, "dormouse: "+safe.Line(err.Error()))
				}
				return a.printWrites(p, list)
			})
		},
	}
	c.Flags().IntVar(&limit, "limit", 20, "at most `N` writes; 0 is all")
	return c
}

func (a *app) printWrites(p *place, list []memory.Write) error {
	if a.json {
		if list == nil {
			list = []memory.Write{}
		}
		return output.JSON(a.Out, list)
	}
	turns := turns{p: p, logs: map[string][]transcript.Message{}}
	for _, w := range list {
		mark := ""
		if w.Undone {
			mark = " (taken back)"
		}
		fmt.Fprintf(a.Out, "%s  %s  %s%s\n", w.Time.In(a.clock().Location()).Format("2006-01-02 15:04"), safe.Line(w.Who()), safe.Line(transcript.ShortID(w.ID)), mark)
		for _, l := range w.Lines[:min(mostLines, len(w.Lines))] {
			fmt.Fprintf(a.Out, "    %s %s %s\n", l.What, output.At(l.Path, l.Line), safe.Line(l.Text))
		}
		if more := len(w.Lines) - mostLines; more > 0 {
			fmt.Fprintf(a.Out, "    and %s; --json has all\n", output.Plural(more, "other line", "other lines"))
		}
		if w.Message != "" {
			fmt.Fprintf(a.Out, "    from %s of session %s%s\n", safe.Line(transcript.ShortID(w.Message)), safe.Line(transcript.ShortID(w.Session)), turns.said(w))
		} else if w.Session != "" {
			fmt.Fprintf(a.Out, "    session %s\n", safe.Line(transcript.ShortID(w.Session)))
		}
	}
	if len(list) == 0 {
		fmt.Fprintln(a.Err, "dormouse: nothing was written to memory yet")
	}
	return nil
}

// turns finds the words that writes rest on.
type turns struct {
	p    *place
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
		if log, _, err := transcript.Open(t.p.dir, w.Session); err == nil {
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

// takeBackCommand is `dormouse memory undo`.
func (a *app) takeBackCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "undo [ID]",
		Short: "Take one write to memory back, whoever made it",
		Long: `Takes back the write that dormouse memory log names, or the newest one. The beginning
or the end of its id will do. What was changed by hand since stays. A night is taken back
together with the context of its session, as dormouse sleep undo does.`,
		Args: usage.AtMost(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				o, err := p.options(cmd.Context(), a, nil)
				if err != nil {
					return err
				}
				w, said, err := runtime.TakeBack(cmd.Context(), o, strings.Join(args, ""))
				if err != nil {
					return err
				}
				if a.json {
					return output.JSON(a.Out, map[string]any{"id": w.ID, "undone": true, "text": said})
				}
				fmt.Fprintln(a.Out, safe.Line(said))
				return nil
			})
		},
	}
}
