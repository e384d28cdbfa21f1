package transcript

import (
	"crypto/sha256"
	"dormouse/land/transcript/media"
	"encoding/hex"
	"encoding/json"
	"time"
)

// Role says who speaks in a message.
type Role string

// The three roles of a transcript. Instructions to the model are never part of
// a transcript: they belong to the program.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Tool      Role = "tool"
)

// Message is one line of a session: what a person, a model or a tool said. A
// Message is a value; once appended it never changes.
type Message struct {
	ID   string    `json:"id"`
	Time time.Time `json:"time"`
	Role Role      `json:"role"`
	// Fingerprint is made of what an imported message says and when, where its
	// program gave it no id: a later import knows it again by that.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Name is the speaker's own name where an import knows it ("Clara").
	Name    string `json:"name,omitempty"`
	Content string `json:"content"`
	// Spans say which parts of Content came another way than by its speaker's own
	// words: pasted, piped, attached, from an address.
	Spans []Span `json:"spans,omitempty"`
	// Media are the pictures and documents that go with Content, which has a line
	// for each.
	Media []media.Media `json:"media,omitempty"`
	// Note is text of the program that goes before Content in the request, such
	// as what a person changed in the memory files meanwhile. It is kept here so
	// that a resumed session sends the same bytes.
	Note       string `json:"note,omitempty"`
	ToolCalls  []Call `json:"tool_calls,omitempty"`
	ToolCallID string `json:"tool_call_id,omitempty"`
	Model      string `json:"model,omitempty"`
	// Tokens is what the message costs in a request, counted once (see
	// runtime/tokens); an estimate unless Usage says otherwise.
	Tokens int    `json:"tokens"`
	Usage  *Usage `json:"usage,omitempty"`
	// Thinking is what the model's provider wants back with the calls of this
	// reply: what it thought before them, signed or encrypted. It is JSON in the
	// provider's own form, kept as it came, and of use to the same model only.
	Thinking json.RawMessage `json:"thinking,omitempty"`
	// Over are the ids of the entries and messages of which this reply told the person
	// that what they had just said takes their place; Holds those of which an earlier
	// one did, and which hold after all; Asks those of which it asked whether they are
	// over. The night does what was told.
	Over  []string `json:"over,omitempty"`
	Holds []string `json:"holds,omitempty"`
	Asks  []string `json:"asks,omitempty"`
	// Declined marks a reply in which the model, or a filter before it, refused.
	// It and what it answers stay in the file and are left out of what is sent.
	Declined bool `json:"declined,omitempty"`
	// Interrupted marks a reply that was cut: by Esc, a lost connection, a crash.
	Interrupted bool `json:"interrupted,omitempty"`
	// Ended marks the last message of an imported talk that nobody answered, and
	// nobody will: its turn is over all the same.
	Ended bool `json:"ended,omitempty"`
	// Pinned messages stay in the context word for word through every night. A
	// later Pin line may change it.
	Pinned bool `json:"pinned,omitempty"`
}

// Foreign is by what an import knows this message again: its fingerprint, else its
// id.
func (m Message) Foreign() string {
	if m.Fingerprint != "" {
		return m.Fingerprint
	}
	return m.ID
}

// Call is one tool call of a model. Arguments is the JSON text as the model
// wrote it.
type Call struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	// Signature is the provider's own mark of the call, which the same model wants
	// back; "" for those that have none.
	Signature string `json:"signature,omitempty"`
}

// Usage is what a provider reported for a request, in tokens. Input counts all
// input, Cached the part of it that came from the provider's cache, CacheWrite the part
// that was written to it, and CacheHour what of that is kept for an hour and not for
// minutes.
type Usage struct {
	Input      int `json:"input"`
	Cached     int `json:"cached"`
	CacheWrite int `json:"cache_write,omitempty"`
	CacheHour  int `json:"cache_hour,omitempty"`
	Output     int `json:"output"`
	Reasoning  int `json:"reasoning,omitempty"`
}

