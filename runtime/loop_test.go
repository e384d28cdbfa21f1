package runtime

import (
	"context"
	goruntime "runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// run starts a loop on a land and returns what the test hears of it.
func (l *testLand) run(m *llmtest.Model, window int) (*Loop, func() error) {
	l.t.Helper()
	return l.runFor(m, window, "offline")
}

// runFor is run with the engine that does the work of nights.
func (l *testLand) runFor(m *llmtest.Model, window int, engine string) (*Loop, func() error) {
	l.t.Helper()
	open := func(ctx context.Context, emit func(Event)) (*Conversation, Opened, error) {
		c, notices, err := Begin(ctx, Options{
			Land: l.land, Store: l.store, Zone: time.UTC, Seed: 1, Emit: emit, AllTriggers: true,
			Clock:    Running(time.Time{}, time.UTC),
			Brain:    llm.Brain{Model: m, Window: window, WindowSource: llm.FromFlag, Reply: 500},
			Settings: sleep.DefaultSettings(), Engine: engine,
		})
		if err != nil {
			return nil, Opened{}, err
		}
		return c, c.Opening(notices), nil
	}
	loop := NewLoop(open, func(string) (llm.Brain, error) { return llm.Brain{Model: m, Window: window}, nil })
	return loop, loop.Start(l.t.Context())
}

// until reads events up to the first of type E.
func until[E Event](t *testing.T, l *Loop) E {
	t.Helper()
	for e := range l.Events() {
		if found, ok := e.(E); ok {
			return found
		}
	}
	var none E
	t.Fatalf("the loop ended without a %T", none)
	return none
}

func TestWhatIsSaidWhileBusyIsQueuedAndSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		wait := make(chan struct{})
		m := llmtest.New(
			llmtest.Say("One").Do(func(context.Context) { <-wait }).Say(" and a half."),
			llmtest.Say("Two."),
		)
		loop, ended := l.run(m, 8000)
		until[Opened](t, loop)
		loop.Do(Say{Text: "first"})
		until[Delta](t, loop)
		loop.Do(Say{Text: "second"})
		if q := until[Queued](t, loop); q.Length != 1 || q.Text != "second" {
			t.Errorf("queued %+v", q)
		}
		loop.Do(Say{Text: "third"})
		until[Queued](t, loop)
		loop.Do(Unqueue{}) // the newest is taken back, and never sent
		if u := until[Unqueued](t, loop); u.Say.Text != "third" {
			t.Errorf("unqueued %+v", u)
		}
		close(wait)
		if r := until[Replied](t, loop); r.Message.Content != "One and a half." {
			t.Errorf("first reply %q", r.Message.Content)
		}
		if r := until[Replied](t, loop); r.Message.Content != "Two." {
			t.Errorf("second reply %q", r.Message.Content)
		}
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Fatal(err)
		}
		loop.Do(Say{Text: "too late"}) // must not hang
	})
}

func TestEscKeepsThePartialReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		m := llmtest.New(llmtest.Say("Half a").Do(func(ctx context.Context) { <-ctx.Done() }))
		loop, ended := l.run(m, 8000)
		loop.Do(Say{Text: "go"})
		for said := ""; said != "Half a"; {
			said += until[Delta](t, loop).Text
		}
		loop.Do(Cancel{})
		if r := until[Replied](t, loop); !r.Message.Interrupted || r.Message.Content != "Half a" {
			t.Errorf("kept %+v", r.Message)
		}
		if e := until[TurnEnded](t, loop); e.Err != nil {
			t.Errorf("a turn that was stopped ends with %v", e.Err)
		}
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestAnIdleLandSleepsByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		m := llmtest.New(llmtest.Say("I see."))
		loop, ended := l.run(m, 8000)
		loop.Do(Say{Text: story(3)})
		until[TurnEnded](t, loop)
		begun := time.Now()
		woke := until[Woke](t, loop)
		if after := time.Since(begun); after < time.Hour || after > 2*time.Hour {
			t.Errorf("slept after %s of idling", after)
		}
		if woke.Err != nil || woke.Report.Trigger != sleep.TriggerIdle || len(woke.Report.Entries) == 0 {
			t.Errorf("%v, %+v", woke.Err, woke.Report)
		}
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAnOverflowNightTakenBackWaitsForTheNextMessage: the context is as full as before the
// night, and no request waits for another.
func TestAnOverflowNightTakenBackWaitsForTheNextMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		loop, ended := l.run(llmtest.New(slices.Repeat([]llmtest.Reply{llmtest.Say("I see.")}, 9)...), 8000)
		until[Opened](t, loop)
		for i := 0; loop.c.prompt.Ledger.Used() < 8000/2; i++ {
			nightOf(loop, strings.Repeat(story(i)+" ", 15))
			synctest.Wait() // the loop is at rest
		}
		if night := nightOf(loop, strings.Repeat(story(9)+" ", 80)); night != sleep.TriggerOverflow {
			t.Fatalf("a night by %q", night)
		}
		loop.Do(UndoNight{})
		until[TakenBack](t, loop)
		time.Sleep(3 * time.Hour)
		loop.Do(Say{Text: "Are you there?"})
		slept := false
		for e := range loop.Events() {
			switch e := e.(type) {
			case Slept:
				slept = true
			case Said:
				if slept {
					t.Error("the night came back by itself")
				}
			case TurnEnded:
				if !slept || e.Err != nil {
					t.Errorf("no night before a request that does not fit: %v", e.Err)
				}
				loop.Do(Quit{})
			}
		}
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}

