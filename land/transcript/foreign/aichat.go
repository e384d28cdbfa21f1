package foreign

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"dormouse/land/pattern"
	"dormouse/land/transcript"
)

// aichatSession is a session that aichat saved. What it compressed is kept under
// a name of its own, and comes first.
type aichatSession struct {
	Model      string       `json:"model"`
	Compressed []aichatSaid `json:"compressed_messages"`
	Messages   []aichatSaid `json:"messages"`
}

type aichatSaid struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// aichatTools is the content of a message with calls.
type aichatTools struct {
	Text    string `json:"text"`
	Results []struct {
		Call struct {
			ID        string          `json:"id"`
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"call"`
		Output json.RawMessage `json:"output"`
	} `json:"tool_results"`
}

// logged begins each talk in aichat's log.
var logged = pattern.Of(`^# CHAT: (.*?) ?\[([^\]\n]*)\]`)

func fitsAichat(s Sample) bool {
	if logged().Match(s.Text) {
		return true
	}
	yaml := strings.HasSuffix(s.Base, ".yaml") || strings.HasSuffix(s.Base, ".yml")
	return s.layout == noJSON && (yaml || s.Base == standardInput) &&
		regexp.MustCompile(`(?m)^messages:`).Match(s.Text) && regexp.MustCompile(`(?m)^ *-? *role: `).Match(s.Text)
}

func homesAichat(h Home) []string {
	var list []string
	for _, dir := range []string{h.or("AICHAT_CONFIG_DIR", ".config", "aichat"), filepath.Join(h.Dir, "Library", "Application Support", "aichat")} {
		list = append(list, filepath.Join(dir, "sessions"), filepath.Join(dir, "messages.md"))
	}
	return list
}

// mostDocument is the longest file that is read at once, in bytes.
const mostDocument = 64 << 20

// document reads a file that is one piece.
func (r *Reading) whole() ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r.in, mostDocument+1))
	if err == nil && len(b) > mostDocument {
		err = fmt.Errorf("%w: it is longer than %d MB", ErrUnknown, mostDocument>>20)
	}
	return b, err
}

func readAichat(r *Reading) error {
	if logged().Match(r.Text) {
		return r.aichatLog()
	}
	b, err := r.whole()
	if err != nil {
		return err
	}
	var any map[string]any
	if err := yaml.Unmarshal(b, &any); err != nil {
		return fmt.Errorf("%w: it is not valid YAML", ErrUnknown)
	}
	b, err = json.Marshal(any)
	if err != nil {
		return fmt.Errorf("%w: it is no aichat session", ErrUnknown)
	}
	var s aichatSession
	if why := decode(b, &s); why != "" {
		return fmt.Errorf("%w: %s", ErrUnknown, why)
	}
	var said []transcript.Message
	for _, m := range append(s.Compressed, s.Messages...) {
		said = append(said, r.aichatSaid(m, s.Model)...)
	}
	name := strings.TrimSuffix(strings.TrimSuffix(r.Base, ".yml"), ".yaml")
	return r.talk(Talk{Format: "aichat", Key: name, Title: name, Branches: []Branch{{said, len(said)}}})
}

func (r *Reading) aichatSaid(m aichatSaid, model string) []transcript.Message {
	role := transcript.Role(m.Role)
	switch role {
	case transcript.User:
		model = ""
	case transcript.Assistant, transcript.Tool:
	default:
		r.tally.Left[prompts]++
		return nil
	}
	var tools aichatTools
	if len(m.Content) > 0 && m.Content[0] == '{' && decode(m.Content, &tools) == "" {
		out := transcript.Message{Role: transcript.Assistant, Content: tools.Text, Model: model}
		var results []transcript.Message
		for i, t := range tools.Results {
			id := first(t.Call.ID, fmt.Sprint(t.Call.Name, i))
			out.ToolCalls = append(out.ToolCalls, transcript.Call{ID: id, Name: t.Call.Name, Arguments: text(t.Call.Arguments)})
			results = append(results, r.result(id, t.Output))
		}
		return append([]transcript.Message{out}, results...)
	}
	c := r.blocks(m.Content, (*body).typed)
	out := c.message(role)
	out.Model = model
	return []transcript.Message{out}
}

// aichatLog reads the log of all that was said outside of sessions.
func (r *Reading) aichatLog() error {
	var title, at string
	var text []byte
	end := func() error {
		if len(text) == 0 {
			return nil
		}
		var when stamp
		_ = when.UnmarshalJSON([]byte(at))
		parts := strings.Split(string(text), "\n--------\n")
		text = text[:0]
		var said []transcript.Message
		for i, p := range parts[:min(2, len(parts))] {
			said = append(said, transcript.Message{Role: []transcript.Role{transcript.User, transcript.Assistant}[i], Content: strings.Trim(p, "\n"), Time: when.Time})
		}
		return r.talk(Talk{Format: "aichat", Title: title, Branches: []Branch{{said, len(said)}}})
	}
	for {
		line, err := r.in.ReadBytes('\n')
		if m := logged().FindSubmatch(line); m != nil {
			if err := end(); err != nil {
				return err
			}
			title, at = string(m[1]), string(m[2])
		} else if len(text)+len(line) < mostDocument {
			text = append(text, line...)
		}
		if err == io.EOF {
			return end()
		}
		if err != nil {
			return err
		}
	}
}

// utf8Text says whether a file begins with text.
func utf8Text(b []byte) bool { return !bytes.ContainsRune(b[:min(len(b), 4096)], 0) }
