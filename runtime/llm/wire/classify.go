package wire

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"dormouse/runtime/llm"
)

// refusal is what the providers' ways of saying no have in common.
type refusal struct {
	message string
	code    string // "context_length_exceeded", "overloaded_error", …
	status  int    // the one within the JSON, 0 if none
}

// classify makes the error for a refusal with a status. Its Err is an *again
// when it may go away by itself.
func classify(status int, body []byte) *llm.Error {
	r, ok := read(body)
	if !ok {
		r.message = unread(body)
	}
	e := &llm.Error{Status: status, Kind: kindOf(status, r), Spent: status == 402 || spent(r)}
	e.Text = strings.TrimSpace(fmt.Sprintf("%d %s", status, http.StatusText(status)))
	if r.message != "" {
		e.Text += ": " + r.message
	}
	if r.code != "" && !strings.Contains(r.message, r.code) {
		e.Text += " (" + r.code + ")"
	}
	limited(e, r.message, body)
	transient := status == 408 || status == 409 || status == 429 || status >= 500
	if transient && e.Kind != llm.TooLong && e.Kind != llm.Auth && e.Kind != llm.NotFound && !spent(r) {
		e.Err = &again{after: retryDelay(body)}
	}
	return e
}

// spent is a quota that waiting does not refill.
func spent(r refusal) bool {
	switch r.code {
	case "insufficient_quota", "billing_not_active", "exceeded_current_quota_error":
		return true
	}
	text := strings.ToLower(r.message)
	return strings.Contains(text, "insufficient balance") || strings.Contains(text, "credit balance is too low")
}

// eventError is the error within an event of a stream, or within a JSON body
// that came with 200. nil when there is none.
func eventError(event string, data []byte) *llm.Error {
	var v struct {
		Type     string          `json:"type"`
		Object   any             `json:"object"`
		Error    json.RawMessage `json:"error"`
		Response struct {
			Error json.RawMessage `json:"error"`
		} `json:"response"`
	}
	_ = json.Unmarshal(data, &v) // a list, which Gemini may send, is read below
	var r refusal
	switch {
	case v.Type == "response.failed":
		r, _ = read(v.Response.Error)
	case present(v.Error) || event == "error" || v.Type == "error" || v.Object == "error":
		r, _ = read(data)
	case len(data) > 0 && data[0] == '[':
		var ok bool
		if r, ok = read(data); !ok {
			return nil
		}
	default:
		return nil
	}
	status := r.status
	if status == 0 {
		status = statusOf(r.code)
	}
	e := classify(status, nil)
	e.Kind, e.Spent = kindOf(status, r), e.Spent || spent(r)
	limited(e, r.message, data)
	if a, ok := e.Err.(*again); ok {
		a.after = retryDelay(data)
	}
	e.Text = "with an error: " + r.message
	if r.code != "" {
		e.Text += " (" + r.code + ")"
	}
	if e.Kind == llm.TooLong || e.Kind == llm.Auth || e.Kind == llm.NotFound || spent(r) {
		e.Err = nil
	}
	return e
}

func present(raw json.RawMessage) bool {
	return len(raw) > 0 && string(raw) != "null" && string(raw) != "false" && string(raw) != `""`
}

// statusOf is the HTTP status that a code stands for where a stream carries an
// error in a 200.
func statusOf(code string) int {
	switch code {
	case "overloaded_error":
		return 529
	case "rate_limit_error", "rate_limit_exceeded", "insufficient_quota", "RESOURCE_EXHAUSTED":
		return 429
	case "api_error", "server_error", "internal_server_error", "INTERNAL", "timeout_error":
		return 500
	case "UNAVAILABLE", "service_unavailable", "engine_overloaded":
		return 503
	case "authentication_error", "invalid_api_key", "permission_error":
		return 401
	case "not_found_error", "model_not_found":
		return 404
	case "request_too_large":
		return 413
	}
	return 400
}

// kindOf decides by status, then by what the words say where a status is
// ambiguous.
func kindOf(status int, r refusal) llm.Kind {
	switch {
	case status == 401 || status == 403 || status == 402 || status == 407:
		return llm.Auth
	case status == 413 || tooLong(r):
		return llm.TooLong
	case status == 429:
		return llm.RateLimited
	case status == 404 || r.code == "model_not_found":
		return llm.NotFound
	case status == 400 && strings.Contains(strings.ToLower(r.message), "api key not valid"):
		return llm.Auth
	case status == 408 || status == 409 || status >= 500:
		return llm.Overloaded
	}
	return llm.BadRequest
}

// tooLongCodes say by themselves that the context does not fit.
var tooLongCodes = []string{"context_length_exceeded", "exceed_context_size_error", "context_window_exceeded", "request_too_large", "string_above_max_length", "model_max_prompt_tokens_exceeded"}

