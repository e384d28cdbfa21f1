package runtime

import (
	"errors"
	"fmt"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
)

// write puts a message on disk. What the disk does not take is kept for when it
// does, and the conversation goes on without it: an answer is worth more than
// none. It is said, once; an import is not a conversation, and fails.
func (c *Conversation) write(m *transcript.Message) error {
	if c.Unsaved() { // in their order
		if err := c.saveLate(); err != nil {
			return err
		}
	}
	if c.Unsaved() {
		m.ID = c.lateID()
		c.unsaved = append(c.unsaved, *m)
		return nil
	}
	err := c.record(m)
	if err == nil || c.recorded || !refused(err) {
		return err
	}
	c.o.Emit(Noticed{"not saved: " + err.Error()})
	if m.ID == "" {
		m.ID = c.lateID()
	}
	c.unsaved = append(c.unsaved, *m)
	return nil
}

// lateID is an id for a message that is not in the session's file, beside those
// that are not either.
func (c *Conversation) lateID() string {
	return transcript.MessageID(len(c.Messages()) + len(c.unsaved) + 1)
}

// record appends a message to the session, which it begins.
func (c *Conversation) record(m *transcript.Message) error {
	if err := c.start(); err != nil {
		c.broken = c.log != nil // begun, and cut off
		return err
	}
	m.ID = c.log.FreeID(m.ID)
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
	late := c.unsaved
	if c.broken && c.log != nil { // nobody knows what the disk took: look, as a resume does
		if err := c.reopen(); err != nil {
			if refused(err) {
				return nil
			}
			return err
		}
	}
	c.broken = false
	if len(late) == 0 {
		return nil
	}
	there := map[string]bool{}
	for _, m := range c.Messages() {
		there[m.ID] = true
	}
	var rest []transcript.Message
	for i, m := range late {
		if there[m.ID] {
			continue
		}
		if err := c.record(&m); err != nil {
			if !refused(err) {
				return err
			}
			rest = late[i:]
			break
		}
	}
	if c.log != nil && !c.broken {
		if err := c.reload(); err != nil {
			return err
		}
	} else if c.log != nil {
		c.view = c.log.Context()
	}
	c.unsaved = rest
	if c.log != nil { // the context is the disk's, and after it what the disk lacks
		c.view.Messages = append(c.view.Messages, rest...)
		c.recount()
	}
	if len(rest) == 0 {
		DropPartials(c.o.Land.FS(), c.session.ID)
		c.o.Emit(Noticed{"what was not saved is saved now"})
	}
	return nil
}

// Unsaved says that something of this conversation is in no file.
func (c *Conversation) Unsaved() bool { return len(c.unsaved) > 0 }
