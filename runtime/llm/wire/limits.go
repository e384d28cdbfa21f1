package wire

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"dormouse/runtime/llm"
)

// A refusal for length names the limit, each server in its own words. What is
// looked for is not the sentence but how a number stands in it: behind a sign of
// comparison, behind or before a word for the most there may be, or under a name
// of llama.cpp's JSON.
var (
	windowNumber = sync.OnceValue(func() []*regexp.Regexp {
		return compiled(
			`>=?\s*(?:n_ctx:\s*)?([\d,]{3,})`, // "208310 tokens > 200000 maximum"
			`(?:context (?:length|size|window)(?: limit)?|model length|maximum (?:context|model|prompt|input)[a-z' ]*|number of tokens allowed|at most|must have less than|max size|must be <=|max_num_tokens|max_seq_len)(?: of| is| to)?(?: only)?\s*[:(=]?\s*([\d,]{3,})`,
			`limit(?: for this model)?(?: of| is| to)?\s*[:=]?\s*([\d,]{3,})`, // a number in brackets behind it is MiniMax's own for the error
			`input length should be \[1, ?([\d,]{3,})\]`,                      // DashScope
			`([\d,]{3,})(?:[ -]tokens?)? (?:maximum|context|limit)`,
		)
	})
	replyNumber = sync.OnceValue(func() []*regexp.Regexp {
		return compiled(
			`tokens?:\s*[\d,]+ > ([\d,]+)`,                                     // Anthropic
			`at most ([\d,]+) (?:completion|output)`,                           // OpenAI chat
			`value <= ([\d,]+)`,                                                // OpenAI Responses
			`to ([\d,]+) \((?:ex|in)clusive\)`,                                 // Gemini; exclusive is one more than is allowed
			`\[1, ?([\d,]+)\]`,                                                 // DeepSeek
			`(?:less than or equal to|at most|up to|maximum of|<=) .?([\d,]+)`, // Groq, Mistral and others
			`maximum (?:output|completion|number of output)[a-z ]* ([\d,]+)`,   // gateways
		)
	})
)

func compiled(patterns ...string) (out []*regexp.Regexp) {
	for _, p := range patterns {
		out = append(out, regexp.MustCompile(p))
	}
	return out
}

// limited notes in a refusal what its words say of the model's limits. body is the
// JSON that it came as.
func limited(e *llm.Error, message string, body []byte) {
	text := strings.ToLower(message)
	switch {
	case e.Kind == llm.TooLong:
		e.Window = named(body)
		if e.Window == 0 {
			e.Window = first(windowNumber(), text)
		}
	case e.Kind == llm.BadRequest && aboutReply(text):
		e.Reply = first(replyNumber(), text)
		if strings.Contains(text, "(exclusive)") && e.Reply > 0 {
			e.Reply--
		}
	}
}

// aboutReply says whether a refusal is for the limit of the reply that was asked
// for.
func aboutReply(text string) bool {
	for _, name := range []string{"max_tokens", "max_output_tokens", "max_completion_tokens", "maxoutputtokens"} {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// first is the number of the first pattern that fits; 0 when none does. A context
// of fewer than 256 tokens is none.
func first(patterns []*regexp.Regexp, text string) int {
	for _, p := range patterns {
		if m := p.FindStringSubmatch(text); m != nil {
			n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
			if err == nil && n >= 256 && n < 1e9 {
				return n
			}
		}
	}
	return 0
}

// named is the window that llama.cpp gives by name.
func named(body []byte) int {
	var v struct {
		Error struct {
			Context int `json:"n_ctx"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &v) != nil {
		return 0
	}
	return max(v.Error.Context, 0)
}
