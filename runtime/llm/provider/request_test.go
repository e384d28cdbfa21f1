package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// body is the JSON that a request is sent as.
func body(t *testing.T, sp speech, r llm.Request, change ...func(*Options)) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(bodyBytes(t, sp, r, change...), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func bodyBytes(t *testing.T, sp speech, r llm.Request, change ...func(*Options)) []byte {
	t.Helper()
	f := always(sp.texts("ok"))
	m, _ := open(t, sp, f, append([]func(*Options){func(o *Options) { o.Catalogue = llm.Builtin() }}, change...)...)
	if h := listen(t.Context(), m, r); h.err != nil {
		t.Fatal(h.err)
	}
	return f.bodies[0]
}

func full() llm.Request {
	call := func(id, args string) transcript.Call {
		return transcript.Call{ID: id, Name: "memory_search", Arguments: args}
	}
	return llm.Request{
		System: []llm.Block{{Text: "Instructions.", Cache: true}, {Text: "Memory.", Cache: true}, {Text: " "}},
		Tools: []llm.Tool{
			{Name: "wait", Description: "Waits.", Parameters: json.RawMessage(`{"type":"object","properties":{"z":{"type":"integer"},"a":{"type":"integer"}}}`)},
			{Name: "wake_up", Description: "Wakes."},
		},
		Messages: []transcript.Message{
			{Role: transcript.User, Content: "Where is <tea>?", Note: "MEMORY.md changed."},
			{Role: transcript.Assistant, Content: "I look. ", ToolCalls: []transcript.Call{call("c1", `{"query": "tea"}`), call("c2", "")}},
			{Role: transcript.Tool, ToolCallID: "c1", Content: "MEMORY.md:3 tea"},
			{Role: transcript.Tool, ToolCallID: "c2", Content: ""},
			{Role: transcript.Assistant, Content: "In the", Interrupted: true},
			{Role: transcript.User, Content: "Go on"},
			{Role: transcript.User, Content: "please."},
		},
	}
}

func TestRequestBodies(t *testing.T) {
	want := map[string]string{
		"anthropic": `{"max_tokens":128000,"messages":[` +
			`{"content":[{"text":"MEMORY.md changed.\n\nWhere is <tea>?","type":"text"}],"role":"user"},` +
			`{"content":[{"text":"I look.","type":"text"},{"id":"c1","input":{"query":"tea"},"name":"memory_search","type":"tool_use"},{"id":"c2","input":{},"name":"memory_search","type":"tool_use"}],"role":"assistant"},` +
			`{"content":[{"content":[{"text":"MEMORY.md:3 tea","type":"text"}],"tool_use_id":"c1","type":"tool_result"},{"tool_use_id":"c2","type":"tool_result"}],"role":"user"},` +
			`{"content":[{"text":"In the","type":"text"}],"role":"assistant"},` +
			`{"content":[{"text":"Go on","type":"text"},{"cache_control":{"type":"ephemeral"},"text":"please.","type":"text"}],"role":"user"}],` +
			`"model":"claude-sonnet-5-5","stream":true,` +
			`"system":[{"cache_control":{"type":"ephemeral"},"text":"Instructions.","type":"text"},{"cache_control":{"type":"ephemeral"},"text":"Memory.","type":"text"}],"thinking":{"display":"omitted","type":"adaptive"},` +
			`"tools":[{"description":"Waits.","input_schema":{"properties":{"a":{"type":"integer"},"z":{"type":"integer"}},"type":"object"},"name":"wait"},` +
			`{"cache_control":{"type":"ephemeral"},"description":"Wakes.","input_schema":{"properties":{},"type":"object"},"name":"wake_up"}]}`,
		"chat": `{"messages":[{"content":"Instructions.\n\nMemory.","role":"system"},` +
			`{"content":"MEMORY.md changed.\n\nWhere is <tea>?","role":"user"},` +
			`{"content":"I look. ","role":"assistant","tool_calls":[{"function":{"arguments":"{\"query\": \"tea\"}","name":"memory_search"},"id":"c1","type":"function"},{"function":{"arguments":"{}","name":"memory_search"},"id":"c2","type":"function"}]},` +
			`{"content":"MEMORY.md:3 tea","role":"tool","tool_call_id":"c1"},{"content":"","role":"tool","tool_call_id":"c2"},` +
			`{"content":"In the","role":"assistant"},{"content":"Go on\n\nplease.","role":"user"}],"model":"qwen","stream":true,"stream_options":{"include_usage":true},` +
			`"tools":[{"function":{"description":"Waits.","name":"wait","parameters":{"properties":{"a":{"type":"integer"},"z":{"type":"integer"}},"type":"object"}},"type":"function"},` +
			`{"function":{"description":"Wakes.","name":"wake_up","parameters":{"properties":{},"type":"object"}},"type":"function"}]}`,
		"responses": `{"include":["reasoning.encrypted_content"],"input":[{"content":"MEMORY.md changed.\n\nWhere is <tea>?","role":"user"},{"content":"I look. ","role":"assistant"},` +
			`{"arguments":"{\"query\": \"tea\"}","call_id":"c1","name":"memory_search","type":"function_call"},{"arguments":"{}","call_id":"c2","name":"memory_search","type":"function_call"},` +
			`{"call_id":"c1","output":"MEMORY.md:3 tea","type":"function_call_output"},{"call_id":"c2","output":"","type":"function_call_output"},` +
			`{"content":"In the","role":"assistant"},{"content":"Go on","role":"user"},{"content":"please.","role":"user"}],` +
			`"instructions":"Instructions.\n\nMemory.","model":"gpt-5.4","store":false,"stream":true,` +
			`"tools":[{"description":"Waits.","name":"wait","parameters":{"properties":{"a":{"type":"integer"},"z":{"type":"integer"}},"type":"object"},"strict":false,"type":"function"},` +
			`{"description":"Wakes.","name":"wake_up","parameters":{"properties":{},"type":"object"},"strict":false,"type":"function"}]}`,
	}
	want["gemini"] = `{"contents":[{"parts":[{"text":"MEMORY.md changed.\n\nWhere is <tea>?"}],"role":"user"},` +
		`{"parts":[{"text":"I look. "},{"functionCall":{"args":{"query":"tea"},"id":"c1","name":"memory_search"},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"args":{},"id":"c2","name":"memory_search"}}],"role":"model"},` +
		`{"parts":[{"functionResponse":{"id":"c1","name":"memory_search","response":{"result":"MEMORY.md:3 tea"}}},{"functionResponse":{"id":"c2","name":"memory_search","response":{"result":""}}}],"role":"user"},` +
		`{"parts":[{"text":"In the"}],"role":"model"},{"parts":[{"text":"Go on"},{"text":"please."}],"role":"user"}],` +
		`"generationConfig":{},"systemInstruction":{"parts":[{"text":"Instructions.\n\nMemory."}]},` +
		`"tools":[{"functionDeclarations":[{"description":"Waits.","name":"wait","parametersJsonSchema":{"properties":{"a":{"type":"integer"},"z":{"type":"integer"}},"type":"object"}},` +
		`{"description":"Wakes.","name":"wake_up","parametersJsonSchema":{"properties":{},"type":"object"}}]}]}`
	each(t, func(t *testing.T, sp speech) {
		var sorted bytes.Buffer
		e := json.NewEncoder(&sorted)
		e.SetEscapeHTML(false)
		if err := e.Encode(body(t, sp, full())); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(sorted.String()); got != want[sp.name] {
			t.Errorf("got  %s\nwant %s", got, want[sp.name])
		}
	})
}

// TestSameInputsSameBytes: the bytes depend on nothing else, such as the order
// of a map.
func TestSameInputsSameBytes(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		r := full()
		r.Schema = &llm.Schema{Name: "night", JSON: json.RawMessage(`{"type":"object","properties":{"e":{"type":"string"},"d":{"type":"string"},"c":{"type":"string"},"b":{"type":"string"}}}`)}
		r.Tail = "Now sum up."
		first := bodyBytes(t, sp, r)
		for range 20 {
			if again := bodyBytes(t, sp, r); !bytes.Equal(first, again) {
				t.Fatalf("%s\n%s", first, again)
			}
		}
	})
}

