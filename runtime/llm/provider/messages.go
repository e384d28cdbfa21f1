package provider

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"dormouse/land/transcript"
	"dormouse/land/transcript/media"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/schema"
	"dormouse/runtime/llm/thread"
	"dormouse/runtime/llm/wire"
)

// messages speaks Anthropic's Messages API.
type messages struct {
	ref, name string
	entry     llm.Entry
	wire      *wire.Client
}

// anthropicVersion is the header that every request needs.
var anthropicVersion = [2]string{"Anthropic-Version", "2023-06-01"}

// goOn follows a conversation that would end with the assistant, which newer
// models refuse.
const goOn = "(Go on.)"

func (a *messages) stream(ctx context.Context, r llm.Request, x extras, yield func(llm.Chunk) bool) error {
	request, err := a.request(r, x)
	if err != nil {
		return err
	}
	in := &messagesReply{reply: reply{host: a.wire.Host()}}
	wanted := true
	err = exchange(ctx, a.wire, "v1/messages", "", request, func(e wire.Event) bool {
		chunk, show := in.take(decode[messagesEvent](e.Data))
		wanted = !show || yield(chunk)
		return wanted
	})
	if !wanted {
		return nil
	}
	if err != nil && !in.ended {
		return err
	}
	if !in.ended || in.stop == "" {
		return in.cut()
	}
	if in.overflow && !in.text && len(in.calls) == 0 {
		return &llm.Error{Kind: llm.TooLong, Text: in.host + " had no room left in its context for a reply"}
	}
	in.thinking = in.signed()
	return in.finish(len(r.Messages), yield)
}

// messagesReply is a reply while it arrives.
type messagesReply struct {
	reply
	ended    bool // message_stop came
	overflow bool // the window was full
	thoughts []*thought
}

// take reads one event; show is true when there is something to yield.
func (in *messagesReply) take(e messagesEvent) (chunk llm.Chunk, show bool) {
	switch e.Type {
	case "message_start":
		in.count(e.Message.Usage)
	case "content_block_start":
		switch e.Block.Type {
		case "text":
			chunk.Text = e.Block.Text
		case "thinking", "redacted_thinking":
			in.think(e)
		case "tool_use":
			c := in.call(strconv.FormatInt(e.Index, 10))
			c.id, c.name = e.Block.ID, e.Block.Name
			// The arguments stream in afterwards; servers that send them whole do it
			// here.
			if raw := e.Block.Input; len(raw) > 2 && raw[0] == '{' {
				c.args.Write(raw)
			}
		}
	case "content_block_delta":
		switch e.Delta.Type {
		case "text_delta":
			chunk.Text = e.Delta.Text
		case "thinking_delta":
			chunk.Reasoning = e.Delta.Thinking
			in.thought(e.Delta.Thinking, "")
		case "signature_delta":
			in.thought("", e.Delta.Signature)
		case "input_json_delta":
			in.call(strconv.FormatInt(e.Index, 10)).args.WriteString(e.Delta.Partial)
		}
	case "message_delta":
		in.stopped(e.Delta.StopReason)
		in.count(e.Usage)
	case "message_stop":
		in.ended = true
	}
	in.text = in.text || chunk.Text != ""
	return chunk, chunk.Text != "" || chunk.Reasoning != ""
}

// think begins a thought.
func (in *messagesReply) think(e messagesEvent) {
	t := &thought{Type: e.Block.Type, Data: e.Block.Data}
	if t.Type == "thinking" {
		t.Thinking = new(string)
	}
	in.thoughts = append(in.thoughts, t)
}

// thought goes on with the last one.
func (in *messagesReply) thought(text, signature string) {
	if len(in.thoughts) == 0 {
		return
	}
	t := in.thoughts[len(in.thoughts)-1]
	t.Signature += signature
	if t.Thinking != nil {
		*t.Thinking += text
	}
}

// signed are the thoughts that can be sent back: a server that signs none wants
// none.
func (in *messagesReply) signed() any {
	for _, t := range in.thoughts {
		if t.Signature == "" && t.Data == "" {
			return nil
		}
	}
	if len(in.thoughts) == 0 {
		return nil
	}
	return in.thoughts
}

// count keeps the largest of the counts reported: the last event repeats only
// some of them.
func (in *messagesReply) count(n messagesUsage) {
	input := n.Input + n.CacheRead + n.CacheWrite
	if input+n.Output <= 0 {
		return
	}
	if in.usage == nil {
		in.usage = &transcript.Usage{}
	}
	u := in.usage
	u.Input = max(u.Input, input)
	u.Cached = max(u.Cached, n.CacheRead)
	u.CacheWrite = max(u.CacheWrite, n.CacheWrite)
	u.CacheHour = min(u.CacheWrite, max(u.CacheHour, n.Created.Hour))
	u.Output = max(u.Output, n.Output)
	u.Reasoning = max(u.Reasoning, n.Details.Thinking)
}

func (in *messagesReply) stopped(why string) {
	switch why {
	case "":
	case "tool_use":
		in.stop = llm.Calls
	case "max_tokens":
		in.stop = llm.Length
	case "model_context_window_exceeded":
		in.stop, in.overflow = llm.Length, true
	case "refusal":
		in.stop = llm.Refused
	default:
		in.stop = llm.End
	}
}

