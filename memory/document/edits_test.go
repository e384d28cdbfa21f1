package document

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// edits is how many random edits TestRandomEdits makes: go test -run RandomEdits
// -edits 1000000 ./memory/document for the long run.
var edits = flag.Int("edits", 3000, "random edits by hand and by program in TestRandomEdits")

// handLines are what people write into their notes, and what makes it hard.
var handLines = []string{
	"", "", "", "- a line of mine", "* starred", "+ plus", "  - nested below", "\t- nested by tab", "   continued", "lazy words", "1. ordered",
	"# Top", "## Facts", "## Mine", "### Family", "## Notes", "```", "~~~", "<!-- hidden", "-->", "<div>", "</div>", "---", "===", "> quoted",
	"> - quoted item", "    code", "- [ ] task", "- ~~struck by hand~~", "-", "- ", "| a | b |", "[ref]: http://example.com", "- wrapped\n  here",
	"- **bold** `code ^abc`", "- x ^mine", "- y ^10", "text ^para", "\\- escaped", "- # not a heading", "- > quote in item", "\f", "- \u00a0nbsp",
	"<script>", "</script>", "- ```\n  fenced\n  ```", "- é 日本語 🎈", "&nbsp;", "***", "- - - nested", "\ufeff", "- tab\tinside", "%% comment %%",
}

var programTexts = []string{
	"Ann moved to Oslo", "# looks like a heading", "has `code` and *stars*", "ends in ^abc234", "~~crossed~~ out", "<!-- comment", "1. number",
	"two\nlines", "> quote", "- dash", "```fence", "日本語のテキスト", "x", "[link](http://example.com) & <b>html</b>", "\x00\x1b[31m", "trailing spaces   ",
}

// hand makes one edit as a person would, by lines, and never breaks the rules of
// bytes: it may do anything.
func hand(r *rand.Rand, b []byte) []byte {
	lines := strings.SplitAfter(string(b), "\n")
	at := r.IntN(len(lines))
	eol := "\n"
	if bytes.Contains(b, []byte("\r\n")) {
		eol = "\r\n"
	}
	switch r.IntN(12) {
	case 0, 1, 2, 3, 4:
		lines = slices.Insert(lines, at, strings.ReplaceAll(handLines[r.IntN(len(handLines))], "\n", eol)+eol)
	case 5, 6:
		lines = slices.Delete(lines, at, at+1)
	case 7:
		lines[at] = strings.TrimRight(lines[at], "\r\n") + " more" + eol
	case 8:
		to := r.IntN(len(lines))
		l := lines[at]
		lines = slices.Insert(slices.Delete(lines, at, at+1), min(to, len(lines)-1), l)
	case 9:
		lines[at] = strings.TrimLeft(lines[at], " -")
	case 10:
		return bytes.TrimRight([]byte(strings.Join(lines, "")), "\r\n")
	case 11:
		if len(b) > 6000 { // start a new page now and then
			return []byte("# Memory" + eol)
		}
		if r.IntN(8) == 0 {
			return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		}
	}
	return []byte(strings.Join(lines, ""))
}

// foreign lists what is not the program's: the source of every other entry.
func foreign(d Document, own map[string]bool) []string {
	var out []string
	for i, e := range d.Entries("") {
		if !own[e.ID] {
			out = append(out, strings.TrimRight(string(d.src[d.items[i].start:d.items[i].end]), "\r\n"))
		}
	}
	return out
}

