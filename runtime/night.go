package runtime

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"dormouse/land"
	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// sleeper runs nights: it decides whether one is due, saves the prepared one or works
// it out under the land's night lock, and takes up the context it left.
type sleeper struct {
	*talk
	*decider
	*nightWork
	*preparer
	waking
	askedNight sleep.AskedNight // of the asked-for night that lasts
	laps       map[string]lap   // when the phases of the night that runs began and ended
	inTurn     bool             // the night that runs fell within a turn
}

// NightOptions are what a person may say about an asked-for night.
type NightOptions struct {
	Depth  sleep.Depth // "" means light
	Reason string
	By     sleep.Asker // "" means a person
}

// Decide asks the triggers before a request, with extra more tokens on their way. It
// changes nothing.
func (s *sleeper) Decide(extra int) sleep.Verdict { return s.decide(extra, s.guards()) }

// DecideIdle asks them while nobody speaks.
func (s *sleeper) DecideIdle() sleep.Verdict {
	g := s.guards()
	g.Idle = true
	return s.decide(0, g)
}

func (s *sleeper) decide(extra int, g sleep.Guards) sleep.Verdict {
	if s.o.Quiet {
		return sleep.Verdict{}
	}
	is := s.signals(extra)
	g.Preparing = is.Used >= s.prompt.Ledger.Limit() && s.canWait()
	return sleep.Decide(is, g, s.triggers()...)
}

// SleepIfDue sleeps when a trigger is due while nothing is being said. It says
// whether it did.
func (s *sleeper) SleepIfDue(ctx context.Context) (bool, error) {
	v := s.DecideIdle()
	if !v.Sleep || !s.session.Begun() {
		return false, nil
	}
	depth := sleep.Light
	if v.Reason.Trigger == sleep.TriggerIdle {
		depth = sleep.Deep // nobody waits: there is time to dream
	}
	_, err := s.night(ctx, v.Reason, sleep.Request{Depth: depth})
	return true, err
}

// Sleep is an asked-for night, now. It ends with a Woke event also when it was
// refused.
func (s *sleeper) Sleep(ctx context.Context, o NightOptions) (night.Report, error) {
	asked, why, err := s.maySleep(o)
	if err != nil {
		s.o.Emit(Woke{Err: err})
		return night.Report{}, err
	}
	return s.night(ctx, why, asked)
}

// maySleep checks the request and the safeguards.
func (s *sleeper) maySleep(o NightOptions) (asked sleep.Request, why sleep.Reason, err error) {
	if err := s.saved(); err != nil {
		return asked, why, fmt.Errorf("begin a night: %w", err)
	}
	if !s.session.Begun() {
		return asked, why, night.ErrNothingSaid
	}
	by := o.By
	if by == "" {
		by = sleep.ByPerson
	}
	asked, err = sleep.Request{By: by, Depth: o.Depth, Reason: o.Reason}.Check(s.o.Settings)
	if err != nil {
		return asked, why, err
	}
	is := s.signals(0)
	is.Asked = &asked
	v := sleep.Decide(is, s.guards(), sleep.Asked)
	if !v.Sleep {
		return asked, why, errors.New(v.String())
	}
	return asked, v.Reason, nil
}

