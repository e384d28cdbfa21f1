package provider

import (
	"encoding/json"

	"dormouse/land/transcript"
)

// chatRequest is the body of a request, as
// https://platform.openai.com/docs/api-reference/chat describes it. So are the
// types below.
type chatRequest struct {
	Messages            []chatMessage `json:"messages"`
	Model               string        `json:"model"`
	MaxTokens           int           `json:"max_tokens,omitempty"`
	MaxCompletionTokens int           `json:"max_completion_tokens,omitempty"`
	PromptCacheKey      string        `json:"prompt_cache_key,omitempty"`
	ReasoningEffort     string        `json:"reasoning_effort,omitempty"`
	ResponseFormat      *chatFormat   `json:"response_format,omitempty"`
	Stream              bool          `json:"stream"`
	StreamOptions       *chatStream   `json:"stream_options,omitempty"`
	Tools               []chatTool    `json:"tools,omitempty"`
}

type chatStream struct {
	IncludeUsage bool `json:"include_usage"`
}

// chatMessage is one message. Content is a text, also an empty one, parts, or is left
// out.
type chatMessage struct {
	chatThought
	Content    any             `json:"content,omitempty"`
	Role       transcript.Role `json:"role"`
	ToolCalls  []chatCall      `json:"tool_calls,omitempty"`
	ToolCallID string          `json:"tool_call_id,omitempty"`
}

// chatContent is a part of a message: a text, a picture, a document.
type chatContent struct {
	Type  string     `json:"type"`
	Text  string     `json:"text,omitempty"`
	Image *chatImage `json:"image_url,omitempty"`
	File  *chatFile  `json:"file,omitempty"`
}

type chatImage struct {
	URL string `json:"url"`
}

type chatFile struct {
	Filename string `json:"filename"`
	FileData string `json:"file_data"`
}

// chatThought is what a model thought before its calls, under the name by which
// its server gave it: it is wanted back so.
type chatThought struct {
	ReasoningContent string           `json:"reasoning_content,omitempty"`
	Reasoning        string           `json:"reasoning,omitempty"`
	ReasoningDetails []map[string]any `json:"reasoning_details,omitempty"`
}

type chatCall struct {
	ID       string     `json:"id"`
	Function chatFunc   `json:"function"`
	Type     string     `json:"type"`
	Extra    *chatExtra `json:"extra_content,omitempty"`
}

// chatExtra is where Google's servers put the signature of a call.
type chatExtra struct {
	Google chatSignature `json:"google"`
}

type chatSignature struct {
	ThoughtSignature string `json:"thought_signature"`
}

type chatFunc struct {
	Arguments string `json:"arguments"`
	Name      string `json:"name"`
}

type chatTool struct {
	Function chatDefinition `json:"function"`
	Type     string         `json:"type"`
}

type chatDefinition struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters"`
}

type chatFormat struct {
	JSONSchema chatSchema `json:"json_schema"`
	Type       string     `json:"type"`
}

type chatSchema struct {
	Name   string         `json:"name"`
	Schema map[string]any `json:"schema"`
	Strict bool           `json:"strict,omitempty"`
}

// chatChunk is what is read of an event.
type chatChunk struct {
	Choices []struct {
		Index        int       `json:"index"`
		Delta        chatDelta `json:"delta"`
		FinishReason string    `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Prompt        int `json:"prompt_tokens"`
		Completion    int `json:"completion_tokens"`
		PromptDetails struct {
			Cached     int `json:"cached_tokens"`
			CacheWrite int `json:"cache_write_tokens"`
		} `json:"prompt_tokens_details"`
		CompletionDetails struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	} `json:"usage"`
}

// chatDelta is a piece of a reply. Servers name what a model thinks in two ways.
type chatDelta struct {
	chatThought
	Content   chatText   `json:"content"`
	Refusal   string     `json:"refusal"`
	ToolCalls []chatPart `json:"tool_calls"`
}

// chatPart is a piece of a call.
type chatPart struct {
	Index    int64        `json:"index"`
	ID       string       `json:"id"`
	Function chatFuncPart `json:"function"`
	Extra    *chatExtra   `json:"extra_content"`
}

type chatFuncPart struct {
	Arguments chatArguments `json:"arguments"`
	Name      string        `json:"name"`
}

// chatArguments are a piece of a call's arguments: a text, or all of them as the
// object that the text would hold.
type chatArguments string

// UnmarshalJSON takes both; anything else is as if it were not there.
func (a *chatArguments) UnmarshalJSON(b []byte) error {
	if isObject(string(b)) {
		*a = chatArguments(b)
		return nil
	}
	*a = chatArguments(decode[string](b))
	return nil
}

// chatText is a piece of what is said: a text, or parts, as Mistral sends them where
// a model thinks.
type chatText struct {
	said, thought string
}

// UnmarshalJSON takes both; anything else is as if it were not there.
func (t *chatText) UnmarshalJSON(b []byte) error {
	t.said, t.thought = decode[string](b), ""
	for _, p := range decode[[]chatTextPart](b) {
		var inner chatText
		_ = inner.UnmarshalJSON(p.Thinking) // it never fails
		t.said += p.Text
		t.thought += inner.said
	}
	return nil
}

type chatTextPart struct {
	Text     string          `json:"text"`
	Thinking json.RawMessage `json:"thinking"`
}
