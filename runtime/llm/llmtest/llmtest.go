// Package llmtest is a language model that says what it is told to, for the
// tests of those who talk to one. It needs no network, no clock and no
// goroutine, and takes no testing.T.
//
//	m := llmtest.New(
//		llmtest.Say("I will look.").Call("memory_search", `{"query":"tea"}`),
//		llmtest.Fail(llm.TooLong, "prompt is too long"),
//		llmtest.Say("Jasmine."),
//	)
package llmtest

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// Model answers the n-th request with the n-th reply of its script. It is safe
// for several goroutines.
type Model struct {
	// Name is the ref; "" is "test/script".
	Name string
	// Tokens is the window; 0 is unknown.
	Tokens int
	// Otherwise answers when the script is at its end; nil fails with BadRequest.
	Otherwise func(llm.Request) Reply

	mu       sync.Mutex
	script   []Reply
	requests []llm.Request
}

var _ llm.Model = (*Model)(nil)

// New makes a model with a script.
func New(script ...Reply) *Model { return &Model{script: script} }

// Add appends to the script.
func (m *Model) Add(script ...Reply) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script = append(m.script, script...)
}

// Requests are the requests so far, as deep copies, also those that failed.
func (m *Model) Requests() []llm.Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]llm.Request, len(m.requests))
	for i, r := range m.requests {
		out[i] = clone(r)
	}
	return out
}

// Left is how many replies of the script were not asked for.
func (m *Model) Left() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.script)
}

// Ref is Name, or "test/script".
func (m *Model) Ref() string {
	if m.Name == "" {
		return "test/script"
	}
	return m.Name
}

// Window is Tokens.
func (m *Model) Window() int { return m.Tokens }

// Stream yields the next reply of the script.
func (m *Model) Stream(ctx context.Context, r llm.Request) iter.Seq2[llm.Chunk, error] {
	return func(yield func(llm.Chunk, error) bool) {
		reply := m.next(r)
		for _, s := range reply.steps {
			if ctx.Err() != nil {
				yield(llm.Chunk{}, ctx.Err())
				return
			}
			if s.do != nil {
				s.do(ctx)
			}
			if ctx.Err() != nil {
				yield(llm.Chunk{}, ctx.Err())
				return
			}
			if s.err != nil {
				yield(llm.Chunk{}, s.err)
				return
			}
			if s.do == nil && !yield(s.chunk, nil) {
				return
			}
		}
		reply.end(yield)
	}
}

func (m *Model) next(r llm.Request) Reply {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, clone(r))
	if len(m.script) > 0 {
		reply := m.script[0]
		m.script = m.script[1:]
		return reply
	}
	if m.Otherwise != nil {
		return m.Otherwise(clone(r))
	}
	return Fail(llm.BadRequest, "the script is at its end")
}

// Reply is one reply of a script. Its methods return longer replies and leave
// the receiver as it is.
type Reply struct {
	steps []step
	stop  llm.StopReason
	usage *transcript.Usage
	open  bool // no end follows
}

// step is one chunk, one error, or something to do.
type step struct {
	chunk llm.Chunk
	err   error
	do    func(context.Context)
}

// Say replies with a text, in chunks of a word each.
func Say(text string) Reply { return Reply{}.Say(text) }

// Call replies with a tool call; arguments is JSON.
func Call(name, arguments string) Reply { return Reply{}.Call(name, arguments) }

// Fail replies with an *llm.Error.
func Fail(kind llm.Kind, text string) Reply { return Reply{}.Fail(kind, text) }

// Refuse replies with that error.
func Refuse(err *llm.Error) Reply { return Reply{}.with(step{err: err}) }

// Do replies with whatever f does, such as to cancel or to wait for ctx, and
// goes on with what follows.
func Do(f func(context.Context)) Reply { return Reply{}.Do(f) }

func (r Reply) with(s ...step) Reply {
	r.steps = append(append([]step(nil), r.steps...), s...)
	return r
}

// Say adds text, in chunks of a word each.
func (r Reply) Say(text string) Reply {
	for _, w := range strings.SplitAfter(text, " ") {
		if w != "" {
			r = r.with(step{chunk: llm.Chunk{Text: w}})
		}
	}
	return r
}

// Think adds reasoning.
func (r Reply) Think(text string) Reply { return r.with(step{chunk: llm.Chunk{Reasoning: text}}) }

// Call adds a tool call with an id of its own, "call_1" being the first of the
// reply. Calls of one conversation need ids of their own: see CallID.
func (r Reply) Call(name, arguments string) Reply {
	n := 1
	for _, s := range r.steps {
		if s.chunk.Call != nil {
			n++
		}
	}
	return r.CallID(fmt.Sprintf("call_%d", n), name, arguments)
}

// CallID is Call with an id.
func (r Reply) CallID(id, name, arguments string) Reply {
	return r.with(step{chunk: llm.Chunk{Call: &transcript.Call{ID: id, Name: name, Arguments: arguments}}})
}

// Fail ends the reply with an error.
func (r Reply) Fail(kind llm.Kind, text string) Reply {
	return r.with(step{err: &llm.Error{Kind: kind, Text: text}})
}

// Do adds something to do at this point.
func (r Reply) Do(f func(context.Context)) Reply { return r.with(step{do: f}) }

// Stop sets why the reply ends; unset it is End, or Calls after calls.
func (r Reply) Stop(s llm.StopReason) Reply { r.stop = s; return r }

// Usage sets what is reported at the end; unset nothing is.
func (r Reply) Usage(u transcript.Usage) Reply { r.usage = &u; return r }

// Cut leaves the end out: the reply fails as Incomplete.
func (r Reply) Cut() Reply { r.open = true; return r }

func (r Reply) end(yield func(llm.Chunk, error) bool) {
	if r.open {
		yield(llm.Chunk{}, &llm.Error{Kind: llm.Incomplete, Text: "the reply ended before it was complete"})
		return
	}
	c := llm.Chunk{Stop: r.stop}
	if c.Stop == "" {
		c.Stop = llm.End
		for _, s := range r.steps {
			if s.chunk.Call != nil {
				c.Stop = llm.Calls
			}
		}
	}
	if r.usage != nil {
		u := *r.usage
		c.Usage = &u
	}
	yield(c, nil)
}

func clone(r llm.Request) llm.Request {
	r.System = append([]llm.Block(nil), r.System...)
	r.Tools = append([]llm.Tool(nil), r.Tools...)
	r.Messages = append([]transcript.Message(nil), r.Messages...)
	for i, m := range r.Messages {
		r.Messages[i].ToolCalls = append([]transcript.Call(nil), m.ToolCalls...)
	}
	if r.Schema != nil {
		s := *r.Schema
		r.Schema = &s
	}
	return r
}
