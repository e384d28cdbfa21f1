package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"dormouse/land/config"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
	"dormouse/tui/backend"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/settings"
)

// server is the name that a server of the person's own is connected by.
const server = "server"

// trying is how long a provider has to answer the one request that tries it. A
// local server may have to load its model first.
const trying = 90 * time.Second

// connector is what /connect does: it tries a provider with one request, keeps the
// key outside the land, and writes the person's config.
type connector struct{ s *stage }

// Providers implements backend.Connector.
func (c connector) Providers() []backend.Connection {
	call, p := c.s.call, c.s.at()
	keeps := call.KeysDir() + ", which only you can read"
	if key.HasKeyring(call.Getenv) {
		keeps = "the system's keyring"
	}
	var out []backend.Connection
	for _, known := range llm.Vendors() {
		name := known.Name
		base, _ := provider.Base(name)
		base = cmp.Or(p.Config.Providers[name].BaseURL, base)
		one := backend.Connection{Name: name, Title: known.Title, Host: hostOf(base), Key: !known.Local, Keeps: keeps}
		switch own := p.Config.Providers[name]; {
		case known.Local:
			one.Note = "on this machine, no key"
		case own.KeyIn != "":
			one.Note = "its key is in the " + own.KeyIn
		case !p.Models().Keyless(name):
			one.Note = "it has a key"
		}
		out = append(out, one)
	}
	return append(out, backend.Connection{Name: server, Title: "another server", Note: "llama.cpp, vLLM, LM Studio: an address", Keeps: keeps})
}

// Address implements backend.Connector.
func (connector) Address(typed string) (address, host string, err error) { return wire.Address(typed) }

func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Host
}

// Connect implements backend.Connector.
func (c connector) Connect(want backend.Connecting) (backend.Connected, error) {
	p := c.s.at()
	switch {
	case p.Config.Offline:
		return backend.Connected{}, fault.Misused("it needs the network, and offline forbids it")
	}
	if err := overruled(p, "model", "base_url"); err != nil {
		return backend.Connected{}, err
	}
	ctx, cancel := context.WithTimeout(c.s.ctx, trying)
	defer cancel()
	name := want.Model
	if known, ok := llm.VendorOf(want.Provider); ok && name == "" {
		_, name, _ = llm.Split(known.Standard)
	}
	if name == "" {
		models, err := c.names(ctx, want)
		if err != nil || len(models) != 1 {
			return backend.Connected{Models: models}, err
		}
		name = models[0]
	}
	ref := want.Provider + "/" + name
	err := c.try(ctx, ref, want)
	var refused *llm.Error
	if want.Model == "" && errors.As(err, &refused) && refused.Kind == llm.NotFound {
		if models, errList := c.names(ctx, want); errList == nil { // that one is not for this key
			return backend.Connected{Models: models}, nil
		}
	}
	if err != nil {
		return backend.Connected{}, err
	}
	kept, err := c.keep(ctx, want, ref)
	return backend.Connected{Ref: ref, Kept: kept}, err
}

// overruled is an error where a setting comes from what goes before the person's
// own config: what is written there would do nothing.
func overruled(p *program.Place, names ...string) error {
	for _, name := range names {
		s, ok, err := p.Values.Get(name)
		if err == nil && ok && s.Value != "" && s.From != "default" && !strings.HasPrefix(s.From, "user ") {
			return fault.Misused("%s is set by %s, which goes before your config; start without it", name, s.From)
		}
	}
	return nil
}

// options reach the provider with what was typed, whatever the config says.
func (c connector) options(want backend.Connecting) provider.Options {
	models := c.s.at().Models()
	known := models.Catalogue()
	models.Config.BaseURL, models.Config.KeyCommand = "", ""
	o := models.Provider(want.Provider, known, nil)
	if want.Address != "" {
		o.BaseURL = want.Address
	}
	o.Key = func(context.Context) (string, error) { return want.Key, nil }
	return o
}

// names are the models that a provider lists.
func (c connector) names(ctx context.Context, want backend.Connecting) ([]string, error) {
	m, err := provider.Open(want.Provider+"/list", c.options(want))
	if err != nil {
		return nil, err
	}
	defer m.Close()
	list, err := m.List(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range list {
		_, name, _ := llm.Split(e.Ref)
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, &llm.Error{Kind: llm.NotFound, Text: m.Host() + " lists no model that chats"}
	}
	return names, nil
}

// try sends one small request. Whatever is answered will do.
func (c connector) try(ctx context.Context, ref string, want backend.Connecting) error {
	m, err := provider.Open(ref, c.options(want))
	if err != nil {
		return err
	}
	defer m.Close()
	ask := llm.Request{MaxTokens: 64, Messages: []transcript.Message{{ID: "try", Role: transcript.User, Content: "Say: ready."}}}
	for _, err := range m.Stream(ctx, ask) {
		if err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the key, writes the config, and reads it again for the talk that is
// open.
func (c connector) keep(ctx context.Context, want backend.Connecting, ref string) (string, error) {
	call := c.s.call
	path, err := call.LandPath()
	if err != nil {
		return "", err
	}
	set := [][2]string{{"model", ref}}
	if want.Address != "" {
		set = append(set, [2]string{"providers." + want.Provider + ".base_url", want.Address})
	}
	told := ""
	if want.Key != "" {
		place, err := key.Keep(ctx, call.Getenv, call.KeysDir(), path, want.Provider, want.Key)
		if err != nil {
			return "", err
		}
		set = append(set, [2]string{"providers." + want.Provider + ".key_in", string(place)})
		if told = "the system's keyring"; place == key.InFile {
			told = filepath.Join(call.KeysDir(), want.Provider)
		}
	}
	err = call.ChangeConfig(settings.Layer{Name: "user"}, func(text []byte) ([]byte, error) {
		for _, s := range set {
			if text, err = config.Set(text, s[0], s[1]); err != nil {
				return nil, err
			}
		}
		// It belonged to the model before.
		text, _, err = config.Unset(text, "base_url")
		return text, err
	})
	if err != nil {
		return "", err
	}
	return told, c.s.reread()
}

// reread takes the config as it is now, for the talk that is open and for the land
// beside a private one.
func (s *stage) reread() error {
	path, err := s.call.LandPath()
	if err != nil {
		return err
	}
	values, err := s.call.LoadConfig(path)
	if err != nil {
		return fmt.Errorf("read the config again: %w", err)
	}
	renew := func(p *program.Place) *program.Place {
		next := *p
		next.Read(values)
		return &next
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.place.Store(renew(s.at()))
	if s.kept != nil {
		s.kept = renew(s.kept)
	}
	return nil
}
