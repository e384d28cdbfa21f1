package metrics

import (
	"io"
	"net"
	"net/http"
	"testing"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// scrape reads the metrics as Prometheus does.
func scrape(t *testing.T, url string) map[string]*dto.MetricFamily {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", url, resp.Status)
	}
	p := expfmt.NewTextParser(model.UTF8Validation)
	families, err := p.TextToMetricFamilies(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return families
}

func TestTenMetricsAreScraped(t *testing.T) {
	b := New()
	addr, stop, err := b.Serve("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	b.State(sleep.Dreaming)
	b.Look(7, 0.25)
	b.Night(night.Report{TookMS: 1500, Replay: &replay.Replayed{Replayed: 9, Consolidated: 2, Strengthened: 5, Pruned: 3, Items: []replay.Item{{Priority: 0.5}, {Priority: 0.25}}}})
	b.Night(night.Report{TookMS: 20})
	got := scrape(t, "http://"+addr+"/metrics")
	for name, want := range map[string]float64{
		"dormouse_sleep_state": 4, "dormouse_consolidation_queue_size": 7, "dormouse_association_network_density": 0.25,
		"dormouse_sleep_cycles_total": 2, "dormouse_memories_replayed_total": 9, "dormouse_memories_consolidated_total": 2,
		"dormouse_associations_strengthened_total": 5, "dormouse_associations_pruned_total": 3,
		"dormouse_sleep_cycle_duration_seconds": 1.52, "dormouse_replay_priority": 0.75, // sums
	} {
		f := got[name]
		if f == nil || f.GetHelp() == "" || len(f.GetMetric()) != 1 {
			t.Errorf("%s: %v", name, f)
			continue
		}
		if v := value(f.GetMetric()[0]); v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	if len(got) != 10 {
		t.Errorf("%d metrics", len(got))
	}
	took := got["dormouse_sleep_cycle_duration_seconds"].GetMetric()[0].GetHistogram()
	if n := took.GetSampleCount(); n != 2 {
		t.Errorf("%d nights were timed", n)
	}
	for _, at := range took.GetBucket() { // each holds all below it
		want := 0
		for _, seconds := range []float64{1.5, 0.02} {
			if seconds <= at.GetUpperBound() {
				want++
			}
		}
		if int(at.GetCumulativeCount()) != want {
			t.Errorf("%d nights took up to %g s, want %d", at.GetCumulativeCount(), at.GetUpperBound(), want)
		}
	}
	if n := len(took.GetBucket()); n != 12 {
		t.Errorf("%d buckets", n)
	}
	b.State(sleep.Awake)
	if v := value(scrape(t, "http://"+addr+"/metrics")["dormouse_sleep_state"].GetMetric()[0]); v != 0 {
		t.Errorf("awake is %v", v)
	}
}

func value(m *dto.Metric) float64 {
	switch {
	case m.GetGauge() != nil:
		return m.GetGauge().GetValue()
	case m.GetCounter() != nil:
		return m.GetCounter().GetValue()
	}
	return m.GetHistogram().GetSampleSum()
}

func TestOnlyLoopbackIsServed(t *testing.T) {
	for addr, ok := range map[string]bool{
		"127.0.0.1:9188": true, "127.8.8.8:0": true, "[::1]:0": true, "localhost:0": true, "[::ffff:127.0.0.1]:1": true,
		"0.0.0.0:9188": false, ":9188": false, "[::]:9188": false, "192.168.1.4:9188": false, "example.org:80": false,
		"localhost.example.org:80": false, "127.0.0.1": false, "": false, "127.1:80": false, "[::ffff:10.0.0.1]:1": false,
	} {
		if err := Loopback(addr); (err == nil) != ok {
			t.Errorf("%q: %v", addr, err)
		}
		if ok {
			continue
		}
		if _, _, err := New().Serve(addr); err == nil {
			t.Errorf("%q is served", addr)
		}
	}
}

func TestServingEndsWithStop(t *testing.T) {
	addr, stop, err := New().Serve("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Post("http://"+addr+"/metrics", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", resp.Status)
	}
	if _, _, err := New().Serve(addr); err == nil {
		t.Error("a port was taken twice")
	}
	stop()
	if _, err := http.Get("http://" + addr + "/metrics"); err == nil {
		t.Error("still served after stop")
	}
}

// A page that a browser on this machine shows reaches this port under a name of
// its own, which points here.
//
// GUARANTEES 22.
func TestOnlyTheOwnHostIsAnswered(t *testing.T) {
	addr, stop, err := New().Serve("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	_, port, _ := net.SplitHostPort(addr)
	for host, want := range map[string]int{
		addr: http.StatusOK, "localhost:" + port: http.StatusOK, "[::1]:" + port: http.StatusOK,
		"evil.example:" + port: http.StatusMisdirectedRequest, "127.0.0.1": http.StatusMisdirectedRequest, "127.0.0.1:1": http.StatusMisdirectedRequest, "192.168.1.4:" + port: http.StatusMisdirectedRequest,
	} {
		r, err := http.NewRequest(http.MethodGet, "http://"+addr+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %s", host, resp.Status)
		}
	}
}
