package asking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/document"
	"dormouse/summarize"
)

// scripted answers from a list; what is not a string is an error.
type scripted struct {
	answers []any
	asked   []Question
}

func (s *scripted) Ask(_ context.Context, q Question) (Answer, error) {
	s.asked = append(s.asked, q)
	i := min(len(s.asked), len(s.answers)) - 1
	use := transcript.Usage{Input: 1000, Cached: 960, Output: 50}
	if err, ok := s.answers[i].(error); ok {
		return Answer{}, err
	}
	if s.answers[i] == refusedLong {
		return Answer{Cut: true}, ErrTooLong
	}
	if cut, ok := s.answers[i].(cutAt); ok {
		return Answer{Text: string(cut), Usage: use, Cut: true}, nil
	}
	return Answer{Text: s.answers[i].(string), Usage: use}, nil
}

const noteJSON = `"note":{"request":["find the failing test"],"decisions":[],"in_hand":["price/round.go"],"rejected":[],"last_command":"make test","open":[],"said":[]}`

func answer(entries ...foundEntry) string {
	b, _ := json.Marshal(entries)
	return `{` + noteJSON + `,"entries":` + string(b) + `,"days":[{"day":"2026-03-02","text":"Fixed the rounding of prices."},{"day":"1999-01-01","text":"Never."}]}`
}

func TestOneCallANight(t *testing.T) {
	m := &scripted{answers: []any{answer(
		foundEntry{Type: document.Decision, Text: "User: Money is kept in integer cents everywhere (SHOP-482)", Importance: .9, From: []string{"c7"}},
		foundEntry{Type: document.Fact, Text: "User: The limit for a cart is 5,000 EUR", Importance: .8, From: []string{"the limit for a cart is 5,000 EUR"}, Replaces: "^aaaaaa"},
		foundEntry{Type: document.Fact, Text: "User: The limit for a cart is 6,000 EUR", Importance: .8, From: []string{"c10"}},
		foundEntry{Type: document.Fact, Text: "User: Ines deploys to staging", Importance: .8, From: []string{"c99"}},
		foundEntry{Type: "rumour", Text: "User: Ines deploys", Importance: .8, From: []string{"c10"}},
		foundEntry{Type: document.Preference, Text: "TestTotal fails at line 41", Importance: 1, From: []string{"c3"}, Replaces: "aaaaaa"},
	)}}
	in := fixture(t, "coding.jsonl")
	in.Known = []*document.Entry{{ID: "aaaaaa", Text: "User: The limit for a cart is 50,000 EUR"}}
	d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), in, summarize.Budget{Summary: 300, Memory: 300})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.asked) != 1 || d.Calls != 1 || d.Engine != "model" || d.Usage.Cached != 960 {
		t.Errorf("calls %d, digest %+v", len(m.asked), d)
	}
	if m.asked[0].Messages != nil {
		t.Error("the question does not continue the conversation")
	}
	if len(d.Candidates) != 3 || len(d.Rejected) != 3 {
		t.Fatalf("kept %d, rejected %q", len(d.Candidates), d.Rejected)
	}
	if c := d.Candidates[1]; c.From[0] != "c10" || c.Replaces != "aaaaaa" {
		t.Errorf("a quote was not found: %+v", c)
	}
	if c := d.Candidates[2]; c.Type != document.Fact || c.Importance > .5 || c.Replaces != "" {
		t.Errorf("text of a tool was believed: %+v", c)
	}
	if d.Days["2026-03-02"] == "" || len(d.Days) != 1 {
		t.Errorf("days: %v", d.Days)
	}
	if !strings.Contains(d.Summary, "price/round.go") || in.Count(d.Summary) > 300 {
		t.Errorf("note: %s", d.Summary)
	}
}

