package transcript

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk/memdisk"
)

const first = `{"type":"session","id":"s","time":"2026-11-23T09:00:00+01:00","version":1}` + "\n"

func line(id, text string) string { return string(Line(say(id, User, text))) }

// GUARANTEES 3.
func TestADamagedLineCostsItselfAlone(t *testing.T) {
	a, b := line("m1", "one"), line("m2", "two")
	damages := map[string]struct {
		text    string
		ids     string
		notices []string
	}{
		"whole":            {first + a + b, "m1 m2", nil},
		"torn last":        {first + a + b[:20], "m1", []string{"s.jsonl:3: cut off", "s.jsonl:3: the last line has no end"}},
		"last without end": {first + a + strings.TrimSuffix(b, "\n"), "m1 m2", []string{":3: the last line has no end"}},
		"torn middle":      {first + a[:30] + "\n" + b, "m2", []string{":2: cut off"}},
		"torn and glued":   {first + a[:30] + b, "m2", []string{":2: a torn line in front of a whole one"}},
		"NULs":             {first + strings.Repeat("\x00", 4096) + "\n" + b, "m2", []string{":2: 4096 NUL bytes"}},
		"NULs before":      {first + strings.Repeat("\x00", 10) + a + b, "m1 m2", []string{":2: 10 NUL bytes"}},
		"NULs after":       {first + a[:20] + strings.Repeat("\x00", 10) + "\n" + b, "m2", []string{":2: not JSON"}},
		"foreign":          {first + "hello\n" + `[1,2]` + "\n" + `{"role":"user","content":"x"}` + "\n" + b, "m2", []string{":2: not a JSON object", ":3: not a JSON object", `:4: no "type"`}},
		"BOM and CRLF":     {"\xEF\xBB\xBF" + strings.ReplaceAll(first+a+b, "\n", "\r\n"), "m1 m2", nil},
		"raw newline":      {first + strings.Replace(a, "one", "o\nne", 1) + b, "m2", []string{":2: cut off", ":3: not a JSON object"}},
		"raw U+2028":       {first + strings.Replace(a, "one", "o\u2028ne", 1) + b, "m1 m2", nil},
		"raw tab":          {first + strings.Replace(a, "one", "o\tne", 1) + b, "m2", []string{":2: not JSON"}},
		"not UTF-8":        {first + strings.Replace(a, "one", "o\xffne", 1) + b, "m1 m2", []string{":2: bytes that are not UTF-8"}},
		"empty lines":      {first + "\n\n" + a + " \n" + b, "m1 m2", nil},
		"unknown type":     {first + `{"type":"mood","id":"m1"}` + "\n" + a, "m1", nil},
		"unknown role":     {first + strings.Replace(a, `"user"`, `"system"`, 1) + b, "m2", []string{`:2: a message of the unknown role "system"`}},
		"wrong field":      {first + strings.Replace(a, `"one"`, `17`, 1) + b, "m2", []string{":2: a message with unusable fields"}},
		"type not text":    {first + `{"type":7}` + "\n" + b, "m2", []string{`:2: "type" is not text`}},
		"no id":            {first + strings.Replace(a, `"m1"`, `""`, 1) + b, "m2", []string{":2: a message without an id"}},
		"twice":            {first + a + line("m1", "other") + b, "m1 m2", []string{`:3: message "m1" is there already; the first one counts`}},
		"conflict":         {first + "<<<<<<< HEAD\n" + a + "=======\n" + b + ">>>>>>> 1a2b3c\n", "m1 m2", []string{":2: a git conflict marker", ":4: a git conflict marker", ":6: a git conflict marker"}},
		"other session":    {first + strings.Replace(first, `"s"`, `"t"`, 1) + a, "m1", []string{`:2: a line of session "t"`}},
		"copied file":      {strings.Replace(first, `"s"`, `"t"`, 1) + a, "m1", []string{`:1: the first line names session "t"`}},
		"no session line":  {a + b, "m1 m2", []string{":1: no session line"}},
		"newer":            {strings.Replace(first, `"version":1`, `"version":9`, 1) + a, "m1", []string{":1: written by a newer version"}},
		"empty":            {"", "", []string{":1: no session line"}},
		"order of fields":  {first + `{"id":"m1", "content":"one", "role":"user", "type":"message"}` + "\n", "m1", nil},
	}
	for name, c := range damages {
		m := put(c.text)
		l, notices := open(t, m)
		if got := ids(l.Messages()); got != c.ids {
			t.Errorf("%s: messages %q, want %q", name, got, c.ids)
		}
		if len(notices) != len(c.notices) {
			t.Errorf("%s: notices %v, want %v", name, notices, c.notices)
			continue
		}
		for i, n := range notices {
			if !strings.Contains(n.String(), c.notices[i]) {
				t.Errorf("%s: notice %q, want %q", name, n, c.notices[i])
			}
		}
		if l.Session().ID != "s" || l.Context().Messages == nil && c.ids != "" {
			t.Errorf("%s: session %+v", name, l.Session())
		}
		if got, _ := m.Get(File("s")); string(got) != c.text {
			t.Errorf("%s: reading changed the file", name)
		}
	}
	t.Logf("guarantee 3: damages=%d lines_lost_beside=0 rewritten=0", len(damages))
}

