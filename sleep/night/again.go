package night

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
	"dormouse/sleep/replay"
	"dormouse/summarize"
	"dormouse/summarize/asking"
)

// ErrUnrecorded is returned by Again for a night of which not everything was
// kept that it takes to run it again; nothing is wrong with the night.
var ErrUnrecorded = errors.New("the night cannot be run again")

// Again is a night that was run once more, in memory.
type Again struct {
	Night string `json:"night"`
	// Identical: all files come out as they were written, to the byte.
	Identical bool     `json:"identical"`
	Compared  []string `json:"compared"` // paths, and of appended files the lines
	Differ    []string `json:"differ"`
	// Changed: memory is not what the night read, for somebody changed a file
	// that no later night wrote to. Then it may differ through no fault of its own.
	Changed bool `json:"changed"`
}

// Record is what Again works on.
type Record struct {
	Plan    *Plan // the night's record, as ReadPlan gives it
	Records []transcript.Record
	Zone    *time.Location // of the one who asks
	// Asking is the strategy over a model, for a night that asked one.
	Asking func(asking.Model) summarize.Strategy
	// Before gives the land as it was before a transaction, as land.Land.Before.
	Before func(tx string) (*land.Past, error)
}

// RunAgain does a night once more with what it was given, in memory, and
// compares what it would write with what was written, dreams included. d has what
// the record does not: the offline strategy and the counts. No model is asked,
// its recorded answers are heard; nothing is written.
func RunAgain(ctx context.Context, r Record, d Deps) (Again, error) {
	p := r.Plan
	a := Again{Night: p.Night, Compared: []string{}, Differ: []string{}}
	g := p.Inputs
	if g == nil {
		return a, fmt.Errorf("night %s: what it was given was not kept then: %w", p.Night, ErrUnrecorded)
	}
	if g.Records > len(r.Records) || lastMessage(r.Records[:g.Records]) != p.Last {
		return a, fmt.Errorf("night %s: its session is not what it was: %w", p.Night, ErrUnrecorded)
	}
	past, err := r.Before(p.Night)
	if err != nil {
		return a, fmt.Errorf("night %s: %w: %w", p.Night, ErrUnrecorded, err)
	}
	heard := g.Recording
	heard.Prompt, heard.Answers = nil, nil
	d.Settings, d.Recording, d.Prompt = g.Settings, &heard, g.costs()
	if g.Limits != nil && r.Asking != nil {
		d.Strategy = r.Asking(p.Recall(&heard))
	}
	if d.Reflector, err = reflected(p.Night, r.Before); err != nil {
		return a, err
	}
	into := &rehearsal{past: past, now: map[string][]byte{}, done: map[string]land.Tx{}}
	d.Land, d.Snapshot = into, func() (snapshot.Snapshot, error) { return snapshot.Read(into) }
	n := p.Again(r.Records, r.Zone)
	if err := p.rerun(ctx, n, d); err != nil {
		return a, fmt.Errorf("run again: %w", err)
	}
	a.Changed = n.Plan == nil || n.Plan.Inputs.Memory != g.Memory
	a.compare(into.done[p.Night], past.Changes())
	for _, id := range slices.Backward(DreamIDs(p.Night)) {
		then, err := r.Before(id)
		if errors.Is(err, land.ErrUnknown) {
			continue // it changed nothing, or the sleeper was woken before it
		}
		if err != nil {
			return a, err
		}
		a.compare(into.done[id], then.Changes())
	}
	a.Identical = len(a.Differ) == 0
	return a, nil
}

// rerun runs the night as it ran: one that was prepared was saved later.
func (p *Plan) rerun(ctx context.Context, n *Night, d Deps) error {
	if p.Late == nil {
		return Run(ctx, n, d, nil)
	}
	n.Why, n.Depth = p.Late.Was, sleep.Light
	if err := prepare(ctx, n, d, nil); err != nil || n.Plan.Empty() {
		return err
	}
	n.Depth, n.Now = p.Late.Depth, p.Late.Time.In(n.Now.Location())
	return FinishLate(ctx, n.Plan, *p.Late, n, d, nil)
}

// reflected gives the model's reflection of a night again; nil where none was
// asked for.
func reflected(night string, before func(tx string) (*land.Past, error)) (replay.Reflector, error) {
	then, err := before(dreamID(night, DreamReflect))
	if errors.Is(err, land.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, c := range then.Changes() {
		var r replay.Reflection
		if c.Path == reflectionPath(night) {
			if err := json.Unmarshal(c.After, &r); err != nil {
				return nil, fmt.Errorf("night %s: its reflection: %w: %w", night, ErrUnrecorded, err)
			}
			return r, nil
		}
	}
	return nil, nil
}

// compare notes where a transaction differs from what was written.
func (a *Again) compare(again land.Tx, then []land.Change) {
	mine := map[string]land.Change{}
	for _, c := range again.Changes {
		mine[c.Path] = c
	}
	for _, c := range then {
		a.Compared = appendNew(a.Compared, c.Path)
		m, there := mine[c.Path]
		same := there && bytes.Equal(m.After, c.After) && (m.After == nil) == (c.After == nil) && bytes.Equal(m.Append, c.Append)
		if !same {
			a.Differ = appendNew(a.Differ, c.Path)
		}
		delete(mine, c.Path)
	}
	for _, c := range again.Changes {
		if _, more := mine[c.Path]; more && (c.Append != nil || !bytes.Equal(c.Before, c.After)) {
			a.Differ = appendNew(a.Differ, c.Path) // now it would be written
		}
	}
}

// rehearsal is a land as it was, that forgets what is saved in it.
type rehearsal struct {
	past *land.Past
	now  map[string][]byte // nil: removed
	done map[string]land.Tx
}

// Read implements Land.
func (r *rehearsal) Read(name string) ([]byte, error) {
	b, changed := r.now[name]
	switch {
	case !changed:
		return r.past.Read(name)
	case b == nil:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return b, nil
}

// Logs implements Land.
func (r *rehearsal) Logs() ([]string, error) {
	logs, err := r.past.Logs()
	logs = slices.DeleteFunc(logs, func(name string) bool {
		b, changed := r.now[name]
		return changed && b == nil
	})
	for name, b := range r.now {
		if b != nil && strings.HasPrefix(name, land.MemoryDir+"/") && !slices.Contains(logs, name) {
			logs = append(logs, name)
		}
	}
	slices.Sort(logs)
	return logs, err
}

// Save implements Land: the changes are made in memory.
func (r *rehearsal) Save(tx land.Tx) (land.Saved, error) {
	saved := land.Saved{ID: tx.ID}
	for _, c := range tx.Changes {
		after := c.After
		if c.Append != nil {
			b, err := r.Read(c.Path)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return saved, err
			}
			after = append(slices.Clip(b), c.Append...)
		}
		r.now[c.Path] = after
		saved.Files = append(saved.Files, land.SavedFile{Path: c.Path})
	}
	r.done[tx.ID] = tx
	return saved, nil
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
