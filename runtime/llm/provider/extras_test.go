package provider

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
)

// TestARefusedPartIsLeftOut: what a server does not take and the request can do
// without is left out, this time and the next; anything else stays a refusal.
func TestARefusedPartIsLeftOut(t *testing.T) {
	asked := hello()
	asked.MaxTokens, asked.CacheKey = 90_000, "s1"
	asked.Schema = &llm.Schema{Name: "night", JSON: json.RawMessage(`{"type":"object", "properties":{"kept":{"type":"string"}}}`)}
	cases := []struct {
		sp      speech
		message string
		gone    string // of the body, after the refusal
		before  string // of the body, before it
	}{
		{anthropicSpeech(), "output_config.effort: This model does not support the effort parameter.", `"effort"`, `"effort":"high"`},
		{anthropicSpeech(), "adaptive thinking is not supported on this model", `"thinking"`, `"thinking":{"type":"adaptive"`},
		{anthropicSpeech(), "max_tokens: 90000 > 64000, which is the maximum allowed number of output tokens for this model", `"max_tokens":90000`, `"max_tokens":90000`},
		{responsesSpeech(), "Your organization must be verified to generate reasoning summaries.", `"summary"`, `"summary":"auto"`},
		{responsesSpeech(), "Encrypted content is not supported with this model.", `"include"`, `"include":["reasoning.encrypted_content"]`},
		{responsesSpeech(), "Unsupported value: 'reasoning.effort' does not support 'high' with this model.", `"effort"`, `"effort":"high"`},
		{responsesSpeech(), "Unknown parameter: 'prompt_cache_key'.", `"prompt_cache_key"`, `"prompt_cache_key":"s1"`},
		{chatSpeech(), "Unrecognized request argument supplied: stream_options", `"stream_options"`, `"stream_options"`},
		{chatSpeech(), "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", `"max_tokens"`, `"max_tokens":90000`},
		{chatSpeech(), "max_tokens: Extra inputs are not permitted", `"max_tokens"`, `"max_tokens":90000`},
		{chatSpeech(), "This response_format type is unavailable now", `"response_format"`, `"response_format"`},
		{responsesSpeech(), "Invalid parameter: 'text.format' of type 'json_schema' is not supported with this model.", `"format"`, `"format"`},
		{chatSpeech(), `"qwen" does not support thinking`, `"reasoning_effort"`, `"reasoning_effort":"high"`},
		{geminiSpeech(), "Thinking level HIGH is not supported for this model.", `"thinkingLevel"`, `"thinkingLevel":"high"`},
	}
	for _, c := range cases {
		f := &fake{answer: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				b, _ := json.Marshal(obj{"error": obj{"message": c.message, "type": "invalid_request_error"}})
				return respond(400, "application/json", strings.NewReader(string(b))), nil
			}
			return stream(c.sp.texts("Fine.")), nil
		}}
		m, slept := open(t, c.sp, f, func(o *Options) { o.Effort, o.Thoughts, o.Catalogue = "high", true, llm.Builtin() })
		for range 2 {
			if h := listen(t.Context(), m, asked); h.err != nil || h.text != "Fine." {
				t.Errorf("%s: %+v", c.message, h)
			}
		}
		if len(f.bodies) != 3 || len(*slept) != 0 {
			t.Errorf("%s: %d requests, %d waits", c.message, len(f.bodies), len(*slept))
			continue
		}
		if !strings.Contains(string(f.bodies[0]), c.before) {
			t.Errorf("%s: the first request has no %s: %s", c.message, c.before, f.bodies[0])
		}
		for _, b := range f.bodies[1:] {
			if strings.Contains(string(b), c.gone) {
				t.Errorf("%s: still %s", c.message, b)
			}
			// What is asked for by another name, or in words, is still asked for.
			if strings.Contains(c.gone, "max_tokens") && c.sp.d == Chat && !strings.Contains(string(b), `"max_completion_tokens":90000`) {
				t.Errorf("%s: no limit: %s", c.message, b)
			}
			if strings.Contains(c.gone, "format") && !strings.Contains(string(b), `of this schema and nothing else: {\"type\":\"object\",\"properties\":`) {
				t.Errorf("%s: no form: %s", c.message, b)
			}
		}
	}
	f := &fake{answer: func(int, *http.Request) (*http.Response, error) {
		return respond(400, "application/json", strings.NewReader(`{"error":{"message":"effort and thinking and signatures are all wrong here"}}`)), nil
	}}
	m, _ := open(t, anthropicSpeech(), f, func(o *Options) { o.Effort, o.Thoughts, o.Catalogue = "high", true, llm.Builtin() })
	if h := listen(t.Context(), m, asked); kindOf(h.err) != llm.BadRequest || f.count() > 6 {
		t.Errorf("%v after %d requests", h.err, f.count())
	}
}

