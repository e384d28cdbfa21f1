package runtime

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/llmtest"
)

// shifts are the moments of a year at which a zone's clocks jump.
func shifts(zone *time.Location) []time.Time {
	var list []time.Time
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, last := at.In(zone).Zone(); at.Year() == 2026; at = at.Add(15 * time.Minute) {
		if _, offset := at.In(zone).Zone(); offset != last {
			list, last = append(list, at), offset
		}
	}
	return list
}

// GUARANTEES 17: around every jump of the clocks and around midnight, forth and
// back, in zones of all kinds, a note is in the log of the day that the wall
// calendar shows, and each message of a session keeps its moment.
func TestEveryMomentHasItsDay(t *testing.T) {
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "America/Santiago", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata", "Asia/Kathmandu", "Africa/Cairo", "Africa/Casablanca", "Asia/Beirut"}
	moments, jumps := 0, 0
	for _, name := range zones {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		l := newLand(t)
		ix := search.Open(memory.Files(l.land), search.Options{})
		l.store = memory.NewStore(l.land, memory.Options{Location: zone, Searcher: ix})
		m := llmtest.New()
		m.Otherwise = func(llm.Request) llmtest.Reply { return llmtest.Say("I see.") }
		c := l.begin(m, 1<<20, "")
		c.o.Zone = zone
		around := shifts(zone)
		jumps += len(around)
		for _, day := range []int{31 + 28, 365} { // a month's end and the year's
			around = append(around, time.Date(2026, 1, day, 24, 0, 0, 0, zone))
		}
		want := map[string]time.Time{}
		for _, jump := range around {
			for step := -8; step <= 8; step++ {
				at := jump.Add(time.Duration(-step) * 20 * time.Minute) // backwards, as a clock that is set
				moments++
				l.past.Set(at)
				text := fmt.Sprintf("Gauge %d shows %d.", moments, 7000+moments)
				w, err := l.store.SaveNote(text, document.Fact, at, plan.Source{By: plan.ByPerson})
				if err != nil || w.Path != "memory/"+at.In(zone).Format(time.DateOnly)+".md" {
					t.Fatalf("%s: a note of %s is in %s: %v", name, at.In(zone), w.Path, err)
				}
				if _, err := c.Say(t.Context(), text); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				want[text] = at
			}
		}
		for _, said := range c.Messages() {
			if at, ours := want[said.Content]; said.Role == transcript.User && (!ours || !said.Time.Equal(at)) {
				t.Errorf("%s: %q was said at %s, not %s", name, said.Content, said.Time, at)
			}
		}
		for file, text := range l.mem.Files() {
			if day, ok := strings.CutSuffix(strings.TrimPrefix(file, "memory/"), ".md"); ok && strings.HasPrefix(file, "memory/") && !strings.HasPrefix(text, "# "+day+"\n") {
				t.Errorf("%s: %s begins with %q", name, file, text[:min(20, len(text))])
			}
		}
	}
	t.Logf("guarantee 17: zones=%d jumps=%d moments=%d wrong_days=0", len(zones), jumps, moments)
}