// GUARANTEES 11.
func TestBadAnswersEndOffline(t *testing.T) {
	good := answer()
	for name, c := range map[string]struct {
		answers []any
		lim     Limits
		calls   int
		says    string
	}{
		"empty":       {[]any{""}, Limits{}, 1, "empty"},
		"refusal":     {[]any{"I'm sorry, I can't help with that."}, Limits{}, 2, "no JSON"},
		"ten million": {[]any{strings.Repeat("x", 10<<20)}, Limits{}, 1, "bytes"},
		"half JSON":   {[]any{good[:len(good)/2]}, Limits{}, 2, "answer"},
		"timeout":     {[]any{context.DeadlineExceeded}, Limits{}, 1, "deadline"},
		"over budget": {[]any{good}, Limits{Tokens: 100}, 0, "budget"},
		"no calls":    {[]any{"x"}, Limits{Calls: 1}, 1, "budget"},
		"wrong shape": {[]any{`{"note":[],"entries":[]}`}, Limits{}, 2, "form"},
		"other error": {[]any{errors.New("503")}, Limits{}, 1, "503"},
	} {
		t.Run(name, func(t *testing.T) {
			m := &scripted{answers: c.answers}
			in := fixture(t, "coding.jsonl")
			d, err := hybrid(summarize.OrOffline(New(m, c.lim))).Summarize(context.Background(), in, summarize.Budget{Summary: 200, Memory: 200})
			if err != nil {
				t.Fatal(err)
			}
			if d.Engine != "offline" || !strings.Contains(d.Degraded, c.says) || d.Calls != c.calls || len(d.Candidates) == 0 {
				t.Errorf("engine %s, degraded %q, %d calls, %d candidates", d.Engine, d.Degraded, d.Calls, len(d.Candidates))
			}
		})
	}
}

// cutAt is an answer that ended at its limit.
type cutAt string

// A cut answer is asked for once more with twice the room; where that is cut, too,
// what is whole of it counts, and a note that is missing is made offline.
func TestACutAnswerIsSalvaged(t *testing.T) {
	entries := answer(foundEntry{Type: "fact", Text: "first"}, foundEntry{Type: "fact", Text: "second"})
	i := strings.Index(entries, `"entries":`)
	j := strings.Index(entries, `,"days"`)
	first := `{` + entries[i:j] + `,` + noteJSON + `,"days":[]}`
	for n := 1; n < len(first); n++ {
		f := salvage(first[:n], 1<<20)
		want := strings.Count(first[:n], `"replaces":""}`)
		switch {
		case (f == nil) != (want == 0):
			t.Fatalf("cut at %d: %+v of %s", n, f, first[:n])
		case f != nil && (len(f.Entries) != want || f.noteless == strings.Contains(first[:n], `"said":[]}`)):
			t.Fatalf("cut at %d: %d entries, noteless %t", n, len(f.Entries), f.noteless)
		}
	}
	kept := answer(foundEntry{Type: "fact", Text: "User: The limit for a cart is 5,000 EUR", Importance: .8, From: []string{"c10"}})
	half := cutAt(first[:strings.Index(first, `"note"`)+20])
	for name, c := range map[string]struct {
		answers  []any
		calls    int
		degraded string
	}{
		"then whole":      {[]any{half, kept}, 2, ""},
		"then cut again":  {[]any{half, half}, 2, "its note"},
		"then an error":   {[]any{half, errors.New("503")}, 2, "its note"},
		"thought it away": {[]any{cutAt(""), kept}, 2, ""},
	} {
		m := &scripted{answers: c.answers}
		d, err := hybrid(summarize.OrOffline(New(m, Limits{}))).Summarize(context.Background(), fixture(t, "coding.jsonl"), summarize.Budget{Summary: 200, Memory: 200})
		if err != nil || d.Engine != "model" || d.Calls != c.calls || !strings.Contains(d.Degraded, c.degraded) || (d.Degraded == "") != (c.degraded == "") || d.Summary == "" {
			t.Errorf("%s: %v, engine %s, %d calls, degraded %q, summary %q", name, err, d.Engine, d.Calls, d.Degraded, d.Summary)
		}
		if m.asked[1].MaxTokens != 2*m.asked[0].MaxTokens {
			t.Errorf("%s: asked for %d and then for %d", name, m.asked[0].MaxTokens, m.asked[1].MaxTokens)
		}
	}
}

func TestRepairedOnce(t *testing.T) {
	m := &scripted{answers: []any{"Sure! Here you go:", "```json\n" + answer() + "\n```"}}
	d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), fixture(t, "coding.jsonl"), summarize.Budget{Summary: 200, Memory: 200})
	if err != nil || d.Calls != 2 || d.Usage.Input != 2000 {
		t.Errorf("%v, %+v", err, d)
	}
	if !strings.Contains(m.asked[1].Tail, "no JSON object") {
		t.Errorf("the second question does not say what was wrong: %s", m.asked[1].Tail)
	}
}

