// Package foreign reads other programs' conversations: plain JSON lines
// {role, content, time?}, Claude Code and Codex sessions (JSON lines), and the
// conversations.json of ChatGPT and Claude exports.
//
// It never writes and never fails on a line it does not understand: such a line
// is left out and said. Text stays as it was; what is no conversation (system
// prompts, thinking, snapshots) is left out.
//
// # Why one reader with five dialects
//
// The files carry no name of their maker, and people rename them. So each
// dialect says by the shape of the data whether it is meant.
package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// ErrUnknown is returned for a file in none of the known forms; the caller
// should list them.
var ErrUnknown = errors.New("not a conversation in a known form")

// Conversation is one imported session.
type Conversation struct {
	Title    string
	Kind     string // "plain", "claude-code", "codex", "chatgpt" or "claude"
	Messages []transcript.Message
}

// Forms names what can be read, for messages to people.
const Forms = "plain JSON lines {role, content, time?}, Claude Code or Codex sessions, ChatGPT or Claude exports"

// Read reads a file. Messages without a time get the one before them; if none
// has one they get fallback. skipped says which lines were left out and why.
func Read(b []byte, fallback time.Time) (found []Conversation, skipped []string, err error) {
	b = bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")))
	if len(b) == 0 {
		return nil, nil, fmt.Errorf("%w: it is empty", ErrUnknown)
	}
	if b[0] == '[' || isOneObject(b) {
		found, err = readExport(b)
	} else {
		found, skipped, err = readLines(b)
	}
	if err != nil {
		return nil, skipped, err
	}
	kept := found[:0]
	for _, c := range found {
		if c.Messages = dated(c.Messages, fallback); len(c.Messages) > 0 {
			kept = append(kept, c)
		}
	}
	if len(kept) == 0 {
		return nil, skipped, fmt.Errorf("%w: it holds no message", ErrUnknown)
	}
	return kept, skipped, nil
}

// isOneObject tells a JSON document from JSON lines: only a document goes on
// after its first line.
func isOneObject(b []byte) bool {
	first, _, more := bytes.Cut(b, []byte("\n"))
	return b[0] == '{' && (!json.Valid(first) || !more && bytes.Contains(first, []byte(`"mapping"`)))
}

// dated gives every message a time, and drops empty ones.
func dated(in []transcript.Message, fallback time.Time) []transcript.Message {
	last := fallback
	for _, m := range in {
		if !m.Time.IsZero() {
			last = m.Time
			break
		}
	}
	out := in[:0]
	for _, m := range in {
		if m.Time.IsZero() {
			m.Time = last
		}
		last = m.Time
		if strings.TrimSpace(m.Content) != "" || len(m.ToolCalls) > 0 || m.Role == transcript.Tool {
			out = append(out, m)
		}
	}
	return out
}

// readLines reads the three JSON-lines dialects; each line says its own.
func readLines(b []byte) ([]Conversation, []string, error) {
	c := Conversation{Kind: "plain"}
	var skipped []string
	bad, n := 0, 0
	for raw := range bytes.Lines(b) {
		n++
		line := bytes.TrimSpace(raw)
		if len(line) == 0 {
			continue
		}
		var l line1
		if err := json.Unmarshal(line, &l); err != nil {
			bad++
			skipped = append(skipped, fmt.Sprintf("line %d: no JSON object", n))
			continue
		}
		switch {
		case l.Message != nil && (l.Type == "user" || l.Type == "assistant"):
			c.Kind = "claude-code"
			c.Messages = append(c.Messages, l.claudeCode()...)
		case l.Type == "response_item" && l.Payload != nil:
			c.Kind = "codex"
			c.Messages = append(c.Messages, l.codex()...)
		case l.Role != "":
			m, why := l.plain()
			if why != "" {
				skipped = append(skipped, fmt.Sprintf("line %d: %s", n, why))
				continue
			}
			c.Messages = append(c.Messages, m)
		case l.Type == "summary" && l.Summary != "":
			c.Title = l.Summary
		}
	}
	if bad == n {
		return nil, skipped, fmt.Errorf("%w: no line is a JSON object", ErrUnknown)
	}
	return []Conversation{c}, skipped, nil
}

