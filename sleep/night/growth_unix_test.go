//go:build unix

package night

import (
	"os"
	"syscall"
	"time"
)

// busy is the processor time that this program has taken: that of a night does not
// hang on what else the machine does.
func busy() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// mostMemory is the most memory that a program held, in bytes.
func mostMemory(s *os.ProcessState) int64 {
	if u, ok := s.SysUsage().(*syscall.Rusage); ok {
		return int64(u.Maxrss) << 10
	}
	return 0
}
