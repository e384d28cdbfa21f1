package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Exported is the JSON form of a whole session: all messages, also those that
// nights replaced in the context, and the nights themselves.
type Exported struct {
	Session  Session   `json:"session"`
	Messages []Message `json:"messages"`
	Nights   []Night   `json:"nights"` // in effect
}

// Export gathers a session from its records.
func Export(records []Record) Exported {
	t := tally(records)
	e := Exported{Session: sessionOf(records), Messages: t.messages, Nights: t.nights}
	if e.Messages == nil {
		e.Messages = []Message{}
	}
	if e.Nights == nil {
		e.Nights = []Night{}
	}
	return e
}

// JSON is the session as one indented JSON value (see Exported), ending in a
// newline.
func JSON(records []Record) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(Export(records)); err != nil {
		return nil // unreachable: Read made the values
	}
	return b.Bytes()
}

// Markdown is the session as a document for people: a heading for each message,
// its text as it is, tool calls and results in fences, and a line where a night
// fell. Times are those of the message's own zone.
func Markdown(records []Record) string {
	e := Export(records)
	var b strings.Builder
	title := e.Session.Title
	for _, m := range e.Messages {
		if title == "" && m.Role == User {
			title = TitleOf(m.Content)
		}
	}
	if title == "" {
		title = e.Session.ID
	}
	fmt.Fprintf(&b, "# %s\n\nSession %s, %s\n", TitleOf(title), e.Session.ID, e.Session.Time.Format("2006-01-02 15:04"))
	ended := map[string][]Night{}
	for _, n := range e.Nights {
		ended[n.To] = append(ended[n.To], n)
	}
	for _, m := range e.Messages {
		b.WriteString(section(m))
		for _, n := range ended[m.ID] {
			fmt.Fprintf(&b, "\n---\n\nNight %s: %d tokens before, %d after.\n\n---\n", n.ID, n.TokensBefore, n.TokensAfter)
		}
	}
	return b.String()
}

func section(m Message) string {
	var b strings.Builder
	who := m.Name
	if who == "" {
		who = map[Role]string{User: "User", Assistant: "Assistant", Tool: "Tool result"}[m.Role]
	}
	fmt.Fprintf(&b, "\n## %s · %s\n", TitleOf(who), m.Time.Format("2006-01-02 15:04"))
	switch text := strings.TrimRight(m.Content, "\r\n"); {
	case text == "":
	case m.Role == Tool:
		b.WriteString("\n" + fenced("", text))
	default:
		b.WriteString("\n" + text + "\n")
	}
	for _, c := range m.ToolCalls {
		b.WriteString("\n" + fenced("json", fmt.Sprintf("%s %s", c.Name, c.Arguments)))
	}
	if m.Interrupted {
		b.WriteString("\n(interrupted)\n")
	}
	return b.String()
}

// fenced puts text between fences that are longer than any run of backticks in
// it.
func fenced(language, text string) string {
	longest, run := 2, 0
	for _, r := range text {
		if r == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	return fence + language + "\n" + text + "\n" + fence + "\n"
}
