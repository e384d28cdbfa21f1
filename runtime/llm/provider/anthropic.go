package provider

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/thread"
	"dormouse/runtime/llm/wire"
)

// messages speaks Anthropic's Messages API.
type messages struct {
	base, name string
	entry      llm.Entry
	wire       *wire.Client

	once    sync.Once
	service anthropic.MessageService
}

// goOn follows a conversation that would end with the assistant, which newer
// models refuse.
const goOn = "(Go on.)"

func (a *messages) stream(ctx context.Context, r llm.Request, yield func(llm.Chunk) bool) error {
	a.once.Do(func() {
		// The service, not the client: the client would read the environment.
		a.service = anthropic.NewMessageService(option.WithBaseURL(a.base),
			option.WithHTTPClient(a.wire), option.WithMaxRetries(0))
	})
	params, err := a.params(r)
	if err != nil {
		return err
	}
	s := a.service.NewStreaming(ctx, params)
	defer s.Close()
	in := &messagesReply{reply: reply{host: a.wire.Host()}}
	for s.Next() {
		chunk, show := in.take(s.Current())
		if show && !yield(chunk) {
			return nil
		}
	}
	if err := s.Err(); err != nil && !in.ended {
		return err
	}
	if !in.ended || in.stop == "" {
		return in.cut()
	}
	if in.overflow && !in.text && len(in.calls) == 0 {
		return &llm.Error{Kind: llm.TooLong, Text: in.host + " had no room left in its context for a reply"}
	}
	return in.finish(len(r.Messages), yield)
}

// messagesReply is a reply while it arrives.
type messagesReply struct {
	reply
	ended    bool // message_stop came
	overflow bool // the window was full
}

// take reads one event; show is true when there is something to yield.
func (in *messagesReply) take(e anthropic.MessageStreamEventUnion) (chunk llm.Chunk, show bool) {
	switch e.Type {
	case "message_start":
		u := e.Message.Usage
		in.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, 0)
	case "content_block_start":
		switch e.ContentBlock.Type {
		case "text":
			chunk.Text = e.ContentBlock.Text
		case "tool_use":
			c := in.call(strconv.FormatInt(e.Index, 10))
			c.id, c.name = e.ContentBlock.ID, e.ContentBlock.Name
			// The arguments stream in afterwards; servers that send them whole do it
			// here.
			if raw, err := json.Marshal(e.ContentBlock.Input); err == nil && len(raw) > 2 && raw[0] == '{' {
				c.args.Write(raw)
			}
		}
	case "content_block_delta":
		switch e.Delta.Type {
		case "text_delta":
			chunk.Text = e.Delta.Text
		case "thinking_delta":
			chunk.Reasoning = e.Delta.Thinking
		case "input_json_delta":
			in.call(strconv.FormatInt(e.Index, 10)).args.WriteString(e.Delta.PartialJSON)
		}
	case "message_delta":
		in.stopped(e.Delta.StopReason)
		u := e.Usage
		in.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, u.OutputTokensDetails.ThinkingTokens)
	case "message_stop":
		in.ended = true
	}
	in.text = in.text || chunk.Text != ""
	return chunk, chunk.Text != "" || chunk.Reasoning != ""
}

// count keeps the largest of the counts reported: the last event repeats only
// some of them.
func (in *messagesReply) count(input, read, write, output, reasoning int64) {
	if input+read+write+output <= 0 {
		return
	}
	if in.usage == nil {
		in.usage = &transcript.Usage{}
	}
	u := in.usage
	u.Input = max(u.Input, int(input+read+write))
	u.Cached = max(u.Cached, int(read))
	u.CacheWrite = max(u.CacheWrite, int(write))
	u.Output = max(u.Output, int(output))
	u.Reasoning = max(u.Reasoning, int(reasoning))
}

func (in *messagesReply) stopped(s anthropic.StopReason) {
	switch s {
	case "":
	case anthropic.StopReasonToolUse:
		in.stop = llm.Calls
	case anthropic.StopReasonMaxTokens:
		in.stop = llm.Length
	case anthropic.StopReasonModelContextWindowExceeded:
		in.stop, in.overflow = llm.Length, true
	case anthropic.StopReasonRefusal:
		in.stop = llm.Refused
	default:
		in.stop = llm.End
	}
}

