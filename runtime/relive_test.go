package runtime

import (
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm/llmtest"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// What a screen that was left open would do in a silence, a relived one does at
// its hours: the schedule at night, idleness an hour after the talk; with the
// window's triggers alone nothing.
func TestSilencesAreLived(t *testing.T) {
	at := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
	var talk []transcript.Message
	for i := range 12 {
		when := at.Add(time.Duration(i) * time.Minute)
		talk = append(talk, transcript.Message{Role: transcript.User, Time: when, Content: story(i)}, transcript.Message{Role: transcript.Assistant, Time: when, Content: "I see."})
	}
	talk = append(talk, transcript.Message{Role: transcript.User, Time: at.Add(20 * time.Hour), Content: "Good evening."}, transcript.Message{Role: transcript.Assistant, Time: at.Add(20 * time.Hour), Content: "Good evening."})
	for name, tt := range map[string]struct {
		change func(*sleep.Settings)
		all    bool
		want   string
		hour   int
	}{
		"idle":        {func(*sleep.Settings) {}, true, sleep.TriggerIdle, 21},
		"schedule":    {func(s *sleep.Settings) { s.Schedule, s.Idle = true, false }, true, sleep.TriggerSchedule, 2},
		"window only": {func(s *sleep.Settings) { s.Schedule = true }, false, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLand(t)
			l.past.Set(at)
			c := l.begin(llmtest.New(), 8000, "")
			c.o.AllTriggers = tt.all
			tt.change(&c.o.Settings)
			var nights []night.Report
			if err := c.Relive(t.Context(), l.past, talk, func(r Relived) error { nights = append(nights, r.Nights...); return nil }); err != nil {
				t.Fatal(err)
			}
			if tt.want == "" {
				if len(nights) != 0 {
					t.Errorf("%d nights", len(nights))
				}
				return
			}
			if len(nights) != 1 || nights[0].Trigger != tt.want || nights[0].Depth != sleep.Deep || c.Nights()[0].Time.Hour() != tt.hour {
				t.Errorf("%d nights, %+v", len(nights), c.Nights())
			}
		})
	}
}
