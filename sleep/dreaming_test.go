package sleep

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory"
)

func (d *dormitory) deep(ctx context.Context, change func(*Night)) *Night {
	d.t.Helper()
	n := d.night(1000)
	n.Depth = Deep
	if change != nil {
		change(n)
	}
	if err := Run(ctx, n, d.deps, nil); err != nil {
		d.t.Fatal(err)
	}
	d.reopen()
	return n
}

func (d *dormitory) self() Self {
	d.t.Helper()
	s, err := ReadMind(d.land.Read)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// setSelf changes the state behind the program's back, to test one dream.
func (d *dormitory) setSelf(change func(*Self)) {
	s := d.self()
	change(&s)
	writeByHand(d.t, d.fs, MindPath, string(s.Bytes()))
}

func dreamt(n *Night, task string) Dreamt {
	for _, x := range n.Report.Dreams {
		if x.Task == task {
			return x
		}
	}
	return Dreamt{Failed: "not dreamt"}
}

func TestDreamsInOrder(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.fill(820)
	n := d.deep(context.Background(), nil)
	var order []string
	for _, x := range n.Report.Dreams {
		order = append(order, x.Task)
		if x.Failed != "" {
			t.Errorf("%s failed: %s", x.Task, x.Failed)
		}
	}
	if want := "[link prune merge reflect release forget salvage compress]"; fmt.Sprint(order) != want {
		t.Errorf("dreams %v, want %s", order, want)
	}
	// A light night does not dream.
	d.fill(820)
	if n := d.sleep(1000); len(n.Report.Dreams) != 0 {
		t.Errorf("a light night dreamt %v", n.Report.Dreams)
	}
	// With nothing to compact a deep night goes straight to dreaming.
	if n := d.deep(context.Background(), nil); n.Report.Nothing == "" || len(n.Report.Dreams) != 8 {
		t.Errorf("an empty deep night: %q, %d dreams", n.Report.Nothing, len(n.Report.Dreams))
	}
}

func TestDreamsAreWokenBetweenTwoTasks(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.fill(820)
	ctx, cancel := context.WithCancel(context.Background())
	n := d.night(1000)
	n.Depth = Deep
	err := Run(ctx, n, d.deps, func(p Progress) {
		if p.State == Dreaming && p.Done == 2 {
			cancel()
		}
	})
	if err != nil || len(n.Report.Dreams) != 3 {
		t.Errorf("%d dreams, %v", len(n.Report.Dreams), err)
	}
}

// Replay strengthens what recurs: after six nights in which an entry is replayed
// it is permanent and stands in MEMORY.md as a copy.
func TestStrengthPromotes(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.turn("[fact 0.5] The blue key opens the shed.", 5)
	id := d.sleep(1000).Report.Entries[0].ID
	promoted := 0
	for i := range 12 {
		d.turn(fmt.Sprintf("[fact 0.5] Visitor v%d came at m%d with gift g%d.", i, i*3, i*5), 5)
		n := d.sleep(1000)
		for _, e := range n.Report.Promoted {
			if e.ID == id {
				promoted++
			}
		}
	}
	tr, ok := d.self().Trace(id)
	if !ok || tr.Strength < 0.9 || promoted != 1 {
		t.Fatalf("trace %+v, promoted %d times", tr, promoted)
	}
	if !strings.Contains(d.file(land.MemoryFile), "- The blue key opens the shed. ^"+id) || !strings.Contains(d.file("memory/2026-11-20.md"), "^"+id) {
		t.Error("a permanent entry is a copy in MEMORY.md, and stays in its log")
	}
}

func TestPruneDream(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.fill(820)
	d.deep(context.Background(), nil)
	d.setSelf(func(s *Self) {
		s.Edges = append(s.Edges, Edge{"gone", s.Traces[0].ID, 0.5, d.now})
		s.Traces = append(s.Traces, Trace{ID: "gone"})
	})
	n := d.deep(context.Background(), nil)
	if x := dreamt(n, DreamPrune); x.Count != 1 || x.Tx == "" {
		t.Errorf("%+v", x)
	}
	if _, there := d.self().Trace("gone"); there {
		t.Error("the trace of nothing is still there")
	}
}

func TestMergeDream(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.turn("[fact 0.9] Anna plays the cello.", 5)
	d.turn("[fact 0.9] On Tuesdays Anna plays the cello with Bruno in the town orchestra.", 5)
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.9] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
	}
	d.sleep(1000)
	n := d.deep(context.Background(), nil)
	x := dreamt(n, DreamMerge)
	got := d.file(land.MemoryFile)
	if x.Count != 1 || strings.Count(got, "cello") != 1 || !strings.Contains(got, "On Tuesdays") {
		t.Errorf("%+v\n%s", x, got)
	}
	if !strings.Contains(d.file("memory/2026-11-20.md"), "- Anna plays the cello. ^") {
		t.Error("what left MEMORY.md stands nowhere")
	}
	if _, err := d.land.Undo(x.Tx, d.now); err != nil || strings.Count(d.file(land.MemoryFile), "cello") != 2 {
		t.Errorf("a dream can be taken back: %v", err)
	}
}

