package transcript

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// valid fails unless every provider would take the order of the messages: each
// call is answered at once and in full, and no result stands alone.
func valid(t *testing.T, c Context) {
	t.Helper()
	for i := 0; i < len(c.Messages); {
		m := c.Messages[i]
		i++
		if m.Role == Tool {
			t.Fatalf("result %s stands alone", m.ID)
		}
		if m.Role == Assistant && m.Content == "" && len(m.ToolCalls) == 0 {
			t.Fatalf("reply %s is empty", m.ID)
		}
		for _, call := range m.ToolCalls {
			if i >= len(c.Messages) || c.Messages[i].Role != Tool || c.Messages[i].ToolCallID != call.ID {
				t.Fatalf("call %s of %s has no result", call.ID, m.ID)
			}
			i++
		}
	}
}

func calls(id string, names ...string) Record {
	m := Message{ID: id, Time: monday, Role: Assistant}
	for _, n := range names {
		m.ToolCalls = append(m.ToolCalls, Call{ID: n, Name: "memory_get", Arguments: "{}"})
	}
	return Record{Message: &m}
}

func result(id, call, text string) Record {
	return Record{Message: &Message{ID: id, Time: monday, Role: Tool, ToolCallID: call, Content: text, Tokens: 5}}
}

func pinned(id string) Record {
	r := say(id, User, "pinned")
	r.Message.Pinned = true
	return r
}

func night(id, from, to string, kept ...string) Record {
	return Record{Night: &Night{ID: id, From: from, To: to, Kept: kept, Summary: "sum " + id, Cursor: to}}
}

func undo(id string) Record { return Record{Undo: &Undo{Night: id}} }

func wake(text string) Record { return Record{Wake: &Wake{Memory: text}} }

func users(from, to int) []Record {
	var out []Record
	for i := from; i <= to; i++ {
		out = append(out, say(fmt.Sprint("m", i), User, fmt.Sprint("text ", i)))
	}
	return out
}

func all(parts ...any) []Record {
	out := []Record{{Session: &Session{ID: "s", Time: monday}}}
	for _, p := range parts {
		switch p := p.(type) {
		case Record:
			out = append(out, p)
		case []Record:
			out = append(out, p...)
		}
	}
	return out
}

