package runtime

import (
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// Seen is one part of what the model sees.
type Seen struct {
	Name   string `json:"name"` // "system", "tools", "memory", "summary" or "messages", as in Breakdown
	Tokens int    `json:"tokens"`
	Text   string `json:"text"`
}

// Sees is what the next request holds, whole, in its order: the texts as they are
// sent, without what a provider puts around them.
func (c *Conversation) Sees() []Seen {
	return append(c.prefixParts(c.view.Summary), Seen{"messages", c.Meter().Breakdown.Messages, messageText(settled(c.view.Messages))})
}

// SawWaking is what it held when it last woke: the same, but for what was said
// since.
func (c *Conversation) SawWaking() []Seen {
	var then []transcript.Message
	n := 0
	for _, m := range c.view.Messages {
		if !m.Time.After(c.prefix.wakeAt) {
			then = append(then, m)
			n += m.Tokens
		}
	}
	return append(c.prefixParts(c.view.Summary), Seen{"messages", c.estimate(n), messageText(settled(then))})
}

// prefixParts are the parts that stay the same between two nights.
func (c *Conversation) prefixParts(summary string) []Seen {
	b := c.Meter().Breakdown
	list := []Seen{
		{"system", b.System, c.prefix.instructed()},
		{"memory", b.Memory, c.prefix.remembered()},
		{"tools", b.Tools, toolText(c.prefix.tools)},
	}
	if summary != "" {
		list = append(list, Seen{"summary", b.Summary, fenceSummary(summary)})
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
