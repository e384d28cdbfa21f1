package runtime

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime/llm"
	"dormouse/runtime/offline"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
)

// year is a land that lives one talk after another, with quiet days between.
type year struct {
	*testLand
	exact  bool // nights take their share of the text exactly
	nights []night.Report
	logs   map[string]string // as they were after the last talk
}

// recorded reads a talk and moves it so that it begins on this day.
func recorded(t *testing.T, name string, begins time.Time) []transcript.Message {
	t.Helper()
	f, err := os.Open("../summarize/testdata/talks/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []transcript.Message
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m transcript.Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	shift := begins.Sub(list[0].Time)
	for i := range list {
		list[i].Time = list[i].Time.Add(shift)
	}
	return list
}

// quietDays are days on which the same few things come up again.
func quietDays(begins time.Time, days int) []transcript.Message {
	var list []transcript.Message
	say := func(role transcript.Role, at time.Time, text string) {
		list = append(list, transcript.Message{ID: fmt.Sprint("q", len(list)+1), Role: role, Time: at, Content: text})
	}
	for d := range days {
		at := begins.AddDate(0, 0, d)
		for i, text := range []string{
			fmt.Sprintf("My neighbour Wanda called from Gdynia, she fixed boat number %d.", 40+d),
			fmt.Sprintf("I decided to run %d kilometres with my brother Ossian on Saturday.", 5+d%7),
			"I love the evenings in Gdynia, they are wonderful and I want more of them!",
		} {
			say(transcript.User, at.Add(time.Duration(i)*7*time.Minute), text)
			say(transcript.Assistant, at.Add(time.Duration(i)*7*time.Minute+20*time.Second), "That sounds good.")
		}
	}
	return list
}

func (y *year) live(messages []transcript.Message, n uint64) {
	y.t.Helper()
	y.past.Set(messages[0].Time)
	s := sleep.DefaultSettings()
	s.Schedule, s.Rhythm, s.Pressure = true, true, true
	if y.exact {
		s.Least = 0 // as import --relive --keep does
	}
	c, _, err := Begin(y.t.Context(), Options{
		Land: y.land, Store: y.store, Zone: time.UTC, Clock: y.past.Clock(), Seed: 1, Stream: n, AllTriggers: true,
		Brain: llm.Brain{Model: offline.Model{}, Window: 8000, WindowSource: llm.FromFlag}, Settings: s, Source: fmt.Sprint("talk ", n),
	})
	if err != nil {
		y.t.Fatal(err)
	}
	defer c.Close()
	err = c.Relive(y.t.Context(), y.past, messages, func(r Relived) error {
		y.nights = append(y.nights, r.Nights...)
		return nil
	})
	if err != nil {
		y.t.Fatal(err)
	}
	y.grown()
}

// grown checks that no log was rewritten: each begins with what it was.
func (y *year) grown() {
	y.t.Helper()
	now := map[string]string{}
	for name, text := range y.mem.Files() {
		if strings.HasPrefix(name, "memory/") {
			now[name] = text
		}
	}
	for name, was := range y.logs {
		if !strings.HasPrefix(now[name], was) {
			y.t.Errorf("%s was rewritten", name)
		}
	}
	y.logs = now
}

func (y *year) self() replay.Self {
	y.t.Helper()
	s, err := replay.ReadMind(y.land.Read)
	if err != nil {
		y.t.Fatal(err)
	}
	return s.Self
}

// beginning is how many messages of a talk are lived: all of them take a minute.
const beginning = 40

// lived is a land after the talks, and all that was said in them.
func lived(t *testing.T, exact bool) (y *year, said []transcript.Message) {
	y = &year{testLand: newLand(t), exact: exact}
	at := time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	for i, name := range []string{"planning", "german", "coding", "research"} {
		talk := recorded(t, name, at)[:beginning]
		y.live(talk, uint64(2*i))
		at = talk[len(talk)-1].Time.AddDate(0, 0, 3)
		quiet := quietDays(at, 3)
		y.live(quiet, uint64(2*i+1))
		at = at.AddDate(0, 0, 60)
		said = append(append(said, talk...), quiet...)
	}
	return y, said
}

// Talks and the days between, all triggers on: every night balances, what recurs grows stronger and more closely associated, no log is
// rewritten, the check is clean, and the same seed gives the same bytes.
func TestARelivedYear(t *testing.T) {
	y, _ := lived(t, false)
	triggers := map[string]int{}
	for _, n := range y.nights {
		triggers[n.Trigger]++
		for _, p := range n.Phases {
			if p.Name == night.PhaseConsolidate && p.In != p.Out+p.Merged+p.Dropped {
				t.Errorf("night %d: %d in, %d out, %d merged, %d dropped", n.Number, p.In, p.Out, p.Merged, p.Dropped)
			}
		}
		for _, x := range n.Dreams {
			if x.Failed != "" {
				t.Errorf("night %d, %s: %s", n.Number, x.Task, x.Failed)
			}
		}
	}
	if len(y.nights) < 15 || triggers[sleep.TriggerIdle] == 0 || triggers[sleep.TriggerPressure] == 0 {
		t.Errorf("%d nights: %v", len(y.nights), triggers)
	}
	s := y.self()
	used, strong := 0, 0
	for _, n := range y.nights {
		if n.Replay != nil {
			used += n.Replay.Used
		}
	}
	for _, e := range s.Edges {
		if e.Weight > 0.3 {
			strong++
		}
		if e.Weight < 0.1 || e.Weight > 1 {
			t.Errorf("association %+v", e)
		}
	}
	if used == 0 || strong == 0 || s.Cycles < len(y.nights) {
		t.Errorf("%d uses, %d strong associations, %d cycles after %d nights", used, strong, s.Cycles, len(y.nights))
	}
	problems, err := y.store.Check()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if p.Severity == memory.Broken {
			t.Errorf("check: %s:%d %s", p.Path, p.Line, p.What)
		}
	}
	again, _ := lived(t, false)
	if a, b := y.mem.Files(), again.mem.Files(); !maps.Equal(a, b) {
		for _, name := range slices.Sorted(maps.Keys(a)) {
			if a[name] != b[name] {
				t.Errorf("%s differs with the same seed", name)
			}
		}
	}
}

