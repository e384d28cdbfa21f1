package document

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

var hard = []string{
	"",
	"\n\n",
	"# Memory\n",
	"# Memory\n\n## Facts\n\n- one ^abc234\n- two\n\n## Learnings\n\n- three\n",
	"# Memory\r\n\r\n## Facts\r\n\r\n- one\r\n- two\r\n",
	"\ufeff# Memory\n\n## Facts\n- one",
	"---\ntitle: x\n- not: an entry\n---\n# Memory\n\n## Facts\n* star\n* starry\n",
	"\ufeff---\na: b\n...\n## Facts\n- one\n",
	"---\nno closer\n## Facts\n- one\n",
	"+++\na = 1\n+++\n## Facts\n- one\n",
	"## Facts\n\n- one\n\n  more of one\n\n- two\n  - nested\n  - nested too\nlazy\n\n<!-- - x\n## Preferences\n-->\n\n- after a comment\n",
	"## Facts\n\n- one\n\n```\n- code\n## Learnings\n```\n\n## Mine\n\ntext\n",
	"## Facts\n\n```\nnever closed\n- x\n",
	"## Facts\n\n<!-- never closed\n- x\n",
	"## Facts\n<script>\n- x\n",
	"para\n- a\n---\nb\n",
	"Facts\n-----\n\n- under setext\n",
	"> - quoted\n\n1. ordered\n2. list\n\n- plain\n+ plus\n",
	"## Facts\n\n-\n- \n-\ttab\n\t- nested by tab\n",
	"## Facts ##\n\n   - indented\n   - two\n",
	"## Facts\n### Family\n- ann\n## Facts\n- dup\n",
	"- a\n- - b\n- # c\n- > d\n- ```\n  e\n  ```\n- f\n",
	"- x\x00y\n- \xff\xfe\n- \u2028z\n",
	"[a]: /b\n- one\n[c]: /d\n",
	"- one ^abc234\n  a wrapped line\n- ~~old~~ (until 2026-01-02 → ^abc234) ^def567\n- ~~by hand~~\n- x ^10\n",
	strings.Repeat("> ", 3000) + "deep\n- flat\n",
	strings.Repeat("- ", 3000) + "deep\n",
}

func FuzzParse(f *testing.F) {
	for _, s := range hard {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		was := bytes.Clone(b)
		d := Parse(b)
		if !bytes.Equal(d.Bytes(), was) {
			t.Fatal("Parse changed the bytes")
		}
		for i, e := range d.Entries("MEMORY.md") {
			if got := d.itemAt(e.Line); got != i {
				t.Fatalf("entry %d says line %d, where %d stands", i, e.Line, got)
			}
			if strings.ContainsAny(e.Text, "\n") {
				t.Fatalf("entry %q is not one line", e.Text)
			}
		}
	})
}

// FuzzSplice tries every edit on every entry: each gives an error or a document
// in which all that stands outside of the splice is as it was.
func FuzzSplice(f *testing.F) {
	for _, s := range hard {
		f.Add([]byte(s), "new text", uint8(1))
		f.Add([]byte(s), "# new\n- text ^zzz999", uint8(3))
	}
	f.Fuzz(func(t *testing.T, b []byte, text string, n uint8) {
		d := Parse(b)
		entries := d.Entries("MEMORY.md")
		line := Line(Entry{ID: "new234", Text: text})
		if out, err := d.InsertEntry(Types[int(n)%5].Heading(), line); err == nil {
			wantOnlyAdded(t, b, out.Bytes())
			if e, ok := out.Find("new234"); !ok || !strings.EqualFold(e.Heading[len(e.Heading)-1], Types[int(n)%5].Heading()) {
				t.Fatalf("inserted entry not found under its heading in %q", out.Bytes())
			}
		}
		if out, err := d.AppendBlock("## 10:00\n\ntext\n\n### Facts\n\n- " + line); err == nil && !bytes.HasPrefix(out.Bytes(), b) {
			t.Fatal("append changed what was there")
		}
		if len(entries) == 0 {
			return
		}
		e := entries[int(n)%len(entries)]
		src := d.Source(e.Line)
		at := bytes.Count(b[:d.items[int(n)%len(entries)].start], []byte("\n"))
		if out, err := d.ReplaceEntry(e.Line, line); err == nil {
			wantOutside(t, b, out.Bytes(), at, src)
		}
		if out, err := d.RemoveEntry(e.Line); err == nil {
			wantOutside(t, b, out.Bytes(), at, src)
			if got := len(out.Entries("")); got != len(entries)-1 {
				t.Fatalf("removed one of %d, %d left", len(entries), got)
			}
		}
		if out, err := d.Strike(e.Line, day("2026-11-20"), "new234"); err == nil {
			wantOutside(t, b, out.Bytes(), at, src)
		}
		if out, err := d.SetID(e.Line, "set234"); err == nil {
			wantOnlyAdded(t, b, out.Bytes())
			if got, ok := out.Find("set234"); !ok || got.Text != e.Text {
				t.Fatalf("SetID: %q became %q", e.Text, got.Text)
			}
		}
	})
}

