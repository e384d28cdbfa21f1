package model

import (
	"errors"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/embed"
)

// Embedder is the client of memory.embeddings_model. Its address is
// memory.embeddings_url, else the provider's own; base_url, and the key_command
// that goes with it, are for the model that answers, and only taken for the
// same provider or one that is not known otherwise.
func (o Opener) Embedder() (*embed.Client, error) {
	ref := o.Config.Memory.EmbeddingsModel
	if ref == "" {
		return nil, errors.New("memory.embeddings is on, but memory.embeddings_model names no model")
	}
	vendor, _, _ := llm.Split(ref)
	config := o.Config
	if answers, _, _ := llm.Split(config.Model); answers != vendor {
		config.KeyCommand = ""
	}
	reached := o
	reached.Config = config
	own := reached.Provider(vendor, llm.Catalogue{}, nil)
	to := embed.Options{BaseURL: config.Memory.EmbeddingsURL, Key: own.Key, Headers: own.Headers, Clock: own.Clock, Logf: o.Logf}
	if to.BaseURL == "" {
		to.BaseURL = config.Providers[vendor].BaseURL
	}
	e, err := embed.Open(ref, to)
	if errors.Is(err, embed.ErrNone) && own.BaseURL != "" && to.BaseURL == "" {
		to.BaseURL = own.BaseURL
		return embed.Open(ref, to)
	}
	return e, err
}
