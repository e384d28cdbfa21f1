package program

import (
	"fmt"
	"io"

	"dormouse/tui/cli/fault"
)

// MaxPiped bounds what is read from standard input for a prompt, in bytes.
const MaxPiped = 32 << 20

// MaxGiven bounds a file that a person gives: queries, a plan. In bytes.
const MaxGiven = 1 << 30

// ReadIn is all of standard input, which has a largest size: it may have no end,
// and half of a text is not what was meant.
func (c *Call) ReadIn() (string, error) {
	b, err := io.ReadAll(io.LimitReader(c.In, MaxPiped+1))
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	if len(b) > MaxPiped {
		return "", fault.Misused("standard input is larger than %d MB", MaxPiped>>20)
	}
	return string(b), nil
}
