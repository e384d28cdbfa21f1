package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/tokens"
	"dormouse/sleep/night"
)

// server is a provider at the other end of the wire: it keeps what it is sent
// and says what it is told to, in its own dialect.
type server struct {
	ref   string
	parts []string // of a body, in the order in which a cache reads them
	reply func(text string) string

	mu     sync.Mutex
	bodies []string
	says   []string // what comes next; "I see." when it is empty
}

func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bodies = append(s.bodies, string(b))
	text := "I see."
	if len(s.says) > 0 {
		text, s.says = s.says[0], s.says[1:]
	}
	return &http.Response{StatusCode: 200, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{"Content-Type": {"text/event-stream"}},
		Body: io.NopCloser(strings.NewReader(s.reply(text)))}, nil
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// servers are the two providers whose caches are served by what requests begin
// with.
func servers() []*server {
	return []*server{
		{ref: "anthropic/claude-sonnet-5-5", parts: []string{"tools", "system", "messages"}, reply: func(text string) string {
			return "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"model\":\"m\",\"usage\":{\"input_tokens\":300,\"cache_read_input_tokens\":39700,\"output_tokens\":1}}}\n\n" +
				"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n" +
				"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":" + quoted(text) + "}}\n\n" +
				"event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n" +
				"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":9}}\n\n" +
				"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
		}},
		{ref: "openai/gpt-5.4", parts: []string{"tools", "instructions", "input"}, reply: func(text string) string {
			return "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"error\":null}}\n\n" +
				"event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":" + quoted(text) + ",\"output_index\":0,\"content_index\":0,\"item_id\":\"i\"}\n\n" +
				"event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"object\":\"response\",\"error\":null,\"output\":[],\"usage\":{\"input_tokens\":40000,\"output_tokens\":9,\"total_tokens\":40009,\"input_tokens_details\":{\"cached_tokens\":39700},\"output_tokens_details\":{\"reasoning_tokens\":0}}}}\n\n"
		}},
	}
}

// open is the provider's own client over the fake wire.
func (s *server) open(t *testing.T) llm.Model {
	t.Helper()
	m, err := provider.Open(s.ref, provider.Options{Transport: s, Catalogue: llm.Builtin(),
		Key: func(context.Context) (string, error) { return "a-key-of-no-worth", nil }})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var marker = regexp.MustCompile(`"cache_control":\{"type":"ephemeral"\},?`)

// read is what a provider's cache reads of the n-th body, in its order, without
// the markers; and the markers that each part holds.
func (s *server) read(t *testing.T, n int) (text string, marks map[string]int, fields map[string]json.RawMessage) {
	t.Helper()
	if err := json.Unmarshal([]byte(s.bodies[n]), &fields); err != nil {
		t.Fatal(err)
	}
	marks = map[string]int{}
	for _, part := range s.parts {
		raw := string(fields[part])
		if raw == "" {
			t.Fatalf("request %d has no %s", n, part)
		}
		marks[part] = len(marker.FindAllString(raw, -1))
		text += marker.ReplaceAllString(raw, "") + "\n"
	}
	return text, marks, fields
}

const nightFound = `{"note":{"request":["They spoke of friends who moved."],"decisions":[],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},"days":[],"entries":[` +
	`{"type":"fact","text":"Ruth moved to Lisbon in 1980 because the rent doubled.","importance":0.9,"from":["moved to Lisbon in 1980"],"open":false,"replaces":""}]}`

// TestANightContinuesTheLastRequestOnTheWire reads the bodies that a provider is
// sent: what the last request began with, the night's begins with, byte for byte,
// and nothing that a provider puts before all else differs.
func TestANightContinuesTheLastRequestOnTheWire(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long")
	}
	for _, s := range servers() {
		t.Run(s.ref, func(t *testing.T) {
			l := newLand(t)
			l.mem.Put("MEMORY.md", []byte("# Memory\n\n## Facts\n\n- The spare key hangs behind the blue door.\n"))
			c := l.begin(s.open(t), 64000, "")
			c.o.Engine = "auto"
			for i := range 250 {
				if _, err := l.say(c, story(i)); err != nil {
					t.Fatal(err)
				}
			}
			asked := len(s.bodies)
			s.says = []string{nightFound}
			r, err := c.Sleep(t.Context(), NightOptions{})
			if err != nil || r.Engine != "model" || r.Calls != 1 || len(s.bodies)-asked != 1 {
				t.Fatalf("%v: a night by %s (%s) of %d calls, %d were sent", err, r.Engine, r.Degraded, r.Calls, len(s.bodies)-asked)
			}
			if r.Usage.Input != 40000 || r.Usage.Cached != 39700 {
				t.Errorf("the report counts %+v", r.Usage)
			}
			before, _, was := s.read(t, asked-1)
			night, marks, is := s.read(t, asked)
			before = strings.TrimRight(before, "]\n") // the last list goes on
			if !strings.HasPrefix(night, before) {
				i := 0
				for i < len(before) && i < len(night) && before[i] == night[i] {
					i++
				}
				t.Fatalf("they part at byte %d of %d:\n…%s\n…%s", i, len(before), before[max(0, i-80):min(len(before), i+80)], night[max(0, i-80):min(len(night), i+80)])
			}
			count := tokens.For(s.ref).Count
			share := float64(count(before)) / float64(count(night))
			t.Logf("%d of %d tokens: %.1f%%", count(before), count(night), 100*share)
			if share < .95 {
				t.Errorf("only %.1f%% of the night's input is the last request's", 100*share)
			}
			for name := range is {
				if string(is[name]) != string(was[name]) && !slices.Contains([]string{"messages", "input", "max_tokens", "max_output_tokens"}, name) {
					t.Errorf("%s is %s, was %s", name, is[name], was[name])
				}
			}
			if s.parts[2] == "messages" && (marks["tools"] != 1 || marks["system"] < 1 || marks["messages"] != 1) {
				t.Errorf("cache markers: %v", marks)
			}
			if s.parts[2] == "messages" && strings.LastIndex(string(is["messages"]), "cache_control") > strings.LastIndex(string(is["messages"]), "falling asleep") {
				t.Error("the question is marked for the cache, not what stands before it")
			}
		})
	}
}

