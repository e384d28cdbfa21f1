package runtime

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
)

// resume opens an existing session and rebuilds the context that was in use.
func (c *Conversation) resume(ctx context.Context, id string) ([]string, error) {
	if err := c.await(ctx, id); err != nil {
		return nil, err
	}
	log, found, err := transcript.Open(c.o.Land.FS(), id)
	if err != nil {
		return nil, err
	}
	var notices []string
	for _, n := range found {
		notices = append(notices, n.String())
	}
	c.log, c.session = log, log.Session()
	if err := c.reload(); err != nil || c.o.ReadOnly {
		return notices, err
	}
	notice, err := c.recoverPartial()
	if notice != "" {
		notices = append(notices, notice)
	}
	return notices, err
}

// lateClose is how many polls after a night its session may still be held: the
// sleeper lets go of the night first.
const lateClose = 100

// await holds a session; where a night has it, it waits for that if it is patient.
func (c *Conversation) await(ctx context.Context, id string) error {
	late := lateClose // nobody waits who has seen no night
	for try := 0; ; try++ {
		night := c.o.Patient && c.nightElsewhere() // looked at first: it may end before hold
		if late++; night {
			late = 0
		}
		err := c.hold(id)
		if !errors.Is(err, land.ErrBusy) || late >= lateClose || try == nightPolls || ctx.Err() != nil {
			return err
		}
		if try == 0 {
			c.knock(id)
			c.o.Emit(Noticed{"waiting for a night on this session"})
		}
		disk.Pause(nightPoll)
	}
}

// nightElsewhere reports whether a night runs on this land.
func (c *Conversation) nightElsewhere() bool {
	lock, err := c.o.Land.Lock("night")
	if err != nil {
		return errors.Is(err, land.ErrBusy)
	}
	return lock.Close() != nil
}

// hold takes the session's lock: two programs that went on with one session
// would each miss what the other says.
func (c *Conversation) hold(id string) error {
	if c.o.ReadOnly {
		return nil
	}
	lock, err := c.o.Land.Lock("session-" + id)
	if errors.Is(err, land.ErrBusy) {
		return fmt.Errorf("open session %s: another dormouse has it open: %w", id, err)
	}
	if err != nil && !errors.Is(err, land.ErrUnwritable) {
		return fmt.Errorf("open session %s: %w", id, err)
	}
	c.held = lock
	return nil
}

// Close lets go of the session.
func (c *Conversation) Close() error {
	if c.held == nil {
		return nil
	}
	held := c.held
	c.held = nil
	return held.Close()
}

// reload takes the context from the log, after a resume, a night or an undo.
func (c *Conversation) reload() error {
	c.sight()
	c.prompt.Told(c.log.Messages())
	if n := len(c.prompt.Context.Nights); n > 0 {
		c.rest.lastNight = c.prompt.Context.Nights[n-1].Time
		c.rest.lastWake = c.rest.lastNight
	}
	if m := c.prompt.LastUser(); m.ID != "" {
		c.rest.lastInput = m.Time
	}
	c.rest.beats = 0
	for _, m := range c.log.Messages() {
		if m.Role == transcript.User && m.Time.After(c.rest.lastWake) {
			c.rest.beats++
		}
	}
	if !c.prompt.Woken() {
		return c.wake()
	}
	c.prompt.Anchor(c.log.Records())
	return nil
}

// reopen reads the session's file again, after a transaction wrote to it.
func (c *Conversation) reopen() error {
	log, _, err := transcript.Open(c.o.Land.FS(), c.session.ID)
	if err != nil {
		return fmt.Errorf("read session %s again: %w", c.session.ID, err)
	}
	c.log = log
	return c.reload()
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
	if c.log == nil || c.recorded || c.broken || !c.log.Grown() {
		return nil
	}
	return c.reread()
}

// reread takes in what another hand wrote into the session's file: parts of it may
// be hidden by now, and memory with them. What the disk did not take stays in sight.
func (c *Conversation) reread() error {
	if c.log == nil {
		return nil
	}
	c.broken, c.drowsy = true, true
	return c.saveLate()
}

// sessionTries is how often the id of a new session is drawn.
const sessionTries = 8

// start puts the session on disk, just before its first message. An id that is
// taken is drawn again; one that was asked for is not.
func (c *Conversation) start() error {
	if c.log != nil {
		return nil
	}
	var err error
	for range sessionTries {
		if err = c.create(); !errors.Is(err, fs.ErrExist) || c.o.ID != "" {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("begin session: %w", err)
	}
	if err := c.log.Append(transcript.Record{Wake: c.prompt.Context.Wake}); err != nil {
		return fmt.Errorf("begin session: %w", err)
	}
	if !c.o.Private {
		c.o.Emit(Began{Session: c.session.ID})
	}
	return nil
}

// create makes the session's file.
func (c *Conversation) create() error {
	now := c.now()
	id := c.o.ID
	if id == "" {
		id = transcript.NewID(now, c.rand)
	}
	c.session = transcript.Session{
		ID: id, Time: now, Version: transcript.Version,
		Title: c.o.Title, Model: c.o.Brain.Model.Ref(), Window: c.prompt.Ledger.Window, Source: c.o.Source, Key: c.o.Key,
	}
	if err := c.hold(c.session.ID); err != nil {
		return err
	}
	log, err := transcript.Create(c.o.Land.FS(), c.session)
	if err != nil {
		return errors.Join(err, c.Close())
	}
	c.log = log
	return nil
}

// Rename gives the session a title; one that is not on disk yet begins with it.
func (c *Conversation) Rename(title string) error {
	title = transcript.TitleOf(title)
	if c.log == nil {
		c.o.Title, c.session.Title = title, title
		return nil
	}
	if err := c.log.Rename(title); err != nil {
		return fmt.Errorf("rename session %s: %w", c.session.ID, err)
	}
	c.session.Title = title
	return nil
}

// Pin keeps a message of this session, by its id ("" is the newest that the
// person wrote), word for word in the context through every night; with on false
// the next night may take it. One that a night took out comes back.
func (c *Conversation) Pin(id string, on bool) (transcript.Message, error) {
	if err := c.saved(); err != nil {
		return transcript.Message{}, fmt.Errorf("pin a message: %w", err)
	}
	if c.log == nil {
		return transcript.Message{}, errors.New("there is nothing to pin: nothing was said yet")
	}
	m, err := c.log.Pin(id, on, c.now())
	if err != nil {
		c.broken = !errors.Is(err, transcript.ErrNoMessage)
		return m, fmt.Errorf("pin a message of session %s: %w", c.session.ID, err)
	}
	return m, c.reload()
}
