package disk

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestUnmapProgram: what was read of the program leaves this process's memory, and the
// program goes on.
func TestUnmapProgram(t *testing.T) {
	mapped := func() (kB int) {
		b, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(b)) {
			if n, _ := fmt.Sscanf(line, "RssFile: %d kB", &kB); n == 1 {
				return kB
			}
		}
		t.Skip("this system does not tell")
		return 0
	}
	before := mapped()
	UnmapProgram()
	if after := mapped(); after >= before {
		t.Errorf("%d kB of files are mapped, and were %d", after, before)
	}
	UnmapProgram()
}
