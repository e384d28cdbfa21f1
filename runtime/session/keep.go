package session

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
)

// Keep makes a session of a private talk, all that was said in it, and gives its
// id. The talk itself stays as it is: whoever wants to go on in the session opens
// it.
func (s *Session) Keep(now time.Time) (string, error) {
	switch {
	case !s.o.Private:
		return "", errors.New("this talk is a session already")
	case s.log == nil:
		return "", errors.New("there is nothing to keep: nothing was said yet")
	case s.o.KeepIn == nil:
		return "", errors.New("this talk cannot be kept here")
	}
	folder, err := s.o.KeepIn()
	if err != nil {
		return "", fmt.Errorf("keep this talk: %w", err)
	}
	for _, m := range transcript.MediaOf(s.log.Messages()) {
		data, err := media.Load(s.o.Land.FS(), m)
		if err == nil {
			err = media.Keep(folder, m, data)
		}
		if err != nil {
			return "", fmt.Errorf("keep this talk: %w", err)
		}
	}
	head := s.log.Session()
	for range tries {
		if _, err = transcript.Keep(folder, s.log, head); !errors.Is(err, fs.ErrExist) {
			break
		}
		head.ID = transcript.NewID(now, s.o.Rand)
	}
	if err != nil {
		return "", fmt.Errorf("keep this talk: %w", err)
	}
	return head.ID, nil
}
