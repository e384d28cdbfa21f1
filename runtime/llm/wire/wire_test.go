package wire

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"dormouse/runtime/llm"
)

const testKey = "secret-key-0123456789"

// serve starts a server on this machine and a client of it that does not wait.
func serve(t *testing.T, h http.HandlerFunc, change ...func(*Options)) (*Client, *httptest.Server) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	o := Options{BaseURL: s.URL + "/v1", Key: func(context.Context) (string, error) { return testKey, nil },
		Clock: Clock{Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}}
	for _, c := range change {
		c(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, s
}

// post asks once and reads all events of the answer, as text.
func post(ctx context.Context, c *Client) (string, error) {
	e, err := c.Stream(ctx, "x", "", []byte("{}"))
	if err != nil {
		return "", err
	}
	defer e.Close()
	return written(e)
}

// written are the events as they would stand in a plain stream.
func written(e *Events) (string, error) {
	var s strings.Builder
	for {
		v, err := e.Next()
		switch {
		case errors.Is(err, io.EOF):
			return s.String(), nil
		case err != nil:
			return s.String(), err
		case v.Done:
			s.WriteString("data: [DONE]\n\n")
			continue
		case v.Name != "" && !strings.ContainsAny(v.Name, "\r\n"):
			s.WriteString("event: " + v.Name + "\n")
		}
		var one bytes.Buffer
		if err := json.Compact(&one, v.Data); err != nil {
			return s.String(), fmt.Errorf("an event that is not JSON: %w", err)
		}
		s.WriteString("data: " + one.String() + "\n\n")
	}
}

func kind(err error) llm.Kind {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return llm.Kind(fmt.Sprint(err))
}

func events200(w http.ResponseWriter) { w.Header().Set("Content-Type", "text/event-stream") }

func TestPlainStream(t *testing.T) {
	var got http.Header
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		events200(w)
		io.WriteString(w, ": hi\r\ndata: {\"type\":\r\ndata: \"a\"}\r\n\r\nevent: b\rdata:{}\r\rdata: [DONE]")
	})
	s, err := post(t.Context(), c)
	if want := "event: a\ndata: {\"type\":\"a\"}\n\nevent: b\ndata: {}\n\ndata: [DONE]\n\n"; err != nil || s != want {
		t.Errorf("%q, %v", s, err)
	}
	if got.Get("Authorization") != "Bearer "+testKey || got.Get("Accept-Encoding") != "" || len(got) != 5 {
		t.Errorf("headers %v", got)
	}
}

// TestNoRedirect is GUARANTEES 22: the key does not go elsewhere.
func TestNoRedirect(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	for status := 300; status < 310; status++ {
		c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", other.URL+"/?k="+testKey)
			w.WriteHeader(status)
		})
		_, err := post(t.Context(), c)
		if kind(err) != llm.BadRequest || !strings.Contains(err.Error(), "not followed") || strings.Contains(err.Error(), testKey) {
			t.Errorf("%d: %v", status, err)
		}
	}
	if reached {
		t.Error("the other host was asked")
	}
	t.Log("guarantee 22: redirects=10 followed=0")
}

// GUARANTEES 22.
func TestOnlyTheConfiguredHost(t *testing.T) {
	c, _ := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("asked") })
	for _, u := range []string{"http://example.com/v1/x", "https://" + c.Host() + "/v1/x"} {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, u, nil)
		if _, _, err := c.send(req, ""); kind(err) != llm.BadRequest {
			t.Errorf("%s: %v", u, err)
		}
	}
}

