//go:build !linux && !darwin

package disk

import (
	"errors"
	"os"
)

func renamePair(root *os.Root, from, to string, _, _ within) error {
	return root.Rename(from, to)
}

func exchangePair(_, _ within) error { return errors.ErrUnsupported }