// TestLongerBeginsWithShorter: what a provider's cache holds of one request is
// the beginning of the next. Cache markers are no part of the prompt.
func TestLongerBeginsWithShorter(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		all := full()
		last := ""
		for n := 1; n <= len(all.Messages); n++ {
			if n == 2 || n == 3 {
				continue // calls without their results are never sent
			}
			r := all
			r.Messages = all.Messages[:n]
			// What is put after a conversation that ends with the assistant stands,
			// like a tail, behind the last marker.
			now := strings.TrimSuffix(words(body(t, sp, r)), "<user>"+goOn+"\n")
			if !strings.HasPrefix(now, last) {
				t.Errorf("with %d messages\n%s\ndoes not begin with\n%s", n, now, last)
			}
			last = now
			r.Tail = "Sum up."
			if tail := words(body(t, sp, r)); !strings.HasPrefix(tail, now) || !strings.HasSuffix(strings.TrimSpace(tail), "Sum up.") {
				t.Errorf("with a tail\n%s\ndoes not begin with\n%s", tail, now)
			}
		}
	})
}

// words is all that a model reads of a body, in its order.
func words(m map[string]any) string {
	var b strings.Builder
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range []string{"role", "type", "parts", "functionCall", "functionResponse", "args", "response", "result", "id", "call_id", "tool_use_id", "tool_call_id", "name", "arguments", "text", "content", "output", "tool_calls", "function", "input"} {
				if v[k] == nil {
					continue
				}
				if s, ok := v[k].(string); ok && (k == "role" || k == "type") {
					// A turn that grows is one message where it was before.
					if k == "role" {
						fmt.Fprintf(&b, "<%s>", s)
					}
					continue
				}
				walk(v[k])
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		case string:
			b.WriteString(strings.TrimSpace(v) + "\n")
		}
	}
	walk([]any{m["messages"], m["input"], m["contents"]})
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), "\n\n", "\n"), "\n<user>please.", "\nplease.")
}

