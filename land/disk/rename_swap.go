//go:build linux || darwin

package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// renamePair moves by folder handles, so that no folder on the way is looked up
// again.
func renamePair(_ *os.Root, _, _ string, a, b within) error {
	return withHandles(a, b, func(from, to int) error {
		return unix.Renameat(from, a.base, to, b.base)
	})
}

// exchangePair swaps two names. File systems without the call (NFS, some FUSE)
// answer EINVAL or ENOSYS.
func exchangePair(a, b within) error {
	err := withHandles(a, b, func(from, to int) error {
		return swap(from, a.base, to, b.base)
	})
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOTSUP) {
		return errors.ErrUnsupported
	}
	return err
}

func withHandles(a, b within, act func(from, to int) error) error {
	from, err := a.root.Open(".")
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := b.root.Open(".")
	if err != nil {
		return err
	}
	defer to.Close()
	return act(int(from.Fd()), int(to.Fd()))
}
