package runtime

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// quiet is how long a session must be silent before a daemon holds it: a person
// who talks by `dormouse -p` finds it free for the next turn.
const quiet = time.Minute

// Heartbeat tells of one look at a land.
type Heartbeat struct {
	Time     time.Time
	Beats    int           // since the last waking, this one included
	Asleep   bool          // the land's own night lasts: no beat is counted
	Sessions int           // that have something no night has read
	Queue    int           // messages in them
	Density  float64       // of the association network, [0, 1]
	Next     time.Duration // until the next look
}

// DaemonOptions are what a daemon needs. Options are those of its
// conversations; Session and AllTriggers are the daemon's own.
type DaemonOptions struct {
	Options
	// Between two looks pass at least AwakeTick and at most AsleepTick; while the
	// land's own night lasts it is AsleepTick.
	AwakeTick  time.Duration `config:"sleep.awake_tick"`
	AsleepTick time.Duration `config:"sleep.asleep_tick"`
	// Pause waits so long or until ctx ends; nil is Pause.
	Pause func(ctx context.Context, d time.Duration) error
	// Beat hears of every look, Night of every night that was tried, and of
	// sessions that cannot be read; both may be nil and are called on the
	// goroutine that runs Run.
	Beat  func(Heartbeat)
	Night func(session string, r night.Report, err error)
}

// Daemon lives on a land without a screen: heartbeat after heartbeat it looks
// for sessions that no night has read, asks all triggers, and sleeps over them.
// It holds a session only while its night lasts, never touches one that another
// program has open, and asks no model but for the work of nights. The caller
// holds the land's lock "daemon". It starts no goroutine and is not safe for
// concurrent use.
type Daemon struct {
	o     DaemonOptions
	rand  *rand.Rand
	seen  map[string]*sight // by session
	beats int
	self  replay.Self
	mind  stamp
	drawn sleep.Waken // this waking life
}

// sight is what the daemon knows of a session, until its file changes.
type sight struct {
	file    stamp
	signals sleep.Signals
	guards  sleep.Guards
	// done is the queue that a night left as it was: no other is tried before
	// there is more.
	done int
	// again is when one that could not be read is tried again.
	again time.Time
}

// stamp tells whether a file changed.
type stamp struct {
	size int64
	mod  time.Time
}

// NewDaemon makes a daemon. Rhythm and pressure are on whatever the settings
// say, and the rhythm's offset is the land's own.
func NewDaemon(o DaemonOptions) *Daemon {
	if o.Zone == nil {
		o.Zone = time.Local
	}
	if o.Clock == nil {
		o.Clock = Running(time.Time{}, o.Zone)
	}
	if o.Pause == nil {
		o.Pause = Pause
	}
	if o.Beat == nil {
		o.Beat = func(Heartbeat) {}
	}
	if o.Night == nil {
		o.Night = func(string, night.Report, error) {}
	}
	o.Settings.Rhythm, o.Settings.Pressure = true, true
	o.Settings.RhythmOffset = presence.Offset(o.Land.FS(), o.Seed, !o.ReadOnly && !o.Private)
	return &Daemon{o: o, rand: rand.New(rand.NewPCG(o.Seed, o.Stream)), seen: map[string]*sight{}}
}

// Run lives until ctx ends, which is its clean end: a night that is being saved
// is saved, one that is not leaves no trace. The error is of a land that cannot
// be read.
func (d *Daemon) Run(ctx context.Context) error {
	for {
		beat, err := d.Look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if d.o.Pause(ctx, beat.Next) != nil {
			return nil
		}
	}
}

// Look is one heartbeat: it looks once, sleeps over what is due, and says when
// to look again.
func (d *Daemon) Look(ctx context.Context) (Heartbeat, error) {
	d.remember()
	now := d.now()
	beat := Heartbeat{Time: now, Asleep: d.asleep(now)}
	if !beat.Asleep {
		d.beats++
	}
	beat.Beats = d.beats
	waiting, err := d.waiting(ctx)
	if err != nil {
		return beat, err
	}
	roll := d.rand.Float64()
	if beat.Asleep {
		roll = 1 // asleep already: nothing presses
	}
	var due []string
	for _, id := range waiting {
		if d.decide(d.seen[id], now, roll).Sleep {
			due = append(due, id)
		}
	}
	if d.sleepOver(ctx, due, roll) {
		d.beats = 0
		if waiting, err = d.waiting(ctx); err != nil {
			return beat, err
		}
	}
	d.remember()
	beat.Sessions = len(waiting)
	for _, id := range waiting {
		beat.Queue += d.seen[id].signals.Queue
	}
	beat.Density = d.self.Density
	beat.Next = d.next(beat.Asleep)
	d.o.Beat(beat)
	return beat, nil
}

func (d *Daemon) now() time.Time { return d.o.Clock().In(d.o.Zone) }

// next is how long until the next heartbeat, within the tick rates.
func (d *Daemon) next(asleep bool) time.Duration {
	if asleep {
		return d.o.AsleepTick
	}
	s := d.o.Settings.Energy.Heartbeat(d.drawn.Maturity, d.rand)
	return max(min(time.Duration(s*float64(time.Second)), d.o.AsleepTick), d.o.AwakeTick)
}

// asleep says whether the land's own night lasts.
func (d *Daemon) asleep(now time.Time) bool {
	return d.o.Settings.OwnDay(now) >= d.o.Settings.RhythmAwake
}