// TestANightThatDoesNotFitIsAskedInChunks gives the night a model of a window
// that is smaller than what is to be slept over.
func TestANightThatDoesNotFitIsAskedInChunks(t *testing.T) {
	for _, s := range servers() {
		t.Run(s.ref, func(t *testing.T) {
			l := newLand(t)
			m := s.open(t)
			c := l.begin(m, 64000, "")
			c.o.Engine = "auto"
			for i := range 60 {
				if _, err := l.say(c, story(i)); err != nil {
					t.Fatal(err)
				}
			}
			asked := len(s.bodies)
			c.o.NightBrain = llm.Brain{Model: m, Window: 6000, Reply: 500}
			for range 8 {
				s.says = append(s.says, nightFound)
			}
			r, err := c.Sleep(t.Context(), NightOptions{})
			sent := len(s.bodies) - asked
			if err != nil || r.Engine != "model" || sent < 2 || r.Calls != sent || len(r.Entries) == 0 {
				t.Fatalf("%v: by %s (%s), %d calls of which %d were sent, %d entries", err, r.Engine, r.Degraded, r.Calls, sent, len(r.Entries))
			}
			all := strings.Join(s.bodies[asked:], "\n")
			for i := range 50 { // all but the newest turns, which stay
				if id := fmt.Sprintf("[m%d]", 2*i+1); !strings.Contains(all, id) {
					t.Errorf("no chunk holds message %s", id)
				}
			}
			count := tokens.For(s.ref).Count
			for _, b := range s.bodies[asked:] {
				if n := count(b); n > 6000 {
					t.Errorf("a chunk of %d tokens for a window of 6000", n)
				}
			}
		})
	}
}

// TestTheLedgerHoldsWhatANightCost: calls, tokens with those from the cache
// apart, price and time, and what another model than the conversation's costs.
func TestTheLedgerHoldsWhatANightCost(t *testing.T) {
	for _, other := range []bool{false, true} {
		s := servers()[0]
		l := newLand(t)
		c := l.begin(s.open(t), 64000, "")
		c.o.Engine = "auto"
		price := func(in, cached float64) func(transcript.Usage) (float64, bool) {
			return func(u transcript.Usage) (float64, bool) {
				return (float64(u.Input-u.Cached)*in + float64(u.Cached)*cached) / 1e6, true
			}
		}
		c.o.Brain.Cost = price(3, .3)
		want := 300*3e-6 + 39700*.3e-6
		for i := range 20 {
			if _, err := l.say(c, story(i)); err != nil {
				t.Fatal(err)
			}
		}
		if other {
			second := servers()[1]
			second.says = []string{nightFound}
			c.o.NightBrain = llm.Brain{Model: second.open(t), Window: 64000, Cost: price(2, .2)}
			want = 300*2e-6 + 39700*.2e-6
		}
		s.says = []string{nightFound}
		r, err := c.Sleep(t.Context(), NightOptions{})
		if err != nil || r.Engine != "model" {
			t.Fatal(err, r.Engine, r.Degraded)
		}
		list, err := night.Ledgers(l.land)
		if err != nil || len(list) != 1 || list[0].Bill == nil {
			t.Fatalf("%v: %+v", err, list)
		}
		e := list[0]
		if e.Calls != 1 || e.Usage.Input != 40000 || e.Usage.Cached != 39700 || e.Bill.USD == nil || math.Abs(*e.Bill.USD-want) > 1e-9 {
			t.Errorf("the ledger says %+v, %+v", e, e.Bill)
		}
		if told := strings.Contains(e.Bill.Cache, "cache"); told != other {
			t.Errorf("another model %v; of the cache it says %q", other, e.Bill.Cache)
		}
		if _, err := c.UndoNight(r.Night); err != nil {
			t.Fatal(err)
		}
		if list, err := night.Ledgers(l.land); err != nil || !list[0].Undone || list[0].Bill == nil {
			t.Errorf("taken back it is %+v, %v", list, err)
		}
	}
}
