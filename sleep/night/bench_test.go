package night

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/sleep"
	"dormouse/summarize"
)

// BenchmarkNight is a whole offline night over so many thousand words. It
// reports words a second, so that linear growth shows as a steady figure, and
// the memory that was allocated for each word.
func BenchmarkNight(b *testing.B) {
	for _, thousand := range []int{10, 50, 200} {
		b.Run(fmt.Sprintf("%dk", thousand), func(b *testing.B) {
			records := chatter(thousand * 1000)
			strategy, err := summarize.ByName("hybrid", summarize.NewOffline())
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				b.StopTimer()
				d := newBenchLand(b)
				n := &Night{ID: NightID(noon, "s1", "x"), Why: sleep.Reason{Trigger: sleep.TriggerAsked}, Seed: 1, Now: noon, Session: "s1", Records: records, Window: thousand * 1250}
				deps := Deps{Land: d, Strategy: strategy, Offline: strategy, Count: words, Measure: messageTokens, Settings: sleep.DefaultSettings()}
				for _, r := range records[1:] {
					n.Before.Messages += messageTokens(*r.Message)
				}
				b.StartTimer()
				if err := Run(context.Background(), n, deps, nil); err != nil {
					b.Fatal(err)
				}
				if len(n.Report.Entries) == 0 {
					b.Fatal("nothing was remembered")
				}
			}
			b.ReportMetric(float64(thousand*1000)/(b.Elapsed().Seconds()/float64(b.N)), "words/s")
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/(1<<20), "MB-sys")
		})
	}
}

func newBenchLand(b *testing.B) Land {
	b.Helper()
	d := newDormitory(&testing.T{}, memdisk.New())
	return d.land
}

// chatter is a made-up conversation of so many words about people, things and
// places, on a few days.
func chatter(count int) []transcript.Record {
	people := []string{"Anna", "Bruno", "Clara", "Diego", "Emma", "Farid", "Greta", "Hugo"}
	things := []string{"boat", "garden", "violin", "report", "kitchen", "bicycle", "novel", "server", "recipe", "bridge"}
	places := []string{"Lisbon", "Kyoto", "Oslo", "Quito", "Turin", "Malmö"}
	records := []transcript.Record{{Session: &transcript.Session{ID: "s1", Time: noon}}}
	for i := 0; count > 0; i++ {
		text := fmt.Sprintf("I told %s that the %s in %s needs %d new parts before May %d. We decided to paint it %s because %s likes it, and I prefer to do it myself.",
			people[i%8], things[i*7%10], places[i*5%6], i*3+2, i%28+1, []string{"red", "green", "blue"}[i%3], people[i*3%8])
		if i%2 == 1 {
			text = fmt.Sprintf("That sounds fine. The %s could take %d days, and order number %d of %s is still open. %s", things[i*3%10], i%17+1, i*31, people[i*5%8], strings.Repeat("Tell me more about it. ", i%4))
		}
		m := transcript.Message{ID: fmt.Sprint("m", i+1), Time: noon.Add(-time.Duration(4000-i%4000) * time.Minute), Role: []transcript.Role{transcript.User, transcript.Assistant}[i%2], Content: text}
		m.Tokens = words(text) + 4
		count -= words(text)
		records = append(records, transcript.Record{Message: &m})
	}
	return records
}