// remember reads the land's mind again when a night, also one of another
// program, has changed it: the land woke then, and draws a new waking life.
func (d *Daemon) remember() {
	is := stamp{size: -1}
	for _, name := range []string{replay.MindPath, replay.MindLogPath} { // a night makes one or both larger and younger
		if info, err := d.o.Land.FS().Stat(name); err == nil {
			is.size += info.Size
			if info.ModTime.After(is.mod) {
				is.mod = info.ModTime
			}
		}
	}
	if is == d.mind {
		return
	}
	before := d.self.LastID
	d.mind = is
	m, _ := replay.ReadMind(d.o.Land.Read) // damage is told by the next night
	d.self = m.Self
	d.drawn = d.self.Life(d.o.Settings.Energy, "the daemon")
	if d.self.LastID != before {
		d.beats = 0
	}
}

// waiting are the sessions that have something no night has read, the one that
// was silent longest first: what is newer then supersedes what is older.
func (d *Daemon) waiting(ctx context.Context) ([]string, error) {
	infos, err := d.o.Land.FS().ReadDir(transcript.Folder)
	if err != nil {
		return nil, fmt.Errorf("look for sessions: %w", err)
	}
	var ids []string
	there := map[string]bool{}
	for _, info := range infos {
		id, ok := strings.CutSuffix(info.Name, ".jsonl")
		if !ok || !transcript.SafeID(id) || !info.Mode.IsRegular() {
			continue
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		there[id] = true
		d.look(ctx, id, stamp{info.Size, info.ModTime})
		if s := d.seen[id]; s.signals.Queue > s.done {
			ids = append(ids, id)
		}
	}
	for id := range d.seen {
		if !there[id] {
			delete(d.seen, id)
		}
	}
	slices.SortStableFunc(ids, func(a, b string) int {
		return d.seen[a].signals.LastInput.Compare(d.seen[b].signals.LastInput)
	})
	return ids, nil
}

// look reads a session that has changed. It holds and writes nothing.
func (d *Daemon) look(ctx context.Context, id string, file stamp) {
	s := d.seen[id]
	if s == nil {
		s = &sight{}
		d.seen[id] = s
	}
	if s.file == file && (s.again.IsZero() || d.now().Before(s.again)) {
		return
	}
	s.file, s.signals, s.again = file, sleep.Signals{}, time.Time{}
	o := d.o.Options
	o.Session, o.ReadOnly, o.Emit = id, true, nil
	c, _, err := Begin(ctx, o)
	if err != nil {
		s.again = d.now().Add(d.o.Settings.Cooldown)
		if ctx.Err() == nil {
			d.o.Night(id, night.Report{Session: id}, err)
		}
		return
	}
	d.see(s, c)
}

// see takes from a conversation what the triggers look at.
func (d *Daemon) see(s *sight, c *Conversation) {
	failed := s.guards.Failed
	s.signals, s.guards = c.signals(0), c.guards()
	s.guards.Failed = failed
}

// decide asks the triggers as things are now. The land was awake before the
// daemon came: Started stays zero.
func (d *Daemon) decide(s *sight, now time.Time, roll float64) sleep.Verdict {
	is := s.signals
	if silent := now.Sub(is.LastInput); silent >= 0 && silent < quiet {
		return sleep.Verdict{}
	}
	is.Now, is.Started, is.Beats, is.Roll = now, time.Time{}, d.beats, roll
	is.MinAwake, is.Capacity = d.drawn.MinAwake, d.drawn.Capacity
	if d.self.Slept.After(is.LastNight) {
		is.LastNight = d.self.Slept
	}
	g := s.guards
	g.Idle = true
	g.ScheduleOff = d.o.Settings.Schedule && presence.ScheduleOff(d.o.Land)
	return sleep.Decide(is, g, sleep.Daemon(d.o.Settings)...)
}

// sleepOver gives each session its night, and says whether there was one.
func (d *Daemon) sleepOver(ctx context.Context, due []string, roll float64) bool {
	slept := false
	for _, id := range due {
		if ctx.Err() != nil {
			break
		}
		report, err := d.night(ctx, id, roll)
		switch {
		case err != nil && (errors.Is(err, land.ErrBusy) || errors.Is(err, context.Canceled)): // somebody is at it, or waits for it, or we are told to stop
			continue
		case err != nil:
			d.seen[id].guards.Failed = d.now()
		case report.Night == "": // no longer due
			continue
		default:
			slept = true
		}
		d.o.Night(id, report, err)
	}
	return slept
}

// night sleeps over one session, if it is still due now that it is held. An
// empty report and no error mean that it is not.
func (d *Daemon) night(ctx context.Context, id string, roll float64) (night.Report, error) {
	o := d.o.Options
	o.Session, o.AllTriggers, o.ReadOnly = id, true, false
	o.Stream ^= d.rand.Uint64() // no two nights draw the same
	c, _, err := Begin(ctx, o)
	if err != nil {
		return night.Report{Session: id}, err
	}
	defer c.Close()
	s := d.seen[id]
	d.see(s, c)
	v := d.decide(s, d.now(), roll)
	if !v.Sleep || s.signals.Queue <= s.done {
		return night.Report{}, nil
	}
	report, err := c.night(ctx, v.Reason, sleep.Request{Depth: depthOf(v.Reason)})
	if err != nil {
		return report, err
	}
	waited := s.signals.Queue
	d.see(s, c)
	s.guards.Failed = time.Time{}
	if s.done = 0; s.signals.Queue >= waited {
		s.done = s.signals.Queue
	}
	return report, nil
}

// depthOf is how far a night goes: nobody waits for one that the window did not
// ask for, so there is time to dream.
func depthOf(r sleep.Reason) sleep.Depth {
	switch r.Trigger {
	case sleep.TriggerContext, sleep.TriggerOverflow:
		return sleep.Light
	}
	return sleep.Deep
}