// nightOf says something and gives the trigger of the night that the turn had, "" for none.
func nightOf(loop *Loop, text string) (trigger string) {
	loop.Do(Say{Text: text})
	for e := range loop.Events() {
		switch e := e.(type) {
		case Woke:
			trigger = e.Report.Trigger
		case TurnEnded:
			return trigger
		}
	}
	return trigger
}

func TestARefusedNightIsSaid(t *testing.T) {
	l := newLand(t)
	loop, ended := l.run(llmtest.New(), 4000)
	loop.Do(Sleep{})
	if w := until[Woke](t, loop); w.Err == nil || !strings.Contains(w.Err.Error(), "nothing was said") {
		t.Errorf("a night over nothing ends with %v", w.Err)
	}
	loop.Do(Quit{})
	for range loop.Events() {
	}
	if err := ended(); err != nil {
		t.Fatal(err)
	}
}

func TestAnErrorEndsTheTurnInWords(t *testing.T) {
	l := newLand(t)
	loop, ended := l.run(llmtest.New(), 4000)
	loop.Do(Say{Text: strings.Repeat("long ", 9000)})
	if e := until[TurnEnded](t, loop); e.Err == nil || !strings.Contains(e.Err.Error(), "at most") {
		t.Errorf("ended with %v", e.Err)
	}
	loop.Do(Quit{})
	for range loop.Events() {
	}
	if err := ended(); err != nil {
		t.Fatal(err)
	}
}

