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

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/wire"
)

// always answers every request with the same stream.
func always(body string) *fake {
	return &fake{answer: func(int, *http.Request) (*http.Response, error) { return stream(body), nil }}
}

func each(t *testing.T, do func(*testing.T, speech)) {
	for _, sp := range speeches() {
		t.Run(sp.name, func(t *testing.T) { do(t, sp) })
	}
}

func TestWholeReply(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.texts("Good ", "morn", "ing ☕")))
		h := listen(t.Context(), m, hello())
		want := heardReply{text: "Good morning ☕", stop: llm.End, usage: &transcript.Usage{Input: 100, Cached: 40, Output: 7}}
		if sp.d == Messages {
			want.usage.CacheWrite = 10
		}
		if !reflect.DeepEqual(h, want) {
			t.Errorf("got %+v (usage %+v)\nwant %+v (usage %+v)", h, h.usage, want, want.usage)
		}
	})
}

func TestCallsComeWholeAndLast(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.calls))
		h := listen(t.Context(), m, hello())
		want := []transcript.Call{{ID: "c_1", Name: "memory_search", Arguments: `{"query":"tea"}`}, {ID: "c_2", Name: "wait", Arguments: "{}"}}
		if h.err != nil || h.stop != llm.Calls || !reflect.DeepEqual(h.calls, want) || h.text != "Let me." {
			t.Errorf("got %+v", h)
		}
	})
}

func TestReasoning(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.think))
		if h := listen(t.Context(), m, hello()); h.reasoning != "Hm." || h.text != "Yes." || h.err != nil {
			t.Errorf("got %+v", h)
		}
	})
}

func TestZeroUsageIsNoUsage(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.zero))
		if h := listen(t.Context(), m, hello()); h.err != nil || h.text != "Hi." || h.usage != nil {
			t.Errorf("got %+v usage %+v", h, h.usage)
		}
	})
}

func TestCallCutByItsLimitIsIncomplete(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.long))
		if h := listen(t.Context(), m, hello()); kindOf(h.err) != llm.Incomplete || len(h.calls) != 0 {
			t.Errorf("got %+v", h)
		}
	})
}

// TestCutAtEveryByte is GUARANTEES 18 and 19: whatever the byte, and whether the
// connection ends or breaks, the reply is whole or said to be incomplete, and no
// call escapes from an incomplete one.
func TestCutAtEveryByte(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		for name, body := range map[string]string{"text": sp.texts("Good ", "morn", "ing ☕"), "calls": sp.calls} {
			whole := listen(t.Context(), first(open(t, sp, always(body))), hello())
			complete, cut := 0, 0
			for n := range len(body) {
				for _, breaks := range []bool{false, true} {
					if breaks && n%7 != 0 && len(body)-n > 40 {
						continue // four requests each: now and then is enough
					}
					f := &fake{answer: func(int, *http.Request) (*http.Response, error) {
						var r io.Reader = strings.NewReader(body[:n])
						if breaks {
							r = broken(body[:n])
						}
						return respond(200, "text/event-stream", r), nil
					}}
					m, _ := open(t, sp, f)
					h := listen(t.Context(), m, hello())
					switch {
					case h.err == nil && h.stop != "":
						complete++
						if h.text != whole.text || !reflect.DeepEqual(h.calls, whole.calls) {
							t.Fatalf("%s cut at %d: complete with %+v", name, n, h)
						}
					case kindOf(h.err) == llm.Incomplete && h.stop == "" && len(h.calls) == 0 && strings.HasPrefix(whole.text, h.text):
						cut++
						// What was shown is never asked for again; what was not, is, where the
						// connection broke.
						want := 1
						if breaks && h.text == "" {
							want = 4
						}
						if f.count() != want {
							t.Fatalf("%s cut at %d: %d requests, want %d", name, n, f.count(), want)
						}
					default:
						t.Fatalf("%s cut at %d: %+v", name, n, h)
					}
				}
			}
			if cut < len(body)/2 {
				t.Errorf("%s: only %d of %d cuts were seen as incomplete (%d complete)", name, cut, len(body), complete)
			}
		}
	})
}

func first(m *Model, _ *[]time.Duration) *Model { return m }

// TestNoEndMarker: all text came, but not the event that says so.
func TestNoEndMarker(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		last := map[Dialect]string{Messages: "event: message_stop", Chat: stopMark(sp), Responses: stopMark(sp)}[sp.d]
		head, tail, _ := strings.Cut(sp.texts("Good."), last)
		if tail == "" {
			t.Fatal("no end to leave out")
		}
		m, _ := open(t, sp, always(head))
		if h := listen(t.Context(), m, hello()); kindOf(h.err) != llm.Incomplete || h.text != "Good." || h.stop != "" {
			t.Errorf("%+v", h)
		}
	})
}

