package transcript

import (
	"fmt"
	"time"
)

// Pin keeps a message in the context word for word through every night from
// here on, or, with Off, lets it go with the next one. A message that an earlier
// night took out comes back for as long as it is pinned.
type Pin struct {
	Message string    `json:"message"`
	Off     bool      `json:"off,omitempty"`
	Time    time.Time `json:"time"`
}

// WithPins is a session's messages, of which list holds some or all, with
// Pinned as the last pin of each says.
func WithPins(list []Message, records []Record) []Message {
	on := map[string]bool{}
	for _, r := range records {
		if r.Pin != nil {
			on[r.Pin.Message] = !r.Pin.Off
		}
	}
	if len(on) == 0 {
		return list
	}
	out := append([]Message(nil), list...)
	for i, m := range out {
		if pinned, said := on[m.ID]; said {
			out[i].Pinned = pinned
		}
	}
	return out
}

// Find is the message that a person names by its id or the beginning of it; with
// "" it is the newest that a person wrote. ErrNoMessage, ErrAmbiguous.
func (l *Log) Find(id string) (Message, error) {
	list := l.Messages()
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.ID
	}
	whole, err := Match(id, ids)
	if err != nil {
		return Message{}, err
	}
	for i := len(list) - 1; i >= 0; i-- {
		if m := list[i]; id != "" && m.ID == whole || id == "" && m.Role == User {
			return m, nil
		}
	}
	return Message{}, fmt.Errorf("%w: %q", ErrNoMessage, id)
}

// Pin appends a pin of a message that is there (see Find), and returns the
// message as it is from now on.
func (l *Log) Pin(id string, on bool, now time.Time) (Message, error) {
	m, err := l.Find(id)
	if err != nil || m.Pinned == on {
		return m, err
	}
	err = l.Append(Record{Pin: &Pin{Message: m.ID, Off: !on, Time: now}})
	m.Pinned = on
	return m, err
}
