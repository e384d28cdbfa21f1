package night

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/snapshot"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

func (d *dormitory) deep(ctx context.Context, change func(*Night)) *Night {
	d.t.Helper()
	n := d.night(1000)
	n.Depth = sleep.Deep
	if change != nil {
		change(n)
	}
	if err := Run(ctx, n, d.deps, nil); err != nil {
		d.t.Fatal(err)
	}
	d.reopen()
	return n
}

func (d *dormitory) self() replay.Self {
	d.t.Helper()
	s, err := replay.ReadMind(d.land.Read)
	if err != nil {
		d.t.Fatal(err)
	}
	return s.Self
}

// setSelf changes the state behind the program's back, to test one dream.
func (d *dormitory) setSelf(change func(*replay.Self)) {
	s := d.self()
	change(&s)
	writeByHand(d.t, d.fs, replay.MindPath, string(s.Bytes()))
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
	d := newDormitory(t, memdisk.New())
	d.fill(820)
	n := d.deep(context.Background(), nil)
	var order []string
	for _, x := range n.Report.Dreams {
		order = append(order, x.Task)
		if x.Failed != "" {
			t.Errorf("%s failed: %s", x.Task, x.Failed)
		}
	}
	if want := "[link prune merge reflect salvage compress]"; fmt.Sprint(order) != want {
		t.Errorf("dreams %v, want %s", order, want)
	}
	// A light night does not dream.
	d.fill(820)
	if n := d.sleep(1000); len(n.Report.Dreams) != 0 {
		t.Errorf("a light night dreamt %v", n.Report.Dreams)
	}
	// With nothing to compact a deep night goes straight to dreaming.
	if n := d.deep(context.Background(), nil); n.Report.Nothing == "" || len(n.Report.Dreams) != 6 {
		t.Errorf("an empty deep night: %q, %d dreams", n.Report.Nothing, len(n.Report.Dreams))
	}
}

func TestDreamsAreWokenBetweenTwoTasks(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.fill(820)
	ctx, cancel := context.WithCancel(context.Background())
	n := d.night(1000)
	n.Depth = sleep.Deep
	err := Run(ctx, n, d.deps, func(p Progress) {
		if p.State == sleep.Dreaming && p.Done == 2 {
			cancel()
		}
	})
	if err != nil || len(n.Report.Dreams) != 3 {
		t.Errorf("%d dreams, %v", len(n.Report.Dreams), err)
	}
}

func TestPruneDream(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.fill(820)
	d.deep(context.Background(), nil)
	d.setSelf(func(s *replay.Self) {
		s.Edges = append(s.Edges, replay.Edge{A: "gone", B: "never", Weight: 0.5, Last: d.now})
	})
	n := d.deep(context.Background(), nil)
	if x := dreamt(n, DreamPrune); x.Count != 1 || x.Tx == "" || slices.ContainsFunc(d.self().Edges, func(e replay.Edge) bool { return e.A == "gone" || e.B == "gone" }) {
		t.Errorf("%+v, %v", x, d.self().Edges)
	}
}

