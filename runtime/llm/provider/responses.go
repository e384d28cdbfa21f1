package provider

import (
	"context"
	"encoding/json"
	"fmt"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/wire"
)

// responsesAPI speaks OpenAI's Responses API. Nothing is stored at OpenAI's:
// each request carries the whole conversation.
type responsesAPI struct {
	ref, name string
	entry     llm.Entry
	wire      *wire.Client
}

// responsesRequest is the body of a request, as
// https://platform.openai.com/docs/api-reference/responses describes it. So are
// the types below.
type responsesRequest struct {
	Include         []string        `json:"include,omitempty"`
	Input           []any           `json:"input"`
	Instructions    string          `json:"instructions,omitempty"`
	MaxOutputTokens int             `json:"max_output_tokens,omitempty"`
	Model           string          `json:"model"`
	PromptCacheKey  string          `json:"prompt_cache_key,omitempty"`
	Reasoning       *responsesThink `json:"reasoning,omitempty"`
	Store           bool            `json:"store"`
	Stream          bool            `json:"stream"`
	Text            *responsesText  `json:"text,omitempty"`
	Tools           []responsesTool `json:"tools,omitempty"`
}

// responsesThink says how much to think, and whether a summary of it is sent.
type responsesThink struct {
	Effort  string `json:"effort,omitempty"`
	Summary string `json:"summary,omitempty"`
}

// responsesThought is what the model thought, encrypted, as it came.
type responsesThought struct {
	Encrypted string            `json:"encrypted_content"`
	ID        string            `json:"id"`
	Summary   []json.RawMessage `json:"summary"`
	Type      string            `json:"type"`
}

// An item of the input is a message, a call, or a call's result.
type (
	responsesMessage struct {
		Content string          `json:"content"`
		Role    transcript.Role `json:"role"`
	}
	responsesMedia struct {
		Content []responsesPart `json:"content"`
		Role    transcript.Role `json:"role"`
	}
	responsesCall struct {
		Arguments string `json:"arguments"`
		CallID    string `json:"call_id"`
		Name      string `json:"name"`
		Type      string `json:"type"`
	}
	responsesOutput struct {
		CallID string `json:"call_id"`
		Output string `json:"output"`
		Type   string `json:"type"`
	}
)

// responsesPart is a picture or a document.
type responsesPart struct {
	Type     string `json:"type"`
	ImageURL string `json:"image_url,omitempty"`
	Filename string `json:"filename,omitempty"`
	FileData string `json:"file_data,omitempty"`
}

func partOf(m media.Media, url string) responsesPart {
	if m.Picture() {
		return responsesPart{Type: "input_image", ImageURL: url}
	}
	return responsesPart{Type: "input_file", Filename: m.Name, FileData: url}
}

type responsesTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters"`
	Strict      bool           `json:"strict"`
	Type        string         `json:"type"`
}

type responsesText struct {
	Format responsesFormat `json:"format"`
}

type responsesFormat struct {
	Name   string         `json:"name"`
	Schema map[string]any `json:"schema"`
	Strict bool           `json:"strict,omitempty"`
	Type   string         `json:"type"`
}

