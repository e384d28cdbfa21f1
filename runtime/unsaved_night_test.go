package runtime

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
)

// full makes the disk take nothing while on.
func (l *testLand) full(on bool) {
	l.mem.Hook(nil)
	if on {
		l.mem.Hook(func(op memdisk.Op) error {
			if op.Changes {
				return syscall.ENOSPC
			}
			return nil
		})
	}
}

// sleptOnce is a conversation that has slept once, with its replies: "I see." each time.
func (l *testLand) sleptOnce() (*Conversation, string) {
	l.t.Helper()
	c := l.told(12)
	r, err := c.Sleep(l.t.Context(), NightOptions{})
	if err != nil || r.Night == "" {
		l.t.Fatal(r, err)
	}
	return c, r.Night
}

// once wants each of the texts once and in this order among the messages.
func once(messages []transcript.Message, texts ...string) error {
	all := contents(messages)
	at := 0
	for _, text := range texts {
		i := strings.Index(all[at:], text)
		if n := strings.Count(all, text); n != 1 || i < 0 {
			return fmt.Errorf("%q stands %d times, %d behind the one before it: %s", text, n, i, all)
		}
		at += i + len(text)
	}
	return nil
}

// What is not saved stays in sight, and nothing that reads the session from the
// disk begins before it is: no night, no undo, no pin. With room again each of them
// saves it first.
func TestWhatReadsTheSessionWaitsForTheUnsaved(t *testing.T) {
	acts := map[string]func(l *testLand, c *Conversation, night string) error{
		"a night": func(l *testLand, c *Conversation, _ string) error {
			_, err := c.Sleep(l.t.Context(), NightOptions{})
			return err
		},
		"a night of the window": func(l *testLand, c *Conversation, _ string) error {
			_, err := c.night(l.t.Context(), sleep.Reason{Trigger: sleep.TriggerOverflow}, sleep.Request{Depth: sleep.Light})
			return err
		},
		"an undo": func(_ *testLand, c *Conversation, night string) error {
			_, err := c.UndoNight(night)
			return err
		},
		"a pin": func(_ *testLand, c *Conversation, _ string) error {
			_, err := c.Pin("", true)
			return err
		},
	}
	for name, do := range acts {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			c, night := l.sleptOnce()
			l.full(true)
			if _, err := l.say(c, "The mill is blue."); err != nil || !c.Unsaved() {
				t.Fatal(err, c.Unsaved())
			}
			before, sight := remembered(l.mem.Files()), contents(c.prompt.Context.Messages)
			if err := do(l, c, night); !errors.Is(err, ErrUnsaved) && !errors.Is(err, land.ErrUnwritable) {
				t.Errorf("on the full disk: %v", err)
			}
			if got := remembered(l.mem.Files()); got != before || contents(c.prompt.Context.Messages) != sight || !c.Unsaved() {
				t.Errorf("it changed something: unsaved %t, in sight %s, memory\n%s", c.Unsaved(), contents(c.prompt.Context.Messages), got)
			}
			l.full(false)
			l.past.Set(l.past.at.Add(time.Hour))
			if err := do(l, c, night); err != nil || c.Unsaved() {
				t.Errorf("with room again: %v, unsaved %t", err, c.Unsaved())
			}
			if err := once(c.Messages(), "The mill is blue."); err != nil {
				t.Error(err)
			}
			if err := once(c.prompt.Context.Messages, "The mill is blue."); err != nil {
				t.Error("in sight:", err)
			}
		})
	}
}

// Each file operation of talk, night, talk and undo fails, once or from then on
// until the disk is mended: whatever was answered is in the session in the end,
// once and in order, and the night is whole or not there.
func TestNoFaultLosesAMessageAroundANight(t *testing.T) {
	l := newLand(t)
	c, night := l.sleptOnce()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	every := 5
	if *long {
		every = 1
	}
	points, base := 0, l.mem
	for _, lasting := range []bool{false, true} {
		for k := 1; ; k += every {
			l.mem = base.Clone()
			l.reopen()
			fired, err := l.aroundANight(c.session.ID(), night, k, lasting)
			if err != nil {
				t.Fatalf("lasting %t, operation %d: %v", lasting, k, err)
			}
			if !fired {
				break
			}
			points++
		}
	}
	l.mem = base
	t.Logf("guarantee 9: faults_fired=%d in and around a night, replies_lost=0", points)
	t.Logf("guarantee 15: faults_fired=%d around a night and its undo, lost=0 doubled=0", points)
}

