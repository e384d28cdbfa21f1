package prompt

import (
	"strings"

	"dormouse/land/transcript"
)

// sent leaves out replies that were cut and then asked for again: an
// interrupted reply counts only when a user's message follows it. A turn that was
// declined is left out once another follows, with the message that it answers: what
// was refused once would be refused again, and all after it. What the message's
// note told goes to the next one.
func sent(messages []transcript.Message) []transcript.Message {
	out := make([]transcript.Message, 0, len(messages))
	note := ""
	for i, m := range messages {
		last := i+1 == len(messages)
		switch {
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
