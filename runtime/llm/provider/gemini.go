package provider

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/thread"
	"dormouse/runtime/llm/wire"
)

// gemini speaks Google's own API. Its OpenAI surface carries the signatures of
// calls as well, but not what the model thinks as parts, the counts of the cache,
// why a prompt was blocked, and a model's limits.
type gemini struct {
	ref, name string
	entry     llm.Entry
	wire      *wire.Client
}

// geminiRequest is the body of a request, as
// https://ai.google.dev/api/generate-content describes it. So are the types below.
type geminiRequest struct {
	System     *geminiContent  `json:"systemInstruction,omitempty"`
	Contents   []geminiContent `json:"contents"`
	Tools      []geminiTools   `json:"tools,omitempty"`
	Generation geminiConfig    `json:"generationConfig"`
}

type geminiContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []geminiPart `json:"parts"`
}

// geminiPart is a text, a picture or a document, a thought, a call, or a call's result.
type geminiPart struct {
	Text      string          `json:"text,omitempty"`
	Inline    *geminiBytes    `json:"inlineData,omitempty"`
	Thought   bool            `json:"thought,omitempty"`
	Call      *geminiCall     `json:"functionCall,omitempty"`
	Response  *geminiResponse `json:"functionResponse,omitempty"`
	Signature string          `json:"thoughtSignature,omitempty"`
}

type geminiBytes struct {
	MIMEType string `json:"mimeType"`
	Data     string `json:"data"`
}

type geminiCall struct {
	ID   string          `json:"id,omitempty"`
	Name string          `json:"name"`
	Args json.RawMessage `json:"args,omitempty"`
}

type geminiResponse struct {
	ID       string            `json:"id,omitempty"`
	Name     string            `json:"name"`
	Response map[string]string `json:"response"`
}

type geminiTools struct {
	Functions []geminiFunction `json:"functionDeclarations"`
}

type geminiFunction struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parametersJsonSchema"`
}

type geminiConfig struct {
	MaxOutputTokens int            `json:"maxOutputTokens,omitempty"`
	MIMEType        string         `json:"responseMimeType,omitempty"`
	Schema          map[string]any `json:"responseJsonSchema,omitempty"`
	Thinking        *geminiThink   `json:"thinkingConfig,omitempty"`
}

// geminiThink says how much to think: by a level since Gemini 3, by a number of
// tokens before. Both together are refused.
type geminiThink struct {
	Include bool   `json:"includeThoughts,omitempty"`
	Level   string `json:"thinkingLevel,omitempty"`
	Budget  int    `json:"thinkingBudget,omitempty"`
}

