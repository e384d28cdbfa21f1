// Package provider opens language models: Anthropic by its Messages API, OpenAI
// by its Responses API, Gemini by Google's own, and everything else (OpenRouter,
// Ollama, llama.cpp, vLLM, LM Studio) by OpenAI's chat completions. Each dialect is a file
// that builds its requests and reads its events; package wire carries them, and
// owns keys, limits and retries.
//
// It never runs a tool, never stores anything, and sends nothing before the
// first Stream.
//
// # Why
//
// A request is built from its inputs alone, so the same inputs give the same
// bytes, and the request of a longer conversation begins with the messages of
// the shorter one: that is what provider caches need.
package provider

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"sync"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/wire"
)

// ErrUnknown is returned by Open for a ref whose provider is not known and that
// comes without a base URL; the caller should show the providers there are.
var ErrUnknown = errors.New("unknown provider")

// Dialect is the API that a server speaks.
type Dialect string

// The dialects.
const (
	Messages  Dialect = "messages"  // Anthropic
	Responses Dialect = "responses" // OpenAI
	Gemini    Dialect = "gemini"    // Google
	Chat      Dialect = "chat"      // chat completions
)

// Options say how a model is reached. The zero value is right for the known
// providers, but for Key.
type Options struct {
	BaseURL string  // "" for the provider's own
	Dialect Dialect // "" for the provider's own; Chat for any other base URL
	// Key returns the key, "" for none; see package key. Nil is no key. It is
	// called with the first request.
	Key       func(context.Context) (string, error)
	Headers   map[string]string // sent with every request; values are kept secret
	Window    int               // tokens; 0 is the catalogue's
	Effort    string            // how much to think where a request does not say: "low", "medium", "high", "max"; "" for the model's own
	Thoughts  bool              // ask for a summary of what the model thinks
	Catalogue llm.Catalogue
	Limits    wire.Limits
	Clock     wire.Clock      // zero is the real one; give Jitter a seeded source to replay
	Notify    func(llm.Retry) // told of each retry before its wait; may be nil
	Logf      func(format string, args ...any)
	Transport http.RoundTripper // for tests; nil is our own
}

// house is what is known about a provider.
type house struct {
	base    string
	dialect Dialect
	auth    wire.Auth
}

// houseOf knows the providers by name, one row for each of llm.Vendors.
func houseOf(name string) (house, bool) {
	h, ok := map[string]house{
		"anthropic":  {"https://api.anthropic.com", Messages, wire.XAPIKey},
		"openai":     {"https://api.openai.com/v1", Responses, wire.Bearer},
		"gemini":     {"https://generativelanguage.googleapis.com/v1beta", Gemini, wire.GoogleKey},
		"openrouter": {"https://openrouter.ai/api/v1", Chat, wire.Bearer},
		llm.Ollama:   {wire.Ollama, Chat, wire.Bearer},
	}[name]
	return h, ok
}

// Base is the address of a known provider's API and how it takes its key; ""
// for one that is not known.
func Base(name string) (string, wire.Auth) {
	h, ok := houseOf(name)
	if !ok {
		return "", wire.Bearer
	}
	return h.base, h.auth
}

// Open returns the model of a ref such as "anthropic/claude-sonnet-5-5". It
// sends nothing. The error is ErrUnknown or an *llm.Error of kind BadRequest.
func Open(ref string, o Options) (*Model, error) {
	vendor, name, ok := llm.Split(ref)
	if !ok {
		return nil, fmt.Errorf("open model %q: %w: write it as provider/name", ref, ErrUnknown)
	}
	h, known := houseOf(vendor)
	switch {
	case !known && o.BaseURL == "":
		return nil, fmt.Errorf("open model %q: %w %q", ref, ErrUnknown, vendor)
	case !known:
		h = house{dialect: Chat, auth: wire.Bearer}
	case o.BaseURL != "" && h.dialect == Responses:
		// Servers that call themselves OpenAI-compatible speak chat completions.
		h.dialect = Chat
	case o.BaseURL != "" && h.dialect == Gemini && !nativeGemini(strings.TrimRight(o.BaseURL, "/")):
		h.dialect, h.auth = Chat, wire.Bearer
	}
	if o.BaseURL != "" {
		h.base = o.BaseURL
	}
	if o.Dialect != "" && o.Dialect != h.dialect {
		h.dialect, h.auth = o.Dialect, authOf(o.Dialect)
	}
	base := strings.TrimRight(strings.TrimSpace(h.base), "/")
	var version [2]string
	if h.dialect == Messages {
		base = strings.TrimSuffix(base, "/v1") // part of the path
		version = anthropicVersion
	}
	c, err := wire.New(wire.Options{BaseURL: base, Auth: h.auth, Key: o.Key, Headers: o.Headers, Version: version,
		Limits: o.Limits, Clock: o.Clock, Notify: o.Notify, Logf: o.Logf, Transport: o.Transport})
	if err != nil {
		return nil, fmt.Errorf("open model %q: %w", ref, err)
	}
	entry, _ := o.Catalogue.Find(vendor + "/" + name)
	if o.Window > 0 {
		entry.Window, entry.Prompt = o.Window, 0
	}
	m := &Model{ref: vendor + "/" + name, vendor: vendor, name: name, base: base, entry: entry, wire: c, effort: o.Effort, show: o.Thoughts, notify: o.Notify}
	m.talk, err = talkOf(h.dialect, m.ref, name, entry, c)
	if err != nil {
		return nil, fmt.Errorf("open model %q: %w", ref, err)
	}
	return m, nil
}

