//go:build !unix

package disk

import "testing"

// newOddDir has no FIFOs and links to offer here; Mem keeps the suite alive.
func newOddDir(t *testing.T) (FS, odd) {
	t.Skip("no links and FIFOs to try here")
	return nil, nil
}