// aroundANight talks, sleeps, talks, takes the night before back and talks, while
// the k-th operation that changes something fails, or all from there on.
func (l *testLand) aroundANight(session, night string, k int, lasting bool) (fired bool, err error) {
	m := llmtest.New()
	m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
	c := l.begin(m, 8000, session)
	n := 0
	l.mem.Hook(func(op memdisk.Op) error {
		if !op.Changes {
			return nil
		}
		if n++; n == k || lasting && n > k {
			fired = true
			return syscall.ENOSPC
		}
		return nil
	})
	want := []string{"The mill is blue.", "The door is green.", "The roof is red.", "The yard is grey."}
	between := []func(){
		func() { c.Sleep(l.t.Context(), NightOptions{}) }, // it may fail: nothing may be lost
		func() { c.UndoNight(night) },
		func() { l.mem.Hook(nil) },
		func() {},
	}
	for i, text := range want {
		if _, err := l.say(c, text); err != nil {
			return fired, fmt.Errorf("%s: %w", text, err)
		}
		between[i]()
	}
	if err := errors.Join(once(c.Messages(), want...), once(c.prompt.Context.Messages, want[3:]...), c.saved(), c.Close()); err != nil {
		return fired, err
	}
	l.reopen()
	again := l.begin(m, 8000, session)
	if err := once(again.Messages(), want...); err != nil {
		return fired, fmt.Errorf("opened again: %w", err)
	}
	if is, was := contents(again.Request().Messages), contents(c.Request().Messages); is != was {
		return fired, fmt.Errorf("opened again another context is in use:\n%s\nand it was\n%s", is, was)
	}
	return fired, again.Close()
}

// GUARANTEES 7 and 15: each file operation of an import fails once. What the import
// says it did is there; importing again brings the rest, and nothing twice.
func TestNoFaultLosesOrDoublesAnImportedMessage(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	var list []transcript.Message
	var want []string
	for i := range 6 {
		list = append(list, transcript.Message{Role: transcript.User, Content: story(i), Time: at.Add(time.Duration(2*i) * time.Minute)},
			transcript.Message{Role: transcript.Assistant, Content: fmt.Sprintf("Story %d heard.", i), Time: at.Add(time.Duration(2*i+1) * time.Minute)})
		want = append(want, fmt.Sprintf("Story %d heard.", i))
	}
	points, failed := 0, 0
	for k := 1; ; k++ {
		l := newLand(t)
		silent := llmtest.New()
		silent.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("never asked") }
		c := l.begin(silent, 2000, "")
		n, fired := 0, false
		l.mem.Hook(func(memdisk.Op) error {
			if n++; n == k {
				fired = true
				return syscall.EIO
			}
			return nil
		})
		err := c.Relive(t.Context(), l.past, list, func(Relived) error { return nil })
		l.mem.Hook(nil)
		if c.Unsaved() {
			t.Fatalf("operation %d: an import left something unsaved", k)
		}
		session := c.session.ID()
		if closed := c.Close(); closed != nil {
			t.Fatal(closed)
		}
		if err != nil {
			failed++
			if _, there := l.mem.Get("sessions/" + session + ".jsonl"); !there {
				session = ""
			}
			if c = l.begin(silent, 2000, session); session == "" {
				err = c.Relive(t.Context(), l.past, list, func(Relived) error { return nil })
			} else {
				err = c.Relive(t.Context(), l.past, list[len(c.Messages()):], func(Relived) error { return nil })
			}
		}
		if err != nil {
			t.Fatalf("operation %d: %v", k, err)
		}
		if err := once(c.Messages(), want...); err != nil || len(c.Messages()) != len(list) {
			t.Fatalf("operation %d: %d messages: %v", k, len(c.Messages()), err)
		}
		if !fired {
			break
		}
		points++
	}
	if failed == 0 {
		t.Error("no fault reached the import")
	}
	t.Logf("guarantee 7: import faults_fired=%d told=%d lost=0 doubled=0", points, failed)
	t.Logf("guarantee 15: import faults_fired=%d told=%d lost=0 doubled=0", points, failed)
}
