package night

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
	"dormouse/sleep/replay"
	"dormouse/summarize"
)

// Parts are the tokens of a context by part; the reply reserve is not in it.
type Parts struct {
	System   int `json:"system"`
	Tools    int `json:"tools"`
	Memory   int `json:"memory"`
	Summary  int `json:"summary"`
	Messages int `json:"messages"`
}

// Total is what the next request holds, in tokens.
func (p Parts) Total() int { return p.System + p.Tools + p.Memory + p.Summary + p.Messages }

// Night is one sleep: what it is given, and what came of it. A Night is used once, by
// one goroutine.
type Night struct {
	ID    string // NightID
	Why   sleep.Reason
	Depth sleep.Depth // "" means Light
	Seed  uint64      // all draws of this night come from it
	// Now is when the night falls, in the local zone: days and headings are
	// written in it.
	Now     time.Time
	Session string // id
	Records []transcript.Record
	Window  int   // tokens
	Before  Parts // of the context as it is
	Names   map[transcript.Role]string
	// Room is what a night that is prepared leaves free under the target, in
	// tokens, for what is said before it is saved.
	Room int

	talked time.Time // when the newest of what it reads was said

	// Plan is what the night will change; Report tells what it did so far. Both are
	// filled in while it runs.
	Plan   *Plan
	Report Report
}

// Names of the phases, as they stand in reports.
const (
	PhaseProcess     = "process"
	PhaseSummarize   = "summarize"
	PhaseConsolidate = "consolidate"
	PhaseSave        = "save"
	PhaseDreaming    = "dreaming"
)

// Phases are those of every night, in order; a deep one goes on to dream.
func Phases() []string {
	return []string{PhaseProcess, PhaseSummarize, PhaseConsolidate, PhaseSave}
}

// The errors of a night. None of them leaves anything changed.
var (
	// ErrStale is returned by Apply when a file or the session is not as it was
	// when the plan was made; the caller should plan again.
	ErrStale = errors.New("the plan is stale")
	// ErrNothingSaid is a conversation in which nothing was said yet.
	ErrNothingSaid = errors.New("there is nothing to sleep over: nothing was said yet")
	// ErrSurvival is returned in strict mode when too much would be lost; the
	// caller should show the report and may run again with a larger keep.
	ErrSurvival = errors.New("too much would be lost")
)

// Deps are what a night works with.
type Deps struct {
	Land Land
	// Snapshot is all of memory as it is now.
	Snapshot func() (snapshot.Snapshot, error)
	Strategy summarize.Strategy
	// Offline finishes a night that Strategy could not; it may be the same.
	Offline summarize.Strategy
	// Count counts the tokens of a text, Measure those of a message in a request.
	Count   func(string) int
	Measure func(transcript.Message) int
	// Prompt is what the memory part of the next prompt will cost in tokens when
	// these files hold these bytes.
	Prompt   func(after map[string][]byte) int
	Settings sleep.Settings
	// Recording is where what Strategy and Prompt told is written down, so that the
	// night can be run again.
	Recording *Recording
	// Reflector and Sleepers are what deep nights may use beside; nil for none.
	Reflector replay.Reflector
	Sleepers  Sleepers
}

// asks reports whether a model is asked.
func (d Deps) asks() bool { return d.Recording.Limits != nil }

// NightID names a night by when it falls, its session and the last message of
// it: the same night, run again, has the same id, and no other machine makes it.
func NightID(now time.Time, session, last string) string {
	return transcript.NamedID(now, session, last, now.UTC().Format(time.RFC3339Nano))
}

// Run does a whole night: the four phases and, if it is deep, the dreams.
// progress may be nil. On an error nothing has changed, but for what a dream
// saved before a later dream failed, which is in the report and no error. When
// ctx ends before consolidate, nothing has changed; from there on it is no longer
// asked, until the dreams, which stop between two tasks.
func Run(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	if err := prepare(ctx, n, d, progress); err != nil {
		return err
	}
	return finish(ctx, n, d, progress)
}

// Prepare is a dry run: phases 1 to 3. n.Plan and n.Report say what a night
// would do; nothing is written.
func Prepare(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	if err := prepare(ctx, n, d, progress); err != nil {
		return err
	}
	n.Report.Diffs = n.Plan.Diffs()
	return nil
}

// prepare is phases 1 to 3: what is read becomes a brief, and that a plan. From the
// third on a night cannot be woken, only waited for.
func prepare(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	n.begin()
	var read reading
	var b brief
	err := n.phase(ctx, PhaseProcess, sleep.LightSleep, 0, progress, func() (err error) {
		read, err = processTurns(ctx, n, d)
		return err
	})
	if err != nil {
		return err
	}
	err = n.phase(ctx, PhaseSummarize, sleep.LightSleep, len(read.New), progress, func() (err error) {
		b, err = summarizeTalk(ctx, n, read, d)
		return err
	})
	if err != nil {
		return err
	}
	return n.phase(ctx, PhaseConsolidate, sleep.DeepSleep, len(read.New), progress, func() (err error) {
		n.Plan, err = consolidateMemory(context.WithoutCancel(ctx), n, read, b, d)
		return err
	})
}

// phase does one phase, unless the night was woken, and tells when it begins and ends.
func (n *Night) phase(ctx context.Context, name string, s sleep.State, total int, progress func(Progress), do func() error) error {
	err := ctx.Err()
	if err == nil {
		tell(progress, Progress{State: s, Phase: name, Total: total})
		err = do()
	}
	if err != nil {
		return fmt.Errorf("%s night %s: %w", name, n.ID, err)
	}
	c := n.Report.Phases[len(n.Report.Phases)-1]
	tell(progress, Progress{State: s, Phase: name, Done: c.In, Total: c.In})
	return nil
}

// begin sets what every phase relies on.
func (n *Night) begin() {
	if n.Depth == "" {
		n.Depth = sleep.Light
	}
	n.Report = Report{
		Night: n.ID, Session: n.Session, Trigger: n.Why.Trigger, Reason: n.Why.Text, Depth: n.Depth, Engine: "none",
		Window: n.Window, TokensBefore: n.Before.Total(), TokensAfter: n.Before.Total(),
		Entries: []Noted{}, Superseded: []Noted{}, Phases: []PhaseCount{}, Survival: Survival{Lost: []Lost{}},
	}
}

func tell(progress func(Progress), p Progress) {
	if progress != nil {
		progress(p)
	}
}
