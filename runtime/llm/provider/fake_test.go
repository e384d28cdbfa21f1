package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/wire"
)

const testKey = "secret-key-0123456789"

// fake answers requests without a network, and keeps them.
type fake struct {
	mu     sync.Mutex
	bodies [][]byte
	heads  []http.Header
	answer func(n int, req *http.Request) (*http.Response, error)
}

func (f *fake) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.bodies = append(f.bodies, body)
	f.heads = append(f.heads, req.Header.Clone())
	n := len(f.bodies)
	f.mu.Unlock()
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	return f.answer(n, req)
}

func (f *fake) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.bodies)
}

// respond is an answer with a body read in pieces of at most step bytes.
func respond(status int, kind string, body io.Reader) *http.Response {
	return &http.Response{StatusCode: status, Status: http.StatusText(status), ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(body)}
}

func stream(body string) *http.Response {
	return respond(200, "text/event-stream; charset=utf-8", strings.NewReader(body))
}

// broken reads s and then fails.
func broken(s string) io.Reader {
	return io.MultiReader(strings.NewReader(s), errReader{})
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// speech is how a dialect says things.
type speech struct {
	name  string
	ref   string
	base  string
	d     Dialect
	texts func(parts ...string) string // a whole reply of text, with usage 100/40 cached/7
	calls string                       // a whole reply: "Let me.", then two calls
	fails func(code, message string) string
	zero  string // a whole reply "Hi." that reports a usage of zero
	long  string // stopped at the limit within a call
	think string // reasoning "Hm.", then "Yes."
}

func event(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return "data: " + string(b) + "\n\n"
}

type obj = map[string]any

func named(v obj) string {
	return "event: " + v["type"].(string) + "\n" + event(v)
}

func speeches() []speech {
	return []speech{anthropicSpeech(), chatSpeech(), responsesSpeech(), geminiSpeech()}
}

func anthropicSpeech() speech {
	start := func(u obj) string {
		return named(obj{"type": "message_start", "message": obj{"id": "msg_1", "type": "message", "role": "assistant", "content": []any{}, "model": "m", "usage": u}})
	}
	block := func(i int, b obj, deltas ...obj) string {
		s := named(obj{"type": "content_block_start", "index": i, "content_block": b})
		for _, d := range deltas {
			s += named(obj{"type": "content_block_delta", "index": i, "delta": d})
		}
		return s + named(obj{"type": "content_block_stop", "index": i})
	}
	text := func(parts ...string) (d []obj) {
		for _, p := range parts {
			d = append(d, obj{"type": "text_delta", "text": p})
		}
		return d
	}
	args := func(parts ...string) (d []obj) {
		for _, p := range parts {
			d = append(d, obj{"type": "input_json_delta", "partial_json": p})
		}
		return d
	}
	end := func(reason string, out int) string {
		return named(obj{"type": "message_delta", "delta": obj{"stop_reason": reason}, "usage": obj{"output_tokens": out}}) +
			named(obj{"type": "message_stop"})
	}
	usage := obj{"input_tokens": 50, "cache_read_input_tokens": 40, "cache_creation_input_tokens": 10, "output_tokens": 1}
	tool := func(id, name string) obj { return obj{"type": "tool_use", "id": id, "name": name, "input": obj{}} }
	textBlock := obj{"type": "text", "text": ""}
	return speech{
		name: "anthropic", ref: "anthropic/claude-sonnet-5-5", d: Messages,
		texts: func(parts ...string) string {
			return start(usage) + named(obj{"type": "ping"}) + block(0, textBlock, text(parts...)...) + end("end_turn", 7)
		},
		calls: start(usage) + block(0, textBlock, text("Let me.")...) +
			block(1, tool("c_1", "memory_search"), args(`{"query"`, `:"tea"}`)...) +
			block(2, tool("c_2", "wait"), args("")...) + end("tool_use", 7),
		fails: func(code, message string) string {
			return named(obj{"type": "error", "error": obj{"type": code, "message": message}})
		},
		zero:  start(obj{"input_tokens": 0, "output_tokens": 0}) + block(0, textBlock, text("Hi.")...) + end("end_turn", 0),
		long:  start(usage) + block(0, tool("c_1", "wait"), args(`{"minutes": 1`)...) + end("max_tokens", 7),
		think: start(usage) + block(0, obj{"type": "thinking", "thinking": ""}, obj{"type": "thinking_delta", "thinking": "Hm."}) + block(1, textBlock, text("Yes.")...) + end("end_turn", 7),
	}
}

func chatSpeech() speech {
	chunk := func(delta obj, finish any) string {
		return event(obj{"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "error": nil,
			"choices": []any{obj{"index": 0, "delta": delta, "finish_reason": finish}}})
	}
	usage := func(in, cached, out int) string {
		return event(obj{"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": []any{},
			"usage": obj{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
				"prompt_tokens_details": obj{"cached_tokens": cached}}})
	}
	call := func(i int, id, name, args string) obj {
		f := obj{"arguments": args}
		t := obj{"index": i, "function": f}
		if id != "" {
			t["id"], t["type"], f["name"] = id, "function", name
		}
		return obj{"tool_calls": []any{t}}
	}
	const done = "data: [DONE]\n\n"
	return speech{
		name: "chat", ref: "local/qwen", base: "http://127.0.0.1:1/v1", d: Chat,
		texts: func(parts ...string) string {
			s := chunk(obj{"role": "assistant", "content": ""}, nil)
			for _, p := range parts {
				s += chunk(obj{"content": p}, nil)
			}
			return s + chunk(obj{}, "stop") + usage(100, 40, 7) + done
		},
		calls: chunk(obj{"content": "Let me."}, nil) + chunk(call(0, "c_1", "memory_search", ""), nil) +
			chunk(call(0, "", "", `{"query"`), nil) + chunk(call(0, "", "", `:"tea"}`), nil) +
			chunk(call(1, "c_2", "wait", ""), nil) + chunk(obj{}, "tool_calls") + usage(100, 40, 7) + done,
		fails: func(code, message string) string {
			return event(obj{"error": obj{"message": message, "type": code, "code": code}})
		},
		zero:  chunk(obj{"content": "Hi."}, "stop") + usage(0, 0, 0) + done,
		long:  chunk(call(0, "c_1", "wait", `{"minutes": 1`), nil) + chunk(obj{}, "length") + done,
		think: chunk(obj{"reasoning_content": "Hm."}, nil) + chunk(obj{"content": "Yes."}, nil) + chunk(obj{}, "stop") + usage(100, 40, 7) + done,
	}
}

func responsesSpeech() speech {
	delta := func(s string) string {
		return named(obj{"type": "response.output_text.delta", "delta": s, "output_index": 0, "content_index": 0, "item_id": "i"})
	}
	item := func(i int, id, name, args string) string {
		return named(obj{"type": "response.function_call_arguments.delta", "output_index": i, "delta": args}) +
			named(obj{"type": "response.output_item.done", "output_index": i,
				"item": obj{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": name, "arguments": args, "status": "completed"}})
	}
	end := func(kind string, in, cached, out int, more obj) string {
		r := obj{"id": "r", "object": "response", "error": nil, "output": []any{},
			"usage": obj{"input_tokens": in, "output_tokens": out, "total_tokens": in + out,
				"input_tokens_details": obj{"cached_tokens": cached}, "output_tokens_details": obj{"reasoning_tokens": 0}}}
		for k, v := range more {
			r[k] = v
		}
		return named(obj{"type": kind, "response": r})
	}
	start := named(obj{"type": "response.created", "response": obj{"id": "r", "error": nil}})
	return speech{
		name: "responses", ref: "openai/gpt-5.4", d: Responses,
		texts: func(parts ...string) string {
			s := start
			for _, p := range parts {
				s += delta(p)
			}
			return s + end("response.completed", 100, 40, 7, nil)
		},
		calls: start + delta("Let me.") + item(1, "c_1", "memory_search", `{"query":"tea"}`) + item(2, "c_2", "wait", "") +
			end("response.completed", 100, 40, 7, nil),
		fails: func(code, message string) string {
			return named(obj{"type": "response.failed", "response": obj{"id": "r", "error": obj{"code": code, "message": message}}})
		},
		zero: start + delta("Hi.") + end("response.completed", 0, 0, 0, nil),
		long: start + item(1, "c_1", "wait", `{"minutes": 1`) +
			end("response.incomplete", 100, 40, 7, obj{"incomplete_details": obj{"reason": "max_output_tokens"}}),
		think: start + named(obj{"type": "response.reasoning_summary_text.delta", "delta": "Hm."}) + delta("Yes.") + end("response.completed", 100, 40, 7, nil),
	}
}

func geminiSpeech() speech {
	chunk := func(finish string, u []int, parts ...obj) string {
		c := obj{"index": 0, "content": obj{"role": "model", "parts": parts}}
		if finish != "" {
			c["finishReason"] = finish
		}
		e := obj{"candidates": []any{c}, "modelVersion": "m", "responseId": "r"}
		if u != nil {
			e["usageMetadata"] = obj{"promptTokenCount": u[0], "cachedContentTokenCount": u[1], "candidatesTokenCount": u[2], "totalTokenCount": u[0] + u[2]}
		}
		return event(e)
	}
	text := func(s string) obj { return obj{"text": s} }
	full := []int{100, 40, 7}
	call := func(id, name string, args obj) obj {
		return obj{"functionCall": obj{"id": id, "name": name, "args": args}, "thoughtSignature": "c2lnbmF0dXJl"}
	}
	return speech{
		name: "gemini", ref: "gemini/gemini-3.8-flash", d: Gemini,
		texts: func(parts ...string) string {
			s := ""
			for _, p := range parts {
				s += chunk("", nil, text(p))
			}
			return s + chunk("STOP", full, text(""))
		},
		calls: chunk("", nil, text("Let me.")) + chunk("", nil, call("c_1", "memory_search", obj{"query": "tea"})) +
			chunk("STOP", full, obj{"functionCall": obj{"id": "c_2", "name": "wait"}}),
		fails: func(code, message string) string {
			return event(obj{"error": obj{"message": message, "status": code}})
		},
		zero:  chunk("", nil, text("Hi.")) + chunk("STOP", []int{0, 0, 0}, text("")),
		think: chunk("", nil, obj{"text": "Hm.", "thought": true}) + chunk("STOP", full, text("Yes.")),
	}
}

// open opens a model on a fake; waits are counted, not waited.
func open(t testing.TB, sp speech, f *fake, change ...func(*Options)) (*Model, *[]time.Duration) {
	t.Helper()
	slept := &[]time.Duration{}
	o := Options{BaseURL: sp.base, Transport: f,
		Key: func(context.Context) (string, error) { return testKey, nil },
		Clock: wire.Clock{
			Now:    func() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) },
			Sleep:  func(ctx context.Context, d time.Duration) error { *slept = append(*slept, d); return ctx.Err() },
			After:  func(time.Duration, func()) func() bool { return func() bool { return true } },
			Jitter: func() float64 { return 0 },
		}}
	for _, c := range change {
		c(&o)
	}
	m, err := Open(sp.ref, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := talkName(m); got != sp.d {
		t.Fatalf("%s speaks %s, want %s", sp.ref, got, sp.d)
	}
	return m, slept
}

func talkName(m *Model) Dialect {
	switch m.talk.(type) {
	case *messages:
		return Messages
	case *chat:
		return Chat
	case *gemini:
		return Gemini
	}
	return Responses
}

// heardReply is a reply as a caller sees it.
type heardReply struct {
	text, reasoning string
	calls           []transcript.Call
	stop            llm.StopReason
	usage           *transcript.Usage
	err             error
}

func listen(ctx context.Context, m llm.Model, r llm.Request) (h heardReply) {
	for c, err := range m.Stream(ctx, r) {
		if err != nil {
			h.err = err
			continue
		}
		h.text += c.Text
		h.reasoning += c.Reasoning
		if c.Call != nil {
			h.calls = append(h.calls, *c.Call)
		}
		if c.Stop != "" {
			h.stop, h.usage = c.Stop, c.Usage
		}
	}
	return h
}

func hello() llm.Request {
	return llm.Request{System: []llm.Block{{Text: "You remember."}},
		Messages: []transcript.Message{{ID: "1", Role: transcript.User, Content: "Hello"}}}
}

func kindOf(err error) llm.Kind {
	var e *llm.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return llm.Kind(fmt.Sprint(err))
}
