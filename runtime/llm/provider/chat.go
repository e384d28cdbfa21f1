package provider

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/thread"
	"dormouse/runtime/llm/wire"
)

// chat speaks chat completions, the dialect that most servers know.
type chat struct {
	ref, name string
	entry     llm.Entry
	wire      *wire.Client
}

func (c *chat) stream(ctx context.Context, r llm.Request, x extras, yield func(llm.Chunk) bool) error {
	request, err := c.request(r, x)
	if err != nil {
		return err
	}
	in := &chatReply{reply: reply{host: c.wire.Host()}}
	wanted := true
	err = exchange(ctx, c.wire, "chat/completions", "", request, func(e wire.Event) bool {
		if e.Done {
			return false
		}
		for _, chunk := range in.take(decode[chatChunk](e.Data)) {
			wanted = wanted && yield(chunk)
		}
		return wanted
	})
	if !wanted {
		return nil
	}
	for _, chunk := range in.told(in.inline.rest()) {
		if !yield(chunk) {
			return nil
		}
	}
	// Once it said why it stopped, the reply is whole; what a broken connection
	// then costs is the usage.
	if err != nil && in.stop == "" {
		return err
	}
	if in.stop == "" {
		return in.cut()
	}
	in.thinking = in.thought.kept()
	return in.finish(len(r.Messages), yield)
}

// chatReply is a reply while it arrives.
type chatReply struct {
	reply
	thought chatThought
	inline  inlineThought
}

// told are the chunks of what is said and what is thought.
func (in *chatReply) told(said, thought string) (out []llm.Chunk) {
	if thought != "" {
		out = append(out, llm.Chunk{Reasoning: thought})
	}
	if said != "" {
		in.text = true
		out = append(out, llm.Chunk{Text: said})
	}
	return out
}

// take reads one chunk of the provider's.
func (in *chatReply) take(e chatChunk) (out []llm.Chunk) {
	u := e.Usage
	in.count(u.Prompt, u.PromptDetails.Cached, u.PromptDetails.CacheWrite, u.Completion, u.CompletionDetails.Reasoning)
	for _, choice := range e.Choices {
		if choice.Index != 0 {
			continue
		}
		d := choice.Delta
		// Some servers send both, with the same words.
		if s := cmp.Or(d.ReasoningContent, d.Reasoning, d.Content.thought); s != "" {
			out = append(out, llm.Chunk{Reasoning: s})
		}
		in.thought.add(d.chatThought)
		out = append(out, in.told(in.inline.part(d.Content.said+d.Refusal))...)
		for _, t := range d.ToolCalls {
			in.part(t)
		}
		in.stopped(choice.FinishReason, d.Refusal != "")
	}
	return out
}

// part adds a piece of a call. Servers are to number their calls, but some
// give all of them the number 0: a new id, or a name after whole arguments,
// then begins a new one.
func (in *chatReply) part(t chatPart) {
	key := strconv.FormatInt(t.Index, 10)
	c := in.call(key)
	newID := t.ID != "" && c.id != "" && t.ID != c.id
	newName := t.ID == "" && t.Function.Name != "" && c.name != "" && isObject(strings.TrimSpace(c.args.String()))
	if newID || newName {
		c = &call{key: key}
		in.calls = append(in.calls, c)
	}
	if t.ID != "" {
		c.id = t.ID
	}
	if t.Function.Name != "" && t.Function.Name != c.name {
		c.name += t.Function.Name
	}
	c.args.WriteString(string(t.Function.Arguments))
	if t.Extra != nil && t.Extra.Google.ThoughtSignature != "" {
		c.sign = t.Extra.Google.ThoughtSignature
	}
}

// add takes in a piece. Details come in parts of one type, as texts do.
func (h *chatThought) add(d chatThought) {
	h.ReasoningContent += d.ReasoningContent
	h.Reasoning += d.Reasoning
	for _, one := range d.ReasoningDetails {
		n := len(h.ReasoningDetails)
		if n == 0 || h.ReasoningDetails[n-1]["type"] != one["type"] || h.ReasoningDetails[n-1]["index"] != one["index"] {
			h.ReasoningDetails = append(h.ReasoningDetails, one)
			continue
		}
		last := h.ReasoningDetails[n-1]
		for k, v := range one {
			more, _ := v.(string)
			before, _ := last[k].(string)
			switch {
			case k == "text" || k == "summary":
				last[k] = before + more
			case v != nil:
				last[k] = v
			}
		}
	}
}

// kept is what is sent back: the details, which are signed, else the words.
func (h chatThought) kept() any {
	switch {
	case len(h.ReasoningDetails) > 0:
		return chatThought{ReasoningDetails: h.ReasoningDetails}
	case h.ReasoningContent != "":
		return chatThought{ReasoningContent: h.ReasoningContent}
	case h.Reasoning != "":
		return chatThought{Reasoning: h.Reasoning}
	}
	return nil
}

