package night

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"dormouse/land/disk/memdisk"
)

// The dream log tells the states of a night, what it read again in which order, what
// was used, what homeostasis took, and the outcome; its counts are the report's.
func TestDreamLog(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	for i := range 5 {
		beside := ""
		if i != 1 { // what a night has of one sentence it does not read again
			beside = " We dusted it."
		}
		d.turn(fmt.Sprintf("[fact 0.5] Shelf s%d of the Waterford orchestra holds jar j%d and pot p%d.%s", i, i, i, beside), 5)
	}
	d.sleep(1000)
	d.now = d.now.AddDate(0, 0, 1)
	d.turn("[fact 0.5] Which shelf of the Waterford orchestra holds jar j1 and pot p1?", 40)
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
	if got := strings.Join(keys, " "); got != "dream_cycle cycle_id started_at seed state_transitions replay_sequence used doubted associations homeostasis outcome" {
		t.Errorf("keys: %s", got)
	}
	for _, want := range []string{
		fmt.Sprintf("cycle_id: %q\n", n.ID), "seed: 7\n", "- \"light_sleep\"\n    - \"deep_sleep\"\n    - \"waking\"\n", "strength: 0.3\n",
		fmt.Sprintf("turns_read_again: %d\n", r.Replayed), fmt.Sprintf("formed: %d\n", r.Formed), fmt.Sprintf("memories_used: %d\n", r.Used),
	} {
		if !strings.Contains(log, want) {
			t.Errorf("%q is missing in\n%s", want, log)
		}
	}
	if turns, used := strings.Count(log, "- turn:"), strings.Count(log, "memory_id:"); turns == 0 || turns != r.Replayed || used == 0 || used != r.Used {
		t.Errorf("%d turns and %d entries in the log; %+v", turns, used, r)
	}
}
