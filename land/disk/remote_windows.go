package disk

import (
	"fmt"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// remote says why the system does not tell of all changes in a folder: it lies on
// another machine.
func remote(path string) error {
	root, err := windows.UTF16PtrFromString(filepath.VolumeName(path) + `\`)
	if err != nil || windows.GetDriveType(root) != windows.DRIVE_REMOTE {
		return nil // watching it says what is wrong
	}
	return fmt.Errorf("a network drive: %w", errRemote)
}
