package night

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
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

// Night is one sleep. The caller sets the first block; the phases fill the rest.
// A Night is used once, by one goroutine.
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
	// Stay saves what is new and leaves the context as it is.
	Stay bool
	// Room is what a night that is prepared leaves free under the target, in
	// tokens, for what is said before it is saved.
	Room int

	// Phase 1.
	Context  transcript.Context   // what Records come to
	New      []transcript.Message // complete turns since the cursor
	Cursor   string               // the last of them
	Episodes []replay.Episode
	// Phase 2.
	Old    []transcript.Message // what leaves the context
	Kept   []transcript.Message // what stays word for word
	Pruned []string             // tool results that give way to a pointer
	Digest summarize.Digest
	// Phase 3 and 4.
	Plan   *Plan
	Report Report

	self   replay.Self // what the land remembers about remembering
	mind   replay.Mind // as it was read
	snap   snapshot.Snapshot
	known  []document.Entry // of snap; not to be changed
	before cutSize
	draws  *rand.Rand
}

// cutSize are token counts that the phases share.
type cutSize struct {
	fresh  int     // text of New, in tokens
	budget int     // memory may cost this much
	kept   int     // of Kept, after pruning
	factor float64 // by which estimates of messages fall short
	note   int     // the wake note may cost this much
	level  hardness
	memory int     // what memory will cost in the next prompt; 0 before its lines are chosen
	goal   float64 // share of the window that stands for the target, where that cannot be met
}

// Phase is one step of a night. Do changes only the Night; Save alone writes.
type Phase struct {
	Name string
	Do   func(context.Context, *Night) error
}

// Names of the phases, as they stand in reports.
const (
	PhaseProcess     = "process"
	PhaseSummarize   = "summarize"
	PhaseConsolidate = "consolidate"
	PhaseSave        = "save"
	PhaseDreaming    = "dreaming"
)

// The errors of a night. None of them leaves anything changed.
var (
	// ErrStale is returned by Apply when a file or the session is not as it was
	// when the plan was made; the caller should plan again.
	ErrStale = errors.New("the plan is stale")
	// ErrSurvival is returned in strict mode when too much would be lost; the
	// caller should show the report and may run again with a larger keep.
	ErrSurvival = errors.New("too much would be lost")
	// ErrNight is returned for a night that lacks what it needs; it is a mistake
	// of the caller.
	ErrNight = errors.New("incomplete night")
)

// Memory is what a night asks of the store; *memory.Store is one.
type Memory interface {
	// Snapshot is all of memory at one moment.
	Snapshot() (snapshot.Snapshot, error)
}

// Deps are what a night works with.
type Deps struct {
	Land     Land
	Memory   Memory // nil reads the land anew
	Strategy summarize.Strategy
	// Offline finishes a night that Strategy could not; nil means Strategy again.
	Offline summarize.Strategy
	// Count counts the tokens of a text, Measure those of a message in a request;
	// a nil Measure takes Message.Tokens, and Count where that is 0.
	Count   func(string) int
	Measure func(transcript.Message) int
	// Prompt is what the memory part of the next prompt will cost in tokens when
	// these files hold these bytes. nil estimates it: MEMORY.md and the two newest
	// logs, at most PromptMemory of the window.
	Prompt   func(after map[string][]byte) int
	Settings sleep.Settings
	// Recording is where what Strategy and Prompt were told is written down, so that
	// the night can be run again; nil keeps nothing.
	Recording *Recording
	// Reflector and Sleepers are what deep nights may use beside; nil for none.
	Reflector replay.Reflector
	Sleepers  Sleepers
}

// NightID names a night by when it falls, its session and the last message of
// it: the same night, run again, has the same id, and no other machine makes it.
func NightID(now time.Time, session, last string) string {
	return transcript.NamedID(now, session, last, now.UTC().Format(time.RFC3339Nano))
}

// Phases are the four phases in order. Only the last one writes.
func Phases(d Deps) []Phase {
	return []Phase{
		{PhaseProcess, d.process},
		{PhaseSummarize, d.summarize},
		{PhaseConsolidate, d.consolidate},
		{PhaseSave, d.save},
	}
}

