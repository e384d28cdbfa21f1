package night

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// Late says how a night fell that was prepared beside the talk: its plan is that
// of Prepared, and it was saved when the context had grown to what made it due.
// What was said in between is not the night's: it stays word for word, and the
// next night reads it.
type Late struct {
	Prepared time.Time    `json:"prepared"` // what the plan was worked out for
	Was      sleep.Reason `json:"was"`      // why it was prepared
	Why      sleep.Reason `json:"why"`      // why it was saved
	Depth    sleep.Depth  `json:"depth"`
	Time     time.Time    `json:"time"`   // when it was saved
	Tokens   int          `json:"tokens"` // of the context then
	Said     int          `json:"said"`   // messages since it was prepared
	Since    int          `json:"since"`  // their tokens
}

// Prepared is what the report of such a night tells of it.
type Prepared struct {
	Time   time.Time `json:"time"`
	Tokens int       `json:"tokens"` // of the context then
	Said   int       `json:"said"`   // messages since, which stay word for word
	Since  int       `json:"since"`  // their tokens
	TookMS int64     `json:"took_ms,omitempty"`
}

// savedLate is the plan as it is saved later than it was made: the same work on
// memory, told with the time, the reason and the context of the later moment.
func (p *Plan) savedLate(l Late) (*Plan, error) {
	q := *p
	q.Late, q.Time = &l, l.Time.Round(0)
	r := &q.Report
	r.Trigger, r.Reason, r.Depth = l.Why.Trigger, l.Why.Text, l.Depth
	r.Prepared = &Prepared{Time: p.Time, Tokens: r.TokensBefore, Said: l.Said, Since: l.Since}
	r.TokensBefore, r.TokensAfter = l.Tokens, r.TokensAfter+l.Since
	line := *p.Line
	line.Time, line.TokensBefore, line.TokensAfter = q.Time, r.TokensBefore, r.TokensAfter
	q.Line, q.Changes = &line, nil
	told, err := q.bookkeeping()
	if err != nil {
		return nil, err
	}
	for _, c := range p.Changes {
		if again, ok := told[c.Path]; ok {
			c = again
		}
		q.Changes = append(q.Changes, c)
	}
	return &q, nil
}

// bookkeeping are the changes that tell of the night itself, by path: its line of the
// session and of the list of nights, and its record, which is the plan without
// any changes.
func (p *Plan) bookkeeping() (map[string]land.Change, error) {
	record, err := p.record()
	if err == nil {
		record, err = pack(record)
	}
	if err != nil {
		return nil, err
	}
	ledger, err := json.Marshal(p.Report.ledger(p.Time))
	if err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	list := map[string]land.Change{}
	for _, c := range []land.Change{
		{Path: transcript.File(p.Session), Append: append(transcript.Line(transcript.Record{Night: p.Line}), traceLine(p.Night, p.Night, p.Time, p.traced)...)},
		{Path: NightsPath, Append: append(ledger, '\n')},
		{Path: RecordPath(p.Night), After: record, Force: true},
	} {
		list[c.Path] = c
	}
	return list, nil
}

// Holds says whether a plan that read the first lines of a session still holds
// for it: since then things were only said. Nights, undos, pins and what was
// forgotten change what the plan was made from.
func (p *Plan) Holds(records []transcript.Record) bool {
	if p.Inputs == nil || p.Inputs.Records > len(records) || lastMessage(records[:p.Inputs.Records]) != p.Last {
		return false
	}
	for _, r := range records[p.Inputs.Records:] {
		if r.Night != nil || r.Undo != nil || r.Pin != nil || r.Forget != nil || r.Unknown != nil {
			return false
		}
	}
	return true
}

// Fresh is ErrStale, with the file's name, when a file of the plan is not as it
// was when the plan was made.
func (p *Plan) Fresh(l Land) error {
	log, err := l.Read(replay.MindLogPath)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case p.Mind != "" && replay.LogHash(log) != p.Mind:
		return fmt.Errorf("%s has changed: %w", replay.MindLogPath, ErrStale)
	}
	for _, c := range p.Changes {
		if c.Append != nil {
			continue
		}
		now, err := l.Read(c.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && c.Before == nil:
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return err
		case err != nil || c.Before == nil || !bytes.Equal(now, c.Before):
			return fmt.Errorf("%s has changed: %w", c.Path, ErrStale)
		}
	}
	return nil
}

