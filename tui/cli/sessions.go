package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime/session"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// sessionsCommand is `dormouse sessions`.
func (a *app) sessionsCommand() *cobra.Command {
	c := &cobra.Command{Use: "sessions", Short: "Transcripts: list, show, search, export, fork, pin, delete", RunE: usage.WantsSubcommand}
	c.AddCommand(a.sessionsList(), a.sessionsShow(), a.sessionsSearch(), a.sessionsExport(), a.sessionsFork(), a.sessionsPin(true), a.sessionsPin(false), a.sessionsDelete())
	return c
}

func (a *app) sessionsList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "All sessions, the newest first", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			return a.on(func(p *place) error {
				heads, err := transcript.List(p.dir)
				if err != nil {
					fmt.Fprintln(a.Err, "dormouse: "+safe.Line(err.Error())) // the other heads are good
				}
				if a.json {
					if heads == nil {
						heads = []transcript.Head{}
					}
					return output.JSON(a.Out, heads)
				}
				for _, h := range heads {
					fmt.Fprintf(a.Out, "%s  %s  %5d messages  %s\n", transcript.ShortID(h.ID), lastTime(h, a.clock().Location()), h.Count, safe.Line(h.Title))
				}
				if len(heads) == 0 {
					fmt.Fprintln(a.Err, "dormouse: no session yet")
				}
				return nil
			})
		},
	}
}

// lastTime is when a session was written to, in as many letters whatever is known.
func lastTime(h transcript.Head, zone *time.Location) string {
	if h.Last.IsZero() {
		return "(no time)       "
	}
	return h.Last.In(zone).Format("2006-01-02 15:04")
}

// withSession opens the land and the session that an argument names.
func (a *app) withSession(ref string, do func(*place, *transcript.Log) error) error {
	return a.on(func(p *place) error {
		id, err := a.sessionID(p, ref, ref == "")
		if err != nil {
			return err
		}
		log, notices, err := transcript.Open(p.dir, id)
		if err != nil {
			return fmt.Errorf("open session %s: %w", id, err)
		}
		for _, n := range notices {
			fmt.Fprintln(a.Err, "dormouse: "+safe.Line(n.String()))
		}
		return do(p, log)
	})
}

func (a *app) sessionsShow() *cobra.Command {
	return &cobra.Command{
		Use: "show [ID]", Short: "A session's messages, also those that nights replaced", Args: usage.AtMost(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withSession(usage.First(args), func(_ *place, log *transcript.Log) error {
				if a.json {
					return output.JSON(a.Out, transcript.Export(log.Records()))
				}
				_, err := io.WriteString(a.Out, output.EndLine(safe.Text(transcript.Markdown(log.Records()))))
				return err
			})
		},
	}
}

func (a *app) sessionsSearch() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "search QUERY…", Short: "Find messages in all transcripts", Args: usage.AtLeastOne("words to look for"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.on(func(p *place) error {
				o := searchOptions{limit: limit, transcripts: true}
				r, err := a.find(cmd.Context(), p, strings.Join(args, " "), searchOptions{limit: 10 * limit, transcripts: true})
				if err != nil {
					return err
				}
				hits := []search.Hit{}
				for _, h := range r.Results {
					if strings.HasPrefix(h.Path, transcript.Folder+"/") && len(hits) < o.limit {
						hits = append(hits, h)
					}
				}
				r.Results = hits
				if len(hits) == 0 && r.Verdict == search.Hits {
					r.Verdict = search.NoMatch
				}
				return a.printFound(r)
			})
		},
	}
	c.Flags().IntVar(&limit, "limit", 10, "at most `N` hits")
	return c
}

func (a *app) sessionsExport() *cobra.Command {
	var to string
	var whole bool
	c := &cobra.Command{
		Use: "export [ID]", Short: "A session as Markdown, or JSON with --json", Args: usage.AtMost(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withSession(usage.First(args), func(_ *place, log *transcript.Log) error {
				records := log.Records()
				if whole {
					records = log.Whole()
				}
				text := []byte(transcript.Markdown(records))
				if a.json {
					text = transcript.JSON(records)
				}
				if to == "" {
					_, err := a.Out.Write(printedExport(text, a.json))
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

func (a *app) sessionsFork() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use: "fork [ID]", Short: "A new session that begins as a copy of another", Args: usage.AtMost(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withSession(usage.First(args), func(p *place, log *transcript.Log) error {
				now := a.clock()
				if at != "" {
					m, err := log.Find(at)
					if err != nil {
						return fmt.Errorf("fork: %w", err)
					}
					at = m.ID
				}
				fork, err := transcript.Fork(p.dir, log, at, transcript.Session{ID: transcript.NewID(now, a.draws()), Time: now, Version: transcript.Version})
				if err != nil {
					return fmt.Errorf("fork: %w", err)
				}
				if a.json {
					return output.JSON(a.Out, fork.Session())
				}
				fmt.Fprintln(a.Out, fork.Session().ID)
				return nil
			})
		},
	}
	c.Flags().StringVar(&at, "at", "", "copy up to and with the message `ID`, or the beginning of one (default: all)")
	return c
}

func (a *app) sessionsDelete() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use: "delete ID", Short: "Delete a transcript; what memory keeps of it stays", Args: usage.Exactly(1, "a session's id"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !yes {
				return fault.Misused("a deleted transcript cannot be brought back; say --yes to delete it")
			}
			return a.withSession(args[0], func(p *place, log *transcript.Log) error {
				id := log.Session().ID
				if err := session.Delete(p.dir, id); err != nil {
					return fmt.Errorf("delete session %s: %w", id, err)
				}
				fmt.Fprintln(a.Err, "deleted "+id)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&yes, "yes", false, "do it without being asked again")
	return c
}
