package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/nightmodel"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// preparer has the next night worked out beside the talk, and says whether what was
// prepared still holds.
type preparer struct {
	*talk
	*decider
	*nightWork
	ahead      *preparation // of the next night; nil for none
	background bool         // somebody runs preparations beside the talk
	useless    bool         // nothing can be prepared before the next night
	searched   bool         // for what an earlier program prepared
}

// preparation is a night that is worked out beside the talk: a plan against the
// files and the session as they were when it began. What it works with are values
// of that moment; it reads files and writes none. The conversation looks at what
// came of it only once done is closed.
type preparation struct {
	night *night.Night
	deps  night.Deps
	done  chan struct{}
	stop  context.CancelFunc // set by who runs it

	plan *night.Plan // nil where there is nothing to save, or where it failed
	err  error
	took time.Duration
	kept bool // what it cost is written down, and what the model answered
}

// errUseless is of a night that was prepared and is of no use; the night that is due
// is worked out when it falls.
var errUseless = errors.New("nothing could be prepared")

// errOvertaken is of a prepared night that the talk has overtaken.
var errOvertaken = errors.New("the talk is another one than the night was prepared for")

// run works it out. It ends when that is done, or when ctx ends.
func (p *preparation) run(ctx context.Context) {
	defer close(p.done)
	took := Stopwatch()
	if p.err = night.Prepare(llm.InBackground(ctx), p.night, p.deps, nil); p.err == nil {
		p.plan = p.night.Plan
	}
	p.took += took()
}

// over says whether it is done.
func (p *preparation) over() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// onlyRead is the land of a night that is prepared.
type onlyRead struct{ *land.Land }

// Save implements night.Land: nothing is saved before the night falls.
func (onlyRead) Save(tx land.Tx) (land.Saved, error) {
	return land.Saved{}, fmt.Errorf("save %s: a night that is prepared writes nothing", tx.ID)
}

// Ahead tells of the night that is prepared.
type Ahead struct {
	State    string    `json:"state"` // "preparing" or "ready"
	Night    string    `json:"night"`
	Time     time.Time `json:"time"`     // when it was begun
	Tokens   int       `json:"tokens"`   // of the context then
	Messages int       `json:"messages"` // of the session then; what is said later stays word for word
	Engine   string    `json:"engine,omitempty"`
	Calls    int       `json:"calls,omitempty"`
}

// States of Ahead.
const (
	Preparing = "preparing"
	IsReady   = "ready"
)

// Ahead is the zero value where no night is prepared. It may be called while the
// preparation runs.
func (pr *preparer) Ahead() Ahead {
	p := pr.ahead
	if p == nil {
		return Ahead{}
	}
	n := p.night
	a := Ahead{State: Preparing, Night: n.ID, Time: n.Now, Tokens: n.Before.Total(), Messages: said(n.Records)}
	if p.over() {
		if p.plan.Empty() {
			return Ahead{}
		}
		a.State, a.Engine, a.Calls = IsReady, p.plan.Report.Engine, p.plan.Report.Calls
	}
	return a
}

// PreparedNight is the night that was prepared for this session, by whatever program, and
// paid for, and waits for its hour; the zero value for none.
func (pr *preparer) PreparedNight() Ahead {
	if !pr.session.Begun() {
		return Ahead{}
	}
	records := pr.session.Records()
	p := night.ReadAhead(pr.session.ID(), records, pr.o.Land)
	if p == nil {
		return Ahead{}
	}
	r := p.Report
	return Ahead{
		State: IsReady, Night: p.Night, Time: p.Time, Tokens: r.TokensBefore, Messages: said(records[:p.Inputs.Records]),
		Engine: r.Engine, Calls: r.Calls,
	}
}

func said(records []transcript.Record) int {
	n := 0
	for _, r := range records {
		if r.Message != nil {
			n++
		}
	}
	return n
}

