package night

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/sleep"
	"dormouse/sleep/replay"
)

// Whatever is said, in whatever order and size, each night keeps its promises.
func TestInvariants(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 5
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 3))
			d := newDormitory(t, memdisk.New())
			d.deps.Settings.LongTerm = 120
			slept := map[string]bool{}
			for range 5 {
				ramble(d, r)
				n := d.night(1000)
				n.Seed = seed
				if r.IntN(3) == 0 {
					n.Depth = sleep.Deep
				}
				held := d.holding()
				if err := Run(context.Background(), n, d.deps, nil); err != nil {
					t.Fatal(err)
				}
				d.reopen()
				holds(t, d, n, slept)
				if most := int(0.25 * float64(held)); len(n.Report.Retired) > most || dreamt(n, DreamMerge).Count > int(0.25*float64(d.holding()+dreamt(n, DreamMerge).Count)) {
					t.Errorf("of %d entries %d retired, and %d merged", held, len(n.Report.Retired), dreamt(n, DreamMerge).Count)
				}
			}
			saidOnce(t, d)
		})
	}
}

// holding counts the entries of MEMORY.md that hold.
func (d *dormitory) holding() int {
	n := 0
	for _, e := range document.Parse([]byte(d.file(land.MemoryFile))).Entries(land.MemoryFile) {
		if !e.Struck {
			n++
		}
	}
	return n
}

// ramble says something random: long and short turns, tools, pins, and now and
// then an unfinished turn.
func ramble(d *dormitory, r *rand.Rand) {
	kinds := []string{"fact 0.9", "fact 0.4", "preference 0.8", "decision 0.6", "event 0.5", "learning 0.95"}
	for turn := range 2 + r.IntN(10) {
		text := fmt.Sprintf("[%s] Item q%d of set w%d lies at spot e%d.", kinds[r.IntN(len(kinds))], r.IntN(1000), turn, r.IntN(1000))
		d.say(transcript.User, text+strings.Repeat(" so", r.IntN(60)), func(m *transcript.Message) { m.Pinned = r.IntN(30) == 0 })
		if r.IntN(3) == 0 {
			id := fmt.Sprintf("c%d", turn)
			d.say(transcript.Assistant, "", func(m *transcript.Message) { m.ToolCalls = []transcript.Call{{ID: id, Name: "read"}} })
			if r.IntN(8) > 0 {
				d.say(transcript.Tool, strings.Repeat("row ", 1+r.IntN(700)), func(m *transcript.Message) { m.ToolCallID = id })
			}
		}
		if r.IntN(12) > 0 {
			d.say(transcript.Assistant, strings.TrimSpace(strings.Repeat("word ", 1+r.IntN(60))))
		}
	}
}

// holds checks one night's promises.
func holds(t *testing.T, d *dormitory, n *Night, slept map[string]bool) {
	t.Helper()
	balance(t, n.Report)
	ctx := d.log.Context()
	most := 500
	if strings.Contains(strings.Join(n.Report.Notices, "\n"), "the context stays above 500 tokens") {
		most = 800 // what cannot shrink takes more: a talk can go on below the next night's share
	}
	if n.Report.Stuck == "" && n.Report.Nothing == "" && n.Report.TokensAfter >= most && n.Plan.Line.From != "" {
		t.Errorf("%d tokens after, %q", n.Report.TokensAfter, n.Report.Notices)
	}
	for _, m := range n.slept() {
		if slept[m.ID] {
			t.Errorf("%s was slept twice", m.ID)
		}
		slept[m.ID] = true
	}
	there := map[string]bool{}
	for _, m := range ctx.Messages {
		there[m.ID] = true
	}
	for _, m := range d.log.Messages() {
		if m.Pinned && !there[m.ID] {
			t.Errorf("pinned %s left the context", m.ID)
		}
		if !there[m.ID] && !slept[m.ID] && m.Role != transcript.Tool {
			t.Errorf("%s left the context before its memories were saved", m.ID)
		}
	}
	turns := replay.Turns(ctx.Messages)
	if len(turns) > 0 && n.Report.Stuck == "" {
		last := turns[len(turns)-1]
		all := replay.Turns(d.log.Messages())
		if want := all[len(all)-1]; !replay.Complete(want) && last[0].ID != want[0].ID {
			t.Errorf("the unfinished turn %s is not the last, %s is", want[0].ID, last[0].ID)
		}
	}
	if r := n.Report.Replay; r != nil && (r.Ratio < 0.05 || r.Ratio > 0.6 || r.Replayed > min(r.Past, 20) || r.Added > len(n.Report.Entries)+len(n.Report.Open)+n.Report.Duplicates) {
		t.Errorf("replay %+v", r)
	}
	of := map[string]int{}
	for _, e := range d.self().Edges {
		of[e.A]++
		of[e.B]++
		if e.Weight < 0.1 || of[e.A] > 20 || of[e.B] > 20 {
			t.Errorf("edge %+v", e)
		}
	}
}

// saidOnce checks that no id and no text of an entry stands twice in a file, and
// that all that was remembered can still be read.
func saidOnce(t *testing.T, d *dormitory) {
	t.Helper()
	all := ""
	logs, err := d.land.Logs()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(logs, land.MemoryFile) {
		text := d.file(path)
		all += text
		ids := map[string]bool{}
		for _, e := range document.Parse([]byte(text)).Entries(path) {
			if e.ID == "" || ids[e.ID] {
				t.Errorf("%s:%d has the id %q", path, e.Line, e.ID)
			}
			ids[e.ID] = true
		}
	}
	ledgers, err := Ledgers(d.land)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range ledgers {
		plan, err := ReadPlan([]byte(d.file(RecordPath(l.Night))))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range plan.Report.Entries {
			if !strings.Contains(all, e.Text) {
				t.Errorf("%q was remembered in night %d and is gone", e.Text, l.Number)
			}
		}
	}
}
