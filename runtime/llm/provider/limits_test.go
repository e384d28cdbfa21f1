package provider

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/wire"
)

func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		// while waiting for a retry
		ctx, cancel := context.WithCancel(t.Context())
		f := &fake{answer: func(int, *http.Request) (*http.Response, error) {
			cancel()
			return respond(503, "application/json", strings.NewReader(`{}`)), nil
		}}
		m, _ := open(t, sp, f)
		if h := listen(ctx, m, hello()); !errors.Is(h.err, context.Canceled) || f.count() != 1 {
			t.Errorf("while waiting: %v after %d requests", h.err, f.count())
		}
		// within the stream
		ctx, cancel = context.WithCancel(t.Context())
		defer cancel()
		m, _ = open(t, sp, &fake{answer: func(_ int, req *http.Request) (*http.Response, error) {
			head, _, _ := strings.Cut(sp.texts("Good "), stopMark(sp))
			return respond(200, "text/event-stream", io.MultiReader(strings.NewReader(head), untilDone{req.Context()})), nil
		}})
		var err error
		for c, e := range m.Stream(ctx, hello()) {
			err = e
			if c.Text != "" {
				cancel()
			}
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("within the stream: %v", err)
		}
	})
}

// untilDone blocks as a quiet connection does.
type untilDone struct{ ctx context.Context }

func (u untilDone) Read([]byte) (int, error) {
	<-u.ctx.Done()
	return 0, u.ctx.Err()
}

func TestStall(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		head, _, _ := strings.Cut(sp.texts("Good "), stopMark(sp))
		for _, sent := range []string{head, ""} {
			var armed []func()
			f := &fake{answer: func(_ int, req *http.Request) (*http.Response, error) {
				return respond(200, "text/event-stream", io.MultiReader(strings.NewReader(sent), expire(&armed), untilDone{req.Context()})), nil
			}}
			m, slept := open(t, sp, f, func(o *Options) {
				o.Clock.After = func(d time.Duration, do func()) func() bool {
					if d == 90*time.Second {
						armed = append(armed, do)
					}
					return func() bool { return true }
				}
			})
			h := listen(t.Context(), m, hello())
			if kindOf(h.err) != llm.Incomplete || len(*slept) != 0 || !strings.Contains(fmt.Sprint(h.err), "1m30s") {
				t.Errorf("sent %q: %v", sent, h.err)
			}
			// Each byte that comes begins the time anew.
			if begun := len(armed); (begun == 1) != (sent == "") {
				t.Errorf("sent %q: the idle time began %d times", sent, begun)
			}
		}
	})
}

// expire lets the last armed time run out when it is read.
func expire(armed *[]func()) io.Reader {
	return readFunc(func([]byte) (int, error) {
		(*armed)[len(*armed)-1]()
		return 0, io.EOF
	})
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

func TestNotTheAPI(t *testing.T) {
	cases := map[string]func() *http.Response{
		"html":        func() *http.Response { return respond(200, "text/html", strings.NewReader("<html>hello")) },
		"html as sse": func() *http.Response { return stream("<!doctype html><html>\n\n") },
		"no events":   func() *http.Response { return stream("data: hello\n\n") },
		"json":        func() *http.Response { return respond(200, "application/json", strings.NewReader(`{"id":"x"}`)) },
		"long line": func() *http.Response {
			return respond(200, "text/event-stream", io.MultiReader(strings.NewReader("data: "), endless('a')))
		},
		"long event":   func() *http.Response { return respond(200, "text/event-stream", endlessLines("data: aaaaaaaa\n")) },
		"long comment": func() *http.Response { return respond(200, "text/event-stream", endless(':')) },
		"endless":      func() *http.Response { return respond(200, "text/event-stream", endlessLines(": ping\n\n")) },
		"gzip": func() *http.Response {
			r := stream("x")
			r.Header.Set("Content-Encoding", "gzip")
			return r
		},
	}
	each(t, func(t *testing.T, sp speech) {
		for name, answer := range cases {
			f := &fake{answer: func(int, *http.Request) (*http.Response, error) { return answer(), nil }}
			m, slept := open(t, sp, f, func(o *Options) { o.Limits = wire.Limits{Body: 1 << 20, Line: 64 << 10} })
			if h := listen(t.Context(), m, hello()); kindOf(h.err) != llm.Garbage || len(*slept) != 0 {
				t.Errorf("%s: %v", name, h.err)
			} else if strings.HasPrefix(name, "long") && !strings.Contains(h.err.Error(), "a line of more than") {
				t.Errorf("%s: bounded too late: %v", name, h.err)
			}
		}
		m, _ := open(t, sp, &fake{answer: func(int, *http.Request) (*http.Response, error) {
			return respond(200, "application/json", strings.NewReader(`{"error":{"message":"prompt is too long"}}`)), nil
		}})
		if h := listen(t.Context(), m, hello()); kindOf(h.err) != llm.TooLong {
			t.Errorf("error in a 200: %v", h.err)
		}
	})
}

func endless(b byte) io.Reader {
	return readFunc(func(p []byte) (int, error) {
		for i := range p {
			p[i] = b
		}
		return len(p), nil
	})
}

func endlessLines(s string) io.Reader {
	return readFunc(func(p []byte) (int, error) { return copy(p, s), nil })
}

func TestHeadersCarryOnlyWhatIsNeeded(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		f := always(sp.texts("Hi."))
		m, _ := open(t, sp, f, func(o *Options) { o.Headers = map[string]string{"X-Team": "a"} })
		listen(t.Context(), m, hello())
		want := http.Header{"User-Agent": {"dormouse"}, "Accept": {"text/event-stream"}, "Content-Type": {"application/json"}, "X-Team": {"a"}}
		if sp.d == Messages {
			want.Set("X-Api-Key", testKey)
			want.Set("Anthropic-Version", "2023-06-01")
		} else if sp.d == Gemini {
			want.Set("X-Goog-Api-Key", testKey)
		} else {
			want.Set("Authorization", "Bearer "+testKey)
		}
		if !reflect.DeepEqual(f.heads[0], want) {
			t.Errorf("got %v\nwant %v", f.heads[0], want)
		}
		if strings.Contains(string(f.bodies[0]), testKey) {
			t.Error("key in the body")
		}
	})
}

func TestEarlyBreakEndsTheRequest(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		closed := false
		m, _ := open(t, sp, &fake{answer: func(int, *http.Request) (*http.Response, error) {
			r := stream(sp.texts("a", "b", "c"))
			r.Body = closer{r.Body, &closed}
			return r, nil
		}})
		for range m.Stream(t.Context(), hello()) {
			break
		}
		if !closed {
			t.Error("the connection was left open")
		}
	})
}

type closer struct {
	io.Reader
	closed *bool
}

func (c closer) Close() error { *c.closed = true; return nil }
