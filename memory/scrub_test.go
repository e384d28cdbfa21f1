package memory

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/memory/plan"
)

// key is a credential that opens nothing, put together here so that none stands in
// the source.
func key(n int) string {
	return "gh" + "p_" + strings.Repeat(string(rune('a'+n))+"B3x9Q7m", 5)[:36]
}

// everything is the text of all files of a land's folder, undo images unpacked
// and what they encode decoded.
func (s *Store) everything(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	var walk func(dir string)
	walk = func(dir string) {
		infos, err := s.land.FS().ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range infos {
			name := strings.TrimPrefix(dir+"/"+info.Name, "./")
			if info.Mode.IsDir() {
				walk(name)
				continue
			}
			text, err := disk.ReadFile(s.land.FS(), name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(name, ".dormouse/undo/") {
				text = unpacked(t, text)
			}
			b.WriteString(name + "\n" + string(text) + "\n")
		}
	}
	walk(".")
	return b.String()
}

func unpacked(t *testing.T, image []byte) []byte {
	t.Helper()
	_, body, _ := bytes.Cut(image, []byte("\n"))
	if z, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
		if body, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	var j struct {
		Files []struct{ Before, Middle, Append, Back []byte }
	}
	if err := json.Unmarshal(body, &j); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, f := range j.Files {
		out = append(out, bytes.Join([][]byte{f.Before, f.Middle, f.Append, f.Back}, []byte("\n"))...)
	}
	return out
}

func (s *Store) put(t *testing.T, name, text string) {
	t.Helper()
	if err := s.land.FS().Mkdir(name[:strings.LastIndexByte(name, '/')]); err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteFile(s.land.FS(), name, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

// TestScrub: what an older version wrote is found where it lies and overwritten
// there, in undo images too, and nothing else changes.
func TestScrub(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	tools, _ := json.Marshal(map[string]string{"text": "key " + key(2) + "\nand \"more\""})
	call, _ := json.Marshal(string(tools))
	session := `{"type":"session","id":"a","time":"2026-11-20T09:00:00Z","version":1}` + "\n" +
		`{"type":"message","id":"m1","time":"2026-11-20T09:00:00Z","role":"user","content":"my key is ` + key(1) + ` \u00e4 and ` + key(1) + `","tokens":9}` + "\n" +
		`{"type":"message","id":"m2","time":"2026-11-20T09:01:00Z","role":"assistant","content":"","tool_calls":[{"id":"c","name":"memory_save","arguments":` + string(call) + `}],"tokens":9}` + "\n" +
		"torn line " + key(3)
	s.put(t, "sessions/a.jsonl", session)
	s.put(t, ".dormouse/screen/draft", `{"text":"`+key(4)+`"}`)
	s.put(t, ".dormouse/streaming/a", "partly "+key(5))
	hand := "# Memory\n\n- my token: " + key(6) + " ^k7f3a2\n- tea\n"
	if _, err := s.land.Save(land.Tx{ID: "t1", Kind: "memory", Time: now, Undoable: true, Changes: []land.Change{{Path: memoryFile, After: []byte(hand)}}}); err != nil {
		t.Fatal(err)
	}
	found, err := s.Secrets()
	if err != nil || len(found) != 7 {
		t.Fatalf("found %+v, %v", found, err)
	}
	done, err := s.Scrub(now)
	if err != nil || len(done.Found) != 7 || done.Files != 4 || done.Images != 1 || len(done.Left) > 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	all, left := s.everything(t), 0
	for n := range 7 {
		if strings.Contains(all, key(n)[4:20]) {
			left++
			t.Errorf("key %d is still on the disk:\n%s", n, all)
		}
	}
	after := s.read(t, "sessions/a.jsonl")
	if len(after) != len(session) || strings.Count(after, "\n") != strings.Count(session, "\n") {
		t.Errorf("the session is of another length:\n%s", after)
	}
	log, notices, err := transcript.Open(s.land.FS(), "a")
	if err != nil || len(notices) != 2 || len(log.Messages()) != 2 {
		t.Fatalf("%v %v %+v", err, notices, log.Messages())
	}
	if m := log.Messages()[0].Content; !strings.HasPrefix(m, "my key is [redacted: token") || !strings.Contains(m, "] ä and [redacted: token") {
		t.Errorf("the message is %q", m)
	}
	if got := s.read(t, memoryFile); got != "# Memory\n\n- my token: [redacted: token] ^k7f3a2\n- tea\n" {
		t.Errorf("MEMORY.md is %q", got)
	}
	if again, err := s.Secrets(); err != nil || len(again) > 0 {
		t.Errorf("found again: %+v, %v", again, err)
	}
	if err := s.land.FS().Remove("sessions/a.jsonl"); err != nil { // the check does not like its torn line
		t.Fatal(err)
	}
	t.Logf("guarantee 27: doctor --secrets: 7 credentials of older versions in 4 files and 1 undo image, %d left", left)
}

// TestForgetForGood: after it no file of the land holds a word of what was
// forgotten, the transcript's other words are as they were, and it is told.
func TestForgetForGood(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	s.talk(t, "a", now, "user: My PIN is 4711. Ana lives in Oslo.", "assistant: I noted that your PIN is 4711.")
	s.talk(t, "b", now, "user: The PIN 4711 works at the bank too.")
	w, err := s.SaveNote("My PIN is 4711", document.Fact, now, plan.Source{Session: "a", Message: "m1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Update(Append, "My PIN is 4711", "Facts", now, plan.Source{}); err != nil {
		t.Fatal(err)
	}
	size := len(s.read(t, "sessions/b.jsonl"))
	f, err := s.Forgettable("^" + w.ID)
	if err != nil {
		t.Fatal(err)
	}
	written, done, err := s.ForgetForGood(f, now.Add(time.Minute), plan.Source{By: plan.ByPerson})
	if err != nil || done.Images < 2 || len(written) == 0 {
		t.Fatalf("%+v %+v %v", written, done, err)
	}
	if all := s.everything(t); strings.Contains(all, "4711") {
		t.Errorf("still on the disk:\n%s", all)
	}
	if got := s.read(t, "sessions/a.jsonl"); !strings.Contains(got, "Ana lives in Oslo.") {
		t.Errorf("lost: %s", got)
	}
	if got := s.read(t, "sessions/b.jsonl"); len(got) < size || !strings.Contains(got, `"type":"forget"`) {
		t.Errorf("nothing tells that it was forgotten:\n%s", got)
	}
	if _, err := s.Undo(written[0].Tx, now.Add(2*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if all := s.everything(t); strings.Contains(all, "4711") {
		t.Errorf("an undo brought it back:\n%s", all)
	}
}
