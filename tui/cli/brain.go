package cli

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
	"dormouse/runtime/offline"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/settings"
)

// brain opens the model that answers: ref, or by the rule of CONTRACT
// ("Providers") when that is empty.
func (a *app) brain(ctx context.Context, p *place, ref string, notify func(llm.Retry)) (llm.Brain, error) {
	why := "asked for by name"
	if ref == "" {
		ref, why = a.choose(ctx, p)
	}
	b := llm.Brain{Why: why}
	prov, _, ok := llm.Split(ref)
	if !ok {
		return b, fault.Misused("model %q is not of the form PROVIDER/NAME", ref)
	}
	catalogue := a.catalogue(p.config)
	entry, _ := catalogue.Find(ref)
	b.Reply, b.Cost, b.Guessed = entry.Reply, entry.Cost, entry.Guess
	switch {
	case prov == "offline":
		if ref != offline.Ref {
			return b, fault.Misused("there is no model %q; the built-in one is %s", ref, offline.Ref)
		}
		b.Model = offline.Model{}
	case p.config.Offline:
		return b, fault.Misused("%s needs the network and --offline forbids it", ref)
	case a.keyless(p, prov):
		return b, &llm.Error{Kind: llm.Auth, Text: fmt.Sprintf("%s: no key is set (%s)", ref, strings.Join(key.Vars(prov), " or "))}
	default:
		m, err := provider.Open(ref, a.providerOptions(p, prov, catalogue, notify))
		if err != nil {
			return b, err
		}
		b.Model, b.Where, b.Limits = m, m.Where(), m.Limits
		b.Effort = p.config.Effort
		if p.config.Effort != "" {
			b.Why += ", effort " + p.config.Effort
		}
	}
	a.limit(ctx, p, &b)
	return b, nil
}

// keyless says whether a provider that wants a key has none from anywhere.
func (a *app) keyless(p *place, prov string) bool {
	own := p.config.Providers[prov]
	elsewhere := p.config.BaseURL != "" || own.BaseURL != "" || own.KeyCommand != "" || p.config.KeyCommand != "" || own.KeyEnv != "" || own.KeyIn != ""
	return !elsewhere && prov != "ollama" && slices.Contains(provider.Known(), prov) && key.FromEnv(a.Getenv, prov) == ""
}

// smallWindow is taken for a model of which nothing is known, in tokens.
const smallWindow = 8192

// limit says how many tokens fit, how long a reply may be, and who says so: a
// person, else the server when it is asked, else what it said before, else the
// catalogue, else a small window.
func (a *app) limit(ctx context.Context, p *place, b *llm.Brain) {
	c := p.config
	told := llm.Remembered(p.dir, b.Where)
	if own := c.Models[b.Model.Ref()]; own.Reply == 0 && told.Reply > 0 {
		b.Reply = told.Reply
	}
	if c.Reply > 0 {
		b.Reply = c.Reply
	}
	b.Window, b.WindowSource = b.Model.Window(), llm.FromCatalogue
	switch {
	case a.window != "":
		b.Window, b.WindowSource = c.Window, llm.FromFlag
	case c.Window > 0 || c.Models[b.Model.Ref()].Window > 0:
		b.Window, b.WindowSource = max(c.Window, 0), llm.FromConfig
		if c.Window == 0 {
			b.Window = c.Models[b.Model.Ref()].Window
		}
	default:
		a.askLimit(ctx, p, b, told)
	}
	if b.Window == 0 {
		b.Window, b.WindowSource = smallWindow, llm.FromDefault
	}
}

// askLimit asks a server of this machine or network, which gives a model what it
// wants to, and any other of which nothing is known.
func (a *app) askLimit(ctx context.Context, p *place, b *llm.Brain, told llm.Limit) {
	near := false
	if m, ok := b.Model.(*provider.Model); ok {
		near = m.Near()
	}
	if b.Limits != nil && (near || told.Window == 0 && b.Window == 0) {
		if window, reply := b.Limits(ctx); window > 0 {
			told = llm.Limit{Window: window, Reply: cmp.Or(reply, told.Reply)}
			if err := llm.Remember(p.dir, b.Where, told); err != nil {
				p.logf("%v", err) // it is asked again
			}
		}
	}
	if told.Window > 0 {
		b.Window, b.WindowSource = told.Window, llm.FromServer
	}
}

// choose finds the model when none is named.
func (a *app) choose(ctx context.Context, p *place) (ref, why string) {
	if p.config.Model == "" && p.config.Offline {
		return offline.Ref, "--offline is set"
	}
	if p.config.Model == "" && p.config.BaseURL != "" {
		return "local/default", "a base URL is set"
	}
	return llm.Default(a.Getenv, p.config.Model, func() (string, bool) { return wire.Probe(ctx, wire.Ollama) })
}

func (a *app) providerOptions(p *place, prov string, catalogue llm.Catalogue, notify func(llm.Retry)) provider.Options {
	own := p.config.Providers[prov]
	o := provider.Options{
		BaseURL: own.BaseURL, Dialect: dialect(own.API), Headers: own.Headers,
		Limits: wire.Limits{Mute: p.config.Patience},
		Effort: p.config.Effort, Thoughts: p.config.Thinking,
		Window: p.config.Window, Catalogue: catalogue, Notify: notify, Logf: p.logf,
		Clock: wire.Clock{Jitter: rand.New(rand.NewPCG(a.seed, 1)).Float64},
		Key:   key.Env(a.Getenv, prov),
	}
	if p.config.BaseURL != "" {
		o.BaseURL = p.config.BaseURL
	}
	command := own.KeyCommand
	if command == "" {
		command = p.config.KeyCommand
	}
	switch {
	case command != "":
		o.Key = key.Command(command, 30*time.Second)
	case own.KeyEnv != "":
		value := a.Getenv(own.KeyEnv)
		o.Key = func(context.Context) (string, error) { return value, nil }
	case own.KeyIn != "":
		o.Key = a.keptKey(own, prov)
	}
	return o
}

func dialect(api string) provider.Dialect {
	switch api {
	case "anthropic":
		return provider.Messages
	case "openai-responses":
		return provider.Responses
	case "openai-chat":
		return provider.Chat
	case "gemini":
		return provider.Gemini
	}
	return ""
}

// catalogue is the built-in one with what providers said and the config adds.
func (a *app) catalogue(c settings.Chosen) llm.Catalogue {
	var own []llm.Entry
	for ref, m := range c.Models {
		e := llm.Entry{Ref: ref, Window: m.Window, Reply: m.Reply, Encoding: m.Encoding, Source: "config"}
		if m.PriceIn != nil && m.PriceOut != nil {
			e.Prices = &llm.Prices{In: *m.PriceIn, Out: *m.PriceOut, CacheRead: m.PriceCacheRead, CacheWrite: m.PriceCacheWrite}
		}
		own = append(own, e)
	}
	own = append(own, llm.Entry{Ref: offline.Ref, Name: "built-in, no network", Window: offline.Window, Reply: 2000, Source: "built in"})
	return llm.Builtin().With(a.listed().Entries()...).With(own...)
}
