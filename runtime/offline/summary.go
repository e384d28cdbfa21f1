package offline

import (
	"context"
	"strings"
	"unicode/utf8"

	"dormouse/land/transcript"
	"dormouse/summarize"
)

// summaryTokens is about how long a summary on request is.
const summaryTokens = 300

// summary tells what this conversation was about: what the person said that is
// worth keeping, in the words in which it was said.
func summary(ctx context.Context, messages []transcript.Message) string {
	told := told(messages)
	if len(told) == 0 {
		return "Nothing has been said in this conversation that could be summed up."
	}
	strategy, err := summarize.ByName("", summarize.NewOffline())
	if err != nil {
		return "The conversation could not be summed up: " + err.Error()
	}
	in := summarize.Input{Old: told, New: told, Count: roughly, Location: told[0].Time.Location()}
	d, err := strategy.Summarize(ctx, in, summarize.Budget{Summary: summaryTokens, Memory: summaryTokens})
	if err != nil {
		return "The conversation could not be summed up: " + err.Error()
	}
	if len(d.Candidates) == 0 {
		return "Nothing has been said in this conversation that could be summed up."
	}
	var b strings.Builder
	for _, c := range d.Candidates {
		b.WriteString("- " + c.Text + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// told are the messages without what was only asked of this engine and what it
// answered.
func told(messages []transcript.Message) []transcript.Message {
	var out []transcript.Message
	for _, m := range messages {
		switch {
		case m.Role == transcript.User && (!asks(m.Words()) || m.Words() != m.Content):
			out = append(out, m)
		case m.Role == transcript.Assistant && m.Model != Ref && m.Content != "":
			out = append(out, m)
		}
	}
	return out
}

// roughly counts tokens without a vocabulary: a summary on request needs no
// exact length.
func roughly(s string) int { return (utf8.RuneCountInString(s) + 3) / 4 }
