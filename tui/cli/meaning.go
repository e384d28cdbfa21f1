package cli

import (
	"context"
	"errors"

	"dormouse/land/secret"
	"dormouse/memory/search"
	"dormouse/memory/search/index"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/embed"
)

// searchOf are the options of the index of a land. Only with memory.embeddings,
// which no land can set for itself, does any text of it leave the machine.
func (a *app) searchOf(p *place) search.Options {
	o := search.Options{Store: index.StoreIn(p.dir), Clean: secret.Redact}
	if !p.config.Memory.Embeddings || p.config.Offline {
		return o
	}
	e, err := a.embedder(p)
	if err != nil {
		o.Embedder = noEmbedder{err}
		return o
	}
	o.Embedder = e
	return o
}

// embedder is the client of memory.embeddings_model. Its address is
// memory.embeddings_url, else the provider's own; base_url, and the key_command
// that goes with it, are for the model that answers, and only taken for the
// same provider or one that is not known otherwise.
func (a *app) embedder(p *place) (*embed.Client, error) {
	ref := p.config.Memory.EmbeddingsModel
	if ref == "" {
		return nil, errors.New("memory.embeddings is on, but memory.embeddings_model names no model")
	}
	vendor, _, _ := llm.Split(ref)
	config := p.config
	if answers, _, _ := llm.Split(config.Model); answers != vendor {
		config.KeyCommand = ""
	}
	own := a.providerOptions(&place{config: config}, vendor, llm.Catalogue{}, nil)
	o := embed.Options{BaseURL: config.Memory.EmbeddingsURL, Key: own.Key, Headers: own.Headers, Clock: own.Clock,
		Logf: func(format string, args ...any) { p.logf(format, args...) }}
	if o.BaseURL == "" {
		o.BaseURL = config.Providers[vendor].BaseURL
	}
	e, err := embed.Open(ref, o)
	if errors.Is(err, embed.ErrNone) && own.BaseURL != "" && o.BaseURL == "" {
		o.BaseURL = own.BaseURL
		return embed.Open(ref, o)
	}
	return e, err
}

// noEmbedder stands for one that could not be opened: the search says why it
// goes by words alone.
type noEmbedder struct{ err error }

func (n noEmbedder) Embed(context.Context, []string) ([][]float32, error) { return nil, n.err }
func (n noEmbedder) Name() string                                         { return "" }
