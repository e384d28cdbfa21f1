package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/packages/respjson"
	"github.com/openai/openai-go/v3/shared"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/thread"
	"dormouse/runtime/llm/wire"
)

// chat speaks chat completions, the dialect that most servers know.
type chat struct {
	base, name string
	wire       *wire.Client

	once    sync.Once
	service openai.ChatCompletionService
}

func (c *chat) stream(ctx context.Context, r llm.Request, yield func(llm.Chunk) bool) error {
	c.once.Do(func() {
		// The service, not the client: the client would read the environment.
		c.service = openai.NewChatCompletionService(option.WithBaseURL(c.base),
			option.WithHTTPClient(c.wire), option.WithMaxRetries(0))
	})
	params, err := c.params(r)
	if err != nil {
		return err
	}
	s := c.service.NewStreaming(ctx, params)
	defer s.Close()
	in := &chatReply{reply: reply{host: c.wire.Host()}}
	for s.Next() {
		for _, chunk := range in.take(s.Current()) {
			if !yield(chunk) {
				return nil
			}
		}
	}
	// Once it said why it stopped, the reply is whole; what a broken connection
	// then costs is the usage.
	if err := s.Err(); err != nil && in.stop == "" {
		return err
	}
	if in.stop == "" {
		return in.cut()
	}
	return in.finish(len(r.Messages), yield)
}

// chatReply is a reply while it arrives.
type chatReply struct{ reply }

// take reads one chunk of the provider's.
func (in *chatReply) take(e openai.ChatCompletionChunk) (out []llm.Chunk) {
	u := e.Usage
	in.count(u.PromptTokens, u.PromptTokensDetails.CachedTokens, u.PromptTokensDetails.CacheWriteTokens,
		u.CompletionTokens, u.CompletionTokensDetails.ReasoningTokens)
	for _, choice := range e.Choices {
		if choice.Index != 0 {
			continue
		}
		d := choice.Delta
		for _, k := range []string{"reasoning_content", "reasoning"} {
			if s := str(d.JSON.ExtraFields[k]); s != "" {
				out = append(out, llm.Chunk{Reasoning: s})
				break // some servers send both, with the same words
			}
		}
		if s := d.Content + d.Refusal; s != "" {
			in.text = true
			out = append(out, llm.Chunk{Text: s})
		}
		for _, t := range d.ToolCalls {
			in.part(t)
		}
		in.stopped(choice.FinishReason, d.Refusal != "")
	}
	return out
}

// part adds a piece of a call. Servers are to number their calls, but some
// give all of them the number 0: a new id, or a name after whole arguments,
// then begins a new one.
func (in *chatReply) part(t openai.ChatCompletionChunkChoiceDeltaToolCall) {
	key := strconv.FormatInt(t.Index, 10)
	c := in.call(key)
	newID := t.ID != "" && c.id != "" && t.ID != c.id
	newName := t.ID == "" && t.Function.Name != "" && c.name != "" && isObject(strings.TrimSpace(c.args.String()))
	if newID || newName {
		c = &call{key: key}
		in.calls = append(in.calls, c)
	}
	if t.ID != "" {
		c.id = t.ID
	}
	if t.Function.Name != "" && t.Function.Name != c.name {
		c.name += t.Function.Name
	}
	c.args.WriteString(t.Function.Arguments)
}

func (in *chatReply) stopped(reason string, refused bool) {
	switch reason {
	case "":
	case "tool_calls", "function_call":
		in.stop = llm.Calls
	case "length":
		in.stop = llm.Length
	case "content_filter":
		in.stop = llm.Refused
	default:
		in.stop = llm.End
		if refused {
			in.stop = llm.Refused
		}
	}
}

// count takes what was reported last; servers that count as they go report
// often, and some report zero.
func (r *reply) count(input, cached, written, output, reasoning int64) {
	if input <= 0 {
		return
	}
	r.usage = &transcript.Usage{Input: int(input), Cached: int(min(cached, input)), CacheWrite: int(written),
		Output: int(output), Reasoning: int(reasoning)}
}

