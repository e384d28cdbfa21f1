package apitest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// anthropic is https://platform.claude.com/docs/en/api/messages.
type anthropic struct{}

func (anthropic) words() words {
	return words{
		empty:      "messages: text content blocks must contain non-whitespace text",
		orphan:     "messages: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
		unanswered: "messages: `tool_use` ids were found without `tool_result` blocks immediately after: %s. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
		twice:      "messages: `tool_use` ids must be unique: %s",
		unthought:  "messages: Expected `thinking` or `redacted_thinking`, but found `tool_use` (%s). When `thinking` is enabled, a final `assistant` message must start with a thinking block.",
		forged:     "messages: Invalid `signature` in `thinking` block",
		tooLong:    "prompt is too long: %d tokens > %d maximum",
		both:       "input length and `max_tokens` exceed context limit: %d + %d > %d, decrease input length or `max_tokens` and try again",
		tooMuch:    "max_tokens: %d > %d, which is the maximum allowed number of output tokens for this model",
		last:       "This model does not support assistant message prefill. The conversation must end with a user message.",
	}
}

type anthropicBlock struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	Thinking  *string         `json:"thinking"`
	Signature string          `json:"signature"`
	Title     string          `json:"title"`
	Source    *struct {
		Type  string `json:"type"`
		Media string `json:"media_type"`
		Data  string `json:"data"`
	} `json:"source"`
	Cache *anthropicMark `json:"cache_control"`
}

type anthropicMark struct {
	Type string `json:"type"`
	TTL  string `json:"ttl"`
}

// long says whether what is marked is to be kept for an hour.
func (m *anthropicMark) long() bool { return m != nil && m.TTL == "1h" }

type anthropicRequest struct {
	Model     string           `json:"model"`
	MaxTokens int              `json:"max_tokens"`
	Stream    bool             `json:"stream"`
	System    []anthropicBlock `json:"system"`
	Tools     []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"input_schema"`
		Cache       *anthropicMark  `json:"cache_control"`
	} `json:"tools"`
	Messages []struct {
		Role    string           `json:"role"`
		Content []anthropicBlock `json:"content"`
	} `json:"messages"`
	Thinking *struct {
		Type    string `json:"type"`
		Display string `json:"display"`
	} `json:"thinking"`
	OutputConfig struct {
		Effort string `json:"effort"`
		Format *struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"output_config"`
}

func (a anthropic) read(s *Server, r *http.Request, body []byte) (q Asked, err error) {
	var in anthropicRequest
	switch {
	case r.URL.Path != "/v1/messages":
		return q, &refusal{http.StatusNotFound, "Not Found"}
	case r.Header.Get("Anthropic-Version") == "":
		return q, refuse("anthropic-version: header is required")
	case r.Header.Get("X-Api-Key") == "":
		return q, &refusal{http.StatusUnauthorized, "x-api-key header is required"}
	}
	if err := strict(body, &in, "%s: Extra inputs are not permitted"); err != nil {
		return q, err
	}
	if err := a.parts(s, in); err != nil {
		return q, err
	}
	q.Most, q.Effort, q.Form = in.MaxTokens, in.OutputConfig.Effort, in.OutputConfig.Format != nil
	q.think = in.Thinking != nil && in.Thinking.Type == "adaptive"
	marks := 0
	for _, t := range in.Tools {
		q.Tools = append(q.Tools, t.Name)
		q.pieces = append(q.pieces, piece{t.Name + t.Description + string(t.InputSchema), t.Cache != nil, t.Cache.long()})
	}
	for _, b := range in.System {
		q.System += *b.Text + "\n"
		q.pieces = append(q.pieces, piece{*b.Text, b.Cache != nil, b.Cache.long()})
	}
	for i, m := range in.Messages {
		t, err := a.turn(s, i, m.Role == "assistant", m.Content)
		if err != nil {
			return q, err
		}
		q.Turns = append(q.Turns, t)
		for _, b := range m.Content {
			mark := b.Cache
			b.Cache = nil
			if b.Source != nil {
				b.Source.Data = "" // it costs by its size in pixels
			}
			q.pieces = append(q.pieces, piece{m.Role + string(encoded(b)), mark != nil, mark.long()})
		}
	}
	short := false
	for _, p := range q.pieces {
		if !p.marked {
			continue
		}
		if marks++; p.long && short {
			return q, refuse("a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block")
		}
		short, q.Hour = short || !p.long, q.Hour || p.long
	}
	if marks > 4 {
		return q, refuse("A maximum of 4 blocks with cache_control may be provided. Found %d.", marks)
	}
	return q, nil
}

// parts are the rules about single fields.
func (anthropic) parts(s *Server, in anthropicRequest) error {
	switch {
	case in.Model != s.Model:
		return &refusal{http.StatusNotFound, "model: " + in.Model}
	case in.MaxTokens < 1:
		return refuse("max_tokens: Field required")
	case len(in.Messages) == 0 || in.Messages[0].Role != "user":
		return refuse("messages: first message must use the \"user\" role")
	case in.Thinking != nil && in.Thinking.Type == "enabled":
		return refuse("\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior.")
	case in.OutputConfig.Effort != "" && !strings.Contains(" low medium high xhigh max ", " "+in.OutputConfig.Effort+" "):
		return refuse("output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'")
	}
	for _, b := range in.System {
		if b.Text == nil || strings.TrimSpace(*b.Text) == "" {
			return refuse("system: text content blocks must contain non-whitespace text")
		}
	}
	if f := in.OutputConfig.Format; f != nil {
		for _, no := range []string{"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern"} {
			if strings.Contains(string(f.Schema), `"`+no+`"`) {
				return refuse("output_config.format.schema: For 'object' type, property '%s' is not supported", no)
			}
		}
		if !strings.Contains(string(f.Schema), `"additionalProperties":false`) {
			return refuse("output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false")
		}
	}
	return nil
}

