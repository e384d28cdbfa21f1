package cli

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
	"dormouse/runtime"
	"dormouse/sleep"
)

// maxImport bounds an imported file, in bytes.
const maxImport = 1 << 30

// importCommand is `dormouse import`.
func (a *app) importCommand() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Take over another program's conversations",
		Long: `Reads ` + foreign.Forms + `.
Each conversation becomes one session. With --relive it is lived again: every turn
goes through the program with its own time, tokens are counted, and nights fall
where they are due. No model is asked for replies; nights use --model's engine.`,
		Example: `dormouse import conversations.json
dormouse --window 8k import --relive --json chat.jsonl`,
		Args: exactly(1, "a file to import"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.kept = cmd.Flags().Changed("keep")
			return a.importFile(cmd.Context(), args[0], o)
		},
	}
	c.Flags().BoolVar(&o.relive, "relive", false, "live it: count every turn, sleep where a night is due")
	c.Flags().BoolVar(&o.all, "all-triggers", false, "let every trigger of the config begin nights, not the window alone")
	c.Flags().Float64Var(&o.keep, "keep", 0, "share of the slept text that nights may write into memory, in (0, 1]")
	return c
}

type importOptions struct {
	relive bool
	all    bool
	keep   float64
	kept   bool // --keep was given
}

// lived counts what an import did.
type lived struct {
	turns, nights, tokens int
}

func (a *app) importFile(ctx context.Context, name string, o importOptions) error {
	if o.kept && !(o.keep > 0 && o.keep <= 1) {
		return misused("--keep is a share of the slept text, more than 0 and at most 1")
	}
	b, err := disk.ReadHost(name, maxImport)
	if err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	took := runtime.Stopwatch()
	found, skipped, err := foreign.Read(b, a.clock())
	if err != nil {
		return fmt.Errorf("import %s: %w", name, err)
	}
	for _, s := range skipped {
		fmt.Fprintf(a.Err, "dormouse: %s: %s\n", visible(name), visible(s))
	}
	return a.on(func(p *place) error {
		if o.keep > 0 {
			p.settings.Keep, p.settings.Least = o.keep, 0 // who says a share means it
		}
		var all lived
		for i, conv := range found {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d\n", i)
			h.Write(b)
			if err := a.importOne(ctx, p, filepath.Base(name), conv, h.Sum64(), o, &all); err != nil {
				return fmt.Errorf("import %s: %w", name, err)
			}
		}
		return a.imported(all, len(found), took())
	})
}

// imported says what an import did, last.
func (a *app) imported(all lived, sessions int, took time.Duration) error {
	if a.json {
		return writeJSON(a.Out, map[string]any{"event": "done", "turns": all.turns, "nights": all.nights, "tokens": all.tokens, "took_ms": took.Milliseconds()})
	}
	fmt.Fprintf(a.Out, "imported %s: %s, %s, %d tokens\n", plural(sessions, "session", "sessions"), plural(all.turns, "turn", "turns"), plural(all.nights, "night", "nights"), all.tokens)
	return nil
}

// importOne lives, or only records, one conversation. One that is there already
// is left alone, and one that was interrupted goes on where it stopped, so that
// importing twice adds nothing.
func (a *app) importOne(ctx context.Context, p *place, source string, conv foreign.Conversation, stream uint64, o importOptions, all *lived) error {
	past := &runtime.Past{}
	past.Set(conv.Messages[0].Time)
	ro, err := p.options(ctx, a, nil)
	if err != nil {
		return err
	}
	ro.Clock, ro.Stream, ro.Source, ro.Title = past.Clock(), stream, source, conv.Title
	ro.Quiet, ro.AllTriggers = !o.relive, o.all
	c, _, err := runtime.Begin(ctx, ro)
	if err != nil {
		return err
	}
	each := func(r runtime.Relived) error { return a.relived(r, all) }
	err = c.Relive(ctx, past, conv.Messages, each)
	there := c.Session()
	if closed := c.Close(); err == nil {
		err = closed
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	ro.Session = there
	if c, _, err = runtime.Begin(ctx, ro); err != nil {
		return err
	}
	defer c.Close()
	rest := missing(conv.Messages, c.Messages())
	if len(rest) == 0 {
		fmt.Fprintf(a.Err, "dormouse: %s is imported already\n", visible(source))
		return nil
	}
	fmt.Fprintf(a.Err, "dormouse: %s was imported in part; going on after %s\n", visible(source), plural(len(conv.Messages)-len(rest), "message", "messages"))
	return c.Relive(ctx, past, rest, each)
}

// missing are the messages of an import that come after those that are there.
func missing(wanted, there []transcript.Message) []transcript.Message {
	for _, m := range there {
		for i, w := range wanted {
			if w.Role == m.Role && w.Time.Equal(m.Time) {
				wanted = wanted[i+1:]
				break
			}
		}
	}
	return wanted
}

// relived prints one turn and its nights.
func (a *app) relived(r runtime.Relived, all *lived) error {
	all.turns++
	all.nights += len(r.Nights)
	all.tokens += r.Tokens
	if !a.json {
		for _, n := range r.Nights {
			fmt.Fprintf(a.Out, "%s turn %d: %s\n", r.First.Time.Format(time.DateOnly), r.Turn, nightLine(n))
		}
		return nil
	}
	for _, n := range r.Nights {
		if err := writeJSON(a.Out, nightEvent{Event: "night", Turn: r.Turn, Report: n}); err != nil {
			return err
		}
	}
	return writeJSON(a.Out, turnEvent{
		Event: "turn", Turn: r.Turn, Message: r.First.ID, Role: r.First.Role, Time: r.First.Time,
		Used: r.Meter.Used, Window: r.Meter.Window, Percent: r.Meter.Percent, Tokens: r.Tokens,
	})
}

type nightEvent struct {
	Event string `json:"event"`
	Turn  int    `json:"turn"`
	sleep.Report
}

type turnEvent struct {
	Event   string          `json:"event"`
	Turn    int             `json:"turn"`
	Message string          `json:"message"`
	Role    transcript.Role `json:"role"`
	Time    time.Time       `json:"time"`
	Used    int             `json:"used"`
	Window  int             `json:"window"`
	Percent float64         `json:"percent"`
	Tokens  int             `json:"tokens"`
}

// exactly wants n arguments and says in words what is missing.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return misused("%s needs %s", cmd.CommandPath(), what)
		}
		return nil
	}
}
