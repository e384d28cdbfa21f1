package wire

import (
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"dormouse/runtime/llm"
)

// stalled begins the error of a stream in which nothing came for too long.
const stalled = "the reply stalled: nothing came for"

// errorBody is how many bytes of a refusal are read.
const errorBody = 64 << 10

// body is a reply under watch: every byte that comes starts the idle time
// again, and no more than left bytes are taken.
type body struct {
	c      *Client
	in     io.ReadCloser
	ctx    context.Context // of the request, cancelled by the watch
	outer  context.Context // of the caller
	watch  *watch
	cancel context.CancelCauseFunc
	left   int64
	idle   time.Duration // without a byte
	closed bool
}

// Read returns io.EOF, the caller's ctx.Err(), or an *llm.Error.
func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.c.fail(llm.Garbage, 0, fmt.Errorf("%s sent more than %d bytes", b.c.base.Host, b.c.o.Limits.Body))
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	n, err := b.in.Read(p)
	b.left -= int64(n)
	if n > 0 {
		b.watch.arm(b.idle, stalled)
	}
	if err != nil && !errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = b.broken(err, llm.Incomplete)
	}
	return n, err
}

// quiet sets how long nothing may come from now on, and after each byte.
func (b *body) quiet(d time.Duration) {
	if d != b.idle {
		b.idle = d
		b.watch.arm(d, stalled)
	}
}

// Close frees the connection and stops the watch. It may be called twice.
func (b *body) Close() error {
	if b.closed {
		return nil
	}
	b.closed = true
	b.watch.stop()
	b.cancel(context.Canceled)
	if b.in == nil {
		return nil
	}
	return b.in.Close()
}

// broken turns an error of the connection into the one to return: the caller's
// cancel, the watch's limit, or a broken connection, which may be tried again.
func (b *body) broken(err error, kind llm.Kind) error {
	if b.outer.Err() != nil {
		return b.outer.Err()
	}
	var e *llm.Error
	if errors.As(err, &e) {
		return err
	}
	var s *slow
	if errors.As(context.Cause(b.ctx), &s) {
		return b.c.fail(kind, 0, fmt.Errorf("%s: %w", b.c.base.Host, s))
	}
	text := "could not reach %s: %v"
	if kind == llm.Incomplete {
		text = "the connection to %s broke within the reply: %v"
	}
	e = b.c.fail(kind, 0, fmt.Errorf(text, b.c.base.Host, plainest(err)))
	if !permanent(err) {
		e.Err = &again{}
	}
	return e
}

// plainest takes off the wrapping that only repeats the address.
func plainest(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}

// permanent errors of a connection are the same next time.
func permanent(err error) bool {
	var a x509.UnknownAuthorityError
	var h x509.HostnameError
	var i x509.CertificateInvalidError
	var v *tls.CertificateVerificationError
	return errors.As(err, &a) || errors.As(err, &h) || errors.As(err, &i) || errors.As(err, &v) ||
		strings.Contains(err.Error(), "server gave HTTP response to HTTPS client") ||
		strings.Contains(err.Error(), "response headers exceeded")
}

// accept looks at status and type of an answer: nil means a stream follows.
func (c *Client) accept(resp *http.Response, b *body) error {
	if err := c.granted(resp, b); err != nil {
		return err
	}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case kind == "text/event-stream" || kind == "":
		return nil
	case strings.HasSuffix(kind, "json"):
		return c.whole(resp, b)
	}
	text := "%s answered with %q in place of a stream of events; is the base URL right?"
	return c.fail(llm.Garbage, resp.StatusCode, fmt.Errorf(text, c.base.Host, kind))
}

// granted looks at the status of an answer and at how it is packed.
func (c *Client) granted(resp *http.Response, b *body) error {
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		return c.fail(llm.BadRequest, resp.StatusCode, fmt.Errorf("%s answered %d and points to %q; redirects are not followed, set the base URL to the right place",
			c.base.Host, resp.StatusCode, resp.Header.Get("Location")))
	case resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated && resp.StatusCode != http.StatusAccepted:
		return c.refused(resp, b)
	}
	if e := resp.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return c.fail(llm.Garbage, resp.StatusCode, fmt.Errorf("%s sent a reply in the encoding %q, which was not asked for", c.base.Host, e))
	}
	return nil
}

// refused reads the body of a refusal and classifies it.
func (c *Client) refused(resp *http.Response, b *body) error {
	text, err := unpacked(resp.Header.Get("Content-Encoding"), b)
	if err != nil && b.outer.Err() != nil {
		return b.outer.Err()
	}
	e := classify(resp.StatusCode, text)
	e.Text = c.Clean(c.base.Host + " answered " + e.Text)
	if h, ok := e.Err.(*again); ok {
		h.after = or(retryAfter(resp.Header, c.o.Clock.Now()), h.after)
	}
	if e.Kind == llm.Auth {
		c.forget()
	}
	return e
}

// unpacked reads the body of a refusal, at most errorBody bytes of it. A gateway
// may pack it although nobody asked for that; what we cannot unpack is named.
func unpacked(encoding string, in io.Reader) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "identity":
		return io.ReadAll(io.LimitReader(in, errorBody))
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(in)
		if err == nil {
			return io.ReadAll(io.LimitReader(z, errorBody))
		}
	case "deflate":
		z, err := zlib.NewReader(in)
		if err == nil {
			return io.ReadAll(io.LimitReader(z, errorBody))
		}
	}
	return fmt.Appendf(nil, "its words came in the encoding %q, which cannot be read", encoding), nil
}

// whole is for a server that answers 200 with one JSON value: its error, or
// that it is not a stream.
func (c *Client) whole(resp *http.Response, b *body) error {
	text, err := io.ReadAll(io.LimitReader(b, errorBody))
	if err != nil {
		return err
	}
	if e := eventError("", text); e != nil {
		e.Text = c.Clean(c.base.Host + " answered " + e.Text)
		return e
	}
	return c.fail(llm.Garbage, resp.StatusCode, fmt.Errorf("%s answered with one JSON value in place of a stream of events", c.base.Host))
}