// line1 is the union of what a line may hold.
type line1 struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Name      string          `json:"name"`
	ID        string          `json:"id"`
	UUID      string          `json:"uuid"`
	Time      stamp           `json:"time"`
	Timestamp stamp           `json:"timestamp"`
	Content   json.RawMessage `json:"content"`
	Summary   string          `json:"summary"`
	Sidechain bool            `json:"isSidechain"`
	Meta      bool            `json:"isMeta"`
	Message   *struct {
		Role    string          `json:"role"`
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Payload    *payload          `json:"payload"`
	ToolCalls  []transcript.Call `json:"tool_calls"`
	ToolCallID string            `json:"tool_call_id"`
	Spans      []transcript.Span `json:"spans"` // of a session of ours
}

// plain is the form of CONTRACT.md.
func (l line1) plain() (transcript.Message, string) {
	m := transcript.Message{ID: l.ID, Name: l.Name, Time: l.Time.or(l.Timestamp), ToolCalls: l.ToolCalls, ToolCallID: l.ToolCallID, Spans: l.Spans}
	switch strings.ToLower(l.Role) {
	case "user", "human":
		m.Role = transcript.User
	case "assistant", "ai", "model", "bot":
		m.Role = transcript.Assistant
	case "tool", "function":
		m.Role = transcript.Tool
	case "system", "developer":
		return m, "a system prompt is no part of the conversation"
	default:
		return m, fmt.Sprintf("unknown role %q", l.Role)
	}
	text, _, _ := parts(l.Content)
	m.Content = text
	return m, ""
}

// claudeCode reads one line of a Claude Code session: side chains and what the
// program said to itself are left out.
func (l line1) claudeCode() []transcript.Message {
	if l.Sidechain || l.Meta {
		return nil
	}
	text, calls, results := parts(l.Message.Content)
	at := l.Timestamp.or(l.Time)
	var out []transcript.Message
	for _, r := range results {
		r.Time = at
		out = append(out, r)
	}
	if text == "" && len(calls) == 0 {
		return out
	}
	role := transcript.User
	if l.Message.Role == "assistant" {
		role = transcript.Assistant
	}
	return append(out, transcript.Message{ID: l.UUID, Role: role, Time: at, Content: text, ToolCalls: calls, Model: l.Message.Model})
}

// payload is the body of a Codex line.
type payload struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Name      string          `json:"name"`
	CallID    string          `json:"call_id"`
	Arguments string          `json:"arguments"`
	Output    json.RawMessage `json:"output"`
	Content   json.RawMessage `json:"content"`
}

func (l line1) codex() []transcript.Message {
	p, at := l.Payload, l.Timestamp.or(l.Time)
	switch {
	case p.Type == "message" && p.Role == "user":
		text, _, _ := parts(p.Content)
		if strings.HasPrefix(text, "<user_instructions>") || strings.HasPrefix(text, "<environment_context>") {
			return nil
		}
		return []transcript.Message{{Role: transcript.User, Time: at, Content: text}}
	case p.Type == "message" && p.Role == "assistant":
		text, _, _ := parts(p.Content)
		return []transcript.Message{{Role: transcript.Assistant, Time: at, Content: text}}
	case p.Type == "function_call" || p.Type == "custom_tool_call":
		return []transcript.Message{{Role: transcript.Assistant, Time: at, ToolCalls: []transcript.Call{{ID: p.CallID, Name: p.Name, Arguments: p.Arguments}}}}
	case p.Type == "function_call_output" || p.Type == "custom_tool_call_output":
		text, _, _ := parts(p.Output)
		return []transcript.Message{{Role: transcript.Tool, Time: at, ToolCallID: p.CallID, Content: text}}
	}
	return nil
}
