package memory

import (
	"strings"
	"testing"
	"time"

	"dormouse/land/disk"
	"dormouse/memory/plan"
)

// A pinned entry is in the prompt when there is room for one line only, also
// one that a person wrote: their line gets an id and stays theirs.
func TestPin(t *testing.T) {
	s := newStore(t)
	byHand := []byte("# Memory\n\n## Facts\n\n- Jupiter has more moons than Mars.\n")
	if err := disk.WriteFile(s.land.FS(), "MEMORY.md", byHand); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	for i := range 12 {
		text := []string{"Ruth", "Henrik", "Paulo", "Mina", "Osei", "Tove", "Iker", "Salma", "Bruno", "Ines", "Jun", "Kofi"}[i] + " was born in " + []string{"Lisbon", "Bergen", "Kyoto", "Graz", "Accra", "Malmö", "Bilbao", "Tunis", "Parma", "Split", "Osaka", "Kumasi"}[i] + "."
		if _, err := s.Update(Append, text, "Facts", now, plan.Source{By: plan.ByPerson}); err != nil {
			t.Fatal(err)
		}
	}
	count := func(s string) int { return len(strings.Fields(s)) }
	const room = 80
	before, err := s.Prompt(now, room, count)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(before.Text, "Jupiter") {
		t.Fatalf("the prompt has room for all:\n%s", before.Text)
	}
	e, err := s.Pin("MEMORY.md:5", true, now)
	if err != nil || e.ID == "" {
		t.Fatalf("pinned %+v, %v", e, err)
	}
	after, err := s.Prompt(now, room, count)
	if err != nil || !strings.Contains(after.Text, "Jupiter") {
		t.Errorf("%v: a pinned line is not in the prompt:\n%s", err, after.Text)
	}
	why, err := s.Why("^" + e.ID)
	if err != nil || !why.Pinned || !why.ByHand {
		t.Errorf("why says pinned %v, by hand %v, %v", why.Pinned, why.ByHand, err)
	}
	if _, err := s.Pin("^"+e.ID, false, now); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Prompt(now, room, count); err != nil || again.Text == after.Text {
		t.Errorf("unpinning changes nothing (%v)", err)
	}
}