// geminiEvent is what is read of an event.
type geminiEvent struct {
	Candidates []struct {
		Index        int           `json:"index"`
		Content      geminiContent `json:"content"`
		FinishReason string        `json:"finishReason"`
	} `json:"candidates"`
	Feedback struct {
		BlockReason string `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage struct {
		Prompt   int `json:"promptTokenCount"`
		ToolUse  int `json:"toolUsePromptTokenCount"`
		Cached   int `json:"cachedContentTokenCount"`
		Reply    int `json:"candidatesTokenCount"`
		Thoughts int `json:"thoughtsTokenCount"`
	} `json:"usageMetadata"`
}

func (g *gemini) stream(ctx context.Context, r llm.Request, x extras, yield func(llm.Chunk) bool) error {
	request, err := g.request(r, x)
	if err != nil {
		return err
	}
	in := &geminiReply{reply: reply{host: g.wire.Host()}}
	wanted := true
	err = exchange(ctx, g.wire, "models/"+g.name+":streamGenerateContent", "alt=sse", request, func(e wire.Event) bool {
		for _, chunk := range in.take(decode[geminiEvent](e.Data)) {
			wanted = wanted && yield(chunk)
		}
		return wanted
	})
	switch {
	case !wanted:
		return nil
	case in.broken == "MALFORMED_FUNCTION_CALL" || in.broken == "MALFORMED_RESPONSE" || in.broken == "UNEXPECTED_TOOL_CALL":
		return &llm.Error{Kind: llm.Incomplete, Text: in.host + " ended the reply with " + in.broken, Err: errMiswritten}
	case in.broken != "":
		return &llm.Error{Kind: llm.Garbage, Text: in.host + " ended the reply with " + in.broken}
	case err != nil && in.stop == "":
		return err
	case in.stop == "":
		return in.cut()
	}
	return in.finish(len(r.Messages), yield)
}

// errMiswritten is within the error of a reply in which the model wrote a call wrongly:
// another try is likely to be right.
var errMiswritten = errors.New("the model wrote a call wrongly")

// geminiReply is a reply while it arrives.
type geminiReply struct {
	reply
	broken string // how the model's own call went wrong
}

// take reads one event.
func (in *geminiReply) take(e geminiEvent) (out []llm.Chunk) {
	u := e.Usage
	in.count(u.Prompt+u.ToolUse, u.Cached, 0, u.Reply+u.Thoughts, u.Thoughts)
	if e.Feedback.BlockReason != "" && e.Feedback.BlockReason != "BLOCK_REASON_UNSPECIFIED" {
		in.stop = llm.Refused
	}
	for _, c := range e.Candidates {
		if c.Index != 0 {
			continue
		}
		for _, p := range c.Content.Parts {
			switch {
			case p.Call != nil:
				in.called(p)
			case p.Text == "":
			case p.Thought:
				out = append(out, llm.Chunk{Reasoning: p.Text})
			default:
				in.text = true
				out = append(out, llm.Chunk{Text: p.Text})
			}
		}
		in.stopped(c.FinishReason)
	}
	return out
}

// called takes a call, which comes whole.
func (in *geminiReply) called(p geminiPart) {
	c := in.call(fmt.Sprint(len(in.calls)))
	c.id, c.name, c.sign = p.Call.ID, p.Call.Name, p.Signature
	c.args.Write(p.Call.Args)
}

func (in *geminiReply) stopped(reason string) {
	switch reason {
	case "", "FINISH_REASON_UNSPECIFIED":
	case "STOP":
		in.stop = llm.End
	case "MAX_TOKENS":
		in.stop = llm.Length
	case "MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE":
		in.broken = reason
	case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY":
		in.stop = llm.Refused
	default:
		in.stop = llm.End
	}
}

func (g *gemini) request(r llm.Request, x extras) (geminiRequest, error) {
	q := geminiRequest{Contents: g.contents(r, x)}
	if s := system(r.System); s != "" {
		q.System = &geminiContent{Parts: []geminiPart{{Text: s}}}
	}
	var tools geminiTools
	for _, t := range r.Tools {
		o, err := parameters(t)
		if err != nil {
			return q, err
		}
		tools.Functions = append(tools.Functions, geminiFunction{t.Name, t.Description, o})
	}
	if len(tools.Functions) > 0 {
		q.Tools = []geminiTools{tools}
	}
	o, err := form(r.Schema)
	if err != nil {
		return q, err
	}
	q.Generation = geminiConfig{MaxOutputTokens: r.MaxTokens, Schema: o, Thinking: g.think(x)}
	if o != nil {
		q.Generation.MIMEType = "application/json"
	}
	return q, nil
}

// think says how much to think, in the way of the model's generation.
func (g *gemini) think(x extras) *geminiThink {
	if g.entry.Thinks == llm.Never || !x.think {
		return nil
	}
	t := geminiThink{Include: x.show}
	if g.entry.Thinks == llm.ByBudget {
		t.Budget = map[string]int{"low": 1024, "medium": 8192, "high": 24576, "max": 24576}[x.effort]
	} else {
		t.Level = map[string]string{"low": "low", "medium": "medium", "high": "high", "max": "high"}[x.effort]
	}
	if t == (geminiThink{}) {
		return nil
	}
	return &t
}

// unsigned stands for the signature of a call that another model made: since
// Gemini 3 the API refuses a call without one, and takes this word in its place.
const unsigned = "skip_thought_signature_validator"

// contents lays the conversation out. Results stand in a content of their own,
// right after their calls; the last content is the user's.
func (g *gemini) contents(r llm.Request, x extras) (out []geminiContent) {
	names := map[string]string{}
	for _, t := range withTail(r, g.ref) {
		if t.Role == transcript.Assistant {
			out = append(out, geminiContent{"model", g.said(t, x.carry, names)})
			continue
		}
		var results []geminiPart
		for _, res := range t.Results {
			results = append(results, geminiPart{Response: &geminiResponse{res.ID, names[res.ID], map[string]string{"result": res.Text}}})
		}
		if len(results) > 0 {
			out = append(out, geminiContent{"user", results})
		}
		if len(t.Texts) > 0 {
			var parts []geminiPart
			inOrder(t, sightOf(r, x), func(s string) { parts = append(parts, geminiPart{Text: s}) }, func(m media.Media, data string) {
				parts = append(parts, geminiPart{Inline: &geminiBytes{m.Type, data}})
			})
			out = append(out, geminiContent{"user", parts})
		}
	}
	if n := len(out); n == 0 || out[n-1].Role == "model" {
		out = append(out, geminiContent{"user", texts([]string{goOn})})
	}
	return out
}

func texts(list []string) (parts []geminiPart) {
	for _, s := range list {
		parts = append(parts, geminiPart{Text: s})
	}
	return parts
}

// said are the parts of an assistant's turn. Of calls made at once only the first
// is signed.
func (g *gemini) said(t thread.Turn, carry bool, names map[string]string) []geminiPart {
	parts := texts(t.Texts)
	for i, c := range t.Calls {
		names[c.ID] = c.Name
		p := geminiPart{Call: &geminiCall{c.ID, c.Name, json.RawMessage(c.Arguments)}}
		if carry {
			p.Signature = c.Signature
		}
		if i == 0 && p.Signature == "" && g.entry.Thinks == llm.ByEffort {
			p.Signature = unsigned
		}
		parts = append(parts, p)
	}
	return parts
}

// nativeGemini reports whether an address is that of Google's own API and not of
// its OpenAI surface.
func nativeGemini(base string) bool { return !strings.HasSuffix(base, "/openai") }