func TestChunkedWhenTooLong(t *testing.T) {
	m := &scripted{answers: []any{ErrTooLong, ErrTooLong, answer()}} // the second without lists
	in := fixture(t, "coding.jsonl")
	d, err := hybrid(New(m, Limits{Chunk: 200, Calls: 20})).Summarize(context.Background(), in, summarize.Budget{Summary: 200, Memory: 200})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, q := range m.asked[2:] {
		if q.Messages[0].Role == transcript.Tool {
			t.Error("a tool's result was parted from its call")
		}
		n += len(q.Messages)
	}
	if n != len(in.New) || d.Calls != len(m.asked)-2 || d.Calls < 2 {
		t.Errorf("%d messages in %d calls", n, d.Calls)
	}
	if !strings.Contains(m.asked[3].Tail, "price/round.go") {
		t.Error("findings are not carried on")
	}
}

// refusedLong is a question that was sent and that the server found too long.
const refusedLong = cutAt("too long")

// A question that the server refuses is a call, and the whole conversation is not sent again.
func TestAQuestionThatTheServerRefusesIsACall(t *testing.T) {
	for calls, sent := range map[int]int{1: 1, 3: 3} {
		m := &scripted{answers: []any{refusedLong, answer()}}
		d, err := hybrid(summarize.OrOffline(New(m, Limits{Chunk: 200, Calls: calls}))).Summarize(context.Background(), fixture(t, "coding.jsonl"), summarize.Budget{Summary: 200, Memory: 200})
		if err != nil || len(m.asked) != sent || d.Calls != sent || (d.Engine == "offline") != (calls == 1) {
			t.Errorf("of %d calls: %v, %d sent, %d counted, engine %s", calls, err, len(m.asked), d.Calls, d.Engine)
		}
		for _, q := range m.asked[1:] {
			if q.Messages == nil {
				t.Error("the whole conversation was sent again")
			}
		}
	}
}

// What is refused goes back once with the reasons, where it weighs enough; what it
// brings is checked like the rest, and what is still missing is found offline.
func TestWhatIsRefusedGoesBackOnce(t *testing.T) {
	wrong := []foundEntry{
		{Type: document.Decision, Text: "User: Money is kept in integer cents since 2019-04-01", Importance: .9, From: []string{"c7"}},
		{Type: document.Fact, Text: "User: The limit for a cart is 6,000 EUR", Importance: .8, From: []string{"c10"}},
	}
	right := foundEntry{Type: document.Fact, Text: "User: The limit for a cart is 5,000 EUR", Importance: .8, From: []string{"c10"}}
	for name, c := range map[string]struct {
		answers []any
		lim     Limits
		calls   int
		text    string
	}{
		"written anew":        {[]any{answer(wrong...), answer(right)}, Limits{}, 2, right.Text},
		"wrong again":         {[]any{answer(wrong...), answer(wrong...)}, Limits{}, 2, "5,000"},
		"no second answer":    {[]any{answer(wrong...), errors.New("503")}, Limits{}, 2, "5,000"},
		"no call left":        {[]any{answer(wrong...)}, Limits{Calls: 1}, 1, "5,000"},
		"too little is wrong": {[]any{answer(wrong[1])}, Limits{}, 1, "5,000"},
	} {
		m := &scripted{answers: c.answers}
		d, err := hybrid(New(m, c.lim)).Summarize(context.Background(), fixture(t, "coding.jsonl"), summarize.Budget{Summary: 300, Memory: 300})
		if err != nil || d.Calls != c.calls || len(m.asked) != c.calls {
			t.Fatalf("%s: %v, %d calls, asked %d times", name, err, d.Calls, len(m.asked))
		}
		found := slices.ContainsFunc(d.Candidates, func(x summarize.Candidate) bool { return strings.Contains(x.Text, c.text) })
		if !found || slices.ContainsFunc(d.Candidates, func(x summarize.Candidate) bool { return strings.Contains(x.Text, "6,000") }) {
			t.Errorf("%s: %+v", name, d.Candidates)
		}
		if c.calls == 2 && (!strings.Contains(m.asked[1].Tail, wrong[0].Text) || !strings.Contains(m.asked[1].Tail, "5,000") && !strings.Contains(m.asked[1].Tail, "6,000")) {
			t.Errorf("%s: the second question does not say what was refused: %s", name, m.asked[1].Tail)
		}
	}
}

