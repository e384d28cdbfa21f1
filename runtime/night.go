package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// NightOptions are what a person may say about an asked-for night.
type NightOptions struct {
	Depth  sleep.Depth // "" means light
	Hours  int         // after which it wakes, 1–24; 0 means 4
	Reason string
	By     sleep.Asker // "" means a person
}

// Decide asks the triggers, with extra more tokens on their way. It changes
// nothing; `dormouse status` prints it.
func (c *Conversation) Decide(extra int) sleep.Verdict {
	if c.o.Quiet {
		return sleep.Verdict{}
	}
	s, g := c.signals(extra), c.guards()
	g.Preparing = s.Used >= c.prompt.Ledger.Limit() && c.putsOff()
	return sleep.Decide(s, g, c.triggers()...)
}

// Drowse sleeps when a trigger is due while nothing is being said. It says
// whether it did.
func (c *Conversation) Drowse(ctx context.Context) (bool, error) {
	v := c.Decide(0)
	if !v.Sleep || !c.session.Begun() {
		return false, nil
	}
	depth := sleep.Light
	if v.Reason.Trigger == sleep.TriggerIdle {
		depth = sleep.Deep // nobody waits: there is time to dream
	}
	_, err := c.night(ctx, v.Reason, sleep.Request{Depth: depth})
	return true, err
}

func (c *Conversation) guards() sleep.Guards {
	g := c.o.Settings.Guards()
	g.Failed = c.rest.failed
	g.LowGain = night.LowGain(c.prompt.Context.Nights, c.prompt.Ledger.Limit(), c.o.Settings.LowGain)
	g.Stuck = c.rest.stuck
	g.TakenBack = c.prompt.Context.TakenBack
	g.ScheduleOff = presence.ScheduleOff(c.o.Land)
	return g
}

// Sleep is an asked-for night, now. It ends with a Woke event also when it was
// refused.
func (c *Conversation) Sleep(ctx context.Context, o NightOptions) (night.Report, error) {
	asked, why, err := c.maySleep(o)
	if err != nil {
		c.o.Emit(Woke{Err: err})
		return night.Report{}, err
	}
	return c.night(ctx, why, asked)
}

// maySleep checks the request and the safeguards.
func (c *Conversation) maySleep(o NightOptions) (asked sleep.Request, why sleep.Reason, err error) {
	if err := c.saved(); err != nil {
		return asked, why, fmt.Errorf("begin a night: %w", err)
	}
	if !c.session.Begun() {
		return asked, why, errors.New("there is nothing to sleep over: nothing was said yet")
	}
	by := o.By
	if by == "" {
		by = sleep.ByPerson
	}
	asked, err = sleep.Request{By: by, Hours: o.Hours, Depth: o.Depth, Reason: o.Reason}.Check(c.o.Settings)
	if err != nil {
		return asked, why, err
	}
	s := c.signals(0)
	s.Asked = &asked
	v := sleep.Decide(s, c.guards(), sleep.Asked{})
	if !v.Sleep {
		return asked, why, errors.New(v.String())
	}
	return asked, v.Reason, nil
}

// sleepOver is a night within a turn.
func (c *Conversation) sleepOver(ctx context.Context, t *Turn, why sleep.Reason, depth sleep.Depth) error {
	r := sleep.Request{Depth: depth}
	if c.rest.asked != nil && why.Trigger == sleep.TriggerAsked {
		r = *c.rest.asked
		c.rest.asked = nil
	}
	c.turning = true
	report, err := c.night(ctx, why, r)
	c.turning = false
	if err != nil {
		return err
	}
	t.stuck = report.Stuck != ""
	if report.Nothing == "" || report.TokensAfter < report.TokensBefore {
		t.Nights = append(t.Nights, report)
	}
	return nil
}

