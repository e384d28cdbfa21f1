package night

import (
	"strings"
	"testing"

	"dormouse/land"
	"dormouse/land/disk/memdisk"
)

// TestCommitmentsAreForEveryTalk: what is still to come stands in MEMORY.md, however
// its day is written; what is over, and what comes with the next days, is left to the
// day's log. It is 20 November 2026.
func TestCommitmentsAreForEveryTalk(t *testing.T) {
	ahead := []string{"Zahnarzt am 14. Januar um 9.", "The boat is due on 7 May.", "La cita es el 3 de marzo a las 10.", "歯医者は1月14日です。", "Termin beim Notar am 10.01.2027.", "The landlord visits on the 30th."}
	past := []string{"I ran the race on 7 May.", "Wir waren am 14. Oktober in Bonn.", "We meet the notary on 21 November.", "Die Lieferung kam am 10.01.2024."}
	d := newDormitory(t, memdisk.New())
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

// TestCommitmentsLeaveWhenTheirDayIsOver: the next night takes them out of MEMORY.md;
// the log has them. What a person pinned stays, and so does what holds for years.
func TestCommitmentsLeaveWhenTheirDayIsOver(t *testing.T) {
	d := newDormitory(t, memdisk.New())
	over, later, holds := "The blood test for my thyroid is on 2 December at 9.", "The landlord visits on 8 January.", "I am allergic to penicillin."
	d.turn("[event 0.8] "+over, 20)
	d.turn("[event 0.8] "+later, 20)
	for _, text := range []string{holds, "My brother Ole is a carpenter.", "My sister Ida is a nurse.", "I live in Bergen."} {
		d.turn("[fact 0.8] "+text, 20)
	}
	d.fill(810)
	d.sleep(1000)
	if lasting := d.file(land.MemoryFile); !strings.Contains(lasting, over) {
		t.Fatalf("%q did not reach MEMORY.md:\n%s", over, lasting)
	}
	d.now = d.now.AddDate(0, 0, 14)
	d.turn("[fact 0.8] The cat is called Nils.", 20)
	d.fill(810)
	d.sleep(1000)
	lasting := d.file(land.MemoryFile)
	if strings.Contains(lasting, over) {
		t.Errorf("%q is still in MEMORY.md", over)
	}
	for _, text := range []string{later, holds} {
		if !strings.Contains(lasting, text) {
			t.Errorf("%q left MEMORY.md:\n%s", text, lasting)
		}
	}
	if logs := d.file("memory/2026-11-20.md") + d.file("memory/2026-12-04.md"); !strings.Contains(logs, over) {
		t.Errorf("%q is in no log", over)
	}
}
