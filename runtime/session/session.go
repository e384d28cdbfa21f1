// Package session is the log of one talk: its ids and title, the lock that keeps
// other programs out, and what the disk did not take yet.
//
// A session begins on disk just before its first message. What the disk refuses is
// held back, in its order, and written when it takes it: an answer is worth more than
// none. After a write that failed nobody knows what the disk took, so the file is read
// again before the next one. While a reply streams, its pieces are kept beside the log
// and taken up after a kill.
//
// The package knows no prompt and no model; it has no clock.
package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/runtime/presence"
)

// ErrOpen is returned by Open when another program holds the session; it is the land's
// ErrBusy, too. The caller should leave the session to it.
var ErrOpen = fmt.Errorf("another dormouse has it open: %w", land.ErrBusy)

// Options say which session it is, and how it is held.
type Options struct {
	Land *land.Land
	Rand *rand.Rand // draws ids
	// Title, Source, Key and ID are as in the options of a conversation.
	Title, Source, Key, ID string
	// Private is a talk of which nothing reaches the disk; KeepIn opens the folder in
	// which Keep makes a session of it, nil where it cannot.
	Private bool
	KeepIn  func() (disk.FS, error)
	// ReadOnly looks at a session without holding it.
	ReadOnly bool
	// Patient waits for a session that a night holds.
	Patient bool
	// Notice tells a person, Began that a new session is on disk.
	Notice func(text string)
	Began  func(id string)
}

// Session is one talk's log. It is not safe for concurrent use.
type Session struct {
	o       Options
	log     *transcript.Log // nil until the first message
	lock    io.Closer
	head    transcript.Session
	late    []transcript.Message // that the disk did not take
	unknown bool                 // a write failed: the file is read again before the next
}

// Start is what a session records of the moment in which it begins.
type Start struct {
	Now    time.Time
	Model  string
	Window int // tokens
	Wake   *transcript.Wake
}

// New is a session that begins with its first message.
func New(o Options) *Session { return &Session{o: o} }

// Open holds an existing session and reads it. The notices tell what was mended.
func (s *Session) Open(ctx context.Context, id string) (notices []string, err error) {
	if err := s.await(ctx, id); err != nil {
		return nil, err
	}
	log, found, err := transcript.Open(s.o.Land.FS(), id)
	if err != nil {
		return nil, err
	}
	for _, n := range found {
		notices = append(notices, n.String())
	}
	s.log, s.head = log, log.Session()
	return notices, nil
}

// lateClose is how many polls after a night its session may still be held: the
// sleeper lets go of the night first.
const lateClose = 100

// await holds a session; where a night has it, it waits for that if it is patient.
func (s *Session) await(ctx context.Context, id string) error {
	late := lateClose // nobody waits who has seen no night
	for try := 0; ; try++ {
		night := s.o.Patient && presence.NightRuns(s.o.Land) // looked at first: it may end before hold
		if late++; night {
			late = 0
		}
		err := s.hold(id)
		if !errors.Is(err, land.ErrBusy) || late >= lateClose || try == presence.Polls || ctx.Err() != nil {
			return err
		}
		if try == 0 {
			presence.RequestWake(s.o.Land.FS(), id)
			s.o.Notice("waiting for a night on this session")
		}
		disk.Pause(presence.Poll)
	}
}

// hold takes the session's lock: two programs that went on with one session
// would each miss what the other says.
func (s *Session) hold(id string) error {
	if s.o.ReadOnly {
		return nil
	}
	lock, err := s.o.Land.Lock("session-" + id)
	if errors.Is(err, land.ErrBusy) {
		return fmt.Errorf("open session %s: %w", id, ErrOpen)
	}
	if err != nil && !errors.Is(err, land.ErrUnwritable) {
		return fmt.Errorf("open session %s: %w", id, err)
	}
	s.lock = lock
	return nil
}

