package runtime

import (
	"fmt"

	"dormouse/runtime/presence"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// GoToSleep takes down the model's wish for a night: it falls after this turn.
// The error is that of the safeguard which refused.
func (c *Conversation) GoToSleep(depth, reason string) (string, error) {
	r, err := sleep.Request{By: sleep.ByModel, Depth: sleep.Depth(depth), Reason: reason}.Check(c.o.Settings)
	if err != nil {
		return "", err
	}
	s := c.signals(0)
	s.Asked = &r
	g := c.guards()
	g.Asleep = presence.NightRuns(c.o.Land)
	if err := g.CheckAsked(s); err != nil {
		return "", err
	}
	c.rest.asked = &r
	return fmt.Sprintf("a %s sleep begins when this turn has ended", r.Depth), nil
}

// WakeUp takes the wish back.
func (c *Conversation) WakeUp() string {
	if c.rest.asked == nil {
		return "awake already"
	}
	c.rest.asked = nil
	return "the sleep that was asked for is called off"
}

// lieDown sets the fields of an asked-for night; a schedule is off while it
// lasts. A land that takes no more files has no bed, and the night says why.
func (c *Conversation) lieDown(r sleep.Request) {
	c.bed, _ = sleep.AskedNight{LastWake: c.rest.lastWake, Beats: c.rest.beats}.Begin(c.now(), r, c.o.Settings.Schedule, night.Waiting(c.session.Records()))
	presence.TellAsked(c.o.Land, c.bed)
}

// turnOver keeps how far the night is.
func (c *Conversation) turnOver(p night.Progress) {
	if !c.bed.Asleep || p.Phase != night.PhaseProcess && p.State != sleep.Dreaming {
		return
	}
	b := &c.bed.Progress
	if b.Processed = min(p.Done, b.Total); p.State == sleep.Dreaming {
		b.Processed = b.Total
	}
	if b.Completed = b.Processed == b.Total; b.Completed {
		presence.TellAsked(c.o.Land, c.bed)
	}
}

// getUp clears the fields of the night, however it ended, and with them what
// keeps the schedule off.
func (c *Conversation) getUp() {
	c.bed, _ = c.bed.End(c.now(), c.o.Settings.Schedule)
	presence.EndAsked(c.o.Land)
}
