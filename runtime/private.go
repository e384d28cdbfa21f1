package runtime

import (
	"errors"
	"fmt"
	"io/fs"

	"dormouse/land/transcript"
)

// Keep makes a session of a private talk, all that was said in it, and gives its
// id. The talk itself stays as it is: whoever wants to go on in the session opens
// it.
func (c *Conversation) Keep() (string, error) {
	switch {
	case !c.o.Private:
		return "", errors.New("this talk is a session already")
	case c.log == nil:
		return "", errors.New("there is nothing to keep: nothing was said yet")
	case c.o.KeepIn == nil:
		return "", errors.New("this talk cannot be kept here")
	}
	folder, err := c.o.KeepIn()
	if err != nil {
		return "", fmt.Errorf("keep this talk: %w", err)
	}
	for _, m := range transcript.MediaOf(c.log.Messages()) {
		data, err := transcript.LoadMedia(c.o.Land.FS(), m)
		if err == nil {
			err = transcript.KeepMedia(folder, m, data)
		}
		if err != nil {
			return "", fmt.Errorf("keep this talk: %w", err)
		}
	}
	s := c.log.Session()
	for range sessionTries {
		if _, err = transcript.Keep(folder, c.log, s); !errors.Is(err, fs.ErrExist) {
			break
		}
		s.ID = transcript.NewID(c.now(), c.rand)
	}
	if err != nil {
		return "", fmt.Errorf("keep this talk: %w", err)
	}
	return s.ID, nil
}
