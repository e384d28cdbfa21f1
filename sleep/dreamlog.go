package sleep

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// dreamLog is 002's dream log as YAML: what was replayed, in which order, what
// it strengthened, and what homeostasis took away. It has no durations, as two
// runs of a night must give the same bytes.
func (w *work) dreamLog() []byte {
	n, r := w.n, w.log.replayed
	var b strings.Builder
	fmt.Fprintf(&b, "dream_cycle:\n  cycle_id: %s\n  started_at: %s\n  seed: %d\n", quote(n.ID), quote(n.Now.Format(time.RFC3339)), n.Seed)
	b.WriteString("  state_transitions:\n")
	for _, s := range []State{EnteringSleep, LightSleep, DeepSleep} {
		fmt.Fprintf(&b, "    - %s\n", quote(string(s)))
	}
	if n.Depth == Deep {
		fmt.Fprintf(&b, "    - %s\n", quote(string(Dreaming)))
	}
	fmt.Fprintf(&b, "    - %s\n", quote(string(Waking)))
	b.WriteString("  replay_sequence:\n")
	for cycle, batch := range w.log.batches {
		for i, it := range batch {
			fmt.Fprintf(&b, "    - memory_id: %s\n      cycle: %d\n      replay_index: %d\n      priority: %s\n      is_novel: %t\n      strength_delta: +%.2f\n",
				quote(it.ID), cycle+1, i, strconv.FormatFloat(tidy(it.Priority), 'f', -1, 64), it.Novel, w.Settings.Replay.Strengthen)
		}
	}
	if r.Replayed == 0 {
		b.WriteString("    []\n")
	}
	fmt.Fprintf(&b, "  associations:\n    formed: %d\n    strengthened: %d\n", r.Formed, r.Strengthened)
	fmt.Fprintf(&b, "  homeostasis:\n    associations_pruned: %d\n    decay_applied_to: %d\n", r.Pruned, r.Decayed)
	fmt.Fprintf(&b, "  episodes:\n    in: %d\n    dropped: %d\n    promoted: %d\n    overflowed: %d\n    retained: %d\n", r.In, r.Dropped, r.Promoted, r.Overflowed, r.Retained)
	fmt.Fprintf(&b, "  outcome:\n    memories_replayed: %d\n    memories_consolidated: %d\n    associations_net_change: %+d\n", r.Replayed, r.Consolidated, r.Formed-r.Pruned)
	return []byte(b.String())
}

// quote is a YAML string in double quotes; JSON's are YAML's.
func quote(s string) string { return strconv.Quote(s) }