// Prepare gives the next piece of preparing that there is to do between two
// turns, nil for none: a night is prepared from the setting's share of the window
// on, and worked out again, without asking anybody twice, where a file it rests on
// has changed. One that the talk has overtaken is dropped. The caller runs it
// beside the talk.
func (pr *preparer) Prepare() *preparation {
	if !pr.mayPrepare() || pr.ahead != nil && !pr.ahead.over() || pr.catchUp() != nil {
		return nil
	}
	if pr.ahead == nil {
		if pr.ahead = pr.recover(); pr.ahead != nil {
			return pr.ahead
		}
	}
	if p := pr.ahead; p != nil {
		switch err := pr.holds(p); {
		case err == nil:
			pr.record(p)
			return nil
		case errors.Is(err, night.ErrStale):
			pr.record(p)
			if !pr.nearlyDue() {
				return nil
			}
			pr.ahead = pr.redo(p.plan)
			return pr.ahead
		default:
			pr.drop(err)
			return pr.Prepare()
		}
	}
	s := pr.signals(0)
	s.LastWake = time.Time{} // no cooldown: it says when a night may fall
	v := sleep.Decide(s, pr.guards(), sleep.Context(pr.o.Settings.Prepare))
	if !v.Sleep {
		return nil
	}
	n := pr.newNight(v.Reason, sleep.Light)
	n.Room = pr.roomUntilNight()
	pr.ahead = pr.preparing(n)
	return pr.ahead
}

// nearlyDue says whether the next turns may bring the context to where a night is
// due: a plan over files that change with every turn is not worked out with each.
func (pr *preparer) nearlyDue() bool {
	return pr.prompt.Ledger.Used()+2*pr.prompt.Ledger.Growth() >= pr.prompt.Ledger.Limit()
}

// mayPrepare says whether somebody prepares nights beside this talk, and whether
// one can be prepared now.
func (pr *preparer) mayPrepare() bool {
	return pr.background && pr.o.Settings.Prepare > 0 && !pr.o.Quiet && !pr.recorded && !pr.useless && pr.rest.stuck == "" && !pr.prompt.Context.TakenBack && pr.session.Begun() && !pr.behind()
}

// preparing is a preparation of n, with all that it needs of this moment.
func (pr *preparer) preparing(n *night.Night) *preparation {
	d := pr.deps(n)
	d.Land = onlyRead{pr.o.Land}
	return &preparation{night: n, deps: d, done: make(chan struct{}), stop: func() {}}
}

// roomUntilNight is what will be said before a night that is prepared now is due,
// in tokens: all of it stays in the context.
func (pr *preparer) roomUntilNight() int {
	room := max(0, pr.prompt.Ledger.Limit()-pr.prompt.Ledger.Used()) + pr.prompt.Ledger.Growth()
	return min(room, int(pr.o.Settings.Target*float64(pr.prompt.Ledger.Window))/4)
}

// redo works a plan out again over the files as they are now, with the answers
// that a model gave: the same night of the same talk.
func (pr *preparer) redo(p *night.Plan) *preparation {
	g := p.Inputs
	q := pr.preparing(p.Again(pr.session.Records(), pr.o.Zone))
	if g.Limits != nil {
		recording := q.deps.Recording
		recording.Limits = g.Limits
		q.deps.Strategy = nightmodel.Asking(p.Recall(recording), recording, q.deps.Offline)
	}
	q.kept = true
	return q
}

// holds is nil where a prepared night can be saved as it is, night.ErrStale where
// a file has changed and it is to be worked out again.
func (pr *preparer) holds(p *preparation) error {
	switch {
	case p.err != nil:
		return fmt.Errorf("%w: %w", errUseless, p.err)
	case p.plan.Empty() || p.plan.Report.Stuck != "":
		return errUseless
	case p.plan.Inputs.Counted != pr.Model() || p.plan.Report.Window != pr.prompt.Ledger.Window:
		return fmt.Errorf("%w: another model answers", errOvertaken)
	case !p.plan.Holds(pr.session.Records()):
		return errOvertaken
	}
	most := int(pr.o.Settings.Target * float64(pr.prompt.Ledger.Window))
	if p.plan.Report.TokensAfter >= most { // what cannot shrink leaves no room under it
		most = pr.prompt.Ledger.Limit()
	}
	if _, since := pr.since(p.plan); p.plan.Report.TokensAfter+since >= most {
		return fmt.Errorf("%w: too much was said since", errOvertaken)
	}
	return p.plan.Fresh(pr.o.Land)
}

