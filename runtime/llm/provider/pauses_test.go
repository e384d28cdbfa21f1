package provider

import (
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// A conversation is kept for an hour where one of the last pauses before the person wrote
// was longer than five minutes and no longer than that, and the price is known.
func TestMarkFor(t *testing.T) {
	hour := 4.0
	known := &llm.Prices{CacheHour: &hour}
	talk := func(pauses ...time.Duration) (out []transcript.Message) {
		at := time.Date(2026, 5, 3, 9, 0, 0, 0, time.UTC)
		for _, p := range pauses {
			at = at.Add(p)
			out = append(out, transcript.Message{Role: transcript.User, Time: at})
			at = at.Add(7 * time.Minute) // a slow reply is no pause
			out = append(out, transcript.Message{Role: transcript.Assistant, Time: at})
		}
		return out
	}
	short := make([]time.Duration, pausesSeen)
	for i := range short {
		short[i] = time.Minute
	}
	for name, c := range map[string]struct {
		messages []transcript.Message
		prices   *llm.Prices
		ttl      string
	}{
		"no pause":              {talk(0, time.Minute, 5*time.Minute), known, ""},
		"a pause":               {talk(0, 6*time.Minute, time.Minute), known, "1h"},
		"an hour":               {talk(0, time.Hour), known, "1h"},
		"a night":               {talk(0, 8*time.Hour), known, ""},
		"a pause long ago":      {talk(append([]time.Duration{0, 6 * time.Minute}, short...)...), known, ""},
		"no price for an hour":  {talk(0, 6*time.Minute), &llm.Prices{}, ""},
		"no price":              {talk(0, 6*time.Minute), nil, ""},
		"messages without time": {[]transcript.Message{{Role: transcript.User}, {Role: transcript.User}}, known, ""},
		"nothing said":          {nil, known, ""},
	} {
		if got := markFor(c.messages, c.prices).TTL; got != c.ttl {
			t.Errorf("%s: kept for %q, want %q", name, got, c.ttl)
		}
	}
}
