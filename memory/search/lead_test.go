package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// leadingLand has an entry without the words that its talk has.
func leadingLand(trace string) *shelf {
	return newShelf(map[string]string{
		"MEMORY.md": "# Memory\n\n## Facts\n\n- Drawer under the till, left side ^k01\n- The dough rests overnight ^k02\n- Hollins Mill brings the flour ^k03\n",
		"sessions/a.jsonl": `{"type":"session","id":"a","version":1}
{"type":"message","id":"m1","time":"2024-03-01T09:00:00Z","role":"assistant","content":"Where do you keep the epinephrine injector?"}
{"type":"message","id":"m2","time":"2024-03-01T09:01:00Z","role":"user","content":"drawer under the till, left side"}
{"type":"message","id":"m3","time":"2024-03-01T09:02:00Z","role":"assistant","content":"Good, everybody reaches that."}
{"type":"message","id":"m4","time":"2024-03-01T09:03:00Z","role":"user","content":"Hollins Mill brings the flour"}
` + trace,
	})
}

const restsOnTalk = `{"type":"memory","id":"n1","time":"2024-03-01T22:00:00Z","entries":[{"id":"k01","from":["m2"]},{"id":"k03","from":["m4"]}]}
`

// What was said in the words of a question leads to the entry that the answer became.
func TestATalkLeadsToEntries(t *testing.T) {
	q := Query{Text: "Where is the epinephrine injector kept?", Limit: 5}
	first := func(a Answer) string {
		for _, h := range a.Results {
			if !strings.HasPrefix(h.Path, "sessions/") {
				return h.ID
			}
		}
		return ""
	}
	if got := first(look(t, leadingLand(""), q)); got == "k01" {
		t.Fatal("the entry is found without a trace: the test shows nothing")
	}
	a := look(t, leadingLand(restsOnTalk), q)
	if got := first(a); got != "k01" {
		t.Errorf("%q is found first: %s", got, places(a))
	}
	if i := slices.IndexFunc(a.Results, func(h Hit) bool { return h.ID == "k01" }); i < 0 || a.Results[i].Why != Meaning {
		t.Errorf("no word of the question stands in it, and its hit does not say so: %+v", a.Results)
	}
}

// A message that an entry among the hits rests on is not told a second time, and what
// memory has in the words of the question is not led anywhere.
func TestAnEntryStandsForItsMessage(t *testing.T) {
	land := leadingLand(restsOnTalk)
	a := look(t, land, Query{Text: "flour epinephrine Hollins injector", Limit: 5, Transcripts: true})
	if !slices.ContainsFunc(a.Results, func(h Hit) bool { return h.ID == "k03" }) {
		t.Fatalf("the entry is missing: %s", places(a))
	}
	if slices.ContainsFunc(a.Results, func(h Hit) bool { return h.Path == "sessions/a.jsonl" && h.Line == 5 }) {
		t.Errorf("its message stands beside it: %s", places(a))
	}
	if got := places(look(t, land, Query{Text: "Hollins Mill flour"})); got != "MEMORY.md:7" {
		t.Errorf("found %s, want the line that says it", got)
	}
}

// What only the transcripts hold, in so many words, comes without lines that are near it in
// meaning; a question that nobody answered, and the question itself, hold nothing.
func TestWhatIsToldStandsBeforeWhatIsNear(t *testing.T) {
	said := func(lines ...string) *shelf {
		text := `{"type":"session","id":"a","version":1}` + "\n"
		for i, l := range lines {
			text += fmt.Sprintf(`{"type":"message","id":"m%d","time":"2024-03-01T09:%02d:00Z","role":"user","content":%q}`+"\n", i, i, l)
		}
		text += `{"type":"memory","id":"n1","time":"2024-03-01T22:00:00Z","entries":[{"id":"k01","from":["m0"]}]}` + "\n"
		return newShelf(map[string]string{
			"MEMORY.md":        "# Memory\n\n## Facts\n\n- The harbour in Sopot is where we sail in summer ^k01\n- The burglar bell is serviced every spring ^k02\n- Our landlord lives in Poland, by the sea ^k03\n",
			"sessions/a.jsonl": text,
		})
	}
	const sopot, key, gdansk = "The harbour in Sopot is where we sail in summer", "The alarm code of the office is 4471", "My cousin Piotr lives in Gdańsk"
	for _, c := range []struct {
		ask, want string
		said      []string
	}{
		{"4471", "sessions/a.jsonl:3", []string{sopot, key, gdansk}},
		{"Gdańsk", "sessions/a.jsonl:4", []string{sopot, key, gdansk}},
		{"alarm code", "sessions/a.jsonl:3", []string{sopot, key, gdansk}},
		{"Sopot", "MEMORY.md:5", []string{sopot, key, gdansk}},
	} {
		if got := places(look(t, said(c.said...), Query{Text: c.ask, Limit: 5})); got != c.want {
			t.Errorf("%s: found %s, want %s", c.ask, got, c.want)
		}
	}
	for _, nothing := range []string{"Gdańsk", "where is Gdańsk", "Do you know Gdańsk?"} {
		a := look(t, said(sopot, key, nothing), Query{Text: "Gdańsk", Limit: 5})
		if len(a.Results) == 0 || a.Results[0].Path != "MEMORY.md" {
			t.Errorf("%q tells nothing: found %s", nothing, places(a))
		}
	}
}

// The more of a question memory itself holds, the less the talk has to say: a line with
// half of its words stands above what only the talk leads to.
func TestTheTalkYieldsToMemory(t *testing.T) {
	land := leadingLand(restsOnTalk)
	land.put("MEMORY.md", string(land.files["MEMORY.md"].data)+"- The injector for the oven burner is worn ^k04\n")
	for question, want := range map[string]string{
		"Where is the epinephrine injector kept for Danuta?":         "k01",
		"Is the epinephrine injector worn at the burner downstairs?": "k04",
	} {
		a := look(t, land, Query{Text: question, Limit: 5})
		if len(a.Results) == 0 || a.Results[0].ID != want {
			t.Errorf("%s: want %s first: %s", question, want, places(a))
		}
	}
	for c := 0.0; c < toldEnough; c += 0.1 {
		if leadWeight(c) <= leadWeight(c+0.1) {
			t.Errorf("at %.1f of the question the talk counts no more than at %.1f", c, c+0.1)
		}
	}
}

// Of the entries of one message the one comes first that has what is asked for.
func TestALeadIsToWhatIsAskedFor(t *testing.T) {
	s := newShelf(map[string]string{
		"MEMORY.md": "# Memory\n\n## Facts\n\n- The order is rye bread, as always ^k10\n- 14 round tins ^k11\n- The dough rests overnight ^k12\n",
		"sessions/a.jsonl": `{"type":"session","id":"a","version":1}
{"type":"message","id":"m1","time":"2024-03-01T09:00:00Z","role":"user","content":"For the Whitcombe order: the order is rye bread, as always. 14 round tins."}
{"type":"memory","id":"n1","time":"2024-03-01T22:00:00Z","entries":[{"id":"k10","from":["m1"]},{"id":"k11","from":["m1"]}]}
`})
	a := look(t, s, Query{Text: "How many does the Whitcombe order take?", Limit: 5})
	if len(a.Results) == 0 || a.Results[0].ID != "k11" {
		t.Errorf("%s %v, want the tins first", a.Verdict, texts(a))
	}
}