func TestReplay(t *testing.T) {
	long := strings.Repeat("é", 12345)
	pruning := night("n2", "", "")
	pruning.Night.Cursor, pruning.Night.Pruned = "m2", []string{"m3", "m1"}
	for name, c := range map[string]struct {
		records                    []Record
		ids, summary, cursor, wake string
		nights                     int
	}{
		"no night":          {all(wake("A"), users(1, 3)), "m1 m2 m3", "", "", "A", 0},
		"one night":         {all(wake("A"), users(1, 5), night("n1", "m1", "m3"), wake("B"), users(6, 6)), "m4 m5 m6", "sum n1", "m3", "B", 1},
		"kept and pinned":   {all(users(1, 2), pinned("p"), users(3, 5), night("n1", "m1", "m4", "m2")), "m2 p m5", "sum n1", "m4", "", 1},
		"two nights":        {all(users(1, 4), night("n1", "m1", "m3", "m2"), users(5, 8), night("n2", "m2", "m6", "m5")), "m5 m7 m8", "sum n2", "m6", "", 2},
		"not named stays":   {all(users(1, 4), night("n1", "m1", "m3", "m2"), users(5, 8), night("n2", "m4", "m6")), "m2 m7 m8", "sum n2", "m6", "", 2},
		"undo last":         {all(wake("A"), users(1, 4), night("n1", "m1", "m2"), wake("B"), users(5, 6), night("n2", "m3", "m5"), wake("C"), undo("n2")), "m3 m4 m5 m6", "sum n1", "m2", "B", 1},
		"undo both":         {all(wake("A"), users(1, 4), night("n1", "m1", "m2"), wake("B"), users(5, 6), night("n2", "m3", "m5"), wake("C"), undo("n2"), undo("n1")), "m1 m2 m3 m4 m5 m6", "", "", "A", 0},
		"undo earlier":      {all(wake("A"), users(1, 4), night("n1", "m1", "m2"), wake("B"), users(5, 6), night("n2", "m3", "m5"), wake("C"), undo("n1")), "m1 m2 m6", "sum n2", "m5", "C", 1},
		"undo both, other":  {all(wake("A"), users(1, 4), night("n1", "m1", "m2"), wake("B"), users(5, 6), night("n2", "m3", "m5"), wake("C"), undo("n1"), undo("n2")), "m1 m2 m3 m4 m5 m6", "", "", "A", 0},
		"undo, wake again":  {all(wake("A"), users(1, 2), night("n1", "m1", "m1"), wake("B"), undo("n1"), wake("C")), "m1 m2", "", "", "C", 0},
		"undo unknown":      {all(users(1, 2), night("n1", "m1", "m1"), undo("n9"), undo("n1"), undo("n1")), "m1 m2", "", "", "", 0},
		"applied again":     {all(users(1, 2), night("n1", "m1", "m1"), undo("n1"), night("n1", "m1", "m1")), "m2", "sum n1", "m1", "", 1},
		"same night twice":  {all(users(1, 2), night("n1", "m1", "m1"), night("n1", "m1", "m2")), "m2", "sum n1", "m1", "", 1},
		"replaced nothing":  {all(users(1, 2), night("n1", "m1", "m1"), pruning), "m2", "sum n1", "m2", "", 2},
		"To is lost":        {all(users(1, 3), night("n1", "m1", "m9")), "m1 m2 m3", "", "m9", "", 1},
		"From is lost":      {all(users(1, 3), night("n1", "m0", "m2")), "m3", "sum n1", "m2", "", 1},
		"To before From":    {all(users(1, 3), night("n1", "m3", "m1")), "m1 m2 m3", "sum n1", "m1", "", 1},
		"open calls":        {all(users(1, 1), calls("a", "x", "y"), result("r", "y", "ok")), "m1 a a.r1 r", "", "", "", 0},
		"orphan":            {all(result("r0", "x", "?"), users(1, 1), calls("a", "x"), result("r1", "x", "ok"), result("r2", "x", "again")), "m1 a r1", "", "", "", 0},
		"late result":       {all(calls("a", "x"), users(1, 1), result("r", "x", "late")), "a r m1", "", "", "", 0},
		"id used again":     {all(calls("a", "0"), result("r1", "0", "1"), calls("b", "0"), result("r2", "0", "2")), "a r1 b r2", "", "", "", 0},
		"id twice in one":   {all(calls("a", "0", "0"), result("r1", "0", "1"), result("r2", "0", "2")), "a r1 r2", "", "", "", 0},
		"kept result":       {all(users(1, 1), calls("a", "x", "y"), result("r1", "x", long), result("r2", "y", "ok"), users(2, 2), night("n1", "m1", "m2", "r2")), "a r1 r2", "sum n1", "m2", "", 1},
		"cut between":       {all(users(1, 1), calls("a", "x"), result("r1", "x", "ok"), night("n1", "m1", "a")), "a r1", "sum n1", "a", "", 1},
		"calls gone":        {all(users(1, 1), calls("a", "x"), result("r1", "x", "ok"), users(2, 2), night("n1", "m1", "r1")), "m2", "sum n1", "r1", "", 1},
		"empty reply":       {all(users(1, 1), say("a", Assistant, ""), users(2, 2)), "m1 m2", "", "", "", 0},
		"message id doubly": {all(users(1, 2), say("m1", User, "other")), "m1 m2", "", "", "", 0},
	} {
		got := Replay(c.records)
		valid(t, got)
		if ids(got.Messages) != c.ids || got.Summary != c.summary || got.Cursor != c.cursor || len(got.Nights) != c.nights {
			t.Errorf("%s: [%s] %q cursor %q, %d nights; want [%s] %q %q %d", name, ids(got.Messages), got.Summary, got.Cursor, len(got.Nights), c.ids, c.summary, c.cursor, c.nights)
		}
		woke := ""
		if got.Wake != nil {
			woke = got.Wake.Memory
		}
		if woke != c.wake {
			t.Errorf("%s: wake %q, want %q", name, woke, c.wake)
		}
	}
}

func TestPrunedResultsBecomePointers(t *testing.T) {
	long := strings.Repeat("é", 12345)
	n := night("n1", "", "")
	n.Night.Pruned = []string{"r1", "r2", "m1", "r3"}
	pin := result("r3", "z", long)
	pin.Message.Pinned = true
	c := Replay(all(users(1, 1), calls("a", "x", "y", "z"), result("r1", "x", long), result("r2", "y", "short"), pin, n))
	if got, want := c.Messages[2].Content, "[result of 12,345 characters left out: sessions/s.jsonl message r1]"; got != want || c.Messages[2].Tokens != 0 {
		t.Errorf("%q %d", got, c.Messages[2].Tokens)
	}
	if c.Messages[3].Content != "short" || c.Messages[3].Tokens != 5 || c.Messages[4].Content != long || c.Messages[0].Content != "text 1" {
		t.Error("what is short, pinned or no result was changed")
	}
	if again := Replay(all(users(1, 1), calls("a", "x"), result("r1", "x", long), n, undo("n1"))); again.Messages[2].Content != long {
		t.Error("undo does not bring the result back")
	}
}

