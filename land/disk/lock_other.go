//go:build !linux && !darwin && !freebsd && !netbsd && !openbsd && !dragonfly && !windows

package disk

import (
	"errors"
	"os"
)

// lockFile has no call that a dead process lets go of here; saying so is better
// than a lock file that outlives its holder.
func lockFile(*os.File) error { return errors.ErrUnsupported }
