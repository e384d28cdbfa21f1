package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// told is a conversation of so many stories, whose model asks nothing.
func (l *testLand) told(turns int) *Conversation {
	l.t.Helper()
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 8000, "")
	for i := range turns {
		if _, err := l.say(c, story(i)); err != nil {
			l.t.Fatal(err)
		}
	}
	return c
}

// during calls do once when a night of c is in this state.
func during(c *Conversation, s sleep.State, do func()) {
	done := false
	c.o.Emit = func(e Event) {
		if x, ok := e.(Slept); ok && x.State == s && x.Phase != "" && !done {
			done = true
			do()
		}
	}
}

// A schedule is off while an asked-for night lasts, for every program on the
// land, and on again when it ends: when it is saved, fails, is woken, or its
// program is killed.
func TestTheScheduleIsOffWhileAnAskedNightLasts(t *testing.T) {
	for name, tt := range map[string]struct {
		state  sleep.State
		change func(c *Conversation)
		wake   bool
		err    bool
	}{
		"saved":  {sleep.LightSleep, func(*Conversation) {}, false, false},
		"failed": {sleep.LightSleep, func(c *Conversation) { c.o.Settings.Strict, c.o.Settings.Floor = true, 2 }, false, true},
		"woken":  {sleep.LightSleep, func(*Conversation) {}, true, true},
		"late":   {sleep.DeepSleep, func(*Conversation) {}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			c := l.told(25)
			c.o.Settings.Schedule = true
			tt.change(c)
			var killed map[string]string
			during(c, tt.state, func() {
				b, ok := presence.Asked(l.land)
				if !ok || !b.ScheduleWas || b.By != sleep.ByPerson || b.Reason != "tired" || b.Depth != sleep.Light || b.Progress.Total != 50 {
					t.Errorf("asked: %v %+v", ok, b)
				}
				set := sleep.Settings{Auto: true, Schedule: true, StartHour: 2, DurationHours: 4, MinAwakeTicks: 10}
				v := sleep.Decide(sleep.Signals{Now: time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC), Beats: 40}, sleep.Guards{Settings: set, ScheduleOff: presence.ScheduleOff(l.land)}, sleep.Chat(set)...)
				if v.Sleep || len(v.Held) != 1 || !strings.Contains(v.Held[0].Why, "schedule is off") {
					t.Errorf("another program decides: %s", v)
				}
				killed = l.mem.Files()
				if tt.wake {
					c.Interrupt(sleep.WakeUp)
				}
			})
			if _, err := c.Sleep(t.Context(), NightOptions{Reason: "tired"}); (err != nil) != tt.err {
				t.Fatal(err)
			}
			if _, ok := presence.Asked(l.land); ok || presence.ScheduleOff(l.land) || c.askedNight.Asleep {
				t.Error("nobody got up")
			}
			if slices.Contains(fileNames(l.mem), ".dormouse/bed.json") {
				t.Error("it is still told")
			}
			dead := memdisk.New()
			for name, text := range killed {
				dead.Put(name, []byte(text))
			}
			other, _, err := land.Open(dead)
			if err != nil {
				t.Fatal(err)
			}
			if presence.ScheduleOff(other) {
				t.Error("after a kill the schedule stays off")
			}
		})
	}
}

// fileNames are the files of a land, but for its locks.
func fileNames(m *memdisk.Disk) []string {
	var list []string
	for name := range m.Files() {
		if !strings.HasPrefix(name, ".dormouse/locks/") {
			list = append(list, name)
		}
	}
	return list
}

