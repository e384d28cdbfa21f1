package model

import (
	"context"
	"errors"
	"path/filepath"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/offline"
)

// Catalogue is the built-in one with what providers said and the config adds.
func (o Opener) Catalogue() llm.Catalogue {
	var own []llm.Entry
	for ref, m := range o.Config.Models {
		e := llm.Entry{Ref: ref, Window: m.Window, Reply: m.Reply, Encoding: m.Encoding, Source: "config"}
		if m.PriceIn != nil && m.PriceOut != nil {
			e.Prices = &llm.Prices{In: *m.PriceIn, Out: *m.PriceOut, CacheRead: m.PriceCacheRead, CacheWrite: m.PriceCacheWrite}
		}
		own = append(own, e)
	}
	own = append(own, llm.Entry{Ref: offline.Ref, Name: "built-in, no network", Window: offline.Window, Reply: 2000, Source: "built in"})
	return llm.Builtin().With(o.Listed().Entries()...).With(own...)
}

// ListedFile keeps what providers said of their models, by `models --refresh`, in
// the form of the catalogue. It is derived.
const ListedFile = land.StateDir + "/models.json"

// mostListed bounds that file, in bytes.
const mostListed = 16 << 20

// Listed is what providers said before; what cannot be read is nothing.
func (o Opener) Listed() llm.Catalogue {
	if o.Land == "" {
		return llm.Catalogue{}
	}
	b, err := disk.ReadHost(filepath.Join(o.Land, filepath.FromSlash(ListedFile)), mostListed)
	if err != nil {
		return llm.Catalogue{}
	}
	c, err := llm.ParseCatalogue(b)
	if err != nil {
		return llm.Catalogue{}
	}
	return c
}

// List asks a provider which models it has.
func (o Opener) List(ctx context.Context, vendor string) ([]llm.Entry, error) {
	m, err := provider.Open(vendor+"/list", o.Provider(vendor, llm.Catalogue{}, nil))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	list, err := m.List(ctx)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New(m.Host() + " lists no model that chats")
	}
	return list, nil
}
