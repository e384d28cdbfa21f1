package runtime

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/apitest"
	"dormouse/runtime/llm/provider"
	"dormouse/sleep"
	"dormouse/sleep/night"
)

// month is a server of each dialect, as strict as the provider's own.
type month struct {
	ref, base string
	server    *apitest.Server
}

func months() []*month {
	return []*month{
		{ref: "anthropic/claude-sonnet-5-5", server: &apitest.Server{Dialect: apitest.Messages, Model: "claude-sonnet-5-5", Reply: 6000}},
		{ref: "openai/gpt-6.2-sol", server: &apitest.Server{Dialect: apitest.Responses, Model: "gpt-6.2-sol", Reply: 6000}},
		{ref: "gemini/gemini-3.8-flash", server: &apitest.Server{Dialect: apitest.Gemini, Model: "gemini-3.8-flash", Reply: 6000}},
		{ref: "local/qwen", base: "http://127.0.0.1:9/v1", server: &apitest.Server{Dialect: apitest.Chat, Model: "qwen", Reply: 6000}},
	}
}

// open is the provider's own client over the server.
func (m *month) open(t *testing.T) *provider.Model {
	t.Helper()
	model, err := provider.Open(m.ref, provider.Options{BaseURL: m.base, Transport: m.server, Catalogue: llm.Builtin(), Effort: "medium", Thoughts: true,
		Key: func(context.Context) (string, error) { return "a-key-of-no-worth", nil }})
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// say is a model that uses the tools as models do: one call, several at once,
// calls after calls, and that declines now and then.
func (m *month) say(q apitest.Asked) apitest.Answer {
	a := apitest.Answer{Think: "They want this kept; let me see what is known."}
	if strings.Contains(q.Last(), "You are falling asleep") {
		a.Text = foundIn(q)
		return a
	}
	if q.Returned() {
		a.Text = "Good, that is kept."
		if n := len(q.Turns); len(q.Turns[n-2].Calls) == 2 { // after two at once comes a third
			a.Text, a.Calls = "", []apitest.Call{{Name: "memory_get", Args: `{"path":"MEMORY.md","from":1,"lines":5}`}}
		}
		return a
	}
	switch turn := turnOf(q.Last()); {
	case turn%97 == 41:
		return apitest.Answer{Decline: true}
	case turn%5 == 0:
		a.Text, a.Calls = "Let me note that.", []apitest.Call{{Name: "memory_save", Args: fmt.Sprintf(`{"text":"On turn %d they spoke of a friend who moved."}`, turn)}}
	case turn%7 == 0:
		a.Calls = []apitest.Call{{Name: "memory_search", Args: `{"query":"friend who moved"}`}, {Name: "memory_search", Args: `{"query":"crowns a month"}`}}
	default:
		a.Text = strings.Repeat("That is quite a change for them. ", 6)
	}
	return a
}

func turnOf(text string) int {
	n := -1
	if i := strings.LastIndex(text, "Turn "); i >= 0 {
		fmt.Sscanf(text[i:], "Turn %d", &n)
	}
	return n
}

// foundIn is a night's answer: lines that the person said, with the words to prove
// them.
func foundIn(q apitest.Asked) string { return written(some(movesIn(askedOf(q)), 4)) }

// written is a night's answer with these lines as entries.
func written(lines []string) string {
	var entries []string
	for _, line := range lines {
		proof := strings.Join(strings.Fields(line)[:7], " ")
		entries = append(entries, fmt.Sprintf(`{"type":"fact","text":%q,"importance":0.8,"from":[%q],"open":false,"replaces":""}`, line, proof))
	}
	return `{"note":{"request":["They spoke of friends who moved."],"decisions":[],"in_hand":[],"rejected":[],"last_command":"","open":[],"said":[]},"days":[],"entries":[` +
		strings.Join(entries, ",") + `]}`
}

// TestAMonthWithAModel lives 400 turns over 30 days (with -long; else the first 130)
// against a server that refuses
// what the provider's own would: no request is refused, and no night has to go on
// without the model.
func TestAMonthWithAModel(t *testing.T) {
	if testing.Short() {
		t.Skip("130 turns against each of four servers")
	}
	for _, m := range months() {
		t.Run(m.ref, func(t *testing.T) {
			l := newLand(t)
			m.server.Window, m.server.Say = 20000, m.say
			var nights []night.Report
			session, declined := "", 0
			var c *Conversation
			turns, least := 130, 1
			if *long {
				turns, least = 400, 4
			}
			for turn := range turns {
				if turn%40 == 0 { // the program is closed and opened again
					if c != nil {
						session = c.Session()
						c.Close()
					}
					c = l.withModel(m.open(t), 20000, session, 6000)
				}
				if turn%13 == 0 {
					l.past.Set(l.past.at.Add(23 * time.Hour))
				}
				done, err := l.say(c, fmt.Sprintf("%s Turn %d.", story(turn), turn))
				nights = append(nights, done.Nights...)
				if err != nil {
					if !strings.Contains(err.Error(), ErrDeclined.Error()) {
						t.Fatalf("turn %d: %v", turn, err)
					}
					declined++
				}
			}
			c.Close()
			m.judge(t, nights, declined, least)
		})
	}
}

// judge holds what the server saw against what is promised.
func (m *month) judge(t *testing.T, nights []night.Report, declined, least int) {
	t.Helper()
	for _, r := range m.server.Refusals() {
		t.Errorf("refused: %s", r)
	}
	asleep, degraded, kept := 0, 0, 0
	for _, n := range nights {
		asleep++
		if n.Engine != "model" || n.Degraded != "" {
			degraded++
			t.Errorf("night %s: %s %s", n.Night, n.Engine, n.Degraded)
		}
		kept += len(n.Entries)
	}
	in, cached := 0, 0
	for _, q := range m.server.Requests() {
		in, cached = in+q.Tokens, cached+q.Cached
	}
	t.Logf("%d requests, %d refused, %d nights, %d degraded, %d entries, %d declined; %d tokens in, %.0f%% cached",
		len(m.server.Requests()), len(m.server.Refusals()), asleep, degraded, kept, declined, in, 100*float64(cached)/float64(in))
	if asleep < least || declined < least {
		t.Errorf("only %d nights and %d refusals of the model: nothing was tried", asleep, declined)
	}
}

// withModel is begin with a model that does the work of nights, too.
func (l *testLand) withModel(m *provider.Model, window int, session string, reply int) *Conversation {
	l.t.Helper()
	l.events = nil
	settings := sleep.DefaultSettings()
	c, _, err := Begin(l.t.Context(), Options{
		Land: l.land, Store: l.store, Zone: time.UTC, Clock: l.past.Clock(), Seed: 1, Session: session, Engine: "auto", BudgetCalls: 3,
		Brain: llm.Brain{Model: m, Window: window, WindowSource: llm.FromCatalogue, Reply: reply, Where: m.Where(),
			Cost: func(transcript.Usage) (float64, bool) { return 0, false }},
		Settings: settings, Emit: func(e Event) { l.events = append(l.events, e) },
	})
	if err != nil {
		l.t.Fatal(err)
	}
	return c
}
