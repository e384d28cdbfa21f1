package thread

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"dormouse/land/transcript"
)

func user(s string) transcript.Message { return transcript.Message{Role: transcript.User, Content: s} }
func said(s string) transcript.Message {
	return transcript.Message{Role: transcript.Assistant, Content: s}
}
func calls(s string, ids ...string) transcript.Message {
	m := said(s)
	for _, id := range ids {
		m.ToolCalls = append(m.ToolCalls, transcript.Call{ID: id, Name: "f", Arguments: `{"a":1}`})
	}
	return m
}
func result(id, s string) transcript.Message {
	return transcript.Message{Role: transcript.Tool, ToolCallID: id, Content: s}
}

func call(id string) transcript.Call {
	return transcript.Call{ID: id, Name: "f", Arguments: `{"a":1}`}
}

func TestTurns(t *testing.T) {
	long := strings.Repeat("x", 80)
	cases := []struct {
		name string
		in   []transcript.Message
		want []Turn
	}{
		{"nothing", nil, nil},
		{"alternating", []transcript.Message{user("a"), said("b"), user("c")},
			[]Turn{{Role: "user", Texts: []string{"a"}}, {Role: "assistant", Texts: []string{"b"}}, {Role: "user", Texts: []string{"c"}}}},
		{"same speaker twice", []transcript.Message{user("a"), user("b"), said("c"), said("d")},
			[]Turn{{Role: "user", Texts: []string{"a", "b"}}, {Role: "assistant", Texts: []string{"c", "d"}}}},
		{"blank ones vanish", []transcript.Message{user("a"), said(" \n"), user("b"), said("")},
			[]Turn{{Role: "user", Texts: []string{"a", "b"}}}},
		{"assistant first", []transcript.Message{said("b"), user("c")},
			[]Turn{{Role: "user", Texts: []string{opening}}, {Role: "assistant", Texts: []string{"b"}}, {Role: "user", Texts: []string{"c"}}}},
		{"note before content", []transcript.Message{{Role: transcript.User, Note: "n", Content: "c"}},
			[]Turn{{Role: "user", Texts: []string{"n\n\nc"}}}},
		{"results in the order of the calls", []transcript.Message{user("a"), calls("b", "1", "2"), result("2", "two"), result("1", "one"), user("c")},
			[]Turn{{Role: "user", Texts: []string{"a"}},
				{Role: "assistant", Texts: []string{"b"}, Calls: []transcript.Call{call("1"), call("2")}},
				{Role: "user", Results: []Result{{"1", "one"}, {"2", "two"}}, Texts: []string{"c"}}}},
		{"a lost result", []transcript.Message{user("a"), calls("", "1", "2"), result("1", "one")},
			[]Turn{{Role: "user", Texts: []string{"a"}},
				{Role: "assistant", Calls: []transcript.Call{call("1"), call("2")}},
				{Role: "user", Results: []Result{{"1", "one"}, {"2", noResult}}}}},
		{"an orphan", []transcript.Message{user("a"), calls("", "1"), result("1", "one"), result("9", "nine"), said("b"), result("8", "eight")},
			[]Turn{{Role: "user", Texts: []string{"a"}},
				{Role: "assistant", Calls: []transcript.Call{call("1")}},
				{Role: "user", Results: []Result{{"1", "one"}}, Texts: []string{orphan + "nine"}},
				{Role: "assistant", Texts: []string{"b"}},
				{Role: "user", Texts: []string{orphan + "eight"}}}},
		{"ids", []transcript.Message{user("a"), calls("", "1", "1", "", "a.b", long), result("1", "one"), result("a.b", "dot")},
			[]Turn{{Role: "user", Texts: []string{"a"}},
				{Role: "assistant", Calls: []transcript.Call{call("1"), call("1_2"), call("call"), call("a_b"), call(long[:56])}},
				{Role: "user", Results: []Result{{"1", "one"}, {"1_2", noResult}, {"call", noResult}, {"a_b", "dot"}, {long[:56], noResult}}}}},
	}
	for _, c := range cases {
		if got := Turns(c.in, ""); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

// TestNamesOfTools: one that the model made up goes back in what all providers allow;
// one that is allowed stays.
func TestNamesOfTools(t *testing.T) {
	for in, want := range map[string]string{
		"memory_search": "memory_search", "functions.memory_search": "functions_memory_search",
		"memory search": "memory_search", "né": "n_", "": "call", strings.Repeat("x", 80): strings.Repeat("x", 64),
	} {
		m := calls("", "1")
		m.ToolCalls[0].Name = in
		if got := Turns([]transcript.Message{user("a"), m}, "")[1].Calls[0].Name; got != want {
			t.Errorf("%q goes back as %q, want %q", in, got, want)
		}
	}
}

// TestRepairs are the properties that providers ask for, over transcripts that
// are as broken as chance makes them.
func TestRepairs(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var in []transcript.Message
		for range r.IntN(12) {
			in = append(in, random(r))
		}
		before := fmt.Sprint(in)
		turns := Turns(in, "")
		if fmt.Sprint(in) != before {
			t.Fatalf("seed %d: the transcript was changed", seed)
		}
		check(t, seed, turns)
		if n := len(in); n > 0 {
			prefix(t, seed, Turns(in[:r.IntN(n)], ""), turns, in)
		}
	}
}

func random(r *rand.Rand) transcript.Message {
	id := func() string { return []string{"1", "2", "", "a b"}[r.IntN(4)] }
	text := []string{"", " ", "x", "y\n"}[r.IntN(4)]
	switch r.IntN(4) {
	case 0:
		return user(text)
	case 1:
		return said(text)
	case 2:
		m := calls(text, id(), id())
		m.ToolCalls[0].Arguments = []string{"", "null", `{"a":`, ` {"a": 1} `}[r.IntN(4)]
		return m
	}
	return result(id(), text)
}

func check(t *testing.T, seed uint64, turns []Turn) {
	t.Helper()
	seen := map[string]bool{}
	for i, turn := range turns {
		want := transcript.User
		if i%2 == 1 {
			want = transcript.Assistant
		}
		if turn.Role != want {
			t.Fatalf("seed %d: turn %d is the %s's", seed, i, turn.Role)
		}
		if len(turn.Texts)+len(turn.Calls)+len(turn.Results) == 0 {
			t.Fatalf("seed %d: turn %d is empty", seed, i)
		}
		for _, s := range turn.Texts {
			if strings.TrimSpace(s) == "" {
				t.Fatalf("seed %d: blank text", seed)
			}
		}
		for _, c := range turn.Calls {
			if seen[c.ID] || c.ID == "" || len(c.ID) > 64 || !json.Valid([]byte(c.Arguments)) || c.Arguments[0] != '{' {
				t.Fatalf("seed %d: call %+v", seed, c)
			}
			seen[c.ID] = true
		}
		var before []transcript.Call
		if i > 0 {
			before = turns[i-1].Calls
		}
		if len(before) != len(turn.Results) {
			t.Fatalf("seed %d: %d results for %d calls", seed, len(turn.Results), len(before))
		}
		for j, res := range turn.Results {
			if res.ID != before[j].ID {
				t.Fatalf("seed %d: result of %s for call %s", seed, res.ID, before[j].ID)
			}
		}
	}
	if n := len(turns); n > 0 && len(turns[n-1].Calls) > 0 {
		t.Fatalf("seed %d: it ends with calls", seed)
	}
}

// prefix holds that a longer transcript's turns begin with the shorter one's:
// the turns but the last are equal, and the last grows only at its end. Results
// that were missing may come in later, so a cut between call and result is not
// looked at.
func prefix(t *testing.T, seed uint64, short, long []Turn, in []transcript.Message) {
	t.Helper()
	for i, turn := range short {
		if i < len(short)-1 {
			if !reflect.DeepEqual(turn, long[i]) {
				t.Fatalf("seed %d: turn %d changed: %+v, %+v\n%+v", seed, i, turn, long[i], in)
			}
			continue
		}
		if len(turn.Results) > 0 {
			continue
		}
		if len(long) <= i || len(long[i].Texts) < len(turn.Texts) || (len(turn.Texts) > 0 && !reflect.DeepEqual(turn.Texts, long[i].Texts[:len(turn.Texts)])) {
			t.Fatalf("seed %d: the last turn changed: %+v, %+v\n%+v", seed, turn, long[i], in)
		}
	}
}
