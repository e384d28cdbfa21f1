package runtime

import (
	"fmt"

	"dormouse/sleep"
)

// GoToSleep takes down the model's wish for a night: it falls after this turn.
// The error is that of the safeguard which refused (SLEEP §1).
func (c *Conversation) GoToSleep(hours int, depth, reason string) (string, error) {
	r, err := sleep.Request{By: sleep.ByModel, Hours: hours, Depth: sleep.Depth(depth), Reason: reason}.Check()
	if err != nil {
		return "", err
	}
	s := c.signals(0)
	s.Asked = &r
	if err := c.guards().CheckAsked(s); err != nil {
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

// Wait notes that the model wants to do nothing for some minutes. A conversation
// waits for the person anyway; the daemon keeps to it.
func (c *Conversation) Wait(minutes int) string {
	return fmt.Sprintf("waiting: nothing will be asked of you for %d minutes unless someone writes", minutes)
}
