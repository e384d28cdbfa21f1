package provider

import (
	"net/http"
	"testing"

	"dormouse/runtime/llm"
)

// TestThoughtsInTheText cuts each reply in two and in three at every byte.
func TestThoughtsInTheText(t *testing.T) {
	for _, c := range []struct{ reply, said, thought string }{
		{"\n<think>\nShe asks\n about <b>.</think>\n\nIn Oslo. <think>is a mark.</think>", "In Oslo. <think>is a mark.</think>", "\nShe asks\n about <b>."},
		{"<think></think>Yes", "Yes", ""},
		{"<think>cut of", "", "cut of"},
		{"<think>cut of </thi", "", "cut of </thi"},
		{"<thin ice", "<thin ice", ""},
		{"<thi", "<thi", ""},
		{" No </think> here", " No </think> here", ""},
	} {
		for i := range len(c.reply) + 1 {
			for j := i; j <= len(c.reply); j++ {
				var in inlineThought
				said, thought := "", ""
				for _, piece := range []string{c.reply[:i], c.reply[i:j], c.reply[j:]} {
					s, th := in.part(piece)
					said, thought = said+s, thought+th
				}
				s, th := in.rest()
				if said, thought = said+s, thought+th; said != c.said || thought != c.thought {
					t.Fatalf("%q cut at %d and %d: said %q, thought %q", c.reply, i, j, said, thought)
				}
			}
		}
	}
}

// TestThoughtsInTheTextAreNoReply: a server of the dialect that local ones speak leaves
// them in the text; in the others' replies a mark is a word like any other.
func TestThoughtsInTheTextAreNoReply(t *testing.T) {
	each(t, func(t *testing.T, sp speech) {
		m, _ := open(t, sp, always(sp.texts("<thi", "nk>Hm.</think>\n", "Yes.")), func(o *Options) { o.Thoughts = true })
		h := listen(t.Context(), m, hello())
		if thinks := h.text == "Yes." && h.reasoning == "Hm."; h.err != nil || thinks != (sp.d == Chat) {
			t.Errorf("got %+v", h)
		}
	})
}

// TestOddReplies: how servers of a dialect send what others send in pieces of text.
func TestOddReplies(t *testing.T) {
	chunk := func(delta obj, finish any) string {
		return event(obj{"choices": []any{obj{"index": 0, "delta": delta, "finish_reason": finish}}})
	}
	item := func(v obj) string {
		return named(obj{"type": "response.output_item.done", "output_index": 0, "item": v})
	}
	message := obj{"type": "message", "role": "assistant", "content": []any{obj{"type": "output_text", "text": "In Oslo."}}}
	completed := named(obj{"type": "response.completed", "response": obj{"usage": obj{}}})
	for name, c := range map[string]struct {
		sp    speech
		reply string
		want  heardReply
		args  string
		kind  llm.Kind
	}{
		"parts": {sp: chatSpeech(), reply: chunk(obj{"content": []any{obj{"type": "thinking", "thinking": []any{obj{"type": "text", "text": "Hm."}}}}}, nil) +
			chunk(obj{"content": []any{obj{"type": "text", "text": "In "}, obj{"type": "text", "text": "Oslo."}}}, "stop"),
			want: heardReply{text: "In Oslo.", reasoning: "Hm.", stop: llm.End}},
		"an object": {sp: chatSpeech(), reply: chunk(obj{"tool_calls": []any{obj{"index": 0, "id": "c", "function": obj{"name": "memory_search", "arguments": obj{"query": "tea"}}}}}, "tool_calls"),
			want: heardReply{stop: llm.Calls}, args: `{"query":"tea"}`},
		"an error":    {sp: chatSpeech(), reply: chunk(obj{"content": "In"}, nil) + chunk(obj{}, "error"), want: heardReply{text: "In"}, kind: llm.Incomplete},
		"an abort":    {sp: chatSpeech(), reply: chunk(obj{"content": "In"}, nil) + chunk(obj{}, "abort"), want: heardReply{text: "In"}, kind: llm.Incomplete},
		"an item":     {sp: responsesSpeech(), reply: item(message) + completed, want: heardReply{text: "In Oslo.", stop: llm.End}},
		"pieces, too": {sp: responsesSpeech(), reply: named(obj{"type": "response.output_text.delta", "delta": "In Oslo."}) + item(message) + completed, want: heardReply{text: "In Oslo.", stop: llm.End}},
		"a refusal": {sp: responsesSpeech(), reply: item(obj{"type": "message", "content": []any{obj{"type": "refusal", "refusal": "No."}}}) + completed,
			want: heardReply{text: "No.", stop: llm.Refused}},
	} {
		m, _ := open(t, c.sp, always(c.reply), func(o *Options) { o.Thoughts = true })
		h := listen(t.Context(), m, hello())
		if h.text != c.want.text || h.reasoning != c.want.reasoning || h.stop != c.want.stop || c.kind != "" && kindOf(h.err) != c.kind || c.kind == "" && h.err != nil {
			t.Errorf("%s: %+v", name, h)
		}
		if c.args != "" && (len(h.calls) != 1 || h.calls[0].Arguments != c.args) {
			t.Errorf("%s: %+v", name, h.calls)
		}
	}
}

// TestAMiswrittenCallIsTriedOnceMore: Gemini's models write one wrongly now and then.
func TestAMiswrittenCallIsTriedOnceMore(t *testing.T) {
	sp := geminiSpeech()
	wrong := event(obj{"candidates": []any{obj{"index": 0, "finishReason": "MALFORMED_FUNCTION_CALL"}}})
	for _, replies := range [][]string{{wrong, sp.texts("Yes.")}, {wrong, wrong, sp.texts("Yes.")}} {
		f := &fake{answer: func(n int, _ *http.Request) (*http.Response, error) { return stream(replies[n-1]), nil }}
		m, slept := open(t, sp, f)
		h := listen(t.Context(), m, hello())
		if once := len(replies) == 2; once != (h.err == nil && h.text == "Yes.") || !once && kindOf(h.err) != llm.Incomplete || f.count() != 2 || len(*slept) != 0 {
			t.Errorf("%d requests: %+v", f.count(), h)
		}
	}
}
