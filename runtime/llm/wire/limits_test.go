package wire

import (
	"strings"
	"testing"

	"dormouse/runtime/llm"
)

// Refusals as the servers word them, with what they say of the model's limits.
func TestLimitsInRefusals(t *testing.T) {
	cases := []struct {
		name, body    string
		window, reply int
	}{
		{"Anthropic", `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}`, 200000, 0},
		{"Anthropic, both", "{\"error\":{\"message\":\"input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again\"}}", 200000, 0},
		{"OpenAI chat", `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.","code":"context_length_exceeded"}}`, 8192, 0},
		{"OpenAI Responses", `{"error":{"message":"Your input exceeds the context window of this model. Please adjust your input and try again.","code":"context_length_exceeded"}}`, 0, 0},
		{"Gemini", `{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`, 1048576, 0},
		{"llama.cpp", `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9001,"n_ctx":4096}}`, 4096, 0},
		{"llama.cpp, words", `{"error":{"message":"request (9001 tokens) exceeds the available context size (4096 tokens), try increasing it"}}`, 4096, 0},
		{"vLLM", `{"object":"error","message":"This model's maximum context length is 32,768 tokens. However, you requested 40000 tokens (39000 in the messages, 1000 in the completion).","code":400}`, 32768, 0},
		{"LM Studio", `{"error":"Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens"}`, 4096, 0},
		{"LM Studio, names", `{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096)."}`, 4096, 0},
		{"xAI", `{"error":"This model's maximum prompt length is 131072 but the request contains 140000 tokens."}`, 131072, 0},
		{"TGI", "{\"error\":\"Input validation error: `inputs` must have less than 4095 tokens. Given: 5000\"}", 4095, 0},
		{"TGI, both", "{\"error\":\"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`\",\"error_type\":\"validation\"}", 4096, 0},
		{"Copilot", `{"error":{"message":"prompt token count of 140000 exceeds the limit of 128000","code":"model_max_prompt_tokens_exceeded"}}`, 128000, 0},
		{"Cohere", `{"message":"too many tokens: size limit exceeded by 2326 tokens. Try using shorter or fewer inputs. The limit for this model is 8192 tokens."}`, 8192, 0},
		{"Kimi", `{"error":{"message":"Invalid request: Your request exceeded model token limit: 4096","type":"invalid_request_error"}}`, 4096, 0},
		{"OpenRouter", `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"prompt is too long: 208310 tokens > 200000 maximum\"}}"}}}`, 200000, 0},
		{"llama-cpp-python", `{"error":{"message":"Requested tokens (9001) exceed context window of 4096"}}`, 4096, 0},
		{"OpenAI, of a minute", `{"error":{"message":"Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 40000."}}`, 30000, 0},
		{"Zhipu, no number", `{"error":{"code":"1261","message":"Prompt exceeds max length"}}`, 0, 0},
		{"DashScope", `{"error":{"message":"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]"}}`, 129024, 0},
		{"MiniMax, no number", `{"error":{"message":"invalid params, context window exceeds limit (2013)"}}`, 0, 0},
		{"Cloudflare", `{"errors":[{"message":"AiError: The estimated number of input and maximum output tokens (9001) exceeded this model context window limit (8000).","code":5021}],"success":false}`, 8000, 0},
		{"GitHub", `{"error":{"code":"tokens_limit_reached","message":"Request body too large for gpt-4o model. Max size: 8000 tokens."}}`, 8000, 0},
		{"TensorRT-LLM", `{"object":"error","message":"The sum of prompt length (9001.0), query length (0) and max_tokens (100) should not exceed max_num_tokens (8192)","code":400}`, 8192, 0},
		{"Bedrock, no number", `{"message":"Input is too long for requested model."}`, 0, 0},
		{"Anthropic reply", `{"error":{"type":"invalid_request_error","message":"max_tokens: 211404 > 128000, which is the maximum allowed number of output tokens for claude-sonnet-5-5"}}`, 0, 128000},
		{"OpenAI chat reply", `{"error":{"message":"max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000."}}`, 0, 16384},
		{"OpenAI Responses reply", `{"error":{"message":"Invalid 'max_output_tokens': integer above maximum value. Expected a value <= 128000, but got 200000 instead."}}`, 0, 128000},
		{"Gemini reply, inclusive", `{"error":{"message":"Unable to submit request because it has a maxOutputTokens value of 99999 but the supported range is from 1 (inclusive) to 65536 (inclusive). Update the value and try again."}}`, 0, 65536},
		{"Gemini reply", `{"error":{"message":"Unable to submit request because it has a maxOutputTokens value of 99999 but the supported range is from 1 (inclusive) to 65537 (exclusive). Update the value and try again."}}`, 0, 65536},
		{"DeepSeek reply", `{"error":{"message":"Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"}}`, 0, 8192},
		{"Groq reply", "{\"error\":{\"message\":\"`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` for this model\"}}", 0, 32768},
		{"nothing to do with it", `{"error":{"message":"tools.0: at most 128 tools, you sent 300"}}`, 0, 0},
	}
	for _, c := range cases {
		e := classify(400, []byte(c.body))
		if e.Window != c.window || e.Reply != c.reply {
			t.Errorf("%s: window %d, reply %d (%s: %s)", c.name, e.Window, e.Reply, e.Kind, e.Text)
		}
		if (e.Kind == llm.TooLong) != (c.window > 0 || c.name == "OpenAI Responses" || strings.HasSuffix(c.name, "no number")) {
			t.Errorf("%s is %s", c.name, e.Kind)
		}
	}
}
