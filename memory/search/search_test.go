package search

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"dormouse/memory/search/index"
)

func day(s string) time.Time {
	t, err := time.Parse("2006-01-02", s)
	if err != nil {
		panic(err)
	}
	return t
}

// places is "path:line" of each result, joined.
func places(a Answer) string {
	var out []string
	for _, h := range a.Results {
		out = append(out, strings.TrimPrefix(h.Path, "memory/")+":"+itoa(h.Line))
	}
	return strings.Join(out, " ")
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// The first hit of a question over one land of many kinds of Markdown.
func TestFirstHit(t *testing.T) {
	s := newShelf(map[string]string{
		"MEMORY.md": "---\ntitle: mine\n---\n# Memory\n\n## Facts\n\n- Anna is allergic to hazelnuts ^k01\n- Ben's bicycle was stolen\n\n" +
			"## Kitchen renovation\n\n- Oak worktop ordered from the joiner\n- ~~Budget 4000~~ (until 2024-03-01 → ^k09) ^k08\n- Budget 6500 ^k09 \n",
		"memory/2024-02-03.md": "# 2024-02-03\n\n## Notes\n\n- Trip to Oslo\n  - hotel Bristol\n  - train at 9\n- Anna: Where did you buy the tent?\n- Ben: At the flea market, for 20 euros.\n" +
			"| tool | place |\n|---|---|\n| drill | cellar |\n\n```go\nfunc parseLedger() {}\n```\n\nThe boiler was\nserviced by Mr Kowalski\nin the morning.\n",
		"memory/2024-05-11.md": "# 2024-05-11\n\n- Die Wohnungen in Köln wurden besichtigt und sie sind sehr teuer\n- Nous avons acheté des chaussures pour les enfants\n" +
			"- Hemos comprado las entradas para el concierto y no son caras\n- Мы купили новые книги и не читали их\n- 我们昨天去公园划小船\n- running shoes size 44\n",
	})
	for _, c := range []struct{ ask, want string }{
		{"hazelnut allergy", "MEMORY.md:8"},
		{"who is allergic", "MEMORY.md:8"},
		{"stolen bike", "MEMORY.md:9"},
		{"kitchen joiner", "MEMORY.md:13"},
		{"kitchen budget", "MEMORY.md:15"},
		{"Oslo hotel", "2024-02-03.md:6"},
		{"Where did Ben buy the tent?", "2024-02-03.md:9"},
		{"drill", "2024-02-03.md:12"},
		{"parseLedger", "2024-02-03.md:15"},
		{"Kowalski boiler", "2024-02-03.md:18"},
		{"Welche Wohnung wurde in Koln besichtigt?", "2024-05-11.md:3"},
		{"acheter chaussure", "2024-05-11.md:4"},
		{"entrada del concierto", "2024-05-11.md:5"},
		{"новая книга", "2024-05-11.md:6"},
		{"小船", "2024-05-11.md:7"},
		{"船", "2024-05-11.md:7"},
		{"what was on 2024-02-03?", "2024-02-03.md:5"},
		{"k09", "MEMORY.md:15"},
		{"running shoes", "2024-05-11.md:8"},
		{"Kowalsky", "2024-02-03.md:18"},
		{"what did we do on 11 May 2024 in the park 公园", "2024-05-11.md:7"},
	} {
		a := look(t, s, Query{Text: c.ask})
		if got := places(a); !strings.HasPrefix(got+" ", c.want+" ") {
			t.Errorf("%q: %s, want %s first (%s)", c.ask, got, c.want, a.Verdict)
		}
	}
}

func TestHit(t *testing.T) {
	s := newShelf(map[string]string{"memory/2024-02-03.md": "# 2024-02-03\r\n\r\n## 21:04 · night 3\r\n\r\n### Facts\r\n\r\n- Anna keeps bees\r\n  in the orchard ^k7f3a2\r\n"})
	a := look(t, s, Query{Text: "bees"})
	want := Hit{Path: "memory/2024-02-03.md", Start: 7, End: 8, Text: "Anna keeps bees in the orchard", Line: 7, Own: "Anna keeps bees in the orchard", Why: Words, Date: "2024-02-03", Heading: "Facts", ID: "k7f3a2", sure: true}
	if len(a.Results) != 1 {
		t.Fatalf("%+v", a)
	}
	want.Score = a.Results[0].Score
	if !reflect.DeepEqual(a.Results[0], want) || want.Score <= 0 {
		t.Errorf("%+v\nwant %+v", a.Results[0], want)
	}
}

func TestVerdicts(t *testing.T) {
	full := map[string]string{"memory/2024-02-03.md": "- Anna keeps bees\n- Ben plays chess with Anna\n"}
	for _, c := range []struct {
		name, ask string
		files     map[string]string
		want      Verdict
	}{
		{"found", "bees", full, Hits},
		{"no word occurs", "zeppelin", full, NoMatch},
		{"only a word of no weight", "Anna zeppelin quagmire turbine xylophone harpsichord", full, BelowThreshold},
		{"nothing there", "bees", nil, EmptyStore},
		{"empty file", "bees", map[string]string{"MEMORY.md": ""}, EmptyStore},
		{"no words", "?!", full, NoMatch},
		{"little words", "what is it", full, BelowThreshold},
		{"empty", "", full, NoMatch},
	} {
		if a := look(t, newShelf(c.files), Query{Text: c.ask}); a.Verdict != c.want || (len(a.Results) > 0) != (c.want == Hits) {
			t.Errorf("%s: %s with %d results, want %s", c.name, a.Verdict, len(a.Results), c.want)
		}
	}
}

type unreadable struct{ *shelf }

func (u unreadable) Read(name string) ([]byte, error) { return nil, context.DeadlineExceeded }

func TestUnreadableIsNotEmpty(t *testing.T) {
	s := newShelf(map[string]string{"MEMORY.md": "- bees\n"})
	ix := Open(unreadable{s}, Options{})
	a, err := ix.Search(context.Background(), Query{Text: "bees"})
	if err != nil || a.Verdict != StaleIndex {
		t.Errorf("%v %v", a.Verdict, err)
	}
}

// What a log says to have held until a day gone by is past; what it says to hold until a
// day to come is not.
func TestPastInALog(t *testing.T) {
	s := newShelf(map[string]string{
		"memory/2024-03-10.md": "# 2024-03-10\n\n- Lives in Berlin (until 2024-03-09, then ^k02) ^k01\n- Lives with Ana (until 2024-05-01) ^k04\n- Lives in Oslo ^k02\n",
	})
	for _, h := range look(t, s, Query{Text: "lives"}).Results {
		if past := h.ID == "k01"; past != (h.SupersededBy != "") {
			t.Errorf("%s: superseded by %q", h.Text, h.SupersededBy)
		}
	}
}

// Moved from Berlin to Oslo: now it is Oslo, as of February it was Berlin.
func TestSuperseded(t *testing.T) {
	s := newShelf(map[string]string{
		"MEMORY.md":            "# Memory\n\n## Facts\n\n- ~~Lives in Berlin~~ (until 2024-03-10 → ^k02) ^k01\n- Lives in Oslo ^k02\n",
		"memory/2024-01-05.md": "# 2024-01-05\n\n### Facts\n\n- Lives in Berlin ^k01\n",
		"memory/2024-03-10.md": "# 2024-03-10\n\n### Facts\n\n- Lives in Oslo (replaces ^k01) ^k02\n",
	})
	for _, c := range []struct {
		ask, asOf, texts string
	}{
		{"where lives", "", "Lives in Oslo"},
		{"Berlin", "", "Lives in Oslo"},
		{"lives", "2024-02-01", "Lives in Berlin"},
		{"lives", "2024-03-10", "Lives in Oslo"},
		{"Oslo", "2024-02-01", "Lives in Berlin"},
		{"lives", "2023-01-01", ""},
	} {
		q := Query{Text: c.ask}
		if c.asOf != "" {
			q.AsOf = day(c.asOf)
		}
		var got []string
		for _, h := range look(t, s, q).Results {
			if h.SupersededBy != "" {
				h.Text += " (" + h.SupersededBy + ")"
			}
			if h.Path != "MEMORY.md" {
				t.Errorf("%s: the log's copy %s is shown", c.ask, h.Path)
			}
			got = append(got, h.Text)
		}
		if strings.Join(got, "; ") != c.texts {
			t.Errorf("%s as of %q: %q, want %q", c.ask, c.asOf, got, c.texts)
		}
	}
}

// TestUnmerged: nobody knows which side of an unresolved merge holds, so neither
// is found, and the marks are no part of the bullet above them.
func TestUnmerged(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"- lighthouse one\n<<<<<<< HEAD\n- lighthouse two\n=======\n- lighthouse three\n>>>>>>> theirs\n- lighthouse four\n", "lighthouse one; lighthouse four"},
		{"- lighthouse one\r\n<<<<<<< HEAD\r\n- lighthouse two\r\n", "lighthouse one"},
		{"- lighthouse one\n\n<<<<<<\n- lighthouse two\n", "lighthouse one; lighthouse two"},
	} {
		var got []string
		for _, h := range look(t, newShelf(map[string]string{"MEMORY.md": c.text}), Query{Text: "lighthouse"}).Results {
			got = append(got, h.Text)
		}
		slices.Sort(got)
		want := strings.Split(c.want, "; ")
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", c.text, got, want)
		}
	}
}

