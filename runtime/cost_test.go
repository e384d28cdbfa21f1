package runtime

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/search"
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
			a.Text = written(some(movesIn(askedOf(q)), linesOfASummary))
		case strings.Contains(last, "Summarise"):
			a.Text = strings.Join(some(movesIn(q.System+"\n"+askedOf(q)), linesOfASummary), "\n")
		}
		p.said += len(a.Text) / 4
		return a
	}
	return p
}

// linesOfASummary is how many lines the model writes when it is asked what of a talk is to be
// kept, by a night or for a summary alike: some 1,300 tokens.
const linesOfASummary = 50

var move = regexp.MustCompile(`My friend \w+ moved to \S+ in \d+ [^;.\n]+`)

// movesIn are the lines of a text that say who moved where, each once.
func movesIn(text string) (lines []string) {
	known := map[string]bool{}
	for _, line := range move.FindAllString(text, -1) {
		if !known[line] {
			known[line] = true
			lines = append(lines, line+".")
		}
	}
	return lines
}

// askedOf is all that the person said in a request.
func askedOf(q apitest.Asked) string {
	var b strings.Builder
	for _, t := range q.Turns {
		if !t.Model {
			b.WriteString(strings.Join(t.Texts, "\n") + "\n")
		}
	}
	return b.String()
}

// some is at most n of the lines, from all parts of them.
func some(lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	out := make([]string, n)
	for i := range out {
		out[i] = lines[i*len(lines)/n]
	}
	return out
}

// told counts the stories of a talk that a text still tells.
func told(text string, turns int) (n int) {
	for turn := range turns {
		count(&n, strings.Contains(text, strings.TrimSuffix(movesIn(story(turn))[0], ".")))
	}
	return n
}

// searched counts the stories that are among the first five hits for where somebody
// moved, and when.
func (l *testLand) searched(t *testing.T, turns int) (n int) {
	t.Helper()
	for turn := range turns {
		words := strings.Fields(movesIn(story(turn))[0])
		question := search.Query{Text: fmt.Sprintf("Which friend moved to %s in %s?", words[5], words[7]), Limit: 5, Now: l.past.at}
		a, err := l.store.Search(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		there := false
		for _, h := range a.Results {
			there = there || strings.Contains(h.Text, strings.Join(words[:8], " "))
		}
		count(&n, there)
	}
	return n
}

// beforehand is what a request holds before the talk: rules, and what is kept of all
// that is no longer in it.
func beforehand(r llm.Request) string {
	var b strings.Builder
	for _, s := range r.System {
		b.WriteString(s.Text + "\n")
	}
	return b.String()
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
			if q.Hour {
				u.CacheHour = u.CacheWrite
			}
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
// what was said, and a summary that goes before it. It gives what is sent in the
// end.
func (p *payer) plainly(t *testing.T, c *Conversation, turns int, shorten func(r llm.Request, m *provider.Model) llm.Request) llm.Request {
	t.Helper()
	m := p.open(t)
	defer m.Close()
	r := c.Request()
	r.System, r.Messages, r.MaxTokens = r.System[:1:1], nil, 1000
	for turn := range turns {
		r.Messages = append(r.Messages, transcript.Message{ID: fmt.Sprint("u", turn), Role: transcript.User, Content: fmt.Sprintf("%s Turn %d.", story(turn), turn)})
		r = shorten(r, m)
		r.Messages = append(r.Messages, transcript.Message{ID: fmt.Sprint("a", turn), Role: transcript.Assistant, Content: asks(t, m, r)})
	}
	return r
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
// a summary, made in one request where the context is full. The model writes as many
// lines for a night as for a summary. It is the price of what is sent, and how many of
// the stories are still told when their messages are cut. With -long that is done for
// each provider whose prices are known.
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
	bare := c.Request().System[:1]
	summed := summary.plainly(t, c, turns, func(r llm.Request, m *provider.Model) llm.Request {
		if size(r.Messages) <= limit {
			return r
		}
		ask := r
		ask.Tail = "Summarise all of it for whoever goes on."
		text := asks(t, m, ask)
		r.System = append(bare[:len(bare):len(bare)], llm.Block{Text: text, Cache: true})
		r.Messages = r.Messages[len(r.Messages)-9:]
		return r
	})
	shown, found, kept := told(beforehand(c.Request()), turns), l.searched(t, turns), told(beforehand(summed), turns)
	t.Logf("%d stories that are cut stand before the talk with nights, %d are found in memory; a summary tells %d", shown, found, kept)
	if shown < kept || found < kept {
		t.Errorf("a summary keeps %d stories, nights show %d and find %d", kept, shown, found)
	}
	a, b, d := nights.paid(t), sliding.paid(t), summary.paid(t)
	t.Logf("%d turns in a window of %d: with %d nights $%.2f, sliding window $%.2f, summaries in one request $%.2f", turns, window, slept, a, b, d)
	if slept == 0 || a > b/3 {
		t.Errorf("nights cost $%.2f, a window that slides $%.2f", a, b)
	}
}

// TestWhatPausesCost holds a talk of 40 turns with ten minutes before every fourth, at a
// provider that forgets within five what is not to be kept for an hour: as it is, and
// where the price of an hour is not known.
func TestWhatPausesCost(t *testing.T) {
	m := months()[0]
	entry, _ := llm.Builtin().Find(m.ref)
	cost := func(entry llm.Entry) float64 {
		p := newPayer(months()[0], 40_000)
		l := newLand(t)
		p.server.Now = func() time.Time { return l.past.at }
		model, err := provider.Open(m.ref, provider.Options{Transport: p.server, Catalogue: llm.Builtin().With(entry), Effort: "medium",
			Key: func(context.Context) (string, error) { return "a-key-of-no-worth", nil }})
		if err != nil {
			t.Fatal(err)
		}
		c := l.withModel(model, 40_000, "", 6000)
		defer c.Close()
		for turn := range 40 {
			if turn%4 == 3 {
				l.past.Set(l.past.at.Add(10 * time.Minute))
			}
			if _, err := l.say(c, fmt.Sprintf("%s Turn %d.", story(turn), turn)); err != nil {
				t.Fatal(err)
			}
		}
		return p.paid(t)
	}
	hour := cost(entry)
	prices := *entry.Prices
	prices.CacheHour = nil
	entry.Prices = &prices
	minutes := cost(entry)
	t.Logf("40 turns, ten of them after ten minutes: $%.3f kept for an hour, $%.3f kept for five minutes", hour, minutes)
	if hour > .8*minutes {
		t.Errorf("an hour costs $%.3f, five minutes $%.3f", hour, minutes)
	}
}