// request builds the body. At most four cache markers are allowed: one after the
// tools, two in the system prompt, one at the end of the transcript.
func (a *messages) request(r llm.Request, x extras) (messagesRequest, error) {
	q := messagesRequest{Model: a.name, MaxTokens: a.limit(r.MaxTokens), Stream: true}
	mark := markFor(r.Messages, a.entry.Prices)
	q.System = instructed(r.System, mark)
	for i, t := range r.Tools {
		o, err := parameters(t)
		if err != nil {
			return q, err
		}
		tool := messagesTool{Name: t.Name, Description: t.Description, InputSchema: o}
		if i == len(r.Tools)-1 {
			tool.Cache = mark
		}
		q.Tools = append(q.Tools, tool)
	}
	o, err := form(r.Schema)
	if err != nil {
		return q, err
	}
	var out messagesOutput
	if o != nil {
		out.Format = &messagesFormat{Type: "json_schema", Schema: schema.Plain(o)}
	}
	if a.entry.Thinks == llm.ByEffort {
		out.Effort = x.effort
		if x.think {
			q.Thinking = &messagesThink{Type: "adaptive", Display: "omitted"}
			if x.show {
				q.Thinking.Display = "summarized"
			}
		}
	}
	if out != (messagesOutput{}) {
		q.OutputConfig = &out
	}
	q.Messages = conversation(r, a.ref, x, mark)
	return q, nil
}

// instructed is the system prompt, with markers after the last two blocks that ask
// for one.
func instructed(blocks []llm.Block, mark *cacheMark) (out []block) {
	cached := 0
	for _, b := range slices.Backward(blocks) {
		if strings.TrimSpace(b.Text) == "" {
			continue
		}
		p := block{Type: "text", Text: b.Text}
		if b.Cache && cached < 2 {
			cached++
			p.Cache = mark
		}
		out = append(out, p)
	}
	slices.Reverse(out)
	return out
}

// limit is the most tokens of a reply. Unasked it is the model's own, but no
// more than 15% of the window, because prompt and limit together must fit.
func (a *messages) limit(asked int) int {
	if asked > 0 {
		return asked
	}
	limit := a.entry.Reply
	if limit == 0 {
		limit = 8192
	}
	if w := a.entry.Window * 15 / 100; w > 0 {
		limit = min(limit, w)
	}
	return limit
}

// conversation lays the transcript out in blocks, marks its last one for the
// cache, and puts the tail after it.
func conversation(r llm.Request, ref string, x extras, mark *cacheMark) []messagesTurn {
	var out []messagesTurn
	for _, t := range thread.Turns(r.Messages, ref) {
		content := userBlocks(t, sightOf(r, x))
		if t.Role == transcript.Assistant {
			content = said(t, x.carry)
		}
		out = append(out, messagesTurn{t.Role, content})
	}
	if n := len(out); n > 0 {
		last := out[n-1].Content
		last[len(last)-1].Cache = mark
	}
	tail := r.Tail
	if n := len(out); strings.TrimSpace(tail) == "" && (n == 0 || out[n-1].Role == transcript.Assistant) {
		tail = goOn
	}
	if strings.TrimSpace(tail) == "" {
		return out
	}
	if n := len(out); n > 0 && out[n-1].Role == transcript.User {
		out[n-1].Content = append(out[n-1].Content, textBlock(tail))
		return out
	}
	return append(out, messagesTurn{transcript.User, []block{textBlock(tail)}})
}

func textBlock(s string) block { return block{Type: "text", Text: s} }

func said(t thread.Turn, carry bool) (blocks []block) {
	if carry {
		blocks = thoughts(t.Thinking)
	}
	for _, s := range t.Texts {
		blocks = append(blocks, textBlock(strings.TrimRight(s, " \t\r\n")))
	}
	for _, c := range t.Calls {
		blocks = append(blocks, block{Type: "tool_use", ID: c.ID, Input: json.RawMessage(c.Arguments), Name: c.Name})
	}
	return blocks
}

func userBlocks(t thread.Turn, see sight) (blocks []block) {
	for _, res := range t.Results {
		b := block{Type: "tool_result", ToolUseID: res.ID}
		if strings.TrimSpace(res.Text) != "" {
			b.Content = []block{textBlock(res.Text)}
		}
		blocks = append(blocks, b)
	}
	inOrder(t, see, func(s string) { blocks = append(blocks, textBlock(s)) }, func(m media.Media, data string) {
		b := block{Type: "image", Source: &mediaSource{data, m.Type, "base64"}}
		if !m.Picture() {
			b.Type, b.Title = "document", m.Name
		}
		blocks = append(blocks, b)
	})
	return blocks
}

// thoughts are the blocks of what a model thought before its calls.
func thoughts(kept []json.RawMessage) (blocks []block) {
	for _, one := range kept {
		for _, raw := range decode[[]json.RawMessage](one) {
			switch decode[thought](raw).Type {
			case "thinking", "redacted_thinking":
				blocks = append(blocks, block{thought: raw})
			}
		}
	}
	return blocks
}