// Close lets go of the session.
func (s *Session) Close() error {
	if s.lock == nil {
		return nil
	}
	lock := s.lock
	s.lock = nil
	return lock.Close()
}

// ID is the session's id, "" before the first message.
func (s *Session) ID() string { return s.head.ID }

// Title is what the session is called.
func (s *Session) Title() string { return s.head.Title }

// Begun says whether anything was said yet.
func (s *Session) Begun() bool { return s.log != nil }

// Messages are all messages of the log, also those that nights replaced.
func (s *Session) Messages() []transcript.Message {
	if s.log == nil {
		return nil
	}
	return s.log.Messages()
}

// Records are the lines of the log.
func (s *Session) Records() []transcript.Record {
	if s.log == nil {
		return nil
	}
	return s.log.Records()
}

// Context is what a request holds of the session: as the log has it, and after it what
// the disk lacks.
func (s *Session) Context() transcript.Context {
	in := s.log.Context()
	for _, m := range s.late {
		in.Messages = transcript.Added(in.Messages, m)
	}
	return in
}

// Grown says whether another program wrote to the session's file.
func (s *Session) Grown() bool { return s.log != nil && s.log.Grown() }

// Read reads the session's file again, after a transaction wrote to it or a write
// failed.
func (s *Session) Read() error {
	log, _, err := transcript.Open(s.o.Land.FS(), s.head.ID)
	if err != nil {
		return fmt.Errorf("read session %s again: %w", s.head.ID, err)
	}
	s.log = log
	return nil
}

// tries is how often the id of a new session is drawn.
const tries = 8

// begin puts the session on disk, with its first message. An id that is taken is drawn
// again; one that was asked for is not.
func (s *Session) begin(at Start, m *transcript.Message) error {
	var err error
	for range tries {
		if err = s.create(at, m); !errors.Is(err, fs.ErrExist) || s.o.ID != "" {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("begin session: %w", err)
	}
	if !s.o.Private {
		s.o.Began(s.head.ID)
	}
	return nil
}

// create makes the session's file.
func (s *Session) create(at Start, m *transcript.Message) error {
	id := s.o.ID
	if id == "" {
		id = transcript.NewID(at.Now, s.o.Rand)
	}
	s.head = transcript.Session{
		ID: id, Time: at.Now, Version: transcript.Version,
		Title: s.o.Title, Model: at.Model, Window: at.Window, Source: s.o.Source, Key: s.o.Key,
	}
	if err := s.hold(s.head.ID); err != nil {
		return err
	}
	if !transcript.SafeID(m.ID) {
		m.ID = transcript.NewID(m.Time, s.o.Rand)
	}
	log, err := transcript.Create(s.o.Land.FS(), s.head, transcript.Record{Wake: at.Wake}, transcript.Record{Message: m})
	if err != nil {
		return errors.Join(err, s.Close())
	}
	s.log = log
	return nil
}

// Rename gives the session a title; one that is not on disk yet begins with it.
func (s *Session) Rename(title string) error {
	title = transcript.TitleOf(title)
	if s.log == nil {
		s.o.Title, s.head.Title = title, title
		return nil
	}
	if err := s.log.Rename(title); err != nil {
		return fmt.Errorf("rename session %s: %w", s.head.ID, err)
	}
	s.head.Title = title
	return nil
}

// Pin keeps a message, by its id ("" is the newest that the person wrote), word for
// word in the context through every night; with on false the next night may take it.
func (s *Session) Pin(id string, on bool, now time.Time) (transcript.Message, error) {
	if s.log == nil {
		return transcript.Message{}, errors.New("there is nothing to pin: nothing was said yet")
	}
	m, err := s.log.Pin(id, on, now)
	if err != nil {
		s.unknown = !errors.Is(err, transcript.ErrNoMessage)
		return m, fmt.Errorf("pin a message of session %s: %w", s.head.ID, err)
	}
	return m, nil
}
