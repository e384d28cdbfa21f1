package sleep

import (
	"fmt"
	"strings"
	"testing"
)

// states is SLEEP §2, every state × event pair, in three kinds of night: a
// light one, a deep one, and one that an overflow began. "." is Nothing. Where
// the kinds agree one cell is given, else "light | deep | overflow".
const states = `
              awake                  entering_sleep                          light_sleep                             deep_sleep              dreaming                                waking
begin         entering_sleep+enter   .                                       .                                       .                       .                                       .
ready         .                      light_sleep+work                        .                                       .                       .                                       .
digested      .                      .                                       deep_sleep+protect                      .                       .                                       .
saved         .                      .                                       .                                       waking+rise|dreaming+dream|waking+rise  .                        .
empty         .                      waking+rise|dreaming+dream|waking+rise  waking+rise|dreaming+dream|waking+rise  waking+rise|dreaming+dream|waking+rise  .                        .
failed        .                      waking+try_later                        waking+try_later                        waking+try_later        waking+rise                             .
task_done     .                      .                                       .                                       .                       dreaming+dream                          .
done          .                      .                                       .                                       .                       waking+rise                             .
up            .                      .                                       .                                       .                       .                                       awake+converse
key           awake+converse         waking+drop|waking+drop|entering_sleep+hold  waking+drop|waking+drop|light_sleep+hold  deep_sleep+defer   dreaming+between|dreaming+hold|dreaming+between  waking+hold
message       awake+converse         waking+drop|waking+drop|entering_sleep+hold  waking+drop|waking+drop|light_sleep+hold  deep_sleep+defer   dreaming+between|dreaming+hold|dreaming+between  waking+hold
urgent        awake+converse         waking+drop|waking+drop|entering_sleep+hold  waking+drop|waking+drop|light_sleep+hold  deep_sleep+defer   dreaming+between|dreaming+hold|dreaming+between  waking+hold
wake_up       .                      waking+drop|waking+drop|entering_sleep+hold  waking+drop|waking+drop|light_sleep+hold  deep_sleep+defer   dreaming+between                   .
cancel        .                      waking+drop                             waking+drop                             deep_sleep+defer        dreaming+between                        .
timer_over    .                      waking+drop|waking+drop|entering_sleep+hold  waking+drop|waking+drop|light_sleep+hold  deep_sleep+defer   dreaming+between                   .
`

func TestEveryStateAndEvent(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(states), "\n")
	columns := strings.Fields(lines[0])
	if len(columns) != len(States) || len(lines)-1 != len(Events) {
		t.Fatalf("table of %d × %d, want %d × %d", len(columns), len(lines)-1, len(States), len(Events))
	}
	for i, line := range lines[1:] {
		f := strings.Fields(line)
		if Event(f[0]) != Events[i] || len(f) != len(columns)+1 {
			t.Fatalf("line %d: %q", i, line)
		}
		for j, cell := range f[1:] {
			kinds := strings.Split(cell, "|")
			for k, rest := range []Rest{{Depth: Light}, {Depth: Deep}, {Depth: Light, Overflow: true}} {
				rest.State = States[j]
				want := kinds[min(k, len(kinds)-1)]
				if want == "." {
					want = fmt.Sprintf("%s+%s", rest.State, Nothing)
				}
				next, do := Step(rest, Events[i])
				if got := fmt.Sprintf("%s+%s", next.State, do); got != want {
					t.Errorf("%+v, %s: %s, want %s", rest, Events[i], got, want)
				}
			}
		}
	}
}

func TestDeferredWake(t *testing.T) {
	run := func(r Rest, events ...Event) (Rest, Effect) {
		var do Effect
		for _, e := range events {
			r, do = Step(r, e)
		}
		return r, do
	}
	// Said while saving: the deep night does not dream, it wakes.
	r, do := run(Rest{Depth: Deep}, Begin, Ready, Digested, Message)
	if do != Defer || r.Deferred != Message {
		t.Fatalf("%+v %s", r, do)
	}
	if r, do = Step(r, Saved); r.State != Waking || do != Rise {
		t.Errorf("saved: %+v %s", r, do)
	}
	if r, _ = Step(r, Up); r != (Rest{State: Awake}) {
		t.Errorf("up: %+v", r)
	}
	// Said while dreaming lightly: after the task, not before.
	r, do = run(Rest{State: Dreaming, Depth: Light}, Key)
	if r.State != Dreaming || do != Between {
		t.Errorf("key: %+v %s", r, do)
	}
	if r, do = Step(r, TaskDone); r.State != Waking || do != Rise {
		t.Errorf("task done: %+v %s", r, do)
	}
	// Deep dreams heed only /wake and the timer.
	for e, want := range map[Event]State{Message: Dreaming, Urgent: Dreaming, WakeUp: Waking, TimerOver: Waking} {
		if r, _ := run(Rest{State: Dreaming, Depth: Deep}, e, TaskDone); r.State != want {
			t.Errorf("deep dream, %s: %s, want %s", e, r.State, want)
		}
	}
}

// Whatever happens, in whatever order, a night ends awake.
func TestEveryNightEnds(t *testing.T) {
	for _, depth := range []Depth{Light, Deep} {
		for _, overflow := range []bool{false, true} {
			for seed := range 500 {
				r := Rest{Depth: depth, Overflow: overflow}
				for i := range 20 {
					r, _ = Step(r, Events[(seed*7+i*i*3+i)%len(Events)])
				}
				for _, e := range []Event{Ready, Digested, Saved, Done, Up} {
					r, _ = Step(r, e)
				}
				if r.State != Awake {
					t.Fatalf("depth %s, seed %d: stuck in %s", depth, seed, r.State)
				}
			}
		}
	}
}

func TestUrgent(t *testing.T) {
	for h, want := range map[Happened]bool{
		{Kind: "direct_message"}:     true,
		{Marked: true}:               true,
		{Priority: 8}:                true,
		{Priority: 7}:                false,
		{Class: "direct_addressing"}: true,
		{Class: "ambient"}:           false,
		{Kind: "file_changed"}:       false,
	} {
		if h.Urgent(8) != want {
			t.Errorf("%+v: %v", h, !want)
		}
	}
}