func TestNoKeyWithoutTLS(t *testing.T) {
	sent := 0
	trip := roundTrip(func(r *http.Request) (*http.Response, error) {
		sent++
		return nil, errors.New("stop")
	})
	for base, refused := range map[string]bool{
		"http://example.com/v1": true, "http://8.8.8.8/v1": true, "https://example.com/v1": false,
		"http://192.168.1.9:8000/v1": false, "http://ollama:11434/v1": false, "http://[::1]:1/v1": false,
	} {
		sent = 0
		c, err := New(Options{BaseURL: base, Transport: trip, Key: func(context.Context) (string, error) { return testKey, nil }})
		if err != nil {
			t.Fatal(err)
		}
		_, err = post(t.Context(), c)
		if (sent == 0) != refused || (kind(err) == llm.Auth) != refused {
			t.Errorf("%s: %v, %d sent", base, err, sent)
		}
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestBadBaseURL(t *testing.T) {
	for _, u := range []string{"", "x", "ftp://x/", "http://", "http://user:pass@x/", "https://x/?key=1", "https://x/#a", "http://a b/", "://"} {
		if _, err := New(Options{BaseURL: u}); kind(err) != llm.BadRequest {
			t.Errorf("%q: %v", u, err)
		}
	}
}

// GUARANTEES 22.
func TestGzipBombIsNotOpened(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		events200(w)
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		z.Write(make([]byte, 1<<20))
		z.Close()
	})
	if _, err := post(t.Context(), c); kind(err) != llm.Garbage {
		t.Error(err)
	}
}

func TestHugeHeaders(t *testing.T) {
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Big", strings.Repeat("a", 200<<10))
		events200(w)
	})
	_, err := post(t.Context(), c)
	var a *again
	if kind(err) != llm.Unreachable || errors.As(err, &a) {
		t.Errorf("%v", err)
	}
}

// raw answers every connection with bytes.
func raw(t *testing.T, answer string) *Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() { // ends when the listener is closed
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = http.ReadRequest(bufio.NewReader(c))
			io.WriteString(c, answer)
			c.Close()
		}
	}()
	c, err := New(Options{BaseURL: "http://" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBrokenAnswers(t *testing.T) {
	cases := []struct {
		answer string
		kind   llm.Kind
		again  bool
	}{
		{"", llm.Unreachable, true},
		{"hello\r\n\r\n", llm.Unreachable, true},
		{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 100\r\n\r\ndata: {}\n\n", llm.Incomplete, true},
		{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", llm.Incomplete, true},
		{"HTTP/1.1 204 No Content\r\n\r\n", llm.BadRequest, false},
		{"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<a>", llm.Garbage, false},
	}
	for _, c := range cases {
		_, err := post(t.Context(), raw(t, c.answer))
		var a *again
		if kind(err) != c.kind || errors.As(err, &a) != c.again {
			t.Errorf("%q: %v (%s)", c.answer, err, kind(err))
		}
	}
}

func TestNobodyThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + l.Addr().String() + "/v1"
	l.Close()
	var told []llm.Retry
	c, _ := New(Options{BaseURL: base, Notify: func(r llm.Retry) { told = append(told, r) },
		Clock: Clock{Sleep: func(context.Context, time.Duration) error { return nil }}})
	err = c.Retry(t.Context(), func(ctx context.Context) (bool, error) { _, err := post(ctx, c); return false, err })
	if kind(err) != llm.Unreachable || len(told) != 3 || !strings.Contains(err.Error(), "refused") {
		t.Errorf("%v, %d retries", err, len(told))
	}
	if _, ok := Probe(t.Context(), base); ok {
		t.Error("the probe found somebody")
	}
}

func TestWrongCertificateIsNotTriedAgain(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("asked") }))
	s.Config.ErrorLog = nil
	defer s.Close()
	c, _ := New(Options{BaseURL: s.URL})
	_, err := post(t.Context(), c)
	var a *again
	if kind(err) != llm.Unreachable || errors.As(err, &a) {
		t.Errorf("%v", err)
	}
}

// TestWatch lets the times run out by hand.
func TestWatch(t *testing.T) {
	for _, c := range []struct {
		which time.Duration // whose time runs out
		kind  llm.Kind
	}{{5 * time.Minute, llm.Unreachable}, {time.Hour, llm.Unreachable}} {
		cl, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, func(o *Options) {
			o.Clock.After = func(d time.Duration, do func()) func() bool {
				if d == c.which {
					do()
				}
				return func() bool { return true }
			}
		})
		_, err := post(t.Context(), cl)
		var a *again
		if kind(err) != c.kind || errors.As(err, &a) || !strings.Contains(err.Error(), c.which.String()) {
			t.Errorf("%s: %v", c.which, err)
		}
	}
}