// Two machines went on with one session, each with its own messages; whoever merges
// the file by lines, in whatever order, has all of them, once.
//
// GUARANTEES 13.
func TestMergesAreUnions(t *testing.T) {
	const merges = 300
	for seed := range uint64(merges) {
		r := rand.New(rand.NewPCG(seed, 7))
		text, want := first+line("m1", "one"), map[string]bool{"m1": true}
		sides := [2][]string{}
		for side := range sides {
			for i := range r.IntN(6) {
				id := fmt.Sprintf("m%d%c", i+2, 'a'+side)
				sides[side], want[id] = append(sides[side], line(id, "said "+id)), true
			}
		}
		for len(sides[0])+len(sides[1]) > 0 {
			side := r.IntN(2)
			if len(sides[side]) == 0 {
				side = 1 - side
			}
			text += sides[side][0]
			if r.IntN(8) == 0 {
				text += sides[side][0] // a merge may keep a line of both sides
			}
			sides[side] = sides[side][1:]
		}
		l, _ := open(t, put(text))
		for _, m := range l.Messages() {
			if !want[m.ID] {
				t.Fatalf("merge %d: %s is there twice, or from nowhere:\n%s", seed, m.ID, text)
			}
			delete(want, m.ID)
		}
		if len(want) > 0 {
			t.Fatalf("merge %d: %v are lost of\n%s", seed, want, text)
		}
	}
	t.Logf("guarantee 13: merges=%d lost=0 doubled=0", merges)
}

// GUARANTEES 13.
func TestUnionOfTwoCopies(t *testing.T) {
	night := string(Line(Record{Night: &Night{ID: "n1", From: "m1", To: "m1", Summary: "was one", Cursor: "m1"}}))
	ours := line("m2", "here") + night
	theirs := line("m2b", "there")
	l, notices := open(t, put(first+line("m1", "one")+ours+theirs))
	if c := l.Context(); len(notices) != 0 || ids(c.Messages) != "m2 m2b" || c.Summary != "was one" {
		t.Errorf("%v %+v", notices, c)
	}
}

func TestRubbishGivesFewNotices(t *testing.T) {
	_, notices := open(t, put(first+strings.Repeat("rubbish\n", 5000)))
	if n := len(notices); n != maxNotices+1 || !strings.Contains(notices[n-1].Text, "4950 more") {
		t.Errorf("%d notices, last %v", n, notices[len(notices)-1])
	}
}

