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
	fmt.Fprintf(&b, "dream_cycle:\n  cycle_id: %s\n  started_at: %s\n  seed: %d\n", quote(night), quote(now.Format(time.RFC3339)), r.Seed)
	b.WriteString("  state_transitions:\n")
	for _, s := range []sleep.State{sleep.EnteringSleep, sleep.LightSleep, sleep.DeepSleep} {
		fmt.Fprintf(&b, "    - %s\n", quote(string(s)))
	}
	if depth == sleep.Deep {
		fmt.Fprintf(&b, "    - %s\n", quote(string(sleep.Dreaming)))
	}
	fmt.Fprintf(&b, "    - %s\n", quote(string(sleep.Waking)))
	list := func(name string, items []string) {
		b.WriteString("  " + name + ":\n" + cmp.Or(strings.Join(items, ""), "    []\n"))
	}
	var turns, strengths, doubts []string
	for i, it := range r.Items {
		turns = append(turns, fmt.Sprintf("    - turn: %s\n      replay_index: %d\n      priority: %s\n", quote(it.ID), i, decimal(it.Priority)))
	}
	for _, s := range used {
		strengths = append(strengths, fmt.Sprintf("    - memory_id: %s\n      uses: %d\n      strength: %s\n", quote(s.ID), s.Uses, decimal(s.Strength)))
	}
	for _, m := range r.Marked {
		doubts = append(doubts, fmt.Sprintf("    - memory_id: %s\n      by: %s\n      probability: %s\n", quote(m.ID), quote(m.By), decimal(m.Sure)))
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

// quote is a YAML string in double quotes; JSON's are YAML's.
func quote(s string) string { return strconv.Quote(s) }
