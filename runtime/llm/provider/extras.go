package provider

import (
	"errors"
	"strings"

	"dormouse/land/transcript"
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
}

// spare says by which words of a refusal a part is known, and how it is left out.
// The first row that fits and is in use counts: what is sent back is named like
// what is asked for, and by more.
var spare = []struct {
	words []string
	used  func(extras) bool
	drop  func(*extras)
}{
	{[]string{"signature", "encrypted content", "encrypted_content", "thinking` block", "thinking block", "reasoning_content", "reasoning_details", "extra_content"},
		func(x extras) bool { return x.carry }, func(x *extras) { x.carry = false }},
	{[]string{"effort", "thinkinglevel", "thinking_level", "thinking level", "thinkingbudget", "thinking_budget", "thinking budget"},
		func(x extras) bool { return x.effort != "" }, func(x *extras) { x.effort = "" }},
	{[]string{"summar", "display", "includethoughts", "include_thoughts"},
		func(x extras) bool { return x.show }, func(x *extras) { x.show = false }},
	{[]string{"thinking", "reasoning"},
		func(x extras) bool { return x.think }, func(x *extras) { x.think, x.effort, x.show = false, "", false }},
	{[]string{"prompt_cache_key"},
		func(x extras) bool { return x.key }, func(x *extras) { x.key = false }},
	{[]string{"stream_options", "include_usage"},
		func(x extras) bool { return x.usage }, func(x *extras) { x.usage = false }},
	{[]string{"image", "picture", "vision", "multimodal", "modalit", "mmproj", "document", "pdf", "input_file", "inline_data", "inlinedata", "content must be a string", "expected a string"},
		func(x extras) bool { return x.media }, func(x *extras) { x.media = false }},
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
	x := extras{effort: r.Effort, think: true, show: m.show, carry: true, key: true, usage: true, media: r.Open != nil && len(transcript.MediaOf(r.Messages)) > 0}
	if x.effort == "" {
		x.effort = m.effort
	}
	for _, drop := range m.dropped {
		drop(&x)
	}
	return r, x
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
// be for the same reason.
func (m *Model) learn(r llm.Request, x extras, err error) (again bool) {
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.BadRequest || e.Status != 400 && e.Status != 422 {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.Reply > 0 && (r.MaxTokens == 0 || r.MaxTokens > e.Reply) && (m.reply == 0 || m.reply > e.Reply) {
		m.reply = e.Reply
		return true
	}
	words := strings.ToLower(e.Text)
	for _, part := range spare {
		if !part.used(x) {
			continue
		}
		for _, w := range part.words {
			if strings.Contains(words, w) {
				m.dropped = append(m.dropped, part.drop)
				return true
			}
		}
	}
	return false
}
