package disk

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// remote says why the system does not tell of all changes in a folder: it lies on
// another machine.
func remote(path string) error {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil || st.Flags&unix.MNT_LOCAL != 0 {
		return nil // watching it says what is wrong
	}
	return fmt.Errorf("a folder by %s: %w", unix.ByteSliceToString(st.Fstypename[:]), errRemote)
}

func swap(from int, a string, to int, b string) error {
	return unix.RenameatxNp(from, a, to, b, unix.RENAME_SWAP)
}
