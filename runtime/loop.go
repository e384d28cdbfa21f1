package runtime

import (
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/runtime/llm"
	"dormouse/sleep"
)

// Loop gives a Conversation its worker: one goroutine that runs a turn or a
// night, never both. Commands come in by Do, from any goroutine; events go out
// on one channel, in order.
type Loop struct {
	open     func(context.Context, func(Event)) (*Conversation, Opened, error)
	switchTo func(ref string) (llm.Brain, error)
	every    time.Duration // between two looks at the triggers while nobody speaks
	commands chan Command
	events   chan Event
	done     chan struct{}

	edits  <-chan struct{}  // files of memory have changed
	edited bool             // since the worker was last idle
	worked bool             // since memory was last given back
	quiet  <-chan time.Time // told when nobody has worked for quietAfter

	c     *Conversation
	queue []Say
	busy  *work
	ahead *preparation // that runs beside the worker
	woke  atomic.Bool  // the night that runs has told its end, and has only to return
}

// work is what the worker does now.
type work struct {
	cancel context.CancelFunc
	over   chan struct{}
	ended  *TurnEnded // what to tell when it is over; nil for a night
	night  bool
	waking bool // Esc was pressed once in a dream that one press does not end
}

// NewLoop makes a loop. open begins the conversation inside Run, so that a slow
// land never delays the first frame; switchTo opens another model by name.
func NewLoop(open func(context.Context, func(Event)) (*Conversation, Opened, error), switchTo func(string) (llm.Brain, error)) *Loop {
	return &Loop{
		open: open, switchTo: switchTo, every: 30 * time.Second,
		commands: make(chan Command, 16), events: make(chan Event, 256), done: make(chan struct{}),
	}
}

// Events are what happens, until Run returns; then the channel is closed.
func (l *Loop) Events() <-chan Event { return l.events }

// Do hands a command to the loop. After Run has returned it does nothing.
func (l *Loop) Do(c Command) {
	select {
	case l.commands <- c:
	case <-l.done:
	}
}

// Run works until Quit or until ctx ends. The turn that runs then is cancelled,
// and its partial reply recorded, before Run returns.
func (l *Loop) Run(ctx context.Context) error {
	defer close(l.events)
	defer close(l.done)
	c, opened, err := l.open(ctx, l.emit(ctx))
	if err != nil {
		return err
	}
	l.c, c.background = c, true
	defer c.Close()
	l.tell(ctx, opened)
	l.tell(ctx, Metered{c.Meter()})
	l.prepare(ctx)
	ctx, cancel := context.WithCancel(ctx)
	defer l.watch(ctx)()
	defer cancel()
	beats, stop := Beats(l.every)
	defer stop()
	for {
		select {
		case <-beats:
			l.sleepIfDue(ctx)
			l.giveBack()
		case <-l.quiet:
			l.giveBack()
		case <-ctx.Done():
			l.stop()
			return nil
		case cmd := <-l.commands:
			if _, quit := cmd.(Quit); quit {
				l.stop()
				return nil
			}
			l.handle(ctx, cmd)
		case <-l.over():
			l.finish(ctx)
		case <-l.edits:
			l.edited = true
			l.tellEdits(ctx)
		case <-l.readied():
			l.ahead = nil
			if l.busy == nil {
				l.tell(ctx, Metered{l.c.Meter()})
				l.between(ctx)
			}
		}
	}
}

// Start runs the loop beside the caller. The goroutine ends when Run does; wait
// returns Run's error then.
func (l *Loop) Start(ctx context.Context) (wait func() error) {
	result := make(chan error, 1)
	go func() { result <- l.Run(ctx) }() // ends when Run returns: at Quit or when ctx ends
	return func() error { return <-result }
}

// emit is what the conversation calls; it waits for the screen, but not for one
// that has gone.
func (l *Loop) emit(ctx context.Context) func(Event) {
	return func(e Event) { l.tell(ctx, e) }
}

func (l *Loop) tell(ctx context.Context, e Event) {
	switch e.(type) {
	case Woke, Planned:
		l.woke.Store(true) // before anybody can hear of it
	}
	select {
	case l.events <- e:
	case <-ctx.Done():
	}
}

// over is closed when the worker is done; nil, which blocks for ever, when
// there is none.
func (l *Loop) over() <-chan struct{} {
	if l.busy == nil {
		return nil
	}
	return l.busy.over
}

// readied is closed when the preparation is done; nil, which blocks for ever, when
// there is none.
func (l *Loop) readied() <-chan struct{} {
	if l.ahead == nil {
		return nil
	}
	return l.ahead.done
}

// stop cancels the worker and the preparation, and waits for them.
func (l *Loop) stop() {
	if l.busy != nil {
		l.busy.cancel()
	}
	if l.ahead != nil {
		l.ahead.stop()
	}
	for l.busy != nil || l.ahead != nil {
		select {
		case <-l.over():
			l.busy = nil
		case <-l.readied():
			l.ahead = nil
		case <-l.events: // nobody may be listening any more; the worker must not hang
		}
	}
}

func (l *Loop) handle(ctx context.Context, cmd Command) {
	switch cmd := cmd.(type) {
	case Say:
		l.say(ctx, cmd)
	case Cancel:
		l.cancel(ctx)
	case Unqueue:
		l.unqueue(ctx)
	case Wake:
		l.interrupt(ctx, sleep.WakeUp)
	default:
		if l.busy != nil && l.busy.night && l.woke.Load() {
			<-l.busy.over // at once: who saw the night end may send the next command
			l.finish(ctx)
		}
		if l.busy != nil {
			l.tell(ctx, Noticed{"busy: try again when the reply or the night has ended"})
			return
		}
		l.perform(ctx, cmd)
	}
}

