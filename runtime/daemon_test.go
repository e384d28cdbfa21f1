package runtime

import (
	"context"
	"errors"
	"os"
	goruntime "runtime"
	"testing"
	"testing/synctest"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/search"
	"dormouse/runtime/llm"
	"dormouse/runtime/offline"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// nap is a night that a daemon told of.
type nap struct {
	session string
	report  night.Report
	err     error
}

// vigil is a daemon on a test's land, with what it told.
type vigil struct {
	*Daemon
	naps  []nap
	beats []Heartbeat
}

const (
	awakeTick  = 5 * time.Second
	asleepTick = time.Minute
)

func (l *testLand) watch(clock Clock, change func(*DaemonOptions)) *vigil {
	l.t.Helper()
	v := &vigil{}
	o := DaemonOptions{
		Options: Options{
			Land: l.land, Store: l.store, Zone: time.UTC, Seed: 1, Clock: clock, Settings: sleep.DefaultSettings(),
			Brain: llm.Brain{Model: offline.Model{}, Window: 8000, WindowSource: llm.FromFlag},
		},
		AwakeTick: awakeTick, AsleepTick: asleepTick,
		Beat:  func(h Heartbeat) { v.beats = append(v.beats, h) },
		Night: func(session string, r night.Report, err error) { v.naps = append(v.naps, nap{session, r, err}) },
	}
	if change != nil {
		change(&o)
	}
	v.Daemon = NewDaemon(o)
	return v
}

// tell makes a session of its own with one turn at this time.
func (l *testLand) tell(at time.Time, session, text string) string {
	l.t.Helper()
	l.past.Set(at)
	c := l.begin(offline.Model{}, 8000, session)
	defer c.Close()
	if _, err := c.Say(l.t.Context(), text); err != nil {
		l.t.Fatal(err)
	}
	return c.Session()
}

func (v *vigil) glance(t *testing.T) Heartbeat {
	t.Helper()
	h, err := v.Look(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// awakeHour is an instant at which a land of seed 1 is awake, and will be for
// three hours.
func awakeHour() time.Time {
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	return day.Add(sleep.Offset("seed 1") + 8*time.Hour)
}

func TestADaemonSleepsOverWhatWasLeft(t *testing.T) {
	l := newLand(t)
	at := awakeHour()
	id := l.tell(at, "", "Ana moved to Bergen on 2026-11-02 and keeps two dogs.")
	l.past.Set(at.Add(time.Hour))
	v := l.watch(l.past.Clock(), nil)
	h := v.glance(t)
	if len(v.naps) != 1 || v.naps[0].err != nil || v.naps[0].session != id {
		t.Fatalf("nights: %+v", v.naps)
	}
	if r := v.naps[0].report; r.Trigger != sleep.TriggerIdle || r.Depth != sleep.Deep || len(r.Entries) == 0 {
		t.Errorf("a %s night by %s with %d entries", r.Depth, r.Trigger, len(r.Entries))
	}
	if h.Queue != 0 || h.Sessions != 0 || h.Asleep {
		t.Errorf("after it: %+v", h)
	}
	l.wantFile("MEMORY.md", "Bergen")
	for range 50 {
		l.past.Set(l.past.at.Add(time.Minute))
		v.glance(t)
	}
	if len(v.naps) != 1 {
		t.Errorf("%d nights over the same words", len(v.naps))
	}
}

func TestADaemonLeavesAloneWhatIsOpen(t *testing.T) {
	l := newLand(t)
	at := awakeHour()
	id := l.tell(at, "", "The mill stands in Cork.")
	l.past.Set(at.Add(time.Hour))
	v := l.watch(l.past.Clock(), nil)
	open := l.begin(offline.Model{}, 8000, id)
	if h := v.glance(t); len(v.naps) != 0 || h.Sessions != 1 || h.Queue != 2 {
		t.Fatalf("while the session is open elsewhere: %+v %+v", h, v.naps)
	}
	open.Close()
	night, err := l.land.Lock("night")
	if err != nil {
		t.Fatal(err)
	}
	if v.glance(t); len(v.naps) != 0 {
		t.Fatalf("while another night runs: %+v", v.naps)
	}
	night.Close()
	if v.glance(t); len(v.naps) != 1 || v.naps[0].err != nil {
		t.Errorf("when it is free: %+v", v.naps)
	}
}

// Pressure would begin a night at any beat; not in the middle of a talk.
func TestADaemonWaitsUntilASessionIsQuiet(t *testing.T) {
	l := newLand(t)
	at := awakeHour()
	l.tell(at, "", "The mill stands in Cork.")
	v := l.watch(l.past.Clock(), nil)
	v.Daemon.beats = 1000
	l.past.Set(at.Add(59 * time.Second))
	if h := v.glance(t); len(v.naps) != 0 || h.Queue != 2 {
		t.Fatalf("before a minute is over: %+v", v.naps)
	}
	v.Daemon.beats = 1000
	l.past.Set(at.Add(60 * time.Second))
	if v.glance(t); len(v.naps) != 1 || v.naps[0].report.Trigger != sleep.TriggerPressure {
		t.Errorf("after a minute: %+v", v.naps)
	}
}

// What the land's own night, at the end of its day, does to the beats.
func TestADaemonKeepsTheLandsOwnNight(t *testing.T) {
	l := newLand(t)
	at := awakeHour()
	v := l.watch(l.past.Clock(), nil)
	l.past.Set(at)
	if h := v.glance(t); h.Asleep || h.Beats != 1 || h.Next < awakeTick || h.Next > asleepTick {
		t.Errorf("awake: %+v", h)
	}
	l.tell(at.Add(9*time.Hour-time.Minute), "", "The ferry leaves at 7.") // the night begins 16 hours into the day
	l.past.Set(at.Add(9 * time.Hour))
	h := v.glance(t)
	if !h.Asleep || h.Beats != 1 || h.Next != asleepTick {
		t.Errorf("asleep: %+v", h)
	}
	if len(v.naps) != 1 || v.naps[0].report.Trigger != sleep.TriggerRhythm {
		t.Errorf("nights: %+v", v.naps)
	}
}

func TestADaemonNeverBeatsOutsideTheTickRates(t *testing.T) {
	l := newLand(t)
	v := l.watch(l.past.Clock(), nil)
	for i := range 2000 {
		v.drawn.Maturity = float64(i) / 1999
		if n := v.next(false); n < awakeTick || n > asleepTick {
			t.Fatalf("at maturity %.2f a heartbeat of %s", v.drawn.Maturity, n)
		}
	}
}

// A night that is not saved yet leaves no trace when the daemon is told to stop;
// one that is being saved is saved.
func TestADaemonStopsCleanlyInANight(t *testing.T) {
	for state, saved := range map[sleep.State]bool{sleep.LightSleep: false, sleep.DeepSleep: true} {
		t.Run(string(state), func(t *testing.T) {
			l := newLand(t)
			at := awakeHour()
			id := l.tell(at, "", "Ana moved to Bergen on 2026-11-02.")
			l.past.Set(at.Add(time.Hour))
			ctx, cancel := context.WithCancel(t.Context())
			v := l.watch(l.past.Clock(), func(o *DaemonOptions) {
				o.Emit = func(e Event) {
					if s, ok := e.(Slept); ok && s.State == state {
						cancel()
					}
				}
			})
			if err := v.Run(ctx); err != nil {
				t.Fatal(err)
			}
			log, _, err := transcript.Open(l.mem, id)
			if err != nil {
				t.Fatal(err)
			}
			if waits := night.Waiting(log.Records()) > 0; waits == saved {
				t.Errorf("stopped in %s: the session waits: %v", state, waits)
			}
			if saved && (len(v.naps) != 1 || v.naps[0].err != nil) || !saved && len(v.naps) != 0 {
				t.Errorf("told: %+v", v.naps)
			}
			lock, err := l.land.Lock("session-" + id)
			if err != nil {
				t.Fatalf("the session is still held: %v", err)
			}
			lock.Close()
		})
	}
}

func TestADaemonWaitsAfterANightThatFailed(t *testing.T) {
	l := newLand(t)
	at := awakeHour()
	id := l.tell(at, "", "Ana moved to Bergen on 2026-11-02.")
	l.past.Set(at.Add(time.Hour))
	v := l.watch(l.past.Clock(), func(o *DaemonOptions) { o.Settings.Floor, o.Settings.Strict = 2, true }) // more than all must survive
	v.glance(t)
	if len(v.naps) != 1 || !errors.Is(v.naps[0].err, night.ErrSurvival) || v.naps[0].session != id {
		t.Fatalf("told: %+v", v.naps)
	}
	l.past.Set(l.past.at.Add(time.Minute))
	if v.glance(t); len(v.naps) != 1 {
		t.Error("tried again within the cooldown")
	}
	l.past.Set(l.past.at.Add(5 * time.Minute))
	if v.glance(t); len(v.naps) != 2 {
		t.Error("not tried again after it")
	}
}

func TestADaemonTellsOfASessionItCannotRead(t *testing.T) {
	l := newLand(t)
	at := awakeHour()
	id := l.tell(at, "", "Ana moved to Bergen on 2026-11-02.")
	l.past.Set(at.Add(time.Hour))
	v := l.watch(l.past.Clock(), nil)
	bad := errors.New("the disk is bad here")
	l.mem.Hook(func(op memdisk.Op) error {
		if op.Kind == "open" && op.Name == transcript.File(id) {
			return bad
		}
		return nil
	})
	for range 3 {
		v.glance(t)
	}
	l.mem.Hook(nil)
	if len(v.naps) != 1 || !errors.Is(v.naps[0].err, bad) || v.naps[0].session != id {
		t.Errorf("told: %+v", v.naps)
	}
	l.past.Set(l.past.at.Add(5 * time.Minute))
	if v.glance(t); len(v.naps) != 2 || v.naps[1].err != nil {
		t.Errorf("when the disk is good again: %+v", v.naps)
	}
}

// An hour of heartbeats, at the speed of the processor, with nights in it.
func TestADaemonLivesAnHourWithoutLeaks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := dirLand(t)
		clock := Running(time.Time{}, time.UTC)
		begun, said := clock(), 0
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var atFirst, atLast level
		v := l.watch(clock, func(o *DaemonOptions) {
			o.Pause = func(ctx context.Context, d time.Duration) error {
				switch awake := clock().Sub(begun); {
				case awake >= time.Hour:
					atLast = levels()
					cancel()
				case awake >= time.Duration(said)*4*time.Minute:
					l.tell(clock(), "", story(said))
					said++
				}
				if atFirst.beats == 0 && clock().Sub(begun) >= 10*time.Minute { // when all caches are warm
					atFirst = levels()
				}
				return Pause(ctx, d)
			}
		})
		v.o.Settings.RhythmOffset = time.Duration(begun.Unix()%86400) * time.Second // a morning
		if err := v.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if n := len(v.beats); n < 60 || n > 721 {
			t.Errorf("%d beats in an hour", n)
		}
		for _, n := range v.naps {
			if n.err != nil {
				t.Errorf("a night failed: %v", n.err)
			}
		}
		if len(v.naps) < said-2 {
			t.Errorf("%d nights for %d sessions", len(v.naps), said)
		}
		if atLast.files > atFirst.files || atLast.goroutines > atFirst.goroutines || atLast.heap > atFirst.heap+8<<20 {
			t.Errorf("after ten minutes %+v, after an hour %+v", atFirst, atLast)
		}
		t.Logf("%d beats, %d nights; after ten minutes %+v, after an hour %+v", len(v.beats), len(v.naps), atFirst, atLast)
	})
}

