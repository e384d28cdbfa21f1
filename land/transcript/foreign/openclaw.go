package foreign

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"dormouse/land/pattern"
	"dormouse/land/transcript"
)

// clawLine is one line of an OpenClaw session: a tree of entries.
type clawLine struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Parent  string `json:"parentId"`
	Time    stamp  `json:"timestamp"`
	Name    string `json:"name"`    // of a session_info
	Summary string `json:"summary"` // of a compaction, or of a branch that was left
	Message *struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Time    stamp           `json:"timestamp"`
		Model   string          `json:"model"`
		CallID  string          `json:"toolCallId"`
		Summary string          `json:"summary"`
		Command string          `json:"command"`
		Output  string          `json:"output"`
	} `json:"message"`
	Content json.RawMessage `json:"content"` // of a custom_message
}

func fitsOpenClaw(s Sample) bool {
	if s.layout != lines {
		return false
	}
	return s.is("type", "message") && s.any("message.role") || s.is("type", "session") && s.any("cwd") && !s.any("payload")
}

func homesOpenClaw(h Home) []string {
	state := h.or("OPENCLAW_STATE_DIR", ".openclaw")
	return []string{filepath.Join(state, "agents"), filepath.Join(state, "workspace")}
}

func readOpenClaw(r *Reading) error {
	t, out := newTree(), Talk{Format: "openclaw"}
	last, begun, helper := "", false, false
	err := each(r, "line", func(_ int, l *clawLine) error {
		if l.Message != nil && !begun {
			begun, helper = true, delegated().Match(l.Message.Content)
		}
		switch l.Type {
		case "session":
			out.Key, out.Began = l.ID, l.Time.Time
			return nil
		case "session_info":
			out.Title = first(l.Name, out.Title)
		}
		id, parent := first(l.ID, last+"+"), l.Parent
		if l.ID == "" {
			parent = last
		}
		t.add(id, parent, r.clawSaid(l)...)
		last = id
		return nil
	})
	if err != nil {
		return err
	}
	if helper {
		r.tally.Left[sidetalks]++
		r.good++
		return nil
	}
	out.Branches = t.branches(last)
	return r.talk(out)
}

// clawSaid is what an entry says.
func (r *Reading) clawSaid(l *clawLine) []transcript.Message {
	var b body
	switch {
	case l.Summary != "":
		r.foreign(&b, transcript.Modelled, "summary", l.Summary)
	case l.Type == "custom_message":
		r.foreign(&b, transcript.Guest, "OpenClaw", r.plain(l.Content))
	case l.Message != nil:
		return r.clawMessage(l)
	}
	out := b.message(transcript.User)
	out.ID, out.Time = l.ID, l.Time.Time
	return []transcript.Message{out}
}

func (r *Reading) clawMessage(l *clawLine) []transcript.Message {
	m := l.Message
	at := l.Time.Time
	if at.IsZero() {
		at = m.Time.Time
	}
	var out transcript.Message
	switch strings.ToLower(m.Role) {
	case "user":
		c := r.blocks(m.Content, r.clawPerson)
		out = c.message(transcript.User)
	case "assistant":
		c := r.blocks(m.Content, (*body).typed)
		out = c.message(transcript.Assistant)
		out.ToolCalls, out.Model = c.calls, m.Model
	case "toolresult", "tool":
		out = r.result(m.CallID, m.Content)
	case "bashexecution":
		var b body
		b.typed(m.Command)
		r.foreign(&b, transcript.Printed, "shell", m.Output)
		out = b.message(transcript.User)
	case "compactionsummary", "branchsummary":
		var b body
		r.foreign(&b, transcript.Modelled, "summary", m.Summary)
		out = b.message(transcript.User)
	default:
		r.tally.Lost[unknowns]++
		return nil
	}
	out.ID, out.Time = l.ID, at
	return []transcript.Message{out}
}

// What OpenClaw puts around what a person sends from a messenger.
var (
	// [Telegram Ana id:7 2026-01-05 10:00 UTC] and [Mon 2026-01-05 10:00 UTC]
	envelope = pattern.Of(`^\[[^\]\n]*\d{4}-\d{2}-\d{2}[^\]\n]*\][ \t]?`)
	// Conversation info (untrusted metadata): and a fence with JSON
	metadata = pattern.Of("(?s)^[^\n`]{1,80}\\(untrusted[^\n]*\\):\n```json\n.*?\n```\n*")
	// [message_id: 12] on a line of its own, and System: lines
	stamped = pattern.Of(`(?m)^(?:\[message_id: [^\]\n]*\]|System: .*)$\n?|<<<BEGIN_[A-Z_]+>>>(?s:.*?)(?:<<<END_[A-Z_]+>>>\n?|\z)`)
	// How the first message of a helper's talk begins.
	delegated = pattern.Of(`\[Subagent (?:Context|Task)\]`)
	// What a timer, another talk or a task that ended says in the person's place.
	sent = pattern.Of(`^\s*\[(?:cron:[^\]\n]*|Inter-session message|Internal task completion event|Subagent (?:Context|Task))\]`)
)

// clawPerson takes apart a person's message.
func (r *Reading) clawPerson(b *body, text string) {
	if strings.Contains(text, "HEARTBEAT_OK") || strings.HasPrefix(text, "A new session was started") {
		r.foreign(b, transcript.Guest, "OpenClaw", text) // nobody was there
		return
	}
	for {
		m := metadata().FindString(text)
		if m == "" {
			break
		}
		b.add(transcript.Guest, "OpenClaw", strings.TrimSpace(m))
		text = text[len(m):]
	}
	if m := envelope().FindString(text); m != "" {
		b.add(transcript.Guest, "OpenClaw", strings.TrimSpace(m))
		text = text[len(m):]
	}
	if sent().MatchString(text) {
		r.foreign(b, transcript.Guest, "OpenClaw", text)
		return
	}
	at := 0
	for _, m := range stamped().FindAllStringIndex(text, -1) {
		r.person(b, text[at:m[0]])
		b.add(transcript.Guest, "OpenClaw", strings.TrimSpace(text[m[0]:m[1]]))
		at = m[1]
	}
	r.person(b, text[at:])
}