// tooLongWords are what the providers say when the context does not fit. All
// words of one line must be there, in any case.
var tooLongWords = [][]string{
	{"prompt is too long"},                       // Anthropic
	{"exceed context limit"},                     // Anthropic: input length and max_tokens
	{"maximum context length"},                   // OpenAI, vLLM, OpenRouter, DeepSeek
	{"exceeds the context window"},               // OpenAI Responses
	{"exceeds the maximum number of tokens"},     // Gemini
	{"exceeds the available context size"},       // llama.cpp
	{"context size has been exceeded"},           // llama.cpp
	{"exceeds the context length"},               // Ollama
	{"exceeded max context length"},              // Ollama
	{"longer than the maximum model length"},     // vLLM
	{"longer than the model's context length"},   // SGLang and kin
	{"maximum prompt length"},                    // xAI
	{"context length of only"},                   // LM Studio
	{"context the overflows"},                    // LM Studio
	{"context overflows"},                        // LM Studio
	{"reached context length"},                   // LM Studio
	{"greater than the context length"},          // LM Studio
	{"input is too long for requested model"},    // Bedrock
	{"too large for model", "context length"},    // Mistral
	{"reduce the length of the messages"},        // Groq and others
	{"input tokens exceed"},                      // configured limits of gateways
	{"number of tokens in the prompt", "exceed"}, // Cohere
	{"must have less than", "tokens", "inputs"},  // TGI
	{"inputs` tokens", "must be <="},             // TGI
	{"too many tokens:", "size limit exceeded"},  // Cohere
	{"prompt token count", "exceeds the limit"},  // Copilot
	{"exceeded model token limit"},               // Kimi
	{"exceed context window of"},                 // llama-cpp-python
	{"prompt exceeds max length"},                // Zhipu
	{"range of input length should be"},          // DashScope
	{"context window exceeds limit"},             // MiniMax
	{"context window limit", "exceeded"},         // Cloudflare
	{"should not exceed max_num_tokens"},         // TensorRT-LLM
	{"too large", "max size", "tokens"},          // GitHub
	{"should not exceed max_seq_len"},            // TensorRT-LLM
	{"request too large", "limit", "requested"},  // OpenAI, Groq: more than a minute allows, so waiting is in vain
}

// tooLong reads the dialects of "the context does not fit". A refusal of the
// reply's limit alone ("max_tokens is too large") is not one.
func tooLong(r refusal) bool {
	for _, c := range tooLongCodes {
		if r.code == c {
			return true
		}
	}
	text := strings.ToLower(r.message)
next:
	for _, words := range tooLongWords {
		for _, w := range words {
			if !strings.Contains(text, w) {
				continue next
			}
		}
		return true
	}
	return false
}

// read finds message and code in the JSON shapes in use: an object or a string
// under "error", the same within a list, or message and detail at the top.
func read(body []byte) (refusal, bool) {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return refusal{}, false
	}
	var r refusal
	r.fill(v, 0)
	return r, r.message != "" || r.code != ""
}

// fill takes what is not found yet from v; the innermost error is nearest to
// the cause, so it is read first. A router keeps that as a text of its own.
func (r *refusal) fill(v any, depth int) {
	if depth > 4 {
		return
	}
	switch v := v.(type) {
	case string:
		r.message = or(r.message, v)
	case []any:
		if len(v) > 0 {
			r.fill(v[0], depth+1)
		}
	case map[string]any:
		if more, ok := v["metadata"].(map[string]any); ok {
			r.passedOn(more["raw"], depth+1)
		}
		for _, k := range []string{"error", "errors"} {
			if v[k] != nil {
				r.fill(v[k], depth+1)
			}
		}
		for _, k := range []string{"message", "detail", "msg"} {
			if s, ok := v[k].(string); ok {
				r.message = or(r.message, field(v["loc"])+s)
			} else if v[k] != nil && r.message == "" {
				r.fill(v[k], depth+1)
			}
		}
		for _, k := range []string{"code", "type", "status"} {
			r.name(v[k])
		}
	}
}

// field is where in the request the fault lies, as FastAPI's servers tell it beside
// the words: the path below "body". "" where nothing tells it.
func field(loc any) string {
	var path []string
	list, _ := loc.([]any)
	for _, step := range list {
		if s := fmt.Sprint(step); s != "body" || len(path) > 0 {
			path = append(path, s)
		}
	}
	if len(path) == 0 {
		return ""
	}
	return strings.Join(path, ".") + ": "
}

// passedOn takes what a router passes on of the provider behind it: JSON, mostly
// within a text, or words.
func (r *refusal) passedOn(raw any, depth int) {
	s, ok := raw.(string)
	if !ok {
		r.fill(raw, depth)
		return
	}
	var v any
	if json.Unmarshal([]byte(s), &v) == nil {
		r.fill(v, depth)
	} else if s = strings.TrimSpace(s); !strings.HasPrefix(s, "<") {
		r.message = or(r.message, s[:min(len(s), 4*textLimit)])
	}
}

// name takes a code, be it a word or a status.
func (r *refusal) name(v any) {
	switch v := v.(type) {
	case string:
		if n, err := strconv.Atoi(v); err == nil {
			r.name(float64(n))
		} else if v != "error" && v != "" && r.code == "" {
			r.code = v
		}
	case float64:
		if r.status == 0 && v >= 400 && v < 600 {
			r.status = int(v)
		}
	}
}

// unread is what to say of a body that is not JSON: its first words, but
// nothing of a web page.
func unread(body []byte) string {
	s := strings.TrimSpace(string(body))
	switch {
	case s == "":
		return ""
	case strings.HasPrefix(s, "<"):
		return "a web page, not the API; is the base URL right?"
	}
	return s[:min(len(s), 4*textLimit)]
}