// Each state of a real night, and what a word does in it.
func TestWhatAWordDoesToANight(t *testing.T) {
	for name, tt := range map[string]struct {
		why    string
		depth  sleep.Depth
		state  sleep.State
		event  sleep.Event
		do     sleep.Effect
		saved  bool
		dreams int
	}{
		"said in light sleep":    {sleep.TriggerAsked, sleep.Deep, sleep.LightSleep, sleep.Message, sleep.Drop, false, 0},
		"said while saving":      {sleep.TriggerAsked, sleep.Deep, sleep.DeepSleep, sleep.Message, sleep.Defer, true, 0},
		"said in deep dreams":    {sleep.TriggerAsked, sleep.Deep, sleep.Dreaming, sleep.Message, sleep.Hold, true, 6},
		"woken in deep dreams":   {sleep.TriggerAsked, sleep.Deep, sleep.Dreaming, sleep.WakeUp, sleep.Between, true, 1},
		"said in idle dreams":    {sleep.TriggerIdle, sleep.Deep, sleep.Dreaming, sleep.Message, sleep.Between, true, 1},
		"said after an overflow": {sleep.TriggerOverflow, sleep.Light, sleep.LightSleep, sleep.Message, sleep.Hold, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			c := l.told(25)
			before := fileNames(l.mem)
			var do sleep.Effect
			during(c, tt.state, func() { do = c.Interrupt(tt.event) })
			r, err := c.night(t.Context(), sleep.Reason{Trigger: tt.why}, sleep.Request{Depth: tt.depth})
			if do != tt.do || (err == nil) != tt.saved || len(r.Dreams) != tt.dreams {
				t.Fatalf("%s, %v, %d dreams", do, err, len(r.Dreams))
			}
			if nights := len(c.Nights()); (nights == 1) != tt.saved {
				t.Errorf("%d nights", nights)
			}
			if !tt.saved {
				if after := fileNames(l.mem); len(after) != len(before) || !c.rest.failed.IsZero() {
					t.Errorf("a dropped night left a trace: %d files, %d before, failed %s", len(after), len(before), c.rest.failed)
				}
			}
			if got := c.Interrupt(tt.event); got != sleep.Nothing {
				t.Errorf("awake, the same event does %s", got)
			}
		})
	}
}

// A program that waits for the session wakes its night: before anything is written
// the night is dropped, while it saves it saves and no more, and of its dreams the
// next one is the last. Who waits for another session wakes nobody.
func TestAKnockWakesANight(t *testing.T) {
	for name, tt := range map[string]struct {
		state  sleep.State
		mine   bool
		saved  bool
		dreams int
	}{
		"in light sleep": {sleep.LightSleep, true, false, 0},
		"while saving":   {sleep.DeepSleep, true, true, 0},
		"in dreams":      {sleep.Dreaming, true, true, 2},
		"of another":     {sleep.Dreaming, false, true, 6},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			c := l.told(25)
			id := c.Session()
			if !tt.mine {
				id = "another"
			}
			during(c, tt.state, func() { presence.RequestWake(l.land.FS(), id) })
			r, err := c.night(t.Context(), sleep.Reason{Trigger: sleep.TriggerIdle}, sleep.Request{Depth: sleep.Deep})
			if (err == nil) != tt.saved || len(r.Dreams) != tt.dreams {
				t.Errorf("%v, %d dreams", err, len(r.Dreams))
			}
			if there := slices.Contains(fileNames(l.mem), ".dormouse/knock"); there == tt.mine {
				t.Errorf("the request is there: %t", there)
			}
		})
	}
}

