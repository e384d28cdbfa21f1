// Package wire speaks HTTP to one provider, and nothing else. It is what stands
// beneath the dialects: they build requests and read events, wire carries them.
//
// It promises: the key goes to the configured host and nowhere else; no
// redirect is followed; replies, lines, headers, idle time and whole time are
// bounded; an event stream is handed on in one clean form whatever framing it
// came in; a failure is an *llm.Error without keys and control bytes; a request
// is sent again at most three times, only before any output, only for 408,
// 409, 429, 5xx and connections that broke; cancelling always works.
//
// It never reads a file, follows a link, or sends what the caller did not ask
// for: a request says nothing about the machine.
//
// # Why
//
// The vendors' own clients follow redirects with the key in a header, read lines
// without a time limit, and retry without telling anybody.
package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"dormouse/runtime/llm"
)

// Auth is how a key is sent.
type Auth string

// The ways of sending a key.
const (
	Bearer    Auth = "bearer"         // Authorization: Bearer KEY
	XAPIKey   Auth = "x-api-key"      // X-Api-Key: KEY
	GoogleKey Auth = "x-goog-api-key" // X-Goog-Api-Key: KEY
)

// Limits bounds one request. The zero value of a field takes the default.
type Limits struct {
	Header   time.Duration // until the answer begins; default 5 minutes
	First    time.Duration // without a byte in a stream before its first event, while a server reads a long prompt; default Idle
	Idle     time.Duration // without a byte in a stream; default 90 s
	Mute     time.Duration // without an event that says something: keep-alives do not; default 15 minutes
	Whole    time.Duration // for the whole reply; default 1 hour
	Body     int64         // bytes of a reply; default 64 MiB
	Line     int           // bytes of a line or an event; default 8 MiB
	Retries  int           // after the first try; default 3, negative for none
	MaxDelay time.Duration // before a retry, whatever the server asks; default 60 s
}

func (l Limits) fill() Limits {
	l.Header = or(l.Header, 5*time.Minute)
	l.Idle = or(l.Idle, 90*time.Second)
	l.First = or(l.First, l.Idle)
	l.Mute = or(l.Mute, 15*time.Minute)
	l.Whole = or(l.Whole, time.Hour)
	l.Body = or(l.Body, 64<<20)
	l.Line = or(l.Line, 8<<20)
	l.Retries = max(or(l.Retries, 3), 0)
	l.MaxDelay = or(l.MaxDelay, time.Minute)
	return l
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}

// Options say where to and how.
type Options struct {
	BaseURL string
	Auth    Auth
	// Key returns the key, or "" for none. It is asked once, before the first
	// request, and again after the provider refused the key.
	Key func(context.Context) (string, error)
	// Headers are sent with each request; their values are secret, like the key.
	Headers map[string]string
	// Version is a header of the protocol itself, such as Anthropic-Version, as
	// name and value; it is no secret.
	Version [2]string
	Limits  Limits
	Clock   Clock
	// Notify is told of each retry before the wait, on the goroutine that
	// streams. May be nil.
	Notify func(llm.Retry)
	// Logf gets one line a request: status, host, no text, no key. May be nil.
	Logf func(format string, args ...any)
	// Transport sends requests; nil is our own. For tests.
	Transport http.RoundTripper
}

// Client sends requests to one base URL. It is safe for several goroutines.
type Client struct {
	o    Options
	base *url.URL

	mu    sync.Mutex
	asked bool
	key   string
	sent  []string // keys ever used, to clean texts of
	trip  http.RoundTripper
}

// New makes a client. The error is an *llm.Error of kind BadRequest when the
// base URL cannot be one.
func New(o Options) (*Client, error) {
	u, err := parse(o.BaseURL)
	if err != nil {
		return nil, err
	}
	o.Limits, o.Clock = o.Limits.fill(), o.Clock.fill()
	return &Client{o: o, base: u, trip: o.Transport}, nil
}

// Near reports whether requests go to this machine or its network.
func (c *Client) Near() bool { return nearby(c.base.Hostname()) }

// Host is the host and port that requests go to.
func (c *Client) Host() string { return c.base.Host }

// Stream posts a JSON value to a path below the base URL, once, and returns the
// events of the answer; query may be "". The caller closes them. An error is
// ctx.Err() or an *llm.Error.
func (c *Client) Stream(ctx context.Context, path, query string, value []byte) (*Events, error) {
	u := c.base.JoinPath(path)
	u.RawQuery = query
	resp, b, err := c.post(ctx, u, value, "text/event-stream")
	if err != nil {
		return nil, err
	}
	if err := c.accept(resp, b); err != nil {
		b.Close()
		return nil, err
	}
	b.quiet(c.o.Limits.First)
	return newEvents(c, b), nil
}

// post sends one JSON value; the answer's body is under watch.
func (c *Client) post(ctx context.Context, u *url.URL, value []byte, wants string) (*http.Response, *body, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.String(), bytes.NewReader(value))
	if err != nil {
		return nil, nil, c.fail(llm.BadRequest, 0, err)
	}
	req.Header.Set("Content-Type", "application/json")
	return c.send(req, wants)
}

