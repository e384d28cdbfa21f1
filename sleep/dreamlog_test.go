package sleep

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"dormouse/land/disk"
)

// The dream log tells 002's cycle: states, what was replayed in which order, what
// it bound, what homeostasis took, and the outcome; its counts are the report's.
func TestDreamLog(t *testing.T) {
	d := newDormitory(t, disk.NewMem())
	for i := range 5 {
		d.turn(fmt.Sprintf("[fact 0.5] Shelf s%d holds jar j%d and pot p%d.", i, i, i), 5)
	}
	n := d.sleep(1000)
	log, r := d.file(DreamsDir+"/"+n.ID+".yaml"), n.Report.Replay
	var keys []string
	for line := range strings.Lines(log) {
		if m := regexp.MustCompile(`^ {0,2}([a-z_]+):`).FindStringSubmatch(line); m != nil {
			keys = append(keys, m[1])
		}
		if strings.Contains(line, "\t") || !regexp.MustCompile(`^ *(- )?([a-z_]+: .+|[a-z_]+:|"[a-z_]+"|\[\])\n$`).MatchString(line) {
			t.Errorf("no YAML: %q", line)
		}
	}
	if got := strings.Join(keys, " "); got != "dream_cycle cycle_id started_at seed state_transitions replay_sequence associations homeostasis episodes outcome" {
		t.Errorf("keys: %s", got)
	}
	for _, want := range []string{
		fmt.Sprintf("cycle_id: %q\n", n.ID), "seed: 7\n", "- \"light_sleep\"\n    - \"deep_sleep\"\n    - \"waking\"\n", "strength_delta: +0.15\n", "is_novel: true\n",
		fmt.Sprintf("memories_replayed: %d\n", r.Replayed), fmt.Sprintf("formed: %d\n", r.Formed), fmt.Sprintf("retained: %d\n", r.Retained),
	} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is missing in\n%s", want, log)
		}
	}
	if got := strings.Count(log, "memory_id:"); got != 5 || r.Replayed != 5 || r.Formed != 10 {
		t.Errorf("%d in the log; %+v", got, r)
	}
}