func TestCancelWhileNothingComes(t *testing.T) {
	asked := make(chan bool)
	c, _ := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(asked)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }() // ends when the server was asked
	if _, err := post(ctx, c); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestRealSleepEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := sleep(t.Context(), time.Microsecond); err != nil {
		t.Error(err)
	}
}

func TestKeyIsAskedOnceAndAgainAfterARefusal(t *testing.T) {
	asked, status := 0, 200
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		events200(w)
		w.WriteHeader(status)
		io.WriteString(w, `{"error":{"message":"bad key `+testKey+`"}}`)
	}, func(o *Options) {
		o.Key = func(context.Context) (string, error) { asked++; return testKey + "\n", nil }
	})
	post(t.Context(), c)
	status = 401
	if _, err := post(t.Context(), c); kind(err) != llm.Auth || asked != 1 || strings.Contains(err.Error(), testKey) {
		t.Errorf("%v, asked %d times", err, asked)
	}
	if post(t.Context(), c); asked != 2 {
		t.Errorf("asked %d times", asked)
	}
}

func TestBadKeys(t *testing.T) {
	for _, key := range []string{"two words", "line\nbreak", "ключ-ключ"} {
		c, _ := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("asked") },
			func(o *Options) { o.Key = func(context.Context) (string, error) { return key, nil } })
		if _, err := post(t.Context(), c); kind(err) != llm.Auth || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", key, err)
		}
	}
	c, _ := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("asked") },
		func(o *Options) {
			o.Key = func(context.Context) (string, error) { return "", errors.New("no \x1bvault") }
		})
	if _, err := post(t.Context(), c); kind(err) != llm.Auth || strings.Contains(err.Error(), "\x1b") {
		t.Error(err)
	}
}

func TestLogHoldsNoKey(t *testing.T) {
	var log strings.Builder
	c, _ := serve(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }, func(o *Options) {
		o.Logf = func(f string, a ...any) { fmt.Fprintf(&log, f+"\n", a...) }
		o.Headers = map[string]string{"X-Extra": "other-secret"}
	})
	c.Retry(t.Context(), func(ctx context.Context) (bool, error) { _, err := post(ctx, c); return false, err })
	if s := log.String(); strings.Count(s, ": 500 ") != 4 || strings.Contains(s, testKey) || strings.Contains(s, "other-secret") {
		t.Error(s)
	}
	if got := c.Clean("x other-secret y " + testKey); got != "x [key] y [key]" {
		t.Error(got)
	}
}

// FuzzEvents holds that any stream ends, and that what comes out is clean
// events: a second pass changes nothing.
func FuzzEvents(f *testing.F) {
	for _, s := range []string{"data: {}\n\n", "\uFEFFdata: [1]\r\n\r\n", "event: a\rdata: {\"error\":null}\r\r", "data: {\ndata: }\n\n", ":\n\n\r\r\n", "data: [DONE]", "<html>", "data: {\"type\":\"x\\ny\"}\n\n"} {
		f.Add([]byte(s))
	}
	pass := func(b string) (string, error) {
		c, err := New(Options{BaseURL: "http://localhost", Limits: Limits{Line: 1 << 16}})
		if err != nil {
			return "", err
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		in := &body{c: c, in: io.NopCloser(strings.NewReader(b)), ctx: ctx, outer: ctx, cancel: cancel, left: 1 << 20,
			watch: newWatch(Clock{After: func(time.Duration, func()) func() bool { return func() bool { return true } }}.fill(), 0, cancel)}
		e := newEvents(c, in)
		defer e.Close()
		return written(e)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		once, err := pass(string(b))
		if err != nil && kind(err) == "" {
			t.Errorf("%q: %v", b, err)
		}
		twice, err := pass(once)
		if err != nil || twice != once {
			t.Errorf("%q\nonce  %q\ntwice %q, %v", b, once, twice, err)
		}
	})
}
