package merge

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

func TestMerge(t *testing.T) {
	for _, c := range []struct {
		name, base, ours, theirs, want string
		conflicts                      int
	}{
		{"nothing", "a\nb\n", "a\nb\n", "a\nb\n", "a\nb\n", 0},
		{"ours at the end", "a\n", "a\nX\n", "a\n", "a\nX\n", 0},
		{"both at the end", "a\n", "a\nX\n", "a\nP\n", "a\nP\nX\n", 0},
		{"both the same", "a\n", "a\nX\n", "a\nX\n", "a\nX\n", 0},
		{"ours is in theirs", "a\n", "a\nX\n", "a\nP\nX\nQ\n", "a\nP\nX\nQ\n", 0},
		{"no final newline", "a", "a\nX\n", "a\nP", "a\nP\nX\n", 0},
		{"no final newline stays", "- first line\nb", "- first line two\nb", "- first line\nb\nc", "- first line two\nb\nc", 0},
		{"crlf", "a\r\nb\r\n", "a\r\nX\r\nb\r\n", "a\r\nb\r\nP", "a\r\nX\r\nb\r\nP", 0},
		{"endings changed by hand", "a\nb\n", "a\nX\nb\n", "a\r\nb\r\n", "a\r\nX\nb\r\n", 0},
		{"neighbouring lines", "- tea is good\n- coffee is bad\n", "- tea is very good\n- coffee is bad\n", "- tea is good\n- coffee is not bad\n", "- tea is very good\n- coffee is not bad\n", 0},
		{"same line", "- tea is good\n", "- tea is very good\n", "- tea is not good\n", "- tea is not good\n", 1},
		{"ours removes what theirs changed", "- tea is good\nb\n", "b\n", "- tea is not good\nb\n", "- tea is not good\nb\n", 1},
		{"ours changes what theirs removed", "- tea is good\nb\n", "- tea is very good\nb\n", "b\n", "b\n", 1},
		{"superseded line clashes, the new one stays", "- Lives in Berlin\n", "- ~~Lives in Berlin~~\n- Lives in Oslo\n", "- Lives in Berlin, Mitte\n", "- Lives in Berlin, Mitte\n- Lives in Oslo\n", 1},
		{"context gone", "a\nb\nc\nd\n", "a\nb\nX\nc\nd\n", "a\nd\n", "a\nX\nd\n", 0},
		{"all gone", "a\nb\n", "a\nX\nb\n", "", "X\n", 0},
		{"new file on both sides", "", "X\n", "P\n", "P\nX\n", 0},
		{"new log on both sides", "", "# day\n\n## Notes\n\n- X\n", "# day\n\n## Notes\n\n- P\n", "# day\n\n## Notes\n\n- P\n- X\n", 0},
		{"new log on both sides, other blocks", "", "# day\n\n## 10:00\n\n- X\n", "# day\n\n## Notes\n\n- P\n", "# day\n\n## Notes\n\n- P\n\n## 10:00\n\n- X\n", 0},
		{"new log on both sides, longer", "", "# day\n\n- a\n- X\n- Y", "# day\n\n- a\n- P\n- Q\n- R", "# day\n\n- a\n- P\n- Q\n- R\n- X\n- Y", 0},
		{"new log on both sides, other endings", "", "# day\n\n- X\n", "# day\r\n\r\n- P\r\n", "# day\r\n\r\n- P\r\n- X\n", 0},
		{"same block on both sides", "a\n", "a\n\n## Notes\n\n- X\n", "a\n\n## Notes\n\n- P\n", "a\n\n## Notes\n\n- P\n- X\n", 0},
		{"only blank lines in common", "a\n", "a\n\nX\n", "a\n\nP\n", "a\n\nP\n\nX\n", 0},
		{"both remove", "a\nb\nc\n", "a\nc\n", "a\nc\n", "a\nc\n", 0},
		{"moved by hand", "a\nb\nc\n", "a\nb\nc\nX\n", "c\na\nb\n", "c\na\nb\nX\n", 0},
		{"inserted between two that ours changes", "- first entry here\n- second entry here\n", "- ~~first entry here~~\n- ~~second entry here~~\n", "- first entry here\nP\n- second entry here\n", "- ~~first entry here~~\nP\n- ~~second entry here~~\n", 0},
	} {
		got, conflicts := Apply([]byte(c.base), []byte(c.ours), []byte(c.theirs))
		if string(got) != c.want || len(conflicts) != c.conflicts {
			t.Errorf("%s: %q, %+v; want %q and %d conflicts", c.name, got, conflicts, c.want, c.conflicts)
		}
	}
}

