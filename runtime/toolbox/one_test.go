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
	raw, err := l.Read(land.MemoryFile)
	if err != nil || !strings.Contains(string(raw), "- The shed is green. ^handed\n") {
		t.Errorf("%v\n%s", err, raw)
	}
}
