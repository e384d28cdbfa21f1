package transcript

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
)

// long is set by make crash.
var long = flag.Bool("long", false, "longer sweeps")

var monday = time.Date(2026, 11, 23, 9, 0, 0, 0, time.FixedZone("", 3600))

func newLog(t *testing.T) (*memdisk.Disk, *Log) {
	t.Helper()
	m := memdisk.New()
	l, err := Create(m, Session{ID: "s", Time: monday, Model: "offline/extractive", Window: 8000})
	if err != nil {
		t.Fatal(err)
	}
	return m, l
}

func say(id string, role Role, text string) Record {
	return Record{Message: &Message{ID: id, Time: monday, Role: role, Content: text, Tokens: 3}}
}

func appendAll(t *testing.T, l *Log, records ...Record) {
	t.Helper()
	for _, r := range records {
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, fsys disk.FS) (*Log, []Notice) {
	t.Helper()
	l, notices, err := Open(fsys, "s")
	if err != nil {
		t.Fatal(err)
	}
	return l, notices
}

// put makes a session file of exactly this text.
func put(text string) *memdisk.Disk {
	m := memdisk.New()
	if err := m.Mkdir(Folder); err != nil {
		panic(err)
	}
	m.Put(File("s"), []byte(text))
	return m
}

func ids(messages []Message) string {
	var out []string
	for _, m := range messages {
		out = append(out, m.ID)
	}
	return strings.Join(out, " ")
}

func TestWhatWasAppendedIsReadBack(t *testing.T) {
	m, l := newLog(t)
	appendAll(t, l,
		Record{Wake: &Wake{Time: monday, Memory: "# Memory\n", Files: map[string]string{"MEMORY.md": "h"}}},
		say("m1", User, "a\x00b\u2028c<&>\xff\xe2\x82 d\r\nе\U0001F42D"),
		Record{Message: &Message{ID: "m2", Time: monday, Role: Assistant, ToolCalls: []Call{{ID: "c", Name: "memory_search", Arguments: `{"query":"<tea>"}`}}, Usage: &Usage{Input: 9, Output: 2}}},
		Record{Message: &Message{ID: "m3", Time: monday, Role: Tool, ToolCallID: "c", Content: "none"}},
		Record{Failure: &Failure{Time: monday, What: "cut"}},
		Record{Unknown: []byte(`{"type":"mood","v":[1, 2]}`)},
		Record{Night: &Night{ID: "n1", Time: monday, From: "m1", To: "m1", Summary: "s", Cursor: "m1"}},
		Record{Undo: &Undo{Night: "n1", Time: monday}},
	)
	again, notices := open(t, m)
	if len(notices) != 0 {
		t.Errorf("notices: %v", notices)
	}
	if !reflect.DeepEqual(again.Records(), l.Records()) {
		t.Errorf("records differ:\n%+v\n%+v", again.Records(), l.Records())
	}
	if !reflect.DeepEqual(again.Context(), l.Context()) || again.Session() != l.Session() {
		t.Error("context or session differ after opening")
	}
	want := "a\x00b\u2028c<&>\uFFFD\uFFFD d\r\nе\U0001F42D"
	if got := again.Messages()[0].Content; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	text, _ := m.Get(File("s"))
	for _, part := range []string{`"type":"message","id":"m1","time":"2026-11-23T09:00:00+01:00","role":"user","content":"a\u0000b\u2028c<&>`, `"kept":[]`, `{"type":"mood","v":[1, 2]}`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in the file:\n%s", part, text)
		}
	}
}

func TestOneWriteAndOneSyncForEachLine(t *testing.T) {
	m, l := newLog(t)
	before := len(m.Ops())
	appendAll(t, l, say("m1", User, "hi"))
	var ops []string
	for _, op := range m.Ops()[before:] {
		ops = append(ops, op.Kind)
	}
	if got := strings.Join(ops, " "); strings.Count(got, "write") != 1 || strings.Count(got, "sync") != 1 || strings.Index(got, "sync") < strings.Index(got, "write") {
		t.Errorf("operations: %s", got)
	}
}

