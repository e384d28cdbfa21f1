package document

import (
	"dormouse/land"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

const uniteBase = "# Memory\n\nSome prose.\n\n## Facts\n\n- Ann lives in Oslo ^aaaaa2\n- Ben is a nurse ^bbbbb2\n\n## Preferences\n\n- Tea, no sugar ^ccccc2\n"

func unite1(t *testing.T, path, base, ours, theirs string) string {
	t.Helper()
	one := func(s string) []byte {
		if s == "" {
			return nil
		}
		return []byte(s)
	}
	out, _ := Unite([]Version{{path, one(base), one(ours), one(theirs)}})
	again, _ := Unite([]Version{{path, one(base), out[0].Text, one(theirs)}})
	if string(again[0].Text) != string(out[0].Text) {
		t.Errorf("merged again it is\n%s\nnot\n%s", again[0].Text, out[0].Text)
	}
	flip, _ := Unite([]Version{{path, one(base), one(theirs), one(ours)}})
	if a, b := sortedLines(string(flip[0].Text)), sortedLines(string(out[0].Text)); a != b {
		t.Errorf("from the other side it holds\n%s\nnot\n%s", a, b)
	}
	return string(out[0].Text)
}

func sortedLines(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func TestUniteEntries(t *testing.T) {
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(uniteBase) }
	for _, c := range []struct{ name, ours, theirs, want string }{
		{"one side adds", edit("- Ben", "- Cy is new ^ddddd2\n- Ben"), uniteBase, edit("- Ben", "- Cy is new ^ddddd2\n- Ben")},
		{"both add", edit("nurse ^bbbbb2", "nurse ^bbbbb2\n- Cy is new ^ddddd2"), edit("nurse ^bbbbb2", "nurse ^bbbbb2\n- Di is old ^eeeee2"),
			edit("nurse ^bbbbb2", "nurse ^bbbbb2\n- Cy is new ^ddddd2\n- Di is old ^eeeee2")},
		{"the same under two ids", edit("nurse ^bbbbb2", "nurse ^bbbbb2\n- Cy is new ^ddddd2"), edit("nurse ^bbbbb2", "nurse ^bbbbb2\n- Cy is new ^eeeee2"),
			edit("nurse ^bbbbb2", "nurse ^bbbbb2\n- Cy is new ^ddddd2")},
		{"one strikes", edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2"), edit("Some prose.", "Other prose."),
			edit("Some prose.", "Other prose.", "- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2")},
		{"both put another in its place", edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2"),
			edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-03 → ^eeeee2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Rome ^eeeee2"),
			edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2\n- Ann lives in Rome (differs from ^ddddd2) ^eeeee2")},
		{"both learn the same news", edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2"),
			edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^eeeee2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^eeeee2"),
			edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2")},
		{"deleted here, left there", edit("- Ben is a nurse ^bbbbb2\n", ""), edit("Some", "More"), edit("Some", "More", "- Ben is a nurse ^bbbbb2\n", "")},
		{"deleted here, reworded there", edit("- Ben is a nurse ^bbbbb2\n", ""), edit("a nurse", "a doctor"), edit("a nurse", "a doctor")},
		{"a person rewords, a night strikes", edit("lives in Oslo", "lives in Oslo, Norway"), edit("- Ann lives in Oslo", "- ~~Ann lives in Oslo~~ (until 2026-01-02 → ^ddddd2)", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn ^ddddd2"),
			edit("lives in Oslo", "lives in Oslo, Norway", "nurse ^bbbbb2", "nurse ^bbbbb2\n- Ann lives in Bonn (differs from ^aaaaa2) ^ddddd2")},
		{"prose of both", edit("Some prose.", "Some prose.\nMine."), edit("Some prose.", "Some prose.\nYours."), edit("Some prose.", "Some prose.\nMine.\nYours.")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := unite1(t, land.MemoryFile, uniteBase, c.ours, c.theirs); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

func TestUniteKeepsBothWordingsOfALine(t *testing.T) {
	got := unite1(t, land.MemoryFile, uniteBase, strings.Replace(uniteBase, "a nurse", "a doctor", 1), strings.Replace(uniteBase, "a nurse", "a surgeon", 1))
	d := Parse([]byte(got))
	var said []string
	ids := map[string]bool{}
	for _, e := range d.Entries(land.MemoryFile) {
		if strings.Contains(e.Text, "Ben") {
			said = append(said, e.Text)
		}
		ids[e.ID] = true
	}
	if len(said) != 2 || said[0] != "Ben is a doctor" || said[1] != "Ben is a surgeon (differs from ^bbbbb2)" || len(ids) != 4 {
		t.Errorf("%q in\n%s", said, got)
	}
}

func TestUniteLogs(t *testing.T) {
	night := func(at, text, id string) string {
		return fmt.Sprintf("## %s · night 1 · context 80%%\n\nSaid: %s.\n\n### Facts\n\n- %s ^%s\n", at, text, text, id)
	}
	base := "# 2026-01-02\n\n" + night("08:00", "Ann lives in Oslo", "aaaaa2")
	ours := base + "\n" + night("12:00", "Cy is new", "ccccc2") + "\n## Notes\n\n- one ^nnnnn2\n"
	theirs := base + "\n" + night("11:00", "Di is old", "ddddd2") + "\n" + night("12:00", "Cy is new", "ccccc3") + "\n## Notes\n\n- two ^nnnnn3\n"
	got := unite1(t, "memory/2026-01-02.md", base, ours, theirs)
	for _, once := range []string{"# 2026-01-02\n", "- Cy is new ^ccccc2", "- Di is old ^ddddd2", "- one ^nnnnn2", "- two ^nnnnn3", "## Notes", "## 11:00", "## 08:00"} {
		if strings.Count(got, once) != 1 {
			t.Errorf("%q is there %d times in\n%s", once, strings.Count(got, once), got)
		}
	}
	if strings.Index(got, "## 11:00") > strings.Index(got, "## 12:00") || strings.Contains(got, "ccccc3") {
		t.Errorf("out of order, or doubled:\n%s", got)
	}
	same := strings.Replace(base, "\n## 08:00", "\n## 09:00", 1)
	if got := unite1(t, "memory/2026-01-02.md", "", base, same); strings.Count(got, "^aaaaa2") != 1 || strings.Count(got, "# 2026-01-02") != 1 {
		t.Errorf("two nights that saved the same:\n%s", got)
	}
}

// TestUniteLosesNothing tries random edits of both sides.
func TestUniteLosesNothing(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		base := []string{"# Memory", "", "## Facts", ""}
		for i := range 2 + r.IntN(6) {
			base = append(base, fmt.Sprintf("- thing %d holds ^base%d", i, i))
		}
		change := func(who string) ([]string, []string) {
			lines, added := slices.Clone(base), []string{}
			for i := range 1 + r.IntN(5) {
				at := 4 + r.IntN(len(lines)-3)
				switch r.IntN(3) {
				case 0:
					line := fmt.Sprintf("- %s says %d ^%s%d", who, i, who, i)
					lines, added = slices.Insert(lines, at, line), append(added, line)
				case 1:
					line := fmt.Sprintf("%s wrote %d by hand", who, i)
					lines, added = slices.Insert(lines, at, "- "+line), append(added, line)
				case 2:
					if at < len(lines) && strings.Contains(lines[at], "thing") {
						lines[at] = strings.Replace(lines[at], "holds", "of "+who+" holds", 1)
						added = append(added, strings.TrimPrefix(lines[at], "- ")[:len("thing 0 of ann")])
					}
				}
			}
			return lines, added
		}
		ours, mine := change("ann")
		theirs, yours := change("ben")
		text := func(l []string) string { return strings.Join(l, "\n") + "\n" }
		got := unite1(t, land.MemoryFile, text(base), text(ours), text(theirs))
		for _, want := range append(mine, yours...) {
			if !strings.Contains(got, want) {
				t.Fatalf("seed %d: %q is lost of\n%s\nand\n%s\nin\n%s", seed, want, text(ours), text(theirs), got)
			}
		}
		seen := map[string]bool{}
		for _, e := range Parse([]byte(got)).Entries(land.MemoryFile) {
			if e.ID != "" && seen[e.ID] {
				t.Fatalf("seed %d: ^%s stands twice in\n%s", seed, e.ID, got)
			}
			seen[e.ID] = true
		}
	}
}
