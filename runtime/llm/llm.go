// Package llm is what Dormouse knows about language models: what a request and
// a streamed reply are, what can go wrong, and the catalogue of models with
// their windows and prices. The providers live in the packages below it, which
// are the only ones that speak HTTP.
package llm

import (
	"context"
	"encoding/json"
	"iter"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
)

// Model streams replies. Implementations are safe for concurrent use.
type Model interface {
	// Stream sends one request and yields its reply as it arrives. The last
	// chunk of a complete reply has Stop set; a stream that ends without one is
	// incomplete and yields an *Error of kind Incomplete. Cancelling ctx ends it
	// with ctx.Err().
	Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error]
	// Window is the context window in tokens; 0 when unknown.
	Window() int
	// Ref is "provider/name".
	Ref() string
}

// Request is one call. System and Tools come first and are byte-identical from
// waking to the next night, so that provider caches hold.
type Request struct {
	// System is the program's instructions, then the frozen memory, each a block
	// of its own so that a cache marker can stand after it.
	System   []Block
	Tools    []Tool
	Messages []transcript.Message
	// MaxTokens bounds the reply; 0 leaves it to the catalogue.
	MaxTokens int
	// Schema asks for one JSON value of this shape instead of prose.
	Schema *Schema
	// Effort is how much the model shall think: "low", "medium", "high", "max"; ""
	// leaves it to the model's own setting. A change of it may cost the provider's
	// cache, so a conversation keeps it.
	Effort string
	// CacheKey names the conversation to providers that keep the requests of one
	// together; "" for none.
	CacheKey string
	// Tail is a last user message of the program that is not part of the
	// transcript (a night's question), so that the rest stays the cached prefix.
	Tail string
	// Open reads the bytes of the media of messages; nil sends their lines alone.
	Open func(media.Media) ([]byte, error) `json:"-"`
}

// Block is a part of the system prompt; Cache asks the provider to keep
// everything up to and including it.
type Block struct {
	Text  string
	Cache bool
}

// Tool is a function the model may call.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // a JSON Schema of type object
}

// Schema names a JSON Schema for structured output.
type Schema struct {
	Name string
	JSON json.RawMessage
}

// Chunk is a piece of a reply. Exactly one of the fields is set, but Usage and
// Thinking, which may come with Stop.
type Chunk struct {
	Text      string
	Reasoning string
	Call      *transcript.Call // complete and valid JSON, never a part of one
	Stop      StopReason
	Usage     *transcript.Usage // nil when the provider reported none
	// Thinking is what the provider wants back with the calls of this reply; see
	// transcript.Message. nil for a reply without calls.
	Thinking json.RawMessage
	// Over, Holds and Asks are what a reply of the built-in engine tells of lines of memory;
	// see transcript.Message.
	Over, Holds, Asks []string
}

// StopReason says why a complete reply ended.
type StopReason string

// Reasons to stop. Length means the reply hit its token limit.
const (
	End     StopReason = "end"
	Calls   StopReason = "tool_calls"
	Length  StopReason = "length"
	Refused StopReason = "refused"
)

// Kind classifies an Error by what the caller should do.
type Kind string

// Kinds of provider errors.
const (
	TooLong     Kind = "too_long"    // the context does not fit: one night, one retry
	Auth        Kind = "auth"        // key missing or refused
	NotFound    Kind = "not_found"   // unknown model
	RateLimited Kind = "rate_limit"  // retried, still refused
	Overloaded  Kind = "overloaded"  // 5xx after retries
	Unreachable Kind = "unreachable" // no connection
	Incomplete  Kind = "incomplete"  // the stream ended without its end marker
	BadRequest  Kind = "bad_request" // the provider refused the request
	Garbage     Kind = "garbage"     // not the protocol we speak
)

// Error is a failure of a provider, cleaned of keys and control bytes.
type Error struct {
	Kind   Kind
	Status int // HTTP status, 0 if none
	Text   string
	Err    error
	// Window and Reply are the limits that the words of the refusal name, in
	// tokens: what a prompt and a reply may take. 0 where they name none.
	Window, Reply int
	// Spent says that the account has no credit left: neither waiting nor another key
	// of it helps.
	Spent bool
}

func (e *Error) Error() string { return e.Text }
func (e *Error) Unwrap() error { return e.Err }