func TestForgotten(t *testing.T) {
	s := newShelf(map[string]string{
		"memory/2024-01-05.md": "- The code of the safe is 4711 ^k01\n- The safe is green ^k02\n",
		"memory/2024-03-10.md": "- Forgotten: ^k01 (from memory/2024-01-05.md)\n",
	})
	if got := places(look(t, s, Query{Text: "safe code forgotten"})); got != "2024-01-05.md:2" {
		t.Errorf("%s", got)
	}
}

func TestTranscripts(t *testing.T) {
	s := newShelf(map[string]string{
		"memory/2024-01-05.md": "- Anna keeps bees\n",
		"sessions/s1.jsonl": `{"type":"session","id":"s1"}` + "\n" + `{"type":"message","id":"m1","time":"2024-01-04T10:00:00Z","role":"user","content":"My lute has seven courses"}` + "\n" +
			`{"type":"message","id":"m2","ro` + "\n" + `{"type":"message","id":"m3","time":"2024-01-04T10:01:00Z","role":"assistant","content":"Bees like lavender"}` + "\n",
	})
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Text: "bees"}, "2024-01-05.md:1"},
		{Query{Text: "bees", Transcripts: true}, "2024-01-05.md:1 sessions/s1.jsonl:4"},
		{Query{Text: "lute courses"}, "sessions/s1.jsonl:2"},
	} {
		a := look(t, s, c.q)
		got, missing := places(a), false
		for _, w := range strings.Fields(c.want) {
			missing = missing || !strings.Contains(got, w)
		}
		if missing || !c.q.Transcripts && !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
}