func (in *chatReply) stopped(reason string, refused bool) {
	switch reason {
	case "", "error", "abort": // an error, or an end by the server, cuts it
	case "tool_calls", "function_call":
		in.stop = llm.Calls
	case "length":
		in.stop = llm.Length
	case "content_filter":
		in.stop = llm.Refused
	default:
		in.stop = llm.End
		if refused {
			in.stop = llm.Refused
		}
	}
}

// count takes what was reported last; servers that count as they go report
// often, and some report zero.
func (r *reply) count(input, cached, written, output, reasoning int) {
	if input <= 0 {
		return
	}
	r.usage = &transcript.Usage{Input: input, Cached: min(cached, input), CacheWrite: written, Output: output, Reasoning: reasoning}
}

// request builds the body. The system prompt is one message, and turns
// alternate, because the templates of local models insist on both.
func (c *chat) request(r llm.Request, x extras) (chatRequest, error) {
	q := chatRequest{Model: c.name, Messages: c.messages(r, x), Stream: true}
	if x.usage {
		q.StreamOptions = &chatStream{IncludeUsage: true}
	}
	if c.entry.Thinks != llm.Never {
		q.ReasoningEffort = openAIEffort(x.effort)
	}
	for _, t := range r.Tools {
		o, err := parameters(t)
		if err != nil {
			return q, err
		}
		q.Tools = append(q.Tools, chatTool{chatDefinition{t.Name, t.Description, o}, "function"})
	}
	if x.old {
		q.MaxTokens = r.MaxTokens
	} else {
		q.MaxCompletionTokens = r.MaxTokens
	}
	if x.key && strings.HasSuffix(c.wire.Host(), "api.openai.com") {
		q.PromptCacheKey = r.CacheKey
	}
	o, err := form(r.Schema)
	if err != nil {
		return q, err
	}
	if o != nil {
		q.ResponseFormat = &chatFormat{chatSchema{r.Schema.Name, o, schema.Strict(o)}, "json_schema"}
	}
	return q, nil
}

func (c *chat) messages(r llm.Request, x extras) (out []chatMessage) {
	if s := system(r.System); s != "" {
		out = append(out, chatMessage{Role: "system", Content: s})
	}
	for _, t := range withTail(r, c.ref) {
		if t.Role == transcript.Assistant {
			out = append(out, chatSaid(t, x.carry))
			continue
		}
		for _, res := range t.Results {
			out = append(out, chatMessage{Role: transcript.Tool, Content: res.Text, ToolCallID: res.ID})
		}
		if len(t.Texts) > 0 {
			out = append(out, chatMessage{Role: transcript.User, Content: chatHeard(t, sightOf(r, x))})
		}
	}
	return out
}

// chatHeard is what the user said: a text, as every server takes it, or parts where
// something else goes with it.
func chatHeard(t thread.Turn, see sight) any {
	var parts []chatContent
	whole := true
	inOrder(t, see, func(s string) { parts = append(parts, chatContent{Type: "text", Text: s}) }, func(m media.Media, data string) {
		whole = false
		p := chatContent{Type: "image_url", Image: &chatImage{dataURL(m, data)}}
		if !m.Picture() {
			p = chatContent{Type: "file", File: &chatFile{m.Name, dataURL(m, data)}}
		}
		parts = append(parts, p)
	})
	if whole {
		return strings.Join(t.Texts, "\n\n")
	}
	return parts
}

func chatSaid(t thread.Turn, carry bool) chatMessage {
	m := chatMessage{Role: transcript.Assistant}
	if carry {
		for _, kept := range t.Thinking {
			m.add(decode[chatThought](kept))
		}
	}
	if len(t.Texts) > 0 {
		m.Content = strings.Join(t.Texts, "\n\n")
	}
	for _, c := range t.Calls {
		call := chatCall{ID: c.ID, Function: chatFunc{c.Arguments, c.Name}, Type: "function"}
		if carry && c.Signature != "" {
			call.Extra = &chatExtra{chatSignature{c.Signature}}
		}
		m.ToolCalls = append(m.ToolCalls, call)
	}
	return m
}

// system is the system prompt as one text.
func system(blocks []llm.Block) string {
	var texts []string
	for _, b := range blocks {
		if strings.TrimSpace(b.Text) != "" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// withTail are the turns of a request with its tail as the user's last text.
func withTail(r llm.Request, ref string) []thread.Turn {
	turns := thread.Turns(r.Messages, ref)
	if strings.TrimSpace(r.Tail) == "" {
		return turns
	}
	if n := len(turns); n > 0 && turns[n-1].Role == transcript.User {
		turns[n-1].Texts = append(turns[n-1].Texts, r.Tail)
		return turns
	}
	return append(turns, thread.Turn{Role: transcript.User, Texts: []string{r.Tail}})
}
