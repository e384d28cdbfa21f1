package provider

import (
	"encoding/json"
	"fmt"
	"strings"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
)

// reply gathers what the three dialects have in common: the calls, the usage,
// why it stopped.
type reply struct {
	host  string
	calls []*call
	usage *transcript.Usage
	stop  llm.StopReason // "" until the provider said why it stopped
	text  bool           // some text was shown
	// thinking is what the provider wants back with the calls; nil when nothing.
	thinking any
}

// call is a tool call while it arrives.
type call struct {
	key  string // what the provider calls it while streaming
	id   string
	name string
	args strings.Builder
	sign string // the provider's mark, to be sent back with the call
}

// call is the call that the provider calls key, a new one if there is none.
func (r *reply) call(key string) *call {
	for i := len(r.calls) - 1; i >= 0; i-- {
		if r.calls[i].key == key {
			return r.calls[i]
		}
	}
	c := &call{key: key}
	r.calls = append(r.calls, c)
	return c
}

// finish yields the calls and the stop, once the reply is known to be complete.
// A call that was cut or has no name is an error, and no call is yielded.
func (r *reply) finish(messages int, yield func(llm.Chunk) bool) error {
	done := make([]transcript.Call, 0, len(r.calls))
	for i, c := range r.calls {
		args := strings.TrimSpace(c.args.String())
		if args == "" {
			args = "{}" // how some providers write a call without arguments
		}
		switch {
		case !isObject(args) && r.stop == llm.Length:
			return &llm.Error{Kind: llm.Incomplete, Text: r.host + " sent a tool call that its length limit cut"}
		case c.name == "":
			return &llm.Error{Kind: llm.Garbage, Text: r.host + " sent a tool call without a name"}
		case !isObject(args):
			args = noObject(args)
		}
		if c.id == "" {
			c.id = fmt.Sprintf("call_%d_%d", messages, i)
		}
		done = append(done, transcript.Call{ID: c.id, Name: c.name, Arguments: args, Signature: c.sign})
	}
	stop := r.stop
	if len(done) > 0 && stop == llm.End {
		stop = llm.Calls // some servers say "stop" for both
	} else if len(done) == 0 && stop == llm.Calls {
		stop = llm.End
	}
	for i := range done {
		if !yield(llm.Chunk{Call: &done[i]}) {
			return nil
		}
	}
	last := llm.Chunk{Stop: stop, Usage: r.usage}
	if r.thinking != nil && len(done) > 0 {
		kept, err := encode(r.thinking)
		if err != nil {
			return err
		}
		last.Thinking = kept
	}
	yield(last)
	return nil
}

// noObject is what stands in place of arguments that are no JSON object. The tool
// refuses them and the model reads why; what it wrote goes back to it in a form that
// every provider takes.
func noObject(args string) string {
	b, err := json.Marshal(map[string]string{"not_a_json_object": args})
	if err != nil {
		return "{}"
	}
	return string(b)
}

// cut is the error of a stream that ended too early. Nothing says that it would
// end so again.
func (r *reply) cut() error {
	return &llm.Error{Kind: llm.Incomplete, Text: r.host + " ended the reply before it was complete"}
}

// isObject reports whether s is one JSON object.
func isObject(s string) bool {
	return strings.HasPrefix(s, "{") && json.Valid([]byte(s))
}
