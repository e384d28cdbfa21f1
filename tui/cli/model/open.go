// Package model opens the model that answers, as flags, config and environment say:
// which one it is, how its provider is reached, how much fits into it, and what is
// known of all the others.
package model

import (
	"context"
	"fmt"
	"strings"

	"dormouse/land/disk"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
	"dormouse/runtime/offline"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/settings"
)

// Opener is what it takes to open a model.
type Opener struct {
	Config     settings.Chosen
	WindowSaid bool // Config.Window was said by a flag
	Getenv     func(string) string
	Dir        disk.FS // of the land: what servers said of their limits
	Land       string  // its path on this machine; "" for none
	Keys       string  // the folder of the keys that no keyring keeps
	Seed       uint64
	Logf       func(string, ...any)
}

// Open opens the model that answers: ref, or the first that can be used
// when that is empty.
func (o Opener) Open(ctx context.Context, ref string, notify func(llm.Retry)) (llm.Brain, error) {
	why := "asked for by name"
	if ref == "" {
		ref, why = o.Choose(ctx)
	}
	b := llm.Brain{Why: why}
	prov, _, ok := llm.Split(ref)
	if !ok {
		return b, fault.Misused("model %q is not of the form PROVIDER/NAME", ref)
	}
	catalogue := o.Catalogue()
	entry, _ := catalogue.Find(ref)
	b.Reply, b.Cost, b.Guessed = entry.Reply, entry.Cost, entry.Guess
	switch {
	case prov == "offline":
		if ref != offline.Ref {
			return b, fault.Misused("there is no model %q; the built-in one is %s", ref, offline.Ref)
		}
		b.Model = offline.Model{}
	case o.Config.Offline:
		return b, fault.Misused("%s needs the network and --offline forbids it", ref)
	case o.Keyless(prov):
		return b, &llm.Error{Kind: llm.Auth, Text: fmt.Sprintf("%s: no key is set (%s)", ref, strings.Join(key.Vars(prov), " or "))}
	default:
		m, err := provider.Open(ref, o.Provider(prov, catalogue, notify))
		if err != nil {
			return b, err
		}
		b.Model, b.Where, b.Limits = m, m.Where(), m.Limits
		b.Effort = o.Config.Effort
		if o.Config.Effort != "" {
			b.Why += ", effort " + o.Config.Effort
		}
	}
	o.limit(ctx, &b)
	return b, nil
}

// Keyless says whether a provider that wants a key has none from anywhere.
func (o Opener) Keyless(prov string) bool {
	own := o.Config.Providers[prov]
	elsewhere := o.Config.BaseURL != "" || own.BaseURL != "" || own.KeyCommand != "" || o.Config.KeyCommand != "" || own.KeyEnv != "" || own.KeyIn != ""
	known, _ := llm.VendorOf(prov)
	return !elsewhere && len(known.Keys) > 0 && key.FromEnv(o.Getenv, prov) == ""
}

// Choose finds the model when none is named.
func (o Opener) Choose(ctx context.Context) (ref, why string) {
	if o.Config.Model == "" && o.Config.Offline {
		return offline.Ref, "--offline is set"
	}
	if o.Config.Model == "" && o.Config.BaseURL != "" {
		return "local/default", "a base URL is set"
	}
	return llm.Default(o.Getenv, o.Config.Model, func() (string, bool) { return wire.Probe(ctx, wire.Ollama) })
}
