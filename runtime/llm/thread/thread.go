// Package thread lays a transcript out as the strict conversation that every
// provider accepts: turns of one speaker each, the user first, every tool call
// followed by its result, ids unique and of plain characters, no empty text.
// It never adds, drops or reorders what somebody said; the few words it adds
// itself stand in for a missing result or a missing speaker.
//
// # Why
//
// After a crash, a night or a change of model a transcript may hold what a
// provider refuses with a 400: a call without its result, a result without its
// call, two user messages in a row, an empty reply that was interrupted. Each
// dialect needs the same repairs, so they are made once, here.
//
// The layout works from left to right and looks at no later message but the
// results of a call: a longer transcript yields the same turns and more, so
// that a provider's cache of the prefix holds. Only the last turn may grow, by
// parts at its end.
package thread

import (
	"encoding/json"
	"strconv"
	"strings"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
)

// What stands where something is missing.
const (
	noResult = "No result: the call was interrupted."
	orphan   = "Result of an earlier tool call:\n"
	opening  = "(The conversation goes on.)"
)

// Turn is what one speaker said in a row. A user's turn holds results and
// texts, an assistant's turn texts and calls.
type Turn struct {
	Role    transcript.Role // User or Assistant
	Results []Result        // of the calls of the turn before, in their order
	Texts   []string        // none of them blank
	Media   []Placed        // of a user's turn
	Calls   []transcript.Call
	// Thinking is what the model that is asked thought before these calls, one
	// value for each of its replies, in its provider's own form.
	Thinking []json.RawMessage
}

// Placed is a picture or a document that stands before the text of that index.
type Placed struct {
	Before int
	media.Media
}

// Result is the text that a tool gave back.
type Result struct {
	ID   string
	Text string
}

// Turns lays out messages for the model of that ref: what another model thought
// or signed is left out. The first turn is a user's; turns alternate.
//
// Thinking goes back with the calls that it led to, as providers want it, and
// stays with them for as long as they are in the context, so that the beginning of
// a request stays what the provider's cache holds. That of replies without calls
// is never sent.
func Turns(messages []transcript.Message, ref string) []Turn {
	l := layout{used: map[string]bool{}, ref: ref}
	for i := 0; i < len(messages); {
		m := messages[i]
		i++
		switch {
		case m.Role == transcript.Assistant && len(m.ToolCalls) > 0:
			end := i
			for end < len(messages) && messages[end].Role == transcript.Tool {
				end++
			}
			l.calls(m, messages[i:end])
			i = end
		case m.Role == transcript.Assistant:
			l.text(transcript.Assistant, llm.Text(m))
		case m.Role == transcript.Tool:
			l.text(transcript.User, orphan+llm.Text(m))
		default:
			l.media(m.Media)
			l.text(transcript.User, llm.Text(m))
		}
	}
	return l.turns
}

// layout is the work in progress; used holds the call ids given out so far.
type layout struct {
	turns []Turn
	used  map[string]bool
	ref   string
}

// turn is the turn that role may go on with.
func (l *layout) turn(role transcript.Role) *Turn {
	if len(l.turns) == 0 && role == transcript.Assistant {
		l.turns = append(l.turns, Turn{Role: transcript.User, Texts: []string{opening}})
	}
	if n := len(l.turns); n == 0 || l.turns[n-1].Role != role {
		l.turns = append(l.turns, Turn{Role: role})
	}
	return &l.turns[len(l.turns)-1]
}

func (l *layout) media(list []media.Media) {
	if len(list) == 0 {
		return
	}
	t := l.turn(transcript.User)
	for _, m := range list {
		t.Media = append(t.Media, Placed{len(t.Texts), m})
	}
}

func (l *layout) text(role transcript.Role, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	t := l.turn(role)
	t.Texts = append(t.Texts, text)
}

// calls adds an assistant's message with its calls, then their results in the
// order of the calls, whatever order they came in.
func (l *layout) calls(m transcript.Message, results []transcript.Message) {
	t := l.turn(transcript.Assistant)
	if s := llm.Text(m); strings.TrimSpace(s) != "" {
		t.Texts = append(t.Texts, s)
	}
	own := m.Model == l.ref
	if own && len(m.Thinking) > 0 {
		t.Thinking = append(t.Thinking, m.Thinking)
	}
	ids := make([]string, len(m.ToolCalls))
	for i, c := range m.ToolCalls {
		ids[i] = l.id(c.ID)
		c.ID, c.Name, c.Arguments = ids[i], name(c.Name), object(c.Arguments)
		if !own {
			c.Signature = ""
		}
		t.Calls = append(t.Calls, c)
	}
	taken := make([]bool, len(results))
	u := l.turn(transcript.User)
	for i, c := range m.ToolCalls {
		text := noResult
		for j, r := range results {
			if !taken[j] && r.ToolCallID == c.ID {
				taken[j] = true
				text = llm.Text(r)
				break
			}
		}
		u.Results = append(u.Results, Result{ID: ids[i], Text: text})
	}
	for j, r := range results {
		if !taken[j] {
			l.text(transcript.User, orphan+llm.Text(r))
		}
	}
}

// object is the arguments of a call, or those of a call without any where a
// transcript holds something else than a JSON object.
func object(arguments string) string {
	if s := strings.TrimSpace(arguments); strings.HasPrefix(s, "{") && json.Valid([]byte(s)) {
		return s
	}
	return "{}"
}

// id makes an id of the characters all providers allow, unique in the
// conversation. An id that is so already stays as it is.
func (l *layout) id(s string) string {
	// The rest of the 64 characters is left for the number that may follow.
	plain := allowed(s, longest-8)
	id := plain
	for n := 2; l.used[id]; n++ {
		id = plain + "_" + strconv.Itoa(n)
	}
	l.used[id] = true
	return id
}

// name makes the name of a tool, which the model may have made up, one that all
// providers allow.
func name(s string) string { return allowed(s, longest) }

// longest is how many characters of an id or a name the strictest provider takes.
const longest = 64

// allowed is s in the characters that all providers allow, at most so many.
func allowed(s string, most int) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, s)
	if plain == "" {
		return "call"
	}
	return plain[:min(len(plain), most)]
}
