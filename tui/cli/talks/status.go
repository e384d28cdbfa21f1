package talks

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// statusJSON is `dormouse status --json`.
type statusJSON struct {
	runtime.Meter
	State   string   `json:"state"` // "awake" or "sleep"
	Session string   `json:"session"`
	Land    string   `json:"land"`
	Model   string   `json:"model"`
	Why     string   `json:"model_why"`
	Next    []string `json:"next_night"` // what would begin it, what holds it back
	Due     bool     `json:"night_due"`
	Nights  int      `json:"nights"`
	// Cycles are the nights of the whole land, Maturity in [0, 1] how grown up they
	// have made it; MinAwake is the beats it surely stays awake for in its waking life.
	Cycles   int      `json:"cycles"`
	Maturity float64  `json:"maturity"`
	MinAwake int      `json:"min_awake"`
	LeftOut  []string `json:"memory_left_out"`
	// Edited are the files that a person has changed since the model woke; it hears of
	// that with the next message.
	Edited   []string `json:"edited"`
	Messages int      `json:"session_messages"` // with calls of tools and their results
	said     int      // without
	// Bed is of the asked-for night that lasts, in whatever program.
	Bed *sleep.AskedNight `json:"asked_night,omitempty"`
}

// StatusCommand is `dormouse status`.
func StatusCommand(call *program.Call) *cobra.Command {
	var o program.Talk
	c := &cobra.Command{
		Use:   "status",
		Short: "The context meter, explained; session, land, model, next night",
		Args:  usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return show(cmd.Context(), call, o)
		},
	}
	c.Flags().StringVar(&o.Session, "session", "", "the session `ID` (default: the last one)")
	return c
}

func show(ctx context.Context, call *program.Call, o program.Talk) error {
	return call.On(func(p *program.Place) error {
		output.Notices(call.Err, p.Notices)
		if o.Session == "" {
			if _, err := p.SessionID("", true); err == nil {
				o.Last = true
			}
		}
		o.Look = true
		c, err := p.Begin(ctx, o, ledgers.Narrate(call))
		if err != nil {
			return err
		}
		v, life := c.Triggers(), c.Life()
		s := statusJSON{
			Meter: c.Meter(), State: string(sleep.Awake), Session: c.Session(), Land: p.Land.FS().Path(),
			Model: c.Model(), Why: c.ModelWhy(), Next: strings.Split(v.String(), "\n"), Due: v.Sleep,
			Nights: len(c.Nights()), Cycles: life.Cycles, Maturity: life.Maturity, MinAwake: life.MinAwake, LeftOut: c.Prompt().LeftOut(), Messages: len(c.Messages()), said: transcript.Said(c.Messages()),
			Edited: append([]string{}, c.Prompt().Edited()...),
		}
		if lock, err := p.Land.Lock("night"); err != nil {
			s.State = "sleep"
		} else {
			lock.Close()
		}
		s.Ahead = c.PreparedNight()
		if b, ok := presence.Asked(p.Land); ok {
			s.Bed = &b
		}
		if call.JSON {
			return output.JSON(call.Out, s)
		}
		printStatus(call, s)
		return nil
	})
}

func printStatus(call *program.Call, s statusJSON) {
	mark := "~"
	if s.UsedSource == llm.FromProvider {
		mark = ""
	}
	session := s.Session
	if session == "" {
		session = "none yet"
	}
	w := call.Out
	fmt.Fprintf(w, "context   %s%d of %d tokens (%.0f%%), %s; window from %s\n", mark, s.Used, s.Window, s.Percent, usedFrom(s.UsedSource), s.WindowSource)
	parts := s.Breakdown
	fmt.Fprintf(w, "          system %d · tools %d · memory %d · summary %d · messages %d · kept free for the reply %d\n", parts.System, parts.Tools, parts.Memory, parts.Summary, parts.Messages, parts.Reserve)
	fmt.Fprintf(w, "night     due at %d tokens%s\n", s.Threshold, turnsLeft(s.TurnsUntilNight))
	if b := s.Bed; b != nil {
		fmt.Fprintf(w, "          asleep since %s, asked for by the %s, %d of %d messages; the schedule is off meanwhile\n",
			b.Since.In(call.Clock().Location()).Format("15:04"), b.By, b.Progress.Processed, b.Progress.Total)
	}
	if ahead := s.Ahead; ahead.State != "" {
		fmt.Fprintf(w, "          the next one is prepared: %s, as of %s, at %d tokens, %s\n", output.Plural(ahead.Messages, "message", "messages"),
			ahead.Time.In(call.Clock().Location()).Format("15:04"), ahead.Tokens, output.Plural(ahead.Calls, "call", "calls"))
	}
	for _, line := range s.Next {
		fmt.Fprintf(w, "          %s\n", safe.Line(line))
	}
	fmt.Fprintf(w, "          the land has slept %s: maturity %.2f of 1, awake for %s at the least\n", output.Plural(s.Cycles, "night", "nights"), s.Maturity, output.Plural(s.MinAwake, "beat", "beats"))
	fmt.Fprintf(w, "session   %s, %s, %s\n", safe.Line(session), output.Plural(s.said, "message", "messages"), output.Plural(s.Nights, "night", "nights"))
	fmt.Fprintf(w, "model     %s (%s)\n", safe.Line(s.Model), safe.Line(s.Why))
	fmt.Fprintf(w, "land      %s, %s\n", safe.Line(s.Land), s.State)
	fmt.Fprintf(w, "prefix    %s\n", s.PrefixHash)
	if len(s.Edited) > 0 {
		fmt.Fprintf(w, "edited    %s: the model hears of it with the next message\n", safe.Line(strings.Join(s.Edited, ", ")))
	}
	for _, l := range s.LeftOut {
		fmt.Fprintf(w, "not in the prompt: %s\n", safe.Line(l))
	}
}

func usedFrom(s llm.Source) string {
	switch s {
	case llm.FromProvider:
		return "as the provider counted"
	case llm.FromBoth:
		return "the provider's count and an estimate of what came after"
	}
	return "estimated"
}

func turnsLeft(n int) string {
	switch {
	case n < 0:
		return ""
	case n == 0:
		return ", now"
	}
	return ", in about " + output.Plural(n, "turn", "turns")
}
