package foreign

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"dormouse/land/transcript"
)

// geminiTalk is a session of Gemini CLI, or one line of it: newer versions write
// JSON lines of which the first is the session's own, and later ones add a
// message, change fields, or go back.
type geminiTalk struct {
	Session  string       `json:"sessionId"`
	Start    stamp        `json:"startTime"`
	Summary  string       `json:"summary"`
	Kind     string       `json:"kind"`
	Messages []geminiSaid `json:"messages"`
	History  []geminiSaid `json:"history"` // of a saved checkpoint
	RewindTo string       `json:"$rewindTo"`
	Set      *geminiTalk  `json:"$set"`
	geminiSaid
}

// geminiSaid is one message.
type geminiSaid struct {
	ID      string          `json:"id"`
	Time    stamp           `json:"timestamp"`
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Display json.RawMessage `json:"displayContent"`
	Parts   json.RawMessage `json:"parts"`
	Model   string          `json:"model"`
	Thought []struct{}      `json:"thoughts"`
	Calls   []struct {
		ID     string          `json:"id"`
		Name   string          `json:"name"`
		Args   json.RawMessage `json:"args"`
		Result json.RawMessage `json:"result"`
		Time   stamp           `json:"timestamp"`
	} `json:"toolCalls"`
}

func fitsGemini(s Sample) bool {
	if s.layout == noJSON {
		return false
	}
	session := s.any("sessionId", "startTime") || s.any("sessionId", "projectHash")
	return session || s.any("role", "parts") || s.any("history.role", "history.parts")
}

func homesGemini(h Home) []string {
	return []string{filepath.Join(h.or("GEMINI_CLI_HOME", ""), ".gemini", "tmp")}
}

func readGemini(r *Reading) error {
	out := Talk{Format: "gemini"}
	var said []geminiSaid
	var undone []Branch
	helper := false
	err := each(r, "record", func(_ int, g *geminiTalk) error {
		helper = helper || g.Kind == "subagent"
		out.Key, out.Title = first(out.Key, g.Session), first(g.Summary, out.Title)
		if out.Began.IsZero() {
			out.Began = g.Start.Time
		}
		for _, list := range [][]geminiSaid{g.Messages, g.History} {
			said = append(said, list...)
		}
		switch {
		case g.Set != nil:
			out.Title = first(g.Set.Summary, out.Title)
		case g.RewindTo != "":
			for i, m := range said {
				if m.ID == g.RewindTo {
					past, own := r.geminiMessages(said[max(0, i-forkPast):i]), r.geminiMessages(said[i:])
					undone = append(undone, Branch{append(past, own...), len(own)})
					said = said[:i:i]
					break
				}
			}
		case g.Type != "" || g.Role != "":
			said = append(said, g.geminiSaid)
		}
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
	shown := r.geminiMessages(said)
	out.Branches = append([]Branch{{shown, len(shown)}}, undone...)
	return r.talk(out)
}

// geminiMessages are the messages of a list. A message that is written again, with
// what its tools returned, takes the place of the first.
func (r *Reading) geminiMessages(list []geminiSaid) []transcript.Message {
	at := map[string]int{}
	var last []geminiSaid
	for _, m := range list {
		if i, again := at[m.ID]; again && m.ID != "" {
			last[i] = m
			continue
		}
		at[m.ID] = len(last)
		last = append(last, m)
	}
	var out []transcript.Message
	for _, m := range last {
		out = append(out, r.geminiSaid(m)...)
	}
	return out
}

func (r *Reading) geminiSaid(m geminiSaid) []transcript.Message {
	if n := len(m.Thought); n > 0 {
		r.tally.Left[thoughts] += n
	}
	role, own := transcript.Assistant, (*body).typed
	switch first(m.Type, m.Role) {
	case "gemini", "model":
	case "user":
		role, own = transcript.User, func(b *body, text string) { r.person(b, text) }
	default: // info, warning, error: the program's own
		r.tally.Left[marks]++
		return nil
	}
	c := r.blocks(first2(m.Content, m.Parts), own)
	if role == transcript.User && len(m.Display) > 0 {
		c = r.geminiTyped(m)
	}
	out := c.message(role)
	out.ID, out.Time, out.ToolCalls = m.ID, m.Time.Time, c.calls
	if role == transcript.Assistant {
		out.Model = m.Model
	}
	var results []transcript.Message
	for _, call := range m.Calls {
		out.ToolCalls = append(out.ToolCalls, transcript.Call{ID: call.ID, Name: call.Name, Arguments: string(call.Args)})
		result := r.geminiResult(call.ID, call.Result)
		result.Time = call.Time.Time
		results = append(results, result)
	}
	if len(c.results) > 0 { // of a checkpoint, where they stand in the person's place
		return append(dated(c.results, out), out)
	}
	return append([]transcript.Message{out}, dated(results, out)...)
}

// geminiResult is what a tool returned: parts that repeat the call.
func (r *Reading) geminiResult(id string, raw json.RawMessage) transcript.Message {
	c := r.blocks(raw, (*body).typed)
	for _, res := range c.results {
		c.typed(res.Content)
	}
	return transcript.Message{Role: transcript.Tool, ToolCallID: id, Content: r.cut(string(c.text))}
}

// geminiTyped is a message whose own words are noted beside what was made of them:
// the contents of files that it names.
func (r *Reading) geminiTyped(m geminiSaid) content {
	c := r.blocks(m.Display, (*body).typed)
	typed := string(c.text)
	all := r.plain(m.Content)
	if rest := strings.TrimPrefix(all, typed); strings.TrimSpace(rest) != "" {
		r.foreign(&c.body, transcript.Attached, "files", strings.TrimLeft(rest, "\n"))
	}
	return c
}
