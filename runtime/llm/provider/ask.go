package provider

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/wire"
)

// askTime is how long a provider far away has to tell a model's limits.
const askTime = 4 * time.Second

// Limits asks the server for the window and the reply limit of the model, in
// tokens; 0 for what it does not say. A server of this machine or network has a
// moment to answer, and is asked for what it gives the model now and not for what
// the model could take.
func (m *Model) Limits(ctx context.Context) (window, reply int) {
	if m.wire.Near() {
		return wire.Window(ctx, m.base, m.name), 0
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	list, err := m.List(ctx)
	if err != nil {
		return 0, 0
	}
	for _, e := range list {
		if e.Ref == m.ref {
			return e.Context(), e.Reply
		}
	}
	return 0, 0
}

// List is what the provider itself says of its models: names, and limits and
// prices where it tells them. Source is its host.
func (m *Model) List(ctx context.Context) ([]llm.Entry, error) {
	path, query := "models", ""
	switch m.talk.(type) {
	case *messages:
		path, query = "v1/models", "limit=1000"
	case *gemini:
		query = "pageSize=1000"
	}
	raw, err := m.wire.Get(ctx, path, query)
	if err != nil {
		return nil, fmt.Errorf("list the models of %s: %w", m.vendor, err)
	}
	list := decode[listing](raw)
	out := make([]llm.Entry, 0, len(list.Data)+len(list.Models))
	for _, one := range append(list.Data, list.Models...) {
		if e, ok := one.entry(m.vendor); ok {
			e.Source = m.wire.Host()
			out = append(out, e)
		}
	}
	return out, nil
}

// listing is a list of models, in the forms of the various providers.
type listing struct {
	Data   []listedModel `json:"data"`
	Models []listedModel `json:"models"`
}

// listedModel is one of them. Window and reply stand under a name of each
// provider's own.
type listedModel struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	DisplayName string `json:"display_name"`
	Display     string `json:"displayName"` // Gemini

	MaxInput    int `json:"max_input_tokens"` // Anthropic
	MaxTokens   int `json:"max_tokens"`
	InputLimit  int `json:"inputTokenLimit"` // Gemini
	OutputLimit int `json:"outputTokenLimit"`

	Context    int `json:"context_length"`        // OpenRouter
	WindowSize int `json:"context_window"`        // Groq
	ModelLen   int `json:"max_model_len"`         // vLLM
	MostReply  int `json:"max_completion_tokens"` // Groq
	Top        struct {
		Context int `json:"context_length"`
		Reply   int `json:"max_completion_tokens"`
	} `json:"top_provider"`
	Pricing *listedPrices `json:"pricing"`
	Takes   []string      `json:"supported_parameters"`

	Methods []string `json:"supportedGenerationMethods"`
}

// listedPrices are US dollars a token, as OpenRouter writes them.
type listedPrices struct {
	Prompt     json.RawMessage `json:"prompt"`
	Completion json.RawMessage `json:"completion"`
	CacheRead  json.RawMessage `json:"input_cache_read"`
	CacheWrite json.RawMessage `json:"input_cache_write"`
}

// entry is the model as the catalogue has it; ok is false for one that does not
// chat.
func (l listedModel) entry(vendor string) (e llm.Entry, ok bool) {
	id := cmp.Or(l.ID, strings.TrimPrefix(l.Name, "models/"))
	if id == "" || len(l.Methods) > 0 && !strings.Contains(strings.Join(l.Methods, " "), "generateContent") {
		return e, false
	}
	e = llm.Entry{Ref: vendor + "/" + id, Name: cmp.Or(l.DisplayName, l.Display)}
	e.Window = cmp.Or(positive(l.Top.Context), positive(l.Context), positive(l.MaxInput), positive(l.InputLimit), positive(l.WindowSize), positive(l.ModelLen))
	e.Reply = cmp.Or(positive(l.Top.Reply), positive(l.MaxTokens), positive(l.OutputLimit), positive(l.MostReply))
	for _, p := range l.Takes {
		if p == "reasoning" {
			e.Thinks = llm.ByEffort
		}
	}
	if l.Pricing != nil {
		e.Prices = l.Pricing.perMillion()
	}
	return e, true
}

func positive(n int) int { return max(n, 0) }

// perMillion are the prices for a million tokens; nil where one that is needed is
// not told.
func (p listedPrices) perMillion() *llm.Prices {
	in, out := dollars(p.Prompt), dollars(p.Completion)
	if in == nil || out == nil {
		return nil
	}
	return &llm.Prices{In: *in, Out: *out, CacheRead: dollars(p.CacheRead), CacheWrite: dollars(p.CacheWrite)}
}

// dollars reads a price a token, a number or a text, and makes it one a million.
func dollars(raw json.RawMessage) *float64 {
	v, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if err != nil || v < 0 || v > 1 {
		return nil
	}
	// Whole hundred-thousandths of a dollar, so that 0.00000015 is 0.15.
	v = float64(int64(v*1e11+0.5)) / 1e5
	return &v
}
