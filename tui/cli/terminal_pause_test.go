package cli

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// slowly is a provider that answers a turn at once and takes its time over a night's
// question. It notes when each turn's question comes.
type slowly struct {
	*fake
	night time.Duration

	mu     sync.Mutex
	turns  []time.Time
	nights int // questions of nights that were answered
}

func (s *slowly) answer(w http.ResponseWriter, r *http.Request) {
	at := time.Now()
	if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "falling asleep") {
		time.Sleep(s.night) //nolint:forbidigo // a model that thinks
		says(asleepAnswer)(w, r)
		s.mu.Lock()
		s.nights++
		s.mu.Unlock()
		return
	}
	s.mu.Lock()
	s.turns = append(s.turns, at)
	n := len(s.turns)
	s.mu.Unlock()
	says(strings.Repeat("It waits, and looks into the water, and does not move at all. ", 25)+fmt.Sprintf("Heron number %d stands in the pond.", n))(w, r)
}

func (s *slowly) slept() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.nights
}

// asked waits until so many turns were asked, and says when the last was.
func (s *slowly) asked(t *testing.T, n int) time.Time {
	t.Helper()
	for end := time.Now().Add(soon); ; time.Sleep(time.Millisecond) { //nolint:forbidigo // what is measured is shorter
		s.mu.Lock()
		if len(s.turns) >= n {
			at := s.turns[n-1]
			s.mu.Unlock()
			return at
		}
		s.mu.Unlock()
		if time.Now().After(end) {
			t.Fatalf("turn %d was never asked", n)
		}
	}
}

// TestTerminalThePauseAtTheCrossing talks over several nights with a model that takes
// seconds for each (20 with DORMOUSE_PAUSE=20s), and measures what a person waits: from
// Enter to the request of their turn, also where a night is saved in between.
func TestTerminalThePauseAtTheCrossing(t *testing.T) {
	if testing.Short() {
		t.Skip("a talk over some nights in a terminal")
	}
	b := newBench(t)
	slow := &slowly{fake: newFake(t), night: 2 * time.Second}
	nights := 2
	if d, err := time.ParseDuration(os.Getenv("DORMOUSE_PAUSE")); err == nil {
		slow.night, nights = d, 4
	}
	slow.will(many(2000, slow.answer)...)
	x := newTerminal(b, 100, 24)
	x.start("--model", "local/test", "--window", "8k", "--base-url", slow.URL+"/v1")
	var waits []time.Duration
	const preparing = "preparing a night"
	for turn, ahead := 1, 0; slow.slept() < nights && turn < 200; turn++ {
		x.write(fmt.Sprintf("And after heron %d?", turn))
		at := time.Now()
		x.press("Enter")
		waits = append(waits, slow.asked(t, turn).Sub(at))
		x.see(fmt.Sprintf("Heron number %d", turn))
		x.idle()
		if !strings.Contains(joined(x.screen()), preparing) {
			continue
		}
		if ahead++; ahead%2 == 0 { // a person who says more than two things meanwhile fills the window
			x.gone(preparing)
		}
	}
	x.press("C-d")
	x.ended()
	if n := len(b.nights()); n < nights {
		t.Fatalf("%d nights after %d turns", n, len(waits))
	}
	slices.Sort(waits)
	median, p99, most := waits[len(waits)/2], waits[len(waits)*99/100], waits[len(waits)-1]
	t.Logf("nights of %s, %d of them in %d turns: from Enter to the request median %s, p99 %s, most %s", slow.night, nights, len(waits), median, p99, most)
	// Alone on a machine it is some 20 ms; one that runs all tests at once is given more,
	// and still far less than a night takes.
	if most > slow.night/2 {
		t.Errorf("a person waits %s at a crossing", most)
	}
	b.run(0, "memory", "check")
	if out := b.run(0, "sleep", "log").out; strings.Contains(out, "offline") {
		t.Errorf("a night was not the model's: %s", out)
	}
}
