package runtime

import (
	"math"
	"math/rand/v2"
	"testing"

	"dormouse/land/disk"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// A chat falls asleep as often as `dormouse simulate` says, however often it looks
// whether it is due: over 10,000 beats of a land that grows up, within 2 %.
func TestTheChatSleepsAsSimulated(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	const beats, looks = 10_000, 2
	l := newLand(t)
	c := l.with(func(s *sleep.Settings) { s.Pressure, s.Idle = true, false })
	defer c.Close()
	var self replay.Self
	draws := rand.New(rand.NewPCG(3, 4))
	lived, nights := 0, 0
	for lived < beats {
		c.rest.beats++
		slept := false
		for range looks {
			slept = slept || c.Decide(0).Sleep
		}
		if !slept {
			continue
		}
		if nights == 0 && c.rest.beats < 1+self.Life(c.o.Settings.Energy, c.session.ID()).MinAwake {
			t.Errorf("the first night came within the beats that are guaranteed, after %d", c.rest.beats)
		}
		lived, nights = lived+c.rest.beats, nights+1
		c.rest.beats = 0
		self.Cycles, self.LastID = nights, night.NightID(l.past.at, c.session.ID(), string(rune(nights)))
		self.Drawn = c.o.Settings.Energy.Wake(nights, draws)
		if err := disk.WriteFile(l.land.FS(), replay.MindPath, self.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	const lives = 20
	simulated := 0
	for seed := range uint64(lives) {
		for r := range c.o.Settings.Energy.Simulate(nights, nil, rand.New(rand.NewPCG(seed, 1))) {
			simulated += r.AwakeBeats
		}
	}
	chat, want := float64(lived)/float64(nights), float64(simulated)/float64(lives*nights)
	t.Logf("%d nights: %.3f beats awake in the chat, %.3f simulated", nights, chat, want)
	if math.Abs(chat/want-1) > .02 {
		t.Errorf("%.3f beats awake in the chat, %.3f simulated", chat, want)
	}
}
