package foreign

import (
	"encoding/json"
	"strings"

	"dormouse/land/transcript"
)

// block is one part of a message's content, in the dialects of Anthropic, OpenAI,
// Gemini and the agents built on them.
type block struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text"`
	ID        string          `json:"id"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	Arguments json.RawMessage `json:"arguments"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	Output    json.RawMessage `json:"output"`
	Thinking  json.RawMessage `json:"thinking"`
	Title     string          `json:"title"`
	FileName  string          `json:"filename"`
	FileName2 string          `json:"file_name"`
	Refusal   string          `json:"refusal"`
	URL       string          `json:"url"`
	File      struct {
		FileName string `json:"filename"`
	} `json:"file"`
	Source struct {
		Type    string          `json:"type"`
		Data    string          `json:"data"`
		Content json.RawMessage `json:"content"`
	} `json:"source"`
	// Gemini tells its parts apart by their fields.
	Thought    bool `json:"thought"`
	InlineData *struct {
		MimeType string `json:"mimeType"`
	} `json:"inlineData"`
	FileData *struct {
		FileURI string `json:"fileUri"`
	} `json:"fileData"`
	FunctionCall *struct {
		ID   string          `json:"id"`
		Name string          `json:"name"`
		Args json.RawMessage `json:"args"`
	} `json:"functionCall"`
	FunctionResponse *struct {
		ID       string          `json:"id"`
		Name     string          `json:"name"`
		Response json.RawMessage `json:"response"`
	} `json:"functionResponse"`
	AudioTranscript string `json:"transcript"`
}

func (b block) name() string {
	for _, n := range []string{b.FileName, b.FileName2, b.File.FileName, b.Title, b.Name} {
		if n != "" {
			return n
		}
	}
	return ""
}

// content is what a message's content comes to.
type content struct {
	body
	calls   []transcript.Call
	results []transcript.Message
}

// blocks reads a content that is a text, a list of texts and blocks, one block, or
// nothing. own takes the speaker's own text.
func (r *Reading) blocks(raw json.RawMessage, own func(*body, string)) content {
	var c content
	r.into(&c, raw, own)
	return c
}

func (r *Reading) into(c *content, raw json.RawMessage, own func(*body, string)) {
	if len(raw) == 0 {
		return
	}
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil {
			own(&c.body, text)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			for _, item := range list {
				r.into(c, item, own)
			}
		}
	case '{':
		var b block
		if decode(raw, &b) == "" {
			r.block(c, b, own)
		}
	}
}

// block takes in one block.
func (r *Reading) block(c *content, b block, own func(*body, string)) {
	kind := strings.ToLower(b.Type)
	switch {
	case b.Thought || strings.Contains(kind, "thinking") || strings.Contains(kind, "reasoning") || kind == "thought":
		r.tally.Left[thoughts]++
	case b.FunctionCall != nil:
		c.calls = append(c.calls, transcript.Call{ID: first(b.FunctionCall.ID, "call_"+b.FunctionCall.Name), Name: b.FunctionCall.Name, Arguments: text(b.FunctionCall.Args)})
	case b.FunctionResponse != nil:
		c.results = append(c.results, r.result(first(b.FunctionResponse.ID, "call_"+b.FunctionResponse.Name), b.FunctionResponse.Response))
	case strings.HasSuffix(kind, "_result") || kind == "toolresult" || strings.HasSuffix(kind, "_output"):
		c.results = append(c.results, r.result(first(b.ToolUseID, b.CallID), first2(b.Content, b.Output)))
	case strings.HasSuffix(kind, "tool_use") || kind == "toolcall" || strings.HasSuffix(kind, "_call"):
		c.calls = append(c.calls, transcript.Call{ID: first(b.CallID, b.ID), Name: b.Name, Arguments: text(first2(b.Input, b.Arguments))})
	case kind == "document" || b.Source.Type == "text":
		r.document(c, b)
	case b.InlineData != nil:
		r.lose(&c.body, kindOf(b.InlineData.MimeType), noun(b.InlineData.MimeType), "")
	case b.FileData != nil:
		r.lose(&c.body, files, "file", b.FileData.FileURI)
	case strings.Contains(kind, "image"):
		r.lose(&c.body, images, "image", b.name())
	case strings.Contains(kind, "audio") && b.AudioTranscript != "":
		own(&c.body, b.AudioTranscript)
		r.tally.Lost[recordings]++
	case strings.Contains(kind, "audio"), strings.Contains(kind, "video"):
		r.lose(&c.body, recordings, "recording", b.name())
	case b.Text != nil && (kind == "" || kind == "text" || strings.HasSuffix(kind, "_text")):
		own(&c.body, *b.Text)
	case b.Refusal != "":
		own(&c.body, b.Refusal)
	case b.Text != nil:
		r.foreign(&c.body, transcript.Attached, kind, *b.Text)
	case kind == "file" || kind == "input_file" || kind == "container_upload":
		r.lose(&c.body, files, "file", b.name())
	case strings.HasPrefix(kind, "token_budget"), kind == "flag":
		r.tally.Left[marks]++
	default:
		r.tally.Lost[unknowns]++
	}
}

// document takes in an attached document: its text where it is one.
func (r *Reading) document(c *content, b block) {
	switch {
	case b.Source.Type == "text":
		r.foreign(&c.body, transcript.Attached, b.name(), b.Source.Data)
	case len(b.Source.Content) > 0:
		r.foreign(&c.body, transcript.Attached, b.name(), r.plain(b.Source.Content))
	default:
		r.lose(&c.body, files, "file", b.name())
	}
}

// result is what a tool returned.
func (r *Reading) result(call string, raw json.RawMessage) transcript.Message {
	return transcript.Message{Role: transcript.Tool, ToolCallID: call, Content: r.cut(r.plain(raw))}
}

// plain is the text of a content whoever said it: of an object that is none of the
// known blocks the field that holds the text, or all of it.
func (r *Reading) plain(raw json.RawMessage) string {
	if s := text(raw); len(raw) > 0 && raw[0] == '"' && strings.HasPrefix(s, `{"output":`) {
		raw = json.RawMessage(s) // wrapped once more
	}
	var known struct {
		Type    string  `json:"type"`
		Output  *string `json:"output"`
		Error   *string `json:"error"`
		Content *string `json:"content"`
	}
	if len(raw) > 0 && raw[0] == '{' && decode(raw, &known) == "" && known.Type == "" {
		for _, s := range []*string{known.Output, known.Content, known.Error} {
			if s != nil {
				return *s
			}
		}
		return string(raw)
	}
	c := r.blocks(raw, (*body).typed)
	for _, res := range c.results {
		c.typed(res.Content)
	}
	return string(c.text)
}

// text is a JSON text as it stands; of a string, what it holds.
func text(raw json.RawMessage) string {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// first is the first of two that is not empty.
func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func first2(a, b json.RawMessage) json.RawMessage {
	if len(a) > 0 {
		return a
	}
	return b
}

// kindOf is how what has a media type is counted when it is lost.
func kindOf(mime string) string {
	switch noun(mime) {
	case "image":
		return images
	case "recording":
		return recordings
	}
	return files
}

// noun is what a media type is, in a word.
func noun(mime string) string {
	switch kind, _, _ := strings.Cut(mime, "/"); kind {
	case "image":
		return "image"
	case "audio", "video":
		return "recording"
	}
	return "file"
}
