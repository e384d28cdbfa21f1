// Package offline is the built-in model "offline/extractive". It needs no key
// and no network: it answers from memory and from this conversation by search
// and extraction, says where each sentence comes from, and says plainly when it
// knows nothing or cannot do what is asked.
//
// It is a llm.Model like any other and drives the same loop, tools and nights:
// it looks things up by calling memory_search, keeps what it is told to by
// calling memory_update, and composes its reply from the results.
//
// # Why rules and no language model
//
// It serves the person who only wants to keep and query notes, the machine with
// no key, and every test. It therefore never invents: each sentence of a reply
// is either a fixed phrase or a line that stands somewhere, with its source.
package offline

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
)

// Ref is the name by which the model is chosen.
const Ref = "offline/extractive"

// Window is the context window in tokens when none is configured. The engine
// itself has no limit; the number decides how often it sleeps.
const Window = 32_000

// Model is the built-in engine. Its zero value is ready for use.
type Model struct{}

// Ref returns "offline/extractive".
func (Model) Ref() string { return Ref }

// Window returns the default window.
func (Model) Window() int { return Window }

// Stream answers the newest user message of the request.
func (Model) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(llm.Chunk{}, err)
			return
		}
		text, call := reply(ctx, r)
		if call != nil {
			if yield(llm.Chunk{Call: call}, nil) {
				yield(llm.Chunk{Stop: llm.Calls}, nil)
			}
			return
		}
		for _, piece := range pieces(text) {
			if err := ctx.Err(); err != nil {
				yield(llm.Chunk{}, err)
				return
			}
			if !yield(llm.Chunk{Text: piece}, nil) {
				return
			}
		}
		yield(llm.Chunk{Stop: llm.End}, nil)
	}
}

// reply decides on one step: a tool call, or the text that ends the turn.
func reply(ctx context.Context, r llm.Request) (string, *transcript.Call) {
	asked, results := lastTurn(r.Messages)
	if asked.Content == "" && len(results) == 0 {
		return "There is nothing to answer yet.", nil
	}
	w := wished(asked)
	if len(results) > 0 {
		return compose(ctx, w, r.Messages, results[len(results)-1].Content), nil
	}
	switch w.act {
	case actRemember:
		return "", call(asked.ID, toolbox.Update, map[string]any{"mode": "append", "text": w.text, "section": w.section})
	case actForget:
		if c := forgetCall(w, asked, r.Messages); c != nil {
			return "", c
		}
		return "What do you mean? Say “forget” with some of its words.", nil
	case actMe:
		return "", call(asked.ID, toolbox.Get, map[string]any{"path": land.MemoryFile, "lines": 400})
	case actAsk:
		return "", call(asked.ID, toolbox.Search, map[string]any{"query": w.text, "limit": 6})
	}
	return compose(ctx, w, r.Messages, ""), nil
}

// lastTurn is the newest user message and the tool results after it.
func lastTurn(messages []transcript.Message) (asked transcript.Message, results []transcript.Message) {
	for i := len(messages) - 1; i >= 0; i-- {
		switch m := messages[i]; m.Role {
		case transcript.Tool:
			results = append([]transcript.Message{m}, results...)
		case transcript.User:
			return m, results
		}
	}
	return asked, results
}

// call makes a tool call whose id follows from the message it answers, so that
// the same conversation gives the same transcript.
func call(message, tool string, args map[string]any) *transcript.Call {
	b, err := json.Marshal(args)
	if err != nil { // maps of strings and numbers always encode
		b = []byte("{}")
	}
	return &transcript.Call{ID: fmt.Sprintf("call_%s_%s", message, tool), Name: tool, Arguments: string(b)}
}

// pieces cuts a reply into lines, so that it streams like any other.
func pieces(text string) []string {
	var out []string
	for len(text) > 0 {
		n := 0
		for n < len(text) && text[n] != '\n' {
			n++
		}
		n = min(n+1, len(text))
		out = append(out, text[:n])
		text = text[n:]
	}
	return out
}
