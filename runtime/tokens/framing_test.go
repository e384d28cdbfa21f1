package tokens

import (
	"testing"

	"dormouse/land/transcript"
)

func TestCountMessage(t *testing.T) {
	e := For("gpt-4o")
	f := e.Framing()
	call := transcript.Call{ID: "call_1", Name: "memory_search", Arguments: `{"query":"work"}`}
	callCost := f.Call + e.Count(call.Name) + e.Count(call.Arguments)
	for _, c := range []struct {
		what string
		m    transcript.Message
		want int
	}{
		{"empty", transcript.Message{Role: transcript.User}, f.Message},
		{"text", transcript.Message{Role: transcript.User, Content: "hello world"}, f.Message + 2},
		{"note", transcript.Message{Role: transcript.User, Content: "hello world", Note: "hello"}, f.Message + 2 + 1 + 1},
		{"name", transcript.Message{Role: transcript.User, Content: "hello world", Name: "hello"}, f.Message + 2 + f.Name + 1},
		{"two calls", transcript.Message{Role: transcript.Assistant, ToolCalls: []transcript.Call{call, call}}, f.Message + 2*callCost},
		{"result", transcript.Message{Role: transcript.Tool, Content: "hello world", ToolCallID: "call_1"}, f.Message + f.Result + 2},
		{"counted before", transcript.Message{Role: transcript.User, Content: "hello world", Tokens: 99, Usage: &transcript.Usage{Output: 77}}, f.Message + 2},
	} {
		if got := CountMessage(e, c.m); got != c.want {
			t.Errorf("%s: CountMessage = %d, want %d", c.what, got, c.want)
		}
	}
}

func TestFramingByFamily(t *testing.T) {
	if f := For("openai/gpt-4o").Framing(); f.Message != 3 || f.Name != 1 || f.Reply != 3 {
		t.Errorf("OpenAI's recipe is 3, 1 and 3, not %+v", f)
	}
	if f := For("anthropic/claude-sonnet-4-5").Framing(); f.Tools != 346 {
		t.Errorf("Anthropic's tools take 346 tokens, not %d", f.Tools)
	}
	if For("gpt-4").Framing() != For("gpt-4o").Framing() {
		t.Error("OpenAI's families differ in framing")
	}
}

func TestCountTool(t *testing.T) {
	e := For("gpt-4o")
	const schema = `{"type":"object","properties":{"query":{"type":"string"}}}`
	want := e.Framing().Tool + e.Count("memory_search") + e.Count("hello world") + e.Count(schema)
	if got := CountTool(e, "memory_search", "hello world", []byte(schema)); got != want {
		t.Errorf("CountTool = %d, want %d", got, want)
	}
}

func TestCountSystem(t *testing.T) {
	e := For("gpt-4o")
	if got := CountSystem(e); got != 0 {
		t.Errorf("no prompt takes %d tokens", got)
	}
	if got := CountSystem(e, "hello world", "hello"); got != 3+e.Framing().Message {
		t.Errorf("CountSystem = %d", got)
	}
}
