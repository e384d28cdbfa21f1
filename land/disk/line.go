package disk

import (
	"bufio"
	"errors"
	"fmt"
)

// ReadLine reads a line with its end, of at most so many bytes. A longer one fails
// with ErrTooLarge, and what follows is left unread: nobody writes such a line, and
// it may have no end.
func ReadLine(in *bufio.Reader, most int) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) > most {
			return "", fmt.Errorf("%w: a line of more than %d MB", ErrTooLarge, most>>20)
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}
