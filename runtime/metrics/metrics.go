// Package metrics shows what a land's daemon does as ten Prometheus metrics,
// on this machine only: it listens on a loopback address and refuses any other. It holds counts and never a word of memory.
//
// Counters begin at zero with the daemon, as Prometheus expects of a process;
// what a land has done in all its life stands in .dormouse/nights.jsonl.
package metrics

import (
	"net/http"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"dormouse/sleep"
	"dormouse/sleep/night"
)

// Board holds the metrics. Its methods are safe for concurrent use.
type Board struct {
	registry                                             *prometheus.Registry
	state, queue, density                                prometheus.Gauge
	cycles, replayed, consolidated, strengthened, pruned prometheus.Counter
	duration, priority                                   prometheus.Histogram
}

// New makes a board with every metric at zero.
func New() *Board {
	b := &Board{
		registry: prometheus.NewRegistry(),
		state: gauge("sleep_state",
			"State of sleep: 0 awake, 1 entering sleep, 2 light sleep, 3 deep sleep, 4 dreaming, 5 waking."),
		queue:        gauge("consolidation_queue_size", "Messages that no night has read."),
		density:      gauge("association_network_density", "Share of all pairs of entries that are associated, 0 to 1."),
		cycles:       counter("sleep_cycles_total", "Nights that were saved."),
		replayed:     counter("memories_replayed_total", "Replays of memory entries."),
		consolidated: counter("memories_consolidated_total", "Memory entries that became permanent by replay."),
		strengthened: counter("associations_strengthened_total", "Times an association between two entries grew stronger."),
		pruned:       counter("associations_pruned_total", "Associations that grew too weak and were dropped."),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "dormouse_sleep_cycle_duration_seconds", Help: "How long a night took.",
			Buckets: []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000},
		}),
		priority: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "dormouse_replay_priority", Help: "Priority of each replay, 0 to 1.",
			Buckets: []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1},
		}),
	}
	b.registry.MustRegister(b.state, b.queue, b.density, b.cycles, b.replayed, b.consolidated, b.strengthened, b.pruned, b.duration, b.priority)
	return b
}

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: "dormouse_" + name, Help: help})
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: "dormouse_" + name, Help: help})
}

// State sets the state of sleep.
func (b *Board) State(s sleep.State) {
	b.state.Set(float64(max(0, slices.Index(sleep.States[:], s))))
}

// Look sets what one look at the land found: messages that wait, and the density
// of the association network.
func (b *Board) Look(queue int, density float64) {
	b.queue.Set(float64(queue))
	b.density.Set(density)
}

// Night counts a night that was saved.
func (b *Board) Night(r night.Report) {
	b.cycles.Inc()
	b.duration.Observe(float64(r.TookMS) / 1000)
	if r.Replay == nil {
		return
	}
	b.replayed.Add(float64(r.Replay.Replayed))
	b.consolidated.Add(float64(r.Replay.Consolidated))
	b.strengthened.Add(float64(r.Replay.Strengthened))
	b.pruned.Add(float64(r.Replay.Pruned))
	for _, it := range r.Replay.Items {
		b.priority.Observe(it.Priority)
	}
}

// Handler answers a scrape.
func (b *Board) Handler() http.Handler {
	return promhttp.HandlerFor(b.registry, promhttp.HandlerOpts{})
}
