package apitest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
)

// openai is https://platform.openai.com/docs/api-reference/responses.
type openai struct{}

func (openai) words() words {
	return words{
		empty:      "Invalid 'input': empty string. Expected a string with minimum length 1, but got an empty string instead.",
		orphan:     "No tool call found for function call output with call_id %s.",
		unanswered: "No tool output found for function call %s.",
		twice:      "Duplicate item found with call_id %s.",
		unthought:  "Item of type 'function_call' (%s) was provided without its required 'reasoning' item.",
		forged:     "The encrypted content could not be verified.",
		tooLong:    "Your input exceeds the context window of this model: %d tokens, %d fit. Please adjust your input and try again.",
		tooMuch:    "Invalid 'max_output_tokens': integer above maximum value. Expected a value <= %[2]d, but got %[1]d instead.",
		last:       "The input must end with a message of the user or with the output of a call.",
	}
}

type responsesRequest struct {
	Model        string            `json:"model"`
	Stream       bool              `json:"stream"`
	Store        bool              `json:"store"`
	Instructions string            `json:"instructions"`
	Input        []json.RawMessage `json:"input"`
	Most         int               `json:"max_output_tokens"`
	CacheKey     string            `json:"prompt_cache_key"`
	Include      []string          `json:"include"`
	Reasoning    *struct {
		Effort  string `json:"effort"`
		Summary string `json:"summary"`
	} `json:"reasoning"`
	Tools []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	} `json:"tools"`
	Text struct {
		Format *struct {
			Type   string          `json:"type"`
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
			Strict bool            `json:"strict"`
		} `json:"format"`
	} `json:"text"`
}

// responsesItem is an item of the input, whatever its type.
type responsesItem struct {
	Type      string `json:"type"`
	Role      string `json:"role"`
	Content   any    `json:"content"`
	ID        string `json:"id"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Output    string `json:"output"`
	Encrypted string `json:"encrypted_content"`
	Summary   []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"summary"`
}

func (o openai) read(s *Server, r *http.Request, body []byte) (q Asked, err error) {
	var in responsesRequest
	if !strings.HasSuffix(r.URL.Path, "/responses") {
		return q, &refusal{http.StatusNotFound, "Not Found"}
	}
	if err := strict(body, &in, "Unknown parameter: '%s'."); err != nil {
		return q, err
	}
	switch {
	case in.Model != s.Model:
		return q, &refusal{http.StatusNotFound, "The requested model '" + in.Model + "' does not exist."}
	case in.Most != 0 && in.Most < 16:
		return q, refuse("Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got %d instead.", in.Most)
	case len(in.CacheKey) > 64:
		return q, refuse("Invalid 'prompt_cache_key': string too long. Expected a string with maximum length 64.")
	case in.Reasoning != nil && in.Reasoning.Effort != "" && !strings.Contains(" low medium high xhigh max ", " "+in.Reasoning.Effort+" "):
		return q, refuse("Unsupported value: 'reasoning.effort' does not support '%s' with this model.", in.Reasoning.Effort)
	}
	q.System, q.Most, q.Form = in.Instructions, in.Most, in.Text.Format != nil
	if in.Reasoning != nil {
		q.Effort = in.Reasoning.Effort
	}
	q.think = strings.Join(in.Include, " ") == "reasoning.encrypted_content"
	for _, t := range in.Tools {
		q.Tools = append(q.Tools, t.Name)
		q.pieces = append(q.pieces, piece{text: string(encoded(t))})
	}
	if f := in.Text.Format; f != nil {
		q.pieces = append([]piece{{text: string(f.Schema)}}, q.pieces...) // before all else
	}
	q.pieces = append(q.pieces, piece{text: in.Instructions})
	pending := "" // a thought whose item must follow
	for _, raw := range in.Input {
		if len(raw) < 1<<10 || !bytes.Contains(raw, []byte(";base64,")) {
			q.pieces = append(q.pieces, piece{text: string(raw)})
		}
		var item responsesItem
		if err := strict(raw, &item, "Unknown parameter: 'input[].%s'."); err != nil {
			return q, err
		}
		if item.Type == "reasoning" {
			pending = item.ID
		} else if item.Role == "assistant" || item.Type == "function_call" {
			pending = ""
		}
		if err := o.item(s, &q, item); err != nil {
			return q, err
		}
	}
	if pending != "" {
		return q, refuse("Item '%s' of type 'reasoning' was provided without its required following item.", pending)
	}
	return q, nil
}

