package night

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// Names of the dreaming tasks, in their order.
const (
	DreamLink     = "link"     // associations between entries about the same
	DreamPrune    = "prune"    // associations whose end is gone
	DreamMerge    = "merge"    // what MEMORY.md says twice
	DreamReflect  = "reflect"  // insights, citing the entries they rest on
	DreamSalvage  = "salvage"  // what a big idle session would lose
	DreamCompress = "compress" // and that session itself
)

// Dreamt is one dreaming task of a deep night.
type Dreamt struct {
	Task   string   `json:"task"`
	Tx     string   `json:"tx,omitempty"` // its transaction; "" when it changed nothing
	Count  int      `json:"count"`
	Notes  []string `json:"notes,omitempty"`
	Failed string   `json:"failed,omitempty"`
}

// Sleepers finds other sessions that are big and idle.
type Sleepers interface {
	Idle(ctx context.Context) ([]Sleeper, error)
}

// Sleeper is one of them, held until it is closed.
type Sleeper interface {
	Session() string
	// Night is a light night over the session as it is now, ready for Run.
	Night(why sleep.Reason) (*Night, Deps)
	Close() error
}

// dream is one task on its way.
type dream struct {
	Deps
	n       *Night
	self    replay.Self
	mind    replay.Mind // as it was read
	snap    snapshot.Snapshot
	done    Dreamt
	plan    plan.Plan        // changes of memory, empty for none
	dirt    bool             // self has changed
	retired []document.Entry // whose text must stay in a log
	more    []land.Change    // the dream's own files
}

// task is one kind of dream. It changes the dream only.
type task struct {
	name string
	do   func(*dream, context.Context) error
}

func tasks() []task {
	return []task{
		{DreamLink, (*dream).link},
		{DreamPrune, (*dream).prune},
		{DreamMerge, (*dream).merge},
		{DreamReflect, (*dream).reflect},
	}
}

// dreams does the tasks after a deep night, each in its own
// transaction. It stops between two of them when ctx ends; that is no error. A
// task that fails is reported, and the next one goes on.
func dreams(ctx context.Context, n *Night, d Deps, progress func(Progress)) {
	if n.Depth != sleep.Deep {
		return
	}
	list := tasks()
	total := len(list) + 2
	for i, t := range list {
		if ctx.Err() != nil {
			n.Report.Notices = append(n.Report.Notices, fmt.Sprintf("woken after %d of %d dreams", i, total))
			return
		}
		tell(progress, Progress{State: sleep.Dreaming, Phase: PhaseDreaming, Done: i, Total: total, Text: t.name})
		n.Report.Dreams = append(n.Report.Dreams, d.dream(ctx, n, t))
	}
	if ctx.Err() == nil {
		n.Report.Dreams = append(n.Report.Dreams, d.others(ctx, n, progress)...)
	}
	n.count(PhaseCount{Name: PhaseDreaming, In: total, Out: len(n.Report.Dreams)})
	tell(progress, Progress{State: sleep.Dreaming, Phase: PhaseDreaming, Done: total, Total: total})
}

func (d Deps) dream(ctx context.Context, n *Night, t task) Dreamt {
	m, _ := replay.ReadMind(d.Land.Read) // damage was told by the night
	x := &dream{Deps: d, n: n, self: m.Clone(), mind: m, done: Dreamt{Task: t.name}}
	var err error
	if x.snap, err = d.Snapshot(); err == nil {
		err = t.do(x, ctx)
	}
	if err == nil {
		err = x.save()
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		x.done.Failed = err.Error()
	}
	return x.done
}

func (x *dream) save() error {
	var changes []land.Change
	var traced []transcript.Traced
	if len(x.plan.Ops)+len(x.plan.Blocks) > 0 {
		x.plan.By, x.plan.Night, x.plan.Session, x.plan.Now, x.plan.MaxLoss = plan.ByNight, x.n.ID, x.n.Session, x.n.Now, x.Settings.MaxLoss
		x.plan.Leaving = x.n.leaving(x.retired)
		r, err := plan.Apply(x.snap, x.plan)
		if err != nil {
			return err
		}
		changes, traced = r.Changes, r.Traced
	}
	id := dreamID(x.n.ID, x.done.Task)
	if x.dirt {
		changes = append(changes, x.mind.Change(x.self, id, x.n.Now.Round(0), 0, 0)...)
	}
	changes = append(changes, x.more...)
	if len(changes) == 0 {
		return nil
	}
	if line := traceLine(id, x.n.ID, x.n.Now, traced); line != nil {
		changes = append(changes, land.Change{Path: transcript.File(x.n.Session), Append: line})
	}
	log := fmt.Sprintf("dream_task:\n  task: %s\n  count: %d\n", x.done.Task, x.done.Count)
	changes = append(changes, land.Change{Path: DreamsDir + "/" + x.n.ID + ".tasks.yaml", Append: []byte("---\n" + log)})
	if _, err := x.Land.Save(land.Tx{ID: id, Kind: "dream", Time: x.n.Now.Round(0), Changes: changes, Undoable: true, Who: who(x.n.Session, x.n.Report.Engine)}); err != nil {
		return err
	}
	x.done.Tx = id
	return nil
}

func dreamID(night, task string) string { return night + "-dream-" + task }

// DreamIDs are the transactions that the dreams of a night may have made, the
// last one first: whoever takes a deep night back takes these back before it.
// Those that changed nothing do not exist (land.ErrUnknown).
func DreamIDs(night string) []string {
	var ids []string
	for _, t := range tasks() {
		ids = append([]string{dreamID(night, t.name)}, ids...)
	}
	return ids
}