func (anthropic) turn(s *Server, at int, model bool, blocks []anthropicBlock) (t Turn, err error) {
	t.Model = model
	if len(blocks) == 0 {
		return t, refuse("messages.%d: all messages must have non-empty content except for the optional final assistant message", at)
	}
	for _, b := range blocks {
		switch b.Type {
		case "text":
			if b.Text == nil {
				return t, refuse("messages.%d: text: Field required", at)
			}
			t.Texts = append(t.Texts, *b.Text)
		case "image", "document":
			if b.Source == nil || b.Source.Type != "base64" || (b.Source.Media == "application/pdf") != (b.Type == "document") {
				return t, refuse("messages.%d: %s.source: Field required", at, b.Type)
			}
			if err := s.see(&t, b.Source.Media, b.Source.Data); err != nil {
				return t, err
			}
		case "tool_use":
			if len(b.Input) == 0 || b.Input[0] != '{' {
				return t, refuse("messages.%d: tool_use.input: Input should be a valid dictionary", at)
			}
			t.Calls = append(t.Calls, Call{Name: b.Name, Args: string(b.Input), id: b.ID})
		case "tool_result":
			if len(t.Texts) > 0 {
				return t, refuse("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: results must come first", at)
			}
			t.Results, t.answered = append(t.Results, string(b.Content)), append(t.answered, b.ToolUseID)
		case "thinking":
			switch {
			case b.Thinking == nil || b.Signature == "":
				return t, refuse("messages.%d: thinking.signature: Field required", at)
			case len(t.Calls) > 0:
				return t, refuse("messages.%d: thinking blocks must come before tool_use blocks", at)
			}
			t.thoughts = append(t.thoughts, thought{*b.Thinking, b.Signature})
		default:
			return t, refuse("messages.%d: Input tag '%s' found using 'type' does not match any of the expected tags", at, b.Type)
		}
	}
	return t, nil
}

func (anthropic) write(s *Server, q Asked, a Answer, sign string) []byte {
	var b bytes.Buffer
	fresh := q.Tokens - q.Cached
	hour := 0
	if q.Hour {
		hour = fresh * 9 / 10
	}
	event(&b, "message_start", obj{"type": "message_start", "message": obj{"id": "msg_1", "type": "message", "role": "assistant", "content": []any{}, "model": s.Model,
		"usage": obj{"input_tokens": fresh - fresh*9/10, "cache_read_input_tokens": q.Cached, "cache_creation_input_tokens": fresh * 9 / 10,
			"cache_creation": obj{"ephemeral_1h_input_tokens": hour, "ephemeral_5m_input_tokens": fresh*9/10 - hour}, "output_tokens": 1}}})
	event(&b, "ping", obj{"type": "ping"})
	at := 0
	block := func(start obj, deltas ...obj) {
		event(&b, "content_block_start", obj{"type": "content_block_start", "index": at, "content_block": start})
		for _, d := range deltas {
			event(&b, "content_block_delta", obj{"type": "content_block_delta", "index": at, "delta": d})
		}
		event(&b, "content_block_stop", obj{"type": "content_block_stop", "index": at})
		at++
	}
	if sign != "" {
		block(obj{"type": "thinking", "thinking": "", "signature": ""}, obj{"type": "thinking_delta", "thinking": a.Think}, obj{"type": "signature_delta", "signature": sign})
	}
	if a.Text != "" {
		var deltas []obj
		for _, p := range inParts(a.Text) {
			deltas = append(deltas, obj{"type": "text_delta", "text": p})
		}
		block(obj{"type": "text", "text": ""}, deltas...)
	}
	why := "end_turn"
	for _, c := range a.Calls {
		why = "tool_use"
		block(obj{"type": "tool_use", "id": c.id, "name": c.Name, "input": obj{}}, obj{"type": "input_json_delta", "partial_json": c.Args})
	}
	if a.Decline {
		why = "refusal"
	}
	event(&b, "message_delta", obj{"type": "message_delta", "delta": obj{"stop_reason": why, "stop_sequence": nil},
		"usage": obj{"output_tokens": 1 + s.tokens(a.Text+a.Think), "output_tokens_details": obj{"thinking_tokens": s.tokens(a.Think)}}})
	event(&b, "message_stop", obj{"type": "message_stop"})
	return b.Bytes()
}

func (anthropic) refused(r *refusal) []byte {
	kind := map[int]string{401: "authentication_error", 404: "not_found_error"}[r.status]
	if kind == "" {
		kind = "invalid_request_error"
	}
	return encoded(obj{"type": "error", "error": obj{"type": kind, "message": r.message}, "request_id": "req_1"})
}

func (anthropic) models(s *Server) []byte {
	return encoded(obj{"data": []obj{{"type": "model", "id": s.Model, "display_name": s.Model, "max_input_tokens": s.Window, "max_tokens": s.Reply}}, "has_more": false})
}
