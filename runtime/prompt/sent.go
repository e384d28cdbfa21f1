package prompt

import (
	"slices"
	"strings"

	"dormouse/land/transcript"
)

// sent leaves out replies that were cut and then asked for again: an
// interrupted reply counts only when a user's message follows it. A turn that was
// declined is left out once another follows, with the message that it answers: what
// was refused once would be refused again, and all after it. What the message's
// note told goes to the next one.
//
// What the built-in engine looked up for an earlier message is left out, too: it looks
// again for each, and what it found would fill the window.
func sent(messages []transcript.Message) []transcript.Message {
	out := make([]transcript.Message, 0, len(messages))
	note := ""
	var of lookups
	newest := lastUser(messages)
	for i, m := range messages {
		last := i+1 == len(messages)
		switch {
		case of.has(m) && i < newest:
			continue
		case m.Declined && !last && messages[i+1].Role == transcript.User:
			out, note = withoutTurn(out)
			continue
		case m.Role == transcript.Assistant && (m.Interrupted || m.Declined) && (last || messages[i+1].Role == transcript.Assistant):
			continue
		case note != "" && m.Role == transcript.User:
			m.Note, note = strings.TrimSpace(note+"\n"+m.Note), ""
		}
		out = append(out, m)
	}
	return out
}

// withoutTurn takes off the newest turn, from its user's message on, and gives the
// note of that message.
func withoutTurn(messages []transcript.Message) (rest []transcript.Message, note string) {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == transcript.User {
			return messages[:i], messages[i].Note
		}
	}
	return nil, ""
}

// lookups are the calls by which the built-in engine read memory.
type lookups struct{ calls map[string]bool }

// has reports whether a message, the next of a conversation, is such a call, or its result.
func (l *lookups) has(m transcript.Message) bool {
	if m.Role == transcript.Tool {
		return l.calls[m.ToolCallID]
	}
	if m.Role != transcript.Assistant || m.Model != transcript.BuiltIn || m.Content != "" || len(m.ToolCalls) == 0 {
		return false
	}
	for _, c := range m.ToolCalls {
		if c.Name != transcript.MemorySearch && c.Name != transcript.MemoryGet {
			return false
		}
	}
	if l.calls == nil {
		l.calls = map[string]bool{}
	}
	for _, c := range m.ToolCalls {
		l.calls[c.ID] = true
	}
	return true
}

// lastUser is the place of the newest message of the person; -1 if there is none.
func lastUser(messages []transcript.Message) int {
	for i, m := range slices.Backward(messages) {
		if m.Role == transcript.User {
			return i
		}
	}
	return -1
}
