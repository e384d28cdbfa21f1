package toolbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/memory/plan"
)

// A model corrects and forgets one line by the id that every result names; it
// can neither for a line of a person's.
func TestOneLineIsEditedOrForgotten(t *testing.T) {
	l, _, err := land.Open(memdisk.New())
	if err != nil {
		t.Fatal(err)
	}
	if err := disk.WriteFile(l.FS(), land.MemoryFile, []byte("# Memory\n\n## Facts\n\n- The shed is green. ^handed\n")); err != nil {
		t.Fatal(err)
	}
	h := New(memory.NewStore(l, memory.Options{}))
	at := Moment{Now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), By: plan.ByModel, Name: "test", Session: "s1", Message: "m1"}
	run := func(args string) string {
		return h.Run(t.Context(), transcript.Call{Name: Update, Arguments: args}, at).Text
	}
	said := run(`{"mode":"append","text":"The berth is number 14.","section":"Facts"}`)
	id := said[strings.LastIndex(said, "^")+1:]
	edited := run(fmt.Sprintf(`{"mode":"edit","id":%q,"text":"The berth is number 41."}`, id))
	if !strings.HasPrefix(edited, "replaced: MEMORY.md:") || !strings.Contains(edited, "\nappended: MEMORY.md:") {
		t.Errorf("edited: %q", edited)
	}
	if again := run(fmt.Sprintf(`{"mode":"edit","id":%q,"text":"The berth is number 43."}`, id)); !Failed(again) || !strings.Contains(again, "The berth is number 41. ^") || !strings.HasSuffix(again, "; edit or forget that one") {
		t.Errorf("edited by the old id: %q", again)
	}
	id = edited[strings.LastIndex(edited, "^")+1:]
	if got := run(fmt.Sprintf(`{"mode":"forget","id":"^%s"}`, id)); !strings.HasPrefix(got, "Forgotten.") {
		t.Errorf("forgotten: %q", got)
	}
	for _, args := range []string{
		`{"mode":"edit","id":"handed","text":"The shed is red."}`, `{"mode":"forget","id":"handed"}`,
		`{"mode":"edit","text":"whose?"}`, `{"mode":"forget","id":"nobody1"}`, `{"mode":"edit","id":"two words","text":"x"}`,
	} {
		if got := run(args); !Failed(got) {
			t.Errorf("%s: %q", args, got)
		}
	}
	if got := run(`{"mode":"edit","id":"handed","text":"The shed is red."}`); !strings.HasSuffix(got, "; only the person changes it: tell them what to write there") {
		t.Errorf("what to do is not said: %q", got)
	}
	raw, err := l.Read(land.MemoryFile)
	if err != nil || !strings.Contains(string(raw), "- The shed is green. ^handed\n") {
		t.Errorf("%v\n%s", err, raw)
	}
}

// What a new line may have ended, and did not strike, is named with its id; a line of
// which only the name is the same is not.
func TestLinesNearANewOneAreNamed(t *testing.T) {
	l, _, err := land.Open(memdisk.New())
	if err != nil {
		t.Fatal(err)
	}
	h := New(memory.NewStore(l, memory.Options{}))
	at := Moment{Now: time.Date(2026, 11, 9, 9, 0, 0, 0, time.UTC), By: plan.ByModel, Name: "test", Session: "s1", Message: "m1"}
	run := func(name, args string) string {
		return h.Run(t.Context(), transcript.Call{Name: name, Arguments: args}, at).Text
	}
	ids := map[string]string{}
	for _, line := range []string{
		"Henrike fährt jetzt einen gebrauchten VW Caddy (Baujahr 2019, 84.000 km).",
		"When Tove pastes SQL, reply only with the corrected SQL, without explanation.",
		"Henrike ist Orgelbauerin in Leer.", "Tove swims in the harbour on Sundays.", "Tove's father Bengt died in 2019.",
	} {
		said := run(Update, fmt.Sprintf(`{"mode":"append","text":%q}`, line))
		ids[line[:12]] = said[strings.LastIndex(said, "^"):]
		if strings.Contains(said, "near it") {
			t.Errorf("%q", said)
		}
	}
	at.Now = at.Now.AddDate(0, 0, 3)
	for _, c := range []struct{ tool, args, near string }{
		{Update, `{"mode":"append","text":"Henrike hat den VW Caddy an ihre Nachbarin Insa verkauft."}`, "Henrike fäh"},
		{Save, `{"text":"When Tove pastes SQL, reply with an explanation again, in two lines at most."}`, "When Tove pa"},
	} {
		got := run(c.tool, c.args)
		lines := strings.Split(got, "\n")
		if len(lines) != 3 || !strings.Contains(lines[1], "edit or forget what no longer holds") || !strings.HasSuffix(lines[2], ids[c.near]) {
			t.Errorf("%s: %q", c.args, got)
		}
	}
}

// TestLinesBehindTheEndAreEmpty: a file that ends before them is no failure of the tool,
// and a note that is one long line has an end.
func TestLinesBehindTheEndAreEmpty(t *testing.T) {
	l, _, err := land.Open(memdisk.New())
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 40_000)
	for name, text := range map[string]string{land.MemoryFile: "# Memory\n\n- The shed is green.\n", "memory/2026-11-21.md": long} {
		if err := disk.WriteFile(l.FS(), name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	h := New(memory.NewStore(l, memory.Options{}))
	got := h.Run(t.Context(), transcript.Call{Name: Get, Arguments: `{"path":"MEMORY.md","from":9}`}, Moment{}).Text
	if Failed(got) || !strings.HasPrefix(got, "empty: MEMORY.md has 3 lines") {
		t.Errorf("%q", got)
	}
	if note, err := h.Note("memory/2026-11-21.md", Moment{}); err != nil || !strings.HasPrefix(note, "xxx") {
		t.Errorf("%.20q %v", note, err)
	}
}
