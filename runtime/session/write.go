package session

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
)

// Write appends a message to the session, which it begins. While messages are held
// back or the file is to be read again it is refused, as a broken log refuses it.
func (s *Session) Write(m *transcript.Message, at Start) error {
	if s.unknown || s.Late() > 0 {
		return transcript.ErrBroken
	}
	return s.write(m, at)
}

func (s *Session) write(m *transcript.Message, at Start) error {
	if s.log == nil {
		return s.begin(at, m)
	}
	if !s.log.Free(m.ID) {
		m.ID = s.log.NextID(m.Time, s.o.Rand)
	}
	if err := s.log.Append(transcript.Record{Message: m}); err != nil {
		s.unknown = !errors.Is(err, transcript.ErrTooLong)
		return fmt.Errorf("write session %s: %w", s.head.ID, err)
	}
	return nil
}

// Append writes a line that is no message.
func (s *Session) Append(r transcript.Record) error { return s.log.Append(r) }

// Doubt says that nobody knows what the disk took: the file is to be read again before
// the next write.
func (s *Session) Doubt() { s.unknown = true }

// InDoubt says whether the file is to be read again.
func (s *Session) InDoubt() bool { return s.unknown }

// Trust ends the doubt: the file was read, or nothing is in it yet.
func (s *Session) Trust() { s.unknown = false }

// Refused tells whether it is the disk that does not take a message.
func Refused(err error) bool {
	return errors.Is(err, land.ErrUnwritable) || errors.Is(err, transcript.ErrBroken) || disk.Refused(err)
}

// HoldBack keeps a message that the disk refused until it takes it.
func (s *Session) HoldBack(m *transcript.Message) {
	if m.ID == "" {
		m.ID = s.lateID(m.Time)
	}
	s.late = append(s.late, *m)
}

// lateID is an id for a message of time t that is not in the session's file, after
// those that are and those that are not either.
func (s *Session) lateID(t time.Time) string {
	last := ""
	if list := slices.Concat(s.Messages(), s.late); len(list) > 0 {
		last = list[len(list)-1].ID
	}
	return transcript.NewID(transcript.After(last, t), s.o.Rand)
}

// Late is how many messages the disk lacks.
func (s *Session) Late() int { return len(s.late) }

// WriteLate writes what was held back, as far as the disk takes it now.
func (s *Session) WriteLate(at Start) error {
	there := map[string]bool{}
	for _, m := range s.Messages() {
		there[m.ID] = true
	}
	late := s.late
	s.late = nil
	for i, m := range late {
		if there[m.ID] {
			continue
		}
		if err := s.write(&m, at); err != nil {
			if s.late = late[i:]; !Refused(err) {
				return err
			}
			break
		}
	}
	return nil
}
