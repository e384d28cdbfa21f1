package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"dormouse/runtime/llm"
)

// extras are the parts of a request that a server may refuse and that it can do
// without, one row of spare each.
type extras struct {
	effort string // how much to think; "" leaves it to the model
	think  bool   // say anything about thinking
	show   bool   // ask for a summary of what is thought
	carry  bool   // send back what was thought before calls
	key    bool   // name the conversation to the provider's cache
	usage  bool   // ask for the usage of a stream
	media  bool   // send pictures and documents, not their lines alone
	tools  bool   // offer the tools
	form   bool   // ask for a form of the reply by its schema, not in words
	old    bool   // bound the reply by max_tokens, not by max_completion_tokens
}

// part is one that can be left out: the words of a refusal by which it is known,
// and how it is left out. lost is what a person is told of it, "" for nothing.
type part struct {
	words []string
	used  func(extras) bool
	drop  func(*extras)
	lost  string
}

// certain are known by words that say it all: servers refuse these with any status,
// as if the model were not there or they had trouble.
var certain = []part{
	{[]string{"does not support tools", "do not support tools", "support tool use", "tools param requires", "tool use is not supported", "tools are not supported", "tool calling is not supported", "function calling is not supported", "not support function calling", "tool choice requires --enable-auto-tool-choice"},
		func(x extras) bool { return x.tools }, func(x *extras) { x.tools = false }, "takes no tools: it cannot look things up"},
	{[]string{"image input is not supported", "support image input", "image inputs are not supported", "not support image", "mmproj", "not a multimodal model"},
		func(x extras) bool { return x.media }, func(x *extras) { x.media = false }, ""},
}

// spare are known by a word where a server refuses the request as such. The first
// row that fits and is in use counts: what is sent back is named like what is asked
// for, and by more.
var spare = []part{
	{[]string{"response_format", "response format", "json_schema", "structured output"},
		func(x extras) bool { return x.form }, func(x *extras) { x.form = false }, ""},
	{[]string{"max_completion_tokens", "unsupported parameter: 'max_tokens'", "unsupported parameter: max_tokens", "max_tokens: extra inputs", "max_tokens: unexpected"},
		func(x extras) bool { return x.old }, func(x *extras) { x.old = false }, ""},
	{[]string{"signature", "encrypted content", "encrypted_content", "thinking` block", "thinking block", "reasoning_content", "reasoning_details", "extra_content"},
		func(x extras) bool { return x.carry }, func(x *extras) { x.carry = false }, ""},
	{[]string{"effort", "thinkinglevel", "thinking_level", "thinking level", "thinkingbudget", "thinking_budget", "thinking budget"},
		func(x extras) bool { return x.effort != "" }, func(x *extras) { x.effort = "" }, ""},
	{[]string{"summar", "display", "includethoughts", "include_thoughts"},
		func(x extras) bool { return x.show }, func(x *extras) { x.show = false }, ""},
	{[]string{"thinking", "reasoning"},
		func(x extras) bool { return x.think }, func(x *extras) { x.think, x.effort, x.show = false, "", false }, ""},
	{[]string{"prompt_cache_key"},
		func(x extras) bool { return x.key }, func(x *extras) { x.key = false }, ""},
	{[]string{"stream_options", "include_usage"},
		func(x extras) bool { return x.usage }, func(x *extras) { x.usage = false }, ""},
	{[]string{"image", "picture", "vision", "multimodal", "modalit", "mmproj", "document", "pdf", "input_file", "inline_data", "inlinedata", "content must be a string", "expected a string", "should be a valid string"},
		func(x extras) bool { return x.media }, func(x *extras) { x.media = false }, ""},
}

// fit is a request within what is known of the model, and the extras that go with
// it.
func (m *Model) fit(r llm.Request) (llm.Request, extras) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, most := range []int{m.entry.Reply, m.reply} {
		if most > 0 && r.MaxTokens > most {
			r.MaxTokens = most
		}
	}
	x := extras{effort: r.Effort, think: true, show: m.show, carry: true, key: true, usage: true, tools: len(r.Tools) > 0, form: r.Schema != nil, old: m.oldLimit(r), media: len(m.shown(r)) > 0}
	r.Open = m.opener(r.Open)
	if x.effort == "" {
		x.effort = m.effort
	}
	for _, drop := range m.dropped {
		drop(&x)
	}
	if !x.tools {
		r.Tools = nil
	}
	if r.Schema != nil && !x.form {
		r.Tail, r.Schema = inWords(r.Tail, r.Schema), nil
	}
	return r, x
}

// oldLimit says whether a request has a limit of the reply by the name that only
// OpenAI's own server refuses always; older servers know no other.
func (m *Model) oldLimit(r llm.Request) bool {
	_, is := m.talk.(*chat)
	return is && r.MaxTokens > 0 && !strings.HasSuffix(m.wire.Host(), "api.openai.com")
}

// inWords is what is asked last, with the form of the answer behind it.
func inWords(tail string, s *llm.Schema) string {
	var form bytes.Buffer
	if json.Compact(&form, s.JSON) != nil {
		return tail
	}
	return strings.TrimSpace(tail + "\nAnswer with one JSON value of this schema and nothing else: " + form.String())
}

// Blind reports whether the model has refused pictures and documents: it is then
// asked without.
func (m *Model) Blind() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	x := extras{media: true}
	for _, drop := range m.dropped {
		drop(&x)
	}
	return !x.media
}

// learn takes in why a request was refused; again is true when another would not
// be for the same reason, and lost is what a person is told of it.
func (m *Model) learn(r llm.Request, x extras, err error) (again bool, lost string) {
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind == llm.Auth {
		return false, ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	refused := e.Kind == llm.BadRequest && (e.Status == 400 || e.Status == 422)
	if refused && e.Reply > 0 && (r.MaxTokens == 0 || r.MaxTokens > e.Reply) && (m.reply == 0 || m.reply > e.Reply) {
		m.reply = e.Reply
		return true, ""
	}
	p, found := refusedOf(certain, x, e.Text)
	if !found {
		if lost, again := m.leaveOut(r, x, e); again {
			return true, lost
		}
	}
	if !found && refused {
		p, found = refusedOf(spare, x, e.Text)
	}
	if !found {
		return false, ""
	}
	m.dropped = append(m.dropped, p.drop)
	return true, p.lost
}

// refusedOf is the first part in use that the words of a refusal name.
func refusedOf(parts []part, x extras, text string) (part, bool) {
	text = strings.ToLower(text)
	for _, p := range parts {
		if p.used(x) && slices.ContainsFunc(p.words, func(w string) bool { return strings.Contains(text, w) }) {
			return p, true
		}
	}
	return part{}, false
}
