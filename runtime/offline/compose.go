package offline

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime/toolbox"
)

// connect is how every reply that meets a limit ends.
const connect = "To connect a language model, set ANTHROPIC_API_KEY, OPENAI_API_KEY, GEMINI_API_KEY or OPENROUTER_API_KEY, or start Ollama, and run `dormouse` again; or type /model."

const abilities = `I am Dormouse's built-in engine: no key, no network, no invention. I can

- **keep**: “remember that my sister lives in Oslo”
- **find**: ask a question, or “what do you know about Oslo?” — every line comes with its source
- **forget**: “forget the Oslo address”
- **sum up**: “summarize” tells what this conversation was about

What you write stays in this conversation, and when its window is nearly full I sleep and write what matters to your memory files.
` + connect

// compose is the text that ends a turn. result is the last tool result, "" when
// no tool was called.
func compose(ctx context.Context, w wish, messages []transcript.Message, result string) string {
	switch w.act {
	case actRemember, actForget:
		return acknowledged(w, result)
	case actAsk:
		return answer(ctx, w, messages, result)
	case actSummary:
		return summary(ctx, messages)
	case actHelp:
		return abilities
	case actGreet:
		return "Hello. Tell me things, ask me about them, or say “help”."
	case actMake:
		return "That needs a language model, and I am only the built-in engine: I keep and find what you tell me. " + connect
	}
	return "Heard; it stays in this conversation, and the next sleep keeps what matters of it. To keep it now, say “remember that …”."
}

// acknowledged repeats what the tool said, so that a failure is never taken for
// a success (EVIDENCE 26).
func acknowledged(w wish, result string) string {
	if reason, failed := strings.CutPrefix(result, "error:"); failed {
		return "That was not written:" + reason
	}
	if m := writtenLine.FindStringSubmatch(result); m != nil {
		return fmt.Sprintf("%s: %s — `%s`", verbs[m[1]], w.text, m[2])
	}
	return result
}

// writtenLine is how the tools say what they wrote: "appended: MEMORY.md:5 …".
var writtenLine = regexp.MustCompile(`^(appended|saved|known already): (\S+:\d+) `)

var verbs = map[string]string{"appended": "Remembered", "saved": "Remembered", "known already": "I knew that already"}

// answer lists what memory and this conversation say, each with its source.
func answer(ctx context.Context, w wish, messages []transcript.Message, result string) string {
	const most = 5
	var b strings.Builder
	hits := toolbox.ParseAnswer(result)
	shown := 0
	for _, h := range hits {
		if shown == most {
			break
		}
		if strings.HasPrefix(h.Path, transcript.Folder+"/") && strings.HasSuffix(strings.TrimSpace(h.Text), "?") {
			continue // an old question is no answer
		}
		shown++
		fmt.Fprintf(&b, "- %s — `%s:%d`%s\n", h.Text, h.Path, h.Start, about(h))
	}
	heard := said(ctx, w.text, messages)
	if len(heard) > 0 {
		if b.Len() > 0 {
			b.WriteString("\nIn this conversation:\n\n")
		}
		b.WriteString(strings.Join(heard, ""))
	}
	if b.Len() > 0 {
		return strings.TrimRight(b.String(), "\n")
	}
	if reason, failed := strings.CutPrefix(result, "error:"); failed {
		return "Memory could not be searched:" + reason
	}
	_, why, _ := strings.Cut(result, ": ")
	if why == "" {
		why = "nothing was found"
	}
	return "I know nothing about that: " + why + ", and nothing in this conversation speaks of it."
}

// about says when a hit's line is of, and whether it still holds.
func about(h search.Hit) string {
	switch {
	case h.SupersededBy != "":
		return " (no longer true)"
	case h.Date != "" && !strings.Contains(h.Path, h.Date):
		return " (" + h.Date + ")"
	}
	return ""
}

// said searches this conversation itself: what was told since the last night is
// in no memory file yet. Questions are no answers, and neither are replies of
// this engine.
func said(ctx context.Context, query string, messages []transcript.Message) []string {
	const most = 3
	doc := conversation{}
	for i, m := range messages {
		if m.Role != transcript.User || i == len(messages)-1 || strings.HasSuffix(strings.TrimSpace(m.Content), "?") {
			continue
		}
		for s := range strings.Lines(m.Content) {
			if s = strings.TrimSpace(s); s != "" {
				doc.lines = append(doc.lines, "- "+s)
				doc.from = append(doc.from, m)
			}
		}
	}
	if len(doc.lines) == 0 {
		return nil
	}
	ix, err := search.Open(doc, search.Options{})
	if err != nil {
		return nil // the conversation is in the request; without an index it is only not quoted
	}
	defer ix.Close()
	a, err := ix.Search(ctx, search.Query{Text: query, Limit: most})
	if err != nil || a.Verdict != search.Hits {
		return nil
	}
	var out []string
	for _, h := range a.Results {
		if h.Start < 1 || h.Start > len(doc.from) {
			continue
		}
		m := doc.from[h.Start-1]
		if asks(m.Content) {
			continue
		}
		out = append(out, fmt.Sprintf("- %s — you, %s\n", strings.TrimPrefix(doc.lines[h.Start-1], "- "), m.Time.Format("15:04")))
	}
	return out
}

// asks says whether a message was itself a request to the engine.
func asks(text string) bool {
	a := understand(text).act
	return a == actAsk || a == actForget || a == actSummary || a == actHelp || a == actGreet
}

// conversation is the talk as one searchable document, a line a bullet.
type conversation struct {
	lines []string
	from  []transcript.Message
}

// conversationName is a name that search takes for a document of memory.
const conversationName = "MEMORY.md"

// List names the one document.
func (c conversation) List() ([]search.File, error) {
	return []search.File{{Name: conversationName, Size: int64(len(c.lines)), ModTime: time.Time{}}}, nil
}

// Read gives its text.
func (c conversation) Read(string) ([]byte, error) {
	return []byte(strings.Join(c.lines, "\n") + "\n"), nil
}
