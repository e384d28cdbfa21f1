package ingest_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
	"dormouse/land/transcript/foreign/foreigntest"
	"dormouse/land/transcript/ingest"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

type nothing struct{}

func (nothing) Close() error { return nil }

// take imports a file and returns how many messages came in.
func take(t *testing.T, fsys disk.FS, text string) int {
	t.Helper()
	im, err := ingest.Open(ingest.Options{
		FS: fsys, Zone: time.UTC, Prepare: func(m transcript.Message) transcript.Message { return m },
		Hold: func(string) (io.Closer, error) { return nothing{}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := foreigntest.Read("export.json", []byte(text), now)
	if err != nil {
		t.Fatal(err)
	}
	came := 0
	for _, talk := range r.Talks {
		came += carry(t, im, talk)
	}
	return came
}

func carry(t *testing.T, im *ingest.Importer, talk foreign.Talk) int {
	t.Helper()
	steps, err := im.Plan(talk, "export.json")
	if err != nil {
		t.Fatal(err)
	}
	came := 0
	for _, s := range steps {
		came += len(s.Rest)
		if err := im.Carry(s); err != nil {
			t.Fatal(err)
		}
	}
	return came
}

// gpt is an export with one talk: "a>b" puts b below a, the last is shown.
func gpt(edges string) string {
	last := ""
	parents, children := map[string]string{}, map[string][]string{}
	var order []string
	for _, e := range strings.Fields(edges) {
		parent, id, _ := strings.Cut(e, ">")
		parents[id], last = parent, id
		children[parent] = append(children[parent], id)
		order = append(order, id)
	}
	var nodes []string
	for i, id := range order {
		role := "user"
		if len(id) > 1 && id[0] == 'r' {
			role = "assistant"
		}
		quoted := "[]"
		if len(children[id]) > 0 {
			quoted = `["` + strings.Join(children[id], `","`) + `"]`
		}
		nodes = append(nodes, fmt.Sprintf(`%q:{"id":%q,"parent":%q,"children":%s,"message":{"id":"message-of-%s","author":{"role":%q},"create_time":%d,"content":{"content_type":"text","parts":["words of %s"]}}}`, id, id, parents[id], quoted, id, role, 1770000000+60*i, id))
	}
	return `[{"title":"T","id":"the-talk","current_node":"` + last + `","mapping":{` + strings.Join(nodes, ",") + `}}]`
}

// sessions are what each session says, by its key.
func sessions(t *testing.T, fsys disk.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := transcript.Openings(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range list {
		log, notices, err := transcript.Open(fsys, o.Session.ID)
		if err != nil || len(notices) > 0 {
			t.Fatal(err, notices)
		}
		var said []string
		for _, m := range log.Messages() {
			said = append(said, strings.TrimPrefix(m.ID, "message-of-"))
		}
		read := strings.TrimPrefix(transcript.Replay(log.Records()).Cursor, "message-of-")
		all[log.Session().Key] = strings.Join(said, " ") + " | " + read
	}
	return all
}

func wantSessions(t *testing.T, fsys disk.FS, want map[string]string) {
	t.Helper()
	got := sessions(t, fsys)
	for key, said := range want {
		if got[key] != said {
			t.Errorf("%s holds %q, want %q", key, got[key], said)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d sessions: %v", len(got), got)
	}
}

// What stands behind the line is the message up to which no night reads.
func TestATalkIsTakenOnceAndContinued(t *testing.T) {
	fsys := memdisk.New()
	first := gpt(">u1 u1>r1")
	if n := take(t, fsys, first); n != 2 {
		t.Errorf("%d messages came in", n)
	}
	if n := take(t, fsys, first); n != 0 {
		t.Errorf("again: %d", n)
	}
	if n := take(t, fsys, gpt(">u1 u1>r1 r1>u2 u2>r2")); n != 2 {
		t.Errorf("grown: %d", n)
	}
	if n := take(t, fsys, first); n != 0 {
		t.Errorf("the older export: %d", n)
	}
	wantSessions(t, fsys, map[string]string{"chatgpt:the-talk": "u1 r1 u2 r2 | "})
}

func TestBranchesAreKeptAndNoNightReadsThem(t *testing.T) {
	fsys := memdisk.New()
	export := gpt(">u1 u1>rx rx>ux u1>r1 r1>u2")
	take(t, fsys, export)
	want := map[string]string{"chatgpt:the-talk": "u1 r1 u2 | ", "chatgpt:the-talk#message-of-rx": "u1 rx ux | ux"}
	wantSessions(t, fsys, want)
	if n := take(t, fsys, export); n != 0 {
		t.Errorf("again: %d", n)
	}
	wantSessions(t, fsys, want)
}

// The reply was asked for again after the first export: what is shown now parts
// from what is there, which stays.
func TestATalkThatTurnedElsewhere(t *testing.T) {
	fsys := memdisk.New()
	take(t, fsys, gpt(">u1 u1>r1 r1>u2"))
	export := gpt(">u1 u1>r1 r1>u2 u1>rz rz>u3")
	if n := take(t, fsys, export); n != 3 {
		t.Errorf("%d messages came in", n)
	}
	want := map[string]string{"chatgpt:the-talk": "u1 r1 u2 | ", "chatgpt:the-talk#message-of-rz": "u1 rz u3 | u1"}
	wantSessions(t, fsys, want)
	if n := take(t, fsys, export); n != 0 {
		t.Errorf("again: %d", n)
	}
	if n := take(t, fsys, gpt(">u1 u1>r1 r1>u2 u1>rz rz>u3 u3>r4")); n != 1 {
		t.Errorf("grown: %d", n)
	}
}

// What was not shown is shown now: nights read it from then on, once.
func TestABranchThatIsShownLater(t *testing.T) {
	fsys := memdisk.New()
	take(t, fsys, gpt(">u1 u1>rx rx>ux u1>r1 r1>u2"))
	for range 2 {
		if n := take(t, fsys, gpt(">u1 u1>r1 r1>u2 u1>rx rx>ux")); n != 0 {
			t.Errorf("%d messages came in", n)
		}
		wantSessions(t, fsys, map[string]string{"chatgpt:the-talk": "u1 r1 u2 | ", "chatgpt:the-talk#message-of-rx": "u1 rx ux | u1"})
	}
	if n := take(t, fsys, gpt(">u1 u1>r1 r1>u2 u1>rx rx>ux ux>ry")); n != 1 {
		t.Errorf("grown: %d", n)
	}
	wantSessions(t, fsys, map[string]string{"chatgpt:the-talk": "u1 r1 u2 | ", "chatgpt:the-talk#message-of-rx": "u1 rx ux ry | u1"})
}

// The person went on here and there: both stay, and what both have is read once.
func TestATalkThatWentOnInBothPlaces(t *testing.T) {
	fsys := memdisk.New()
	take(t, fsys, gpt(">u1 u1>r1"))
	list, err := transcript.Openings(fsys)
	if err != nil {
		t.Fatal(err)
	}
	log, _, err := transcript.Open(fsys, list[0].Session.ID)
	if err != nil {
		t.Fatal(err)
	}
	here := transcript.Message{ID: "m9", Time: now, Role: transcript.User, Content: "said here"}
	if err := log.Append(transcript.Record{Message: &here}); err != nil {
		t.Fatal(err)
	}
	export := gpt(">u1 u1>r1 r1>u2")
	take(t, fsys, export)
	take(t, fsys, export)
	wantSessions(t, fsys, map[string]string{"chatgpt:the-talk": "u1 r1 m9 | ", "chatgpt:the-talk#message-of-u2": "u1 r1 u2 | r1"})
}

// Ids of a file's own, such as 1 and 2, do not make two talks one.
func TestTalksWithTheSameNumbersStayApart(t *testing.T) {
	fsys := memdisk.New()
	for _, words := range []string{"bees", "hens"} {
		take(t, fsys, fmt.Sprintf(`{"role":"user","id":"1","content":"Tell me of %s."}
{"role":"assistant","id":"2","content":"Gladly."}`, words))
	}
	if got := sessions(t, fsys); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// Memory does not grow with the file: one record, and what comes of it, is all
// that is held.
func TestALargeExportIsReadInFlatMemory(t *testing.T) {
	held := func(talks int) uint64 {
		im, err := ingest.Open(ingest.Options{FS: memdisk.New(), Zone: time.UTC, Dry: true, Prepare: func(m transcript.Message) transcript.Message { return m }})
		if err != nil {
			t.Fatal(err)
		}
		export, into := io.Pipe()
		go func() {
			into.CloseWithError(foreigntest.Export{Talks: talks, Bytes: talks * 38_000, Seed: 9}.Write(into))
		}()
		var most uint64
		n := 0
		r := foreigntest.Result{Tally: foreign.NewTally()}
		sink := foreigntest.Sink(&r, now)
		sink.Talk = func(talk foreign.Talk) error {
			if n++; n%50 == 0 {
				var stats runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&stats)
				most = max(most, stats.HeapAlloc)
			}
			steps, err := im.Plan(talk, "export.json")
			for _, s := range steps {
				if err == nil {
					err = im.Carry(s)
				}
			}
			return err
		}
		if err := foreign.Read(foreign.Stream("export.json", export), sink); err != nil {
			t.Fatal(err)
		}
		if n != talks {
			t.Fatalf("%d of %d talks came in", n, talks)
		}
		return most >> 10
	}
	small, large := held(100), held(1000)
	t.Logf("4 MB: %d kB are held; 40 MB: %d kB", small, large)
	if large > small+4<<10 {
		t.Errorf("ten times the export holds %d kB instead of %d", large, small)
	}
}

// A disk that fails at any operation leaves no half session, and the next import
// makes of it what one that nobody disturbed makes.
func TestEveryFailureOfTheDisk(t *testing.T) {
	export := gpt(">u1 u1>rx u1>r1 r1>u2")
	whole := memdisk.New()
	take(t, whole, export)
	want := sessions(t, whole)
	for at := 1; ; at++ {
		fsys := memdisk.New()
		fired := false
		n := 0
		fsys.Hook(func(memdisk.Op) error {
			if n++; n == at {
				fired = true
				return io.ErrShortWrite
			}
			return nil
		})
		im, err := ingest.Open(ingest.Options{FS: fsys, Zone: time.UTC, Prepare: func(m transcript.Message) transcript.Message { return m }, Hold: func(string) (io.Closer, error) { return nothing{}, nil }})
		if err == nil {
			r, _ := foreigntest.Read("export.json", []byte(export), now)
			steps, err := im.Plan(r.Talks[0], "export.json")
			for _, s := range steps {
				if err == nil {
					err = im.Carry(s)
				}
			}
		}
		fsys.Hook(nil)
		take(t, fsys, export)
		wantSessions(t, fsys, want)
		if !fired {
			return
		}
	}
}
