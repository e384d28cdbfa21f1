package foreign

import (
	"encoding/json"
	"fmt"
	"strings"

	"dormouse/land/transcript"
)

// plainRecord is a message, or a talk of messages, as OpenAI's interface and many
// programs after it write them; and a line of one of our own sessions.
type plainRecord struct {
	plainSaid
	Type     string      `json:"type"`
	Messages []plainSaid `json:"messages"`
	Title    string      `json:"title"`
}

type plainSaid struct {
	ID         string            `json:"id"`
	Role       string            `json:"role"`
	Name       string            `json:"name"`
	Model      string            `json:"model"`
	Time       stamp             `json:"time"`
	Timestamp  stamp             `json:"timestamp"`
	Created    stamp             `json:"created_at"`
	Content    json.RawMessage   `json:"content"`
	Text       string            `json:"text"`
	ToolCalls  []plainCall       `json:"tool_calls"`
	ToolCallID string            `json:"tool_call_id"`
	Function   *plainFunction    `json:"function_call"`
	Spans      []transcript.Span `json:"spans"` // of a session of ours
}

type plainFunction struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type plainCall struct {
	ID string `json:"id"`
	plainFunction
	Function plainFunction `json:"function"`
}

func fitsPlain(s Sample) bool {
	return s.layout != noJSON && (s.any("role") || s.any("messages") || s.any("messages.role"))
}

func readPlain(r *Reading) error {
	all := Talk{Format: "plain"}
	var said []transcript.Message
	unit := "record"
	if r.layout == lines {
		unit = "line"
	}
	err := each(r, unit, func(n int, l *plainRecord) error {
		switch {
		case l.Type == "session": // of ours
			all.Key, all.Title = first(all.Key, l.ID), first(l.Title, all.Title)
		case l.Messages != nil:
			var of []transcript.Message
			for _, m := range l.Messages {
				of = r.plainSaid(of, m, n, unit)
			}
			return r.talk(Talk{Format: "plain", Key: global(l.ID), Title: l.Title, Began: l.when().Time, Branches: []Branch{{of, len(of)}}})
		case l.Role != "":
			said = r.plainSaid(said, l.plainSaid, n, unit)
		}
		return nil
	})
	if err != nil || len(said) == 0 {
		return err
	}
	all.Branches = []Branch{{said, len(said)}}
	return r.talk(all)
}

// leastGlobal is how long an id is that no other file has.
const leastGlobal = 16

// global is an id that names the same thing wherever it stands; "" for a number of
// a record.
func global(id string) string {
	if len(id) < leastGlobal {
		return ""
	}
	return id
}

func (m plainSaid) when() stamp {
	for _, t := range []stamp{m.Time, m.Timestamp, m.Created} {
		if !t.IsZero() {
			return t
		}
	}
	return stamp{}
}

// plainSaid adds a message to those before it.
func (r *Reading) plainSaid(before []transcript.Message, m plainSaid, n int, unit string) []transcript.Message {
	var role transcript.Role
	switch strings.ToLower(m.Role) {
	case "user", "human":
		role = transcript.User
	case "assistant", "ai", "model", "bot":
		role = transcript.Assistant
	case "tool", "function":
		role = transcript.Tool
	case "system", "developer":
		r.tally.Left[prompts]++
		return before
	default:
		r.skip(n, unit, fmt.Sprintf("unknown role %q", m.Role))
		return before
	}
	c := r.blocks(m.Content, (*body).typed)
	if len(c.text) == 0 {
		c.typed(m.Text)
	}
	out := c.message(role)
	out.ID, out.Name, out.Time, out.Model, out.ToolCallID, out.ToolCalls = m.ID, m.Name, m.when().Time, m.Model, m.ToolCallID, c.calls
	if m.Spans != nil {
		out.Spans = m.Spans
	}
	if role == transcript.Tool {
		out.Content, out.Name = r.cut(out.Content), ""
	}
	for _, call := range m.ToolCalls {
		out.ToolCalls = append(out.ToolCalls, transcript.Call{ID: call.ID, Name: first(call.Function.Name, call.Name), Arguments: text(first2(call.Function.Arguments, call.Arguments))})
	}
	if f := m.Function; f != nil {
		out.ToolCalls = append(out.ToolCalls, transcript.Call{ID: "call_" + f.Name, Name: f.Name, Arguments: text(f.Arguments)})
	}
	if role == transcript.Tool && out.ToolCallID == "" { // as before calls had ids
		out.ToolCallID = "call_" + m.Name
	}
	for i := range c.results {
		c.results[i].Time = out.Time
	}
	if empty(out) {
		return append(before, c.results...)
	}
	return append(append(before, c.results...), out)
}
