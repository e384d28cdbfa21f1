package sleep

import (
	"fmt"
	"math"
	"testing"
	"time"

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
			func(e Episode) bool { return e.Channel == Direct && e.Importance >= 0.4 }},
		{"a tool shows it", []transcript.Message{said("1", "What is in the log?"), {ID: "2", Role: transcript.Tool, Content: "ok"}, replied("3", "ok")},
			func(e Episode) bool { return e.Channel == Observed }},
		{"the model says it", []transcript.Message{said("1", "Who was first?"), replied("2", "It was Amundsen.")},
			func(e Episode) bool { return e.Channel == Rumor }},
		{"small talk weighs little", []transcript.Message{said("1", "ok"), replied("2", "Fine.")},
			func(e Episode) bool { return e.Importance < 0.2 && e.Goal == Irrelevant }},
		{"joy", []transcript.Message{said("1", "I am so happy and proud!")}, func(e Episode) bool { return e.Emotion.Valence > 0.5 }},
		{"fear", []transcript.Message{said("1", "There was an accident, I am scared")}, func(e Episode) bool { return e.Emotion.Threat >= 0.6 && e.Emotion.Valence < 0 }},
		{"a plan", []transcript.Message{said("1", "We decided to ship on Friday")}, func(e Episode) bool { return e.Goal == Supports }},
		{"an obstacle", []transcript.Message{said("1", "The plan failed, the build is blocked")}, func(e Episode) bool { return e.Goal == Thwarts }},
		{"nothing at all", []transcript.Message{said("1", "")}, func(e Episode) bool { return e.Importance == 0.1 && e.Emotion == Emotion{} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := NewEpisode(tt.turn, Entities(tt.turn, nil))
			if !tt.want(e) {
				t.Errorf("%+v", e)
			}
			if e.Importance < 0 || e.Importance > 1 || e.Emotion.Intensity() > 1 || len(e.Messages) != len(tt.turn) {
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
		{Episode{}, 0.03},
		{Episode{Importance: 1, Goal: Supports, Emotion: Emotion{Valence: -1}, Channel: Direct}, 1},
		{Episode{Importance: 0.4, Goal: Irrelevant, Emotion: Emotion{Arousal: 0.5}, Channel: Observed}, 0.36},
		{Episode{Importance: 0.2, Goal: Thwarts, Channel: Direct}, 0.4},
	} {
		if got := Retain(tt.ep); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%+v: R = %v, want %v", tt.ep, got, tt.want)
		}
	}
}

func TestPromotion(t *testing.T) {
	for _, tt := range []struct {
		ep   Episode
		want bool
	}{
		{Episode{Importance: 0.4, Goal: Irrelevant}, true},
		{Episode{Importance: 0.39, Goal: Irrelevant}, false},
		{Episode{Importance: 0.2, Goal: Supports}, true},
		{Episode{Importance: 0.2, Goal: Thwarts}, true},
		{Episode{Importance: 0.19, Goal: Supports}, false},
		{Episode{Emotion: Emotion{Arousal: 0.6}}, true},
		{Episode{Emotion: Emotion{Threat: 0.6}}, true},
		{Episode{Emotion: Emotion{Arousal: 0.59, Threat: 0.59, Valence: -1}}, false},
	} {
		if DefaultSettings().Mind.Character().Promotes(tt.ep) != tt.want {
			t.Errorf("%+v: %v", tt.ep, !tt.want)
		}
	}
}

func episode(i int, importance float64) Episode {
	return Episode{ID: fmt.Sprint("e", i), Time: noon.Add(time.Duration(i) * time.Minute), Importance: importance, Goal: Irrelevant, Channel: Direct}
}

func TestBuffers(t *testing.T) {
	p := DefaultSettings().Mind.Character()
	var b Buffers
	for i := range 12 { // eleven minutes: maintenance is due with the eleventh
		b = b.Live(p, episode(i, 0.05)) // R = 0.125, below 0.2
	}
	if len(b.Short) != 2 || b.Tally.Dropped != 10 {
		t.Errorf("after ten minutes %d are kept, %d dropped", len(b.Short), b.Tally.Dropped)
	}
	b = Buffers{}
	for i := range 130 {
		b = b.Live(p, episode(i, 0.4+float64(i)/1000))
	}
	b, daily, tally := b.Settle(p, noon)
	if len(daily) != 100 || len(b.Short)+len(b.Daily) != 0 {
		t.Fatalf("daily buffer of %d, %d left", len(daily), len(b.Short)+len(b.Daily))
	}
	if want := (Tally{In: 130, Dropped: 50, Promoted: 130, Overflowed: 30, Retained: 100}); tally != want {
		t.Errorf("%+v, want %+v", tally, want)
	}
	if daily[0].ID != "e30" {
		t.Errorf("the lowest R makes room: %s is the first", daily[0].ID)
	}
}

