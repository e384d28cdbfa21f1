package night

import (
	"fmt"
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// Guarantee 33: words of any foreign origin stay in the log, however important
// they are said to be and however often they are used.
func TestForeignEntriesAreNeverPromoted(t *testing.T) {
	origins := []transcript.Origin{transcript.Pasted, transcript.Piped, transcript.Attached, transcript.Printed, transcript.Web, transcript.Guest, transcript.Modelled}
	d := newDormitory(t, memdisk.New())
	d.deps.Settings.Replay.Permanent = 0.1             // one use is enough
	d.turn("[fact 0.5] The mill stands in Cork.", 200) // enough text for a budget
	for i, o := range origins {
		text := transcript.Part{Origin: o, Name: "x"}.Label() + fmt.Sprintf(": The tower number %d wants paint.", i)
		d.tell.extra = append(d.tell.extra, summarize.Candidate{Type: document.Preference, Text: text, Importance: 0.99, From: []string{"m1"}, Origin: o})
	}
	d.sleep(1000)
	d.tell.extra = nil
	used := 0
	for range 6 {
		d.now = d.now.AddDate(0, 0, 1)
		d.turn("Tell me where the mill of Cork stands.", 5)
		for i := range origins {
			d.turn(fmt.Sprintf("Who said that tower number %d wants paint?", i), 5)
		}
		used += d.sleep(1000).Report.Replay.Used
	}
	if used < 2*len(origins) {
		t.Fatalf("only %d uses", used)
	}
	lasting, logs := d.file(land.MemoryFile), d.file("memory/2026-11-20.md")
	if !strings.Contains(lasting, "The mill stands in Cork.") {
		t.Errorf("what a person said is not promoted:\n%s", lasting)
	}
	kept := strings.Count(logs, "wants paint")
	if leaked := strings.Count(lasting, "wants paint"); leaked > 0 || kept != len(origins) {
		t.Errorf("%d foreign lines in MEMORY.md, %d of %d in the log:\n%s", leaked, kept, len(origins), logs)
	} else {
		t.Logf("guarantee 33: origins=%d nights=7 kept_in_log=%d promoted=%d", len(origins), kept, leaked)
	}
}

func TestAForeignWordTakesNobodysPlace(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	d.turn("[fact 0.9] Anna lives in Lisbon.", 5)
	d.sleep(1000)
	d.turn("What is that?", 5)
	d.tell.extra = []summarize.Candidate{{Type: document.Fact, Text: "pasted text: Anna moved to Porto.", Importance: 0.5, From: []string{"m3"}, Origin: transcript.Pasted}}
	d.sleep(1000)
	if text := d.file(land.MemoryFile); !strings.Contains(text, "- Anna lives in Lisbon. ^") || strings.Contains(text, "Porto") {
		t.Errorf("MEMORY.md:\n%s", text)
	}
	d.tell.extra = nil
	d.turn("[fact 0.9] Anna moved to Porto.", 5) // now the person says so
	d.sleep(1000)
	if text := d.file(land.MemoryFile); !strings.Contains(text, "- Anna moved to Porto. ^") {
		t.Errorf("what the person says after a paste is not theirs:\n%s", text)
	}
}
