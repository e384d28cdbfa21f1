package disk

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// remote says why the system does not tell of all changes in a folder: it lies on
// another machine, or a program serves it.
func remote(path string) error {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return nil // watching it says what is wrong
	}
	kinds := map[uint32]string{
		unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB",
		unix.AFS_SUPER_MAGIC: "AFS", unix.CEPH_SUPER_MAGIC: "Ceph", unix.CODA_SUPER_MAGIC: "Coda", unix.V9FS_MAGIC: "9P", unix.FUSE_SUPER_MAGIC: "FUSE",
		0x786f4256: "VirtualBox", // its shared folders
	}
	if kind := kinds[uint32(st.Type)]; kind != "" {
		return fmt.Errorf("a folder by %s: %w", kind, errRemote)
	}
	return nil
}

func swap(from int, a string, to int, b string) error {
	return unix.Renameat2(from, a, to, b, unix.RENAME_EXCHANGE)
}
