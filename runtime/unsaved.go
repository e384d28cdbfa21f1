package runtime

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
)

// write puts a message on disk. What the disk does not take is kept for when it
// does, and the conversation goes on without it: an answer is worth more than
// none. It is said, once; an import is not a conversation, and fails.
func (c *Conversation) write(m *transcript.Message) error {
	if c.behind() { // in their order
		if err := c.saveLate(); err != nil {
			return err
		}
	}
	err := error(transcript.ErrBroken)
	if !c.broken && !c.Unsaved() {
		err = c.record(m)
	}
	if err == nil || c.recorded || !refused(err) {
		return err
	}
	if !c.Unsaved() {
		c.o.Emit(Noticed{"not saved: " + err.Error()})
	}
	if m.ID == "" {
		m.ID = c.lateID(m.Time)
	}
	c.unsaved = append(c.unsaved, *m)
	return nil
}

// behind says that the disk and this conversation are not in step: something was
// not written, or is to be read again.
func (c *Conversation) behind() bool { return c.broken || c.drowsy || c.Unsaved() }

// lateID is an id for a message of time t that is not in the session's file, after
// those that are and those that are not either.
func (c *Conversation) lateID(t time.Time) string {
	last := ""
	if list := slices.Concat(c.Messages(), c.unsaved); len(list) > 0 {
		last = list[len(list)-1].ID
	}
	return transcript.NewID(transcript.After(last, t), c.rand)
}

// record appends a message to the session, which it begins.
func (c *Conversation) record(m *transcript.Message) error {
	if err := c.start(); err != nil {
		c.broken = c.log != nil // begun, and cut off
		return err
	}
	if !c.log.Free(m.ID) {
		m.ID = c.log.NextID(m.Time, c.rand)
	}
	if err := c.log.Append(transcript.Record{Message: m}); err != nil {
		c.broken = !errors.Is(err, transcript.ErrTooLong)
		return fmt.Errorf("write session %s: %w", c.session.ID, err)
	}
	return nil
}

// refused tells whether it is the disk that does not take a message.
func refused(err error) bool {
	return errors.Is(err, land.ErrUnwritable) || errors.Is(err, transcript.ErrBroken) || disk.Refused(err)
}

// saveLate reads the session as the disk has it, after a write that failed, and
// writes what the disk did not take.
func (c *Conversation) saveLate() error {
	if c.broken && c.log != nil { // nobody knows what the disk took: look, as a resume does
		if err := c.reopen(); err != nil {
			if refused(err) {
				return nil
			}
			return err
		}
	}
	c.broken = false
	if len(c.unsaved) > 0 {
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
	there := map[string]bool{}
	for _, m := range c.Messages() {
		there[m.ID] = true
	}
	late := c.unsaved
	c.unsaved = nil
	for i, m := range late {
		if there[m.ID] {
			continue
		}
		if err := c.record(&m); err != nil {
			if c.unsaved = late[i:]; !refused(err) {
				return err
			}
			break
		}
	}
	if c.log != nil {
		if err := c.look(); err != nil {
			return err
		}
	}
	if !c.Unsaved() {
		dropPartials(c.o.Land.FS(), c.session.ID)
		c.o.Emit(Noticed{"what was not saved is saved now"})
	}
	return nil
}

// takeUp reads the session again, after a transaction wrote to it. Where the disk
// does not give it now, the next message tries again.
func (c *Conversation) takeUp() error {
	err := c.reopen()
	if err != nil && refused(err) && !c.recorded {
		c.broken = true
		c.o.Emit(Noticed{"not read yet: " + err.Error()})
		return nil
	}
	return err
}

// look takes the context anew from the log. Where a write has just failed it only
// looks: a log that was never begun on disk would be written to.
func (c *Conversation) look() error {
	if !c.broken {
		return c.reload()
	}
	c.sight()
	c.prompt.Recount()
	return nil
}

// sight is the context as the log has it, and after it what the disk lacks.
func (c *Conversation) sight() {
	in := c.log.Context()
	in.Messages = append(in.Messages, c.unsaved...)
	c.prompt.Holds(in)
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
		return fmt.Errorf("%w: %d messages wait for the disk", ErrUnsaved, len(c.unsaved))
	}
	return nil
}

// Unsaved says that something of this conversation is in no file.
func (c *Conversation) Unsaved() bool { return len(c.unsaved) > 0 }