func TestSchema(t *testing.T) {
	loose := json.RawMessage(`{"type":"object","properties":{"a":{"type":"array","maxItems":3,"items":{"type":"string"}}}}`)
	closed := json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`)
	get := func(m map[string]any, path ...string) any {
		var v any = m
		for _, p := range path {
			o, _ := v.(map[string]any)
			v = o[p]
		}
		return v
	}
	paths := map[string][2][]string{
		"anthropic": {{"output_config", "format", "schema"}, {"output_config", "format", "strict"}},
		"chat":      {{"response_format", "json_schema", "schema"}, {"response_format", "json_schema", "strict"}},
		"responses": {{"text", "format", "schema"}, {"text", "format", "strict"}},
		"gemini":    {{"generationConfig", "responseJsonSchema"}, {"generationConfig", "strict"}},
	}
	each(t, func(t *testing.T, sp speech) {
		r := hello()
		r.Schema = &llm.Schema{Name: "night", JSON: loose}
		m := body(t, sp, r)
		s, _ := get(m, paths[sp.name][0]...).(map[string]any)
		if s["type"] != "object" || get(m, paths[sp.name][1]...) != nil {
			t.Errorf("%v", m)
		}
		if _, bounded := get(s, "properties", "a").(map[string]any)["maxItems"]; bounded == (sp.d == Messages) {
			t.Errorf("%v", s)
		}
		r.Schema.JSON = closed
		if strict := get(body(t, sp, r), paths[sp.name][1]...); (strict == true) != (sp.d != Messages && sp.d != Gemini) {
			t.Errorf("strict %v", strict)
		}
		r.Schema.JSON = json.RawMessage(`{`)
		model, _ := open(t, sp, always(""))
		if h := listen(t.Context(), model, r); kindOf(h.err) != llm.BadRequest {
			t.Error(h.err)
		}
	})
}

func TestMaxTokens(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		field := map[Dialect]string{Messages: "max_tokens", Chat: "max_tokens", Responses: "max_output_tokens", Gemini: "maxOutputTokens"}[sp.d]
		of := func(m map[string]any) map[string]any {
			if g, ok := m["generationConfig"].(map[string]any); ok {
				return g
			}
			return m
		}
		r := hello()
		r.MaxTokens = 77
		if m := of(body(t, sp, r)); m[field] != 77.0 {
			t.Errorf("%v", m)
		}
		r.MaxTokens = 0
		m := of(body(t, sp, r, func(o *Options) { o.Window = 100_000 }))
		want := any(nil)
		if sp.d == Messages {
			want = 15000.0 // 15% of the window
		}
		if !reflect.DeepEqual(m[field], want) {
			t.Errorf("%v = %v", field, m[field])
		}
	})
}

// TestAnthropicMarkers: no more than the four that are allowed, and the last
// block of the transcript is one of them, not the tail.
func TestAnthropicMarkers(t *testing.T) {
	r := full()
	r.System = []llm.Block{{Text: "a", Cache: true}, {Text: "b", Cache: true}, {Text: "c", Cache: true}}
	r.Tail = "Sum up."
	b := bodyBytes(t, anthropicSpeech(), r)
	if n := bytes.Count(b, []byte("cache_control")); n != 4 {
		t.Errorf("%d markers in %s", n, b)
	}
	if !bytes.Contains(b, []byte(`{"text":"please.","cache_control":{"type":"ephemeral"},"type":"text"},{"text":"Sum up.","type":"text"}]`)) {
		t.Errorf("%s", b)
	}
}

// TestEndsWithTheUser: newer models refuse to go on from their own words.
func TestEndsWithTheUser(t *testing.T) {
	r := hello()
	r.Messages = append(r.Messages, transcript.Message{Role: transcript.Assistant, Content: "Half a"})
	m := body(t, anthropicSpeech(), r)
	list := m["messages"].([]any)
	if last := list[len(list)-1].(map[string]any); len(list) != 3 || last["role"] != "user" {
		t.Errorf("%v", list)
	}
}

func TestOpen(t *testing.T) {
	cases := []struct {
		ref  string
		o    Options
		host string
		d    Dialect
		ok   bool
	}{
		{"anthropic/claude-opus-5", Options{}, "api.anthropic.com", Messages, true},
		{"anthropic/x", Options{BaseURL: "https://proxy.example/v1/"}, "proxy.example", Messages, true},
		{"openai/gpt-5", Options{}, "api.openai.com", Responses, true},
		{"openai/gpt-5", Options{BaseURL: "http://127.0.0.1:8080/v1"}, "127.0.0.1:8080", Chat, true},
		{"openai/gpt-5", Options{BaseURL: "https://x.example/v1", Dialect: Responses}, "x.example", Responses, true},
		{"gemini/gemini-2.5-pro", Options{}, "generativelanguage.googleapis.com", Gemini, true},
		{"gemini/gemini-2.5-pro", Options{BaseURL: "http://127.0.0.1:9/v1beta/openai/"}, "127.0.0.1:9", Chat, true},
		{"openrouter/google/gemma-3", Options{}, "openrouter.ai", Chat, true},
		{"ollama/qwen3:8b", Options{}, "127.0.0.1:11434", Chat, true},
		{"lmstudio/x", Options{BaseURL: "http://localhost:1234/v1"}, "localhost:1234", Chat, true},
		{"lmstudio/x", Options{}, "", "", false},
		{"gpt-5", Options{}, "", "", false},
		{"", Options{BaseURL: "http://localhost"}, "", "", false},
		{"openai/x", Options{BaseURL: "nonsense"}, "", "", false},
		{"openai/x", Options{Dialect: "telegraph"}, "", "", false},
	}
	for _, c := range cases {
		m, err := Open(c.ref, c.o)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.ref, err)
			continue
		}
		if err == nil && (m.Host() != c.host || talkName(m) != c.d || m.Ref() != c.ref) {
			t.Errorf("%s: %s speaks %s", m.Ref(), m.Host(), talkName(m))
		}
	}
	m, err := Open("openai/gpt-5-mini", Options{Catalogue: llm.Builtin()})
	if err != nil || m.Window() != 272000 {
		t.Errorf("%v, %v", m.Window(), err)
	}
	if m, _ = Open("openai/gpt-5-mini", Options{Catalogue: llm.Builtin(), Window: 8000}); m.Window() != 8000 {
		t.Errorf("%d", m.Window())
	}
}

// TestOddCalls are the ways in which compatible servers number tool calls.
func TestOddCalls(t *testing.T) {
	call := func(index int, id, name, args string) string {
		return event(obj{"choices": []any{obj{"index": 0, "delta": obj{"tool_calls": []any{obj{"index": index, "id": id, "function": obj{"name": name, "arguments": args}}}}}}})
	}
	end := event(obj{"choices": []any{obj{"index": 0, "delta": obj{}, "finish_reason": "stop"}}})
	cases := map[string]struct {
		body string
		want string
	}{
		"same index, two ids":    {call(0, "a", "f", `{"x":1}`) + call(0, "b", "g", `{}`), `a f {"x":1}; b g {};`},
		"same index, no ids":     {call(0, "", "f", `{"x":1}`) + call(0, "", "g", `{}`), `call_1_0 f {"x":1}; call_1_1 g {};`},
		"id repeated in parts":   {call(0, "a", "f", `{"x"`) + call(0, "a", "f", `:1}`), `a f {"x":1};`},
		"interleaved":            {call(0, "a", "f", `{"x"`) + call(1, "b", "g", `{`) + call(0, "", "", `:1}`) + call(1, "", "", `}`), `a f {"x":1}; b g {};`},
		"no arguments":           {call(0, "a", "f", ``), `a f {};`},
		"arguments not a object": {call(0, "a", "f", `[1]`), `a f {"not_a_json_object":"[1]"};`},
		"arguments broken":       {call(0, "a", "f", `{"x":`) + call(1, "b", "g", `{}`), `a f {"not_a_json_object":"{\"x\":"}; b g {};`},
		"no name":                {call(0, "a", "", `{}`), ``},
	}
	for name, c := range cases {
		m, _ := open(t, chatSpeech(), always(c.body+end+"data: [DONE]\n\n"))
		h := listen(t.Context(), m, hello())
		got := ""
		for _, k := range h.calls {
			got += fmt.Sprintf("%s %s %s; ", k.ID, k.Name, k.Arguments)
		}
		if strings.TrimSpace(got) != c.want || (c.want == "") != (kindOf(h.err) == llm.Garbage) {
			t.Errorf("%s: %q, %v", name, got, h.err)
		}
	}
}

// TestFullWindow: Anthropic's newer models stop when the window is full.
func TestFullWindow(t *testing.T) {
	sp := anthropicSpeech()
	full := strings.ReplaceAll(sp.texts("Half"), "end_turn", "model_context_window_exceeded")
	m, _ := open(t, sp, always(full))
	if h := listen(t.Context(), m, hello()); h.stop != llm.Length || h.text != "Half" {
		t.Errorf("%+v", h)
	}
	m, _ = open(t, sp, always(strings.ReplaceAll(sp.texts(), "end_turn", "model_context_window_exceeded")))
	if h := listen(t.Context(), m, hello()); kindOf(h.err) != llm.TooLong {
		t.Errorf("%+v", h)
	}
}
