package cli

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// TestTogether is GUARANTEES 12: several programs write to one land at once;
// nothing is lost and nothing doubled.
func TestTogether(t *testing.T) {
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	const programs, each = 6, 4
	var all sync.WaitGroup
	for p := range programs {
		all.Add(1)
		go func() { // ends when its programs have ended
			defer all.Done()
			for i := range each {
				args := []string{"memory", "save", fmt.Sprintf("Note %d of program %d.", i, p)}
				switch p % 3 {
				case 1:
					args = []string{"memory", "update", "--append", "--text", args[2]}
				case 2:
					args = []string{"-p", "Remember that drawer " + fmt.Sprintf("%d-%d", p, i) + " is locked."}
				}
				c := b.command(args...)
				if out, err := c.CombinedOutput(); err != nil {
					t.Errorf("%v: %v: %s", args, err, out)
				}
			}
		}()
	}
	all.Wait()
	b.run(0, "memory", "check")
	lines := b.run(0, "memory", "get", "MEMORY.md").out
	logs := b.run(0, "memory", "search", "--limit", "1000", "note program").out
	for p := range programs {
		for i := range each {
			text, where := fmt.Sprintf("Note %d of program %d.", i, p), lines
			switch p % 3 {
			case 0:
				where = logs
			case 2:
				text = fmt.Sprintf("drawer %d-%d is locked", p, i)
			}
			if n := strings.Count(strings.ToLower(where), strings.ToLower(text)); n != 1 {
				t.Errorf("%q stands %d times", text, n)
			}
		}
	}
	var heads []struct{ ID string }
	b.run(0, "sessions", "list", "--json").into(t, &heads)
	if len(heads) != programs/3*each {
		t.Errorf("%d sessions, want %d", len(heads), programs/3*each)
	}
}
