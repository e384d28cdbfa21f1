package wire

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"

	"dormouse/runtime/llm"
)

func TestClassify(t *testing.T) {
	cases := []struct {
		status int
		body   string
		kind   llm.Kind
		again  bool
	}{
		// the context does not fit, in the dialects
		{400, `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, llm.TooLong, false},
		{400, `{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","code":"context_length_exceeded"}}`, llm.TooLong, false},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}`, llm.TooLong, false},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"input length and ` + "`max_tokens`" + ` exceed context limit: 188240 + 21333 > 200000, decrease input length or max_tokens and try again"}}`, llm.TooLong, false},
		{413, `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, llm.TooLong, false},
		{413, `<html>`, llm.TooLong, false},
		{400, `[{"error":{"code":400,"message":"The input token count (1234567) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}]`, llm.TooLong, false},
		{400, `{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":4500,"n_ctx":4096}}`, llm.TooLong, false},
		{500, `{"error":{"code":500,"message":"context size has been exceeded","type":"server_error"}}`, llm.TooLong, false},
		{400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 4200 tokens","type":"BadRequestError","code":400}`, llm.TooLong, false},
		{400, `{"object":"error","message":"The decoder prompt (length 5000) is longer than the maximum model length of 4096.","code":400}`, llm.TooLong, false},
		{500, `{"error":{"message":"the input length exceeds the context length","type":"api_error"}}`, llm.TooLong, false},
		{400, `{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough."}`, llm.TooLong, false},
		{400, `{"error":{"message":"This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens.","code":400}}`, llm.TooLong, false},
		{400, `{"error":{"message":"Please reduce the length of the messages or completion.","code":"context_length_exceeded"}}`, llm.TooLong, false},
		{400, `{"error":{"message":"no","code":"model_max_prompt_tokens_exceeded"}}`, llm.TooLong, false},
		{429, `{"error":{"message":"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 40000","code":"rate_limit_exceeded"}}`, llm.TooLong, false},
		{500, `{"error":{"message":"Requested tokens (9001) exceed context window of 4096","type":"internal_server_error","code":null}}`, llm.TooLong, false},
		// what only sounds like it
		{400, `{"error":{"message":"max_tokens is too large: 100000. This model supports at most 16384 completion tokens","code":"invalid_value"}}`, llm.BadRequest, false},
		{401, `{"error":{"message":"maximum context length"}}`, llm.Auth, false},
		{429, `{"error":{"message":"Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 4000. Please try again in 6s.","code":"rate_limit_exceeded"}}`, llm.RateLimited, true},
		{429, `{"message":"Too many tokens, please wait before trying again."}`, llm.RateLimited, true},
		// the rest
		{400, `{"error":{"message":"tools.0: bad"}}`, llm.BadRequest, false},
		{400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, llm.Auth, false},
		{401, `{"error":{"message":"Incorrect API key provided"}}`, llm.Auth, false},
		{402, `{"error":{"message":"Insufficient credits","code":402}}`, llm.Auth, false},
		{403, ``, llm.Auth, false},
		{404, `{"error":{"message":"model \"x\" not found, try pulling it first","type":"not_found_error"}}`, llm.NotFound, false},
		{404, `404 page not found`, llm.NotFound, false},
		{400, `{"error":{"message":"no","code":"model_not_found"}}`, llm.NotFound, false},
		{408, ``, llm.Overloaded, true},
		{409, ``, llm.Overloaded, true},
		{418, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, llm.BadRequest, false},
		{422, `{"detail":"prompt is too long"}`, llm.TooLong, false},
		{429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, llm.RateLimited, false},
		{429, ``, llm.RateLimited, true},
		{500, `{"error":{"message":"oops"}}`, llm.Overloaded, true},
		{502, `<html><body>Bad gateway`, llm.Overloaded, true},
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, llm.Overloaded, true},
	}
	for _, c := range cases {
		e := classify(c.status, []byte(c.body))
		_, again := e.Err.(*again)
		if e.Kind != c.kind || again != c.again || e.Status != c.status {
			t.Errorf("%d %s\ngot %s, again %v: %s", c.status, c.body, e.Kind, again, e.Text)
		}
		if strings.Contains(e.Text, "<") {
			t.Errorf("markup in %q", e.Text)
		}
	}
}

// TestARouterPassesOnTheCause: what the provider behind a router said is shown, and
// decides.
func TestARouterPassesOnTheCause(t *testing.T) {
	for raw, want := range map[string]llm.Kind{
		`"{\"error\":{\"message\":\"prompt is too long: 208310 tokens > 200000 maximum\"}}"`: llm.TooLong,
		`{"error":{"message":"tools.0: bad"}}`:                                               llm.BadRequest,
		`"busy upstream, please retry shortly"`:                                              llm.BadRequest,
		`"<html>a page that says nothing</html>"`:                                            llm.BadRequest,
	} {
		e := classify(400, []byte(`{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":`+raw+`,"provider_name":"Somebody"}}}`))
		if e.Kind != want || strings.Contains(e.Text, "Provider returned error") != strings.Contains(raw, "<") {
			t.Errorf("%s: %s: %s", raw, e.Kind, e.Text)
		}
	}
}

// TestTheFieldIsTold: FastAPI's servers name it beside the words.
func TestTheFieldIsTold(t *testing.T) {
	for body, want := range map[string]string{
		`{"detail":[{"type":"extra_forbidden","loc":["body","max_tokens"],"msg":"Extra inputs are not permitted","input":16}]}`: "max_tokens: Extra inputs are not permitted",
		`{"detail":[{"loc":["body","messages",0,"content"],"msg":"field required"}]}`:                                           "messages.0.content: field required",
		`{"detail":[{"loc":["body"],"msg":"field required"}]}`:                                                                  "Entity: field required",
	} {
		if e := classify(422, []byte(body)); !strings.Contains(e.Text, want) {
			t.Errorf("%s: %s", body, e.Text)
		}
	}
}

// FuzzClassify holds that any body gives an error with words and a kind.
func FuzzClassify(f *testing.F) {
	for _, s := range []string{``, `{`, `null`, `[]`, `[[[[[[]]]]]]`, `{"error":{"error":{"error":{"error":{"error":1}}}}}`, `{"error":null}`, `{"code":1e999}`, `"x"`, "\x00\xff", `{"error":{"code":404.5}}`} {
		f.Add(400, []byte(s))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		e := classify(status, body)
		if e.Text == "" || e.Kind == "" {
			t.Errorf("%d %q: %+v", status, body, e)
		}
		if e := eventError("", body); e != nil && e.Kind == "" {
			t.Errorf("%q: %+v", body, e)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	cases := []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second},
		{"Retry-After", " 1.5 ", 1500 * time.Millisecond},
		{"Retry-After", "0", 0},
		{"Retry-After", "-3", 0},
		{"Retry-After", "soon", 0},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "1e300", 24 * time.Hour},
		{"Retry-After", "99999999999999999999", 24 * time.Hour},
		{"Retry-After", "Sat, 21 Nov 2026 08:00:20 GMT", 20 * time.Second},
		{"Retry-After", "Sat, 21 Nov 2020 08:00:20 GMT", 0},
		{"Retry-After", "Sat, 21 Nov 2099 08:00:20 GMT", 24 * time.Hour},
		{"Retry-After-Ms", "250", 250 * time.Millisecond},
		{"X-Nothing", "5", 0},
	}
	for _, c := range cases {
		if got := retryAfter(http.Header{c.name: {c.value}}, now); got != c.want {
			t.Errorf("%s: %q = %s, want %s", c.name, c.value, got, c.want)
		}
	}
}

// TestTheBodyAsksToWait: Google's servers say it there.
func TestTheBodyAsksToWait(t *testing.T) {
	const body = `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Quota exceeded","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"4.5s"}]}}`
	inText, _ := json.Marshal(body)
	for _, b := range []string{body, "[" + body + "]", `{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":` + string(inText) + `}}}`} {
		e := classify(429, []byte(b))
		if a, ok := e.Err.(*again); !ok || a.after != 4500*time.Millisecond {
			t.Errorf("%s: %+v", b, e.Err)
		}
		if e := eventError("", []byte(b)); e == nil || e.Err == nil || e.Err.(*again).after != 4500*time.Millisecond {
			t.Errorf("in a stream: %s: %+v", b, e)
		}
	}
}

// TestSpent: an account without credit is told apart from a wrong key and from a limit
// of a minute.
func TestSpent(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		spent  bool
	}{
		{402, `{"error":{"message":"Insufficient Balance","type":"unknown_error"}}`, true},
		{429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, true},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}`, true},
		{401, `{"error":{"message":"Incorrect API key provided"}}`, false},
		{429, `{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}`, false},
	} {
		if e := classify(c.status, []byte(c.body)); e.Spent != c.spent || c.spent && e.Err != nil {
			t.Errorf("%d %s: spent %t, %v", c.status, c.body, e.Spent, e.Err)
		}
	}
}

func TestDelayGrowsAndIsBounded(t *testing.T) {
	for _, j := range []float64{0, 0.5, 0.999} {
		c := &Client{o: Options{Clock: Clock{Jitter: func() float64 { return j }}.fill()}}
		last := time.Duration(0)
		for n := 1; n < 70; n++ {
			d := c.delay(n, 0)
			if d < 250*time.Millisecond || d > 8*time.Second || d < last {
				t.Errorf("jitter %v, retry %d: %s after %s", j, n, d, last)
			}
			last = d
		}
	}
}

func TestScrub(t *testing.T) {
	key := "k3y/with+odd\"chars"
	cases := []struct{ in, want string }{
		{"a " + key + " b", "a [key] b"},
		{`{"k":"k3y/with+odd\"chars"}`, `{"k":"[key]"}`},
		{"?key=k3y%2Fwith%2Bodd%22chars", "?key=[key]"},
		{"k3y/with\x00+odd\"chars", "[key]"},
		{"red \x1b[31mtext\u202e\u200b\r\nnext", "red [31mtext next"},
		{"Incorrect key: sk-proj-abcdefghijklmnopqrstuvwxyz.", "Incorrect key: [key]."},
		{"bad \xff utf8", "bad \uFFFD utf8"},
		{strings.Repeat("é", 2000), strings.Repeat("é", textLimit) + "…"},
	}
	for _, c := range cases {
		if got := scrub(c.in, []string{key, "", "ab"}); got != c.want {
			t.Errorf("scrub(%q)\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

// FuzzScrub holds that no key and no control byte comes through.
func FuzzScrub(f *testing.F) {
	f.Add("x secret-key-0123 y", "secret-key-0123")
	f.Add("secret\x00-key-0123", "secret-key-0123")
	f.Fuzz(func(t *testing.T, s, key string) {
		if len(key) < 4 || strings.Contains(hidden, key) || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Skip()
		}
		got := scrub(s, []string{key})
		if strings.Contains(got, key) && !strings.Contains(strings.ReplaceAll(got, hidden, "\x01"), "\x01") {
			t.Errorf("key in %q", got)
		}
		for _, r := range got {
			if !unicode.IsPrint(r) {
				t.Errorf("%q in %q", r, got)
			}
		}
	})
}