// TestRandomEdits interleaves edits by hand and by program on one document after
// another. No program edit changes a byte outside of its splice, none loses an
// entry that a person wrote, and each done twice is done once.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(20261120, 7))
	src := []byte("# Memory\n\n## Facts\n\n- one\n")
	own := map[string]bool{}
	done, refused := map[string]int{}, 0
	for n := range *edits {
		if r.IntN(3) > 0 {
			src = hand(r, src)
			continue
		}
		d := Parse(src)
		was := foreign(d, own)
		kind, out, err := program(t, r, d, own, fmt.Sprintf("p%05x", n))
		if err != nil {
			refused++
			continue
		}
		done[kind]++
		if got := foreign(out, own); kind != "adopt" && !slices.Equal(got, was) {
			t.Fatalf("edit %d (%s) changed a person's entries:\n%q\n%q\nin\n%s\n→\n%s", n, kind, was, got, src, out.Bytes())
		}
		if again := Parse(out.Bytes()); !slices.Equal(again.blocks, out.blocks) {
			t.Fatalf("edit %d (%s): read again it is another document", n, kind)
		}
		src = out.Bytes()
	}
	t.Logf("%d edits: %v, refused %d", *edits, done, refused)
	for _, kind := range []string{"insert", "append", "note", "replace", "strike", "remove", "adopt"} {
		if done[kind] == 0 && *edits >= 3000 {
			t.Errorf("no edit of the kind %s was ever made", kind)
		}
	}
	if refused*4 > *edits {
		t.Errorf("%d of %d edits were refused: the test tries little", refused, *edits)
	}
}

// program makes one edit of the program's and checks the bytes around it.
func program(t *testing.T, r *rand.Rand, d Document, own map[string]bool, id string) (string, Document, error) {
	text := programTexts[r.IntN(len(programTexts))]
	line := Line(Entry{ID: id, Text: text})
	entries := d.Entries("")
	var mine, theirs []int
	for i, e := range entries {
		if own[e.ID] {
			mine = append(mine, i)
		} else if e.ID == "" && e.Text != "" {
			theirs = append(theirs, i)
		}
	}
	pick := func(from []int) int { return from[r.IntN(len(from))] }
	inside := func(i int) func(Document, error) (Document, error) {
		return func(out Document, err error) (Document, error) {
			if err == nil {
				it := d.items[i]
				wantOutside(t, d.src, out.src, bytes.Count(d.src[:it.start], []byte("\n")), d.src[it.start:it.end])
			}
			return out, err
		}
	}
	added := func(kind string, out Document, err error) (string, Document, error) {
		if err == nil {
			own[id] = true
			wantOnlyAdded(t, d.src, out.src)
			if e, ok := out.Find(id); !ok || e.Text != Flat(text) {
				t.Fatalf("%s: %q is not there, but %+v", kind, text, e)
			}
		}
		return kind, out, err
	}
	switch k := r.IntN(8); {
	case k == 0:
		out, err := d.AppendBlock("## 10:00 · night 1\n\nA day.\n\n### Facts\n\n- " + line)
		if err == nil && !bytes.HasPrefix(out.src, d.src) {
			t.Fatal("append changed what was there")
		}
		return added("append", out, err)
	case k == 1:
		out, err := d.AppendNote(line)
		if err == nil && !bytes.HasPrefix(out.src, d.src) {
			t.Fatal("a note changed what was there")
		}
		return added("note", out, err)
	case k <= 3 || len(mine) == 0:
		out, err := d.InsertEntry(Types[r.IntN(5)].Heading(), line)
		return added("insert", out, err)
	case k == 4:
		i := pick(mine)
		out, err := inside(i)(d.ReplaceEntry(entries[i].Line, Line(Entry{ID: entries[i].ID, Text: text})))
		return "replace", out, err
	case k == 5:
		i := pick(mine)
		out, err := inside(i)(d.Strike(entries[i].Line, day("2026-11-20"), id))
		if err == nil {
			if again, err := out.Strike(entries[i].Line, day("2026-11-21"), id); err != nil || !bytes.Equal(again.src, out.src) {
				t.Fatalf("struck twice: %v", err)
			}
		}
		return "strike", out, err
	case k == 6 || len(theirs) == 0:
		i := pick(mine)
		out, err := inside(i)(d.RemoveEntry(entries[i].Line))
		return "remove", out, err
	}
	i := pick(theirs)
	out, err := d.SetID(entries[i].Line, id)
	if err == nil {
		wantOnlyAdded(t, d.src, out.src)
	}
	return "adopt", out, err
}
