package memory

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land"
	"dormouse/memory/document"
	"dormouse/memory/plan"
)

// mixed is a MEMORY.md of a person and the program: prose, headings, a list of
// their own, a fence, nested bullets. OWN stands for lines of the program.
const mixed = `# Memory

Read this before you answer.

## Facts

- my own fact
  - with something nested
- OWN one
- OWN two
- OWN three
- OWN four
- OWN five

## Garden

Beans in row three.

1. water
2. wait

` + "```" + `
ssh -p 2222 box
` + "```" + `

## Preferences

- tea, not coffee
`

// mixedStore is a land that holds mixed, the lines of the program being its own.
func mixedStore(t *testing.T) (*Store, string) {
	t.Helper()
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	text := mixed
	for _, n := range []string{"one", "two", "three", "four", "five"} {
		u, err := s.Update(Append, "- thing number "+n+" of the program", "Facts", now, plan.Source{By: plan.ByModel, Message: "m1"})
		if err != nil {
			t.Fatal(err)
		}
		text = strings.Replace(text, "OWN "+n, u.Written[0].Text+" ^"+u.Written[0].ID, 1)
	}
	s.byHand(t, memoryFile, text)
	return s, text
}

// mine are the lines of mixed that the person wrote.
func mine(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.Contains(line, "of the program") && line != "# Memory" && line != "## Facts" && line != "## Preferences" {
			out = append(out, line)
		}
	}
	return out
}

// TestNobodyElseTouchesAPersonsLines tries replacements that would empty, drop,
// reword, hide or move what a person wrote, by everybody.
func TestNobodyElseTouchesAPersonsLines(t *testing.T) {
	type attack struct{ name, section, old, new string } // new in place of old; "" for all
	attacks := []attack{
		{"empty", "", "", ""},
		{"blank", "", "", " \n\n"},
		{"headings only", "", "", "# Memory\n\n## Facts\n"},
		{"a comment only", "", "", "<!-- nothing -->"},
		{"an empty section", "Facts", "", ""},
		{"an empty section of the person's", "Garden", "", ""},
		{"one junk line", "", "", "- nothing"},
		{"drop prose", "", "Read this before you answer.\n", ""},
		{"reword prose", "", "Read this before", "Forget this before"},
		{"drop a heading", "", "## Garden\n", ""},
		{"rename a heading", "", "## Garden", "## Lies"},
		{"drop a bullet", "", "- tea, not coffee\n", ""},
		{"negate a bullet", "", "tea, not coffee", "coffee, not tea"},
		{"drop what is nested", "", "  - with something nested\n", ""},
		{"nest under another", "", "- my own fact\n  - with", "- my own fact\n- of mine\n  - with"},
		{"add to a bullet", "", "nested\n", "nested\n  - and a lie\n"},
		{"add to a paragraph", "", "row three.\n", "row three.\nRun curl.\n"},
		{"add to a fence", "", "2222 box\n", "2222 box\nrm -rf\n"},
		{"hide in a comment", "", "Beans in row three.\n", "<!--\nBeans in row three.\n-->\n"},
		{"hide in a fence", "", "Beans in row three.\n", "~~~\nBeans in row three.\n~~~\n"},
		{"strike", "", "- tea, not coffee", "- ~~tea, not coffee~~"},
		{"move under another heading", "", "## Preferences\n\n- tea", "## Preferences\n\n## Lies\n\n- tea"},
		{"make it a heading", "", "Beans in row three.\n", "Beans in row three.\n---\n"},
		{"change the order", "", "1. water\n2. wait", "1. wait\n2. water"},
		{"quote", "", "Beans in row three.", "> Beans in row three."},
	}
	now := clock("2026-11-21 10:00")
	tried, refused := 0, 0
	for _, by := range []plan.Actor{plan.ByModel, plan.ByGuest, plan.ByNight, ""} {
		for _, a := range attacks {
			s, text := mixedStore(t)
			body := a.new
			if a.old != "" {
				if body = strings.Replace(text, a.old, a.new, 1); body == text {
					t.Fatalf("%s changes nothing", a.name)
				}
			}
			tried++
			_, err := s.Update(Replace, body, a.section, now, plan.Source{By: by, Message: "m2"})
			if !errors.Is(err, document.ErrHandWritten) && !errors.Is(err, plan.ErrEmptied) {
				t.Errorf("%s, by %q: %v", a.name, by, err)
				continue
			}
			if got := s.read(t, memoryFile); got != text {
				t.Errorf("%s, by %q: refused, and yet\n%s", a.name, by, got)
			}
			refused++
		}
	}
	for _, line := range []string{"MEMORY.md:7", "MEMORY.md:28"} {
		for _, by := range []plan.Actor{plan.ByModel, plan.ByGuest, plan.ByNight, ""} {
			s, text := mixedStore(t)
			tried++
			if _, err := s.Forget(line, now, plan.Source{By: by}); !errors.Is(err, document.ErrHandWritten) || s.read(t, memoryFile) != text {
				t.Errorf("forget %s by %q: %v", line, by, err)
				continue
			}
			refused++
		}
	}
	t.Logf("guarantee 29: %d attempts by a model, a guest, a night and nobody on a person's lines, %d refused, 0 lines changed", tried, refused)
}

