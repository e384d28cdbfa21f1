package runtime

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"dormouse/land"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
)

// Who resumes a session while the daemon sleeps over it waits for that night;
// for a session that is merely open elsewhere nobody waits.
func TestAPersonWaitsForTheNightOfASession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		m := llmtest.New(llmtest.Say("I see."))
		c := l.begin(m, 8000, "")
		if _, err := l.say(c, "hello"); err != nil {
			t.Fatal(err)
		}
		id := c.Session()
		resume := func(patient bool) error {
			again, _, err := Begin(t.Context(), Options{
				Land: l.land, Store: l.store, Zone: time.UTC, Clock: l.past.Clock(), Seed: 1, Session: id, Patient: patient,
				Brain:    llm.Brain{Model: m, Window: 8000, WindowSource: llm.FromFlag, Reply: 500},
				Settings: sleep.DefaultSettings(), Engine: "offline", Emit: func(Event) {},
			})
			if err == nil {
				err = again.Close()
			}
			return err
		}
		begun := time.Now()
		if err := resume(true); !errors.Is(err, land.ErrBusy) || time.Since(begun) != 0 {
			t.Errorf("a session that is open elsewhere: %v after %s", err, time.Since(begun))
		}
		night, err := l.land.Lock("night")
		if err != nil {
			t.Fatal(err)
		}
		if err := resume(false); !errors.Is(err, land.ErrBusy) {
			t.Errorf("without patience: %v", err)
		}
		go func() { // the night ends after ten seconds
			time.Sleep(10 * time.Second)
			_ = night.Close()
			time.Sleep(time.Second) // the session is let go of later
			_ = c.Close()
		}()
		if err := resume(true); err != nil || time.Since(begun) < 10*time.Second {
			t.Errorf("with patience: %v after %s", err, time.Since(begun))
		}
	})
}
