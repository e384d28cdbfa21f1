package output

import (
	"bytes"
	"testing"
	"time"
)

// How far it is and when it is done is told from what was read and how long that
// took.
func TestProgressForecasts(t *testing.T) {
	at := time.Duration(0)
	var out bytes.Buffer
	p := &Progress{out: &out, what: "import", total: 1000, Took: func() time.Duration { return at }, next: leastSilence, on: true}
	p.Add(100)
	if out.Len() > 0 {
		t.Errorf("it speaks at once: %q", out.String())
	}
	at = 10 * time.Second
	p.Say("7 conversations")
	p.Say("8 conversations")
	if got := out.String(); got != "import 10% · 7 conversations · about 1m30s left\n" {
		t.Errorf("it says %q", got)
	}
}
