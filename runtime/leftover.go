package runtime

import (
	"context"
	"errors"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// recentSessions is in how many sessions, the last that were written to, a talk is looked
// for that ended before a night; shortTalk is how many bytes such a session has at most,
// so that a chat begins at once: a longer one had nights, or is slept over when asked for.
const (
	recentSessions = 12
	shortTalk      = 1 << 20
)

// Leftover sleeps over talks that ended before a night came, where nights ask no model: of
// the last sessions those in which nobody has said anything for IdleAwake, though within
// ForgetAfter, that nobody imported, whose last night nobody took back, and that no other program has open; mostSleepers at most,
// the older first. It gives the reports of the nights. A talk that cannot be slept over
// is left as it is, and errors name it.
func Leftover(ctx context.Context, o Options) (done []night.Report, err error) {
	if o.Private || o.ReadOnly || !o.Settings.Idle || o.asksAtNight() {
		return nil, nil
	}
	ids, err := leftover(o.Land.FS(), o.Clock(), o.Settings)
	if err != nil {
		return nil, err
	}
	o.AllTriggers = false
	last, err := transcript.Last(o.Land.FS())
	if err != nil {
		return nil, err
	}
	defer func() {
		if len(done) > 0 && !slices.ContainsFunc(done, func(r night.Report) bool { return r.Session == last }) {
			err = errors.Join(err, touch(o.Land.FS(), transcript.File(last)))
		}
	}()
	for _, id := range ids {
		c, err := hold(ctx, o, id)
		switch {
		case ctx.Err() != nil:
			return done, ctx.Err()
		case errors.Is(err, land.ErrBusy):
			continue
		case err != nil:
			return done, err
		}
		if c.prompt.Context.TakenBack { // it does not come back by itself
			if err := c.Close(); err != nil {
				return done, err
			}
			continue
		}
		r, failed := c.night(ctx, sleep.Reason{Trigger: sleep.TriggerIdle}, sleep.Request{Depth: sleep.Light})
		if err := errors.Join(failed, c.Close()); err != nil {
			return done, err
		}
		done = append(done, r)
	}
	return done, nil
}

// leftover are the sessions that Leftover sleeps over.
func leftover(dir disk.FS, now time.Time, s sleep.Settings) ([]string, error) {
	infos, err := transcript.Files(dir)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(infos, func(a, b disk.Info) int { return b.ModTime.Compare(a.ModTime) })
	var ids []string
	for _, info := range infos[:min(len(infos), recentSessions)] {
		if info.Size > shortTalk {
			continue
		}
		log, _, err := transcript.Open(dir, info.Name)
		if err != nil {
			continue // whoever opens it is told
		}
		said := log.Messages()
		if len(said) == 0 || log.Session().Source != "" || night.Waiting(log.Records()) == 0 {
			continue
		}
		if idle := now.Sub(said[len(said)-1].Time); idle >= s.IdleAwake && idle <= s.ForgetAfter {
			ids = append(ids, log.Session().ID)
		}
		if len(ids) == mostSleepers {
			break
		}
	}
	slices.Reverse(ids)
	return ids, nil
}

// touch makes a session the last that was written to again, though a night has written to
// an older one: whoever goes on with the last talk means this.
func touch(dir disk.FS, name string) error {
	f, err := dir.Open(name)
	if err != nil {
		return err
	}
	first := make([]byte, 1)
	_, err = f.ReadAt(first, 0)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return dir.Overwrite(name, 0, first)
}
