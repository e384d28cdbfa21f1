package imports

import (
	"fmt"
	"strings"

	"dormouse/land/transcript/foreign"
	"dormouse/land/transcript/ingest"
	"dormouse/tui/cli/output"
)

// imported counts what an import did.
type imported struct {
	Talks     int `json:"conversations"` // that were read
	New       int `json:"new"`           // sessions
	Continued int `json:"continued"`
	There     int `json:"already"` // that had nothing new
	Forks     int `json:"forks"`   // branches that became sessions
	Messages  int `json:"messages"`
	Turns     int `json:"turns"`
	Nights    int `json:"nights"`
	Tokens    int `json:"tokens"`
}

// add counts a step before it is taken.
func (c *imported) add(s ingest.Step) {
	c.Messages += len(s.Rest)
	switch {
	case s.Fork && len(s.Rest) > 0:
		c.Forks++
		return
	case s.Fork:
		return
	case s.New:
		c.New++
	case len(s.Rest) > 0:
		c.Continued++
	default:
		c.There++
	}
	c.Talks++
}

// report says what an import did, left and lost, and what comes next.
func (r *arriving) report() error {
	c, t, took := r.count, r.tally, r.bar.Took()
	r.remarks(c, t)
	if r.JSON {
		return output.JSON(r.Out, struct {
			Event string `json:"event"`
			imported
			Left    map[string]int `json:"left"`
			Lost    map[string]int `json:"lost"`
			Bad     int            `json:"bad"`
			Files   int            `json:"not_conversations"`
			Guessed int            `json:"times_guessed"`
			DryRun  bool           `json:"dry_run,omitempty"`
			Took    int64          `json:"took_ms"`
		}{"done", c, t.Left, t.Lost, t.Bad, t.Files, t.Guessed, r.o.dry, took.Milliseconds()})
	}
	verb := "imported"
	if r.o.dry {
		verb = "would import"
	}
	fmt.Fprintf(r.Out, "%s %s: %s, %s, %d tokens\n", verb, output.Plural(c.New+c.Continued, "session", "sessions"), output.Plural(c.Turns, "turn", "turns"), output.Plural(c.Nights, "night", "nights"), c.Tokens)
	if c.Forks > 0 {
		fmt.Fprintf(r.Out, "kept beside them: %s, which no night reads\n", output.Plural(c.Forks, "branch that was not shown", "branches that were not shown"))
	}
	if len(t.Left) > 0 {
		fmt.Fprintf(r.Out, "left out: %s\n", foreign.Listed(t.Left))
	}
	if len(t.Lost) > 0 {
		fmt.Fprintf(r.Out, "lost: %s\n", foreign.Listed(t.Lost))
	}
	if c.New+c.Continued > 0 && !r.o.relive && !r.o.dry {
		fmt.Fprintln(r.Err, "next: `dormouse sleep --all` makes memories of them, session by session; it can be stopped and goes on, and --since DATE leaves older ones out")
	}
	return nil
}

// remarks tells a person what else they may want to know.
func (r *arriving) remarks(c imported, t *foreign.Tally) {
	var lines []string
	note := func(n int, format string) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, n))
		}
	}
	note(c.There, "%d imported already, with nothing new")
	note(c.Continued, "%d that were imported in part went on")
	from := "of the file"
	if r.piped {
		from = "the present one, as standard input has none"
	}
	note(t.Guessed, "%d messages have no time of their own: they got that of the one before, of their talk, or "+from)
	note(t.Bad, "%d records could not be read")
	note(t.Files, "%d files hold no conversation")
	for _, l := range lines {
		fmt.Fprintln(r.Err, "dormouse: "+l)
	}
}

// stopped says that an import did not come to its end.
func (r *arriving) stopped(err error) error {
	if r.ctx.Err() != nil {
		in := strings.TrimSpace(output.Plural(r.count.New+r.count.Continued, "session", "sessions"))
		fmt.Fprintf(r.Err, "dormouse: stopped; %s came in and stay, and the same command goes on\n", in)
	}
	return err
}
