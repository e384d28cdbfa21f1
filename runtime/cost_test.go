package runtime

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/apitest"
	"dormouse/runtime/llm/provider"
)

// talkPaidFor is how many turns the talk has that is paid for, and its window, in
// tokens (more with -long).
func talkPaidFor() (turns, window int) {
	if *long {
		return 200, 40_000
	}
	return 80, 20_000
}

// payer is a server that keeps the account: what was asked, by the prices of the
// catalogue, and what it said.
type payer struct {
	month
	said int // tokens
}

func newPayer(m *month, window int) *payer {
	p := &payer{month: month{ref: m.ref, base: m.base}}
	p.server = &apitest.Server{Dialect: m.server.Dialect, Model: m.server.Model, Window: window, Reply: 6000}
	p.server.Say = func(q apitest.Asked) apitest.Answer {
		a := apitest.Answer{Text: strings.Repeat("That is quite a change for them, and I will think of it. ", 14)}
		switch last := q.Last(); {
		case strings.Contains(last, "You are falling asleep"):
			a.Text = foundIn(q)
		case strings.Contains(last, "Summarise"):
			a.Text = strings.Repeat("Their friends moved, and why, and what the rent is now. ", 60)
		}
		p.said += len(a.Text) / 4
		return a
	}
	return p
}

// paid is the price of all that was asked, in US dollars.
func (p *payer) paid(t *testing.T) float64 {
	t.Helper()
	entry, _ := llm.Builtin().Find(p.ref)
	usd := 0.0
	add := func(u transcript.Usage) {
		one, ok := entry.Cost(u)
		if !ok {
			t.Fatalf("the price of %s is not known of %+v", p.ref, u)
		}
		usd += one
	}
	add(transcript.Usage{Output: p.said})
	for _, q := range p.server.Requests() {
		u := transcript.Usage{Input: q.Tokens, Cached: q.Cached}
		if entry.Prices.CacheWrite != nil { // else nobody pays for what is kept
			u.CacheWrite = (q.Tokens - q.Cached) * 9 / 10
		}
		add(u)
	}
	return usd
}

// asks sends a request and gives the reply.
func asks(t *testing.T, m *provider.Model, r llm.Request) string {
	t.Helper()
	var b strings.Builder
	for c, err := range m.Stream(t.Context(), r) {
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(c.Text)
	}
	return b.String()
}

// plainly holds the talk as programs without nights do: shorten gives what is sent of
// what was said, and a summary that goes before it.
func (p *payer) plainly(t *testing.T, c *Conversation, turns int, shorten func(r llm.Request, m *provider.Model) llm.Request) {
	t.Helper()
	m := p.open(t)
	defer m.Close()
	r := c.Request()
	r.Messages, r.MaxTokens = nil, 1000
	for turn := range turns {
		r.Messages = append(r.Messages, transcript.Message{ID: fmt.Sprint("u", turn), Role: transcript.User, Content: fmt.Sprintf("%s Turn %d.", story(turn), turn)})
		r = shorten(r, m)
		r.Messages = append(r.Messages, transcript.Message{ID: fmt.Sprint("a", turn), Role: transcript.Assistant, Content: asks(t, m, r)})
	}
}

// size is how long messages are, in tokens.
func size(list []transcript.Message) (n int) {
	for _, m := range list {
		n += len(m.Content) / 4
	}
	return n
}

// TestWhatATalkCosts holds the same talk three times against the same server, which
// keeps a cache as the provider does: with nights; with a window that slides; and with
// a summary, made in one request where the context is full. It is the price of what is
// sent, not the worth of what is kept. With -long that is done for each provider whose
// prices are known.
func TestWhatATalkCosts(t *testing.T) {
	if testing.Short() {
		t.Skip("three talks of 80 turns")
	}
	for i, m := range months() {
		if entry, _ := llm.Builtin().Find(m.ref); entry.Prices == nil || i > 0 && !*long {
			continue
		}
		t.Run(m.ref, func(t *testing.T) { talkCosts(t, m) })
	}
}

func talkCosts(t *testing.T, m *month) {
	t.Helper()
	turns, window := talkPaidFor()
	nights := newPayer(m, window)
	l := newLand(t)
	c := l.withModel(nights.open(t), window, "", 6000)
	defer c.Close()
	slept := 0
	for turn := range turns {
		if turn%25 == 0 {
			l.past.Set(l.past.at.Add(5 * time.Hour))
		}
		done, err := l.say(c, fmt.Sprintf("%s Turn %d.", story(turn), turn))
		if err != nil {
			t.Fatal(err)
		}
		slept += len(done.Nights)
	}
	limit := window*8/10 - 6000
	sliding, summary := newPayer(m, window), newPayer(m, window)
	sliding.plainly(t, c, turns, func(r llm.Request, _ *provider.Model) llm.Request {
		for size(r.Messages) > limit {
			r.Messages = r.Messages[2:]
		}
		return r
	})
	summary.plainly(t, c, turns, func(r llm.Request, m *provider.Model) llm.Request {
		if size(r.Messages) <= limit {
			return r
		}
		ask := r
		ask.Tail = "Summarise all of it for whoever goes on."
		text := asks(t, m, ask)
		r.System = append(r.System[:2:2], llm.Block{Text: text, Cache: true})
		r.Messages = r.Messages[len(r.Messages)-9:]
		return r
	})
	a, b, d := nights.paid(t), sliding.paid(t), summary.paid(t)
	t.Logf("%d turns in a window of %d: with %d nights $%.2f, sliding window $%.2f, summaries in one request $%.2f", turns, window, slept, a, b, d)
	if slept == 0 || a > b/3 {
		t.Errorf("nights cost $%.2f, a window that slides $%.2f", a, b)
	}
}
