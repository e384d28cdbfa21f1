// Package talks are the commands about conversations: their transcripts, what the model
// sees of one, and how full it is.
package talks

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/runtime/session"
	"dormouse/tui/cli/complete"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/memory"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// SessionsCommand is `dormouse sessions`.
func SessionsCommand(call *program.Call) *cobra.Command {
	c := &cobra.Command{Use: "sessions", Short: "Transcripts: list, show, search, export, fork, pin, delete", RunE: usage.WantsSubcommand}
	c.AddCommand(sessionsList(call), sessionsShow(call), sessionsSearch(call), sessionsExport(call), sessionsFork(call), sessionsPin(call, true), sessionsPin(call, false), sessionsDelete(call))
	return c
}

func sessionsList(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "All sessions, the newest first", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			return call.On(func(p *program.Place) error {
				heads, err := transcript.List(p.Dir)
				if err != nil {
					fmt.Fprintln(call.Err, "dormouse: "+safe.Line(err.Error())) // the other heads are good
				}
				if call.JSON {
					if heads == nil {
						heads = []transcript.Head{}
					}
					return output.JSON(call.Out, heads)
				}
				for _, h := range heads {
					fmt.Fprintf(call.Out, "%s  %s  %5d messages  %s\n", transcript.ShortID(h.ID), output.Moment(h.Last, call.Clock().Location()), h.Count, safe.Line(h.Title))
				}
				if len(heads) == 0 {
					fmt.Fprintln(call.Err, "dormouse: no session yet")
				}
				return nil
			})
		},
	}
}

// withSession opens the land and the session that an argument names.
func withSession(call *program.Call, ref string, do func(*program.Place, *transcript.Log) error) error {
	return call.On(func(p *program.Place) error {
		id, err := p.SessionID(ref, ref == "")
		if err != nil {
			return err
		}
		log, notices, err := transcript.Open(p.Dir, id)
		if err != nil {
			return fmt.Errorf("open session %s: %w", id, err)
		}
		for _, n := range notices {
			fmt.Fprintln(call.Err, "dormouse: "+safe.Line(n.String()))
		}
		return do(p, log)
	})
}

func sessionsShow(call *program.Call) *cobra.Command {
	return &cobra.Command{
		Use: "show [ID]", Short: "A session's messages, also those that nights replaced", Args: usage.AtMost(1),
		ValidArgsFunction: complete.Sessions(call),
		RunE: func(_ *cobra.Command, args []string) error {
			return withSession(call, usage.First(args), func(_ *program.Place, log *transcript.Log) error {
				if call.JSON {
					return output.JSON(call.Out, transcript.Export(log.Records()))
				}
				_, err := io.WriteString(call.Out, output.EndLine(safe.Text(transcript.Markdown(log.Records()))))
				return err
			})
		},
	}
}

func sessionsSearch(call *program.Call) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "search QUERY…", Short: "Find messages in all transcripts", Args: usage.AtLeastOne("words to look for"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return call.On(func(p *program.Place) error {
				return memory.SearchSessions(cmd.Context(), p, strings.Join(args, " "), limit)
			})
		},
	}
	c.Flags().IntVar(&limit, "limit", 10, "at most `N` hits")
	return c
}

func sessionsExport(call *program.Call) *cobra.Command {
	var to string
	var whole bool
	c := &cobra.Command{
		Use: "export [ID]", Short: "A session as Markdown, or JSON with --json", Args: usage.AtMost(1),
		ValidArgsFunction: complete.Sessions(call),
		RunE: func(_ *cobra.Command, args []string) error {
			return withSession(call, usage.First(args), func(_ *program.Place, log *transcript.Log) error {
				records := log.Records()
				if whole {
					records = log.Whole()
				}
				text := []byte(transcript.Markdown(records))
				if call.JSON {
					text = transcript.JSON(records)
				}
				if to == "" {
					_, err := call.Out.Write(printedExport(text, call.JSON))
					return err
				}
				f, err := disk.CreateHost(to)
				if err != nil {
					return fmt.Errorf("export to %s: %w", to, err)
				}
				if err := disk.Fill(f, text); err != nil {
					return fmt.Errorf("export to %s: %w", to, err)
				}
				return nil
			})
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "write to `FILE`")
	c.Flags().BoolVar(&whole, "forgotten", false, "also what was forgotten, as it is in the file")
	return c
}

// printedExport is an export as standard output may show it: files hold the
// transcript's own bytes, a terminal must not act on them.
func printedExport(text []byte, asJSON bool) []byte {
	if asJSON {
		return output.Printable(text)
	}
	return []byte(safe.Text(string(text)))
}

func sessionsFork(call *program.Call) *cobra.Command {
	var at string
	c := &cobra.Command{
		Use: "fork [ID]", Short: "A new session that begins as a copy of another", Args: usage.AtMost(1),
		ValidArgsFunction: complete.Sessions(call),
		RunE: func(_ *cobra.Command, args []string) error {
			return withSession(call, usage.First(args), func(p *program.Place, log *transcript.Log) error {
				now := call.Clock()
				if at != "" {
					m, err := log.Find(at)
					if err != nil {
						return fmt.Errorf("fork: %w", err)
					}
					at = m.ID
				}
				fork, err := transcript.Fork(p.Dir, log, at, transcript.Session{ID: transcript.NewID(now, call.Draws()), Time: now, Version: transcript.Version})
				if err != nil {
					return fmt.Errorf("fork: %w", err)
				}
				if call.JSON {
					return output.JSON(call.Out, fork.Session())
				}
				fmt.Fprintln(call.Out, fork.Session().ID)
				return nil
			})
		},
	}
	c.Flags().StringVar(&at, "at", "", "copy up to and with the message `ID`, or the beginning of one (default: all)")
	return c
}

func sessionsDelete(call *program.Call) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use: "delete ID", Short: "Delete a transcript; what memory keeps of it stays", Args: usage.Exactly(1, "a session's id"),
		ValidArgsFunction: complete.Sessions(call),
		RunE: func(_ *cobra.Command, args []string) error {
			if !yes {
				return fault.Misused("a deleted transcript cannot be brought back; say --yes to delete it")
			}
			return withSession(call, args[0], func(p *program.Place, log *transcript.Log) error {
				id := log.Session().ID
				if err := session.Delete(p.Dir, id); err != nil {
					return fmt.Errorf("delete session %s: %w", id, err)
				}
				fmt.Fprintln(call.Err, "deleted "+id)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do it without being asked again")
	return c
}
