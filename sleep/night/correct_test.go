package night

import (
	"strings"
	"testing"

	"dormouse/land/disk/memdisk"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// A line that a model wrote to correct an older one takes its place, also where it only
// says less, and stands as it was written: it is no correction of two words that is told
// again with those of the old line.
func TestWhatAModelCorrects(t *testing.T) {
	for _, c := range []struct{ old, now string }{
		{"Tove keeps hens and a goat behind the barn.", "Tove keeps hens behind the barn."},
		{"Henrike soll für ihren Chef Wiard die Windlade der Uttumer Orgel bis Freitag, 2026-11-27, dicht haben.", "Henrike hat die Windlade der Uttumer Orgel bis zum 2026-11-25 dicht bekommen, eine Woche vor der Frist."},
	} {
		d := newDormitory(t, memdisk.New())
		d.turn("[fact 0.9] "+c.old, 200)
		var id string
		for _, e := range d.sleep(1000).Report.Entries {
			id = e.ID
		}
		d.tell.extra = []summarize.Candidate{{Type: document.Fact, Text: c.now, Importance: .9, From: []string{"m3"}, Replaces: id, Complete: true}}
		d.now = d.now.AddDate(0, 0, 6)
		d.turn("That is no longer so.", 200)
		r := d.sleep(1000).Report
		if text := d.file("MEMORY.md"); id == "" || !strings.Contains(text, "- "+c.now+" ^") || !strings.Contains(text, "~~"+c.old+"~~") || strings.Count(text, "\n- ") != 2 {
			t.Errorf("%q is not corrected (%+v):\n%s", c.old, r.Superseded, text)
		}
	}
}