// Something of little importance, but tied to a goal for four hours, is found
// by the promotion clock (001 §4.3).
func TestOldGoalsArePromoted(t *testing.T) {
	p := DefaultSettings().Mind.Character()
	goal := episode(0, 0.1)
	goal.Goal = Supports
	b := Buffers{}.Live(p, goal)
	b = b.Live(p, episode(239, 0.3))
	if len(b.Daily) != 0 {
		t.Fatalf("promoted before four hours: %v", b.Daily)
	}
	b = b.Live(p, episode(240, 0.3))
	if len(b.Daily) != 1 || b.Daily[0].ID != "e0" {
		t.Errorf("daily after four hours: %v", b.Daily)
	}
}

func TestProfiles(t *testing.T) {
	light, balanced, archivist := Mind{Profile: "light"}.Character(), DefaultSettings().Mind.Character(), Mind{Profile: "archivist"}.Character()
	if !(light.ShortTerm > balanced.ShortTerm && light.Daily < balanced.Daily && light.Alpha > balanced.Alpha) ||
		!(archivist.Daily > balanced.Daily && archivist.Alpha < balanced.Alpha) || balanced.Daily != 100 {
		t.Errorf("tiers: %+v %+v %+v", light, balanced, archivist)
	}
	sharp, stubborn := Mind{Detail: 1, Retention: 0.2}.Character(), Mind{Tenacity: 1}.Character()
	if sharp.Daily <= balanced.Daily || sharp.Retention >= balanced.Retention {
		t.Errorf("detail: %+v", sharp)
	}
	if stubborn.Daily <= balanced.Daily || stubborn.Decay >= balanced.Decay {
		t.Errorf("tenacity: %+v", stubborn)
	}
}

func TestBeliefs(t *testing.T) {
	p := Profile{Alpha: 0.5, Decay: 0.1}
	anna := Entity{Person, "Anna"}
	felt := func(v float64, c Channel) Episode {
		return Episode{Time: noon, Goal: Irrelevant, Channel: c, Emotion: Emotion{Valence: v}, Entities: []Entity{anna}}
	}
	list, turned := p.Believe(nil, []Episode{felt(0.8, Direct)}, noon)
	// score 0 + 0.5·(0.8 − 0); confidence 0 + 0.5·1·(1 − 0).
	if b := list[0]; b.Score != 0.4 || b.Confidence != 0.5 || b.Evidence != 1 || len(turned) != 0 {
		t.Fatalf("first: %+v %v", b, turned)
	}
	list, _ = p.Believe(list, nil, noon) // a night without evidence
	if b := list[0]; b.Score != 0.36 || b.Confidence != 0.5 {
		t.Errorf("decayed: %+v", b)
	}
	// Hearsay counts less: confidence 0.5 + 0.5·0.3·0.5.
	list, _ = p.Believe(list, []Episode{felt(0.36, Rumor)}, noon)
	if b := list[0]; b.Confidence != 0.575 || b.Score != 0.36 {
		t.Errorf("hearsay: %+v", b)
	}
	list, turned = p.Believe(list, []Episode{felt(-1, Direct)}, noon) // 0.36 − 0.68
	if b := list[0]; b.Score != -0.32 || len(turned) != 1 || turned[0] != "Anna" || !b.Turned.Equal(noon) {
		t.Errorf("turned: %+v %v", b, turned)
	}
	// Thwarted goals count against: 0 − 0.25.
	list, _ = p.Believe(nil, []Episode{{Time: noon, Goal: Thwarts, Channel: Direct, Entities: []Entity{anna}}}, noon)
	if list[0].Score != -0.125 {
		t.Errorf("thwarted: %+v", list[0])
	}
}

func TestBeliefsAreBounded(t *testing.T) {
	var eps []Episode
	for i := range 700 {
		eps = append(eps, Episode{Time: noon.Add(time.Duration(i) * time.Hour), Channel: Direct, Emotion: Emotion{Valence: 1}, Entities: []Entity{{Topic, fmt.Sprint("t", i)}}})
	}
	list, _ := Mind{}.Character().Believe(nil, eps, noon)
	if len(list) != mostBeliefs {
		t.Errorf("%d beliefs", len(list))
	}
	for _, b := range list {
		if b.Name == "t0" {
			t.Error("the longest unseen is still there")
		}
	}
}