// edited returns base with random changes; fresh lines are marked by who.
func edited(rnd *rand.Rand, base []string, who string) []string {
	var out []string
	n := 0
	for _, l := range base {
		switch rnd.Intn(8) {
		case 0:
		case 1:
			n++
			out = append(out, fmt.Sprintf("%s, changed by %s", l, who))
		case 2:
			n++
			out = append(out, fmt.Sprintf("%s new %d", who, n), l)
		default:
			out = append(out, l)
		}
	}
	if rnd.Intn(3) == 0 {
		out = append(out, who+" at the end")
	}
	return out
}

func randomText(rnd *rand.Rand, lines []string) []byte {
	eol := []string{"\n", "\n", "\r\n"}[rnd.Intn(3)]
	s := strings.Join(lines, eol)
	if rnd.Intn(3) > 0 && s != "" {
		s += eol
	}
	return []byte(s)
}

func TestMergeProperties(t *testing.T) {
	for seed := range 3000 {
		rnd := rand.New(rand.NewSource(int64(seed)))
		var lines []string
		for i := range rnd.Intn(12) {
			switch rnd.Intn(4) {
			case 0:
				lines = append(lines, "")
			case 1:
				lines = append(lines, "- entry")
			default:
				lines = append(lines, fmt.Sprintf("- entry number %d about %c", i, 'a'+rune(rnd.Intn(26))))
			}
		}
		b := randomText(rnd, lines)
		o := randomText(rnd, edited(rnd, lines, "the program"))
		th := randomText(rnd, edited(rnd, lines, "a person"))
		checkMerge(t, b, o, th)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func checkMerge(t *testing.T, b, o, th []byte) {
	t.Helper()
	same := func(what string, got, want []byte) {
		if string(got) != string(want) {
			t.Errorf("%s: %q; want %q\nbase %q\nours %q\ntheirs %q", what, got, want, b, o, th)
		}
	}
	got, c := Apply(b, o, b)
	same("merge(b,a,b)", got, o)
	got, c2 := Apply(b, b, th)
	same("merge(b,b,t)", got, th)
	got, c3 := Apply(b, o, o)
	same("merge(b,a,a)", got, o)
	if len(c)+len(c2)+len(c3) > 0 {
		t.Errorf("conflicts where only one side changed: %v %v %v", c, c2, c3)
	}
	got, _ = Apply(b, o, th)
	again, _ := Apply(b, o, th)
	same("merge twice", again, got)
	base, have := withoutCR(b), withoutCR(got)
	for _, l := range withoutCR(th) {
		if !slices.Contains(base, l) && !slices.Contains(have, l) {
			t.Errorf("the person's line %q is lost\nbase %q\nours %q\ntheirs %q\ngot %q", l, b, o, th, got)
		}
	}
	both := Union(b, o, th)
	have = withoutCR(both)
	for _, l := range append(withoutCR(th), withoutCR(o)...) {
		if !slices.Contains(base, l) && !slices.Contains(have, l) {
			t.Errorf("union lost %q\nbase %q\nours %q\ntheirs %q\ngot %q", l, b, o, th, both)
		}
	}
}

// withoutCR are the lines of a text. A last line that ends in a lone CR is one that
// ends in CR LF once a line follows it, so CRs at the end do not count.
func withoutCR(text []byte) []string {
	lines := Texts(Split(text))
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], "\r")
	}
	return lines
}