// GUARANTEES 4.
func TestClosingTheCallsThatACrashLeft(t *testing.T) {
	m, l := newLog(t)
	appendAll(t, l, say("m1", User, "go"), calls("m2", "x", "y", "z"), result("m3", "y", "ok"))
	before := l.Context()
	closing := Closing(l.Records())
	if len(closing) != 2 || closing[0].Message.ToolCallID != "x" || closing[1].Message.Content != "interrupted: no result was recorded" {
		t.Fatalf("%+v", closing)
	}
	appendAll(t, l, closing...)
	if !reflect.DeepEqual(before, l.Context()) {
		t.Errorf("closing changed the context:\n%+v\n%+v", before, l.Context())
	}
	again, _ := open(t, m)
	if len(Closing(again.Records())) != 0 || !reflect.DeepEqual(before, again.Context()) {
		t.Error("not closed after opening")
	}
}

// Random lives: whenever the session is left and resumed, and however often,
// the context is the same, and no call stands without its result; an undo right
// after a night gives what was before it.
func TestResumeSweep(t *testing.T) {
	lives := uint64(60)
	if *long {
		lives = 2000
	}
	for seed := range lives {
		r := rand.New(rand.NewPCG(seed, 1))
		m, l := newLog(t)
		var nights []string
		for step := range 60 {
			before := l.Context()
			rec := randomRecord(r, l, step, &nights)
			appendAll(t, l, rec)
			again, notices := open(t, m)
			if len(notices) > 0 || !reflect.DeepEqual(l.Context(), again.Context()) {
				t.Fatalf("seed %d step %d: %v\n%+v\n%+v", seed, step, notices, l.Context(), again.Context())
			}
			valid(t, l.Context())
			if rec.Night != nil {
				records := append(l.Records(), Record{Wake: &Wake{Memory: "other"}}, undo(rec.Night.ID))
				after := Replay(records)
				if !after.TakenBack {
					t.Fatalf("seed %d step %d: the undo is not seen", seed, step)
				}
				if after.TakenBack = before.TakenBack; before.Wake != nil && !reflect.DeepEqual(after, before) || ids(after.Messages) != ids(before.Messages) {
					t.Fatalf("seed %d step %d: undo differs\n%+v\n%+v", seed, step, before, after)
				}
			}
		}
	}
	t.Logf("guarantee 4: lives=%d resumes=%d open_calls=0", lives, 60*lives)
}

func randomRecord(r *rand.Rand, l *Log, step int, nights *[]string) Record {
	at := monday.Add(time.Duration(step) * time.Minute)
	id := l.NextID(monday, draws())
	messages := l.Messages()
	pick := func() string {
		if len(messages) == 0 {
			return ""
		}
		return messages[r.IntN(len(messages))].ID
	}
	switch r.IntN(9) {
	case 0, 1:
		return Record{Message: &Message{ID: id, Time: at, Role: User, Content: strings.Repeat("q ", r.IntN(9)), Pinned: r.IntN(9) == 0}}
	case 2:
		return Record{Message: &Message{ID: id, Time: at, Role: Assistant, Content: "reply"}}
	case 3:
		return calls(id, fmt.Sprint("c", r.IntN(3)), fmt.Sprint("c", r.IntN(3)))
	case 4, 5:
		return result(id, fmt.Sprint("c", r.IntN(3)), strings.Repeat("data ", r.IntN(60)))
	case 6:
		return Record{Wake: &Wake{Time: at, Memory: fmt.Sprint("memory ", step)}}
	case 7:
		n := &Night{ID: fmt.Sprint("n", step), Time: at, From: pick(), To: pick(), Kept: []string{pick()}, Pruned: []string{pick()}, Summary: fmt.Sprint("sum ", step), Cursor: pick()}
		*nights = append(*nights, n.ID)
		return Record{Night: n}
	}
	if len(*nights) == 0 {
		return Record{Failure: &Failure{Time: at, What: "cut"}}
	}
	return Record{Undo: &Undo{Night: (*nights)[r.IntN(len(*nights))], Time: at}}
}

func TestNightsThatNameWhatIsLostAreSaid(t *testing.T) {
	text := first
	for _, r := range all(users(1, 2), night("n1", "m1", "m9"), night("n2", "m0", "m1"))[1:] {
		text += string(Line(r))
	}
	_, notices := open(t, put(text))
	if len(notices) != 2 || !strings.Contains(notices[0].Text, `"m9"`) || !strings.Contains(notices[1].Text, `"m0"`) {
		t.Errorf("%v", notices)
	}
}
