package nights

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/transcript"
	"dormouse/runtime"
	"dormouse/runtime/metrics"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/ledgers"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

type daemonOptions struct {
	once    bool
	metrics string
}

// DaemonCommand is `dormouse daemon`.
func DaemonCommand(call *program.Call) *cobra.Command {
	var o daemonOptions
	c := &cobra.Command{
		Use:   "daemon",
		Short: "Live on a land without a screen: sleep over what was left",
		Long: `Looks at the land every few seconds (5 to 60, slower as it grows up) and sleeps
over sessions that have something no night has read, when a trigger is due: the
window, idleness, the schedule, the land's own rhythm, sleep pressure. Sessions
that another program has open are left to it. One daemon lives on a land; the
chat and every other command work beside it.

It says a line for each night on standard error, or with --json one JSON value a
line on standard output. SIGTERM and Ctrl-C end it within a second, with status 143
and 130: a night that is being saved is saved, at the latest by the next start, and
one that is not leaves no trace.`,
		Example: `dormouse daemon
dormouse daemon --once --offline     # from cron
dormouse daemon --metrics 127.0.0.1:9188`,
		Args: usage.AtMost(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.metrics != "" {
				if err := metrics.Loopback(o.metrics); err != nil {
					return &fault.Misuse{Err: fmt.Errorf("--metrics: %w", err)}
				}
			}
			p, err := call.Open()
			if err != nil {
				return err
			}
			defer p.Close()
			output.Notices(call.Err, p.Notices)
			return live(cmd.Context(), p, o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.once, "once", false, "look once, sleep over what is due, and end")
	f.StringVar(&o.metrics, "metrics", "", "serve Prometheus metrics at `ADDRESS`, which must be this machine's own, such as 127.0.0.1:9188")
	return c
}

// live lives on the land until ctx ends, or for one look.
func live(ctx context.Context, p *program.Place, o daemonOptions) error {
	lock, err := p.Land.Lock("daemon")
	if errors.Is(err, land.ErrBusy) {
		return fmt.Errorf("a daemon lives on this land already: %w", err)
	}
	if err != nil {
		return fmt.Errorf("begin the daemon: %w", err)
	}
	defer lock.Close()
	w := &watcher{Place: p, board: metrics.New()}
	ro, err := p.Options(ctx, w.handle)
	if err != nil {
		return err
	}
	begun := daemonBegun{Event: "begin", Time: p.Clock(), Land: p.Land.FS().Path(), Model: ro.Brain.Model.Ref(), Why: ro.Brain.Why}
	if o.metrics != "" {
		addr, stop, err := w.board.Serve(o.metrics)
		if err != nil {
			return err
		}
		defer stop()
		begun.Metrics = "http://" + addr + "/metrics"
	}
	w.say(begun, begun.line())
	do := config.Read[runtime.DaemonOptions](p.Values)
	do.Options, do.Beat, do.Night = ro, w.beat, w.night
	d := runtime.NewDaemon(do)
	if o.once {
		_, err = d.Look(ctx)
	} else {
		err = d.Run(ctx)
	}
	end := daemonEnded{Event: "end", Time: p.Clock(), Looks: w.looks, Nights: w.nights, Failed: w.failed, Sessions: w.last.Sessions, Queue: w.last.Queue}
	w.say(end, end.line())
	switch {
	case err != nil:
		return err
	case w.broken != nil:
		return w.broken
	case o.once && w.failed > 0:
		return &fault.Silent{Code: fault.ExitFailed} // each was said
	}
	return nil
}

// watcher prints and counts what a daemon tells.
type watcher struct {
	*program.Place
	board                 *metrics.Board
	looks, nights, failed int
	last                  runtime.Heartbeat
	broken                error // standard output is gone
}

// Lines of `daemon --json`.
type (
	daemonBegun struct {
		Event   string    `json:"event"` // "begin"
		Time    time.Time `json:"time"`
		Land    string    `json:"land"`
		Model   string    `json:"model"`
		Why     string    `json:"why"`
		Metrics string    `json:"metrics,omitempty"` // URL
	}
	daemonNight struct {
		Event string    `json:"event"` // "night"
		Time  time.Time `json:"time"`
		night.Report
	}
	daemonFailed struct {
		Event   string    `json:"event"` // "error"
		Time    time.Time `json:"time"`
		Session string    `json:"session"`
		Message string    `json:"message"`
	}
	daemonEnded struct {
		Event    string    `json:"event"` // "end"
		Time     time.Time `json:"time"`
		Looks    int       `json:"looks"`
		Nights   int       `json:"nights"`
		Failed   int       `json:"failed"`
		Sessions int       `json:"waiting_sessions"`
		Queue    int       `json:"waiting_messages"`
	}
)

func (b daemonBegun) line() string {
	s := fmt.Sprintf("watching %s; nights by %s (%s)", b.Land, b.Model, b.Why)
	if b.Metrics != "" {
		s += "; metrics at " + b.Metrics
	}
	return s
}

func (e daemonEnded) line() string {
	s := fmt.Sprintf("ended after %s and %s", output.Plural(e.Looks, "look", "looks"), output.Plural(e.Nights, "night", "nights"))
	if e.Sessions > 0 {
		s += fmt.Sprintf("; %s in %s wait for one", output.Plural(e.Queue, "message", "messages"), output.Plural(e.Sessions, "session", "sessions"))
	}
	return s
}

// say prints one thing: a value a line on standard output, or words.
func (w *watcher) say(v any, line string) {
	if !w.JSON {
		fmt.Fprintln(w.Err, "dormouse: "+safe.Line(line))
		return
	}
	if err := output.JSON(w.Out, v); err != nil && w.broken == nil {
		w.broken = err
	}
}

func (w *watcher) beat(h runtime.Heartbeat) {
	w.looks++
	w.last = h
	w.board.Look(h.Queue, h.Density)
	w.Logf("beat %d: %d messages in %d sessions wait, asleep %t, next in %s", h.Beats, h.Queue, h.Sessions, h.Asleep, h.Next)
}

func (w *watcher) night(session string, r night.Report, err error) {
	now := w.Clock()
	if err != nil {
		w.failed++
		f := fault.Explain(err)
		w.say(daemonFailed{"error", now, session, f.Text}, fmt.Sprintf("%s session %s: %s", now.Format("2006-01-02 15:04"), transcript.ShortID(session), f.Text))
		return
	}
	w.nights++
	w.board.Night(r)
	w.say(daemonNight{"night", now, r}, fmt.Sprintf("%s session %s: %s", now.Format("2006-01-02 15:04"), transcript.ShortID(session), ledgers.Line(r)))
}

// handle keeps the state of sleep for the metrics.
func (w *watcher) handle(e runtime.Event) {
	switch e := e.(type) {
	case runtime.Slept:
		w.board.State(e.State)
	case runtime.Woke:
		w.board.State(sleep.Awake)
	case runtime.Noticed:
		w.Logf("notice: %s", e.Text)
	}
}
