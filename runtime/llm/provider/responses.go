package provider

import (
	"context"
	"fmt"
	"sync"

	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/wire"
)

// responsesAPI speaks OpenAI's Responses API. Nothing is stored at OpenAI's:
// each request carries the whole conversation.
type responsesAPI struct {
	base, name string
	wire       *wire.Client

	once    sync.Once
	service responses.ResponseService
}

func (a *responsesAPI) stream(ctx context.Context, r llm.Request, yield func(llm.Chunk) bool) error {
	a.once.Do(func() {
		// The service, not the client: the client would read the environment.
		a.service = responses.NewResponseService(option.WithBaseURL(a.base),
			option.WithHTTPClient(a.wire), option.WithMaxRetries(0))
	})
	params, err := a.params(r)
	if err != nil {
		return err
	}
	s := a.service.NewStreaming(ctx, params)
	defer s.Close()
	in := &responsesReply{reply: reply{host: a.wire.Host()}}
	for s.Next() {
		chunk, show := in.take(s.Current())
		if show && !yield(chunk) {
			return nil
		}
	}
	if err := s.Err(); err != nil && in.stop == "" {
		return err
	}
	if in.stop == "" {
		return in.cut()
	}
	return in.finish(len(r.Messages), yield)
}

// responsesReply is a reply while it arrives.
type responsesReply struct {
	reply
	refused bool
}

// take reads one event; show is true when there is something to yield.
func (in *responsesReply) take(e responses.ResponseStreamEventUnion) (chunk llm.Chunk, show bool) {
	switch e.Type {
	case "response.output_text.delta":
		chunk.Text = e.Delta
	case "response.refusal.delta":
		chunk.Text, in.refused = e.Delta, true
	case "response.reasoning_summary_text.delta", "response.reasoning_text.delta":
		chunk.Reasoning = e.Delta
	case "response.function_call_arguments.delta":
		// The whole arguments come with the item; nothing to keep of the parts.
	case "response.output_item.done":
		if e.Item.Type == "function_call" {
			c := in.call(fmt.Sprint(e.OutputIndex))
			c.id, c.name = e.Item.CallID, e.Item.Name
			c.args.Reset()
			c.args.WriteString(e.Item.Arguments.OfString)
		}
	case "response.completed", "response.incomplete":
		u := e.Response.Usage
		in.count(u.InputTokens, u.InputTokensDetails.CachedTokens, u.InputTokensDetails.CacheWriteTokens,
			u.OutputTokens, u.OutputTokensDetails.ReasoningTokens)
		in.stopped(e.Type == "response.incomplete", e.Response.IncompleteDetails.Reason)
	}
	in.text = in.text || chunk.Text != ""
	return chunk, chunk.Text != "" || chunk.Reasoning != ""
}

func (in *responsesReply) stopped(incomplete bool, reason string) {
	switch {
	case incomplete && reason == "content_filter", in.refused:
		in.stop = llm.Refused
	case incomplete:
		in.stop = llm.Length
	case len(in.calls) > 0:
		in.stop = llm.Calls
	default:
		in.stop = llm.End
	}
}

func (a *responsesAPI) params(r llm.Request) (responses.ResponseNewParams, error) {
	p := responses.ResponseNewParams{Model: a.name, Store: param.NewOpt(false)}
	if s := system(r.System); s != "" {
		p.Instructions = param.NewOpt(s)
	}
	if r.MaxTokens > 0 {
		p.MaxOutputTokens = param.NewOpt(int64(r.MaxTokens))
	}
	p.Input.OfInputItemList = items(r)
	for _, t := range r.Tools {
		o, err := schema.Object(t.Parameters)
		if err != nil {
			return p, &llm.Error{Kind: llm.BadRequest, Text: fmt.Sprintf("tool %s: %v", t.Name, err)}
		}
		p.Tools = append(p.Tools, responses.ToolUnionParam{OfFunction: &responses.FunctionToolParam{
			Name: t.Name, Description: param.NewOpt(t.Description), Parameters: o, Strict: param.NewOpt(false)}})
	}
	if r.Schema != nil {
		o, err := schema.Object(r.Schema.JSON)
		if err != nil {
			return p, &llm.Error{Kind: llm.BadRequest, Text: err.Error()}
		}
		f := &responses.ResponseFormatTextJSONSchemaConfigParam{Name: r.Schema.Name, Schema: o}
		if schema.Strict(o) {
			f.Strict = param.NewOpt(true)
		}
		p.Text.Format.OfJSONSchema = f
	}
	return p, nil
}

// items lays the conversation out as the API's input.
func items(r llm.Request) responses.ResponseInputParam {
	var out responses.ResponseInputParam
	for _, t := range withTail(r) {
		role := responses.EasyInputMessageRoleUser
		if t.Role == transcript.Assistant {
			role = responses.EasyInputMessageRoleAssistant
		}
		for _, res := range t.Results {
			o := responses.ResponseInputItemParamOfFunctionCallOutput(res.Text)
			o.OfFunctionCallOutput.CallID = param.NewOpt(res.ID)
			out = append(out, o)
		}
		for _, s := range t.Texts {
			out = append(out, responses.ResponseInputItemParamOfMessage(s, role))
		}
		for _, c := range t.Calls {
			out = append(out, responses.ResponseInputItemParamOfFunctionCall(c.Arguments, c.ID, c.Name))
		}
	}
	return out
}