// Run does a whole night: the four phases and, if it is deep, the dreams.
// progress may be nil. On an error nothing has changed, but for what a dream
// saved before a later dream failed, which is in the report and no error. When
// ctx ends before consolidate, nothing has changed; from there on it is no longer
// asked, until the dreams, which stop between two tasks.
func Run(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	if err := prepare(ctx, n, d, false, progress); err != nil {
		return err
	}
	return Finish(ctx, n, d, progress)
}

// Prepare is a dry run: phases 1 to 3. n.Plan and n.Report say what a night
// would do; nothing is written.
func Prepare(ctx context.Context, n *Night, d Deps, progress func(Progress)) error {
	if err := prepare(ctx, n, d, true, progress); err != nil {
		return err
	}
	n.Report.Diffs = n.Plan.Diffs()
	return nil
}

// prepare is phases 1 to 3. From the third on a night that is to be saved cannot
// be woken, only waited for; a dry one saves nothing.
func prepare(ctx context.Context, n *Night, d Deps, dry bool, progress func(Progress)) error {
	if err := n.check(d); err != nil {
		return err
	}
	n.begin()
	states := map[string]sleep.State{PhaseProcess: sleep.LightSleep, PhaseSummarize: sleep.LightSleep, PhaseConsolidate: sleep.DeepSleep}
	for _, p := range Phases(d)[:3] {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("%s night %s: %w", p.Name, n.ID, err)
		}
		tell(progress, Progress{State: states[p.Name], Phase: p.Name, Total: len(n.New)})
		asked := ctx
		if states[p.Name] == sleep.DeepSleep && !dry {
			asked = context.WithoutCancel(ctx)
		}
		if err := p.Do(asked, n); err != nil {
			return fmt.Errorf("%s night %s: %w", p.Name, n.ID, err)
		}
		c := n.Report.Phases[len(n.Report.Phases)-1]
		tell(progress, Progress{State: states[p.Name], Phase: p.Name, Done: c.In, Total: c.In})
	}
	return nil
}

// check refuses a night that could not be written down.
func (n *Night) check(d Deps) error {
	switch {
	case n.ID == "" || n.Session == "" || n.Now.IsZero():
		return fmt.Errorf("%w: id, session and time are needed", ErrNight)
	case d.Land == nil || d.Strategy == nil || d.Count == nil:
		return fmt.Errorf("%w: land, strategy and count are needed", ErrNight)
	}
	return nil
}

// begin sets what every phase relies on.
func (n *Night) begin() {
	if n.Depth == "" {
		n.Depth = sleep.Light
	}
	n.draws = rand.New(rand.NewPCG(n.Seed, n.Seed^0x9e3779b97f4a7c15))
	n.Report = Report{
		Night: n.ID, Session: n.Session, Trigger: n.Why.Trigger, Reason: n.Why.Text, Depth: n.Depth, Engine: "none",
		Window: n.Window, TokensBefore: n.Before.Total(), TokensAfter: n.Before.Total(),
		Entries: []Noted{}, Superseded: []Noted{}, Phases: []PhaseCount{}, Survival: Survival{Lost: []Lost{}},
	}
}

// snapshot is all of memory as it is now.
func (d Deps) snapshot() (snapshot.Snapshot, error) {
	if d.Memory != nil {
		return d.Memory.Snapshot()
	}
	return snapshot.Read(d.Land)
}

// measure is what a message costs in a request, in tokens.
func (d Deps) measure(m transcript.Message) int {
	switch {
	case d.Measure != nil:
		return d.Measure(m)
	case m.Tokens > 0:
		return m.Tokens
	}
	n := d.Count(m.Content) + 4
	if m.Note != "" {
		n += d.Count(m.Note)
	}
	for _, c := range m.ToolCalls {
		n += d.Count(c.Name) + d.Count(c.Arguments) + 8
	}
	return n
}

func (d Deps) offline() summarize.Strategy {
	if d.Offline != nil {
		return d.Offline
	}
	return d.Strategy
}

func tell(progress func(Progress), p Progress) {
	if progress != nil {
		progress(p)
	}
}
