package runtime

import (
	"dormouse/land/transcript"
)

// ModelWhy is why this model answers.
func (c *Conversation) ModelWhy() string { return c.o.Brain.Why }

// Nights are those in effect in this session, oldest first.
func (c *Conversation) Nights() []transcript.Night { return c.prompt.Context.Nights }

// Opening is what a screen shows first.
func (c *Conversation) Opening(notices []string) Opened {
	return Opened{
		Session: c.Session(), Private: c.o.Private, Title: c.session.Title(), Model: c.Model(), Why: c.o.Brain.Why,
		Land: c.o.Land.FS().Path(), Messages: c.Messages(), Nights: c.prompt.Context.Nights, Notices: notices,
	}
}

// Spent is what the replies of a session cost, as their providers counted.
type Spent struct {
	Replies int              // that a provider counted
	Usage   transcript.Usage // tokens of all of them
	USD     float64          // of those whose price is known
	Unknown int              // replies whose price is not
}

// Spent sums up this session, from its beginning: also what nights took out of the
// context. What nights cost is in their reports.
func (c *Conversation) Spent() Spent {
	var s Spent
	if !c.session.Begun() {
		return s
	}
	for _, m := range c.session.Messages() {
		if m.Usage == nil {
			continue
		}
		s.Replies++
		s.Usage = s.Usage.Plus(*m.Usage)
		usd, known := 0.0, false
		if m.Model == c.Model() {
			usd, known = c.o.Brain.Price(*m.Usage)
		}
		if s.USD += usd; !known {
			s.Unknown++
		}
	}
	return s
}
