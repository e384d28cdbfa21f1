package foreign

import (
	"encoding/json"
	"slices"
	"strings"

	"dormouse/land/pattern"
	"dormouse/land/transcript"
)

// gptTalk is one conversation of a ChatGPT export: a tree of messages of which
// the branch that ends in CurrentNode is shown.
type gptTalk struct {
	ID          string             `json:"id"`
	ID2         string             `json:"conversation_id"`
	Title       string             `json:"title"`
	Time        stamp              `json:"create_time"`
	CurrentNode string             `json:"current_node"`
	Mapping     map[string]gptNode `json:"mapping"`
}

type gptNode struct {
	Parent   string      `json:"parent"`
	Children []string    `json:"children"`
	Message  *gptMessage `json:"message"`
}

type gptMessage struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
		Name string `json:"name"`
	} `json:"author"`
	Time      stamp  `json:"create_time"`
	Recipient string `json:"recipient"`
	Content   struct {
		Type         string            `json:"content_type"`
		Parts        []json.RawMessage `json:"parts"`
		Text         string            `json:"text"`
		Result       string            `json:"result"`
		Title        string            `json:"title"`
		Domain       string            `json:"domain"`
		URL          string            `json:"url"`
		Profile      string            `json:"user_profile"`
		Instructions string            `json:"user_instructions"`
	} `json:"content"`
	Metadata struct {
		Model       string `json:"model_slug"`
		Hidden      bool   `json:"is_visually_hidden_from_conversation"`
		Attachments []struct {
			Name string `json:"name"`
			Mime string `json:"mime_type"`
		} `json:"attachments"`
		References []gptReference `json:"content_references"`
	} `json:"metadata"`
}

// gptReference says what the screen shows in the place of a mark.
type gptReference struct {
	Mark string `json:"matched_text"`
	Alt  string `json:"alt"`
}

// Marks in a reply: of a thing with a name, which is said, and of all else.
var (
	namedMark = pattern.Of("\ue200entity\ue202\\[\"[^\"]*\",\\s*\"([^\"]*)\"[^\ue201]*\ue201")
	anyMark   = pattern.Of("[ \t]?\ue200[^\ue201]*\ue201")
)

// shown is a reply as the screen shows it.
func (m *gptMessage) shown(text string) string {
	if !strings.ContainsRune(text, '\ue200') {
		return text
	}
	for _, r := range m.Metadata.References {
		if strings.HasPrefix(r.Mark, "\ue200") && r.Alt != "" {
			text = strings.ReplaceAll(text, r.Mark, r.Alt)
		}
	}
	return anyMark().ReplaceAllString(namedMark().ReplaceAllString(text, "$1"), "")
}

// gptPart is a part that is no plain text.
type gptPart struct {
	Type  string  `json:"content_type"`
	Text  *string `json:"text"`
	Asset string  `json:"asset_pointer"`
	Audio *struct {
		Asset string `json:"asset_pointer"`
	} `json:"audio_asset_pointer"`
}

func fitsChatGPT(s Sample) bool {
	return s.layout != noJSON && s.any("mapping") && !s.any("chat_messages")
}

func readChatGPT(r *Reading) error {
	return each(r, "conversation", func(n int, c *gptTalk) error {
		if len(c.Mapping) == 0 {
			r.skip(n, "conversation", "it has no messages")
			return nil
		}
		t := newTree()
		for _, id := range gptOrder(c.Mapping) {
			node := c.Mapping[id]
			t.add(id, node.Parent, r.gptSaid(node.Message)...)
		}
		return r.talk(Talk{Format: "chatgpt", Key: first(c.ID, c.ID2), Title: c.Title, Began: c.Time.Time, Branches: t.branches(c.CurrentNode)})
	})
}

// gptOrder puts the nodes in the order of the tree: a map has none, and the same
// file has to be read in the same order each time.
func gptOrder(nodes map[string]gptNode) []string {
	var order, todo []string
	for id, n := range nodes {
		if _, below := nodes[n.Parent]; !below {
			todo = append(todo, id)
		}
	}
	slices.Sort(todo)
	seen := map[string]bool{}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n, there := nodes[id]
		if !there || seen[id] {
			continue
		}
		seen[id] = true
		order = append(order, id)
		for i := len(n.Children) - 1; i >= 0; i-- {
			todo = append(todo, n.Children[i])
		}
	}
	var rest []string // that no list of children names
	for id := range nodes {
		if !seen[id] {
			rest = append(rest, id)
		}
	}
	slices.Sort(rest)
	return append(order, rest...)
}