func TestReflectDream(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	for i := range 4 {
		d.now = time.Date(2026, 11, 1+7*i, 9, 0, 0, 0, d.now.Location())
		d.turn(fmt.Sprintf("[fact 0.5] This week we planned lesson%d with Bruno at the pool.", i), 5)
		d.sleep(1000)
	}
	if n := d.deep(context.Background(), nil); dreamt(n, DreamReflect).Count != 0 {
		t.Error("reflected although little has gathered")
	}
	d.setSelf(func(s *Self) { s.Gathered = reflectFrom })
	n := d.deep(context.Background(), nil)
	x := dreamt(n, DreamReflect)
	if x.Count == 0 || !strings.Contains(x.Notes[0], "Bruno comes up again and again: on 4 days") || !strings.Contains(x.Notes[0], "[[^") {
		t.Fatalf("%+v", x)
	}
	d.setSelf(func(s *Self) { s.Gathered = reflectFrom })
	if n := d.deep(context.Background(), nil); dreamt(n, DreamReflect).Count != 0 {
		t.Error("said the same insight twice")
	}
}

// mirror is a model that reflects.
type mirror struct {
	insights []Insight
	err      error
}

func (m mirror) Reflect(context.Context, []memory.Entry) ([]Insight, transcript.Usage, error) {
	return m.insights, transcript.Usage{Input: 100, Output: 10}, m.err
}

