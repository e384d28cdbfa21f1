package foreign

import (
	"encoding/json"
	"fmt"

	"dormouse/land/transcript"
)

// export is one conversation of a ChatGPT or a Claude export.
type export struct {
	// ChatGPT: a tree of messages; the branch that ends in CurrentNode counts.
	Title       string          `json:"title"`
	Mapping     map[string]node `json:"mapping"`
	CurrentNode string          `json:"current_node"`
	// Claude.
	Name     string       `json:"name"`
	Messages []claudeSaid `json:"chat_messages"`
}

type node struct {
	Parent  string `json:"parent"`
	Message *struct {
		ID     string `json:"id"`
		Author struct {
			Role string `json:"role"`
		} `json:"author"`
		Time    stamp `json:"create_time"`
		Content struct {
			Type  string            `json:"content_type"`
			Parts []json.RawMessage `json:"parts"`
			Text  string            `json:"text"`
		} `json:"content"`
		Metadata struct {
			Model  string `json:"model_slug"`
			Hidden bool   `json:"is_visually_hidden_from_conversation"`
		} `json:"metadata"`
	} `json:"message"`
}

type claudeSaid struct {
	UUID    string          `json:"uuid"`
	Sender  string          `json:"sender"`
	Text    string          `json:"text"`
	Content json.RawMessage `json:"content"`
	Time    stamp           `json:"created_at"`
}

// readExport reads a conversations.json: a list, or one conversation alone, or
// a list of plain messages.
func readExport(b []byte) ([]Conversation, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(b, &list); err != nil {
		list = []json.RawMessage{b}
	}
	var out []Conversation
	plain := Conversation{Kind: "plain"}
	for i, raw := range list {
		var e export
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, fmt.Errorf("%w: conversation %d: %w", ErrUnknown, i+1, err)
		}
		switch {
		case e.Mapping != nil:
			out = append(out, Conversation{Title: e.Title, Kind: "chatgpt", Messages: e.branch()})
		case e.Messages != nil:
			out = append(out, Conversation{Title: e.Name, Kind: "claude", Messages: e.claude()})
		default:
			var l line1
			if json.Unmarshal(raw, &l) == nil && l.Role != "" {
				if m, why := l.plain(); why == "" {
					plain.Messages = append(plain.Messages, m)
				}
			}
		}
	}
	if len(plain.Messages) > 0 {
		out = append(out, plain)
	}
	if len(out) == 0 {
		return nil, ErrUnknown
	}
	return out, nil
}

// branch walks from the current node up to the root. A parent that is its own
// ancestor ends the walk.
func (e export) branch() []transcript.Message {
	var up []transcript.Message
	seen := map[string]bool{}
	for id := e.CurrentNode; id != "" && !seen[id]; id = e.Mapping[id].Parent {
		seen[id] = true
		m := e.Mapping[id].Message
		if m == nil || m.Metadata.Hidden {
			continue
		}
		role := transcript.Role(m.Author.Role)
		if role != transcript.User && role != transcript.Assistant {
			continue
		}
		text := m.Content.Text
		if raw, err := json.Marshal(m.Content.Parts); err == nil && len(m.Content.Parts) > 0 {
			text, _, _ = parts(raw)
		}
		up = append(up, transcript.Message{ID: m.ID, Role: role, Time: m.Time.Time, Content: text, Model: m.Metadata.Model})
	}
	for i, j := 0, len(up)-1; i < j; i, j = i+1, j-1 {
		up[i], up[j] = up[j], up[i]
	}
	return up
}

func (e export) claude() []transcript.Message {
	var out []transcript.Message
	for _, s := range e.Messages {
		text, _, _ := parts(s.Content)
		if text == "" {
			text = s.Text
		}
		role := transcript.Assistant
		if s.Sender == "human" {
			role = transcript.User
		}
		out = append(out, transcript.Message{ID: s.UUID, Role: role, Time: s.Time.Time, Content: text})
	}
	return out
}