// TestOthersMayStillTidyUp: the guard refuses nothing that is the program's own.
func TestOthersMayStillTidyUp(t *testing.T) {
	now := clock("2026-11-21 10:00")
	for _, by := range []plan.Actor{plan.ByModel, plan.ByGuest, plan.ByPerson} {
		for name, edit := range map[string]func(string) string{
			"add a line":     func(s string) string { return strings.Replace(s, "- tea", "- green\n- tea", 1) },
			"a new section":  func(s string) string { return s + "\n## Events\n\n- went to Cork\n" },
			"reword its own": func(s string) string { return strings.Replace(s, "thing number two", "item number two", 1) },
			"drop its own": func(s string) string {
				lines := strings.SplitAfter(s, "\n")
				return strings.Join(append(lines[:8:8], lines[10:]...), "")
			},
			"the same": func(s string) string { return s },
		} {
			s, text := mixedStore(t)
			u, err := s.Update(Replace, edit(text), "", now, plan.Source{By: by, Message: "m2"})
			if err != nil {
				t.Errorf("%s by %s: %v", name, by, err)
				continue
			}
			got := s.read(t, memoryFile)
			for _, line := range mine(text) {
				if !strings.Contains(got, line+"\n") {
					t.Errorf("%s by %s: %q is gone", name, by, line)
				}
			}
			if u.Tx == "" {
				continue
			}
			if _, err := s.Undo(u.Tx, now); err != nil || s.read(t, memoryFile) != text {
				t.Errorf("%s by %s: taken back: %v\n%s", name, by, err, s.read(t, memoryFile))
			}
		}
	}
}

// TestAPersonIsAskedBeforeNothingIsLeft: a person may empty MEMORY.md, once sure.
func TestAPersonIsAskedBeforeNothingIsLeft(t *testing.T) {
	s, text := mixedStore(t)
	now := clock("2026-11-21 10:00")
	if _, err := s.Update(Replace, "", "", now, plan.Source{By: plan.ByPerson}); !errors.Is(err, plan.ErrEmptied) {
		t.Errorf("not asked: %v", err)
	}
	for _, by := range []plan.Actor{plan.ByModel, plan.ByGuest, plan.ByNight, ""} {
		if _, err := s.Update(Replace, "", "", now, plan.Source{By: by, Sure: true}); !errors.Is(err, plan.ErrEmptied) {
			t.Errorf("%q was sure: %v", by, err)
		}
	}
	u, err := s.Update(Replace, "", "", now, plan.Source{By: plan.ByPerson, Sure: true})
	if err != nil || s.read(t, memoryFile) != "" {
		t.Fatalf("%v: %q", err, s.read(t, memoryFile))
	}
	if _, err := s.Undo(u.Tx, now); err != nil || s.read(t, memoryFile) != text {
		t.Errorf("%v:\n%s", err, s.read(t, memoryFile))
	}
}

// TestOnlyAPersonBringsBack: what a person deleted or had forgotten, a guest
// cannot say again, in any of the ways in; the chat may, a person has just said it.
func TestOnlyAPersonBringsBack(t *testing.T) {
	now := clock("2026-11-20 10:00")
	ways := map[string]func(*Store, plan.Source) error{
		"save": func(s *Store, from plan.Source) error {
			_, err := s.SaveNote("The gate code is four words", document.Fact, now, from)
			return err
		},
		"append": func(s *Store, from plan.Source) error {
			_, err := s.Update(Append, "The gate code is four words", "Facts", now, from)
			return err
		},
		"replace": func(s *Store, from plan.Source) error {
			_, err := s.Update(Replace, "- The gate code is four words\n- Keeps bees", "Facts", now, from)
			return err
		},
	}
	for name, say := range ways {
		for _, by := range []plan.Actor{plan.ByGuest, "", plan.ByModel, plan.ByPerson} {
			s := newStore(t)
			u, err := s.Update(Append, "- The gate code is four words\n- Keeps bees", "Facts", now, plan.Source{By: plan.ByModel, Message: "m1"})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Forget("^"+u.Written[0].ID, now, plan.Source{By: plan.ByPerson}); err != nil {
				t.Fatal(err)
			}
			err = say(s, plan.Source{By: by, Message: "m2"})
			if by.Revives() != (err == nil) || err != nil && !errors.Is(err, plan.ErrTakenOut) {
				t.Errorf("%s by %q: %v", name, by, err)
			}
		}
	}
}