// Who hears that a turn has ended may send a command at once.
func TestNoCommandIsBusyAfterATurnHasEnded(t *testing.T) {
	for range 1000 {
		synctest.Test(t, func(t *testing.T) {
			l := newLand(t)
			loop, ended := l.run(llmtest.New(llmtest.Say("I see.")), 8000)
			loop.Do(Say{Text: "hello"})
			until[TurnEnded](t, loop)
			loop.Do(Rename{Title: "a greeting"})
			for e := range loop.Events() {
				if n, ok := e.(Noticed); ok {
					t.Fatal(n.Text)
				}
				if _, ok := e.(Renamed); ok {
					break
				}
			}
			loop.Do(Quit{})
			if err := ended(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// The same of a night, and of the plan of one.
func TestNoCommandIsBusyAfterANightHasEnded(t *testing.T) {
	for range 60 {
		synctest.Test(t, func(t *testing.T) {
			l := newLand(t)
			loop, ended := l.run(llmtest.New(llmtest.Say("I see.")), 8000)
			loop.Do(Say{Text: "I moved to Oslo on 2 November."})
			until[TurnEnded](t, loop)
			loop.Do(Sleep{DryRun: true})
			until[Planned](t, loop)
			loop.Do(Sleep{})
			until[Woke](t, loop)
			loop.Do(UndoNight{})
			for e := range loop.Events() {
				if n, ok := e.(Noticed); ok {
					t.Fatal(n.Text)
				}
				if _, ok := e.(TakenBack); ok {
					break
				}
			}
			loop.Do(Quit{})
			if err := ended(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// The model of a night takes as long as it likes: the talk goes on, and where the
// night is due it is not waited for. Only saving stands between two turns.
func TestTheTalkGoesOnWhileANightIsPrepared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &aheadLand{testLand: newLand(t), m: llmtest.New()}
		answer := make(chan struct{})
		a.m.Otherwise = func(r llm.Request) llmtest.Reply {
			if r.Tail == "" {
				return llmtest.Say("I see.")
			}
			a.nights++
			return llmtest.Reply{}.Do(func(ctx context.Context) {
				select {
				case <-answer:
				case <-ctx.Done():
				}
			}).Say(`{"note":{"request":["Friends."],"decisions":[],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},"days":[],"entries":[` +
				entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", r.Messages[0].ID, "") + `]}`)
		}
		loop, ended := a.runFor(a.m, aWindow, "auto")
		var meter Meter
		say := func(i int) (woke []Woke) {
			loop.Do(Say{Text: story(i)})
			for e := range loop.Events() {
				switch e := e.(type) {
				case Metered:
					meter = e.Meter
				case Woke:
					woke = append(woke, e)
				case TurnEnded:
					if e.Err != nil {
						t.Fatal(e.Err)
					}
					return woke
				}
			}
			return woke
		}
		i := 0
		for ; meter.Used < meter.Threshold || i == 0; i++ {
			if woke := say(i); len(woke) > 0 {
				t.Fatalf("slept at %d of %d tokens while the night was being prepared", meter.Used, meter.Threshold)
			}
		}
		synctest.Wait() // until the question of the night waits for its answer
		if a.nights != 1 || meter.Ahead.State != Preparing {
			t.Fatalf("%d questions of a night, %+v", a.nights, meter.Ahead)
		}
		close(answer) // the model has answered: the night is saved at once, between two turns
		w := until[Woke](t, loop)
		if w.Err != nil || w.Report.Prepared == nil || w.Report.Calls != 1 || a.nights != 1 || w.Report.TokensAfter >= aWindow/2 {
			t.Errorf("%v, %+v", w.Err, w.Report)
		}
		if woke := say(i); len(woke) > 0 {
			t.Errorf("and slept again: %+v", woke)
		}
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}

// Quitting ends a preparation at once, and nothing of it is left but the talk.
func TestQuittingEndsAPreparation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &aheadLand{testLand: newLand(t), m: llmtest.New()}
		asked := make(chan struct{})
		a.m.Otherwise = func(r llm.Request) llmtest.Reply {
			if r.Tail == "" {
				return llmtest.Say("I see.")
			}
			return llmtest.Reply{}.Do(func(ctx context.Context) { close(asked); <-ctx.Done() })
		}
		loop, ended := a.runFor(a.m, aWindow, "auto")
		go func() { // ends with the loop's events
			for range loop.Events() {
			}
		}()
		for i := 0; ; i++ {
			loop.Do(Say{Text: story(i)})
			synctest.Wait()
			select {
			case <-asked:
			default:
				continue
			}
			break
		}
		begun := time.Now()
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begun); took > 0 {
			t.Errorf("it took %s", took)
		}
		if list, err := night.Ledgers(a.land); err != nil || len(list) > 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// What a person writes into MEMORY.md beside the talk is told at once, and what the
// model will hear of it; the prompt of the next turn has it.
func TestAnEditBesideTheTalkIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		m := llmtest.New(llmtest.Say("Hello."), llmtest.Say("A boat."))
		loop, ended := l.run(m, 8000)
		until[Opened](t, loop)
		loop.Do(Say{Text: "hello"})
		until[TurnEnded](t, loop)
		if err := disk.WriteFile(l.mem, land.MemoryFile, []byte("# Memory\n\n## Facts\n\n- The boat is called Alma\n")); err != nil {
			t.Fatal(err)
		}
		for {
			if e := until[Edited](t, loop); len(e.Names) > 0 {
				if e.Names[0] != land.MemoryFile {
					t.Errorf("edited: %v", e.Names)
				}
				break
			}
		}
		loop.Do(Say{Text: "what do I own?"})
		until[TurnEnded](t, loop)
		loop.Do(Quit{})
		for range loop.Events() {
		}
		if err := ended(); err != nil {
			t.Fatal(err)
		}
		asked := m.Requests()
		last := asked[len(asked)-1].Messages
		if note := last[len(last)-1].Note; !strings.Contains(note, "+ - The boat is called Alma") {
			t.Errorf("the model was told %q", note)
		}
	})
}

// TestMemoryIsGivenBackOnceNobodyWorks: what a turn left free goes back to the system
// within a minute, once.
func TestMemoryIsGivenBackOnceNobodyWorks(t *testing.T) {
	forced := func() uint32 {
		var s goruntime.MemStats
		goruntime.ReadMemStats(&s)
		return s.NumForcedGC
	}
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		loop, ended := l.run(llmtest.New(llmtest.Say("One.")), 8000)
		until[Opened](t, loop)
		loop.Do(Say{Text: "first"})
		until[TurnEnded](t, loop)
		for _, want := range []uint32{1, 0} {
			before := forced()
			time.Sleep(time.Minute)
			synctest.Wait()
			if n := forced() - before; n != want {
				t.Errorf("memory was given back %d times within a minute, want %d", n, want)
			}
		}
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Error(err)
		}
	})
}
