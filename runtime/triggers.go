package runtime

import (
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// Triggers is Decide with all seven triggers, as an open screen would ask them now:
// what would begin a night, and what each waits for.
func (c *Conversation) Triggers() sleep.Verdict {
	if c.o.Quiet {
		return sleep.Verdict{}
	}
	s := c.signals(0)
	s = c.mind().Pressed(s, c.o.Settings.Energy, c.session.ID())
	return sleep.Decide(s, c.guards(), sleep.Chat(c.o.Settings)...)
}

// Life is the waking life that the land lives, and after how many nights.
type Life struct {
	sleep.Waken
	Cycles int
}

// Life says how old the land is.
func (c *Conversation) Life() Life {
	self := c.mind()
	return Life{self.Life(c.o.Settings.Energy, c.session.ID()), self.Cycles}
}

// mind is what the land knows of its nights; damage is told by the next one.
func (c *Conversation) mind() replay.Self {
	m, _ := replay.ReadMind(c.o.Land.Read)
	return m.Self
}

// triggers are those of the window and of being asked; a screen, where somebody
// may be idle, adds the others as the settings switch them on.
func (c *Conversation) triggers() []sleep.Trigger {
	s := c.o.Settings
	if !c.o.AllTriggers {
		return []sleep.Trigger{sleep.Overflow{}, sleep.Context{Threshold: s.Threshold}, sleep.Asked{}}
	}
	return sleep.Chat(s)
}

// signals are what the triggers look at now.
func (c *Conversation) signals(extra int) sleep.Signals {
	reserve := max(c.prompt.Ledger.Reserve, extra)
	queue := 0
	if c.session.Begun() {
		queue = night.Waiting(c.session.Records())
	}
	s := sleep.Signals{
		Started: c.rest.began,
		Now:     c.now(), LastInput: c.rest.lastInput, LastWake: c.rest.lastWake, LastNight: c.rest.lastNight,
		Used: c.prompt.Ledger.Used(), Window: c.prompt.Ledger.Window, Reserve: reserve,
		Beats: c.rest.beats, Queue: queue, Asked: c.rest.asked,
	}
	if c.o.AllTriggers && c.o.Settings.Pressure {
		s = c.mind().Pressed(s, c.o.Settings.Energy, c.session.ID())
	}
	return s
}
