// Package metrics shows what a land's daemon does as ten Prometheus metrics,
// on this machine only: it listens on a loopback address and refuses any other. It holds counts and never a word of memory.
//
// Counters begin at zero with the daemon, as Prometheus expects of a process;
// what a land has done in all its life stands in .dormouse/nights.jsonl.
//
// # Why
//
// The text format is a few lines (expose.go), and Prometheus's own parser reads it
// in the tests. The client library brings the runtime of protocol buffers and a
// reader of /proc with it, which every build compiles and every start initialises,
// of the daemon or not.
package metrics

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"dormouse/sleep"
	"dormouse/sleep/night"
)

// Board holds the metrics. Its methods are safe for concurrent use.
type Board struct {
	mu                                                   sync.Mutex
	state, queue, density                                single
	cycles, replayed, consolidated, strengthened, pruned single
	duration, priority                                   histogram
}

// New makes a board with every metric at zero.
func New() *Board {
	return &Board{
		state: single{about: about{"dormouse_sleep_state",
			"State of sleep: 0 awake, 1 entering sleep, 2 light sleep, 3 deep sleep, 4 dreaming, 5 waking.", gauge}},
		queue:        single{about: about{"dormouse_consolidation_queue_size", "Messages that no night has read.", gauge}},
		density:      single{about: about{"dormouse_association_network_density", "Share of all pairs of entries that are associated, 0 to 1.", gauge}},
		cycles:       single{about: about{"dormouse_sleep_cycles_total", "Nights that were saved.", counter}},
		replayed:     single{about: about{"dormouse_memories_replayed_total", "Old turns that were read again.", counter}},
		consolidated: single{about: about{"dormouse_memories_consolidated_total", "Memory entries that are used so much that they last.", counter}},
		strengthened: single{about: about{"dormouse_associations_strengthened_total", "Times an association between two entries grew stronger.", counter}},
		pruned:       single{about: about{"dormouse_associations_pruned_total", "Associations that grew too weak and were dropped.", counter}},
		duration: newHistogram("dormouse_sleep_cycle_duration_seconds", "How long a night took.",
			0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000),
		priority: newHistogram("dormouse_replay_priority", "Priority of each replay, 0 to 1.",
			0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
	}
}

// State sets the state of sleep.
func (b *Board) State(s sleep.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.value = float64(max(0, slices.Index(sleep.States[:], s)))
}

// Look sets what one look at the land found: messages that wait, and the density
// of the association network.
func (b *Board) Look(queue int, density float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue.value, b.density.value = float64(queue), density
}

// Night counts a night that was saved.
func (b *Board) Night(r night.Report) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cycles.value++
	b.duration.observe(float64(r.TookMS) / 1000)
	if r.Replay == nil {
		return
	}
	b.replayed.value += float64(r.Replay.Replayed)
	b.consolidated.value += float64(r.Replay.Consolidated)
	b.strengthened.value += float64(r.Replay.Strengthened)
	b.pruned.value += float64(r.Replay.Pruned)
	for _, it := range r.Replay.Items {
		b.priority.observe(it.Priority)
	}
}

// text is what a scrape is answered with.
func (b *Board) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out strings.Builder
	for _, s := range []single{b.state, b.queue, b.density, b.cycles, b.replayed, b.consolidated, b.strengthened, b.pruned} {
		s.write(&out)
	}
	b.duration.write(&out)
	b.priority.write(&out)
	return out.String()
}

// Handler answers a scrape.
func (b *Board) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write([]byte(b.text())) // who asked has the figures, or is gone
	})
}