// Any text is a query: never an error, and the hits are what the files hold.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{"", "-", `"`, ":", "a AND b", "NEAR(x y)", "*", "\x00", "🐭", "日本語", "ไทย", "\xff\xfe", "«»", "a-b_c.d/e", "(((", "2024-99-99", "-- ' OR 1=1",
		"on 31 February 2024", "1234-56-78", strings.Repeat("bees ", 300), "́́", "ß", "İ", "ся", "\u2028"} {
		f.Add(q)
	}
	s := newShelf(map[string]string{"MEMORY.md": "- Anna keeps bees ^k01\n- 🐭 日本語 ไทย\n", "memory/2024-01-05.md": "# 2024-01-05\n\nfoo_bar \xff \x00 bees\n"})
	ix := Open(s, Options{})
	f.Fuzz(func(t *testing.T, q string) {
		a, err := ix.Search(context.Background(), Query{Text: q})
		if err != nil {
			t.Fatal(err)
		}
		// The nearest lines may come with a verdict that says that none is a hit.
		if a.Verdict == Hits && len(a.Results) == 0 || a.Verdict == EmptyStore && len(a.Results) > 0 {
			t.Errorf("%s with %d results", a.Verdict, len(a.Results))
		}
		for _, h := range a.Results {
			if h.Start < 1 || h.End < h.Start || !utf8.ValidString(h.Text) {
				t.Errorf("%+v", h)
			}
		}
	})
}

