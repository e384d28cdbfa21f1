//go:build !unix

package disk_test

import (
	"testing"

	"dormouse/land/disk"
)

// newOddDir has no FIFOs and links to offer here; Mem keeps the suite alive.
func newOddDir(t *testing.T) (disk.FS, odd) {
	t.Skip("no links and FIFOs to try here")
	return nil, nil
}
