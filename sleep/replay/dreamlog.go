package replay

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormouse/memory/plan"
	"dormouse/sleep"
)

// DreamLog is what the night did beside remembering, as YAML: which turns it read
// again, in which order, what the talk used, and what homeostasis took away. It has no
// durations, as two runs of a night must give the same bytes.
func DreamLog(night string, now time.Time, depth sleep.Depth, r Replayed, used []plan.Strength) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "dream_cycle:\n  cycle_id: %q\n  started_at: %q\n  seed: %d\n", night, now.Format(time.RFC3339), r.Seed)
	b.WriteString("  state_transitions:\n")
	states := []sleep.State{sleep.EnteringSleep, sleep.LightSleep, sleep.DeepSleep}
	if depth == sleep.Deep {
		states = append(states, sleep.Dreaming)
	}
	for _, s := range append(states, sleep.Waking) {
		fmt.Fprintf(&b, "    - %q\n", s)
	}
	list := func(name string, items []string) {
		b.WriteString("  " + name + ":\n" + cmp.Or(strings.Join(items, ""), "    []\n"))
	}
	var turns, strengths, doubts []string
	for i, it := range r.Items {
		turns = append(turns, fmt.Sprintf("    - turn: %q\n      replay_index: %d\n      priority: %s\n", it.ID, i, decimal(it.Priority)))
	}
	for _, s := range used {
		strengths = append(strengths, fmt.Sprintf("    - memory_id: %q\n      uses: %d\n      strength: %s\n", s.ID, s.Uses, decimal(s.Strength)))
	}
	for _, m := range r.Marked {
		doubts = append(doubts, fmt.Sprintf("    - memory_id: %q\n      by: %q\n      probability: %s\n", m.ID, m.By, decimal(m.Sure)))
	}
	list("replay_sequence", turns)
	list("used", strengths)
	list("doubted", doubts)
	fmt.Fprintf(&b, "  associations:\n    formed: %d\n    strengthened: %d\n", r.Formed, r.Strengthened)
	fmt.Fprintf(&b, "  homeostasis:\n    associations_pruned: %d\n    decay_applied_to: %d\n", r.Pruned, r.Decayed)
	fmt.Fprintf(&b, "  outcome:\n    turns_read_again: %d\n    entries_added: %d\n    memories_used: %d\n    memories_consolidated: %d\n    memories_doubted: %d\n    associations_net_change: %+d\n",
		r.Replayed, r.Added, r.Used, r.Consolidated, r.Doubted, r.Formed-r.Pruned)
	return []byte(b.String())
}

func decimal(x float64) string { return strconv.FormatFloat(tidy(x), 'f', -1, 64) }