// say sends a message, or queues it while a turn or a night runs.
func (l *Loop) say(ctx context.Context, said Say) {
	if l.busy == nil {
		l.work(ctx, false, func(ctx context.Context) error {
			_, err := l.c.Show(ctx, said)
			return err
		})
		return
	}
	l.queue = append(l.queue, said)
	l.tell(ctx, Queued{Text: said.Text, Length: len(l.queue)})
	l.interrupt(ctx, sleep.Message)
}

// unqueue gives the newest message that waits back to whoever wrote it.
func (l *Loop) unqueue(ctx context.Context) {
	if n := len(l.queue); n > 0 {
		said := l.queue[n-1]
		l.queue = l.queue[:n-1]
		l.tell(ctx, Unqueued{said})
	}
}

// cancel stops a turn, and wakes from a night. A deep dream takes two presses.
func (l *Loop) cancel(ctx context.Context) {
	switch {
	case l.busy == nil:
	case !l.busy.night:
		l.busy.cancel()
	case l.busy.waking:
		l.interrupt(ctx, sleep.WakeUp)
	case l.interrupt(ctx, sleep.Key) == sleep.Hold:
		l.busy.waking = true
		l.tell(ctx, Noticed{"a deep sleep: once more wakes it"})
	}
}

// interrupt tells the running night of an event, and ends it where that wakes.
func (l *Loop) interrupt(ctx context.Context, e sleep.Event) sleep.Effect {
	if l.busy == nil || !l.busy.night {
		return sleep.Nothing
	}
	do := l.c.Interrupt(e)
	if wakes(do) {
		l.busy.cancel()
	}
	if do == sleep.Defer {
		l.tell(ctx, Noticed{"will wake when saved"})
	}
	return do
}

// finish is what follows when the worker is done.
func (l *Loop) finish(ctx context.Context) {
	ended := l.busy.ended
	l.busy = nil
	if ended != nil { // told now: who hears of it may send the next command
		l.tell(ctx, *ended)
	}
	l.between(ctx)
}

// between is the moment after a piece of work and before the next: a night that
// was put off until it is prepared is saved now, the next one is prepared, and what
// was queued is sent.
func (l *Loop) between(ctx context.Context) {
	if l.edited {
		l.tellEdits(ctx)
	}
	l.prepare(ctx)
	if l.c.Ahead().State == IsReady {
		l.sleepIfDue(ctx)
	}
	if l.busy == nil {
		l.next(ctx)
	}
	l.quiet = After(quietAfter)
}

// watch waits for changes of the files that a person edits, beside the loop. The
// goroutine ends when ctx does; ended waits for that.
func (l *Loop) watch(ctx context.Context) (ended func()) {
	edits, done := make(chan struct{}), make(chan struct{})
	l.edits = edits
	w := disk.NewWatch(l.c.o.Land.FS(), ".", land.MemoryDir)
	go func() { // ends when ctx does: when Run returns
		defer close(done)
		defer w.Close()
		for w.Wait(ctx) == nil {
			select {
			case edits <- struct{}{}:
			case <-ctx.Done():
			}
		}
	}()
	return func() { <-done }
}

// tellEdits tells that files have changed, by whomever, and once the worker is idle,
// which of them the model will be told of.
func (l *Loop) tellEdits(ctx context.Context) {
	e := Edited{}
	if l.busy == nil {
		l.edited, e.Names = false, l.c.prompt.Edited()
	}
	l.tell(ctx, e)
}

// prepare begins the next piece of preparing, if there is one.
func (l *Loop) prepare(ctx context.Context) {
	if l.ahead != nil { // one that nobody needs any more may still be ending
		return
	}
	p := l.c.Prepare()
	if p == nil {
		return
	}
	l.tell(ctx, Metered{l.c.Meter()})
	ctx, p.stop = context.WithCancel(ctx)
	l.ahead = p
	go func() { // ends when the night is prepared, or when ctx ends: at Quit, or when nobody needs it
		defer p.stop()
		p.run(ctx)
	}()
}

// next sends what was queued meanwhile.
func (l *Loop) next(ctx context.Context) {
	if len(l.queue) == 0 {
		return
	}
	said := l.queue[0]
	l.queue = l.queue[1:]
	l.say(ctx, said)
}

// sleepIfDue begins a night that is due although nobody speaks.
func (l *Loop) sleepIfDue(ctx context.Context) {
	if l.busy != nil || !l.c.DecideIdle().Sleep {
		return
	}
	l.work(ctx, true, func(ctx context.Context) error {
		_, err := l.c.SleepIfDue(ctx)
		return err
	})
}

// quietAfter is how long nobody works before memory is given back: a reply is being
// read, and what this costs, some milliseconds, delays nobody.
const quietAfter = time.Second

// giveBack returns to the system what the work before left free, and what it has read of
// the program, once nobody works: a chat stays open for days, and holds twice what it
// needs until then.
func (l *Loop) giveBack() {
	if l.worked && l.busy == nil && l.ahead == nil {
		l.worked = false
		debug.FreeOSMemory()
		disk.UnmapProgram()
	}
}

// work runs one piece of work on the worker, which ends when do returns; do
// ends when its context is cancelled.
func (l *Loop) work(ctx context.Context, night bool, do func(context.Context) error) {
	ctx, cancel := context.WithCancel(ctx)
	w := &work{cancel: cancel, over: make(chan struct{}), night: night}
	l.busy, l.worked = w, true
	l.woke.Store(false)
	go func() { // ends when do returns
		defer close(w.over)
		defer cancel()
		err := do(ctx)
		if !night {
			w.ended = &TurnEnded{Err: plain(err)}
		}
	}()
}

// plain drops the error of a turn that a person stopped: it is what was asked.
func plain(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
