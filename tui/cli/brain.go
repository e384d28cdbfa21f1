package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"dormouse/runtime"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
	"dormouse/runtime/offline"
)

// brain opens the model that answers: ref, or by the rule of CONTRACT
// ("Providers") when that is empty.
func (a *app) brain(ctx context.Context, p *place, ref string, notify func(llm.Retry)) (runtime.Brain, error) {
	why := "asked for by name"
	if ref == "" {
		ref, why = a.choose(ctx, p)
	}
	b := runtime.Brain{Why: why}
	prov, _, ok := llm.Split(ref)
	if !ok {
		return b, misused("model %q is not of the form PROVIDER/NAME", ref)
	}
	catalogue := a.catalogue(p.config)
	entry, _ := catalogue.Find(ref)
	b.Reply, b.Cost = entry.Reply, entry.Cost
	if p.config.Reply > 0 {
		b.Reply = p.config.Reply
	}
	switch {
	case prov == "offline":
		if ref != offline.Ref {
			return b, misused("there is no model %q; the built-in one is %s", ref, offline.Ref)
		}
		b.Model = offline.Model{}
	case p.config.Offline:
		return b, misused("%s needs the network and --offline forbids it", ref)
	case a.keyless(p, prov):
		return b, &llm.Error{Kind: llm.Auth, Text: fmt.Sprintf("%s: no key is set (%s)", ref, strings.Join(key.Vars(prov), " or "))}
	default:
		m, err := provider.Open(ref, a.providerOptions(p, prov, catalogue, notify))
		if err != nil {
			return b, err
		}
		b.Model = m
	}
	b.Window, b.WindowSource = a.windowOf(p.config, b.Model)
	return b, nil
}

// keyless says whether a provider that wants a key has none from anywhere.
func (a *app) keyless(p *place, prov string) bool {
	own := p.config.Providers[prov]
	elsewhere := p.config.BaseURL != "" || own.BaseURL != "" || own.KeyCommand != "" || p.config.KeyCommand != "" || own.KeyEnv != ""
	return !elsewhere && prov != "ollama" && slices.Contains(provider.Known(), prov) && key.FromEnv(a.Getenv, prov) == ""
}

// smallWindow is taken for a model of which nothing is known, in tokens.
const smallWindow = 8192

// windowOf says how many tokens fit, and who says so.
func (a *app) windowOf(c chosen, m llm.Model) (int, runtime.Source) {
	switch {
	case a.window != "":
		return c.Window, runtime.FromFlag
	case c.Window > 0:
		return c.Window, runtime.FromConfig
	case m.Window() > 0:
		return m.Window(), runtime.FromCatalogue
	}
	return smallWindow, runtime.FromDefault
}

// choose finds the model when none is named.
func (a *app) choose(ctx context.Context, p *place) (ref, why string) {
	if p.config.Model == "" && p.config.Offline {
		return offline.Ref, "--offline is set"
	}
	if p.config.Model == "" && p.config.BaseURL != "" {
		return "local/default", "a base URL is set"
	}
	return llm.Default(a.Getenv, p.config.Model, func() (string, bool) { return wire.Probe(ctx, "") })
}

func (a *app) providerOptions(p *place, prov string, catalogue llm.Catalogue, notify func(llm.Retry)) provider.Options {
	own := p.config.Providers[prov]
	o := provider.Options{
		BaseURL: own.BaseURL, Dialect: dialect(own.API), Headers: own.Headers,
		Limits: wire.Limits{Mute: p.config.Patience},
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
	}
	return ""
}

// catalogue is the built-in one with what the config adds.
func (a *app) catalogue(c chosen) llm.Catalogue {
	var own []llm.Entry
	for ref, m := range c.Models {
		e := llm.Entry{Ref: ref, Window: m.Window, Reply: m.Reply, Encoding: m.Encoding, Source: "config"}
		if m.PriceIn != nil && m.PriceOut != nil {
			e.Prices = &llm.Prices{In: *m.PriceIn, Out: *m.PriceOut, CacheRead: m.PriceCacheRead, CacheWrite: m.PriceCacheWrite}
		}
		own = append(own, e)
	}
	own = append(own, llm.Entry{Ref: offline.Ref, Name: "built-in, no network", Window: offline.Window, Reply: 2000, Source: "built in"})
	return llm.Builtin().With(own...)
}
