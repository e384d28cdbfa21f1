//go:build unix

package land

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
)

// TestKill kills a program that saves without pause, a few times, with SIGKILL.
func TestKill(t *testing.T) {
	if at := os.Getenv("LAND_TEST_SAVE"); at != "" {
		saveForEver(t, at)
	}
	dir := openDir(t)
	copyTo(t, lived(t), dir)
	saved := 0
	for round := range 8 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
		cmd.Env = append(os.Environ(), "LAND_TEST_SAVE="+dir.Path(), fmt.Sprintf("LAND_TEST_ROUND=%d", round))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// It dies somewhere in or after its third transaction of this round.
		buf := make([]byte, 1)
		for range 2 + round%3 {
			if _, err := out.Read(buf); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Duration(round) * 700 * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		saved += 2 + round%3

		newLand(t, dir)
		files := snapshot(t, dir)
		inMemory := strings.Count(files[MemoryFile], "- Saved ")
		inSession := strings.Count(files[sessionFile], "{\"saved\":")
		if inMemory != inSession || inMemory < saved {
			t.Fatalf("round %d: %d entries in memory, %d lines in the session, %d were acknowledged", round, inMemory, inSession, saved)
		}
		saved = inMemory
	}
	t.Logf("guarantee 6: kills=8 transactions=%d", saved)
}

func saveForEver(t *testing.T, at string) {
	dir, err := disk.OpenDir(at)
	if err != nil {
		t.Fatal(err)
	}
	l, _, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		before, err := l.Read(MemoryFile)
		if err != nil {
			t.Fatal(err)
		}
		id := fmt.Sprintf("r%s-%d", os.Getenv("LAND_TEST_ROUND"), i)
		_, err = l.Save(Tx{ID: id, Kind: "test", Undoable: true, Changes: []Change{
			{Path: MemoryFile, Before: before, After: append(before, "- Saved "+id+"\n"...)},
			{Path: sessionFile, Append: fmt.Appendf(nil, "{\"saved\":%q}\n", id)},
		}})
		if err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString(".")
	}
}
