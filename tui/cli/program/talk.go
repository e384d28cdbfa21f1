package program

import (
	"context"
	"fmt"
	"time"

	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/tui/cli/output"
)

// Talk is which conversation is opened, and what for.
type Talk struct {
	Session string                  // the beginning of its id will do; "" for a new one
	Last    bool                    // go on with the last one
	Look    bool                    // at a session that may be open elsewhere
	Screen  bool                    // somebody may be idle before it
	Says    bool                    // somebody has something to say, and waits for a night
	KeepIn  func() (disk.FS, error) // where /keep puts a private talk
}

// Options are those of a conversation on this land.
func (p *Place) Options(ctx context.Context, emit func(runtime.Event)) (runtime.Options, error) {
	if emit == nil {
		emit = func(runtime.Event) {}
	}
	seen := p.committing(ctx, emit)
	emit = func(e runtime.Event) {
		p.Logf("%T", e) // what is said stays out of the log
		seen(e)
	}
	notify := func(r llm.Retry) {
		emit(runtime.Retrying{Attempt: r.Attempt, Wait: r.Delay.Round(time.Second / 10), Why: r.Reason})
	}
	b, err := p.Models().Open(ctx, p.Switched, notify)
	if err != nil {
		return runtime.Options{}, err
	}
	o := config.Read[runtime.Options](p.Values)
	o.Land, o.Store, o.Brain, o.Settings, o.Emit = p.Land, p.Store, b, p.Settings, emit
	o.Voice = p.voice
	if o.Persona, err = p.persona(p.Config.Persona); err != nil {
		return o, err
	}
	o.Clock, o.Zone, o.Seed, o.Stream = p.Clock, p.Clock().Location(), p.Seed, p.Stream()
	if m := p.Config.NightModel; m != "" {
		if o.NightBrain, err = p.Models().Open(ctx, m, notify); err != nil {
			return o, fmt.Errorf("sleep.model: %w", err)
		}
	}
	return o, nil
}

// Begin opens a conversation.
func (p *Place) Begin(ctx context.Context, t Talk, emit func(runtime.Event)) (*runtime.Conversation, error) {
	ro, err := p.Options(ctx, emit)
	if err != nil {
		return nil, err
	}
	if ro.Session, err = p.SessionID(t.Session, t.Last && !(t.Says && p.Unspoken())); err != nil {
		return nil, err
	}
	ro.AllTriggers, ro.ReadOnly, ro.Patient = t.Screen, t.Look, t.Says
	ro.Private, ro.KeepIn = p.Private, t.KeepIn
	if t.Screen && t.Says {
		p.sleepOverLeftover(ctx, ro)
	}
	c, notices, err := runtime.Begin(ctx, ro)
	p.Notices = append(p.Notices, notices...)
	return c, err
}

// sleepOverLeftover sleeps over the talks that ended before a night came, so that the one
// that begins knows them, and notes what it did.
func (p *Place) sleepOverLeftover(ctx context.Context, o runtime.Options) {
	reports, err := runtime.Leftover(ctx, o)
	for _, r := range reports {
		if n := len(r.Entries); n > 0 {
			p.Notices = append(p.Notices, fmt.Sprintf("slept over a talk that had ended before a night: %s remembered; `dormouse sleep show %s`", output.Plural(n, "entry", "entries"), r.Night))
		}
	}
	if err != nil && ctx.Err() == nil {
		p.Notices = append(p.Notices, "a talk that ended before a night is not slept over yet: "+err.Error())
	}
}
