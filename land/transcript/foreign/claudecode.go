package foreign

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"dormouse/land/transcript"
)

// ccLine is one line of a Claude Code session.
type ccLine struct {
	Type        string `json:"type"`
	Subtype     string `json:"subtype"`
	UUID        string `json:"uuid"`
	Parent      string `json:"parentUuid"`
	Logical     string `json:"logicalParentUuid"` // across a compaction
	Session     string `json:"sessionId"`
	Time        stamp  `json:"timestamp"`
	Summary     string `json:"summary"`
	CustomTitle string `json:"customTitle"`
	AITitle     string `json:"aiTitle"`
	Sidechain   bool   `json:"isSidechain"`
	Meta        bool   `json:"isMeta"`
	Compacted   bool   `json:"isCompactSummary"`
	Origin      ccFrom `json:"origin"`
	Message     *struct {
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Attachment *ccAttachment `json:"attachment"`
}

// ccAttachment is what the program put between two messages; of those it is said here
// what was typed while the model worked, which most often stands nowhere else.
type ccAttachment struct {
	Type   string          `json:"type"`
	Mode   string          `json:"commandMode"`
	Prompt json.RawMessage `json:"prompt"`
	Meta   bool            `json:"isMeta"`
	Origin ccFrom          `json:"origin"`
	Source string          `json:"source_uuid"` // of the line that says it again
}

// ccFrom is who sent something; older versions do not say.
type ccFrom struct {
	Kind string `json:"kind"`
}

// person tells whether it was the person.
func (f ccFrom) person() bool { return f.Kind == "" || f.Kind == "human" }

// queued tells whether a line holds what was sent while the model worked.
func (l *ccLine) queued() bool {
	return l.Type == "attachment" && l.Attachment != nil && l.Attachment.Type == "queued_command"
}

func fitsClaudeCode(s Sample) bool {
	if s.layout != lines {
		return false
	}
	turn := s.is("type", "user", "assistant") && s.any("message.role")
	return turn || s.any("sessionId", "uuid") || s.is("type", "summary") && s.any("leafUuid")
}

func homesClaudeCode(h Home) []string {
	return []string{filepath.Join(h.or("CLAUDE_CONFIG_DIR", ".claude"), "projects")}
}

func readClaudeCode(r *Reading) error {
	t, out := newTree(), Talk{Format: "claude-code"}
	last, said := "", ""
	between := map[string]string{} // lines without an id → the one that came in behind them
	twice := map[string]bool{}     // lines that say again what was queued
	err := each(r, "line", func(_ int, l *ccLine) error {
		out.Title = first(l.CustomTitle, first(l.AITitle, first(l.Summary, out.Title)))
		if l.Sidechain {
			r.tally.Left[sidetalks]++
			return nil
		}
		if l.UUID == "" && l.Message == nil && !l.queued() {
			return nil // of the program's own affairs
		}
		messages := r.ccSaid(l)
		if l.queued() && l.Attachment.Source != "" {
			if twice[l.Attachment.Source] = true; t.nodes[l.Attachment.Source] != nil {
				messages = nil
			}
		} else if twice[l.UUID] {
			messages = nil
		}
		id := first(l.UUID, last+"+")
		parent := first(l.Parent, l.Logical)
		if l.UUID == "" {
			parent = last
			between[last] = id
		}
		for between[parent] != "" && between[parent] != id { // what follows stands behind it, once
			behind := between[parent]
			delete(between, parent)
			parent = behind
		}
		if last = id; len(messages) > 0 {
			said, out.Key = id, first(l.Session, out.Key)
		}
		t.add(id, parent, messages...)
		return nil
	})
	if err != nil {
		return err
	}
	out.Branches = folded(t.branches(said))
	return r.talk(out)
}

// ccSaid is what a line says.
func (r *Reading) ccSaid(l *ccLine) []transcript.Message {
	role, own := transcript.User, r.ccPerson
	guest := func(b *body, text string) { r.foreign(b, transcript.Guest, "Claude Code", text) }
	var said json.RawMessage
	model := ""
	switch {
	case l.queued():
		said = l.Attachment.Prompt
		if l.Attachment.Mode != "prompt" || l.Attachment.Meta || l.Meta || !l.Attachment.Origin.person() {
			own = guest
		}
	case l.Message == nil || l.Type != "user" && l.Type != "assistant":
		return nil
	default:
		said, model = l.Message.Content, l.Message.Model
		switch {
		case l.Type == "assistant":
			role, own = transcript.Assistant, (*body).typed
		case l.Compacted:
			own = func(b *body, text string) { r.foreign(b, transcript.Modelled, "summary", text) }
		case l.Meta, !l.Origin.person():
			own = guest
		}
	}
	c := r.blocks(said, own)
	out := c.message(role)
	out.ID, out.Time, out.ToolCalls, out.Model = l.UUID, l.Time.Time, c.calls, model
	messages := dated(c.results, out)
	if !empty(out) {
		messages = append(messages, out)
	}
	return messages
}

// ccPerson takes apart what a person typed and what was put around it. What
// follows a command, and what was typed into the shell, is the person's.
func (r *Reading) ccPerson(b *body, text string) {
	if strings.HasPrefix(text, "[Request interrupted by user") {
		b.add(transcript.Guest, "Claude Code", text)
		return
	}
	r.person(b, text, "command-args", "bash-input")
}

// folded puts results that came side by side behind their calls: of two calls at
// once the second record stands below the first, so that the first one's result is
// an end of its own, as if somebody had gone back.
func folded(branches []Branch) []Branch {
	side := map[string][]transcript.Message{}
	kept := branches[:1]
	for _, b := range branches[1:] {
		own := b.Messages[len(b.Messages)-b.Own:]
		if slices.ContainsFunc(own, func(m transcript.Message) bool { return m.Role != transcript.Tool && !empty(m) }) {
			kept = append(kept, b)
			continue
		}
		for _, m := range own {
			side[m.ToolCallID] = append(side[m.ToolCallID], m)
		}
	}
	for i, b := range kept {
		var out []transcript.Message
		for j, m := range b.Messages {
			out = append(out, m)
			for _, call := range m.ToolCalls {
				out = append(out, side[call.ID]...)
				if n := len(side[call.ID]); j >= len(b.Messages)-b.Own {
					kept[i].Own += n
				}
			}
		}
		kept[i].Messages = out
	}
	return kept
}
