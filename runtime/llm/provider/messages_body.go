package provider

import (
	"encoding/json"

	"dormouse/land/transcript"
)

// messagesRequest is the body of a request, as
// https://platform.claude.com/docs/en/api/messages describes it. So are the types
// below.
type messagesRequest struct {
	MaxTokens    int             `json:"max_tokens"`
	Messages     []messagesTurn  `json:"messages"`
	Model        string          `json:"model"`
	System       []block         `json:"system,omitempty"`
	Tools        []messagesTool  `json:"tools,omitempty"`
	OutputConfig *messagesOutput `json:"output_config,omitempty"`
	Thinking     *messagesThink  `json:"thinking,omitempty"`
	Stream       bool            `json:"stream"`
}

type messagesTurn struct {
	Role    transcript.Role `json:"role"`
	Content []block         `json:"content"`
}

// messagesThink lets the model decide when to think, and says whether a summary of
// it is sent or its signature alone.
type messagesThink struct {
	Type    string `json:"type"`
	Display string `json:"display"`
}

// block is a part of a message: a text, a picture, a document, a tool's call, a
// tool's result, or a thought as it came.
type block struct {
	ID        string          `json:"id,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	Name      string          `json:"name,omitempty"`
	ToolUseID string          `json:"tool_use_id,omitempty"`
	Content   []block         `json:"content,omitempty"`
	Text      string          `json:"text,omitempty"`
	Source    *mediaSource    `json:"source,omitempty"`
	Title     string          `json:"title,omitempty"`
	Cache     *cacheMark      `json:"cache_control,omitempty"`
	Type      string          `json:"type"`

	thought json.RawMessage // stands for all else
}

// mediaSource are the bytes of a picture or a document.
type mediaSource struct {
	Data      string `json:"data"`
	MediaType string `json:"media_type"`
	Type      string `json:"type"`
}

// MarshalJSON writes a thought byte for byte: its signature is over them.
func (b block) MarshalJSON() ([]byte, error) {
	if b.thought != nil {
		return b.thought, nil
	}
	type plain block
	return encode(plain(b))
}

// thought is what the model thinks, as it came: in words with a signature, or
// encrypted.
type thought struct {
	Type      string  `json:"type"`
	Thinking  *string `json:"thinking,omitempty"`
	Signature string  `json:"signature,omitempty"`
	Data      string  `json:"data,omitempty"`
}

// cacheMark asks to keep everything up to and including its block.
type cacheMark struct {
	Type string `json:"type"`
	TTL  string `json:"ttl,omitempty"` // "" is five minutes
}

type messagesTool struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	InputSchema map[string]any `json:"input_schema"`
	Cache       *cacheMark     `json:"cache_control,omitempty"`
}

type messagesOutput struct {
	Effort string          `json:"effort,omitempty"`
	Format *messagesFormat `json:"format,omitempty"`
}

type messagesFormat struct {
	Type   string         `json:"type"`
	Schema map[string]any `json:"schema"`
}

// messagesEvent is what is read of an event, whatever its type.
type messagesEvent struct {
	Type    string `json:"type"`
	Index   int64  `json:"index"`
	Message struct {
		Usage messagesUsage `json:"usage"`
	} `json:"message"`
	Block struct {
		Type  string          `json:"type"`
		Text  string          `json:"text"`
		ID    string          `json:"id"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
		Data  string          `json:"data"`
	} `json:"content_block"`
	Delta struct {
		Type       string `json:"type"`
		Text       string `json:"text"`
		Thinking   string `json:"thinking"`
		Signature  string `json:"signature"`
		Partial    string `json:"partial_json"`
		StopReason string `json:"stop_reason"`
	} `json:"delta"`
	Usage messagesUsage `json:"usage"`
}

type messagesUsage struct {
	Input      int `json:"input_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
	Created    struct {
		Hour int `json:"ephemeral_1h_input_tokens"`
	} `json:"cache_creation"`
	Output  int `json:"output_tokens"`
	Details struct {
		Thinking int `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}