// TestAModelWithoutTools: whatever status its server says so with, it is asked again
// without them, from then on, and that is told once.
func TestAModelWithoutTools(t *testing.T) {
	asked := hello()
	asked.Tools = []llm.Tool{{Name: "memory_search", Description: "Searches.", Parameters: json.RawMessage(`{"type":"object"}`)}}
	for _, c := range []struct {
		status int
		body   string
	}{
		{400, `{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools","type":"api_error"}}`},
		{404, `{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit the documentation","code":404}}`},
		{500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`},
		{400, `{"object":"error","message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","code":400}`},
	} {
		sp := chatSpeech()
		f := &fake{answer: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return respond(c.status, "application/json", strings.NewReader(c.body)), nil
			}
			return stream(sp.texts("Fine.")), nil
		}}
		var told []llm.Retry
		m, slept := open(t, sp, f, func(o *Options) { o.Notify = func(r llm.Retry) { told = append(told, r) } })
		for range 2 {
			if h := listen(t.Context(), m, asked); h.err != nil || h.text != "Fine." {
				t.Errorf("%s: %+v", c.body, h)
			}
		}
		if len(f.bodies) != 3 || len(*slept) != 0 || len(told) != 1 || !strings.Contains(told[0].Reason, "cannot look things up") {
			t.Errorf("%s: %d requests, %d waits, told %v", c.body, len(f.bodies), len(*slept), told)
			continue
		}
		if !strings.Contains(string(f.bodies[0]), `"tools"`) || strings.Contains(string(f.bodies[1])+string(f.bodies[2]), `"tools"`) {
			t.Errorf("%s: %s", c.body, f.bodies)
		}
	}
}

// TestARefusedPicture: a server without eyes is sent no more of them, whatever status
// it says so with; one that cannot take a file, or not so many, is sent the others.
func TestARefusedPicture(t *testing.T) {
	pictured := hello()
	pictured.Messages = []transcript.Message{
		{ID: "1", Role: transcript.User, Content: "One", Media: []media.Media{{Hash: "a", Type: "image/png", Name: "a.png"}}},
		{ID: "2", Role: transcript.Assistant, Content: "Yes."},
		{ID: "3", Role: transcript.User, Content: "Two", Media: []media.Media{{Hash: "b", Type: "image/png", Name: "b.png"}}},
	}
	pictured.Open = func(m media.Media) ([]byte, error) { return []byte("bytes of " + m.Hash), nil }
	carries := func(body []byte, hash string) bool {
		return strings.Contains(string(body), base64.StdEncoding.EncodeToString([]byte("bytes of "+hash)))
	}
	for _, c := range []struct {
		status int
		body   string
		sent   string // the pictures that are still sent
		blind  bool
	}{
		{500, `{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}}`, "", true},
		{404, `{"error":{"message":"No endpoints found that support image input","code":404}}`, "", true},
		{400, `{"error":{"message":"This model does not support images"}}`, "", true},
		{400, `{"error":{"message":"messages.2.content.0.image.source.base64: image exceeds 5 MB maximum: 6000000 bytes > 5242880 bytes"}}`, "a", false},
		{400, `{"error":{"message":"Could not process image"}}`, "a", false},
		{400, `{"error":{"message":"messages.2.content.0: The file format is invalid or unsupported"}}`, "a", false},
		{413, `<html>413 Request Entity Too Large</html>`, "b", false},
		{400, `{"message":"At most 1 image(s) may be provided in one request."}`, "b", false},
	} {
		sp := chatSpeech()
		f := &fake{answer: func(n int, _ *http.Request) (*http.Response, error) {
			if n == 1 {
				return respond(c.status, "application/json", strings.NewReader(c.body)), nil
			}
			return stream(sp.texts("Fine.")), nil
		}}
		m, slept := open(t, sp, f)
		for range 2 {
			if h := listen(t.Context(), m, pictured); h.err != nil || h.text != "Fine." {
				t.Errorf("%s: %+v", c.body, h)
			}
		}
		if len(f.bodies) != 3 || len(*slept) != 0 || m.Blind() != c.blind {
			t.Errorf("%s: %d requests, %d waits, blind %t", c.body, len(f.bodies), len(*slept), m.Blind())
			continue
		}
		for _, b := range f.bodies[1:] {
			for _, hash := range []string{"a", "b"} {
				if carries(b, hash) != (c.sent == hash) || !carries(f.bodies[0], hash) {
					t.Errorf("%s: picture %s: %s", c.body, hash, b)
				}
			}
		}
	}
}

// TestThinkingGoesBackWithItsCalls: to the model that thought, byte for byte, and
// to no other.
func TestThinkingGoesBackWithItsCalls(t *testing.T) {
	kept := map[Dialect]string{
		Messages:  `[{"type":"thinking","thinking":"Hm <b>","signature":"c2ln"},{"type":"redacted_thinking","data":"ZGF0YQ=="}]`,
		Responses: `[{"encrypted_content":"ZW5j","id":"rs_1","summary":[],"type":"reasoning"}]`,
		Chat:      `{"reasoning_content":"Hm."}`,
		Gemini:    `"c2ln"`,
	}
	want := map[Dialect]string{
		Messages:  `{"type":"thinking","thinking":"Hm <b>","signature":"c2ln"},{"type":"redacted_thinking","data":"ZGF0YQ=="},{"text":"I look."`,
		Responses: `{"encrypted_content":"ZW5j","id":"rs_1","summary":[],"type":"reasoning"},{"content":"I look. "`,
		Chat:      `"reasoning_content":"Hm."`,
		Gemini:    `"name":"memory_search","args":{"query":"tea"}},"thoughtSignature":"c2ln"}`,
	}
	each(t, func(t *testing.T, sp speech) {
		for _, own := range []bool{true, false} {
			r := full()
			r.Messages[1].Model = "another/model"
			if own {
				r.Messages[1].Model = sp.ref
			}
			r.Messages[1].Thinking = json.RawMessage(kept[sp.d])
			r.Messages[1].ToolCalls[0].Arguments = `{"query":"tea"}`
			r.Messages[1].ToolCalls[0].Signature = map[bool]string{true: "c2ln"}[sp.d == Gemini]
			// Of a reply without calls nothing is sent.
			r.Messages[4].Model, r.Messages[4].Thinking = sp.ref, json.RawMessage(strings.ReplaceAll(kept[sp.d], "Hm", "Ah"))
			b := string(bodyBytes(t, sp, r))
			if strings.Contains(b, want[sp.d]) != own || strings.Contains(b, "Ah") {
				t.Errorf("own %t: %s", own, b)
			}
		}
	})
}

// TestThinkingIsKeptOfAReplyWithCalls reads what is to be sent back.
func TestThinkingIsKeptOfAReplyWithCalls(t *testing.T) {
	text := named(obj{"type": "content_block_start", "index": 0, "content_block": obj{"type": "thinking", "thinking": "", "signature": ""}}) +
		named(obj{"type": "content_block_delta", "index": 0, "delta": obj{"type": "thinking_delta", "thinking": "Hm "}}) +
		named(obj{"type": "content_block_delta", "index": 0, "delta": obj{"type": "thinking_delta", "thinking": "<b>"}}) +
		named(obj{"type": "content_block_delta", "index": 0, "delta": obj{"type": "signature_delta", "signature": "c2ln"}})
	sp := anthropicSpeech()
	for reply, want := range map[string]string{sp.calls: `[{"type":"thinking","thinking":"Hm <b>","signature":"c2ln"}]`, sp.texts("Yes."): ""} {
		i := strings.Index(reply, "event: content_block_start")
		m, _ := open(t, sp, always(reply[:i]+text+reply[i:]))
		got := ""
		for c, err := range m.Stream(t.Context(), hello()) {
			if err != nil {
				t.Fatal(err)
			}
			got += string(c.Thinking)
		}
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if m := (transcript.Message{Thinking: json.RawMessage(`{`)}); len(transcript.Line(transcript.Record{Message: &m})) < 10 {
		t.Error("a broken thought costs the line")
	}
}
