package sleep

import (
	"errors"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.FixedZone("CET", 3600))

func at(hour, minute int) time.Time {
	return time.Date(2026, 11, 20, hour, minute, 0, 0, noon.Location())
}

func idleAfter(d time.Duration) Trigger {
	return Settings{IdleAfter: d, IdleAwake: time.Hour, IdleQueue: 100, IdleForce: 400}.idleDue
}

func scheduledAt(hour int) Trigger {
	return Settings{StartHour: hour, DurationHours: 4, MinAwakeTicks: 10}.scheduleDue
}

func rhythm(offset time.Duration) Trigger {
	return Settings{RhythmOffset: offset, RhythmAwake: 16 * time.Hour, MinInterval: 18 * time.Hour}.rhythmDue
}

func TestTriggers(t *testing.T) {
	hour := time.Hour
	idle := idleAfter(5 * time.Minute)
	tests := []struct {
		name string
		t    Trigger
		s    Signals
		due  bool
	}{
		{"overflow fits exactly", Overflow, Signals{Used: 7000, Reserve: 1000, Window: 8000}, false},
		{"overflow by one", Overflow, Signals{Used: 7001, Reserve: 1000, Window: 8000}, true},
		{"overflow without a window", Overflow, Signals{Used: 7001}, false},
		{"context below", Context(0.8), Signals{Used: 6399, Window: 8000}, false},
		{"context at", Context(0.8), Signals{Used: 6400, Window: 8000}, true},
		{"context rounds the limit down", Context(0.8), Signals{Used: 6, Window: 8}, true}, // ⌊6.4⌋
		{"asked", Asked, Signals{Asked: &Request{}}, true},
		{"not asked", Asked, Signals{}, false},
		{"schedule in", scheduledAt(2), Signals{Now: at(2, 0), Beats: 10}, true},
		{"schedule last minute", scheduledAt(2), Signals{Now: at(5, 59), Beats: 10}, true},
		{"schedule over", scheduledAt(2), Signals{Now: at(6, 0), Beats: 10}, false},
		{"schedule before", scheduledAt(2), Signals{Now: at(1, 59), Beats: 10}, false},
		{"schedule not tired", scheduledAt(2), Signals{Now: at(3, 0), Beats: 9}, false},
		{"schedule over midnight", scheduledAt(22), Signals{Now: at(1, 0), Beats: 10}, true},
		{"schedule after midnight over", scheduledAt(22), Signals{Now: at(2, 0), Beats: 10}, false},
		{"idle awake long", idle, Signals{Now: noon, LastInput: noon.Add(-6 * time.Minute), Started: noon.Add(-2 * hour)}, true},
		{"idle not awake long", idle, Signals{Now: noon, LastInput: noon.Add(-6 * time.Minute), Started: noon.Add(-2 * hour), LastWake: noon.Add(-hour)}, false},
		{"idle exactly five", idle, Signals{Now: noon, LastInput: noon.Add(-5 * time.Minute), Started: noon.Add(-2 * hour)}, false},
		{"idle queue", idle, Signals{Now: noon, LastInput: noon.Add(-6 * time.Minute), Started: noon.Add(-6 * time.Minute), Queue: 101}, true},
		{"idle small queue", idle, Signals{Now: noon, LastInput: noon.Add(-6 * time.Minute), Started: noon.Add(-6 * time.Minute), Queue: 100}, false},
		{"idle forced", idle, Signals{Now: noon, LastInput: noon.Add(-time.Minute), Started: noon.Add(-6 * time.Minute), Queue: 401}, true},
		{"idle not forced", idle, Signals{Now: noon, LastInput: noon.Add(-59 * time.Second), Started: noon.Add(-6 * time.Minute), Queue: 401}, false},
		// 12:00 CET is 11:00 UTC: 11 h into the personal day without an offset.
		{"rhythm awake", rhythm(0), Signals{Now: noon}, false},
		{"rhythm asleep", rhythm(18 * hour), Signals{Now: noon}, true}, // (11−18) mod 24 = 17
		{"rhythm too soon", rhythm(18 * hour), Signals{Now: noon, LastNight: noon.Add(-17 * hour)}, false},
		{"rhythm again", rhythm(18 * hour), Signals{Now: noon, LastNight: noon.Add(-18 * hour)}, true},
		{"pressure guaranteed awake", pressureDue, Signals{Beats: 3, MinAwake: 3, Capacity: 2, Roll: 0}, false},
		{"pressure wins", pressureDue, Signals{Beats: 5, MinAwake: 3, Capacity: 2, Roll: 0.63}, true}, // 1−1/e = 0.632
		{"pressure loses", pressureDue, Signals{Beats: 5, MinAwake: 3, Capacity: 2, Roll: 0.633}, false},
		{"pressure before the window", pressureDue, Signals{Beats: 1, MinAwake: 3, Capacity: 2, Roll: 0}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, due := tt.t(tt.s)
			if due != tt.due {
				t.Errorf("due = %v, want %v (%s)", due, tt.due, r.Text)
			}
			if r.Trigger == "" || r.Text == "" {
				t.Errorf("reason %+v cannot be printed", r)
			}
		})
	}
}