// TestGuardHoldsForAnyText replaces MEMORY.md by texts that are cut, doubled,
// shuffled and spliced by chance. Whatever is accepted holds all of a person's
// lines, read as they were.
func TestGuardHoldsForAnyText(t *testing.T) {
	const rounds = 400
	r := rand.New(rand.NewPCG(29, 1))
	pieces := []string{"\n", "- x\n", "<!--\n", "-->\n", "```\n", "> ", "## Facts\n", "  ", "---\n", "1. z\n", "# M\n", "\t- y\n", "~~~\n"}
	accepted, refused := 0, 0
	s, text := mixedStore(t)
	for n := range rounds {
		now := clock("2026-11-21 10:00").Add(time.Duration(n) * time.Minute)
		before := s.read(t, memoryFile)
		lines := strings.SplitAfter(text, "\n")
		for range 1 + r.IntN(3) {
			i := r.IntN(len(lines))
			switch r.IntN(4) {
			case 0:
				lines = slices.Delete(slices.Clone(lines), i, i+1)
			case 1:
				lines[i], lines[r.IntN(len(lines))] = lines[r.IntN(len(lines))], lines[i]
			case 2:
				lines = slices.Insert(slices.Clone(lines), i, pieces[r.IntN(len(pieces))])
			default:
				lines[i] = pieces[r.IntN(len(pieces))] + lines[i]
			}
		}
		u, err := s.Update(Replace, strings.Join(lines, ""), "", now, plan.Source{By: plan.ByGuest})
		if err != nil {
			refused++
			if got := s.read(t, memoryFile); got != before {
				t.Fatalf("refused with %v, and yet\n%s", err, got)
			}
			continue
		}
		accepted++
		wantMine(t, before, s.read(t, memoryFile))
		if u.Tx != "" {
			if _, err := s.Undo(u.Tx, now); err != nil || s.read(t, memoryFile) != before {
				t.Fatalf("taken back: %v\n%s", err, s.read(t, memoryFile))
			}
		}
	}
	if accepted < rounds/10 || refused < rounds/10 {
		t.Errorf("%d accepted, %d refused: the texts try nothing", accepted, refused)
	}
	t.Logf("guarantee 29: %d texts by chance from a guest, %d accepted with every line of the person's in place, %d refused", rounds, accepted, refused)
}

// wantMine wants each line of the person's as often, in its order, and each bullet
// of theirs still a bullet.
func wantMine(t *testing.T, before, after string) {
	t.Helper()
	have := strings.Split(after, "\n")
	for _, line := range mine(before) {
		i := slices.Index(have, line)
		if i < 0 {
			t.Fatalf("%q is gone from\n%s", line, after)
		}
		have = have[i+1:]
	}
	bullets := map[string]bool{}
	for _, e := range document.Parse([]byte(after)).Entries(memoryFile) {
		bullets[e.Text] = true
	}
	if !bullets["my own fact"] || !bullets["tea, not coffee"] {
		t.Fatalf("a bullet of the person's is none any more in\n%s", after)
	}
}

// TestNightsAreGuarded: a plan that would change a person's line of a log or of
// MEMORY.md is refused whole, whatever operations it is made of.
func TestNightsAreGuarded(t *testing.T) {
	s, text := mixedStore(t)
	snap := s.snap(t)
	for name, after := range map[string]string{
		"all gone":     "",
		"one line out": strings.Replace(text, "- tea, not coffee\n", "", 1),
	} {
		if err := plan.Guard(snap, plan.ByNight, memoryFile, document.Parse([]byte(after))); !errors.Is(err, document.ErrHandWritten) {
			t.Errorf("%s: %v", name, err)
		}
	}
	log := "# 2026-11-20\n\nrained all day\n\n## Notes\n\n- a note ^abcdef\n"
	s.byHand(t, "memory/2026-11-20.md", log)
	snap = s.snap(t)
	for after, ok := range map[string]bool{
		log + "- more\n": true,
		log:              true,
		strings.Replace(log, "- a note ^abcdef\n", "", 1): false,
		strings.Replace(log, "all day", "a bit", 1):       false,
	} {
		if err := plan.Guard(snap, plan.ByNight, "memory/2026-11-20.md", document.Parse([]byte(after))); ok != (err == nil) {
			t.Errorf("%v for\n%s", err, after)
		}
	}
}

// TestEveryWriteSaysWho: what made a change stands with it.
func TestEveryWriteSaysWho(t *testing.T) {
	s := newStore(t)
	now := clock("2026-11-20 10:00")
	from := plan.Source{By: plan.ByGuest, Name: "some\nprogram", Session: "mcp", Message: "m9"}
	w, err := s.SaveNote("Keeps bees", document.Fact, now, from)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range s.land.History() {
		if err != nil {
			t.Fatal(err)
		}
		if want := (land.Who{By: "guest", Name: "some program", Session: "mcp", Message: "m9"}); m.Who != want || m.ID != w.Tx || m.Undone {
			t.Errorf("%+v", m)
		}
	}
}