// talk streams one attempt at a reply in a dialect. yield returns false when no
// more is wanted; the attempt then ends without an error.
type talk interface {
	stream(ctx context.Context, r llm.Request, x extras, yield func(llm.Chunk) bool) error
}

func talkOf(d Dialect, ref, name string, e llm.Entry, c *wire.Client) (talk, error) {
	switch d {
	case Messages:
		return &messages{ref: ref, name: name, entry: e, wire: c}, nil
	case Responses:
		return &responsesAPI{ref: ref, name: name, entry: e, wire: c}, nil
	case Gemini:
		return &gemini{ref: ref, name: name, entry: e, wire: c}, nil
	case Chat:
		return &chat{ref: ref, name: name, entry: e, wire: c}, nil
	}
	return nil, &llm.Error{Kind: llm.BadRequest, Text: fmt.Sprintf("unknown dialect %q: use messages, responses, gemini or chat", d)}
}

// authOf is how the servers of a dialect take a key.
func authOf(d Dialect) wire.Auth {
	switch d {
	case Messages:
		return wire.XAPIKey
	case Gemini:
		return wire.GoogleKey
	}
	return wire.Bearer
}

// Model is one model of one provider. It is safe for several goroutines.
type Model struct {
	ref, vendor, name, base string

	entry  llm.Entry
	wire   *wire.Client
	talk   talk
	effort string
	show   bool
	notify func(llm.Retry)

	mu      sync.Mutex
	reply   int             // most tokens of a reply, as a refusal said; 0 while none did
	dropped []func(*extras) // the parts that the server does not take
	refused map[string]bool // the hashes of the media that it did not take
}

var _ llm.Model = (*Model)(nil)

// Ref is "provider/name".
func (m *Model) Ref() string { return m.ref }

// Window is the context window in tokens; 0 when unknown.
func (m *Model) Window() int { return m.entry.Context() }

// Where names the model and the host that has it.
func (m *Model) Where() string { return m.ref + " at " + m.wire.Host() }

// Entry is what the catalogue knows about the model.
func (m *Model) Entry() llm.Entry { return m.entry }

// Host is where requests go, for the screen and for errors.
func (m *Model) Host() string { return m.wire.Host() }

// Near reports whether requests go to this machine or its network.
func (m *Model) Near() bool { return m.wire.Near() }

// Close lets idle connections go; the model may still be used after it.
func (m *Model) Close() error { return m.wire.Close() }

// Stream sends a request and yields its reply; see llm.Model. Failures that may
// go away are tried again before anything was yielded, never after. The tool
// calls of a reply come at its end, when all of it has arrived.
//
// A request that is refused for a limit, or for a part that it can do without, is
// sent again within the limit or without the part, and the next ones too.
func (m *Model) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		wanted, repeated := true, false
		err := m.wire.Retry(ctx, func(ctx context.Context) (shown bool, err error) {
			for {
				asked, x := m.fit(r)
				err = m.talk.stream(ctx, asked, x, func(c llm.Chunk) bool {
					shown = true
					if c.Reasoning != "" && !m.show {
						return wanted
					}
					wanted = wanted && yield(c, nil)
					return wanted
				})
				if !wanted {
					return shown, nil
				}
				if shown {
					return shown, err
				}
				if errors.Is(err, errMiswritten) && !repeated {
					repeated = true
					continue
				}
				again, lost := m.learn(asked, x, err)
				if !again {
					return shown, err
				}
				m.tell(ctx, lost)
			}
		})
		if err != nil {
			yield(llm.Chunk{}, err)
		}
	}
}

// tell says once, where somebody waits, what the model was asked again without.
func (m *Model) tell(ctx context.Context, lost string) {
	if lost != "" && m.notify != nil && llm.Waited(ctx) {
		m.notify(llm.Retry{Attempt: 1, Of: 1, Kind: llm.BadRequest, Reason: m.ref + " " + lost})
	}
}