// Recall gives the recorded answers of a plan to whatever asks a model, so that
// the night can be worked out again over files that changed, and nobody is asked
// twice. They are heard, and written down, in their order.
func (p *Plan) Recall(into *Recording) *Playback {
	return &Playback{left: p.Inputs.Answers, heard: into}
}

// finish saves a night whose plan is worked out, and lets it dream if it is deep.
// On an error nothing has changed.
func finish(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	if n.Plan.Empty() {
		dreams(ctx, n, d, progress)
		return nil
	}
	tell(progress, Progress{State: sleep.DeepSleep, Phase: PhaseSave, Total: 1})
	r, err := n.Plan.commit(d)
	if err != nil {
		return fmt.Errorf("save night %s: %w", n.ID, err)
	}
	n.Report = r
	tell(progress, Progress{State: sleep.DeepSleep, Phase: PhaseSave, Done: 1, Total: 1})
	dreams(ctx, n, d, progress)
	return nil
}

// FinishLate saves a night that was prepared: l says when and why it falls
// now.
func FinishLate(ctx context.Context, p *Plan, l Late, n *Night, d Deps, progress func(Progress)) error {
	late, err := p.savedLate(l)
	if err != nil {
		return err
	}
	n.begin()
	n.Plan, n.Report, n.talked = late, late.Report, n.Now.Round(0)
	return finish(ctx, n, d, progress)
}

// aheadSpent is the line of nights.jsonl that tells what a night cost which was
// prepared, before it falls. Where it never does, it is all that tells of it.
type aheadSpent struct {
	Prepared string           `json:"prepared"`
	Session  string           `json:"session"`
	Time     time.Time        `json:"time"`
	Engine   string           `json:"engine"`
	Window   int              `json:"window"`
	Tokens   int              `json:"tokens"`
	Calls    int              `json:"calls"`
	Usage    transcript.Usage `json:"usage"`
	Bill     *Bill            `json:"bill,omitempty"`
}

// AheadPath is where a night that was prepared for a session, and paid for, waits
// for its hour: a program that was killed meanwhile need not ask again.
func AheadPath(session string) string { return plansDir + "/ahead-" + session + ".json" }

// KeepAhead writes down what it cost to prepare a night, and what a model
// answered: the plan without its changes, which follow from it.
func KeepAhead(p *Plan, b *Bill, l Land) error {
	r := p.Report
	line, err := json.Marshal(aheadSpent{p.Night, p.Session, p.Time, r.Engine, r.Window, r.TokensBefore, r.Calls, r.Usage, b})
	kept, err2 := p.record()
	if err = errors.Join(err, err2); err == nil {
		_, err = l.Save(land.Tx{ID: p.Night + "-ahead", Kind: "plan", Time: p.Time, Changes: []land.Change{
			{Path: NightsPath, Append: append(line, '\n')},
			{Path: AheadPath(p.Session), After: kept, Force: true},
		}})
	}
	if err != nil {
		return fmt.Errorf("keep the prepared night %s: %w", p.Night, err)
	}
	return nil
}

// ReadAhead is the night that was prepared for a session, and kept, nil for none.
// It holds for records in which nothing but talk followed.
func ReadAhead(session string, records []transcript.Record, l Land) *Plan {
	b, err := l.Read(AheadPath(session))
	if err != nil {
		return nil
	}
	p, err := ReadPlan(b)
	if err != nil || p.Session != session || p.Line == nil || !p.Holds(records) {
		return nil // what is damaged or past is prepared anew
	}
	return p
}

// Unused are the nights that were prepared, and paid for, and never fell, the
// oldest first.
func Unused(l Land) ([]Ledger, error) {
	lines, err := ledgerLines(l)
	fell, list := map[string]bool{}, []Ledger(nil)
	for _, e := range lines {
		fell[e.Night] = true
		if e.Prepared != "" {
			e.Night, e.TokensBefore, e.TokensAfter = e.Prepared, e.Tokens, e.Tokens
			list = append(list, e.Ledger)
		}
	}
	return slices.DeleteFunc(list, func(e Ledger) bool { return fell[e.Night] }), err
}