func TestOddFraming(t *testing.T) {
	odd := map[string]func(string) string{
		"crlf": func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"cr":   func(s string) string { return strings.ReplaceAll(s, "\n", "\r") },
		"bom":  func(s string) string { return "\uFEFF" + s },
		"comments": func(s string) string {
			return ": hello\n\n" + strings.ReplaceAll(s, "data: ", ": ping\nid: 3\nretry: 10\ndata: ")
		},
		"no space":   func(s string) string { return strings.ReplaceAll(s, "data: ", "data:") },
		"no names":   func(s string) string { return lines(s, func(l string) bool { return !strings.HasPrefix(l, "event:") }) },
		"split data": func(s string) string { return strings.ReplaceAll(s, `{"`, "{\ndata: \"") },
		"no end":     func(s string) string { return strings.TrimRight(s, "\n") },
		"empty":      func(s string) string { return "\n\n\n" + strings.ReplaceAll(s, "\n\n", "\n\n\n\ndata:\n\ndata\n\n") },
	}
	each(t, func(t *testing.T, sp speech) {
		body := sp.texts("Good ", "mörning ☕")
		for name, change := range odd {
			for _, dribble := range []bool{false, true} {
				f := &fake{answer: func(int, *http.Request) (*http.Response, error) {
					var r io.Reader = strings.NewReader(change(body))
					if dribble { // also splits UTF-8 and CR LF
						r = oneByte{r}
					}
					return respond(200, "text/event-stream", r), nil
				}}
				m, _ := open(t, sp, f)
				if h := listen(t.Context(), m, hello()); h.err != nil || h.text != "Good mörning ☕" || h.stop != llm.End {
					t.Errorf("%s (dribble %v): %+v", name, dribble, h)
				}
			}
		}
	})
}

type oneByte struct{ io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.Reader.Read(p[:min(1, len(p))]) }

func lines(s string, keep func(string) bool) string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		if keep(l) {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func TestErrorWithinStream(t *testing.T) {
	cases := []struct {
		code, message string
		kind          llm.Kind
		again         bool
	}{
		{"overloaded_error", "Overloaded", llm.Overloaded, true},
		{"server_error", "The server had an error", llm.Overloaded, true},
		{"rate_limit_exceeded", "Slow down", llm.RateLimited, true},
		{"insufficient_quota", "You exceeded your current quota", llm.RateLimited, false},
		{"invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum", llm.TooLong, false},
		{"context_length_exceeded", "Your input exceeds the context window of this model.", llm.TooLong, false},
		{"authentication_error", "invalid x-api-key " + testKey, llm.Auth, false},
		{"invalid_request_error", "tools.0: bad", llm.BadRequest, false},
	}
	each(t, func(t *testing.T, sp speech) {
		for _, c := range cases {
			f := always(sp.fails(c.code, c.message))
			m, slept := open(t, sp, f)
			h := listen(t.Context(), m, hello())
			if kindOf(h.err) != c.kind || (len(*slept) == 3) != c.again || f.count() != len(*slept)+1 {
				t.Errorf("%s: %v, kind %s, %d requests", c.code, h.err, kindOf(h.err), f.count())
			}
			if strings.Contains(h.err.Error(), testKey) {
				t.Errorf("%s: key in %q", c.code, h.err)
			}
			// After output was shown nothing is tried again.
			head, _, _ := strings.Cut(sp.texts("Good "), stopMark(sp))
			f = always(head + sp.fails(c.code, c.message))
			m, slept = open(t, sp, f)
			if h := listen(t.Context(), m, hello()); kindOf(h.err) != c.kind || h.text != "Good " || len(*slept) != 0 {
				t.Errorf("%s after output: %+v, %d waits", c.code, h, len(*slept))
			}
		}
	})
}

// stopMark is where a reply of text begins to end.
func stopMark(sp speech) string {
	switch sp.d {
	case Messages:
		return "event: content_block_stop"
	case Chat:
		return `data: {"choices":[{"delta":{},"finish_reason":"stop"`
	}
	return "event: response.completed"
}

// TestEveryStatus is GUARANTEES 18 and 20.
func TestEveryStatus(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		for status := 400; status <= 529; status++ {
			f := &fake{answer: func(int, *http.Request) (*http.Response, error) {
				return respond(status, "application/json", strings.NewReader(`{"error":{"message":"no `+testKey+`\u001b[31m"}}`)), nil
			}}
			m, slept := open(t, sp, f)
			h := listen(t.Context(), m, hello())
			want := 1
			if status == 408 || status == 409 || status == 429 || status >= 500 {
				want = 4
			}
			var e *llm.Error
			if !errors.As(h.err, &e) || e.Status != status || f.count() != want || len(*slept) != want-1 {
				t.Errorf("%d: %v, %d requests", status, h.err, f.count())
				continue
			}
			if strings.Contains(e.Error(), testKey) || strings.Contains(e.Error(), "\x1b") {
				t.Errorf("%d: %q", status, e)
			}
		}
	})
}

func TestRecoversWhenTheServerDoes(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		var told []llm.Retry
		f := &fake{answer: func(n int, _ *http.Request) (*http.Response, error) {
			switch n {
			case 1:
				r := respond(429, "application/json", strings.NewReader(`{"error":"slow down"}`))
				r.Header.Set("Retry-After", "7")
				return r, nil
			case 2:
				return nil, errors.New("connection reset by peer")
			case 3:
				r := respond(529, "text/html", strings.NewReader("<html>"))
				r.Header.Set("Retry-After", "86400")
				return r, nil
			}
			return stream(sp.texts("Back.")), nil
		}}
		m, slept := open(t, sp, f, func(o *Options) { o.Notify = func(r llm.Retry) { told = append(told, r) } })
		h := listen(t.Context(), m, hello())
		if h.err != nil || h.text != "Back." {
			t.Fatalf("%+v", h)
		}
		want := []time.Duration{7 * time.Second, time.Second, time.Minute}
		if !reflect.DeepEqual(*slept, want) || len(told) != 3 || told[2].Attempt != 3 || told[0].Kind != llm.RateLimited {
			t.Errorf("waited %v, told %+v", *slept, told)
		}
		for i := 1; i < len(f.bodies); i++ {
			if string(f.bodies[i]) != string(f.bodies[0]) {
				t.Errorf("retry %d sent other bytes", i)
			}
		}
	})
}

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
			var f *fake
			f = &fake{answer: func(_ int, req *http.Request) (*http.Response, error) {
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