// since is what was said since a plan was made: messages, and their tokens.
func (pr *preparer) since(p *night.Plan) (messages, size int) {
	for _, r := range pr.session.Records()[p.Inputs.Records:] {
		if r.Message != nil {
			messages++
			size += r.Message.Tokens
		}
	}
	return messages, max(pr.prompt.Estimate(size), pr.prompt.Ledger.Used()-p.Report.TokensBefore)
}

// canWait says whether a night that the context is due for can wait, because it
// will soon be prepared: nobody waits for a model then. It cannot wait once the
// next request would not fit.
func (pr *preparer) canWait() bool {
	if _, asks := pr.nightBrain(); !asks || !pr.mayPrepare() {
		return false // without a model a night takes no time that anybody would notice
	}
	p := pr.ahead
	if p == nil || !p.over() {
		return true
	}
	err := pr.holds(p)
	return err != nil && !errors.Is(err, errUseless)
}

// prepared is the plan that a night may save, nil where it has to be worked out
// now. Nights for the context take one that did not hear the newest turns; for any
// other there is time to hear them. One that is still being worked out is waited
// for, until ctx ends. The night's lock is held.
func (pr *preparer) prepared(ctx context.Context, why sleep.Reason) (*preparation, error) {
	if pr.ahead == nil {
		if pr.ahead = pr.recover(); pr.ahead != nil {
			pr.ahead.run(ctx)
		}
	}
	p := pr.ahead
	if p == nil {
		return nil, nil
	}
	last := p.night.Records
	if most := why.Trigger == sleep.TriggerContext || why.Trigger == sleep.TriggerOverflow; !most && said(pr.session.Records()) > said(last) {
		pr.drop(errOvertaken)
		return nil, nil
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err := pr.holds(p)
	if errors.Is(err, night.ErrStale) {
		again := pr.redo(p.plan)
		again.kept, again.took = p.kept, p.took
		again.run(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p, pr.ahead = again, again
		err = pr.holds(p)
	}
	if err != nil {
		pr.drop(err)
		return nil, nil
	}
	return p, nil
}

// late says when and why a prepared night falls.
func (pr *preparer) late(p *night.Plan, n *night.Night) night.Late {
	messages, size := pr.since(p)
	return night.Late{
		Prepared: p.Time, Was: sleep.Reason{Trigger: p.Report.Trigger, Text: p.Report.Reason},
		Why: n.Why, Depth: n.Depth, Time: n.Now.Round(0), Tokens: pr.prompt.Ledger.Used(), Said: messages, Since: size,
	}
}

// drop drops the prepared night. What it cost stays written down.
func (pr *preparer) drop(why error) {
	p := pr.ahead
	pr.ahead = nil
	pr.useless = pr.useless || errors.Is(why, errUseless)
	p.stop()
	if p.over() {
		pr.record(p)
	}
	pr.dropRecord()
}

// record writes down what preparing a night cost, once, so that it is told also
// where the night never falls, and what the model answered, so that nobody pays
// for it again after a kill.
func (pr *preparer) record(p *preparation) {
	if p.kept || p.plan == nil || p.plan.Report.Calls == 0 {
		return
	}
	p.kept = true
	r := p.plan.Report
	r.TookMS = p.took.Milliseconds()
	if err := night.KeepAhead(p.plan, pr.bill(r), pr.o.Land); err != nil {
		pr.o.Emit(Noticed{err.Error()})
	}
}

// recover is what an earlier program prepared for this session and paid for, to
// be worked out with its answers; nil for none. It is looked for once.
func (pr *preparer) recover() *preparation {
	if pr.searched || !pr.session.Begun() {
		return nil
	}
	pr.searched = true
	p := night.ReadAhead(pr.session.ID(), pr.session.Records(), pr.o.Land)
	if p == nil || p.Inputs.Counted != pr.Model() || p.Report.Window != pr.prompt.Ledger.Window {
		return nil
	}
	return pr.redo(p)
}

// dropRecord takes what was kept of a prepared night off the disk. Where that fails,
// the next program sees that it is past.
func (pr *preparer) dropRecord() { _ = pr.o.Land.FS().Remove(night.AheadPath(pr.session.ID())) }