// night runs one night under the land's night lock and takes up the context it
// left. A night that fails changes nothing and is not tried again before the
// cooldown is over. r says how deep it is; one that was asked for has a bed.
func (c *Conversation) night(ctx context.Context, why sleep.Reason, r sleep.Request) (night.Report, error) {
	must := c.recorded || why.Trigger == sleep.TriggerOverflow // the conversation cannot go on without it
	lock, err := presence.LockNight(ctx, c.o.Land, must, func() { c.o.Emit(Noticed{"waiting for another night on this land"}) })
	if err == nil {
		if err = c.inStep(); err != nil {
			lock.Close()
		}
	}
	if err != nil {
		c.rest.failed = c.now()
		if errors.Is(err, land.ErrBusy) {
			err = fmt.Errorf("another night is running on this land: %w", err)
		}
		err = fmt.Errorf("begin a night: %w", err)
		c.o.Emit(Woke{Err: err})
		return night.Report{}, err
	}
	defer lock.Close()
	took := Stopwatch()
	n := c.newNight(why, r.Depth)
	if r.By != "" {
		c.lieDown(r)
		defer c.getUp()
	}
	ctx, done := c.untilMorning(ctx, r)
	defer done()
	c.fallAsleep(why, r.Depth)
	c.o.Emit(Slept{State: sleep.EnteringSleep, Why: why.Text, Tokens: c.prompt.Ledger.Used(), Message: c.stirs(sleep.Status{State: sleep.EnteringSleep, Depth: r.Depth})})
	told, err := c.sleeps(ctx, n, c.progress(took))
	c.enters(sleep.Waking) // what is typed from now on has nothing to end any more
	defer c.asleep.Store(sleep.Status{State: sleep.Awake})
	report := c.timed(n.Report, took())
	if err != nil {
		if !errors.Is(err, context.Canceled) { // a night that was woken may fall again at once
			c.rest.failed = c.now()
		}
		if cause := context.Cause(ctx); errors.Is(err, context.DeadlineExceeded) && cause != nil {
			err = cause
		}
		c.o.Emit(Woke{Report: report, Err: err})
		return report, err
	}
	if err := c.rise(); err != nil {
		err = fmt.Errorf("night %s %w: %w", report.Night, errNotTakenUp, err)
		c.o.Emit(Woke{Report: report, Err: err})
		return report, err
	}
	c.rest.stuck, c.vain = report.Stuck, false
	c.prune()
	if report.Bill = c.bill(report); !told {
		c.charge(&report)
	}
	c.o.Emit(Woke{Report: report})
	if c.o.Private {
		c.o.Emit(Noticed{"this talk is private: what the night remembered is gone when the talk ends"})
	}
	c.o.Emit(Metered{c.Meter()})
	return report, nil
}

// sleeps saves the night that was prepared, or works one out now; told says that
// what it cost is written down already.
func (c *Conversation) sleeps(ctx context.Context, n *night.Night, progress func(night.Progress)) (told bool, err error) {
	p, err := c.prepared(ctx, n.Why)
	if err != nil {
		return false, err
	}
	d := c.deps(n)
	if p == nil {
		return false, night.Run(ctx, n, d, progress)
	}
	n.ID = p.plan.Night
	if err := night.FinishLate(ctx, p.plan, c.late(p.plan, n), n, d, progress); err != nil {
		return false, err
	}
	c.ahead = nil
	c.dropKept()
	n.Report.Prepared.TookMS = p.took.Milliseconds()
	return p.kept && n.Report.Calls == p.plan.Report.Calls, nil // a dream may have asked once more
}

// errNotTakenUp is of a night whose work is saved, but whose context this
// program could not go on with. The cause stands beside it, and its remedy.
var errNotTakenUp = errors.New("is saved, but its context could not be taken up; open the session again")

// rise takes up the context that a night left: the log is read again, for the
// night's line was written by its transaction. Memory is frozen anew when the
// night replaced something; a night that only saved leaves the prompt as it is,
// because all it remembers is still in sight, and the provider's cache holds.
func (c *Conversation) rise() error {
	summary, messages := c.prompt.Context.Summary, len(c.prompt.Context.Messages)
	if err := c.takeUp(); err != nil {
		return err
	}
	now := c.now()
	c.rest.lastWake, c.rest.lastNight, c.rest.beats, c.rest.failed = now, now, 0, time.Time{}
	if !c.session.InDoubt() && c.prompt.Context.Summary == summary && len(c.prompt.Context.Messages) == messages {
		return nil
	}
	return c.wake()
}

func (c *Conversation) newNight(why sleep.Reason, depth sleep.Depth) *night.Night {
	messages := c.session.Messages()
	last := ""
	if len(messages) > 0 {
		last = messages[len(messages)-1].ID
	}
	b := c.prompt.Meter().Breakdown
	return &night.Night{
		ID: night.NightID(c.now(), c.session.ID(), last), Why: why, Depth: depth,
		Seed: c.o.Seed ^ c.o.Stream, Now: c.now(), Session: c.session.ID(), Records: c.session.Records(),
		Window: c.prompt.Ledger.Window, Names: names(messages),
		Before: night.Parts{System: b.System, Tools: b.Tools, Memory: b.Memory, Summary: b.Summary, Messages: b.Messages},
	}
}

// names are the speakers' own names, where an import knew them.
func names(messages []transcript.Message) map[transcript.Role]string {
	out := map[transcript.Role]string{}
	for _, m := range messages {
		if m.Name != "" {
			out[m.Role] = m.Name
		}
	}
	return out
}