// str is a field that the SDK does not know, "" unless it is a string.
func str(f respjson.Field) string {
	var s string
	if json.Unmarshal([]byte(f.Raw()), &s) != nil {
		return ""
	}
	return s
}

// params builds the request. The system prompt is one message, and turns
// alternate, because the templates of local models insist on both.
func (c *chat) params(r llm.Request) (openai.ChatCompletionNewParams, error) {
	p := openai.ChatCompletionNewParams{Model: c.name}
	p.StreamOptions.IncludeUsage = param.NewOpt(true)
	if s := system(r.System); s != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(s))
	}
	for _, t := range withTail(r) {
		if t.Role == transcript.Assistant {
			p.Messages = append(p.Messages, chatSaid(t))
			continue
		}
		for _, res := range t.Results {
			p.Messages = append(p.Messages, openai.ToolMessage(res.Text, res.ID))
		}
		if len(t.Texts) > 0 {
			p.Messages = append(p.Messages, openai.UserMessage(strings.Join(t.Texts, "\n\n")))
		}
	}
	for _, t := range r.Tools {
		o, err := schema.Object(t.Parameters)
		if err != nil {
			return p, &llm.Error{Kind: llm.BadRequest, Text: fmt.Sprintf("tool %s: %v", t.Name, err)}
		}
		p.Tools = append(p.Tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: t.Name, Description: param.NewOpt(t.Description), Parameters: o}))
	}
	if r.MaxTokens > 0 {
		// Only OpenAI's own server insists on the new name; older ones know only
		// the old.
		if strings.HasSuffix(c.wire.Host(), "api.openai.com") {
			p.MaxCompletionTokens = param.NewOpt(int64(r.MaxTokens))
		} else {
			p.MaxTokens = param.NewOpt(int64(r.MaxTokens))
		}
	}
	if r.Schema != nil {
		o, err := schema.Object(r.Schema.JSON)
		if err != nil {
			return p, &llm.Error{Kind: llm.BadRequest, Text: err.Error()}
		}
		f := &shared.ResponseFormatJSONSchemaParam{}
		f.JSONSchema.Name, f.JSONSchema.Schema = r.Schema.Name, o
		if schema.Strict(o) {
			f.JSONSchema.Strict = param.NewOpt(true)
		}
		p.ResponseFormat.OfJSONSchema = f
	}
	return p, nil
}

func chatSaid(t thread.Turn) openai.ChatCompletionMessageParamUnion {
	var m openai.ChatCompletionAssistantMessageParam
	if len(t.Texts) > 0 {
		m.Content.OfString = param.NewOpt(strings.Join(t.Texts, "\n\n"))
	}
	for _, c := range t.Calls {
		f := &openai.ChatCompletionMessageFunctionToolCallParam{ID: c.ID}
		f.Function.Name, f.Function.Arguments = c.Name, c.Arguments
		m.ToolCalls = append(m.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{OfFunction: f})
	}
	return openai.ChatCompletionMessageParamUnion{OfAssistant: &m}
}

// system is the system prompt as one text.
func system(blocks []llm.Block) string {
	var texts []string
	for _, b := range blocks {
		if strings.TrimSpace(b.Text) != "" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// withTail are the turns of a request with its tail as the user's last text.
func withTail(r llm.Request) []thread.Turn {
	turns := thread.Turns(r.Messages)
	if strings.TrimSpace(r.Tail) == "" {
		return turns
	}
	if n := len(turns); n > 0 && turns[n-1].Role == transcript.User {
		turns[n-1].Texts = append(turns[n-1].Texts, r.Tail)
		return turns
	}
	return append(turns, thread.Turn{Role: transcript.User, Texts: []string{r.Tail}})
}
