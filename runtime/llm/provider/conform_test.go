package provider

import (
	"errors"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
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
		if sp.d == Gemini {
			want[0].Signature = "c2lnbmF0dXJl"
		}
		if h.err != nil || h.stop != llm.Calls || !reflect.DeepEqual(h.calls, want) || h.text != "Let me." {
			t.Errorf("got %+v", h)
		}
	})
}

func TestReasoning(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.think), func(o *Options) { o.Thoughts = true })
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
		if sp.long == "" {
			t.Skip("its calls come whole")
		}
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
			t.Logf("guarantee 18: cuts=%d whole=%d incomplete=%d", complete+cut, complete, cut)
			t.Logf("guarantee 19: cuts=%d calls_run_of_them=0", cut)
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
		last := map[Dialect]string{Messages: "event: message_stop", Chat: stopMark(sp), Responses: stopMark(sp), Gemini: stopMark(sp)}[sp.d]
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
	case Gemini:
		return `data: {"candidates":[{"content":{"parts":[{"text":""}],"role":"model"},"finishReason"`
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
		t.Log("guarantee 18: statuses=130 lost=0")
		t.Log("guarantee 20: statuses=130 requests_at_most=4 retried_without_leave=0")
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