// GUARANTEES 10: an answer of the right form from which nothing can be taken loses nothing
// that was told. It is asked for once more, then the offline engine finds it.
func TestAnAnswerWithoutUseLosesNothing(t *testing.T) {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	said := func(texts ...string) summarize.Input {
		in := summarize.Input{Location: time.UTC, Count: quarter}
		for i, text := range texts {
			in.New = append(in.New, transcript.Message{ID: fmt.Sprint("u", i), Role: transcript.User, Time: at, Content: text})
		}
		return in
	}
	ill := "User: Allergic to penicillin"
	entry := func(importance float64, from ...string) foundEntry {
		return foundEntry{Type: document.Fact, Text: ill, Importance: importance, From: from}
	}
	none := strings.Replace(answer(), `"entries":null`, `"entries":[]`, 1)
	told, chat := said("I am allergic to penicillin."), said("Hi, how are you?", "thanks, that's all")
	for name, c := range map[string]struct {
		in       summarize.Input
		answers  []any
		calls    int
		text     string // that is remembered
		degraded string
	}{
		"no list":                   {told, []any{answer()}, 2, "penicillin", "remembered nothing"},
		"an empty list":             {told, []any{none}, 2, "penicillin", "remembered nothing"},
		"an empty list, then more":  {told, []any{none, answer(entry(.9, "u0"))}, 2, ill, ""},
		"an error then":             {told, []any{answer(), errors.New("503")}, 2, "penicillin", "remembered nothing"},
		"nothing was told":          {chat, []any{none}, 1, "", ""},
		"invented ids":              {told, []any{answer(entry(.9, "m99"))}, 2, "penicillin", "line was refused: cites no message"},
		"invented ids, then better": {told, []any{answer(entry(.9, "m99")), answer(entry(.9, "u0"))}, 2, ill, ""},
		"a scale to ten":            {told, []any{answer(entry(8, "u0"))}, 1, ill, ""},
		"no scale":                  {told, []any{answer(entry(80, "u0"))}, 2, "penicillin", "importance"},
	} {
		m := &scripted{answers: c.answers}
		d, err := hybrid(summarize.OrOffline(New(m, Limits{}))).Summarize(context.Background(), c.in, summarize.Budget{Summary: 200, Memory: 200})
		if err != nil || d.Calls != c.calls || d.Engine != "model" || !strings.Contains(d.Degraded, c.degraded) || (d.Degraded == "") != (c.degraded == "") {
			t.Errorf("%s: %v, engine %s, %d calls, degraded %q", name, err, d.Engine, d.Calls, d.Degraded)
		}
		if c.text == "" && len(d.Candidates) > 0 || c.text != "" && (len(d.Candidates) != 1 || !strings.Contains(d.Candidates[0].Text, c.text) || d.Candidates[0].Importance > 1) {
			t.Errorf("%s: remembered %+v, refused %q", name, d.Candidates, d.Rejected)
		}
	}
}

// An entry of the wrong form goes alone, and text around the answer may have brackets.
func TestTheRestOfAnAnswerCounts(t *testing.T) {
	good := `{"type":"fact","text":"User: The limit for a cart is 5,000 EUR","importance":0.8,"from":["c10"],"open":false,"replaces":""}`
	with := func(entries string) string { return `{` + noteJSON + `,"entries":[` + entries + `],"days":[]}` }
	for name, text := range map[string]string{
		"importance in words":   with(strings.Replace(good, "0.8", `"high"`, 1) + "," + good),
		"a number for an entry": with("7," + good),
		"null for an entry":     with("null," + good),
		"one id, no list":       with(strings.Replace(good, `["c10"]`, `"c10"`, 1)),
		"brackets behind it":    "```json\n" + with(good) + "\n```\nLet me know {if} you need more.",
		"brackets before it":    "I considered {entries, note} and {}. " + with(good),
		"an envelope":           `{"answer":` + with(good) + `}`,
	} {
		m := &scripted{answers: []any{text}}
		d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), fixture(t, "coding.jsonl"), summarize.Budget{Summary: 300, Memory: 300})
		if err != nil || d.Calls != 1 || len(d.Candidates) != 1 || !strings.Contains(d.Candidates[0].Text, "5,000 EUR") {
			t.Errorf("%s: %v, %d calls, %+v, refused %q", name, err, d.Calls, d.Candidates, d.Rejected)
		}
	}
}

