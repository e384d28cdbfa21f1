package runtime

import (
	"context"
	"fmt"

	"dormouse/land/secret"
	"dormouse/land/transcript"
	"dormouse/runtime/session"
)

// The session on disk and the prompt are two views of one talk, kept in step here.

// resume opens an existing session and rebuilds the context that was in use.
func (c *Conversation) resume(ctx context.Context, id string) ([]string, error) {
	notices, err := c.session.Open(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := c.reload(); err != nil || c.o.ReadOnly {
		return notices, err
	}
	notice, err := c.recoverPartial()
	if notice != "" {
		notices = append(notices, notice)
	}
	return notices, err
}

// recoverPartial takes up what a killed program had heard of a reply. It says so
// in a notice.
func (c *Conversation) recoverPartial() (notice string, err error) {
	text, err := c.session.Partial()
	if err != nil {
		return "what had arrived of the last reply cannot be read: " + err.Error(), nil
	}
	if text != "" {
		m := transcript.Message{Role: transcript.Assistant, Content: text, Interrupted: true, Model: c.Model()}
		if _, err := c.append(m); err != nil {
			return "", err
		}
		notice = "the last reply was cut when the program ended; what had arrived of it is kept"
	}
	c.session.DropPartials()
	return notice, nil
}

// wake reads the land and freezes the memory part of the prompt. Once the
// session is on disk the frozen text is, too. What the disk refuses of that in a
// talk that goes on is done before the next message.
func (c *Conversation) wake() error {
	notice, err := c.prompt.Freeze(c.now())
	if notice != "" {
		c.o.Emit(Noticed{notice})
	}
	switch {
	case err != nil || !c.session.Begun() || c.o.ReadOnly:
	case c.session.InDoubt(): // the line would stand behind others that this log has not read
		err = transcript.ErrBroken
	default:
		if err = c.session.Append(transcript.Record{Wake: c.prompt.Context.Wake}); err != nil {
			c.session.Doubt()
			err = fmt.Errorf("record waking: %w", err)
		}
	}
	c.drowsy = err != nil && c.session.Begun() && session.Refused(err) && !c.recorded
	if c.drowsy {
		return nil
	}
	return err
}

// append puts a message on disk, then into the context and the ledger. A
// message that was refused is in neither.
func (c *Conversation) append(m transcript.Message) (transcript.Message, error) {
	if m.Time.IsZero() {
		m.Time = c.now()
	}
	m = m.Rewritten(secret.Redact)
	m.Tokens = c.prompt.Measure(m)
	if err := c.write(&m); err != nil {
		return m, err
	}
	c.total += m.Tokens
	c.prompt.Add(m)
	return m, nil
}

// write puts a message on disk. What the disk does not take is kept for when it
// does, and the conversation goes on without it. It is said, once; an import is not a
// conversation, and fails.
func (c *Conversation) write(m *transcript.Message) error {
	if c.behind() { // in their order
		if err := c.saveLate(); err != nil {
			return err
		}
	}
	err := c.session.Write(m, c.start())
	if err == nil || c.recorded || !session.Refused(err) {
		return err
	}
	if !c.Unsaved() {
		c.o.Emit(Noticed{"not saved: " + err.Error()})
	}
	c.session.HoldBack(m)
	return nil
}

// start is what the session records when it begins now.
func (c *Conversation) start() session.Start {
	return session.Start{Now: c.now(), Model: c.Model(), Window: c.prompt.Ledger.Window, Wake: c.prompt.Context.Wake}
}

// behind says that the disk and this conversation are not in step: something was
// not written, or is to be read again.
func (c *Conversation) behind() bool { return c.session.InDoubt() || c.drowsy || c.Unsaved() }

// saveLate reads the session as the disk has it, after a write that failed, and
// writes what the disk did not take.
func (c *Conversation) saveLate() error {
	if c.session.InDoubt() && c.session.Begun() { // nobody knows what the disk took: look, as a resume does
		if err := c.reopen(); err != nil {
			if session.Refused(err) {
				return nil
			}
			return err
		}
	}
	c.session.Trust()
	if c.Unsaved() {
		if err := c.saveMessages(); err != nil {
			return err
		}
	}
	if c.drowsy {
		return c.wake()
	}
	return nil
}

// saveMessages writes the messages that the disk did not take, as far as it takes
// them now.
func (c *Conversation) saveMessages() error {
	if err := c.session.WriteLate(c.start()); err != nil {
		return err
	}
	if c.session.Begun() {
		if err := c.look(); err != nil {
			return err
		}
	}
	if !c.Unsaved() {
		c.session.DropPartials()
		c.o.Emit(Noticed{"what was not saved is saved now"})
	}
	return nil
}

// takeUp reads the session again, after a transaction wrote to it. Where the disk
// does not give it now, the next message tries again.
func (c *Conversation) takeUp() error {
	err := c.reopen()
	if err != nil && session.Refused(err) && !c.recorded {
		c.session.Doubt()
		c.o.Emit(Noticed{"not read yet: " + err.Error()})
		return nil
	}
	return err
}

// look takes the context anew from the log. Where a write has just failed it only
// looks: a log that was never begun on disk would be written to.
func (c *Conversation) look() error {
	if !c.session.InDoubt() {
		return c.reload()
	}
	c.prompt.Holds(c.session.Context())
	c.prompt.Recount()
	return nil
}

// reopen reads the session's file again, after a transaction wrote to it.
func (c *Conversation) reopen() error {
	if err := c.session.Read(); err != nil {
		return err
	}
	return c.reload()
}

// reload takes the context from the log, after a resume, a night or an undo.
func (c *Conversation) reload() error {
	c.prompt.Holds(c.session.Context())
	c.prompt.Told(c.session.Messages())
	if n := len(c.prompt.Context.Nights); n > 0 {
		c.rest.lastNight = c.prompt.Context.Nights[n-1].Time
		c.rest.lastWake = c.rest.lastNight
	}
	if m := c.prompt.LastUser(); m.ID != "" {
		c.rest.lastInput = m.Time
	}
	c.rest.beats = 0
	for _, m := range c.session.Messages() {
		if m.Role == transcript.User && m.Time.After(c.rest.lastWake) {
			c.rest.beats++
		}
	}
	if !c.prompt.Woken() {
		return c.wake()
	}
	c.prompt.Anchor(c.session.Records())
	return nil
}

// inStep wants this conversation and the session's file to be the same, before a
// night.
func (c *Conversation) inStep() error {
	if err := c.saved(); err != nil {
		return err
	}
	return c.catchUp()
}

// catchUp reads the session again where another hand wrote to it: a person has
// forgotten something elsewhere.
func (c *Conversation) catchUp() error {
	if c.recorded || c.session.InDoubt() || !c.session.Grown() {
		return nil
	}
	return c.reread()
}

// reread takes in what another hand wrote into the session's file: parts of it may
// be hidden by now, and memory with them. What the disk did not take stays in sight.
func (c *Conversation) reread() error {
	if !c.session.Begun() {
		return nil
	}
	c.session.Doubt()
	c.drowsy = true
	return c.saveLate()
}

// saved wants all of this conversation on disk, before something that reads it
// from there: a night, or what takes one back.
func (c *Conversation) saved() error {
	if c.behind() {
		if err := c.saveLate(); err != nil {
			return err
		}
	}
	if c.Unsaved() {
		return fmt.Errorf("%w: %d messages wait for the disk", ErrUnsaved, c.session.Late())
	}
	return nil
}

// Unsaved says that something of this conversation is in no file.
func (c *Conversation) Unsaved() bool { return c.session.Late() > 0 }

// Rename gives the session a title; one that is not on disk yet begins with it.
func (c *Conversation) Rename(title string) error { return c.session.Rename(title) }

// Pin keeps a message of this session, by its id ("" is the newest that the
// person wrote), word for word in the context through every night; with on false
// the next night may take it. One that a night took out comes back.
func (c *Conversation) Pin(id string, on bool) (transcript.Message, error) {
	if err := c.saved(); err != nil {
		return transcript.Message{}, fmt.Errorf("pin a message: %w", err)
	}
	m, err := c.session.Pin(id, on, c.now())
	if err != nil {
		return m, err
	}
	return m, c.reload()
}
