package night

import (
	"strings"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// What is left undone is an entry of its day's log, each thing a line: what is done takes the
// place of its line, and what is left is still to be done.
func TestWhatIsLeftUndoneIsAnEntry(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	from := d.say(transcript.User, "I have to order the jam jars and get the van through its MOT by the 20th")
	d.say(transcript.Assistant, "On your list.")
	d.tell.extra = []summarize.Candidate{{Type: document.Fact, Text: "I have to order the jam jars and get the van through its MOT by the 20th", Importance: .9, Open: true, From: []string{from}}}
	if n := d.sleep(1000); len(n.Report.Open) != 2 || len(n.Report.Entries) != 0 {
		t.Errorf("open %v, entries %v", n.Report.Open, n.Report.Entries)
	}
	d.tell.extra = nil
	log := d.file("memory/2026-11-20.md")
	id := firstID(log)
	if !strings.Contains(log, "\n### Open\n\n- I have to order") || id == "" || strings.Contains(d.file("MEMORY.md"), "jam jars") {
		t.Fatalf("night 1:\n%s", log)
	}
	d.say(transcript.User, "[event 0.9] The jam jars are ordered")
	d.say(transcript.Assistant, "Done, then.", builtIn([]string{id}, nil))
	n := d.sleep(1000)
	log = d.file("memory/2026-11-20.md")
	if len(n.Report.Superseded) != 1 || !strings.Contains(log, "(replaces ^"+id+")") || !strings.Contains(log, "\n- Get the van through its MOT by the 20th ^") {
		t.Errorf("superseded %v\n%s", n.Report.Superseded, log)
	}
}