// All nights of a year together write a tenth more than keep at most, however many
// there were.
func TestAYearWritesWhatKeepAllows(t *testing.T) {
	y, said := lived(t, true)
	var a ablated
	a.weigh(y.testLand, said)
	t.Logf("%d nights wrote %d of %d tokens: %.3f", len(y.nights), a.written, a.said, float64(a.written)/float64(a.said))
	if keep := sleep.DefaultSettings().Keep; a.written == 0 || float64(a.written) > 1.1*keep*float64(a.said) {
		t.Errorf("%d nights wrote %d of %d tokens, keep is %v", len(y.nights), a.written, a.said, keep)
	}
}

// Nights that each read a sentence or two leave for the rest of the day what was too
// little for a line: together they write about what one night over the day may.
func TestADayOfShortNightsWritesItsKeep(t *testing.T) {
	var all ablated
	for _, f := range readFixtures(t)[:4] {
		day := slowly(f.messages, 65*time.Minute)
		l := newLand(t)
		l.past.Set(day[0].Time)
		c := l.with(func(s *sleep.Settings) { s.Least = 0 })
		all.relive(t, l, c, day)
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		all.weigh(l, day)
	}
	share := all.share() / sleep.DefaultSettings().Keep
	t.Logf("%d nights wrote %d of %d tokens, %.2f of keep", all.nights, all.written, all.said, share)
	if all.nights < 40 || share < 0.8 || share > 1.1 {
		t.Errorf("%d nights wrote %d of %d tokens, %.2f of keep; four days may write 0.8 to 1.1 of it", all.nights, all.written, all.said, share)
	}
}

// slowly is the beginning of a talk in one day, with so much time before each turn.
func slowly(talk []transcript.Message, pause time.Duration) (day []transcript.Message) {
	began := time.Date(2026, 3, 2, 5, 0, 0, 0, time.UTC)
	at := began
	for i, m := range talk {
		if i > 0 && m.Role == transcript.User {
			at = at.Add(pause)
		}
		if at.Day() != began.Day() {
			break
		}
		m.Time = at
		day = append(day, m)
	}
	return day
}
