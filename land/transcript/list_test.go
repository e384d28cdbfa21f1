package transcript

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

func TestList(t *testing.T) {
	m := memdisk.New()
	if heads, err := List(m); err != nil || len(heads) != 0 {
		t.Fatalf("a land without sessions: %v %v", heads, err)
	}
	make1 := func(id string, at time.Time, title string, records ...Record) {
		l, err := Create(m, Session{ID: id, Time: at, Title: title, Model: "a/b"})
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, l, records...)
	}
	later := say("m3", Assistant, strings.Repeat("long ", 40000))
	later.Message.Time = monday.Add(time.Hour)
	make1("old", monday, "", say("m1", Assistant, "hello"), say("m2", User, "\n\n  Where does\tshe work? \nAnd why?"), later)
	make1("new", monday.Add(2*time.Hour), "Given")
	make1("big", monday, "", say("m1", User, strings.Repeat("é\n\"\\ ", 100000)))
	renamed, _, err := Open(m, "new")
	if err != nil {
		t.Fatal(err)
	}
	if err := renamed.Rename("Tea"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a (conflicted copy).jsonl", "old.sync-conflict-20261123-120000-ABC.jsonl", ".hidden.jsonl", "note.txt", "x.jsonl~"} {
		m.Put(Folder+"/"+name, []byte(first))
	}
	m.Put(File("torn"), []byte(strings.Repeat("\x00", 70000)+`{"id":"m1","type":"message","role":"user","content":"other order","time":"2026-11-20T00:00:00Z"}`+"\n{\"type\":\"mess"))
	heads, err := List(m)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		id, title string
		count     int
		last      time.Time
	}{
		{"new", "Tea", 0, monday.Add(2 * time.Hour)},
		{"old", "Where does she work?", 3, monday.Add(time.Hour)},
		{"big", "é", 1, monday},
		{"torn", "", 0, time.Time{}},
	}
	if len(heads) != len(want) {
		t.Fatalf("%+v", heads)
	}
	for i, w := range want {
		h := heads[i]
		if h.ID != w.id || h.Title != w.title || h.Count != w.count || !h.Last.Equal(w.last) || h.Size == 0 {
			t.Errorf("%d: %+v, want %+v", i, h, w)
		}
	}
}

// List agrees with Open on sessions that are whole.
func TestListAgreesWithOpen(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		m, l := newLog(t)
		var nights []string
		for step := range 40 {
			appendAll(t, l, randomRecord(r, l, step, &nights))
		}
		heads, err := List(m)
		if err != nil || len(heads) != 1 {
			t.Fatal(err)
		}
		messages := l.Messages()
		h := heads[0]
		if h.Count != Said(messages) || !h.Last.Equal(messages[len(messages)-1].Time) || h.Title != firstTitle(messages) {
			t.Fatalf("seed %d: %+v, %d messages", seed, h, len(messages))
		}
	}
}

func TestATitleSaysWhatTheTalkIsAbout(t *testing.T) {
	for _, tt := range []struct {
		said []string
		want string
	}{
		{[]string{"hi", "plan the trip to Bergen"}, "plan the trip to Bergen"},
		{[]string{"!ls", "why does the build fail?", "and the tests?"}, "why does the build fail?"},
		{[]string{"hi", "hello there"}, "hi"},
		{[]string{"guten Tag", "東京に引っ越しました"}, "東京に引っ越しました"},
		{[]string{"Umsatzsteuervoranmeldung", "plan the trip to Bergen"}, "Umsatzsteuervoranmeldung"},
		{[]string{"what is mtu?", "no, the other thing"}, "what is mtu?"},
	} {
		m, l := newLog(t)
		for i, text := range tt.said {
			appendAll(t, l, say(fmt.Sprintf("m%d", i), User, text))
		}
		appendAll(t, l, Record{Message: &Message{ID: "call", Time: monday, Role: Assistant, ToolCalls: []Call{{ID: "c", Name: "memory_search", Arguments: "{}"}}}},
			Record{Message: &Message{ID: "result", Time: monday, Role: Tool, ToolCallID: "c", Content: "no_match"}})
		heads, err := List(m)
		if err != nil || heads[0].Title != tt.want || heads[0].Count != len(tt.said) {
			t.Errorf("%q: %+v, %v; want %q", tt.said, heads, err, tt.want)
		}
	}
}

func firstTitle(messages []Message) string {
	for _, m := range messages {
		if title := TitleOf(m.Content); m.Role == User && title != "" && !slight(title) {
			return title
		}
	}
	return ""
}

func TestTitleOf(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "  \n\t\n": "", " a \t b\u00a0c\r\nd": "a b c", "\x1b[31mred\u202e": "[31mred",
		strings.Repeat("x", 60):         strings.Repeat("x", 60),
		strings.Repeat("é", 61):         strings.Repeat("é", 59) + "…",
		strings.Repeat("x", 58) + " yz": strings.Repeat("x", 58) + "…",
	} {
		if got := TitleOf(in); got != want {
			t.Errorf("TitleOf(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestExport(t *testing.T) {
	records := all(say("m1", User, "Look <here> & there"), calls("m2", "x"), result("m3", "x", "a ```fence``` in it"), night("n1", "m1", "m3"), say("m4", Assistant, "done"))
	var e Exported
	text := JSON(records)
	if err := json.Unmarshal(text, &e); err != nil || len(e.Messages) != 4 || e.Session.ID != "s" || len(e.Nights) != 1 {
		t.Fatalf("%v %s", err, text)
	}
	if !strings.Contains(string(text), "<here> &") {
		t.Errorf("escaped: %s", text)
	}
	if empty := string(JSON(nil)); !strings.Contains(empty, `"messages": []`) {
		t.Errorf("%s", empty)
	}
	md := Markdown(records)
	for _, part := range []string{"# Look <here> & there\n", "## User · 2026-11-23 09:00\n\nLook <here> & there\n", "````\na ```fence``` in it\n````\n", "memory_get {}", "Night n1", "## Assistant · 2026-11-23 09:00\n\ndone\n"} {
		if !strings.Contains(md, part) {
			t.Errorf("no %q in\n%s", part, md)
		}
	}
}

// The last session is the one that was written to last, whatever its messages say; of
// those that were written at one time the newest message decides.
func TestLastIsWhatWasWrittenToLast(t *testing.T) {
	dir := t.TempDir()
	d, err := disk.OpenDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if last, err := Last(d); last != "" || err != nil {
		t.Errorf("of none: %q, %v", last, err)
	}
	at := func(day int) time.Time { return time.Date(2026, 3, day, 8, 0, 0, 0, time.UTC) }
	for _, s := range []struct {
		id            string
		said, written int
	}{{"a", 1, 9}, {"b", 20, 5}, {"c", 2, 9}, {"d", 30, 1}} {
		log, err := Create(d, Session{ID: s.id, Time: at(s.said)})
		if err == nil {
			err = log.Append(Record{Message: &Message{ID: "m" + s.id, Role: User, Content: "hello", Time: at(s.said)}})
		}
		if err == nil {
			err = os.Chtimes(filepath.Join(dir, File(s.id)), at(s.written), at(s.written))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if last, err := Last(d); last != "c" || err != nil {
		t.Errorf("last is %q, %v; want c", last, err)
	}
}