// Plus is the usage of both.
func (u Usage) Plus(v Usage) Usage {
	return Usage{
		Input: u.Input + v.Input, Cached: u.Cached + v.Cached, CacheWrite: u.CacheWrite + v.CacheWrite, CacheHour: u.CacheHour + v.CacheHour,
		Output: u.Output + v.Output, Reasoning: u.Reasoning + v.Reasoning,
	}
}

// Session is the first line of a transcript.
type Session struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Version int       `json:"version"`
	Title   string    `json:"title,omitempty"`
	Model   string    `json:"model,omitempty"`
	Window  int       `json:"window,omitempty"` // tokens
	Parent  string    `json:"parent,omitempty"` // forked from
	Source  string    `json:"source,omitempty"` // imported from
	// Key is what the program it is imported from calls this conversation, so that
	// a later import finds it again: "chatgpt:<its id>", with "#<message id>" for
	// a branch.
	Key string `json:"key,omitempty"`
	// Read is the last message that is another session's to be slept over: the
	// past that a fork begins with, all of a branch that was not shown. A later line
	// may change it; NothingRead says that all is this session's own.
	Read string `json:"read,omitempty"`
}

// NothingRead is the Read of a session that took another one's place from its first
// message on.
const NothingRead = "-"

// Night is the line a sleep adds: from now on the context holds Summary and the
// Kept messages in place of From…To. Nothing is removed from the file.
type Night struct {
	ID   string    `json:"id"`
	Time time.Time `json:"time"`
	// From and To are the first and last message that the summary replaces; both
	// empty when the night saved memories but replaced nothing.
	From string `json:"from"`
	To   string `json:"to"`
	// Kept are messages within From…To that stay word for word.
	Kept    []string `json:"kept"`
	Summary string   `json:"summary"`
	// Cursor is the last message whose memories are saved: the next night
	// begins after it.
	Cursor string `json:"cursor"`
	// Pruned are tool results whose text is replaced by a pointer in the context.
	Pruned []string `json:"pruned,omitempty"`
	// Saved are the messages whose memories this night saved. Only what is saved,
	// and what Took names, leaves the context: where another machine's messages
	// came to stand between From and To, this night knew nothing of them. Nil where
	// an older version wrote the line: then it knew all up to Cursor.
	Saved []string `json:"saved"`
	// Took are messages that left the context and are not saved yet.
	Took []string `json:"took,omitempty"`
	// Follows are the nights whose summaries this one's takes up.
	Follows      []string `json:"follows,omitempty"`
	TokensBefore int      `json:"tokens_before"`
	TokensAfter  int      `json:"tokens_after"`
}

// Undo takes one night back: the context is again what it was before.
type Undo struct {
	Night string    `json:"night"`
	Time  time.Time `json:"time"`
}

// Wake freezes the memory part of the prompt, from here to the next Wake, so
// that a resumed session sends the same prefix byte for byte.
type Wake struct {
	Time   time.Time `json:"time"`
	Memory string    `json:"memory"`
	// Voice is what INSTRUCTIONS.md said then.
	Voice string `json:"voice,omitempty"`
	// Files are the hashes of what Memory was read from, by name: a later
	// difference is a hand edit, and is told to the model with the next message.
	Files map[string]string `json:"files,omitempty"`
}

// Failure records what went wrong in a turn, for `retry` and for the reader.
type Failure struct {
	Time time.Time `json:"time"`
	What string    `json:"what"`
}

// Record is one line: exactly one field is set. Lines of an unknown type are
// kept as they are and skipped.
type Record struct {
	Session *Session
	Message *Message
	Night   *Night
	Undo    *Undo
	Wake    *Wake
	Pin     *Pin
	Forget  *Forget
	Wrote   *Wrote
	Failure *Failure
	Unknown json.RawMessage
}

// MediaOf are those of all the messages.
func MediaOf(messages []Message) (out []media.Media) {
	for _, m := range messages {
		out = append(out, m.Media...)
	}
	return out
}

// Proof is a short hash of what a message says, and in which role. What rests on a
// message keeps it beside the message's id: a message that another machine numbered
// anew is found by it, and one whose text was changed is known to be another.
func Proof(m Message) string {
	sum := sha256.Sum256([]byte(string(m.Role) + "\x00" + m.Content))
	return hex.EncodeToString(sum[:5])
}