// others are the last two tasks, over sessions that are big and idle: each has a light
// night of its own, which saves what it would lose and makes it smaller at once.
func (d Deps) others(ctx context.Context, n *Night, progress func(Progress)) []Dreamt {
	saved, cut := Dreamt{Task: DreamSalvage}, Dreamt{Task: DreamCompress}
	if d.Sleepers == nil {
		return []Dreamt{saved, cut}
	}
	tell(progress, Progress{State: sleep.Dreaming, Phase: PhaseDreaming, Done: len(tasks()), Total: len(tasks()) + 2, Text: DreamSalvage})
	idle, err := d.Sleepers.Idle(ctx)
	if err != nil {
		saved.Failed, cut.Failed = err.Error(), err.Error()
	}
	for _, s := range idle {
		defer s.Close()
		if ctx.Err() == nil && s.Session() != n.Session {
			tend(ctx, s, n.Why, &saved, &cut)
		}
	}
	return []Dreamt{saved, cut}
}

func tend(ctx context.Context, s Sleeper, why sleep.Reason, saved, cut *Dreamt) {
	n, d := s.Night(why)
	n.Depth = sleep.Light
	err := Run(ctx, n, d, nil)
	switch {
	case errors.Is(err, context.Canceled): // woken; it changed nothing
		return
	case err != nil:
		saved.Failed = fmt.Sprintf("%s: %s", s.Session(), err)
		cut.Failed = saved.Failed
		return
	}
	r := n.Report
	if found := len(r.Entries); found > 0 {
		saved.Count, saved.Tx = saved.Count+found, n.ID
		saved.Notes = append(saved.Notes, fmt.Sprintf("%s: %d entries", s.Session(), found))
	}
	if r.TokensAfter < r.TokensBefore {
		cut.Count, cut.Tx = cut.Count+1, n.ID
		cut.Notes = append(cut.Notes, fmt.Sprintf("%s: %d → %d tokens", s.Session(), r.TokensBefore, r.TokensAfter))
	}
}

// link associates what has no association yet.
func (x *dream) link(context.Context) error {
	x.done.Count = x.self.Link(x.snap.Known(), x.Settings.Replay, x.n.Now.Round(0))
	x.dirt = x.done.Count > 0
	return nil
}

// prune drops associations of entries that are gone: deleted by hand, forgotten.
func (x *dream) prune(context.Context) error {
	there := map[string]bool{}
	for _, e := range x.snap.Known() {
		there[e.ID] = true
	}
	x.done.Count = x.self.Forget(func(id string) bool { return there[id] })
	x.dirt = x.done.Count > 0
	return nil
}

// merge takes out of MEMORY.md what it says twice.
func (x *dream) merge(context.Context) error {
	x.plan.Ops, x.retired = replay.Merges(x.snap, x.Settings.MaxLoss)
	x.done.Count = len(x.retired)
	return nil
}

// reflect asks a model for insights into what people said, in one call, when enough
// importance has gathered since the last time; they go to the log as learnings.
// Without a model there is nothing to say that search would not find, and nothing is
// said.
func (x *dream) reflect(ctx context.Context) error {
	if x.self.Gathered < replay.ReflectFrom || x.Reflector == nil || x.n.Plan.Empty() {
		return nil // a call needs a night that is written down: its ledger line
	}
	living := replay.Living(x.snap.Entries())
	r := replay.Reflect(ctx, x.Reflector, living)
	if ctx.Err() != nil {
		return ctx.Err() // woken: nothing of it is kept, and it stays due
	}
	if err := x.keep(r); err != nil {
		return err
	}
	if r.Failed != "" {
		x.done.Notes = append(x.done.Notes, "not reflected: "+r.Failed)
	}
	written, notes := r.Entries(x.n.ID, x.n.localDay(x.n.Now), living, x.snap.Knowledge())
	if x.done.Count = len(written); x.done.Count > 0 {
		x.plan.Blocks = []plan.DayBlock{{
			Day: x.n.localDay(x.n.Now), Heading: fmt.Sprintf("%s · night %d · dreaming", x.n.Now.Format("15:04"), x.n.Report.Number), Entries: written,
		}}
	}
	x.done.Notes = append(x.done.Notes, notes...)
	x.self.Gathered, x.dirt = 0, true
	return nil
}

func reflectionPath(night string) string { return DreamsDir + "/" + night + ".reflection.json" }

// keep adds a reflection to the report, the ledger and the dream's files.
func (x *dream) keep(r replay.Reflection) error {
	kept, err := json.Marshal(r)
	line, err2 := json.Marshal(struct {
		Dream string           `json:"dream"`
		Of    string           `json:"of"`
		Calls int              `json:"calls"`
		Usage transcript.Usage `json:"usage"`
	}{DreamReflect, x.n.ID, 1, r.Usage})
	if err := errors.Join(err, err2); err != nil {
		return fmt.Errorf("keep the reflection: %w", err)
	}
	x.more = append(x.more, land.Change{Path: reflectionPath(x.n.ID), After: append(kept, '\n'), Force: true})
	if r.Unasked {
		return nil
	}
	report := &x.n.Report
	report.Calls, report.Usage = report.Calls+1, report.Usage.Plus(r.Usage)
	x.more = append(x.more, land.Change{Path: NightsPath, Append: append(line, '\n')})
	return nil
}