func TestMergeDream(t *testing.T) {
	d := newDormitory(t, memdisk.New())
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

// mirror is a model that reflects.
type mirror struct {
	insights []replay.Insight
	err      error
}

func (m mirror) Reflect(context.Context, []document.Entry) ([]replay.Insight, transcript.Usage, error) {
	return m.insights, transcript.Usage{Input: 100, Output: 10}, m.err
}

func TestReflectionCites(t *testing.T) {
	for name, tt := range map[string]struct {
		insight func(ids []string) replay.Insight
		err     error
		want    int
		oneDay  bool
	}{
		"two entries": {func(ids []string) replay.Insight { return replay.Insight{Text: "Jars follow shelves.", From: ids[:2]} }, nil, 1, false},
		"with carets": {func(ids []string) replay.Insight {
			return replay.Insight{Text: "Jars follow shelves.", From: []string{"^" + ids[0], ids[1]}}
		}, nil, 1, false},
		"one entry": {func(ids []string) replay.Insight { return replay.Insight{Text: "Jars follow shelves.", From: ids[:1]} }, nil, 0, false},
		"one entry twice": {func(ids []string) replay.Insight {
			return replay.Insight{Text: "Jars.", From: []string{ids[0], ids[0]}}
		}, nil, 0, false},
		"an invented entry": {func(ids []string) replay.Insight {
			return replay.Insight{Text: "Jars.", From: []string{ids[0], "nope00"}}
		}, nil, 0, false},
		"an invented number": {func(ids []string) replay.Insight {
			return replay.Insight{Text: "The shelf holds 77 jars.", From: ids[:2]}
		}, nil, 0, false},
		"an invented name": {func(ids []string) replay.Insight {
			return replay.Insight{Text: "The jars are all of Petra.", From: ids[:2]}
		}, nil, 0, false},
		"nothing":               {func([]string) replay.Insight { return replay.Insight{} }, nil, 0, false},
		"of one day":            {func(ids []string) replay.Insight { return replay.Insight{Text: "Jars follow bowls.", From: ids[:2]} }, nil, 0, true},
		"what one of them says": {func(ids []string) replay.Insight { return replay.Insight{Text: "Vera keeps bees.", From: ids[:2]} }, nil, 0, false},
		"the provider refuses":  {func([]string) replay.Insight { return replay.Insight{} }, errors.New("429"), 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDormitory(t, memdisk.New())
			var ids []string
			for i, text := range []string{"Vera keeps bees in Kilkenny.", "The blue key opens the shed.", "On Mondays Bruno cooks for the choir."} {
				if i > 0 && !tt.oneDay {
					d.now = d.now.AddDate(0, 0, 1)
				}
				d.turn("[fact 0.5] "+text, 5)
				ids = append(ids, entryIDsOf(d.sleep(1000))...)
			}
			d.setSelf(func(s *replay.Self) { s.Gathered = replay.ReflectFrom })
			d.turn("Good night.", 5)
			d.deps.Reflector = mirror{[]replay.Insight{tt.insight(ids)}, tt.err}
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

func entryIDsOf(n *Night) (ids []string) {
	for _, e := range n.Report.Entries {
		ids = append(ids, e.ID)
	}
	return ids
}

// oneOf is the id of the entry that holds some words.
func oneOf(d *dormitory, words string) string {
	d.t.Helper()
	snap, err := snapshot.Read(d.land)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, e := range snap.Entries() {
		if strings.Contains(e.Text, words) {
			return e.ID
		}
	}
	d.t.Fatalf("no entry holds %q", words)
	return ""
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

func (g *guest) Night(why sleep.Reason) (*Night, Deps) {
	log, _, err := transcript.Open(g.d.fs, g.id)
	if err != nil {
		g.d.t.Fatal(err)
	}
	mine := g.d.log
	g.d.log = log
	n := g.d.night(1000)
	g.d.log = mine
	n.ID, n.Session, n.Why = NightID(n.Now, g.id, "x"), g.id, why
	g.nights = append(g.nights, n)
	return n, g.d.deps
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

// What a big idle session would lose is saved by the transaction that cuts its context.
func TestIdleSessionsAreSavedAndCompacted(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.5] The first session.", 5)
	g := d.guest("s2")
	d.deps.Sleepers = others{g}
	n := d.deep(context.Background(), nil)
	saved, cut := dreamt(n, DreamSalvage), dreamt(n, DreamCompress)
	if saved.Count == 0 || saved.Failed != "" || cut.Count != 1 || cut.Failed != "" {
		t.Fatalf("%+v %+v", saved, cut)
	}
	if saved.Tx == "" || saved.Tx != cut.Tx || !g.closed || len(g.nights) != 1 || g.nights[0].Plan.Line.From == "" {
		t.Errorf("transactions %q and %q, %d nights, closed %v", saved.Tx, cut.Tx, len(g.nights), g.closed)
	}
	if !strings.Contains(d.file("memory/2026-11-20.md"), "xyzzy") {
		t.Error("what the session would lose was not saved")
	}
	if _, err := d.land.Undo(cut.Tx, d.now, UndoChanges("s2", cut.Tx, d.now)...); err != nil {
		t.Error(err)
	}
	if strings.Contains(d.file("memory/2026-11-20.md"), "xyzzy") {
		t.Error("what was saved of the other session cannot be taken back")
	}
}

// All six tasks have something to do; each does it in a transaction that can be taken
// back, the last two in one.
func TestEachDreamIsATransaction(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.9] Anna plays the cello.", 5)
	d.turn("[fact 0.9] On Tuesdays Anna plays the cello with Bruno in the town orchestra.", 5)
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.9] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
	}
	d.sleep(1000)
	d.now = d.now.AddDate(0, 0, 1)
	d.turn("[fact 0.5] Lid l1 fits all of them.", 5)
	d.sleep(1000)
	d.turn("[fact 0.5] The town orchestra of Anna rehearses in the cello room.", 5)
	d.setSelf(func(s *replay.Self) { s.Gathered = replay.ReflectFrom })
	d.deps.Sleepers = others{d.guest("s2")}
	cited := []string{oneOf(d, "Shelf s1"), oneOf(d, "Lid l1")}
	d.deps.Reflector = mirror{[]replay.Insight{{Text: "Things and music have their places.", From: cited[:2]}}, nil}
	// The night itself tidies the mind, so what link and prune find is put there when
	// the dreams begin.
	n := d.night(1000)
	n.Depth = sleep.Deep
	err := Run(context.Background(), n, d.deps, func(p Progress) {
		if p.State == sleep.Dreaming && p.Text == DreamLink {
			d.setSelf(func(s *replay.Self) { s.Edges = nil })
		}
		if p.State == sleep.Dreaming && p.Text == DreamPrune {
			d.setSelf(func(s *replay.Self) {
				s.Edges = append(s.Edges, replay.Edge{A: "gone", B: "never", Weight: 0.5, Last: d.now})
			})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{n.ID: true}
	for _, x := range n.Report.Dreams {
		if x.Failed != "" || x.Count == 0 || x.Tx == "" || seen[x.Tx] != (x.Task == DreamCompress) {
			t.Errorf("%s: %+v", x.Task, x)
		}
		seen[x.Tx] = true
	}
	for i := len(n.Report.Dreams) - 2; i >= 0; i-- { // the last one's is that of the one before
		x := n.Report.Dreams[i]
		if _, err := d.land.Undo(x.Tx, d.now); err != nil {
			t.Errorf("%s cannot be taken back: %v", x.Task, err)
		}
	}
}

// A dream that fails costs itself: the others go on.
func TestADreamThatFailsCostsItself(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.fill(820)
	d.deps.Land = refusing{d.land, "-dream-" + DreamPrune}
	d.deps.Sleepers = failing{}
	n := d.night(1000)
	n.Depth = sleep.Deep
	if err := Run(context.Background(), n, d.deps, func(p Progress) {
		if p.State == sleep.Dreaming && p.Text == DreamPrune {
			d.setSelf(func(s *replay.Self) {
				s.Edges = append(s.Edges, replay.Edge{A: "gone", B: "never", Weight: 0.5, Last: d.now})
			})
		}
	}); err != nil {
		t.Fatal(err)
	}
	if x := dreamt(n, DreamPrune); x.Failed == "" || x.Tx != "" {
		t.Errorf("prune: %+v", x)
	}
	if x := dreamt(n, DreamSalvage); x.Failed != "no sessions today" {
		t.Errorf("salvage: %+v", x)
	}
	if len(n.Report.Dreams) != 6 || dreamt(n, DreamMerge).Failed != "" {
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

// A deep night is taken back with its dreams, to the byte.
func TestUndoOfADeepNight(t *testing.T) {
	d := newDormitory(t, memdisk.New())
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
		appended := name == transcript.File("s1") || name == NightsPath || name == replay.MindLogPath || strings.HasPrefix(name, snapshot.RecordsDir) || strings.HasSuffix(name, ".tasks.yaml")
		if !appended && before[name] != text {
			t.Errorf("%s is not what it was", name)
		}
	}
}