func TestHugeQuery(t *testing.T) {
	s := newShelf(map[string]string{"MEMORY.md": "- Anna keeps bees\n"})
	for _, q := range []string{strings.Repeat("x", 1<<20), strings.Repeat("bees and honey ", 1<<16), strings.Repeat("é", 1<<19), strings.Repeat("船", 1<<18)} {
		look(t, s, Query{Text: q})
	}
}

// Any bytes are a file: scan gives passages in order, with lines that exist.
func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "---", "---\na: b\n---\nx", "```\nx", "- ", "1) a\n  b\n\tc", "# a\n## b ##\n\nc\n===\n", "> q\n> r", "| a |\n|---|\n", "\ufeff# x\r\n- y\r\n",
		"- ~~a~~ (until 2024-01-01 → ^b) ^c", "^", "- ^k", "~~~\n```\n~~~", strings.Repeat("- ", 200), "a\n---\nb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, last := strings.Count(text, "\n")+1, 0
		for i, p := range index.Scan([]byte(text)) {
			if p.Start <= last || p.End < p.Start || p.End > lines || p.Parent >= i {
				t.Fatalf("passage %d of %q: %+v", i, text, p)
			}
			last = p.End
			if !utf8.ValidString(p.Text) {
				t.Fatalf("text %q", p.Text)
			}
		}
	})
}

// Any bytes are a land: the index answers as the scan does.
func FuzzLand(f *testing.F) {
	f.Add("- Anna keeps bees ^k01\n- ~~x~~ (until 2024-01-01 → ^k01) ^k02\n", "bees Anna 2024")
	f.Add("# a\n## b\n\n小船 \x00 \xff ß\n- Forgotten: ^k01 (from memory/2024-01-05.md)\n", "小船 k01")
	f.Fuzz(func(t *testing.T, text, query string) {
		s := newShelf(map[string]string{"memory/2024-01-01.md": text, "MEMORY.md": text, "sessions/a.jsonl": text})
		wantSame(t, s, []string{query, text[:min(len(text), 60)]}, "fuzz")
	})
}

// A reply of the built-in engine and the results of memory tools quote memory;
// found in transcripts they would answer every later question with themselves.
func TestTranscriptsWithoutTheProgramsOwnWords(t *testing.T) {
	session := `{"type":"message","id":"m1","role":"user","content":"The tungsten lamp burnt out."}
{"type":"message","id":"m2","role":"assistant","model":"offline/extractive","content":"","tool_calls":[{"id":"c1","name":"memory_search"}]}
{"type":"message","id":"m3","role":"tool","tool_call_id":"c1","content":"no_match: tungsten"}
{"type":"message","id":"m4","role":"assistant","model":"offline/extractive","content":"I know nothing about tungsten."}
{"type":"message","id":"m5","role":"tool","tool_call_id":"c9","content":"grep: tungsten.go:7"}
`
	var lines []int
	for _, p := range index.ScanTranscript([]byte(session)) {
		lines = append(lines, p.Start)
	}
	if len(lines) != 2 || lines[0] != 1 || lines[1] != 5 {
		t.Errorf("lines %v are searched, want 1 and 5", lines)
	}
}

// The last day of 1969 and the first of 1970 are days like any other.
func TestYearsAround1970(t *testing.T) {
	s := newShelf(map[string]string{"MEMORY.md": "- The mill burned in 1969\n- The mill was built again in 1970\n"})
	for ask, want := range map[string]string{
		"what happened to the mill in 1969?": "MEMORY.md:1", "what happened to the mill in 1970?": "MEMORY.md:2",
		"mill 31 December 1969": "MEMORY.md:1", "mill 1 January 1970": "MEMORY.md:1",
	} {
		if got := places(look(t, s, Query{Text: ask, Now: day("2026-11-22")})); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", ask, got, want)
		}
	}
}