// params builds the request. At most four cache markers are allowed: one after
// the tools, two in the system prompt, one at the end of the transcript.
func (a *messages) params(r llm.Request) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: a.name, MaxTokens: int64(a.limit(r.MaxTokens))}
	cached := 0
	for i := len(r.System) - 1; i >= 0; i-- {
		if strings.TrimSpace(r.System[i].Text) == "" {
			continue
		}
		b := anthropic.TextBlockParam{Text: r.System[i].Text}
		if r.System[i].Cache && cached < 2 {
			cached++
			b.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		p.System = append(p.System, b)
	}
	slices.Reverse(p.System)
	for i, t := range r.Tools {
		o, err := schema.Object(t.Parameters)
		if err != nil {
			return p, &llm.Error{Kind: llm.BadRequest, Text: "tool " + t.Name + ": " + err.Error()}
		}
		raw, err := json.Marshal(o)
		if err != nil {
			return p, err
		}
		u := anthropic.ToolUnionParamOfTool(param.Override[anthropic.ToolInputSchemaParam](json.RawMessage(raw)), t.Name)
		u.OfTool.Description = anthropic.String(t.Description)
		if i == len(r.Tools)-1 {
			u.OfTool.CacheControl = anthropic.NewCacheControlEphemeralParam()
		}
		p.Tools = append(p.Tools, u)
	}
	if r.Schema != nil {
		o, err := schema.Object(r.Schema.JSON)
		if err != nil {
			return p, &llm.Error{Kind: llm.BadRequest, Text: err.Error()}
		}
		p.OutputConfig.Format.Schema = schema.Plain(o)
	}
	p.Messages = conversation(r)
	return p, nil
}

// limit is the most tokens of a reply. Unasked it is the model's own, but no
// more than 15% of the window, because prompt and limit together must fit.
func (a *messages) limit(asked int) int {
	if asked > 0 {
		return asked
	}
	limit := a.entry.Reply
	if limit == 0 {
		limit = 8192
	}
	if w := a.entry.Window * 15 / 100; w > 0 {
		limit = min(limit, w)
	}
	return limit
}

// conversation lays the transcript out in blocks, marks its last one for the
// cache, and puts the tail after it.
func conversation(r llm.Request) []anthropic.MessageParam {
	var out []anthropic.MessageParam
	for _, t := range thread.Turns(r.Messages) {
		if t.Role == transcript.Assistant {
			out = append(out, anthropic.NewAssistantMessage(said(t)...))
		} else {
			out = append(out, anthropic.NewUserMessage(heard(t)...))
		}
	}
	if n := len(out); n > 0 {
		mark(&out[n-1].Content[len(out[n-1].Content)-1])
	}
	tail := r.Tail
	if n := len(out); strings.TrimSpace(tail) == "" && (n == 0 || out[n-1].Role == anthropic.MessageParamRoleAssistant) {
		tail = goOn
	}
	if strings.TrimSpace(tail) == "" {
		return out
	}
	if n := len(out); n > 0 && out[n-1].Role == anthropic.MessageParamRoleUser {
		out[n-1].Content = append(out[n-1].Content, anthropic.NewTextBlock(tail))
		return out
	}
	return append(out, anthropic.NewUserMessage(anthropic.NewTextBlock(tail)))
}

func said(t thread.Turn) (blocks []anthropic.ContentBlockParamUnion) {
	for _, s := range t.Texts {
		blocks = append(blocks, anthropic.NewTextBlock(strings.TrimRight(s, " \t\r\n")))
	}
	for _, c := range t.Calls {
		blocks = append(blocks, anthropic.NewToolUseBlock(c.ID, json.RawMessage(c.Arguments), c.Name))
	}
	return blocks
}

func heard(t thread.Turn) (blocks []anthropic.ContentBlockParamUnion) {
	for _, res := range t.Results {
		b := anthropic.ToolResultBlockParam{ToolUseID: res.ID}
		if strings.TrimSpace(res.Text) != "" {
			b.Content = []anthropic.ToolResultBlockParamContentUnion{{OfText: &anthropic.TextBlockParam{Text: res.Text}}}
		}
		blocks = append(blocks, anthropic.ContentBlockParamUnion{OfToolResult: &b})
	}
	for _, s := range t.Texts {
		blocks = append(blocks, anthropic.NewTextBlock(s))
	}
	return blocks
}

// mark puts a cache marker on a block.
func mark(b *anthropic.ContentBlockParamUnion) {
	if c := b.GetCacheControl(); c != nil {
		*c = anthropic.NewCacheControlEphemeralParam()
	}
}