// gptSaid is what a node says.
func (r *Reading) gptSaid(m *gptMessage) []transcript.Message {
	if m == nil {
		return nil
	}
	role := transcript.Role(m.Author.Role)
	var b body
	switch {
	case m.Content.Type == "user_editable_context":
		r.tally.Left[prompts]++ // custom instructions: how, not what
		return nil
	case m.Author.Role == "system":
		if strings.TrimSpace(m.text()) != "" {
			r.tally.Left[prompts]++
		}
		return nil
	case m.Content.Type == "thoughts" || m.Content.Type == "reasoning_recap" || m.Content.Type == "model_editable_context":
		r.tally.Left[thoughts]++
		return nil
	case m.Metadata.Hidden:
		r.tally.Left[hidden]++
		return nil
	case role != transcript.User && role != transcript.Assistant && role != transcript.Tool:
		r.tally.Lost[unknowns]++
		return nil
	}
	r.gptContent(&b, m, role)
	for _, a := range m.Metadata.Attachments {
		if noun(a.Mime) != "image" || !strings.Contains(string(b.text), "[image") { // else it is a part
			r.lose(&b, kindOf(a.Mime), noun(a.Mime), a.Name)
		}
	}
	out := b.message(role)
	out.ID, out.Time, out.Model = m.ID, m.Time.Time, m.Metadata.Model
	if role == transcript.Tool {
		// No call is named that it answers: it stands in the reply, as what it is.
		if out.Role = transcript.Assistant; len(out.Spans) == 0 {
			out.Spans = []transcript.Span{{From: 0, To: len(out.Content), Origin: gptOrigin(m.Author.Name), Name: m.Author.Name}}
		}
	}
	return []transcript.Message{out}
}

// gptOrigin is where a tool has its text from.
func gptOrigin(tool string) transcript.Origin {
	if strings.HasPrefix(tool, "browser") || strings.HasPrefix(tool, "web") {
		return transcript.Web
	}
	return transcript.Printed
}

// gptContent takes in a message's content by its type.
func (r *Reading) gptContent(b *body, m *gptMessage, role transcript.Role) {
	c := m.Content
	switch c.Type {
	case "tether_quote":
		r.foreign(b, transcript.Web, first(c.URL, first(c.Domain, c.Title)), c.Text)
		return
	case "tether_browsing_display":
		r.foreign(b, transcript.Web, "", c.Result)
		return
	case "code":
		if role == transcript.Assistant && m.Recipient != "" && m.Recipient != "all" {
			r.foreign(b, transcript.Printed, m.Recipient, c.Text) // what it told a tool to do
			return
		}
	}
	own := func(text string) {
		switch role {
		case transcript.Tool:
			text = r.cut(text)
		case transcript.Assistant:
			text = m.shown(text)
		}
		b.typed(text)
	}
	own(c.Text)
	for _, raw := range c.Parts {
		if len(raw) > 0 && raw[0] == '"' {
			own(text(raw))
			continue
		}
		var p gptPart
		if len(raw) == 0 || raw[0] != '{' || decode(raw, &p) != "" {
			continue
		}
		switch {
		case p.Type == "audio_transcription" && p.Text != nil:
			own(*p.Text)
		case strings.HasPrefix(p.Type, "image"):
			r.lose(b, images, "image", "")
		case p.Audio != nil || strings.HasPrefix(p.Type, "audio") || strings.Contains(p.Type, "video"):
			r.tally.Lost[recordings]++ // what was said stands beside it
		case p.Text != nil:
			own(*p.Text)
		default:
			r.tally.Lost[unknowns]++
		}
	}
}

func (m *gptMessage) text() string {
	var b strings.Builder
	b.WriteString(m.Content.Text)
	for _, p := range m.Content.Parts {
		b.WriteString(text(p))
	}
	return b.String()
}