// send sends one request; the answer's body is under watch.
func (c *Client) send(req *http.Request, wants string) (*http.Response, *body, error) {
	if req.URL.Scheme != c.base.Scheme || req.URL.Host != c.base.Host {
		return nil, nil, c.fail(llm.BadRequest, 0, fmt.Errorf("refused to send to %s", req.URL.Host))
	}
	if err := c.headers(req, wants); err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancelCause(req.Context())
	w := newWatch(c.o.Clock, c.o.Limits.Whole, cancel)
	w.arm(c.o.Limits.Header, "no answer within")
	b := &body{c: c, ctx: ctx, outer: req.Context(), watch: w, cancel: cancel, left: c.o.Limits.Body, idle: c.o.Limits.Idle}
	resp, err := c.transport().RoundTrip(req.WithContext(ctx))
	if err != nil {
		defer b.Close()
		return nil, nil, b.broken(err, llm.Unreachable)
	}
	c.logf("%s %s: %s", req.Method, c.base.Host, resp.Status)
	b.in = resp.Body
	w.arm(c.o.Limits.Idle, stalled)
	w.said(c.o.Limits.Mute)
	return resp, b, nil
}

// headers are what is needed, with the key last.
func (c *Client) headers(req *http.Request, wants string) error {
	key, err := c.secret(req.Context())
	if err != nil {
		return err
	}
	h := http.Header{}
	h.Set("User-Agent", "dormouse")
	h.Set("Accept", wants)
	if v := req.Header.Get("Content-Type"); v != "" {
		h.Set("Content-Type", v)
	}
	if c.o.Version[0] != "" {
		h.Set(c.o.Version[0], c.o.Version[1])
	}
	for k, v := range c.o.Headers {
		h.Set(k, v)
	}
	switch {
	case key == "":
	case c.base.Scheme == "http" && !nearby(c.base.Hostname()):
		return c.fail(llm.Auth, 0, fmt.Errorf("refused to send a key to %s without TLS: use https", c.base.Host))
	case c.o.Auth == XAPIKey:
		h.Set("X-Api-Key", key)
	case c.o.Auth == GoogleKey:
		h.Set("X-Goog-Api-Key", key)
	default:
		h.Set("Authorization", "Bearer "+key)
	}
	req.Header = h
	return nil
}

// secret is the key, asked for once.
func (c *Client) secret(ctx context.Context) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked || c.o.Key == nil {
		return c.key, nil
	}
	key, err := c.o.Key(ctx)
	key = strings.TrimSpace(key)
	if err == nil && strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		err = errors.New("the key holds a space, a line break or a character that is not ASCII")
	}
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", &llm.Error{Kind: llm.Auth, Text: scrub("no key for "+c.base.Host+": "+err.Error(), append(c.sent, key))}
	}
	c.asked, c.key = true, key
	if key != "" {
		c.sent = append(c.sent, key)
	}
	return key, nil
}

// forget makes the next request ask for the key again.
func (c *Client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = false
}

// Clean takes keys and control bytes out of a text and makes it one line.
func (c *Client) Clean(s string) string {
	c.mu.Lock()
	secrets := append([]string(nil), c.sent...)
	c.mu.Unlock()
	for _, v := range c.o.Headers {
		secrets = append(secrets, v)
	}
	return scrub(s, secrets)
}

func (c *Client) fail(kind llm.Kind, status int, err error) *llm.Error {
	return &llm.Error{Kind: kind, Status: status, Text: c.Clean(err.Error())}
}

func (c *Client) logf(format string, args ...any) {
	if c.o.Logf != nil {
		c.o.Logf("%s", c.Clean(fmt.Sprintf(format, args...)))
	}
}

// transport is made with the first request, so that opening a model costs
// nothing.
func (c *Client) transport() http.RoundTripper {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.trip == nil {
		c.trip = newTransport(c.base)
	}
	return c.trip
}

// Close lets idle connections go.
func (c *Client) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t, ok := c.trip.(*http.Transport); ok {
		t.CloseIdleConnections()
	}
	return nil
}

// newTransport has no redirects, because it is used without an http.Client,
// and takes no compressed replies, so that a small reply stays small. A proxy
// of the environment is for https only, where it cannot read the key.
func newTransport(base *url.URL) *http.Transport {
	t := &http.Transport{
		DialContext:            (&net.Dialer{Timeout: 15 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:    15 * time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConnsPerHost:    2,
		MaxResponseHeaderBytes: 64 << 10,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
	}
	if base.Scheme == "https" && !nearby(base.Hostname()) {
		t.Proxy = http.ProxyFromEnvironment
	}
	return t
}

// nearby is a host of this machine or this network: a loopback or private
// address, or a name without a dot.
func nearby(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
	}
	return !strings.Contains(host, ".")
}
