package sleep

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
)

// Late says how a night fell that was prepared beside the talk: its plan is that
// of Prepared, and it was saved when the context had grown to what made it due.
// What was said in between is not the night's: it stays word for word, and the
// next night reads it.
type Late struct {
	Prepared time.Time `json:"prepared"` // what the plan was worked out for
	Was      Reason    `json:"was"`      // why it was prepared
	Why      Reason    `json:"why"`      // why it was saved
	Depth    Depth     `json:"depth"`
	Time     time.Time `json:"time"`   // when it was saved
	Tokens   int       `json:"tokens"` // of the context then
	Said     int       `json:"said"`   // messages since it was prepared
	Since    int       `json:"since"`  // their tokens
}

// Prepared is what the report of such a night tells of it.
type Prepared struct {
	Time   time.Time `json:"time"`
	Tokens int       `json:"tokens"` // of the context then
	Said   int       `json:"said"`   // messages since, which stay word for word
	Since  int       `json:"since"`  // their tokens
	TookMS int64     `json:"took_ms,omitempty"`
}

// falls is the plan as it is saved later than it was made: the same work on
// memory, told with the time, the reason and the context of the later moment.
func (p *Plan) falls(l Late) (*Plan, error) {
	q := *p
	q.Late, q.Time = &l, l.Time.Round(0)
	r := &q.Report
	r.Trigger, r.Reason, r.Depth = l.Why.Trigger, l.Why.Text, l.Depth
	r.Prepared = &Prepared{Time: p.Time, Tokens: r.TokensBefore, Said: l.Said, Since: l.Since}
	r.TokensBefore, r.TokensAfter = l.Tokens, r.TokensAfter+l.Since
	line := *p.Line
	line.Time, line.TokensBefore, line.TokensAfter = q.Time, r.TokensBefore, r.TokensAfter
	q.Line, q.Changes = &line, nil
	told, err := q.told()
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

// told are the changes that tell of the night itself, by path: its line of the
// session and of the list of nights, and its record, which is the plan without
// any changes.
func (p *Plan) told() (map[string]land.Change, error) {
	bare := *p
	bare.Changes = nil
	record, err := bare.Write()
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
	if p.Given == nil || p.Given.Records > len(records) || lastMessage(records[:p.Given.Records]) != p.Last {
		return false
	}
	for _, r := range records[p.Given.Records:] {
		if r.Night != nil || r.Undo != nil || r.Pin != nil || r.Forget != nil || r.Unknown != nil {
			return false
		}
	}
	return true
}

// Fresh is ErrStale, with the file's name, when a file of the plan is not as it
// was when the plan was made.
func (p *Plan) Fresh(l Land) error {
	log, err := l.Read(MindLogPath)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case p.Mind != "" && LogHash(log) != p.Mind:
		return fmt.Errorf("%s has changed: %w", MindLogPath, ErrStale)
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
func (p *Plan) Recall(into *Heard) *Recorded {
	return &Recorded{left: p.Given.Answers, heard: into}
}

// Finish saves a night whose plan is worked out, and lets it dream if it is deep.
// On an error nothing has changed.
func Finish(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	if n.Plan.Empty() {
		return dreams(ctx, n, d, progress)
	}
	tell(progress, Progress{State: DeepSleep, Phase: PhaseSave, Total: 1})
	if err := d.save(context.WithoutCancel(ctx), n); err != nil {
		return fmt.Errorf("save night %s: %w", n.ID, err)
	}
	tell(progress, Progress{State: DeepSleep, Phase: PhaseSave, Done: 1, Total: 1})
	return dreams(ctx, n, d, progress)
}

// FinishLate is Finish of a night that was prepared: l says when and why it falls
// now.
func FinishLate(ctx context.Context, p *Plan, l Late, n *Night, d Deps, progress func(Progress)) error {
	late, err := p.falls(l)
	if err != nil {
		return err
	}
	n.begin()
	n.Plan, n.Report = late, late.Report
	return Finish(ctx, n, d, progress)
}