// What an answer that was cut had not come to is found offline.
func TestWhatACutAnswerHadNotComeToIsFound(t *testing.T) {
	cents := foundEntry{Type: document.Decision, Text: "User: We keep money in integer cents everywhere", Importance: .9, From: []string{"c7"}}
	b, _ := json.Marshal(cents)
	cut := cutAt(`{"entries":[` + string(b) + `,{"type":"fact","text":"User: The lim`)
	m := &scripted{answers: []any{cut, cut}}
	d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), fixture(t, "coding.jsonl"), summarize.Budget{Summary: 200, Memory: 300})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(d.Candidates[0].Text, "integer cents") || !slices.ContainsFunc(d.Candidates, func(c summarize.Candidate) bool { return strings.Contains(c.Text, "5,000 EUR") }) {
		t.Errorf("%+v", d.Candidates)
	}
	if !strings.Contains(d.Degraded, "had not come to") || !strings.Contains(d.Degraded, "its note") {
		t.Errorf("the report says %q", d.Degraded)
	}
}

// The question names the new messages by id, and the lines of memory they touch that
// a person's words stand behind, within their bounds.
func TestWhatTheQuestionShows(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	in.Known = []*document.Entry{{ID: "aaaaaa", Text: "User: The limit for a cart is 50,000 EUR"}, {ID: "bbbbbb", Text: "User: Sings in a choir"}, {ID: "cccccc", Text: "fetched: the limit for a cart is 1 EUR", Origin: transcript.Web}}
	for i := range 2000 {
		in.Known = append(in.Known, &document.Entry{ID: fmt.Sprint("x", i), Text: fmt.Sprintf("User: The cart number %d has a limit of its own, as all of them", i)})
	}
	m := &scripted{answers: []any{answer()}}
	if _, err := hybrid(New(m, Limits{})).Summarize(context.Background(), in, summarize.Budget{Summary: 300, Memory: 300}); err != nil {
		t.Fatal(err)
	}
	tail := m.asked[0].Tail
	for _, want := range []string{"c7 user:", "c10 user:", "aaaaaa User: The limit", "importance: 1"} {
		if !strings.Contains(tail, want) {
			t.Errorf("the question does not show %q:\n%.600s", want, tail)
		}
	}
	for _, not := range []string{"bbbbbb", "cccccc"} {
		if strings.Contains(tail, not) {
			t.Errorf("the question shows %q", not)
		}
	}
	if size := in.Count(tail); size > mostRemembered+mostListed+1000 {
		t.Errorf("the question has %d tokens", size)
	}
}

// Where a model writes more than there is room for, the least important lines go, whatever
// was confirmed and wherever they stand, and they are counted.
func TestTheLeastImportantGo(t *testing.T) {
	in := fixture(t, "coding.jsonl")
	limit := foundEntry{Type: document.Fact, Text: "User: The limit for a cart is 5,000 EUR", Importance: .9, From: []string{"c10"}}
	cents := foundEntry{Type: document.Decision, Text: "User: We keep money in integer cents everywhere", Importance: .4, From: []string{"c7"}}
	for name, c := range map[string]struct {
		room, asked int
		want        []string
	}{
		"for both":               {300, 0, []string{"integer cents", "for a cart"}},
		"for one":                {in.Count(cents.Text) + 1, 0, []string{"for a cart"}},
		"for both, of a model":   {5, 300, []string{"integer cents", "for a cart"}},
		"for none of the talk's": {5, 0, nil},
	} {
		m := &scripted{answers: []any{strings.Replace(answer(cents, limit), `,"days":[{"day":"2026-03-02","text":"Fixed the rounding of prices."},{"day":"1999-01-01","text":"Never."}]`, `,"days":[]`, 1)}}
		d, err := hybrid(New(m, Limits{})).Summarize(context.Background(), in, summarize.Budget{Summary: 300, Memory: c.room, Asked: c.asked})
		if err != nil {
			t.Fatal(err)
		}
		told := len(d.Candidates) == len(c.want)
		for i, x := range d.Candidates {
			told = told && strings.Contains(x.Text, c.want[i])
		}
		if !told || d.Crowded != 2-len(c.want) {
			t.Errorf("room %s: kept %+v, %d had no room", name, d.Candidates, d.Crowded)
		}
		if want := fmt.Sprintf("at most %d tokens in all, one self-contained", max(c.room, c.asked)); !strings.Contains(m.asked[0].Tail, want) {
			t.Errorf("room %s: the question does not say %q", name, want)
		}
	}
}
