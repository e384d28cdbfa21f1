package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/runtime/llm"
	"dormouse/runtime/llm/wire"
)

const testKey = "secret-key-0123456789"

// house is a provider that answers with vectors whose first number is the
// length of the text, in reverse order.
type house struct {
	requests [][]string
	headers  http.Header
	path     string
	answer   func(w http.ResponseWriter, n int, input []string) bool // true: it answered
}

func (h *house) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var q struct {
		Model string
		Input []string
	}
	_ = json.Unmarshal(body, &q)
	h.requests, h.headers, h.path = append(h.requests, q.Input), r.Header, r.URL.Path
	if h.answer != nil && h.answer(w, len(h.requests), q.Input) {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	var items []string
	for i, s := range slices.Backward(q.Input) {
		items = append(items, fmt.Sprintf(`{"object":"embedding","index":%d,"embedding":[%d,0.5]}`, i, len(s)))
	}
	fmt.Fprintf(w, `{"object":"list","model":%q,"data":[%s]}`, q.Model, strings.Join(items, ","))
}

// serve starts a provider; slept are the waits before retries.
func serve(t *testing.T, h *house, change ...func(*Options)) (*Client, *[]time.Duration) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	slept := &[]time.Duration{}
	o := Options{BaseURL: s.URL + "/v1/", Key: func(context.Context) (string, error) { return testKey, nil },
		Clock: wire.Clock{Sleep: func(ctx context.Context, d time.Duration) error {
			*slept = append(*slept, d)
			return ctx.Err()
		}}}
	for _, c := range change {
		c(&o)
	}
	c, err := Open("ollama/some-model", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, slept
}

func texts(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strings.Repeat("x", i+1)
	}
	return out
}

func kind(err error) llm.Kind {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return llm.Kind(fmt.Sprint(err))
}

func TestEveryTextHasItsVector(t *testing.T) {
	h := &house{}
	c, _ := serve(t, h, func(o *Options) { o.Batch = 10 })
	vs, err := c.Embed(t.Context(), texts(25))
	if err != nil || len(vs) != 25 {
		t.Fatal(len(vs), err)
	}
	for i, v := range vs {
		if v[0] != float32(i+1) {
			t.Errorf("vector %d is that of %v", i, v[0])
		}
	}
	if len(h.requests) != 3 || len(h.requests[0]) != 10 || len(h.requests[2]) != 5 {
		t.Errorf("%d requests", len(h.requests))
	}
	if h.path != "/v1/embeddings" || h.headers.Get("Authorization") != "Bearer "+testKey || h.headers.Get("Accept") != "application/json" {
		t.Errorf("%s %v", h.path, h.headers)
	}
	if want := "ollama/some-model " + c.Host(); c.Name() != want {
		t.Errorf("%q", c.Name())
	}
	if vs, err := c.Embed(t.Context(), nil); len(vs) != 0 || err != nil || len(h.requests) != 3 {
		t.Error("no texts are a request", err)
	}
}

func TestRequestsAreOfBoundedSize(t *testing.T) {
	h := &house{}
	c, _ := serve(t, h)
	var long []string
	for range 30 {
		long = append(long, strings.Repeat("y", batchBytes/10+1))
	}
	if _, err := c.Embed(t.Context(), append(long, strings.Repeat("z", 2*batchBytes))); err != nil {
		t.Fatal(err)
	}
	if len(h.requests) != 5 || len(h.requests[0]) != 9 || len(h.requests[4]) != 1 {
		t.Errorf("%d requests, the first of %d", len(h.requests), len(h.requests[0]))
	}
}

func say(status int, contentType, body string, headers ...string) func(http.ResponseWriter, int, []string) bool {
	return func(w http.ResponseWriter, _ int, _ []string) bool {
		w.Header().Set("Content-Type", contentType)
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
		return true
	}
}

