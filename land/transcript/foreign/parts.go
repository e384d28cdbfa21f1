package foreign

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"dormouse/land/transcript"
)

// part is one block of a message's content, in any of the dialects.
type part struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
}

// parts reads content that is a string or a list of blocks.
func parts(raw json.RawMessage) (text string, calls []transcript.Call, results []transcript.Message) {
	if len(raw) == 0 {
		return "", nil, nil
	}
	if json.Unmarshal(raw, &text) == nil {
		return text, nil, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		var one struct {
			Output  string          `json:"output"`
			Content json.RawMessage `json:"content"`
		}
		if json.Unmarshal(raw, &one) == nil && one.Output != "" {
			return one.Output, nil, nil
		}
		return string(raw), nil, nil
	}
	var texts []string
	for _, item := range list {
		var p part
		var s string
		if json.Unmarshal(item, &s) == nil {
			texts = append(texts, s)
			continue
		}
		if json.Unmarshal(item, &p) != nil {
			continue
		}
		switch p.Type {
		case "text", "input_text", "output_text", "":
			texts = append(texts, p.Text)
		case "image", "input_image", "image_url":
			texts = append(texts, "[image]")
		case "tool_use":
			calls = append(calls, transcript.Call{ID: p.ID, Name: p.Name, Arguments: string(p.Input)})
		case "tool_result":
			body, _, _ := parts(p.Content)
			results = append(results, transcript.Message{Role: transcript.Tool, ToolCallID: p.ToolUseID, Content: body})
		}
	}
	return strings.Join(texts, "\n"), calls, results
}

// stamp is a time as programs write it: RFC 3339, with or without a zone, or
// seconds or milliseconds since 1970.
type stamp struct{ time.Time }

// UnmarshalJSON never fails: a time it cannot read is no time.
func (s *stamp) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			s.Time = t
			return nil
		}
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 {
		if n > 1e11 {
			n /= 1000
		}
		s.Time = time.UnixMicro(int64(n * 1e6)).UTC()
	}
	return nil
}

func (s stamp) or(other stamp) time.Time {
	if s.IsZero() {
		return other.Time
	}
	return s.Time
}
