// Package embed asks a provider for the vectors of texts, by the embeddings API
// that OpenAI made and most servers have (Ollama, llama.cpp, vLLM, LM Studio,
// OpenRouter, Gemini's compatible one). Package wire carries the requests, and
// owns keys, limits and retries.
//
// It sends the texts it is given to the one configured host and nothing before
// the first Embed. It never stores anything, and never gives back vectors of
// unequal length or in another order than the texts.
//
// # Why
//
// The request is a list of strings and the answer a list of numbers: an SDK
// would bring more than it saves. A search waits for this, so it gives up sooner
// than a conversation does.
package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/llm/wire"
)

// ErrNone is returned by Open for a ref that no embeddings can be had of; the
// caller should show it and search by words alone.
var ErrNone = errors.New("no embeddings")

// Options say how the provider is reached. The zero value is right for the
// known providers, but for Key.
type Options struct {
	BaseURL string // "" for the provider's own
	// Key returns the key, "" for none; see package key. Nil is no key.
	Key     func(context.Context) (string, error)
	Headers map[string]string // sent with every request; values are kept secret
	// Limits of one request. Zero fields are shorter than a conversation's: 30 s
	// to the answer, 2 minutes in all, two retries with at most 10 s before each.
	Limits    wire.Limits
	Clock     wire.Clock
	Notify    func(llm.Retry)
	Logf      func(format string, args ...any)
	Transport http.RoundTripper // for tests; nil is our own
	Batch     int               // texts in a request; 0 is 96, since some providers take 100
}

const (
	batchTexts = 96
	batchBytes = 96 << 10 // of all texts in a request
	maxDims    = 8192
	// shortText is what a text is cut to when the provider says that it is too
	// long, in bytes: within 256 tokens in most scripts, the least that
	// embedding models take.
	shortText = 500
)

// Client embeds texts with one model. It is safe for several goroutines.
type Client struct {
	ref, name string
	batch     int
	wire      *wire.Client

	mu   sync.Mutex
	dims int // of the first answer
}

// Open returns the client of a ref such as "openai/text-embedding-3-small". It
// sends nothing. The error is ErrNone or an *llm.Error of kind BadRequest.
func Open(ref string, o Options) (*Client, error) {
	vendor, name, ok := llm.Split(ref)
	if !ok {
		return nil, fmt.Errorf("open embeddings %q: %w: write it as provider/name", ref, ErrNone)
	}
	base, auth := provider.Base(vendor)
	known, _ := llm.VendorOf(vendor)
	switch {
	case o.BaseURL != "":
		base, auth = o.BaseURL, wire.Bearer
	case base != "" && !known.Embeds:
		return nil, fmt.Errorf("open embeddings %q: %w: %s has none, name another provider", ref, ErrNone, vendor)
	case base == "":
		return nil, fmt.Errorf("open embeddings %q: %w: the provider is not known, give its address as memory.embeddings_url", ref, ErrNone)
	}
	l := o.Limits
	l.Header, l.Idle, l.Whole = or(l.Header, 30*time.Second), or(l.Idle, 30*time.Second), or(l.Whole, 2*time.Minute)
	l.Retries, l.MaxDelay = or(l.Retries, 2), or(l.MaxDelay, 10*time.Second)
	w, err := wire.New(wire.Options{BaseURL: strings.TrimRight(strings.TrimSpace(base), "/"), Auth: auth, Key: o.Key,
		Headers: o.Headers, Limits: l, Clock: o.Clock, Notify: o.Notify, Logf: o.Logf, Transport: o.Transport})
	if err != nil {
		return nil, fmt.Errorf("open embeddings %q: %w", ref, err)
	}
	return &Client{ref: vendor + "/" + name, name: name, batch: or(max(o.Batch, 0), batchTexts), wire: w}, nil
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// Name is "provider/name host": vectors of one name are comparable.
func (c *Client) Name() string { return c.ref + " " + c.wire.Host() }

// Host is where the texts go, for the screen and for errors.
func (c *Client) Host() string { return c.wire.Host() }

// Close lets idle connections go; the client may still be used after it.
func (c *Client) Close() error { return c.wire.Close() }

// Embed returns the vector of each text, in their order. It sends as many
// requests as the texts need; the first that fails ends it. A text that is too
// long for the model is embedded by its beginning. The error is ctx.Err() or an
// *llm.Error.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n, size := 0, 0
		for n < min(len(texts), c.batch) && (n == 0 || size+len(texts[n]) <= batchBytes) {
			size += len(texts[n])
			n++
		}
		vs, err := c.some(ctx, texts[:n])
		var e *llm.Error
		if errors.As(err, &e) && e.Kind == llm.TooLong {
			vs, err = c.some(ctx, shortened(texts[:n]))
		}
		if err != nil {
			return nil, err
		}
		out, texts = append(out, vs...), texts[n:]
	}
	return out, nil
}

func shortened(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		if out[i] = t; len(t) > shortText {
			end := shortText
			for end > 0 && !utf8.RuneStart(t[end]) {
				end--
			}
			out[i] = t[:end]
		}
	}
	return out
}

// some is one request, with its retries.
func (c *Client) some(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{c.name, texts})
	if err != nil {
		return nil, &llm.Error{Kind: llm.BadRequest, Text: c.wire.Clean(err.Error())}
	}
	var out [][]float32
	err = c.wire.Retry(ctx, func(ctx context.Context) (bool, error) {
		answer, err := c.wire.Post(ctx, "embeddings", body)
		if err != nil {
			return false, err
		}
		out, err = c.read(answer, len(texts))
		return false, err
	})
	return out, err
}

// read takes the vectors out of an answer, each at the place of its text.
func (c *Client) read(answer []byte, n int) ([][]float32, error) {
	var a struct {
		Data []struct {
			Index     *int      `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := json.Unmarshal(answer, &a); err != nil {
		return nil, c.garbage("embeddings that cannot be read")
	}
	if len(a.Data) != n {
		return nil, c.garbage(fmt.Sprintf("%d vectors for %d texts", len(a.Data), n))
	}
	out := make([][]float32, n)
	for i, d := range a.Data {
		if d.Index != nil {
			i = *d.Index
		}
		if i < 0 || i >= n || out[i] != nil {
			return nil, c.garbage(fmt.Sprintf("the index %d for %d texts, or twice", i, n))
		}
		if !c.fits(len(d.Embedding)) {
			return nil, c.garbage(fmt.Sprintf("a vector of %d numbers, unlike the others", len(d.Embedding)))
		}
		out[i] = d.Embedding
	}
	return out, nil
}

// fits is false for a vector of another length than the first that came.
func (c *Client) fits(dims int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dims == 0 && dims <= maxDims {
		c.dims = dims
	}
	return dims > 0 && dims == c.dims
}

func (c *Client) garbage(what string) error {
	return &llm.Error{Kind: llm.Garbage, Text: c.wire.Clean(c.wire.Host() + " answered with " + what)}
}