func TestReflectionCites(t *testing.T) {
	for name, tt := range map[string]struct {
		insight func(ids []string) Insight
		err     error
		want    int
	}{
		"two entries":          {func(ids []string) Insight { return Insight{"Jars follow shelves.", ids[:2]} }, nil, 1},
		"with carets":          {func(ids []string) Insight { return Insight{"Jars follow shelves.", []string{"^" + ids[0], ids[1]}} }, nil, 1},
		"one entry":            {func(ids []string) Insight { return Insight{"Jars follow shelves.", ids[:1]} }, nil, 0},
		"one entry twice":      {func(ids []string) Insight { return Insight{"Jars.", []string{ids[0], ids[0]}} }, nil, 0},
		"an invented entry":    {func(ids []string) Insight { return Insight{"Jars.", []string{ids[0], "nope00"}} }, nil, 0},
		"an invented number":   {func(ids []string) Insight { return Insight{"The shelf holds 77 jars.", ids[:2]} }, nil, 0},
		"an invented name":     {func(ids []string) Insight { return Insight{"The jars are all of Petra.", ids[:2]} }, nil, 0},
		"nothing":              {func([]string) Insight { return Insight{} }, nil, 0},
		"the provider refuses": {func([]string) Insight { return Insight{} }, errors.New("429"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDormitory(t, disk.NewMem())
			for i := range 3 {
				d.turn(fmt.Sprintf("[fact 0.5] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
			}
			d.sleep(1000)
			var ids []string
			for _, tr := range d.self().Traces {
				ids = append(ids, tr.ID)
			}
			d.setSelf(func(s *Self) { s.Gathered = reflectFrom })
			d.turn("Good night.", 5)
			d.deps.Reflector = mirror{[]Insight{tt.insight(ids)}, tt.err}
			n := d.deep(context.Background(), nil)
			if x := dreamt(n, DreamReflect); x.Count != tt.want || x.Failed != "" {
				t.Errorf("%+v", x)
			}
			if n.Report.Calls != 1 || n.Report.Usage.Input != 100 {
				t.Errorf("calls %d, usage %+v", n.Report.Calls, n.Report.Usage)
			}
			if list, err := Ledgers(d.land); err != nil || list[len(list)-1].Calls != 1 || list[len(list)-1].Usage.Input != 100 || list[0].Calls != 0 {
				t.Errorf("the ledger: %+v, %v", list, err)
			}
		})
	}
}

func TestForgetDream(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.fill(820)
	d.sleep(1000)
	d.setSelf(func(s *Self) {
		s.Sessions = append(s.Sessions, Working{Session: "old", Touched: d.now.AddDate(0, 0, -31)}, Working{Session: "young", Touched: d.now.AddDate(0, 0, -29)})
	})
	n := d.deep(context.Background(), nil)
	if x := dreamt(n, DreamForget); x.Count != 1 || x.Notes[0] != "old" {
		t.Errorf("%+v", x)
	}
	if s := d.self().Sessions; len(s) != 2 {
		t.Errorf("sessions left: %+v", s)
	}
}

// others are big idle sessions.
type others []Sleeper

func (o others) Idle(context.Context) ([]Sleeper, error) { return o, nil }

// guest is another session of a dormitory.
type guest struct {
	d      *dormitory
	id     string
	nights []*Night
	closed bool
}

func (g *guest) Session() string { return g.id }
func (g *guest) Close() error    { g.closed = true; return nil }

func (g *guest) Night(why Reason) (*Night, Deps, error) {
	log, _, err := transcript.Open(g.d.fs, g.id)
	if err != nil {
		return nil, Deps{}, err
	}
	mine := g.d.log
	g.d.log = log
	n := g.d.night(1000)
	g.d.log = mine
	n.ID, n.Session, n.Why = NightID(n.Now, g.id, "x"), g.id, why
	g.nights = append(g.nights, n)
	return n, g.d.deps, nil
}

// guest makes another session that is big.
func (d *dormitory) guest(id string) *guest {
	d.t.Helper()
	log, err := transcript.Create(d.fs, transcript.Session{ID: id, Time: d.now})
	if err != nil {
		d.t.Fatal(err)
	}
	mine := d.log
	d.log = log
	d.fill(820)
	d.turn("[fact 0.5] The second session knows the word xyzzy.", 5)
	d.log = mine
	return &guest{d: d, id: id}
}

// What a big idle session would lose is saved first, and only then, by another
// transaction, is its context cut.
func TestIdleSessionsAreSavedThenCompacted(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.turn("[fact 0.5] The first session.", 5)
	g := d.guest("s2")
	d.deps.Sleepers = others{g}
	n := d.deep(context.Background(), nil)
	saved, cut := dreamt(n, DreamSalvage), dreamt(n, DreamCompress)
	if saved.Count == 0 || saved.Failed != "" || cut.Count != 1 || cut.Failed != "" {
		t.Fatalf("%+v %+v", saved, cut)
	}
	if saved.Tx == "" || cut.Tx == "" || saved.Tx == cut.Tx || !g.closed || len(g.nights) != 2 {
		t.Errorf("transactions %q and %q, %d nights, closed %v", saved.Tx, cut.Tx, len(g.nights), g.closed)
	}
	first, second := g.nights[0].Report, g.nights[1].Report
	if first.TokensAfter != first.TokensBefore || len(second.Entries) != 0 || second.TokensAfter >= second.TokensBefore || len(g.nights[1].Old) == 0 {
		t.Errorf("first %d → %d, then %d → %d with %d entries", first.TokensBefore, first.TokensAfter, second.TokensBefore, second.TokensAfter, len(second.Entries))
	}
	if !strings.Contains(d.file("memory/2026-11-20.md"), "xyzzy") {
		t.Error("what the session would lose was not saved")
	}
	for _, id := range []string{cut.Tx, saved.Tx} {
		if _, err := d.land.Undo(id, d.now, UndoChanges("s2", id, d.now)...); err != nil {
			t.Error(err)
		}
	}
	if strings.Contains(d.file("memory/2026-11-20.md"), "xyzzy") {
		t.Error("what was saved of the other session cannot be taken back")
	}
}

// All eight tasks have something to do; each does it in a transaction of its own
// that can be taken back.
func TestEachDreamIsATransaction(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.turn("[fact 0.9] Anna plays the cello.", 5)
	d.turn("[fact 0.9] On Tuesdays Anna plays the cello with Bruno in the town orchestra.", 5)
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.9] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
	}
	d.sleep(1000)
	d.turn("[fact 0.5] The town orchestra of Anna rehearses in the cello room.", 5)
	d.setSelf(func(s *Self) {
		s.Gathered = reflectFrom
		s.Edges = append(s.Edges[:0], Edge{"gone", s.Traces[0].ID, 0.5, d.now})
		s.Traces = append(s.Traces, Trace{ID: "gone"})
		s.Sessions = append(s.Sessions, Working{Session: "old", Touched: d.now.AddDate(0, 0, -31)})
	})
	d.deps.Sleepers = others{d.guest("s2")}
	var cited []string
	for _, tr := range d.self().Traces {
		if tr.ID != "gone" {
			cited = append(cited, tr.ID)
		}
	}
	d.deps.Reflector = mirror{[]Insight{{"Things and music have their places.", cited[:2]}}, nil}
	// The night itself tidies the mind, so what prune and release find is put there
	// when the dreams begin.
	n := d.night(1000)
	n.Depth = Deep
	err := Run(context.Background(), n, d.deps, func(p Progress) {
		if p.State == Dreaming && p.Text == DreamLink {
			d.setSelf(func(s *Self) { s.Edges = nil })
		}
		if p.State == Dreaming && p.Text == DreamPrune {
			d.setSelf(func(s *Self) {
				s.Edges = append(s.Edges, Edge{"gone", s.Traces[0].ID, 0.5, d.now})
				s.Buffers.Short = []Episode{{ID: "weak", Goal: Irrelevant, Time: d.now}}
			})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{n.ID: true}
	for _, x := range n.Report.Dreams {
		if x.Failed != "" || x.Count == 0 || x.Tx == "" || seen[x.Tx] {
			t.Errorf("%s: %+v", x.Task, x)
		}
		seen[x.Tx] = true
	}
	for i := len(n.Report.Dreams) - 1; i >= 0; i-- {
		x := n.Report.Dreams[i]
		if _, err := d.land.Undo(x.Tx, d.now); err != nil {
			t.Errorf("%s cannot be taken back: %v", x.Task, err)
		}
	}
}

// A dream that fails costs itself: the others go on.
func TestADreamThatFailsCostsItself(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.fill(820)
	d.deps.Land = refusing{d.land, "-dream-" + DreamRelease}
	d.deps.Sleepers = failing{}
	n := d.night(1000)
	n.Depth = Deep
	if err := Run(context.Background(), n, d.deps, func(p Progress) {
		if p.State == Dreaming && p.Text == DreamPrune {
			d.setSelf(func(s *Self) { s.Buffers.Short = []Episode{{ID: "weak", Goal: Irrelevant, Time: d.now}} })
		}
	}); err != nil {
		t.Fatal(err)
	}
	if x := dreamt(n, DreamRelease); x.Failed == "" || x.Tx != "" {
		t.Errorf("release: %+v", x)
	}
	if x := dreamt(n, DreamSalvage); x.Failed != "no sessions today" {
		t.Errorf("salvage: %+v", x)
	}
	if len(n.Report.Dreams) != 8 || dreamt(n, DreamForget).Failed != "" {
		t.Errorf("dreams: %+v", n.Report.Dreams)
	}
}

type failing struct{}

func (failing) Idle(context.Context) ([]Sleeper, error) { return nil, errors.New("no sessions today") }

// refusing is a land that does not save one transaction.
type refusing struct {
	Land
	suffix string
}

func (r refusing) Save(tx land.Tx) (land.Saved, error) {
	if strings.HasSuffix(tx.ID, r.suffix) {
		return land.Saved{}, errors.New("not this one")
	}
	return r.Land.Save(tx)
}

func TestReleaseDream(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.fill(820)
	d.sleep(1000)
	d.setSelf(func(s *Self) {
		s.Buffers.Short = []Episode{{ID: "weak", Goal: Irrelevant, Time: d.now}, {ID: "strong", Importance: 0.9, Goal: Supports, Channel: Direct, Time: d.now}}
	})
	n := d.deep(context.Background(), nil)
	if x := dreamt(n, DreamRelease); x.Failed != "" || x.Tx == "" {
		t.Errorf("%+v", x)
	}
	b := d.self().Buffers
	if len(b.Short) != 1 || b.Short[0].ID != "strong" {
		t.Errorf("buffers %+v", b)
	}
}

// A deep night is taken back with its dreams, to the byte.
func TestUndoOfADeepNight(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	d.turn("[fact 0.9] Anna plays the cello.", 5)
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.9] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
	}
	d.sleep(1000)
	d.turn("[fact 0.9] On Tuesdays Anna plays the cello with Bruno in the town orchestra.", 5)
	d.fill(820)
	before := d.files()
	n := d.deep(context.Background(), nil)
	undone := 0
	for _, id := range append(DreamIDs(n.ID), n.ID) {
		more := UndoChanges("s1", n.ID, d.now)
		if id != n.ID {
			more = nil
		}
		if _, err := d.land.Undo(id, d.now, more...); err == nil {
			undone++
		} else if !errors.Is(err, land.ErrUnknown) {
			t.Fatal(err)
		}
	}
	if undone < 2 {
		t.Errorf("%d transactions taken back", undone)
	}
	for name, text := range d.files() {
		appended := name == transcript.File("s1") || name == NightsPath || name == MindLogPath || strings.HasPrefix(name, memory.RecordsDir) || strings.HasSuffix(name, ".tasks.yaml")
		if !appended && before[name] != text {
			t.Errorf("%s is not what it was", name)
		}
	}
}
