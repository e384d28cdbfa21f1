package runtime

import (
	"fmt"

	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// decider asks the triggers whether a night is due. It changes nothing but what was
// asked for.
type decider struct{ *talk }

// Triggers is Decide with all seven triggers, as an open screen would ask them now:
// what would begin a night, and what each waits for.
func (d *decider) Triggers() sleep.Verdict {
	if d.o.Quiet {
		return sleep.Verdict{}
	}
	s := d.signals(0)
	s = d.mind().Pressed(s, d.o.Settings.Energy, d.session.ID())
	g := d.guards()
	g.Idle = true
	return sleep.Decide(s, g, sleep.Chat(d.o.Settings)...)
}

// Life is the waking life that the land lives, and after how many nights.
type Life struct {
	sleep.Waken
	Cycles int
}

// Life says how old the land is.
func (d *decider) Life() Life {
	self := d.mind()
	return Life{self.Life(d.o.Settings.Energy, d.session.ID()), self.Cycles}
}

// mind is what the land knows of its nights; damage is told by the next one.
func (d *decider) mind() replay.Self {
	m, _ := replay.ReadMind(d.o.Land.Read)
	return m.Self
}

// triggers are those of the window and of being asked; a screen, where somebody
// may be idle, adds the others as the settings switch them on.
func (d *decider) triggers() []sleep.Trigger {
	s := d.o.Settings
	if !d.o.AllTriggers {
		return []sleep.Trigger{sleep.Overflow, sleep.Context(s.Threshold), sleep.Asked}
	}
	return sleep.Chat(s)
}

// signals are what the triggers look at now.
func (d *decider) signals(extra int) sleep.Signals {
	reserve := max(d.prompt.Ledger.Reserve, extra)
	queue := 0
	if d.session.Begun() {
		queue = night.Waiting(d.session.Records())
	}
	s := sleep.Signals{
		Started: d.rest.began,
		Now:     d.now(), LastInput: d.rest.lastInput, LastWake: d.rest.lastWake, LastNight: d.rest.lastNight,
		Used: d.prompt.Ledger.Used(), Window: d.prompt.Ledger.Window, Reserve: reserve,
		Beats: d.rest.beats, Queue: queue, Asked: d.rest.asked,
	}
	if d.o.AllTriggers && d.o.Settings.Pressure {
		s = d.mind().Pressed(s, d.o.Settings.Energy, d.session.ID())
	}
	return s
}

func (d *decider) guards() sleep.Guards {
	return sleep.Guards{
		Settings: d.o.Settings, Failed: d.rest.failed,
		LowGain: night.LowGain(d.prompt.Context.Nights, d.prompt.Ledger.Limit(), d.o.Settings.LowGain), Stuck: d.rest.stuck,
		TakenBack: d.prompt.Context.TakenBack, ScheduleOff: presence.ScheduleOff(d.o.Land),
	}
}

// GoToSleep takes down the model's wish for a night: it falls after this turn.
// The error is that of the safeguard which refused.
func (d *decider) GoToSleep(depth, reason string) (string, error) {
	r, err := sleep.Request{By: sleep.ByModel, Depth: sleep.Depth(depth), Reason: reason}.Check(d.o.Settings)
	if err != nil {
		return "", err
	}
	s := d.signals(0)
	s.Asked = &r
	g := d.guards()
	g.Asleep = presence.NightRuns(d.o.Land)
	if err := g.CheckAsked(s); err != nil {
		return "", err
	}
	d.rest.asked = &r
	return fmt.Sprintf("a %s sleep begins when this turn has ended", r.Depth), nil
}

// WakeUp takes the wish back.
func (d *decider) WakeUp() string {
	if d.rest.asked == nil {
		return "awake already"
	}
	d.rest.asked = nil
	return "the sleep that was asked for is called off"
}
