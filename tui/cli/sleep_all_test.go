package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"dormouse/land/transcript"
)

// TestSleepAllLeavesOutWhatIsOpen: a session that a chat holds is named and left to it,
// the others have their night.
func TestSleepAllLeavesOutWhatIsOpen(t *testing.T) {
	t.Parallel()
	b := newBench(t).with("DORMOUSE_OFFLINE=true")
	for _, text := range []string{"My sister is called Jorunn.", "I work at the saw mill.", "The boiler is a Vaillant."} {
		b.run(0, "-p", text)
	}
	files, err := filepath.Glob(filepath.Join(b.land, "sessions", "*.jsonl"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	open := strings.TrimSuffix(filepath.Base(files[0]), ".jsonl") // the oldest: it is first
	lock := b.hold(".dormouse/locks/session-" + open)
	r := b.run(0, "sleep", "--all", "--json")
	if n := strings.Count(r.out, `"night":`); n != 2 || strings.Contains(r.out, open) {
		t.Errorf("%d nights:\n%s", n, r.out)
	}
	if strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, "another dormouse has it open") || !strings.Contains(r.err, transcript.ShortID(open)) {
		t.Errorf("said %q", r.err)
	}
	if r = b.run(4, "sleep", "--all", "--json"); !strings.Contains(r.err, `"busy"`) { // none but the open one is due
		t.Errorf("said %q", r.err)
	}
	lock.Close()
	if r = b.run(0, "sleep", "--all"); r.out == "" || strings.Contains(r.err, "left out") {
		t.Errorf("said %q and %q", r.out, r.err)
	}
	if r = b.run(0, "sleep", "--all"); !strings.Contains(r.err, "slept over already") {
		t.Errorf("said %q", r.err)
	}
}