func TestFirstInOrderWins(t *testing.T) {
	s := Signals{Now: at(3, 0), Used: 9000, Window: 8000, Beats: 20, Queue: 500, Asked: &Request{By: ByPerson},
		MinAwake: 1, Capacity: 1, Roll: 0}
	set := DefaultSettings()
	set.Schedule, set.Rhythm, set.Pressure = true, true, true
	set.RhythmOffset = 9 * time.Hour // 02:00 UTC is 17 h into it
	order := []string{TriggerOverflow, TriggerContext, TriggerAsked, TriggerSchedule, TriggerIdle, TriggerRhythm, TriggerPressure}
	triggers := Chat(set)
	if len(triggers) != len(order) {
		t.Fatalf("%d triggers, want %d", len(triggers), len(order))
	}
	for i, want := range order {
		v := Decide(s, Guards{Settings: set}, triggers[i:]...)
		if !v.Sleep || v.Reason.Trigger != want {
			t.Errorf("from %s on: %s", want, v)
		}
	}
}

func TestGuards(t *testing.T) {
	due := Signals{Now: noon, Used: 7000, Window: 8000, Beats: 20}
	set := DefaultSettings()
	tests := []struct {
		name    string
		change  func(*Signals, *Guards)
		trigger Trigger
		held    string // "" means it sleeps
	}{
		{"free", func(*Signals, *Guards) {}, Context(0.8), ""},
		{"asleep", func(s *Signals, g *Guards) { s.Asked, g.Asleep = &Request{By: ByPerson}, true }, Asked, "Already in sleep mode"},
		{"switched off", func(_ *Signals, g *Guards) { g.Settings.Auto = false }, Context(0.8), "switched off"},
		{"cooldown", func(s *Signals, _ *Guards) { s.LastWake = noon.Add(-4 * time.Minute) }, Context(0.8), "1 min remain"},
		{"cooldown over", func(s *Signals, _ *Guards) { s.LastWake = noon.Add(-5 * time.Minute) }, Context(0.8), ""},
		{"clock set back", func(s *Signals, _ *Guards) { s.LastWake = noon.Add(24 * time.Hour) }, Context(0.8), ""},
		{"failed just now", func(_ *Signals, g *Guards) { g.Failed = noon.Add(-time.Minute) }, Context(0.8), "tried again in 4 min"},
		{"failed, clock set back", func(_ *Signals, g *Guards) { g.Failed = noon.Add(time.Hour) }, Context(0.8), ""},
		{"two nights freed too little", func(_ *Signals, g *Guards) { g.LowGain, g.Stuck = 2, "memory" }, Context(0.8), "memory cannot shrink"},
		{"one night freed too little", func(_ *Signals, g *Guards) { g.LowGain = 1 }, Context(0.8), ""},
		{"taken back", func(_ *Signals, g *Guards) { g.TakenBack = true }, Context(0.8), "was taken back"},
		{"taken back, and nobody there", func(s *Signals, g *Guards) { g.TakenBack, s.Started = true, noon.Add(-2*time.Hour) }, idleAfter(time.Minute), "was taken back"},
		{"taken back, and asked for", func(s *Signals, g *Guards) { s.Asked, g.TakenBack = &Request{By: ByPerson}, true }, Asked, ""},
		{"overflow knows no guard", func(s *Signals, g *Guards) {
			s.Used, s.LastWake, g.Settings.Auto, g.LowGain, g.Failed, g.TakenBack = 9000, noon, false, 9, noon, true
		}, Overflow, ""},
		{"taken back, overflow, and nobody speaks", func(s *Signals, g *Guards) { s.Used, g.TakenBack, g.Idle = 9000, true, true }, Overflow, "with the next message"},
		{"overflow, and nobody speaks", func(s *Signals, g *Guards) { s.Used, g.Idle = 9000, true }, Overflow, ""},
		{"a person needs no leave", func(s *Signals, g *Guards) { s.Asked, s.LastWake, s.Beats = &Request{By: ByPerson}, noon, 0 }, Asked, ""},
		{"the model waits", func(s *Signals, g *Guards) { s.Asked, s.LastWake = &Request{By: ByModel}, noon.Add(-30*time.Minute) }, Asked, "30 minutes"},
		{"schedule off for an asked-for night", func(s *Signals, g *Guards) { s.Now, g.ScheduleOff = at(3, 0), true }, scheduledAt(2), "schedule is off"},
		{"nothing happened", func(s *Signals, _ *Guards) { s.Beats, s.Started = 0, noon.Add(-2*time.Hour) }, idleAfter(time.Minute), "nothing has happened"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, g := due, Guards{Settings: set}
			tt.change(&s, &g)
			v := Decide(s, g, tt.trigger)
			if v.Sleep != (tt.held == "") {
				t.Fatalf("sleep = %v: %s", v.Sleep, v)
			}
			if tt.held != "" && !strings.Contains(v.String(), tt.held) {
				t.Errorf("verdict %q does not say %q", v, tt.held)
			}
		})
	}
}

