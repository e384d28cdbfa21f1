package replay

import (
	"math"
	"testing"

	"dormouse/land/transcript"
)

func said(id, text string) transcript.Message {
	return transcript.Message{ID: id, Role: transcript.User, Content: text, Time: noon}
}

func replied(id, text string) transcript.Message {
	return transcript.Message{ID: id, Role: transcript.Assistant, Content: text, Time: noon}
}

func TestEpisodeReadsATurn(t *testing.T) {
	tests := []struct {
		name string
		turn []transcript.Message
		want func(Episode) bool
	}{
		{"the person states it", []transcript.Message{said("1", "My sister Anna moved to Lisbon."), replied("2", "Lovely!")},
			func(e Episode) bool { return e.Trust == direct && e.Importance >= 0.4 }},
		{"a tool shows it", []transcript.Message{said("1", "What is in the log?"), {ID: "2", Role: transcript.Tool, Content: "ok"}, replied("3", "ok")},
			func(e Episode) bool { return e.Trust == observed }},
		{"the model says it", []transcript.Message{said("1", "Who was first?"), replied("2", "It was Amundsen.")},
			func(e Episode) bool { return e.Trust == rumor }},
		{"small talk weighs little", []transcript.Message{said("1", "ok"), replied("2", "Fine.")},
			func(e Episode) bool { return e.Importance < 0.2 && !e.Goal }},
		{"joy", []transcript.Message{said("1", "I am so happy and proud!")}, func(e Episode) bool { return e.Emotion > 0.5 }},
		{"fear", []transcript.Message{said("1", "There was an accident, I am scared")}, func(e Episode) bool { return e.Emotion >= 0.6 }},
		{"a plan", []transcript.Message{said("1", "We decided to ship on Friday")}, func(e Episode) bool { return e.Goal }},
		{"an obstacle", []transcript.Message{said("1", "The plan failed, the build is blocked")}, func(e Episode) bool { return e.Goal }},
		{"nothing at all", []transcript.Message{said("1", "")}, func(e Episode) bool { return e.Importance == 0.1 && e.Emotion == 0 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := NewEpisode(tt.turn)
			if !tt.want(e) {
				t.Errorf("%+v", e)
			}
			if e.Importance < 0 || e.Importance > 1 || e.Emotion < 0 || e.Emotion > 1 {
				t.Errorf("out of range: %+v", e)
			}
		})
	}
}

// R by hand: half importance, a fifth goal, a fifth emotion, a tenth channel.
func TestRetention(t *testing.T) {
	for _, tt := range []struct {
		ep   Episode
		want float64
	}{
		{Episode{Trust: rumor}, 0.03},
		{Episode{Importance: 1, Goal: true, Emotion: 1, Trust: direct}, 1},
		{Episode{Importance: 0.4, Emotion: 0.5, Trust: observed}, 0.36},
		{Episode{Importance: 0.2, Goal: true, Trust: direct}, 0.4},
	} {
		if got := tt.ep.Retain(); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%+v: R = %v, want %v", tt.ep, got, tt.want)
		}
	}
}
