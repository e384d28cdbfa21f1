package transcript

import (
	"slices"
	"strconv"
)

// none marks a call without a result and a result without a call.
const none = -1

// pairs ties tool calls to their results, by index of message. Ids of calls
// need not be unique in a session, as local servers count from zero each time:
// a result belongs to the newest reply that asked for its id.
type pairs struct {
	results map[int][]int // of a reply with calls: the result of each call
	caller  map[int]int   // of a result: the reply that asked
}

func pair(messages []Message) pairs {
	type slot struct{ reply, call int }
	p := pairs{results: map[int][]int{}, caller: map[int]int{}}
	open := map[string][]slot{}
	for i, m := range messages {
		switch {
		case m.Role == Assistant && len(m.ToolCalls) > 0:
			p.results[i] = make([]int, len(m.ToolCalls))
			for _, c := range m.ToolCalls {
				delete(open, c.ID)
			}
			for k, c := range m.ToolCalls {
				p.results[i][k] = none
				open[c.ID] = append(open[c.ID], slot{i, k})
			}
		case m.Role == Tool:
			p.caller[i] = none
			if s := open[m.ToolCallID]; len(s) > 0 {
				open[m.ToolCallID] = s[1:]
				p.results[s[0].reply][s[0].call] = i
				p.caller[i] = s[0].reply
			}
		}
	}
	return p
}

// hold shows the reply of every result that is shown: they stay together.
func (p pairs) hold(messages []Message, hidden []bool) {
	for i := range messages {
		if reply, isResult := p.caller[i]; isResult && reply != none && !hidden[i] {
			hidden[reply] = false
		}
	}
}

// sender puts the messages of a context in the order in which they are sent.
type sender struct {
	session  string
	messages []Message
	hidden   []bool
	pruned   map[string]bool
	pairs    pairs
}

func (s sender) all() []Message {
	var out []Message
	for i, m := range s.messages {
		switch {
		case s.hidden[i] || m.Role == Tool: // results go with their call
		case m.Role == Assistant && m.Content == "" && len(m.ToolCalls) == 0 && !m.Declined:
		default:
			out = append(out, m)
			for k, result := range s.pairs.results[i] {
				out = append(out, s.result(m, k, result))
			}
		}
	}
	return out
}

// result is what answers call k of a reply.
func (s sender) result(reply Message, k, index int) Message {
	if index == none {
		return unanswered(reply, k)
	}
	m := s.messages[index]
	if s.hidden[index] || s.pruned[m.ID] && !m.Pinned {
		// A pointer that is longer than what it points to would save nothing.
		if p := Pointer(s.session, m); len(p) < len(m.Content) {
			m.Content, m.Tokens = p, 0
		}
	}
	return m
}

// unanswered closes a call. Id and time come from the reply, so that it is the
// same message whether it is already in the file or not.
func unanswered(reply Message, k int) Message {
	return Message{
		ID: reply.ID + ".r" + strconv.Itoa(k+1), Time: reply.Time, Role: Tool,
		Content: Unanswered, ToolCallID: reply.ToolCalls[k].ID,
	}
}

// Added are the messages of a context with one more: the result of a call takes the
// place of what stood for it.
func Added(messages []Message, m Message) []Message {
	for i := len(messages) - 1; i >= 0 && m.Role == Tool && messages[i].Role == Tool; i-- {
		if at := messages[i]; at.ToolCallID == m.ToolCallID && at.Content == Unanswered {
			messages = slices.Clone(messages)
			messages[i] = m
			return messages
		}
	}
	return append(messages, m)
}

// Closing are the records to append when a session is resumed after a crash:
// one for each tool call that has no result. The context is the same before and
// after; what changes is that the file says so. The caller may set Time and
// Tokens.
func Closing(records []Record) []Record {
	t := tally(records)
	p := pair(t.messages)
	var out []Record
	for i, reply := range t.messages {
		for k, result := range p.results[i] {
			if m := unanswered(reply, k); result == none {
				if _, taken := t.index[m.ID]; !taken {
					out = append(out, Record{Message: &m})
				}
			}
		}
	}
	return out
}
