package transcript

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

func uniteLine(r Record) string { return string(Line(r)) }

func said(id, text string, minute int) string {
	return uniteLine(Record{Message: &Message{ID: id, Role: User, Content: text, Time: time.Date(2026, 1, 2, 3, minute, 0, 0, time.UTC)}})
}

func answered(id, text string, minute int) string {
	return uniteLine(Record{Message: &Message{ID: id, Role: Assistant, Content: text, Time: time.Date(2026, 1, 2, 3, minute, 30, 0, time.UTC)}})
}

func slept(n Night, minute int) string {
	n.Time = time.Date(2026, 1, 2, 3, minute, 45, 0, time.UTC)
	return uniteLine(Record{Night: &n})
}

func recordsOf(t *testing.T, text []byte) []Record {
	t.Helper()
	r, err := readAll(strings.NewReader(string(text)), "x")
	if err != nil || len(r.notices) > 0 {
		t.Fatalf("%v %v in\n%s", err, r.notices, text)
	}
	return r.records
}

const uniteHead = `{"type":"session","id":"s","time":"2026-01-02T03:00:00Z","version":1}` + "\n"

// TestUniteNightsThatDidNotKnow is what two machines do with one session while they
// are apart: each night may only take what it read.
func TestUniteNightsThatDidNotKnow(t *testing.T) {
	base := uniteHead + said("a1", "first", 1) + answered("a2", "yes", 1)
	ours := base + said("o1", "ours", 2) + answered("o2", "yes", 2) +
		slept(Night{ID: "no", From: "a1", To: "o2", Cursor: "o2", Summary: "ours so far", Saved: []string{"a1", "a2", "o1", "o2"}}, 9)
	theirs := base + said("t1", "theirs", 1) + answered("t2", "yes", 1) + said("t3", "more", 3) + answered("t4", "yes", 3) +
		slept(Night{ID: "nt", From: "a1", To: "t2", Cursor: "t4", Summary: "theirs so far", Saved: []string{"a1", "a2", "t1", "t2", "t3", "t4"}}, 4) +
		said("t5", "not slept over", 5) + answered("t6", "yes", 5)
	got := Unite([]byte(base), []byte(ours), []byte(theirs))
	c := Replay(recordsOf(t, got))
	var sent []string
	for _, m := range c.Messages {
		sent = append(sent, m.ID)
	}
	if want := "t3 t4 t5 t6"; strings.Join(sent, " ") != want {
		t.Errorf("the context holds %v, want %s", sent, want)
	}
	if !strings.Contains(c.Summary, "ours so far") || !strings.Contains(c.Summary, "theirs so far") {
		t.Errorf("the summary is %q", c.Summary)
	}
	if c.Saved("t5") || !c.Saved("t4") || !c.Saved("o2") {
		t.Error("what is saved is wrong")
	}
	later := Night{ID: "both", From: "t3", To: "t6", Cursor: "t6", Summary: "all", Saved: []string{"t5", "t6"}, Follows: c.Heads}
	if c := Replay(recordsOf(t, append(got, slept(later, 12)...))); c.Summary != "all" || len(c.Messages) != 0 {
		t.Errorf("after a night over both: %q and %d messages", c.Summary, len(c.Messages))
	}
}

// TestUniteOldIds merges what versions wrote that counted messages from one.
func TestUniteOldIds(t *testing.T) {
	ours := uniteHead + said("m1", "ours", 1) + answered("m2", "yes", 1)
	theirs := uniteHead + said("m1", "theirs", 2) + answered("m2", "no", 2) + slept(Night{ID: "n", From: "m1", To: "m2", Cursor: "m2", Summary: "theirs"}, 3)
	for _, got := range [][]byte{Unite(nil, []byte(ours), []byte(theirs)), Unite(nil, []byte(theirs), []byte(ours))} {
		records := recordsOf(t, got)
		c := Replay(records)
		if len(messagesOf(records)) != 4 || len(c.Messages) != 2 || c.Messages[0].Content != "ours" {
			t.Errorf("%d messages, of which %+v are in sight", len(messagesOf(records)), c.Messages)
		}
	}
}

func TestUniteKeepsWhatIsOverwritten(t *testing.T) {
	base := uniteHead + said("a1", "the code is 1234 and the name is Ann", 1)
	ours := strings.Replace(base, "1234", "****", 1)
	theirs := strings.Replace(base, "Ann", "***", 1) + said("t1", "more", 2)
	got := string(Unite([]byte(base), []byte(ours), []byte(theirs)))
	if strings.Contains(got, "1234") || strings.Contains(got, "Ann") || strings.Count(got, "a1") != 1 || !strings.Contains(got, "more") {
		t.Errorf("got\n%s", got)
	}
}

// TestUniteAnyOrder lets three copies go on by chance and merges them in any order.
func TestUniteAnyOrder(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		base := uniteHead + said("a", "begin", 0)
		sides := make([]string, 3)
		for i := range sides {
			sides[i] = base
			for n, minute := 0, 1; n < r.IntN(6); n++ {
				minute += r.IntN(4)
				sides[i] += said(fmt.Sprintf("s%d-%d", i, n), "text", minute) + answered(fmt.Sprintf("s%d-%da", i, n), "text", minute)
			}
		}
		unite := func(a, b string) string { return string(Unite([]byte(base), []byte(a), []byte(b))) }
		all := unite(unite(sides[0], sides[1]), sides[2])
		lines := strings.Split(all, "\n")
		slices.Sort(lines)
		for _, s := range sides {
			if again := unite(all, s); again != all {
				t.Fatalf("seed %d: merged again\n%s\nnot\n%s", seed, again, all)
			}
			at := 0
			for line := range strings.Lines(s) {
				i := strings.Index(all[at:], line)
				if i < 0 || strings.Count(all, line) != 1 {
					t.Fatalf("seed %d: %q is lost, doubled or out of order in\n%s", seed, line, all)
				}
				at += i
			}
		}
		other := strings.Split(unite(unite(sides[2], sides[1]), sides[0]), "\n")
		slices.Sort(other)
		if !slices.Equal(lines, other) {
			t.Fatalf("seed %d: another order gives other lines", seed)
		}
	}
}