// parts are those of a message that is more than a text.
func (openai) parts(s *Server, t *Turn, content any) error {
	list, ok := content.([]any)
	if !ok {
		return refuse("Invalid type for 'input[].content': expected an array or a string.")
	}
	for _, one := range list {
		part, _ := one.(map[string]any)
		field := map[any]string{"input_image": "image_url", "input_file": "file_data"}[part["type"]]
		url, ok := part[field].(string)
		if !ok || field == "file_data" && part["filename"] == nil {
			return refuse("Invalid value: '%v'. Supported values are: 'input_text', 'input_image', and 'input_file'.", part["type"])
		}
		if err := s.seeURL(t, url); err != nil {
			return err
		}
	}
	return nil
}

// item puts an item of the input where it belongs.
func (o openai) item(s *Server, q *Asked, item responsesItem) error {
	model := item.Role == "assistant" || item.Type == "function_call" || item.Type == "reasoning"
	n := len(q.Turns)
	if n == 0 || q.Turns[n-1].Model != model {
		q.Turns = append(q.Turns, Turn{Model: model})
		n++
	}
	t := &q.Turns[n-1]
	switch item.Type {
	case "", "message":
		if text, ok := item.Content.(string); ok {
			t.Texts = append(t.Texts, text)
			break
		}
		return o.parts(s, t, item.Content)
	case "function_call":
		if !json.Valid([]byte(item.Arguments)) {
			return refuse("Invalid 'input[].arguments': not valid JSON")
		}
		t.Calls = append(t.Calls, Call{Name: item.Name, Args: item.Arguments, id: item.CallID})
	case "function_call_output":
		t.Results, t.answered = append(t.Results, item.Output), append(t.answered, item.CallID)
	case "reasoning":
		switch {
		case item.Encrypted == "":
			return &refusal{http.StatusNotFound, "Item with id '" + item.ID + "' not found. Items are not persisted when `store` is set to false."}
		case item.Summary == nil:
			return refuse("Missing required parameter: 'input[].summary'.")
		}
		t.thoughts = append(t.thoughts, thought{sign: item.Encrypted})
	default:
		return refuse("Invalid value: '%s'. Supported values are: 'message', 'function_call', 'function_call_output' and 'reasoning'.", item.Type)
	}
	return nil
}

func (openai) write(s *Server, q Asked, a Answer, sign string) []byte {
	var b bytes.Buffer
	say := func(kind string, more obj) {
		v := obj{"type": kind}
		for k, x := range more {
			v[k] = x
		}
		event(&b, kind, v)
	}
	say("response.created", obj{"response": obj{"id": "resp_1", "object": "response", "status": "in_progress", "error": nil}})
	at := 0
	if sign != "" {
		say("response.reasoning_summary_text.delta", obj{"item_id": "rs_" + sign, "output_index": at, "delta": a.Think})
		say("response.output_item.done", obj{"output_index": at, "item": obj{"id": "rs_" + sign, "type": "reasoning", "encrypted_content": sign,
			"summary": []any{obj{"type": "summary_text", "text": a.Think}}, "status": "completed"}})
		at++
	}
	if a.Text != "" {
		kind := "response.output_text.delta"
		if a.Decline {
			kind = "response.refusal.delta"
		}
		for _, p := range inParts(a.Text) {
			say(kind, obj{"item_id": "msg_1", "output_index": at, "content_index": 0, "delta": p})
		}
		at++
	}
	for _, c := range a.Calls {
		say("response.output_item.done", obj{"output_index": at, "item": obj{"id": "fc_" + c.id, "type": "function_call", "call_id": c.id, "name": c.Name, "arguments": c.Args, "status": "completed"}})
		at++
	}
	kind, incomplete := "response.completed", any(nil)
	if a.Decline && a.Text == "" {
		kind, incomplete = "response.incomplete", obj{"reason": "content_filter"}
	}
	say(kind, obj{"response": obj{"id": "resp_1", "object": "response", "error": nil, "incomplete_details": incomplete,
		"usage": obj{"input_tokens": q.Tokens, "input_tokens_details": obj{"cached_tokens": q.Cached}, "output_tokens": s.tokens(a.Text + a.Think),
			"output_tokens_details": obj{"reasoning_tokens": s.tokens(a.Think)}}}})
	return b.Bytes()
}

func (openai) refused(r *refusal) []byte {
	e := obj{"message": r.message, "type": "invalid_request_error", "param": nil, "code": nil}
	if strings.Contains(r.message, "context window") {
		e["code"] = "context_length_exceeded"
	}
	return encoded(obj{"error": e})
}

func (openai) models(s *Server) []byte {
	return encoded(obj{"object": "list", "data": []obj{{"id": s.Model, "object": "model", "owned_by": "openai"}}})
}