// dirLand is a land on the real disk, where open files can be counted.
func dirLand(t *testing.T) *testLand {
	t.Helper()
	dir, err := disk.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dir.Close() })
	opened, _, err := land.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	ix := search.Open(memory.Files(opened), search.Options{})
	t.Cleanup(func() { ix.Close() })
	return &testLand{t: t, past: &Past{}, land: opened, store: memory.NewStore(opened, memory.Options{Location: time.UTC, Searcher: ix})}
}

// level is what a leak would raise.
type level struct {
	beats, files, goroutines int
	heap                     uint64 // bytes
}

func levels() level {
	goruntime.GC()
	var m goruntime.MemStats
	goruntime.ReadMemStats(&m)
	open, _ := os.ReadDir("/proc/self/fd") // none where there is no such folder
	return level{1, len(open), goruntime.NumGoroutine(), m.HeapAlloc}
}

func TestHowDeepADaemonSleeps(t *testing.T) {
	for trigger, want := range map[string]sleep.Depth{
		sleep.TriggerContext: sleep.Light, sleep.TriggerOverflow: sleep.Light,
		sleep.TriggerIdle: sleep.Deep, sleep.TriggerRhythm: sleep.Deep, sleep.TriggerPressure: sleep.Deep, sleep.TriggerSchedule: sleep.Deep,
	} {
		if got := depthOf(sleep.Reason{Trigger: trigger}); got != want {
			t.Errorf("%s: %s, want %s", trigger, got, want)
		}
	}
}