// The three safeguards of go_to_sleep and what their errors say.
func TestSafeguards(t *testing.T) {
	g := Guards{Settings: DefaultSettings()}
	s := Signals{Now: noon, LastWake: noon.Add(-59*time.Minute - 30*time.Second), Beats: 7, Asked: &Request{By: ByModel, Reason: "tired"}}

	asleep := g
	asleep.Asleep = true
	if err := asleep.CheckAsked(s); !errors.Is(err, ErrAsleep) || err.Error() != "Already in sleep mode" {
		t.Errorf("asleep: %v", err)
	}
	if err := g.CheckAsked(s); !errors.Is(err, ErrCooldown) || err.Error() != "sleep cooldown active: 1 minutes remaining" {
		t.Errorf("cooldown: %v", err)
	}
	s.LastWake = noon.Add(-60 * time.Minute)
	if err := g.CheckAsked(s); !errors.Is(err, ErrActivity) || !strings.HasSuffix(err.Error(), ": 7/10") {
		t.Errorf("activity: %v", err)
	}
	s.Beats = 10
	if err := g.CheckAsked(s); err != nil {
		t.Errorf("free: %v", err)
	}
	s.LastWake, s.Beats = noon.Add(time.Hour), 10
	if err := g.CheckAsked(s); err != nil {
		t.Errorf("clock set back: %v", err)
	}
}

func TestRequest(t *testing.T) {
	if r, err := (Request{By: ByModel, Reason: "x"}).Check(DefaultSettings()); err != nil || r.Depth != Light {
		t.Errorf("defaults: %+v, %v", r, err)
	}
	for _, r := range []Request{{By: ByModel}, {Depth: "medium"}} {
		if _, err := r.Check(DefaultSettings()); !errors.Is(err, ErrRequest) {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if r, err := (Request{By: ByPerson}).Check(Settings{Depth: Deep}); err != nil || r.Depth != Deep {
		t.Errorf("the settings say nothing: %+v %v", r, err)
	}
	if _, err := (Request{By: ByPerson}).Check(DefaultSettings()); err != nil {
		t.Errorf("a person needs no reason: %v", err)
	}
}

// An asked-for night knows whether the schedule was on, and that there is nothing to
// read.
func TestAnAskedNightBegins(t *testing.T) {
	for _, was := range []bool{true, false} {
		bed := Request{By: ByModel, Depth: Deep, Reason: "tired"}.Begin(noon, was, 0)
		if !bed.Asleep || bed.ScheduleWas != was || bed.Reason != "tired" || !bed.Progress.Completed {
			t.Errorf("bed %+v", bed)
		}
	}
}