// TestMergeTwice: applying a plan to a file that has it already changes nothing.
func TestMergeTwice(t *testing.T) {
	for seed := range 3000 {
		rnd := rand.New(rand.NewSource(int64(seed)))
		var lines []string
		for i := range rnd.Intn(12) {
			lines = append(lines, fmt.Sprintf("- %d %s", i, strings.Repeat(string(rune('a'+i)), 8)))
		}
		b := []byte(strings.Join(lines, "\n") + "\n")
		o := []byte(strings.Join(edited(rnd, lines, "the program"), "\n") + "\n")
		th := []byte(strings.Join(edited(rnd, lines, "a person"), "\n") + "\n")
		once, _ := Apply(b, o, th)
		twice, _ := Apply(b, o, once)
		if string(once) != string(twice) {
			t.Fatalf("seed %d\nbase   %q\nours   %q\ntheirs %q\nonce   %q\ntwice  %q", seed, b, o, th, once, twice)
		}
	}
}

// TestMergeNewLogs: whatever several plans make of a file that was not there, its
// title stands once, every block of theirs and ours is there, and a plan that is
// applied again changes nothing.
func TestMergeNewLogs(t *testing.T) {
	blocks := []string{"## Notes\n\n- %s tea\n", "## 10:00\n\n%s slept.\n\n### Facts\n\n- %s fact\n", "- %s\n", "%s alone\n\n"}
	for seed := range 2000 {
		rnd := rand.New(rand.NewSource(int64(seed)))
		text := ""
		var plans []string
		for i := range 3 {
			plan := "# 2026-11-20\n\n"
			for range rnd.Intn(3) {
				plan += strings.ReplaceAll(blocks[rnd.Intn(len(blocks))], "%s", fmt.Sprintf("plan %d", i))
			}
			plans = append(plans, plan)
			once, conflicts := Apply(nil, []byte(plan), []byte(text))
			twice, _ := Apply(nil, []byte(plan), once)
			if string(once) != string(twice) || len(conflicts) > 0 {
				t.Fatalf("seed %d: %q into %q gave %q, then %q, %v", seed, plan, text, once, twice, conflicts)
			}
			text = string(once)
		}
		if n := strings.Count(text, "# 2026-11-20\n"); n != 1 {
			t.Fatalf("seed %d: the title stands %d times in %q", seed, n, text)
		}
		for _, plan := range plans {
			if !within(Split([]byte(plan)), Split([]byte(text))) {
				t.Fatalf("seed %d: %q is not all in %q", seed, plan, text)
			}
		}
	}
}

func FuzzMerge(f *testing.F) {
	f.Add([]byte("a\nb"), []byte("a\nX\nb"), []byte("P\r\nb\n"))
	f.Add([]byte(nightBefore), []byte(nightAfter), []byte(""))
	f.Add([]byte("\n\n\n"), []byte("\n\n\n\n"), []byte("\n"))
	f.Add([]byte("a\r\r\n"), []byte("\r"), []byte("\xff\xfe\x00"))
	f.Fuzz(checkMerge)
}

func BenchmarkMerge(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		var lines []string
		for i := range n {
			lines = append(lines, fmt.Sprintf("- entry number %d, which says something of its own", i), "")
		}
		base := []byte(strings.Join(lines, "\n"))
		rnd := rand.New(rand.NewSource(1))
		ours := []byte(strings.Join(edited(rnd, lines, "ours"), "\n"))
		theirs := []byte(strings.Join(edited(rnd, lines, "theirs"), "\n"))
		b.Run(fmt.Sprint(2*n), func(b *testing.B) {
			b.SetBytes(int64(len(base)))
			for b.Loop() {
				Apply(base, ours, theirs)
			}
		})
	}
}

// A memory before a night and after it.
const (
	nightBefore = "# Memory\n\n## Facts\n\n- Lives in Berlin ^k1\n- Has a cat named Tom ^k2\n\n## Preferences\n\n- Drinks tea ^k3\n"
	nightAfter  = "# Memory\n\n## Facts\n\n- ~~Lives in Berlin~~ (until 2026-11-20 → ^k4) ^k1\n- Has a cat named Tom ^k2\n- Lives in Oslo ^k4\n\n## Preferences\n\n- Drinks tea ^k3\n- Likes quiet mornings ^k5\n"
)
