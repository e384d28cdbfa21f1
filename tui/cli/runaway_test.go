package cli

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"dormouse/tui/cli/fault"
)

// GUARANTEES 32: a server that sends 7 MB and does not stop is stopped; what came
// until then is kept as interrupted, and the session is of use: it can be slept
// over, and talked on.
func TestAReplyOfSevenMegabytes(t *testing.T) {
	b := newBench(t)
	var sent atomic.Int64 // the server may still be at it
	f := newFake(t, func(w http.ResponseWriter, r *http.Request) {
		for i := 0; sent.Load() < 7<<20 && r.Context().Err() == nil; i++ {
			text := fmt.Sprintf("Line %d of the ledger says that barrel %d holds %d litres of herring. ", i, i*7, i*13)
			sent.Add(int64(len(text)))
			chunk(w, textDelta(text))
		}
		finish(w, "stop")
	}, says("Fine."))
	r := b.run(fault.ExitFailed, f.ask("--window", "100m", "-p", "Tell me all about the barrels.")...)
	if !strings.Contains(r.err, "reply") || sent.Load() > 6<<20 {
		t.Errorf("after %d bytes: %s", sent.Load(), r.err)
	}
	_, lines := b.session()
	kept := lines[len(lines)-1]
	for _, l := range lines {
		if l.Role == "assistant" {
			kept = l
		}
	}
	if !kept.Interrupted || kept.Content == "" || len(kept.Content) > 2<<20 {
		t.Errorf("kept %d bytes, interrupted %t", len(kept.Content), kept.Interrupted)
	}
	night := b.command("sleep", "--offline")
	if out, err := night.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	took := night.ProcessState.UserTime() + night.ProcessState.SystemTime()
	if out := b.run(0, f.ask("-c", "-p", "And now?")...).out; out != "Fine.\n" {
		t.Errorf("talked on: %q", out)
	}
	b.run(0, "memory", "check")
	t.Logf("guarantee 32: sent_bytes=%d kept_bytes=%d night_processor_ms=%d", sent.Load(), len(kept.Content), took.Milliseconds())
}