// wantOnlyAdded fails unless now is was with one run of bytes put in.
func wantOnlyAdded(t *testing.T, was, now []byte) {
	t.Helper()
	i, j := 0, 0
	for i < len(was) && i < len(now) && was[i] == now[i] {
		i++
	}
	for j < len(was)-i && j < len(now)-i && was[len(was)-1-j] == now[len(now)-1-j] {
		j++
	}
	if i+j != len(was) {
		t.Fatalf("bytes changed:\n%q\n%q", was, now)
	}
}

// wantOutside fails unless only the bytes of the item at this line changed.
func wantOutside(t *testing.T, was, now []byte, line int, item []byte) {
	t.Helper()
	start := 0
	for range line {
		start = LineEnd(was, start)
	}
	head, tail := was[:start], was[start+len(item):]
	if !bytes.HasPrefix(now, head) || !bytes.HasSuffix(now, tail) || len(now) < len(head)+len(tail) {
		t.Fatalf("bytes outside changed:\n%q\n%q", was, now)
	}
}

func day(s string) time.Time {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return d
}

func TestEdits(t *testing.T) {
	insert := func(section, line string) func(Document) (Document, error) {
		return func(d Document) (Document, error) { return d.InsertEntry(section, line) }
	}
	for _, c := range []struct {
		name, src, want string
		edit            func(Document) (Document, error)
	}{
		{"into nothing", "", "# Memory\n\n## Facts\n\n- new ^aaa222\n", insert("Facts", "new ^aaa222")},
		{"after the last", "## Facts\n\n- a\n- b\n\n## Mine\n", "## Facts\n\n- a\n- b\n- n ^aaa222\n\n## Mine\n", insert("Facts", "n ^aaa222")},
		{"marker and indent", "## Facts\n\n  * a\n", "## Facts\n\n  * a\n  * n\n", insert("Facts", "n")},
		{"CRLF, no final newline", "## Facts\r\n\r\n- a", "## Facts\r\n\r\n- a\r\n- n", insert("Facts", "n")},
		{"loose list", "## Facts\n\n- a\n\n- b\n", "## Facts\n\n- a\n\n- b\n\n- n\n", insert("Facts", "n")},
		{"section order", "# Memory\n\n## Facts\n\n- a\n\n## Events\n\n- e\n\n## Mine\n\nx\n",
			"# Memory\n\n## Facts\n\n- a\n\n## Decisions\n\n- n\n\n## Events\n\n- e\n\n## Mine\n\nx\n", insert("Decisions", "n")},
		{"before the later ones", "# Memory\n\n## Events\n\n- e\n", "# Memory\n\n## Facts\n\n- n\n\n## Events\n\n- e\n", insert("Facts", "n")},
		{"before subsections", "## Facts\n\n- a\n\n### Family\n\n- ann\n", "## Facts\n\n- a\n- n\n\n### Family\n\n- ann\n", insert("Facts", "n")},
		{"before an open fence", "## Facts\n\n```\nx\n", "## Facts\n\n- n\n\n```\nx\n", insert("Facts", "n")},
		{"nested stays with its own", "## Facts\n- a\n  - b\nlazy\n", "## Facts\n- a\n  - b\nlazy\n- n\n", insert("Facts", "n")},
		{"front matter", "---\na: 1\n---\n## Facts\n- a\n", "---\na: 1\n---\n## Facts\n- a\n- n\n", insert("Facts", "n")},
		{"strike", "- a ^abc234\n- b\n", "- ~~a~~ (until 2026-11-20 → ^new234) ^abc234\n- b\n",
			func(d Document) (Document, error) { return d.Strike(1, day("2026-11-20"), "new234") }},
		{"remove where a rule follows text", "p\n\n- b\n\n---\n", "p\n\n\n---\n", func(d Document) (Document, error) { return d.RemoveEntry(3) }},
		{"id on a wrapped bullet", "- a\n  b\n- c\n", "- a\n  b ^aaa222\n- c\n", func(d Document) (Document, error) { return d.SetID(1, "aaa222") }},
		{"append to an open fence", "```\nx", "```\nx\n```\n\n## N\n", func(d Document) (Document, error) { return d.AppendBlock("## N") }},
		{"append to an open comment", "<!-- x\n", "<!-- x\n-->\n\n## N\n", func(d Document) (Document, error) { return d.AppendBlock("## N") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := c.edit(Parse([]byte(c.src)))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(out.Bytes()); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestEntries(t *testing.T) {
	src := "# Memory\n\n## Facts\n\n- one ^abc234\n- ~~old~~ (until 2026-01-02 → ^abc234) ^def567\n- [ ] a task\n  more\n\n## Mine\n- x ^10\n- y (replaces ^def567) ^ghi222\n"
	got := Parse([]byte(src)).Entries("MEMORY.md")
	want := []Entry{
		{ID: "abc234", Text: "one", Type: Fact, Line: 5},
		{ID: "def567", Text: "old", Type: Fact, Line: 6, Struck: true, SupersededBy: "abc234", Until: day("2026-01-02")},
		{Text: "[ ] a task more", Type: Fact, Line: 7},
		{Text: "x ^10", Line: 11},
		{ID: "ghi222", Text: "y", Line: 12, Replaces: "def567"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d entries, want %d: %+v", len(got), len(want), got)
	}
	for i, w := range want {
		g := got[i]
		if g.ID != w.ID || g.Text != w.Text || g.Type != w.Type || g.Line != w.Line || g.Struck != w.Struck ||
			g.SupersededBy != w.SupersededBy || !g.Until.Equal(w.Until) || g.Replaces != w.Replaces {
			t.Errorf("entry %d: got %+v, want %+v", i, g, w)
		}
	}
}

func TestFlat(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                   "plain",
		" two\nlines\t here ":     "two lines here",
		"# heading":               "heading",
		"- - item":                "item",
		"3. third":                "3 third",
		"2026. was good":          "2026. was good",
		"ends in ^abc234":         "ends in (^abc234)",
		"power ^10":               "power ^10",
		"<!-- x -->":              "‹! -- x -- >",
		"~~gone~~ ~~~":            "~gone~ ~",
		"```go\nx\n```":           "go x '''",
		"a\x1b[31mred\u202e\x00b": "a [31mred b",
		"---":                     "",
		"x (replaces ^abc234)":    "x (replaces ^abc234).",
		"**bold** start":          "**bold** start",
		"日本語\nの文":                 "日本語 の文",
	} {
		got := Flat(in)
		if in == "2026. was good" {
			want = "2026 was good"
		}
		if got != want {
			t.Errorf("Flat(%q) = %q, want %q", in, got, want)
		}
		if again := Flat(got); again != got {
			t.Errorf("Flat is not stable: %q, %q", got, again)
		}
	}
}

func FuzzFlat(f *testing.F) {
	for _, s := range hard {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		flat := Flat(s)
		if Flat(flat) != flat {
			t.Fatalf("not stable: %q → %q → %q", s, flat, Flat(flat))
		}
		if flat == "" {
			return
		}
		d, err := Parse([]byte("## Facts\n\n- a\n- b\n")).InsertEntry("Facts", Line(Entry{ID: "abc234", Text: s}))
		if err != nil {
			t.Fatalf("%q: %v", flat, err)
		}
		if e, ok := d.Find("abc234"); !ok || e.Text != flat || e.Struck || e.Replaces != "" {
			t.Fatalf("%q came back as %+v", flat, e)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var s bytes.Buffer
	for s.Len() < 60_000 {
		s.WriteString("- She moved to Oslo in 2023 and works at the harbour there ^k7f3a2\n")
	}
	b.SetBytes(int64(s.Len()))
	for b.Loop() {
		Parse(s.Bytes()).Entries("MEMORY.md")
	}
}

// TestHugeInput ends at once, or never: each of these took quadratic time.
func TestHugeInput(t *testing.T) {
	for _, s := range []string{"- ", "# ", "> ", "~", "* ", "1. ", "^a", "\n", "- a\n", "```\n"} {
		text := strings.Repeat(s, 1<<18/len(s))
		Flat(text)
		Parse([]byte(text)).Entries("")
	}
}

// FuzzScan: the fast reader agrees with the parser wherever it dares to answer.
func FuzzScan(f *testing.F) {
	for _, s := range hard {
		f.Add(s)
	}
	f.Add("# 2026-11-20\n\n## 14:05 · night 3\n\nA day.\n\n### Facts\n\n- one ^abc234\n- ~~two~~ (until 2026-01-02 → ^abc234) ^def567\n\n## Notes\n\n- three\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := scanEntries("memory/2026-11-20.md", s)
		if !ok {
			return
		}
		want := Parse([]byte(s)).Entries("memory/2026-11-20.md")
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Fatalf("%q\nscanned %+v\nparsed  %+v", s, got, want)
		}
	})
}

// TestLongRule: a row of dashes is a rule, not the text of the bullet above it.
func TestLongRule(t *testing.T) {
	for _, rule := range []string{strings.Repeat("-", 80), strings.Repeat("*", 200), strings.Repeat("- ", 30)} {
		d := Parse([]byte("# Memory\n\n- one ^aaaaaa\n" + rule + "\n- two ^bbbbbb\n"))
		if got := d.Entries("MEMORY.md"); len(got) != 2 || got[0].Text != "one" || got[1].Text != "two" {
			t.Errorf("%.10s… of %d: %+v", rule, len(rule), got)
		}
	}
}

// TestStaircase: bullets that stand each further in than the one before nest no
// deeper than a parser can follow; the text stays as it is, and what stands on the
// top level is found.
func TestStaircase(t *testing.T) {
	for _, step := range []string{"  ", "\t", "  > ", "   1. "} {
		var b strings.Builder
		b.WriteString("- first ^aaaaaa\n")
		for i := range 600 {
			b.WriteString(strings.Repeat(step, i) + "- deep\n")
			if i%100 == 0 {
				b.WriteString(strings.Repeat(" ", 300) + "\n")
			}
		}
		b.WriteString("\n- last ^bbbbbb\n")
		d := Parse([]byte(b.String()))
		if string(d.Bytes()) != b.String() {
			t.Fatalf("%q: the text changed", step)
		}
		if _, ok := d.Find("bbbbbb"); !ok {
			t.Errorf("%q: the last entry is not found", step)
		}
		blocks, _, _ := outline([]byte(b.String()), 0)
		deepest := 0
		for _, one := range blocks {
			deepest = max(deepest, one.depth)
		}
		if deepest > 4*maxNesting {
			t.Errorf("%q: %d deep", step, deepest)
		}
	}
}

// TestMergeMarks: an entry above the marks of an unresolved merge keeps its text
// and its id, and what is done to it leaves the conflict alone.
func TestMergeMarks(t *testing.T) {
	for _, eol := range []string{"\n", "\r\n"} {
		conflict := strings.ReplaceAll("<<<<<<< HEAD\n- mine ^bbbbbb\n||||||| base\nold\n=======\n- yours ^cccccc\n>>>>>>> theirs\n", "\n", eol)
		d := Parse([]byte("- one ^aaaaaa" + eol + conflict + "- last ^dddddd" + eol + eol + "Title" + eol + "=======" + eol))
		var got []string
		for _, e := range d.Entries("MEMORY.md") {
			got = append(got, e.Text+" ^"+e.ID)
		}
		if want := []string{"one ^aaaaaa", "mine ^bbbbbb", "yours ^cccccc", "last ^dddddd"}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		if h, line := d.Title(); h != "Title" || line == 0 || len(d.heads) != 1 {
			t.Errorf("title %q on line %d of %d headings", h, line, len(d.heads))
		}
		after, err := d.RemoveEntry(1)
		if err != nil || !strings.HasPrefix(string(after.Bytes()), conflict) {
			t.Errorf("%v: %q", err, after.Bytes())
		}
	}
}
