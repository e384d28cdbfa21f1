package runtime

import (
	"encoding/json"
	"errors"
	"fmt"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// bedFile is there while an asked-for night lasts, so that other programs on the
// land know of it. One that a killed program left behind says nothing any more:
// the night's lock is free then.
const bedFile = ".dormouse/bed.json"

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
	g.Asleep = nightRuns(c.o.Land)
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
	c.bed, _ = sleep.AskedNight{LastWake: c.rest.lastWake, Beats: c.rest.beats}.Begin(c.now(), r, c.o.Settings.Schedule, night.Waiting(c.log.Records()))
	c.makeBed()
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
		c.makeBed()
	}
}

func (c *Conversation) makeBed() {
	if text, err := json.Marshal(c.bed); err == nil {
		_ = disk.WriteFile(c.o.Land.FS(), bedFile, append(text, '\n'))
	}
}

// getUp clears the fields of the night, however it ended, and with them what
// keeps the schedule off.
func (c *Conversation) getUp() {
	c.bed, _ = c.bed.End(c.now(), c.o.Settings.Schedule)
	_ = c.o.Land.FS().Remove(bedFile)
}

// ReadBed is the asked-for night that lasts on a land; ok is false when there is
// none.
func ReadBed(l *land.Land) (b sleep.AskedNight, ok bool) {
	text, err := disk.ReadFile(l.FS(), bedFile)
	if err != nil || json.Unmarshal(text, &b) != nil || !b.Asleep || !nightRuns(l) {
		return sleep.AskedNight{}, false
	}
	return b, true
}

// scheduleOff says whether an asked-for night keeps the schedule off.
func scheduleOff(l *land.Land) bool {
	b, ok := ReadBed(l)
	return ok && b.ScheduleWas
}

// nightRuns says whether some program sleeps on a land.
func nightRuns(l *land.Land) bool {
	lock, err := l.Lock("night")
	if err != nil {
		return errors.Is(err, land.ErrBusy)
	}
	lock.Close()
	return false
}
