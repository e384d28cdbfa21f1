package foreign

import (
	"encoding/json"
	"fmt"

	"dormouse/land/transcript"
)

// claudeTalk is one conversation of a Claude export.
type claudeTalk struct {
	UUID     string       `json:"uuid"`
	Name     string       `json:"name"`
	Time     stamp        `json:"created_at"`
	Model    string       `json:"model"`
	Leaf     string       `json:"current_leaf_message_uuid"`
	Messages []claudeSaid `json:"chat_messages"`
}

type claudeSaid struct {
	UUID        string          `json:"uuid"`
	Parent      string          `json:"parent_message_uuid"`
	Sender      string          `json:"sender"`
	Text        string          `json:"text"`
	Content     json.RawMessage `json:"content"`
	Time        stamp           `json:"created_at"`
	Attachments []struct {
		Name string `json:"file_name"`
		Text string `json:"extracted_content"`
	} `json:"attachments"`
	Files []struct {
		Name string `json:"file_name"`
		Kind string `json:"file_kind"`
	} `json:"files"`
}

func fitsClaude(s Sample) bool { return s.layout != noJSON && s.any("chat_messages") }

func readClaude(r *Reading) error {
	return each(r, "conversation", func(_ int, c *claudeTalk) error {
		t := newTree()
		before, branched := "", false
		for _, m := range c.Messages {
			branched = branched || m.Parent != ""
		}
		for i, m := range c.Messages {
			id := first(m.UUID, fmt.Sprint("#", i))
			parent := before
			if branched {
				parent = m.Parent
			}
			t.add(id, parent, r.claudeSaid(m, c.Model)...)
			before = id
		}
		return r.talk(Talk{Format: "claude", Key: c.UUID, Title: c.Name, Began: c.Time.Time, Branches: t.branches(c.Leaf)})
	})
}

// claudeSaid is a message with what was attached to it, the calls in it and what
// they returned.
func (r *Reading) claudeSaid(m claudeSaid, model string) []transcript.Message {
	role := transcript.Assistant
	if m.Sender == "human" || m.Sender == "user" {
		role, model = transcript.User, ""
	}
	c := r.blocks(m.Content, (*body).typed)
	if len(c.text) == 0 {
		c.typed(m.Text)
	}
	for _, a := range m.Attachments {
		if a.Text == "" {
			r.lose(&c.body, files, "file", a.Name)
			continue
		}
		r.foreign(&c.body, transcript.Attached, a.Name, a.Text)
	}
	for _, f := range m.Files {
		if f.Kind == "image" {
			r.lose(&c.body, images, "image", f.Name)
		} else {
			r.lose(&c.body, files, "file", f.Name)
		}
	}
	out := c.message(role)
	out.ID, out.Time, out.Model, out.ToolCalls = m.UUID, m.Time.Time, model, c.calls
	return append([]transcript.Message{out}, dated(c.results, out)...)
}

// dated gives the results that came with a message its time and an id of its own.
func dated(results []transcript.Message, of transcript.Message) []transcript.Message {
	for i := range results {
		results[i].Time = of.Time
		if of.ID != "" {
			results[i].ID = of.ID
		}
	}
	return results
}
