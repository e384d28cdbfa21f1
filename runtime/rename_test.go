package runtime

import (
	"testing"
	"testing/synctest"

	"dormouse/land/transcript"
	"dormouse/runtime/llm/llmtest"
)

func TestRenameHoldsBeforeAndAfterTheFirstMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		loop, ended := l.run(llmtest.New(llmtest.Say("One.")), 8000)
		until[Opened](t, loop)
		loop.Do(Rename{"before it began"})
		if e := until[Renamed](t, loop); e.Title != "before it began" {
			t.Errorf("renamed to %q", e.Title)
		}
		loop.Do(Say{Text: "first"})
		began := until[Began](t, loop)
		until[TurnEnded](t, loop)
		title := func() string {
			log, _, err := transcript.Open(l.land.FS(), began.Session)
			if err != nil {
				t.Fatal(err)
			}
			return log.Session().Title
		}
		if got := title(); got != "before it began" {
			t.Errorf("the title on disk is %q", got)
		}
		loop.Do(Rename{"two\nlines \x1b[31m"})
		until[Renamed](t, loop)
		if got := title(); got != "two" {
			t.Errorf("the title on disk is %q, want its first line", got)
		}
		loop.Do(Quit{})
		for range loop.Events() {
		}
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}

func TestTakingANightBackTellsWhich(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLand(t)
		loop, ended := l.run(llmtest.New(llmtest.Say("Noted: you live in Oslo."), llmtest.Say("Yes.")), 8000)
		until[Opened](t, loop)
		for _, text := range []string{"I moved to Oslo in March 2024 and work as a nurse.", "Is that so?"} {
			loop.Do(Say{Text: text})
			until[TurnEnded](t, loop)
		}
		loop.Do(Sleep{})
		woke := until[Woke](t, loop)
		if woke.Err != nil || woke.Report.Nothing != "" {
			t.Fatalf("the night did nothing: %+v", woke)
		}
		synctest.Wait()
		loop.Do(UndoNight{})
		if e := until[TakenBack](t, loop); e.Night != woke.Report.Night || e.Text == "" {
			t.Errorf("taken back %+v, want night %s", e, woke.Report.Night)
		}
		loop.Do(UndoNight{ID: "n-none"})
		until[Noticed](t, loop)
		loop.Do(Quit{})
		for range loop.Events() {
		}
		if err := ended(); err != nil {
			t.Fatal(err)
		}
	})
}
