package sleep

import (
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk"
)

// TestCommitmentsAreForEveryTalk: what is still to come stands in MEMORY.md, however
// its day is written; what is over, and what comes with the next days, is left to the
// day's log. It is 20 November 2026.
func TestCommitmentsAreForEveryTalk(t *testing.T) {
	ahead := []string{"Zahnarzt am 14. Januar um 9.", "The boat is due on 7 May.", "La cita es el 3 de marzo a las 10.", "歯医者は1月14日です。", "Termin beim Notar am 10.01.2027.", "The landlord visits on the 30th."}
	past := []string{"I ran the race on 7 May.", "Wir waren am 14. Oktober in Bonn.", "We meet the notary on 21 November.", "Die Lieferung kam am 10.01.2024."}
	d := newDormitory(t, disk.NewMem())
	for _, text := range append(ahead, past...) {
		d.turn("[event 0.8] "+text, 20)
	}
	d.fill(810)
	d.sleep(1000)
	lasting, day := d.file(land.MemoryFile), d.file("memory/2026-11-20.md")
	for _, text := range ahead {
		if text = strings.TrimSpace(text); !strings.Contains(lasting, text) {
			t.Errorf("%q is not in MEMORY.md", text)
		}
	}
	for _, text := range past {
		if strings.Contains(lasting, text) || !strings.Contains(day, text) {
			t.Errorf("%q is in MEMORY.md, or nowhere", text)
		}
	}
}
