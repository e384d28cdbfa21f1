package prompt

import (
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// Part is one part of what the model sees.
type Part struct {
	Name   string `json:"name"` // "system", "tools", "memory", "summary" or "messages", as in Breakdown
	Tokens int    `json:"tokens"`
	Text   string `json:"text"`
}

// Parts are what the next request holds, whole, in its order: the texts as they are
// sent, without what a provider puts around them.
func (p *Prompt) Parts() []Part {
	return append(p.prefixParts(), Part{"messages", p.Meter().Breakdown.Messages, messageText(sent(p.Context.Messages))})
}

// PartsAtWaking are what it held when the model last woke: the same, but for what
// was said since.
func (p *Prompt) PartsAtWaking() []Part {
	var then []transcript.Message
	n := 0
	for _, m := range p.Context.Messages {
		if !m.Time.After(p.Prefix.WakeAt) {
			then = append(then, m)
			n += m.Tokens
		}
	}
	return append(p.prefixParts(), Part{"messages", p.Estimate(n), messageText(sent(then))})
}

// prefixParts are the parts that stay the same between two nights.
func (p *Prompt) prefixParts() []Part {
	b, summary := p.Meter().Breakdown, p.Context.Summary
	list := []Part{
		{"system", b.System, p.Prefix.instructed()},
		{"memory", b.Memory, p.Prefix.remembered()},
		{"tools", b.Tools, toolText(p.Prefix.tools)},
	}
	if summary != "" {
		list = append(list, Part{"summary", b.Summary, fenceSummary(summary)})
	}
	return list
}

func toolText(tools []llm.Tool) string {
	var b strings.Builder
	for _, t := range tools {
		fmt.Fprintf(&b, "%s — %s\n%s\n", t.Name, t.Description, t.Parameters)
	}
	return strings.TrimRight(b.String(), "\n")
}

// messageText writes messages down, each below a line that names it.
func messageText(list []transcript.Message) string {
	var b strings.Builder
	for _, m := range list {
		fmt.Fprintf(&b, "[%s] %s\n", transcript.ShortID(m.ID), m.Role)
		if text := llm.Text(m); text != "" {
			b.WriteString(text + "\n")
		}
		for _, call := range m.ToolCalls {
			fmt.Fprintf(&b, "→ %s %s\n", call.Name, call.Arguments)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