// Esc once in a deep dream says that it takes another; the second one wakes, and
// what was typed is sent.
func TestEscTwiceWakesFromADeepDream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		m := llmtest.New()
		m.Otherwise = func(r llm.Request) llmtest.Reply {
			switch {
			case r.Schema != nil && r.Schema.Name == "insights":
				return llmtest.Say("").Do(func(ctx context.Context) { <-ctx.Done() })
			case r.Tail != "":
				return finding(entryOf("Ruth moved to Lisbon in 1980 because the rent doubled.", "Ruth moved to Lisbon in 1980", ""))
			}
			return llmtest.Say("I see.")
		}
		open := func(ctx context.Context, emit func(Event)) (*Conversation, Opened, error) {
			c := l.begin(m, 32000, "")
			c.o.Engine, c.o.Emit, c.o.Clock = "auto", emit, Running(time.Time{}, time.UTC)
			return c, c.Opening(nil), nil
		}
		loop := NewLoop(open, func(string) (llm.Brain, error) { return llm.Brain{}, errors.New("no other") })
		ended := loop.Start(t.Context())
		for i := range 30 {
			loop.Do(Say{Text: story(i)})
			until[TurnEnded](t, loop)
		}
		loop.Do(Sleep{Depth: sleep.Deep})
		for {
			if s := until[Slept](t, loop); s.State == sleep.Dreaming && s.Text == night.DreamReflect {
				break
			}
		}
		loop.Do(Say{Text: "Are you there?"})
		if q := until[Queued](t, loop); q.Length != 1 {
			t.Errorf("queued %+v", q)
		}
		loop.Do(Cancel{})
		if n := until[Noticed](t, loop); !strings.Contains(n.Text, "once more") {
			t.Errorf("after one Esc: %s", n.Text)
		}
		loop.Do(Cancel{})
		if w := until[Woke](t, loop); w.Err != nil || len(w.Report.Dreams) != 4 || w.Report.Night == "" {
			t.Errorf("%v, %d dreams", w.Err, len(w.Report.Dreams))
		}
		if s := until[Said](t, loop); s.Message.Content != "Are you there?" {
			t.Errorf("said %q", s.Message.Content)
		}
		loop.Do(Quit{})
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestANightHasATimeLimit(t *testing.T) {
	l := newLand(t)
	c := l.told(20)
	before := len(fileNames(l.mem))
	late, done := context.WithTimeoutCause(t.Context(), 1, fmt.Errorf("too long: %w", context.DeadlineExceeded))
	defer done()
	if _, err := c.Sleep(late, NightOptions{}); !errors.Is(err, context.DeadlineExceeded) || !strings.HasPrefix(err.Error(), "too long") || len(fileNames(l.mem)) != before {
		t.Errorf("%v", err)
	}
	ctx, end := c.bounded(t.Context(), c.o.Settings.TimeLimit)
	defer end()
	if at, ok := ctx.Deadline(); !ok || time.Until(at) > 31*time.Minute || time.Until(at) < 30*time.Minute {
		t.Errorf("it may last until %s", at)
	}
}

// The safeguards' exact words, and beats that are counted over programs.
func TestTheModelsWishIsGuarded(t *testing.T) {
	l := newLand(t)
	c := l.told(4)
	id := c.Session()
	wish := func(c *Conversation) string {
		_, err := c.GoToSleep("", "tired")
		return fmt.Sprint(err)
	}
	if got := wish(c); got != "not enough activity since waking: 4/10" {
		t.Errorf("early: %s", got)
	}
	c.Close()
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	for i := range 6 { // each turn by a program of its own
		c = l.begin(m, 8000, id)
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
		if i < 5 {
			c.Close()
		}
	}
	night, err := l.land.Lock("night")
	if err != nil {
		t.Fatal(err)
	}
	if got := wish(c); got != "Already in sleep mode" {
		t.Errorf("while another night runs: %s", got)
	}
	night.Close()
	if got := wish(c); got != "<nil>" {
		t.Errorf("after ten turns: %s", got)
	}
	if got := c.WakeUp(); !strings.Contains(got, "called off") || c.rest.asked != nil {
		t.Errorf("wake_up: %s", got)
	}
	if _, err := c.Sleep(t.Context(), NightOptions{}); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		if _, err := l.say(c, story(i)); err != nil {
			t.Fatal(err)
		}
	}
	if got := wish(c); got != "sleep cooldown active: 48 minutes remaining" {
		t.Errorf("twelve minutes after waking: %s", got)
	}
	for _, bad := range []struct {
		depth, reason string
	}{{"shallow", "tired"}, {"", ""}} {
		if _, err := c.GoToSleep(bad.depth, bad.reason); !errors.Is(err, sleep.ErrRequest) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// A disk that fails at the record of waking, after the night was saved, is not
// said to have failed the night.
func TestANightThatCannotBeTakenUpIsSaidToBeSaved(t *testing.T) {
	l := newLand(t)
	c := l.told(25)
	c.o.Emit = func(e Event) {
		if s, ok := e.(Slept); ok && s.Phase == night.PhaseSave && s.Done == 1 {
			l.mem.Delete(transcript.File(c.Session()))
		}
	}
	r, err := c.Sleep(t.Context(), NightOptions{})
	if err == nil || !strings.HasPrefix(err.Error(), "night "+r.Night+" is saved, but ") {
		t.Errorf("%v", err)
	}
	if ledgers, err := night.Ledgers(l.land); err != nil || len(ledgers) != 1 {
		t.Errorf("%v %v", ledgers, err)
	}
}