// responsesEvent is what is read of an event, whatever its type.
type responsesEvent struct {
	Type        string `json:"type"`
	Delta       string `json:"delta"`
	OutputIndex int    `json:"output_index"`
	Item        struct {
		responsesThought
		responsesSaid
		CallID    string `json:"call_id"`
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"item"`
	Response struct {
		Incomplete struct {
			Reason string `json:"reason"`
		} `json:"incomplete_details"`
		Usage struct {
			Input        int `json:"input_tokens"`
			Output       int `json:"output_tokens"`
			InputDetails struct {
				Cached     int `json:"cached_tokens"`
				CacheWrite int `json:"cache_write_tokens"`
			} `json:"input_tokens_details"`
			OutputDetails struct {
				Reasoning int `json:"reasoning_tokens"`
			} `json:"output_tokens_details"`
		} `json:"usage"`
	} `json:"response"`
}

// responsesSaid is a message as a whole.
type responsesSaid struct {
	Content []struct {
		Text    string `json:"text"`
		Refusal string `json:"refusal"`
	} `json:"content"`
}

func (a *responsesAPI) stream(ctx context.Context, r llm.Request, x extras, yield func(llm.Chunk) bool) error {
	request, err := a.request(r, x)
	if err != nil {
		return err
	}
	in := &responsesReply{reply: reply{host: a.wire.Host()}}
	wanted := true
	err = exchange(ctx, a.wire, "responses", "", request, func(e wire.Event) bool {
		chunk, show := in.take(decode[responsesEvent](e.Data))
		wanted = !show || yield(chunk)
		return wanted
	})
	if !wanted {
		return nil
	}
	if err != nil && in.stop == "" {
		return err
	}
	if in.stop == "" {
		return in.cut()
	}
	if len(in.thoughts) > 0 {
		in.thinking = in.thoughts
	}
	return in.finish(len(r.Messages), yield)
}

// responsesReply is a reply while it arrives.
type responsesReply struct {
	reply
	refused  bool
	spoke    bool // something of the message came in pieces
	thoughts []responsesThought
}

// take reads one event; show is true when there is something to yield.
func (in *responsesReply) take(e responsesEvent) (chunk llm.Chunk, show bool) {
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
		if t := e.Item.responsesThought; t.Type == "reasoning" && t.Encrypted != "" {
			if t.Summary == nil {
				t.Summary = []json.RawMessage{}
			}
			in.thoughts = append(in.thoughts, t)
		}
		if e.Item.Type == "message" {
			chunk.Text = in.whole(e.Item.responsesSaid)
			in.text, in.spoke = in.text || chunk.Text != "", false
			return chunk, chunk.Text != ""
		}
		if e.Item.Type == "function_call" {
			c := in.call(fmt.Sprint(e.OutputIndex))
			c.id, c.name = e.Item.CallID, e.Item.Name
			c.args.Reset()
			c.args.WriteString(e.Item.Arguments)
		}
	case "response.completed", "response.incomplete":
		u := e.Response.Usage
		in.count(u.Input, u.InputDetails.Cached, u.InputDetails.CacheWrite, u.Output, u.OutputDetails.Reasoning)
		in.stopped(e.Type == "response.incomplete", e.Response.Incomplete.Reason)
	}
	in.text, in.spoke = in.text || chunk.Text != "", in.spoke || chunk.Text != ""
	return chunk, chunk.Text != "" || chunk.Reasoning != ""
}

// whole is the text of a message, none of which came in pieces before.
func (in *responsesReply) whole(m responsesSaid) (text string) {
	if in.spoke {
		return ""
	}
	for _, p := range m.Content {
		text += p.Text + p.Refusal
		in.refused = in.refused || p.Refusal != ""
	}
	return text
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

func (a *responsesAPI) request(r llm.Request, x extras) (responsesRequest, error) {
	q := responsesRequest{Model: a.name, Instructions: system(r.System), MaxOutputTokens: r.MaxTokens, Input: items(r, a.ref, x), Stream: true}
	a.think(&q, x)
	if x.key {
		q.PromptCacheKey = r.CacheKey
	}
	for _, t := range r.Tools {
		o, err := parameters(t)
		if err != nil {
			return q, err
		}
		q.Tools = append(q.Tools, responsesTool{Name: t.Name, Description: t.Description, Parameters: o, Type: "function"})
	}
	o, err := form(r.Schema)
	if err != nil {
		return q, err
	}
	if o != nil {
		q.Text = &responsesText{responsesFormat{r.Schema.Name, o, schema.Strict(o), "json_schema"}}
	}
	return q, nil
}

// think asks for what the model thinks: encrypted, to be sent back, and a summary
// of it for the screen.
func (a *responsesAPI) think(q *responsesRequest, x extras) {
	if a.entry.Thinks != llm.ByEffort || !x.think {
		return
	}
	q.Reasoning = &responsesThink{Effort: openAIEffort(x.effort)}
	if x.show {
		q.Reasoning.Summary = "auto"
	}
	if *q.Reasoning == (responsesThink{}) {
		q.Reasoning = nil
	}
	if x.carry {
		q.Include = []string{"reasoning.encrypted_content"}
	}
}

// openAIEffort is an effort by OpenAI's name for it.
func openAIEffort(effort string) string {
	if effort == "max" {
		return "xhigh"
	}
	return effort
}

// items lays the conversation out as the API's input.
func items(r llm.Request, ref string, x extras) (out []any) {
	for _, t := range withTail(r, ref) {
		for _, kept := range t.Thinking {
			for _, one := range decode[[]responsesThought](kept) {
				if x.carry && one.Type == "reasoning" && one.Encrypted != "" {
					out = append(out, one)
				}
			}
		}
		for _, res := range t.Results {
			out = append(out, responsesOutput{res.ID, res.Text, "function_call_output"})
		}
		inOrder(t, sightOf(r, x), func(s string) { out = append(out, responsesMessage{s, t.Role}) }, func(m media.Media, data string) {
			out = append(out, responsesMedia{[]responsesPart{partOf(m, dataURL(m, data))}, t.Role})
		})
		for _, c := range t.Calls {
			out = append(out, responsesCall{c.Arguments, c.ID, c.Name, "function_call"})
		}
	}
	return out
}