func TestWhatAppendRefuses(t *testing.T) {
	m, l := newLog(t)
	appendAll(t, l, say("m1", User, "hi"), Record{Night: &Night{ID: "n1"}})
	size, _ := m.Get(File("s"))
	for name, c := range map[string]struct {
		r    Record
		want error
	}{
		"same message":    {say("m1", User, "again"), ErrDuplicate},
		"same night":      {Record{Night: &Night{ID: "n1"}}, ErrDuplicate},
		"nothing":         {Record{}, ErrRecord},
		"two fields":      {Record{Undo: &Undo{Night: "n"}, Failure: &Failure{}}, ErrRecord},
		"no role":         {Record{Message: &Message{ID: "x"}}, ErrRecord},
		"no id":           {say("", User, "x"), ErrRecord},
		"other session":   {Record{Session: &Session{ID: "t"}}, ErrRecord},
		"unknown not one": {Record{Unknown: []byte("not\njson")}, ErrRecord},
	} {
		if err := l.Append(c.r); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if now, _ := m.Get(File("s")); string(now) != string(size) {
		t.Error("a refused record changed the file")
	}
	appendAll(t, l, say("m2", User, "still open"), Record{Undo: &Undo{Night: "n1"}}, Record{Night: &Night{ID: "n1"}})
}

// Every single operation of an append fails once: the message is then not
// acknowledged, the log stays broken, and a new Open reads and goes on.
//
// GUARANTEES 5.
func TestAppendSweep(t *testing.T) {
	for n := 1; ; n++ {
		m, l := newLog(t)
		appendAll(t, l, say("m1", User, "first"))
		m.Hook(memdisk.FailAt(n, errors.New("no space"), false))
		err := l.Append(say("m2", User, "second"))
		m.Hook(nil)
		if err == nil {
			if n < 4 {
				t.Fatalf("only %d operations could fail", n)
			}
			t.Logf("guarantee 5: faults_fired=%d acknowledged=0 written_to_again=0", n-1)
			return
		}
		if later := l.Append(say("m3", User, "third")); !errors.Is(later, ErrBroken) {
			t.Fatalf("fault %d: next append gave %v", n, later)
		}
		if ids(l.Messages()) != "m1" {
			t.Fatalf("fault %d: an unacknowledged message is in memory", n)
		}
		again, _ := open(t, m)
		appendAll(t, again, say("m4", User, "after"))
		last, notices := open(t, m)
		if got := ids(last.Messages()); got != "m1 m4" && got != "m1 m2 m4" {
			t.Fatalf("fault %d: %s %v", n, got, notices)
		}
	}
}

// What was acknowledged is in every image that a power cut can leave. The
// mutants without fsync show that the images tell.
//
// GUARANTEES 1.
func TestAcknowledgedLinesSurviveACrash(t *testing.T) {
	images, lost := crashes(t, func(m *memdisk.Disk) disk.FS { return m })
	if lost != "" {
		t.Error(lost)
	}
	if _, lost := crashes(t, func(m *memdisk.Disk) disk.FS { return lazyFiles{m} }); lost == "" {
		t.Error("appending without fsync is not noticed")
	}
	if _, lost := crashes(t, func(m *memdisk.Disk) disk.FS { return lazyNames{m} }); lost == "" {
		t.Error("creating without fsync of the folder is not noticed")
	}
	t.Logf("guarantee 1: images=%d lost=0 mutants=2 caught=2", images)
}

// crashes appends and cuts the power after every line; it returns how many
// images it saw, and the first loss.
func crashes(t *testing.T, through func(*memdisk.Disk) disk.FS) (images int, lost string) {
	m := memdisk.New()
	if err := errors.Join(m.Mkdir(Folder), m.SyncDir(".")); err != nil {
		t.Fatal(err)
	}
	l, err := Create(through(m), Session{ID: "s", Time: monday})
	if err != nil {
		t.Fatal(err)
	}
	lines := 3
	if *long {
		lines = 40
	}
	for i := range lines + 1 {
		before := images
		m.Crashes(func(label string, image *memdisk.Disk) {
			images++
			again, _, err := Open(image, "s")
			if err == nil && len(again.Messages()) == i {
				return
			}
			if lost == "" {
				lost = fmt.Sprintf("%s: after %d messages: %v", label, i, err)
			}
		})
		if images == before {
			t.Fatal("no crash image was tried")
		}
		appendAll(t, l, say(fmt.Sprint("m", i+1), User, strings.Repeat("x", 50)))
	}
	return images, lost
}

// lazyFiles forgets the fsync of files, lazyNames that of folders.
type (
	lazyFiles struct{ *memdisk.Disk }
	lazyNames struct{ *memdisk.Disk }
	lazyFile  struct{ disk.File }
)

func (l lazyFiles) Append(name string) (disk.File, error) {
	f, err := l.Disk.Append(name)
	return lazyFile{f}, err
}

func (lazyFile) Sync() error { return nil }

func (lazyNames) SyncDir(string) error { return nil }

// A file cut at any byte loses the cut line only, and takes new lines.
func TestCutAtEveryByte(t *testing.T) {
	m, l := newLog(t)
	appendAll(t, l, say("m1", User, "one"), say("m2", Assistant, "two"))
	whole, _ := m.Get(File("s"))
	for n := 0; n <= len(whole); n++ {
		m := put(string(whole[:n]))
		again, notices := open(t, m)
		lines := strings.Count(string(whole[:n]), "\n")
		if got, least := len(again.Messages()), max(0, lines-1); got < least || got > least+1 {
			t.Fatalf("cut at %d: %d messages of %d lines", n, got, lines)
		}
		if torn := n > 0 && whole[n-1] != '\n'; torn && len(notices) == 0 {
			t.Fatalf("cut at %d: nothing said", n)
		}
		before := len(again.Messages())
		appendAll(t, again, say("m9", User, "after"))
		last, _ := open(t, m)
		if got := len(last.Messages()); got != before+1 {
			t.Fatalf("cut at %d: %d messages after one more, want %d", n, got, before+1)
		}
	}
}

func TestCreateAndDelete(t *testing.T) {
	m, l := newLog(t)
	if _, err := Create(m, Session{ID: "s"}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("second Create: %v", err)
	}
	for _, id := range []string{"", "..", "a/b", "../x", ".hidden", "a b", "x\n", strings.Repeat("a", 101), "x.sync-conflict-2026"} {
		if _, err := Create(m, Session{ID: id}); !errors.Is(err, ErrID) {
			t.Errorf("Create(%q): %v", id, err)
		}
		if _, _, err := Open(m, id); !errors.Is(err, ErrID) {
			t.Errorf("Open(%q): %v", id, err)
		}
		if err := Delete(m, id); !errors.Is(err, ErrID) {
			t.Errorf("Delete(%q): %v", id, err)
		}
	}
	if err := Delete(m, "s"); err != nil {
		t.Fatal(err)
	}
	if err := l.Append(say("m1", User, "x")); !errors.Is(err, ErrGone) {
		t.Errorf("append to a deleted session: %v", err)
	}
	if _, _, err := Open(m, "s"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open a deleted session: %v", err)
	}
}

func TestNoteTakesInWhatATransactionWrote(t *testing.T) {
	m, l := newLog(t)
	appendAll(t, l, say("m1", User, "one"))
	night := Record{Night: &Night{ID: "n1", From: "m1", To: "m1", Summary: "was one", Cursor: "m1"}}
	text, _ := m.Get(File("s"))
	m.Put(File("s"), append(text, Line(night)...))
	l.Note(night)
	l.Note(night)
	again, _ := open(t, m)
	if !reflect.DeepEqual(again.Context(), l.Context()) || l.Context().Summary != "was one" {
		t.Errorf("%+v\n%+v", again.Context(), l.Context())
	}
}

func TestRenameAndFork(t *testing.T) {
	m, l := newLog(t)
	appendAll(t, l, say("m1", User, "one"), say("m2", Assistant, "two"),
		Record{Night: &Night{ID: "n1", From: "m1", To: "m2", Summary: "both", Cursor: "m2"}}, say("m3", User, "three"))
	if err := l.Rename("Tea\u2029time"); err != nil {
		t.Fatal(err)
	}
	again, _ := open(t, m)
	if again.Session().Title != "Tea\u2029time" || again.Session().Window != 8000 {
		t.Errorf("%+v", again.Session())
	}
	later := monday.Add(time.Hour)
	f, err := Fork(m, again, "m2", Session{ID: "f", Time: later})
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Session(); s.Parent != "s" || s.ID != "f" || !s.Time.Equal(later) || s.Model != "offline/extractive" {
		t.Errorf("%+v", s)
	}
	if c := f.Context(); c.Summary != "" || ids(c.Messages) != "m1 m2" {
		t.Errorf("fork before the night: %+v", c)
	}
	whole, err := Fork(m, again, "", Session{ID: "g", Title: "other"})
	if err != nil {
		t.Fatal(err)
	}
	if c := whole.Context(); c.Summary != "both" || ids(c.Messages) != "m3" || whole.Session().Title != "other" {
		t.Errorf("%+v %+v", c, whole.Session())
	}
	read, notices, err := Open(m, "g")
	if err != nil || len(notices) > 0 || !reflect.DeepEqual(read.Records(), whole.Records()) {
		t.Errorf("a fork does not read back: %v %v", err, notices)
	}
	if _, err := Fork(m, again, "m7", Session{ID: "h"}); !errors.Is(err, ErrNoMessage) {
		t.Errorf("%v", err)
	}
}

func BenchmarkOpen(b *testing.B) {
	m := memdisk.New()
	l, err := Create(m, Session{ID: "s", Time: monday})
	if err != nil {
		b.Fatal(err)
	}
	var records []Record
	for i := range 5000 {
		records = append(records, say(fmt.Sprint("m", i+1), User, fmt.Sprint(i, strings.Repeat(" some words of a message", 40))))
	}
	f, err := create(m, Session{ID: "t"}, records)
	if err != nil || l == nil || f == nil {
		b.Fatal(err)
	}
	text, _ := m.Get(File("t"))
	b.Run("open", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, _, err := Open(m, "t"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("list", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := List(m); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("context", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if c := f.Context(); len(c.Messages) != 5000 {
				b.Fatal(len(c.Messages))
			}
		}
	})
}

// TestDiskWords: what a full disk says names the file once, and neither the act
// nor the session, which the caller says.
func TestDiskWords(t *testing.T) {
	m := memdisk.New()
	full := func(op memdisk.Op) error {
		if op.Kind == "write" {
			return &fs.PathError{Op: op.Kind, Path: op.Name, Err: syscall.ENOSPC}
		}
		return nil
	}
	m.Hook(full)
	if _, err := Create(m, Session{ID: "s1"}); err == nil || err.Error() != "write sessions/s1.jsonl: no space left on device" {
		t.Errorf("create: %v", err)
	}
	m.Hook(nil)
	l, err := Create(m, Session{ID: "s2"})
	if err != nil {
		t.Fatal(err)
	}
	m.Hook(full)
	if err := l.Append(say("m1", User, "x")); err == nil || err.Error() != "write sessions/s2.jsonl: no space left on device" || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("append: %v", err)
	}
}
