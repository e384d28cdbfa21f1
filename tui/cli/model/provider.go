package model

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
	"dormouse/tui/cli/settings"
)

// Provider says how to reach a provider: its address, its key, and what is asked of it.
func (o Opener) Provider(prov string, catalogue llm.Catalogue, notify func(llm.Retry)) provider.Options {
	own := o.Config.Providers[prov]
	to := provider.Options{
		BaseURL: own.BaseURL, Dialect: dialect(own.API), Headers: own.Headers,
		Limits: patient(o.Config.Patience),
		Effort: o.Config.Effort, Thoughts: o.Config.Thinking,
		Window: o.Config.Window, Catalogue: catalogue, Notify: notify, Logf: o.Logf,
		Clock: wire.Clock{Jitter: rand.New(rand.NewPCG(o.Seed, 1)).Float64},
		Key:   key.Env(o.Getenv, prov),
	}
	if o.Config.BaseURL != "" {
		to.BaseURL = o.Config.BaseURL
	}
	command := own.KeyCommand
	if command == "" {
		command = o.Config.KeyCommand
	}
	switch {
	case command != "":
		to.Key = key.Command(command, 30*time.Second)
	case own.KeyEnv != "":
		value := o.Getenv(own.KeyEnv)
		to.Key = func(context.Context) (string, error) { return value, nil }
	case own.KeyIn != "":
		to.Key = o.keptKey(own, prov)
	}
	return to
}

// patient is how long a server is waited for: before its first word as long as for one
// later on, for it may read a long prompt without a sign.
func patient(d time.Duration) wire.Limits {
	return wire.Limits{Header: max(d, 5*time.Minute), First: d, Mute: d}
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

// keptKey is where /connect keeps a provider's key.
func (o Opener) keptKey(own settings.Reached, prov string) func(context.Context) (string, error) {
	return key.Kept(key.Place(own.KeyIn), o.Keys, strings.TrimSpace(prov))
}