// progress tells the screen, and keeps the state for Stir.
func (c *Conversation) progress(took func() time.Duration) func(night.Progress) {
	used := c.prompt.Ledger.Used()
	return func(p night.Progress) {
		c.enters(p.State)
		if presence.WakeRequested(c.o.Land.FS(), c.session.ID()) {
			c.Stir(sleep.WakeUp)
		}
		rest, _ := c.asleep.Load().(sleep.Status)
		c.phase(p, took())
		c.turnOver(p)
		c.o.Emit(Slept{State: p.State, Phase: p.Phase, Done: p.Done, Total: p.Total, Text: p.Text, Tokens: used, Deferred: rest.Deferred != "", Message: c.stirs(rest)})
	}
}

// stirs is what a message does to the night that runs: within a turn one waits
// already, and so does the next.
func (c *Conversation) stirs(rest sleep.Status) sleep.Effect {
	if c.turning {
		return sleep.Hold
	}
	_, do := rest.Interrupt(sleep.Message)
	return do
}

// phase notes when each phase ended, for the report.
func (c *Conversation) phase(p night.Progress, at time.Duration) {
	if c.laps == nil {
		c.laps = map[string]lap{}
	}
	l, begun := c.laps[p.Phase]
	if !begun {
		l.from = at
	}
	l.to = at
	c.laps[p.Phase] = l
}

type lap struct{ from, to time.Duration }

// timed fills in the durations, which no file holds.
func (c *Conversation) timed(r night.Report, took time.Duration) night.Report {
	for i, p := range r.Phases {
		l := c.laps[p.Name]
		r.Phases[i].TookMS = (l.to - l.from).Milliseconds()
	}
	c.laps = nil
	r.TookMS = took.Milliseconds()
	return r
}

// PlanNight is a dry run: what an asked-for night would do, and the plan that
// Apply gives exactly. Nothing but the plan is written.
func (c *Conversation) PlanNight(ctx context.Context, o NightOptions) (night.Report, error) {
	if !c.session.Begun() {
		return night.Report{}, errors.New("there is nothing to plan: nothing was said yet")
	}
	took := Stopwatch()
	n := c.newNight(sleep.Reason{Trigger: sleep.TriggerAsked, Text: "asked for by the person"}, cmp.Or(o.Depth, c.o.Settings.Depth))
	err := night.Prepare(ctx, n, c.deps(n), c.progress(took))
	c.asleep.Store(sleep.Status{State: sleep.Awake})
	if err != nil {
		return n.Report, err
	}
	report := c.timed(n.Report, took())
	report.Bill = c.bill(report)
	if n.Plan.Empty() {
		return report, nil
	}
	path, err := night.SavePlan(n.Plan, c.o.Land)
	report.Plan = path
	return report, err
}

// ApplyPlan carries a plan out, to the byte and without any further call.
func (c *Conversation) ApplyPlan(p *night.Plan) (night.Report, error) {
	lock, err := c.o.Land.Lock("night")
	if err != nil {
		return night.Report{}, fmt.Errorf("apply plan %s: %w", p.Night, err)
	}
	defer lock.Close()
	report, err := c.charged(night.Apply(p, c.session.Records(), c.deps(&night.Night{})))
	if err != nil {
		return report, err
	}
	if err := c.rise(); err != nil {
		return report, fmt.Errorf("night %s %w: %w", report.Night, errNotTakenUp, err)
	}
	return report, nil
}

// UndoNight takes a night back, files and context together, and says so in one
// line. An empty id means the session's last night.
func (c *Conversation) UndoNight(id string) (string, error) {
	if err := c.saved(); err != nil {
		return "", fmt.Errorf("take back a night: %w", err)
	}
	nights := c.prompt.Context.Nights
	if id == "" && len(nights) > 0 {
		id = nights[len(nights)-1].ID
	}
	if !slices.ContainsFunc(nights, func(n transcript.Night) bool { return n.ID == id }) {
		return "", errors.New("this session has no such night to take back")
	}
	now := c.now()
	for _, dream := range night.DreamIDs(id) { // a deep night's dreams stand on it
		if _, err := c.o.Land.Undo(dream, now); err != nil && !errors.Is(err, land.ErrUnknown) {
			return "", fmt.Errorf("take back night %s: %w", id, err)
		}
	}
	saved, err := c.o.Land.Undo(id, now, night.UndoChanges(c.session.ID(), id, now)...)
	if err != nil {
		return "", fmt.Errorf("take back night %s: %w", id, err)
	}
	if err := c.takeUp(); err != nil {
		return "", err
	}
	return undone("night "+id, saved), nil
}