// A line above the limit is passed over in the memory of a buffer, and the lines
// around it are read.
//
// GUARANTEES 3.
func TestALineOfAHundredMegabytes(t *testing.T) {
	const size = 100 << 20
	in := io.MultiReader(strings.NewReader(first+`{"type":"message","id":"m1","content":"`),
		io.LimitReader(letters{}, size), strings.NewReader("\"}\n"+line("m2", "two")))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := readAll(in, "f")
	runtime.ReadMemStats(&after)
	if err != nil || ids(messagesOf(r.records)) != "m2" || len(r.notices) != 1 || !strings.Contains(r.notices[0].String(), "f:2: longer than 64 MiB") {
		t.Errorf("%v %v %s", err, r.notices, ids(messagesOf(r.records)))
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 8*MaxLine {
		t.Errorf("%d bytes were allocated", grown)
	}
	t.Logf("guarantee 3: line_bytes=%d allocated_at_most=%d lines_lost_beside=0", size, 8*MaxLine)
}

type letters struct{}

func (letters) Read(b []byte) (int, error) {
	return copy(b, strings.Repeat("a", len(b))), nil
}

func TestClean(t *testing.T) {
	const r = "\uFFFD"
	for in, want := range map[string]string{
		"": "", "é\x00": "é\x00", "\xff": r, "\xff\xff": r + r, "\xe2\x82": r, "\xe2\x82x": r + "x", "\xe2\x28\xa1": r + "(" + r,
		"\xf0\x9f\x92": r, "\xf0\x80\x80\x80": r + r + r + r, "\xed\xa0\x80": r + r + r, "\xc0\xaf": r + r, "\xf4\x90\x80\x80": r + r + r + r,
		"\xe0\x9f\x80": r + r + r, "\xf0\x9f\x98\x80\xf0\x9f": "\U0001F600" + r, "\xc3": r, "\xf8\x88\x80\x80\x80": r + r + r + r + r,
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTimesAreReadAsTheyWere(t *testing.T) {
	lmt := time.Date(1890, 1, 1, 12, 0, 0, 5, time.FixedZone("LMT", 53*60+28))
	for _, c := range []struct {
		t    time.Time
		want string
	}{
		{time.Date(2026, 7, 1, 23, 59, 59, 0, time.FixedZone("CEST", 7200)), "2026-07-01T23:59:59+02:00"},
		{time.Date(2026, 7, 1, 0, 0, 0, 120e6, time.UTC), "2026-07-01T00:00:00.12Z"},
		{time.Time{}, "0001-01-01T00:00:00Z"},
		{lmt, "1890-01-01T11:59:32.000000005+00:53"},
		{time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC), "0001-01-01T00:00:00Z"},
		{time.Date(2026, 1, 1, 0, 0, 0, 0, time.FixedZone("", 30*3600)), "2025-12-30T18:00:00Z"},
	} {
		text := string(Line(Record{Failure: &Failure{Time: c.t}}))
		if !strings.Contains(text, `"time":"`+c.want) {
			t.Errorf("%v is written as %s", c.t, text)
		}
		r, err := Read([]byte(text))
		if err != nil || string(Line(r)) != text {
			t.Errorf("%v is read as %v %v", c.t, r.Failure, err)
		}
	}
}

// What Line writes, Read reads, and Line writes the same again.
func FuzzLine(f *testing.F) {
	f.Add("m1", "user", "text\x00\xff\u2028", "c1", `{"a":1}`, int64(1763900000), 3600)
	f.Add("", "", "", "", "", int64(-1<<40), -43200)
	f.Fuzz(func(t *testing.T, id, role, text, call, args string, at int64, offset int) {
		when := time.Unix(at%(1<<40), 7).In(time.FixedZone("", offset%200000))
		m := Message{ID: id, Time: when, Role: Role(role), Content: text, Note: args, ToolCallID: call,
			ToolCalls: []Call{{ID: call, Name: id, Arguments: args}}, Usage: &Usage{Input: offset}}
		for _, r := range []Record{
			{Message: &m},
			{Session: &Session{ID: id, Time: when, Title: text, Window: offset}},
			{Night: &Night{ID: id, Time: when, From: id, To: call, Kept: []string{id, text}, Summary: text}},
			{Undo: &Undo{Night: id, Time: when}},
			{Wake: &Wake{Time: when, Memory: text, Files: map[string]string{id: call, text: args}}},
			{Failure: &Failure{Time: when, What: text}},
			{Pin: &Pin{Message: id, Off: offset > 0, Time: when}},
		} {
			l := Line(r)
			if bytes.Count(l, []byte("\n")) != 1 || bytes.ContainsAny(l, "\u2028\u2029") {
				t.Fatalf("not one line: %q", l)
			}
			back, err := Read(l)
			if (err != nil) != (usable(cleanRecord(r)) != nil) {
				t.Fatalf("%q: %v", l, err)
			}
			if again := Line(back); !bytes.Equal(again, l) {
				t.Fatalf("\n%q\n%q", l, again)
			}
		}
	})
}

// Rubbish never panics, never hides a good line after it, and the session takes
// new lines.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(first + line("m1", "one")))
	f.Add([]byte("\x00\x00{\"type\":\"message\",\"id\":\"m1\"}\n<<<<<<< a\n{\"type\":\"night\",\"id\":\"n\",\"from\":\"x\",\"to\":\"m1\"}"))
	f.Add([]byte(`{"type":"message","id":"a","role":"assistant","content":"","tool_calls":[{"id":"c"},{"id":"c"}]}` + "\n" + `{"type":"message","id":"b","role":"tool","tool_call_id":"c"}` + "\n" + `{"type":"undo","night":"n"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m := memdisk.New()
		if err := m.Mkdir(Folder); err != nil {
			t.Fatal(err)
		}
		m.Put(File("s"), append(bytes.Clone(text), "\n"+line("the last", "x")...))
		l, _, err := Open(m, "s")
		if err != nil {
			t.Fatal(err)
		}
		if _, there := l.ids.ids["the last"]; !there {
			t.Fatal("a good line after the rubbish is lost")
		}
		if err := l.Append(say(l.NextID(monday, draws()), User, "more")); err != nil {
			t.Fatal(err)
		}
		again, _, err := Open(m, "s")
		if err != nil {
			t.Fatal(err)
		}
		if a, b := fmt.Sprintf("%+v", l.Context()), fmt.Sprintf("%+v", again.Context()); len(a) != len(b) {
			t.Fatalf("context differs after opening:\n%s\n%s", a, b)
		}
		if _, err := List(m); err != nil {
			t.Fatal(err)
		}
		_, _ = Markdown(l.Records()), JSON(l.Records())
		valid(t, l.Context())
	})
}
