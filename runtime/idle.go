package runtime

import (
	"context"
	"errors"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

const (
	// mostSleepers is how many other sessions one deep night looks after.
	mostSleepers = 3
	// leastBytes is how many bytes a token takes at the least: a smaller file
	// cannot hold a big context.
	leastBytes = 2
)

// idleSessions are the other sessions of the land that a deep night may look after.
type idleSessions struct{ *talk }

// idleSession is one of them, held so that nobody talks in it meanwhile. Its nights
// ask no model: a deep night makes one call for itself and one to reflect.
type idleSession struct{ c *Conversation }

// Idle implements night.Sleepers: sessions whose context is over what a night
// would leave of it, in which nobody has said anything for IdleAwake, though
// within ForgetAfter, whose last night nobody took back, and that no other program has
// open; the longest idle first.
func (s idleSessions) Idle(ctx context.Context) ([]night.Sleeper, error) {
	o, now := s.o, s.now()
	if o.Private { // what was done for them would not be kept
		return nil, nil
	}
	heads, err := transcript.List(o.Land.FS())
	if err != nil && len(heads) == 0 {
		return nil, err
	}
	big := int(float64(s.prompt.Ledger.Window) * o.Settings.Target)
	var list []night.Sleeper
	for i := len(heads) - 1; i >= 0 && len(list) < mostSleepers && ctx.Err() == nil; i-- {
		h := heads[i]
		idle := now.Sub(h.Last)
		if h.ID == s.session.ID() || h.Size < int64(big*leastBytes) || idle < o.Settings.IdleAwake || idle > o.Settings.ForgetAfter {
			continue
		}
		other, err := hold(ctx, *o, h.ID)
		if errors.Is(err, land.ErrBusy) || errors.Is(err, errUnreadable) {
			continue
		}
		if err != nil {
			return list, err
		}
		if other.prompt.Ledger.Used() < big || other.prompt.Context.TakenBack {
			other.Close()
			continue
		}
		list = append(list, idleSession{other})
	}
	return list, nil
}

// errUnreadable is of a session that a deep night passes over: the daemon, or
// whoever opens it, says what is wrong with it.
var errUnreadable = errors.New("the session cannot be read")

func hold(ctx context.Context, o Options, id string) (*Conversation, error) {
	o.Session, o.Engine, o.NightBrain, o.Emit, o.ReadOnly, o.Patient = id, "offline", llm.Brain{}, nil, false, false
	c, _, err := Begin(ctx, o)
	switch {
	case err == nil, errors.Is(err, land.ErrBusy), errors.Is(err, land.ErrUnwritable), errors.Is(err, land.ErrPending), ctx.Err() != nil:
		return c, err
	}
	return nil, errors.Join(errUnreadable, err)
}

// Session implements night.Sleeper.
func (s idleSession) Session() string { return s.c.session.ID() }

// Night implements night.Sleeper.
func (s idleSession) Night(why sleep.Reason) (*night.Night, night.Deps) {
	n := s.c.newNight(why, sleep.Light)
	return n, s.c.deps(n)
}

// Close implements night.Sleeper.
func (s idleSession) Close() error { return s.c.Close() }