func TestRefusals(t *testing.T) {
	const js = "application/json"
	for _, c := range []struct {
		name   string
		answer func(http.ResponseWriter, int, []string) bool
		want   llm.Kind
		tries  int
	}{
		{"401", say(401, js, `{"error":{"message":"bad key `+testKey+`"}}`), llm.Auth, 1},
		{"404", say(404, js, `{"error":{"message":"no such model"}}`), llm.NotFound, 1},
		{"400", say(400, js, `{"error":"this model embeds nothing"}`), llm.BadRequest, 1},
		{"429", say(429, js, `{}`, "Retry-After", "3"), llm.RateLimited, 3},
		{"503", say(503, js, ``), llm.Overloaded, 3},
		{"redirect", say(302, js, ``, "Location", "http://example.com/"), llm.BadRequest, 1},
		{"page", say(200, "text/html", "<html>hello</html>"), llm.Garbage, 1},
		{"page as JSON", say(200, js, "<html>hello</html>"), llm.Garbage, 1},
		{"nothing", say(200, js, " "), llm.Garbage, 1},
		{"stream", say(200, "text/event-stream", "data: {}\n\n"), llm.Garbage, 1},
		{"error with 200", say(200, js, `{"error":{"message":"unknown model","code":"model_not_found"}}`), llm.NotFound, 1},
		{"too few", say(200, js, `{"data":[{"index":0,"embedding":[1,2]}]}`), llm.Garbage, 1},
		{"one twice", say(200, js, `{"data":[{"index":1,"embedding":[1,2]},{"index":1,"embedding":[1,2]}]}`), llm.Garbage, 1},
		{"index outside", say(200, js, `{"data":[{"index":0,"embedding":[1,2]},{"index":2,"embedding":[1,2]}]}`), llm.Garbage, 1},
		{"negative index", say(200, js, `{"data":[{"index":0,"embedding":[1,2]},{"index":-1,"embedding":[1,2]}]}`), llm.Garbage, 1},
		{"unequal", say(200, js, `{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1,2,3]}]}`), llm.Garbage, 1},
		{"empty vector", say(200, js, `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`), llm.Garbage, 1},
		{"huge number", say(200, js, `{"data":[{"index":0,"embedding":[1e99]},{"index":1,"embedding":[1]}]}`), llm.Garbage, 1},
		{"words", say(200, js, `{"data":[{"index":0,"embedding":"QUJD"},{"index":1,"embedding":"QUJD"}]}`), llm.Garbage, 1},
		{"torn", say(200, js, `{"data":[{"index":0,"embedding":[1,2`), llm.Garbage, 1},
	} {
		h := &house{answer: c.answer}
		client, _ := serve(t, h)
		vs, err := client.Embed(t.Context(), []string{"one", "two"})
		if kind(err) != c.want || vs != nil || len(h.requests) != c.tries {
			t.Errorf("%s: %v after %d tries, want %s after %d", c.name, err, len(h.requests), c.want, c.tries)
		}
		if strings.Contains(fmt.Sprint(err), testKey) {
			t.Errorf("%s: the key is in %v", c.name, err)
		}
	}
}

func TestWaitsAsAsked(t *testing.T) {
	for asked, want := range map[string]time.Duration{"3": 3 * time.Second, "3600": 10 * time.Second} {
		h := &house{answer: func(w http.ResponseWriter, n int, in []string) bool {
			return n == 1 && say(429, "application/json", "{}", "Retry-After", asked)(w, n, in)
		}}
		c, slept := serve(t, h)
		vs, err := c.Embed(t.Context(), texts(2))
		if err != nil || len(vs) != 2 || !slices.Equal(*slept, []time.Duration{want}) {
			t.Errorf("%s: %v, %v", asked, err, *slept)
		}
	}
}

// Another length than in the first answer is an error, not a vector.
func TestLengthStays(t *testing.T) {
	h := &house{answer: func(w http.ResponseWriter, n int, in []string) bool {
		return n == 2 && say(200, "application/json", `{"data":[{"index":0,"embedding":[1,2,3]}]}`)(w, n, in)
	}}
	c, _ := serve(t, h)
	if _, err := c.Embed(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Embed(t.Context(), []string{"a"}); kind(err) != llm.Garbage {
		t.Error(err)
	}
}

// Servers that leave out the index answer in order.
func TestWithoutIndex(t *testing.T) {
	c, _ := serve(t, &house{answer: say(200, "application/json", `{"data":[{"embedding":[1,9]},{"embedding":[2,9]}]}`)})
	vs, err := c.Embed(t.Context(), texts(2))
	if err != nil || vs[0][0] != 1 || vs[1][0] != 2 {
		t.Error(vs, err)
	}
}

func TestTooLongIsCut(t *testing.T) {
	h := &house{answer: func(w http.ResponseWriter, n int, in []string) bool {
		return len(in[0]) > 600 && say(400, "application/json", `{"error":{"message":"input exceeds the context length"}}`)(w, n, in)
	}}
	c, _ := serve(t, h)
	vs, err := c.Embed(t.Context(), []string{strings.Repeat("ü", 700), "short"})
	if err != nil || len(h.requests) != 2 || h.requests[1][0] != strings.Repeat("ü", shortText/2) || vs[1][0] != 5 {
		t.Error(err, len(h.requests), vs)
	}
}

func TestCancelling(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	h := &house{answer: func(w http.ResponseWriter, _ int, _ []string) bool {
		cancel()
		<-t.Context().Done() // no answer comes before the test is over
		return true
	}}
	c, _ := serve(t, h)
	if _, err := c.Embed(ctx, texts(1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestOpen(t *testing.T) {
	for _, c := range []struct {
		ref, base string
		host      string // "" for an error
	}{
		{"openai/text-embedding-3-small", "", "api.openai.com"},
		{"ollama/nomic-embed-text", "", "127.0.0.1:11434"},
		{"gemini/gemini-embedding-001", "", "generativelanguage.googleapis.com"},
		{"anyone/bge-m3", "http://localhost:8080/v1", "localhost:8080"},
		{"anyone/bge-m3", "", ""},
		{"anthropic/claude", "", ""},
		{"bge-m3", "http://localhost:8080/v1", ""},
		{"openai/x", "http://user:pass@host/v1", ""},
	} {
		client, err := Open(c.ref, Options{BaseURL: c.base})
		if (err == nil) != (c.host != "") || err == nil && client.Host() != c.host {
			t.Errorf("%s at %q: %v", c.ref, c.base, err)
		}
	}
}
