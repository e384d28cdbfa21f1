package night

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/summarize"
)

// second is an engine that finds something on a second reading only.
type second struct{ again *[][]transcript.Message }

func (s second) Summarize(_ context.Context, in summarize.Input, _ summarize.Budget) (summarize.Digest, error) {
	*s.again = append(*s.again, in.New)
	var d summarize.Digest
	for _, m := range in.New {
		if _, text, found := strings.Cut(m.Content, "missed: "); found {
			d.Candidates = append(d.Candidates, summarize.Candidate{Type: "fact", Text: text, Importance: 0.5, From: []string{m.ID}})
		}
	}
	return d, nil
}

// Old turns are read again: what was missed is added to the day on which it was
// said, once.
func TestReplayFindsWhatWasMissed(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	var again [][]transcript.Message
	d.deps.Offline = second{&again}
	d.turn("missed: Vera keeps bees in Kilkenny.", 5)
	d.turn("[fact 0.5] The blue key opens the shed.", 5)
	if n := d.sleep(1000); n.Report.Replay.Replayed != 0 || len(again) != 0 {
		t.Fatalf("a first night replays nothing: %+v", n.Report.Replay)
	}
	d.now = d.now.AddDate(0, 0, 1)
	added := 0
	for i := range 6 {
		d.turn(fmt.Sprintf("[fact 0.5] Visitor v%d came at m%d with gift g%d. We had tea.", i, i*3, i*5), 40)
		n := d.sleep(1000)
		added += n.Report.Replay.Added
		balance(t, n.Report)
		if r := n.Report.Replay; r.Replayed == 0 || r.Replayed != len(r.Items) || r.Past < r.Replayed {
			t.Errorf("night %d: %+v", i, r)
		}
	}
	if log := d.file("memory/2026-11-20.md"); added != 1 || strings.Count(log, "Vera keeps bees") != 1 {
		t.Errorf("%d added:\n%s", added, log)
	}
}

// What is asked about again and again grows strong and comes to MEMORY.md; what
// nobody uses weakens. That it is replayed makes nothing stronger.
func TestUseStrengthens(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.5] The blue key opens the boathouse in Skibbereen.", 5)
	id := d.sleep(1000).Report.Entries[0].ID
	for i := range 4 {
		d.turn(fmt.Sprintf("[fact 0.5] Visitor v%d came at m%d with gift g%d.", i, i*3, i*5), 5)
		if r := d.sleep(1000).Report; r.Replay.Used != 0 {
			t.Fatalf("nothing was used: %+v", r.Replay)
		}
	}
	promoted := 0
	for i := range 4 {
		d.now = d.now.AddDate(0, 0, 1)
		d.say(transcript.User, fmt.Sprintf("What was it about the boathouse, question %d?", i))
		call := fmt.Sprint("c", i)
		d.say(transcript.Assistant, "", func(m *transcript.Message) { m.ToolCalls = []transcript.Call{{ID: call, Name: "memory_search"}} })
		d.say(transcript.Tool, "memory/2026-11-20.md:7 [2026-11-20] The blue key opens the boathouse in Skibbereen. ^"+id, func(m *transcript.Message) { m.ToolCallID = call })
		d.say(transcript.Assistant, "The blue key opens the boathouse.")
		n := d.sleep(1000)
		if n.Report.Replay.Used != 1 {
			t.Errorf("question %d: %+v", i, n.Report.Replay)
		}
		promoted += len(n.Report.Promoted)
	}
	if promoted != 1 || !strings.Contains(d.file(land.MemoryFile), "^"+id) {
		t.Errorf("promoted %d times:\n%s", promoted, d.file(land.MemoryFile))
	}
	snap, err := d.deps.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	r, _ := snap.Record(id)
	if r.Uses != 4 || r.Held(d.now) < 0.9 || r.Held(d.now.AddDate(0, 0, 120)) > 0.3 {
		t.Errorf("%+v: now %.2f, much later %.2f", r, r.Held(d.now), r.Held(d.now.AddDate(0, 0, 120)))
	}
}

// A turn that says something new about the same is no use of what is known.
func TestTheFirstTellingIsNoUse(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.5] My sister Vera keeps bees in Kilkenny.", 5)
	d.sleep(1000)
	d.turn("[fact 0.5] My sister has a new car.", 5)
	if r := d.sleep(1000).Report.Replay; r.Used != 0 {
		t.Errorf("%+v", r)
	}
}