// sleepOver is a night within a turn.
func (s *sleeper) sleepOver(ctx context.Context, t *Turn, why sleep.Reason, depth sleep.Depth) error {
	r := sleep.Request{Depth: depth}
	if s.rest.asked != nil && why.Trigger == sleep.TriggerAsked {
		r = *s.rest.asked
		s.rest.asked = nil
	}
	s.inTurn = true
	report, err := s.night(ctx, why, r)
	s.inTurn = false
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
// cooldown is over. r says how deep it is; one that was asked for is told to other programs.
func (s *sleeper) night(ctx context.Context, why sleep.Reason, r sleep.Request) (night.Report, error) {
	must := s.recorded || why.Trigger == sleep.TriggerOverflow // the conversation cannot go on without it
	lock, err := presence.LockNight(ctx, s.o.Land, must, func() { s.o.Emit(Noticed{"waiting for another night on this land"}) })
	if err == nil {
		if err = s.inStep(); err != nil {
			lock.Close()
		}
	}
	if err != nil {
		s.rest.failed = s.now()
		if errors.Is(err, land.ErrBusy) {
			err = fmt.Errorf("another night is running on this land: %w", err)
		}
		err = fmt.Errorf("begin a night: %w", err)
		s.o.Emit(Woke{Err: err})
		return night.Report{}, err
	}
	defer lock.Close()
	took := Stopwatch()
	n := s.newNight(why, r.Depth)
	if r.By != "" {
		s.beginAsked(r)
		defer s.endAsked()
	}
	ctx, done := s.bounded(ctx, s.o.Settings.TimeLimit)
	defer done()
	s.begin(why, r.Depth)
	s.o.Emit(Slept{State: sleep.EnteringSleep, Why: why.Text, Tokens: s.prompt.Ledger.Used(), Message: s.onMessage(sleep.Status{State: sleep.EnteringSleep, Depth: r.Depth})})
	told, err := s.saveOrRun(ctx, n, s.progress(took))
	s.enter(sleep.Waking) // what is typed from now on has nothing to end any more
	defer s.state.Store(sleep.Status{State: sleep.Awake})
	report := s.timed(n.Report, took())
	if err != nil {
		if !errors.Is(err, context.Canceled) { // a night that was woken may fall again at once
			s.rest.failed = s.now()
		}
		if cause := context.Cause(ctx); errors.Is(err, context.DeadlineExceeded) && cause != nil {
			err = cause
		}
		s.o.Emit(Woke{Report: report, Err: err})
		return report, err
	}
	if err := s.adopt(); err != nil {
		err = fmt.Errorf("night %s %w: %w", report.Night, errNotTakenUp, err)
		s.o.Emit(Woke{Report: report, Err: err})
		return report, err
	}
	s.rest.stuck, s.useless = report.Stuck, false
	s.prune()
	if report.Bill = s.bill(report); !told {
		s.charge(&report)
	}
	if s.o.Private {
		s.o.Emit(Noticed{"this talk is private: what the night remembered is gone when the talk ends"})
	}
	s.o.Emit(Woke{Report: report})
	s.o.Emit(Metered{s.Meter()})
	return report, nil
}

// saveOrRun saves the night that was prepared, or works one out now; told says that
// what it cost is written down already.
func (s *sleeper) saveOrRun(ctx context.Context, n *night.Night, progress func(night.Progress)) (told bool, err error) {
	p, err := s.prepared(ctx, n.Why)
	if err != nil {
		return false, err
	}
	d := s.deps(n)
	if p == nil {
		return false, night.Run(ctx, n, d, progress)
	}
	n.ID = p.plan.Night
	if err := night.FinishLate(ctx, p.plan, s.late(p.plan, n), n, d, progress); err != nil {
		return false, err
	}
	s.ahead = nil
	s.dropRecord()
	n.Report.Prepared.TookMS = p.took.Milliseconds()
	return p.kept && n.Report.Calls == p.plan.Report.Calls, nil // a dream may have asked once more
}

// errNotTakenUp is of a night whose work is saved, but whose context this
// program could not go on with. The cause stands beside it, and its remedy.
var errNotTakenUp = errors.New("is saved, but its context could not be taken up; open the session again")

// adopt takes up the context that a night left: the log is read again, for the
// night's line was written by its transaction. Memory is frozen anew when the
// night replaced something; a night that only saved leaves the prompt as it is,
// because all it remembers is still in sight, and the provider's cache holds.
func (s *sleeper) adopt() error {
	summary, messages := s.prompt.Context.Summary, len(s.prompt.Context.Messages)
	if err := s.takeUp(); err != nil {
		return err
	}
	now := s.now()
	s.rest.lastWake, s.rest.lastNight, s.rest.beats, s.rest.failed = now, now, 0, time.Time{}
	if !s.session.InDoubt() && s.prompt.Context.Summary == summary && len(s.prompt.Context.Messages) == messages {
		return nil
	}
	return s.wake()
}

// progress tells the screen, and keeps the state for Interrupt.
func (s *sleeper) progress(took func() time.Duration) func(night.Progress) {
	used := s.prompt.Ledger.Used()
	return func(p night.Progress) {
		s.enter(p.State)
		if presence.WakeRequested(s.o.Land.FS(), s.session.ID()) {
			s.Interrupt(sleep.WakeUp)
		}
		rest, _ := s.state.Load().(sleep.Status)
		s.phase(p, took())
		s.askedProgress(p)
		s.o.Emit(Slept{State: p.State, Phase: p.Phase, Done: p.Done, Total: p.Total, Text: p.Text, Tokens: used, Deferred: rest.Deferred, Message: s.onMessage(rest)})
	}
}

// onMessage is what a message does to the night that runs: within a turn one waits
// already, and so does the next.
func (s *sleeper) onMessage(rest sleep.Status) sleep.Effect {
	if s.inTurn {
		return sleep.Hold
	}
	_, do := rest.Interrupt(sleep.Message)
	return do
}

// phase notes when each phase ended, for the report.
func (s *sleeper) phase(p night.Progress, at time.Duration) {
	if s.laps == nil {
		s.laps = map[string]lap{}
	}
	l, begun := s.laps[p.Phase]
	if !begun {
		l.from = at
	}
	l.to = at
	s.laps[p.Phase] = l
}

type lap struct{ from, to time.Duration }

// timed fills in the durations, which no file holds.
func (s *sleeper) timed(r night.Report, took time.Duration) night.Report {
	for i, p := range r.Phases {
		l := s.laps[p.Name]
		r.Phases[i].TookMS = (l.to - l.from).Milliseconds()
	}
	s.laps = nil
	r.TookMS = took.Milliseconds()
	return r
}

// PlanNight is a dry run: what an asked-for night would do, and the plan that
// Apply gives exactly. Nothing but the plan is written.
func (s *sleeper) PlanNight(ctx context.Context, o NightOptions) (night.Report, error) {
	if !s.session.Begun() {
		return night.Report{}, errors.New("there is nothing to plan: nothing was said yet")
	}
	took := Stopwatch()
	n := s.newNight(sleep.Reason{Trigger: sleep.TriggerAsked, Text: "asked for by the person"}, cmp.Or(o.Depth, s.o.Settings.Depth))
	err := night.Prepare(ctx, n, s.deps(n), s.progress(took))
	s.state.Store(sleep.Status{State: sleep.Awake})
	if err != nil {
		return n.Report, err
	}
	report := s.timed(n.Report, took())
	report.Bill = s.bill(report)
	if n.Plan.Empty() {
		return report, nil
	}
	path, err := night.SavePlan(n.Plan, s.o.Land)
	report.Plan = path
	return report, err
}

// ApplyPlan carries a plan out, to the byte and without any further call.
func (s *sleeper) ApplyPlan(p *night.Plan) (night.Report, error) {
	lock, err := s.o.Land.Lock("night")
	if err != nil {
		return night.Report{}, fmt.Errorf("apply plan %s: %w", p.Night, err)
	}
	defer lock.Close()
	report, err := s.charged(night.Apply(p, s.session.Records(), s.deps(&night.Night{})))
	if err != nil {
		return report, err
	}
	if err := s.adopt(); err != nil {
		return report, fmt.Errorf("night %s %w: %w", report.Night, errNotTakenUp, err)
	}
	return report, nil
}
