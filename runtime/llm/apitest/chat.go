package apitest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// completions is https://platform.openai.com/docs/api-reference/chat, as of a
// strict server whose model thinks: what it thought before calls is wanted back as
// reasoning_content, https://api-docs.deepseek.com/guides/thinking_mode.
type completions struct{}

func (completions) words() words {
	return words{
		empty:      "Invalid value for 'content': expected a string with content, got an empty string.",
		orphan:     "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls': %s",
		unanswered: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: %s",
		twice:      "Duplicate value for 'tool_call_id' of '%s'",
		unthought:  "Missing `reasoning_content` field in the assistant message with the call of %s",
		forged:     "Invalid `reasoning_content`",
		tooLong:    "This model's maximum context length is %[2]d tokens. However, you requested %[1]d tokens. Please reduce the length of the messages or completion.",
		both:       "This model's maximum context length is %[3]d tokens. However, your request has %[1]d tokens in the messages and %[2]d in the completion. Please reduce the length of either.",
		tooMuch:    "max_tokens is too large: %d. This model supports at most %d completion tokens.",
		last:       "Conversation roles must alternate user/assistant/user/assistant/...",
	}
}

// chatMessage is one message of any role.
type chatMessage struct {
	Role       string `json:"role"`
	Content    any    `json:"content"`
	ToolCallID string `json:"tool_call_id"`
	Reasoning  string `json:"reasoning_content"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

type chatRequest struct {
	Model         string `json:"model"`
	Stream        bool   `json:"stream"`
	StreamOptions *struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	MaxTokens           int           `json:"max_tokens"`
	MaxCompletionTokens int           `json:"max_completion_tokens"`
	Effort              string        `json:"reasoning_effort"`
	CacheKey            string        `json:"prompt_cache_key"`
	Messages            []chatMessage `json:"messages"`
	Tools               []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	Format *struct {
		Type   string `json:"type"`
		Schema struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
			Strict bool            `json:"strict"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (c completions) read(s *Server, r *http.Request, body []byte) (q Asked, err error) {
	var in chatRequest
	switch {
	case !strings.HasSuffix(r.URL.Path, "/chat/completions"):
		return q, &refusal{http.StatusNotFound, "Not Found"}
	}
	if err := strict(body, &in, "Unrecognized request argument supplied: %s"); err != nil {
		return q, err
	}
	switch {
	case in.Model != s.Model:
		return q, &refusal{http.StatusNotFound, "The model `" + in.Model + "` does not exist"}
	case in.Effort != "" && !strings.Contains(" none minimal low medium high xhigh ", " "+in.Effort+" "):
		return q, refuse("Invalid value: '%s'. Supported values for reasoning_effort are: 'low', 'medium', 'high'.", in.Effort)
	}
	q.Most, q.Effort, q.Form, q.think = max(in.MaxTokens, in.MaxCompletionTokens), in.Effort, in.Format != nil, true
	for _, t := range in.Tools {
		q.Tools = append(q.Tools, t.Function.Name)
		q.pieces = append(q.pieces, piece{text: string(encoded(t))})
	}
	for i, m := range in.Messages {
		if _, plain := m.Content.(string); plain || m.Content == nil {
			q.pieces = append(q.pieces, piece{text: string(encoded(m))})
		}
		if err := c.message(s, &q, i, m); err != nil {
			return q, err
		}
	}
	return q, nil
}

// message puts one where it belongs.
func (c completions) message(s *Server, q *Asked, at int, m chatMessage) error {
	content, n := "", len(q.Turns)
	var shown Turn
	if m.Content != nil {
		var err error
		if content, err = c.content(s, &shown, m.Content); err != nil {
			return err
		}
	} else if m.Role != "assistant" || len(m.ToolCalls) == 0 {
		return refuse("Invalid value for 'content': expected a string, got null.")
	}
	switch m.Role {
	case "system":
		if at > 0 {
			return refuse("System message must be at the beginning.")
		}
		q.System = content
	case "tool":
		if n == 0 || q.Turns[n-1].Model || len(q.Turns[n-1].Texts) > 0 {
			q.Turns = append(q.Turns, Turn{})
			n++
		}
		t := &q.Turns[n-1]
		t.Results, t.answered = append(t.Results, content), append(t.answered, m.ToolCallID)
	case "user":
		switch {
		case n == 0 || q.Turns[n-1].Model:
			q.Turns = append(q.Turns, Turn{Texts: []string{content}, Media: shown.Media})
		case len(q.Turns[n-1].Texts) > 0:
			return refuse("Conversation roles must alternate user/assistant/user/assistant/...")
		default:
			q.Turns[n-1].Texts, q.Turns[n-1].Media = []string{content}, shown.Media
		}
	case "assistant":
		return c.said(s, q, m, content)
	default:
		return refuse("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', and 'tool'.", m.Role)
	}
	return nil
}

// content is a text, or parts with pictures and documents among them.
func (completions) content(s *Server, t *Turn, content any) (string, error) {
	if text, ok := content.(string); ok {
		return text, nil
	}
	var texts []string
	list, _ := content.([]any)
	for _, one := range list {
		part, _ := one.(map[string]any)
		image, _ := part["image_url"].(map[string]any)
		file, _ := part["file"].(map[string]any)
		text, isText := part["text"].(string)
		url, _ := image["url"].(string)
		if file != nil {
			url, _ = file["file_data"].(string)
		}
		switch {
		case isText && part["type"] == "text":
			texts = append(texts, text)
		case part["type"] == "image_url", part["type"] == "file" && file["filename"] != nil:
			if err := s.seeURL(t, url); err != nil {
				return "", err
			}
		default:
			return "", refuse("Invalid value: '%v'. Supported values are: 'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'.", part["type"])
		}
	}
	return strings.Join(texts, "\n\n"), nil
}

// said takes in what the model said before.
func (c completions) said(s *Server, q *Asked, m chatMessage, content string) error {
	t := Turn{Model: true}
	if m.Content != nil {
		t.Texts = []string{content}
	}
	for _, call := range m.ToolCalls {
		if !json.Valid([]byte(call.Function.Arguments)) {
			return refuse("Invalid 'arguments': not valid JSON")
		}
		t.Calls = append(t.Calls, Call{Name: call.Function.Name, Args: call.Function.Arguments, id: call.ID})
	}
	if m.Reasoning != "" {
		sign, ok := c.given(s, m.Reasoning)
		if !ok {
			return refuse("Invalid `reasoning_content`")
		}
		t.thoughts = []thought{{m.Reasoning, sign}}
	}
	q.Turns = append(q.Turns, t)
	return nil
}

// given finds what was thought: this dialect has the words alone.
func (completions) given(s *Server, text string) (sign string, ok bool) {
	for sign, was := range s.thoughts {
		if was == text {
			return sign, true
		}
	}
	return "", false
}

func (completions) write(s *Server, q Asked, a Answer, sign string) []byte {
	var b bytes.Buffer
	chunk := func(delta obj, why any) {
		event(&b, "", obj{"id": "c", "object": "chat.completion.chunk", "created": 1, "model": s.Model,
			"choices": []any{obj{"index": 0, "delta": delta, "finish_reason": why}}})
	}
	chunk(obj{"role": "assistant", "content": ""}, nil)
	if sign != "" {
		chunk(obj{"reasoning_content": a.Think}, nil)
	}
	if a.Text != "" {
		for _, p := range inParts(a.Text) {
			chunk(obj{"content": p}, nil)
		}
	}
	why := "stop"
	for i, c := range a.Calls {
		why = "tool_calls"
		chunk(obj{"tool_calls": []any{obj{"index": i, "id": c.id, "type": "function", "function": obj{"name": c.Name, "arguments": ""}}}}, nil)
		chunk(obj{"tool_calls": []any{obj{"index": i, "function": obj{"arguments": c.Args}}}}, nil)
	}
	if a.Decline {
		why = "content_filter"
	}
	chunk(obj{}, why)
	event(&b, "", obj{"id": "c", "object": "chat.completion.chunk", "created": 1, "model": s.Model, "choices": []any{},
		"usage": obj{"prompt_tokens": q.Tokens, "completion_tokens": s.tokens(a.Text + a.Think), "prompt_tokens_details": obj{"cached_tokens": q.Cached},
			"completion_tokens_details": obj{"reasoning_tokens": s.tokens(a.Think)}}})
	b.WriteString("data: [DONE]\n\n")
	return b.Bytes()
}

func (completions) refused(r *refusal) []byte {
	e := obj{"message": r.message, "type": "invalid_request_error", "param": nil, "code": nil}
	if strings.Contains(r.message, "context length") {
		e["code"] = "context_length_exceeded"
	}
	return encoded(obj{"error": e})
}

func (completions) models(s *Server) []byte {
	return encoded(obj{"object": "list", "data": []obj{{"id": s.Model, "object": "model", "max_model_len": s.Window}}})
}
