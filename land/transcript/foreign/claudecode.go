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
	Message     *struct {
		Model   string          `json:"model"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
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
	err := each(r, "line", func(_ int, l *ccLine) error {
		out.Title = first(l.CustomTitle, first(l.AITitle, first(l.Summary, out.Title)))
		if l.Sidechain {
			r.tally.Left[sidetalks]++
			return nil
		}
		if l.UUID == "" && l.Message == nil {
			return nil // of the program's own affairs
		}
		messages := r.ccSaid(l)
		id := first(l.UUID, last+"+")
		parent := first(l.Parent, l.Logical)
		if l.UUID == "" {
			parent = last
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
	if l.Message == nil || l.Type != "user" && l.Type != "assistant" {
		return nil
	}
	role, own := transcript.Assistant, (*body).own
	switch {
	case l.Type == "assistant":
	case l.Compacted:
		role, own = transcript.User, func(b *body, text string) { r.foreign(b, transcript.Modelled, "summary", text) }
	case l.Meta:
		role, own = transcript.User, func(b *body, text string) { r.foreign(b, transcript.Guest, "Claude Code", text) }
	default:
		role, own = transcript.User, r.ccPerson
	}
	c := r.blocks(l.Message.Content, own)
	out := c.message(role)
	out.ID, out.Time, out.ToolCalls, out.Model = l.UUID, l.Time.Time, c.calls, l.Message.Model
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
