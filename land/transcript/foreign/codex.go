package foreign

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"dormouse/land/transcript"
)

// codexLine is one line of a Codex session. Older versions wrote the payload
// without what is around it.
type codexLine struct {
	Time    stamp           `json:"timestamp"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

// codexItem is what happened.
type codexItem struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	Role      string          `json:"role"`
	Name      string          `json:"name"`
	CallID    string          `json:"call_id"`
	Model     string          `json:"model"`
	Arguments json.RawMessage `json:"arguments"`
	Input     json.RawMessage `json:"input"`
	Action    json.RawMessage `json:"action"`
	Output    json.RawMessage `json:"output"`
	Content   json.RawMessage `json:"content"`
	Message   string          `json:"message"`
	Turns     int             `json:"num_turns"`
	// Of a session: who began it, in two places.
	Source       json.RawMessage `json:"source"`
	ThreadSource string          `json:"thread_source"`
}

// helper tells whether a session was begun by a model, not by the person.
func (p codexItem) helper() bool {
	var by struct {
		Subagent, Internal json.RawMessage
	}
	named := len(p.Source) > 0 && p.Source[0] == '{' && decode(p.Source, &by) == "" && len(by.Subagent)+len(by.Internal) > 0
	return named || p.ThreadSource == "subagent"
}

func fitsCodex(s Sample) bool {
	if s.layout != lines {
		return false
	}
	return s.any("payload") && s.is("type", "session_meta", "response_item", "event_msg", "turn_context", "compacted") ||
		s.any("record_type") || s.any("id", "timestamp", "instructions")
}

func homesCodex(h Home) []string {
	home := h.or("CODEX_HOME", ".codex")
	return []string{filepath.Join(home, "sessions"), filepath.Join(home, "archived_sessions")}
}

// codexTalk is a session while it is read.
type codexTalk struct {
	*Reading
	talk   Talk
	model  string
	said   map[string]bool // what the person sent, as the screen noted it
	shown  []codexSaid
	undone []codexUndone
	helper bool // no person speaks in it
}

// codexSaid is a message. Whose words a person's message holds is known when all
// of the file is read.
type codexSaid struct {
	transcript.Message
	typed json.RawMessage
}

// codexUndone is what somebody took back, and what came before it.
type codexUndone struct{ past, own []codexSaid }

func readCodex(r *Reading) error {
	c := &codexTalk{Reading: r, talk: Talk{Format: "codex"}, said: map[string]bool{}}
	err := each(r, "line", func(n int, raw *json.RawMessage) error {
		var l codexLine
		why := decode(*raw, &l)
		body := l.Payload
		if len(body) == 0 { // of an older version
			body = *raw
		}
		var p codexItem
		if why == "" {
			why = decode(body, &p)
		}
		if why != "" {
			r.skip(n, "line", why)
			return nil
		}
		c.line(l, p)
		return nil
	})
	if err != nil {
		return err
	}
	if c.helper {
		r.tally.Left[sidetalks]++
		r.good++
		return nil
	}
	shown := c.finished(c.shown)
	c.talk.Branches = []Branch{{shown, len(shown)}}
	for _, u := range c.undone {
		c.talk.Branches = append(c.talk.Branches, Branch{c.finished(slices.Concat(u.past, u.own)), len(u.own)})
	}
	return r.talk(c.talk)
}

// line takes in one line.
func (c *codexTalk) line(l codexLine, p codexItem) {
	switch l.Type {
	case "turn_context":
		c.model = first(p.Model, c.model)
	case "compacted":
		var b body
		c.foreign(&b, transcript.Modelled, "summary", p.Message)
		c.add(l, b.message(transcript.User), nil)
	case "event_msg":
		switch p.Type {
		case "user_message":
			c.said[strings.TrimSpace(p.Message)] = true
		case "thread_rolled_back":
			c.back(p.Turns)
		}
	case "session_meta":
		c.begin(l, p)
	default:
		if l.Type == "" && p.ID != "" && p.Role == "" {
			c.begin(l, p)
			return
		}
		c.item(l, p)
	}
}

func (c *codexTalk) begin(l codexLine, p codexItem) {
	if c.talk.Key == "" {
		c.talk.Key, c.talk.Began, c.helper = p.ID, l.Time.Time, p.helper()
	}
}

func (c *codexTalk) add(l codexLine, m transcript.Message, typed json.RawMessage) {
	m.Time = l.Time.Time
	c.shown = append(c.shown, codexSaid{m, typed})
}

// item takes in what was said or done.
func (c *codexTalk) item(l codexLine, p codexItem) {
	switch {
	case p.Type == "message" && p.Role == "user":
		c.add(l, transcript.Message{Role: transcript.User, ID: p.ID}, p.Content)
	case p.Type == "message" && p.Role == "assistant":
		said := c.blocks(p.Content, (*body).typed)
		m := said.message(transcript.Assistant)
		m.ID, m.Model = p.ID, c.model
		c.add(l, m, nil)
	case p.Type == "message":
		c.tally.Left[prompts]++
	case p.Type == "reasoning":
		c.tally.Left[thoughts]++
	case p.Type == "web_search_call":
		var b body
		c.foreign(&b, transcript.Printed, "web search", string(p.Action))
		c.add(l, b.message(transcript.Assistant), nil)
	case strings.HasSuffix(p.Type, "_call"):
		arguments := text(first2(p.Arguments, first2(p.Input, p.Action)))
		name := first(p.Name, strings.TrimSuffix(p.Type, "_call"))
		c.add(l, transcript.Message{Role: transcript.Assistant, Model: c.model, ToolCalls: []transcript.Call{{ID: first(p.CallID, p.ID), Name: name, Arguments: arguments}}}, nil)
	case strings.HasSuffix(p.Type, "_call_output"):
		c.add(l, c.result(p.CallID, p.Output), nil)
	}
}

// back takes turns off the end, which are kept as a branch.
func (c *codexTalk) back(turns int) {
	at := len(c.shown)
	for at > 0 && turns > 0 {
		at--
		if len(c.shown[at].typed) > 0 {
			turns--
		}
	}
	past := c.shown[max(0, at-forkPast):at]
	c.undone = append(c.undone, codexUndone{slices.Clone(past), slices.Clone(c.shown[at:])})
	c.shown = c.shown[:at]
}

func (c *codexTalk) finished(list []codexSaid) []transcript.Message {
	var out []transcript.Message
	for _, s := range list {
		if len(s.typed) > 0 {
			said := c.blocks(s.typed, c.typed)
			m := said.message(transcript.User)
			m.ID, m.Time = s.ID, s.Time
			s.Message = m
		}
		out = append(out, s.Message)
	}
	return out
}

// request is what an editor writes between what it knows and what the person asks.
const request = "## My request for Codex:\n"

// typed takes apart a text in the person's place: what the program noted as sent
// is theirs, all else is what it told its model.
func (c *codexTalk) typed(b *body, text string) {
	switch sent := strings.TrimSpace(text); {
	case strings.HasPrefix(sent, "# AGENTS.md instructions"), strings.HasPrefix(sent, "<user_instructions>"):
		c.foreign(b, transcript.Attached, "AGENTS.md", text)
	case len(c.said) > 0 && !c.said[sent]:
		c.foreign(b, transcript.Guest, "Codex", text)
	default:
		if context, asked, ok := strings.Cut(text, request); ok {
			c.foreign(b, transcript.Guest, "editor", context+strings.TrimSpace(request))
			text = asked
		}
		c.person(b, text)
	}
}
