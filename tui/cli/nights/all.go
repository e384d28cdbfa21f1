package nights

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/session"
	"dormouse/sleep/night"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
)

// everyNight are the flags of `sleep --all`.
type everyNight struct {
	since  string
	budget int // tokens
}

// check reads the flags; a zero time is no bound.
func (e everyNight) check(all bool) (since time.Time, err error) {
	if !all && (e.since != "" || e.budget != 0) {
		return since, fault.Misused("--since and --budget go with --all")
	}
	if e.budget < 0 {
		return since, fault.Misused("--budget is at least 1 token")
	}
	if e.since == "" {
		return since, nil
	}
	since, err = time.ParseInLocation(time.DateOnly, e.since, time.Local)
	if err != nil {
		return since, fault.Misused("--since is a date such as 2026-03-01, not %q", e.since)
	}
	return since, nil
}

// toSleepAll are the sessions to sleep over; where there are none it says so.
func toSleepAll(ctx context.Context, p *program.Place, since time.Time) ([]string, error) {
	ids, err := waiting(ctx, p, since)
	if err == nil && len(ids) == 0 {
		fmt.Fprintln(p.Err, "dormouse: every session is slept over already")
	}
	return ids, err
}

// lately is how far back a night of one session looks for others to be slept over.
const lately = 7 * 24 * time.Hour

// tellOthers says how many other sessions of late have something that no night has read.
func tellOthers(ctx context.Context, p *program.Place) error {
	ids, err := waiting(ctx, p, p.Clock().Add(-lately))
	if err == nil && len(ids) > 0 {
		fmt.Fprintf(p.Err, "dormouse: %s something new, too; `dormouse sleep --all` sleeps over each\n", output.Plural(len(ids), "other session has", "other sessions have"))
	}
	return err
}

// waiting are the sessions that have something no night has read, the oldest first: what
// is newer then supersedes.
func waiting(ctx context.Context, p *program.Place, since time.Time) ([]string, error) {
	heads, err := transcript.List(p.Dir)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var ids []string
	for i := len(heads) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if heads[i].Last.Before(since) {
			continue
		}
		log, _, err := transcript.Open(p.Dir, heads[i].ID)
		if err != nil {
			return nil, err
		}
		if night.Waiting(log.Records()) > 0 {
			ids = append(ids, heads[i].ID)
		}
	}
	return ids, nil
}

// sleepEach sleeps over sessions one after the other, until the budget is used up, and
// leaves those to their program that are open. Each night stands by itself: stopped
// anywhere, the same command goes on.
func sleepEach(ctx context.Context, p *program.Place, ids []string, o sleepOptions) error {
	bar := output.NewProgress(p.Err, "sleep", int64(len(ids)), !p.JSON)
	used, done := 0, 0
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return stoppedAfter(p.Call, done, len(ids), err)
		}
		if o.each.budget > 0 && used >= o.each.budget {
			fmt.Fprintf(p.Err, "dormouse: the budget of %d tokens is used up (%d); %s left: the same command goes on\n", o.each.budget, used, output.Plural(len(ids)-i, "session is", "sessions are"))
			return nil
		}
		bar.Say(fmt.Sprintf("session %d of %d", i+1, len(ids)))
		r, err := sleepOne(ctx, p, id, o, bar)
		switch {
		case err != nil && ctx.Err() != nil:
			return stoppedAfter(p.Call, done, len(ids), err)
		case errors.Is(err, session.ErrOpen):
			fmt.Fprintf(p.Err, "dormouse: session %s is left out: another dormouse has it open\n", transcript.ShortID(id))
		case err != nil:
			return err
		default:
			done++
		}
		used += r.Usage.Input + r.Usage.Output
		bar.Add(1)
	}
	if err := ctx.Err(); err != nil { // as the last night ended
		return stoppedAfter(p.Call, done, len(ids), err)
	}
	if done == 0 && len(ids) > 0 {
		return fmt.Errorf("sleep over what is new: %w", session.ErrOpen)
	}
	return nil
}

// stoppedAfter says of nights that were told to stop how far they came.
func stoppedAfter(call *program.Call, done, all int, err error) error {
	fmt.Fprintf(call.Err, "dormouse: stopped; %d of %s slept over, and the same command goes on\n", done, output.Plural(all, "session is", "sessions are"))
	return err
}
