package disk

import "golang.org/x/sys/unix"

func swap(from int, a string, to int, b string) error {
	return unix.RenameatxNp(from, a, to, b, unix.RENAME_SWAP)
}
