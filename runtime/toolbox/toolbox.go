// Package toolbox runs the model's tools: the memory tools and the tools of
// sleep, their definitions and their execution. The command line and the screen
// use the same code beneath, so that a person and a model see the same lines.
//
// Results are short, carry path:line, and tell failure from emptiness: a result
// that begins with "error:" failed, "no_match:" and its like found nothing, and
// all else is what was asked for.
//
// # What a model may do
//
// It is bounded in code, not in the wording of a prompt: paths are checked by the
// land, every write can be taken back, a line that a person wrote is neither
// changed nor forgotten, and memory_forget, which finds by words what is meant, is
// carried out only for the built-in engine, which acts on a person's own words and
// never on text from a tool.
package toolbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/transcript"
	"dormouse/memory"
	"dormouse/runtime/llm"
)

// Names of the tools.
const (
	Search    = transcript.MemorySearch
	Get       = transcript.MemoryGet
	Save      = transcript.MemorySave
	Update    = transcript.MemoryUpdate
	Forget    = transcript.MemoryForget // built-in engine only, never offered to a provider
	GoToSleep = transcript.GoToSleep
	WakeUp    = transcript.WakeUp
)

// tool is one of them: what a model is told of it, and what it does.
type tool struct {
	name, description, schema string
	run                       func(r *Runner, ctx context.Context, a arguments, at Moment) (Outcome, error)
}

// tools are all that there are, in the order in which they are offered. One without a
// description is not offered.
func tools() []tool {
	return []tool{
		{Search, "Search long-term memory (MEMORY.md and all daily logs). The memory you see is only a part; search before you say that you do not know.",
			`{"type":"object","properties":{"query":{"type":"string","description":"plain words"},"limit":{"type":"integer","minimum":1,"maximum":50},"as_of":{"type":"string","description":"YYYY-MM-DD: what was held true on that day"}},"required":["query"],"additionalProperties":false}`, (*Runner).search},
		{Get, "Read lines of a memory file, such as around a search hit.",
			`{"type":"object","properties":{"path":{"type":"string","description":"MEMORY.md, memory/YYYY-MM-DD.md or sessions/ID.jsonl"},"from":{"type":"integer","minimum":1},"lines":{"type":"integer","minimum":1,"maximum":200}},"required":["path"],"additionalProperties":false}`, (*Runner).get},
		{Save, "Save one thing of today to today's log. One self-contained sentence with names and absolute dates.",
			`{"type":"object","properties":{"text":{"type":"string"},"type":{"type":"string","enum":["fact","preference","decision","event","learning"]}},"required":["text"],"additionalProperties":false}`, (*Runner).save},
		{Update, "Change memory: append one lasting line to a section of MEMORY.md (what it surely contradicts is struck, what may be over is named), edit or forget the one line that an id names, or replace the whole file. Everything can be taken back.",
			`{"type":"object","properties":{"mode":{"type":"string","enum":["append","edit","forget","replace"]},"text":{"type":"string"},"section":{"type":"string","description":"Facts, Preferences, Decisions, Events or Learnings"},"id":{"type":"string","description":"edit, forget: the id at the line's end, without ^"}},"required":["mode"],"additionalProperties":false}`, (*Runner).update},
		{GoToSleep, "Ask for a sleep now: the conversation is consolidated into memory.",
			`{"type":"object","properties":{"depth":{"type":"string","enum":["light","deep"]},"reason":{"type":"string"}},"required":["reason"],"additionalProperties":false}`, (*Runner).goToSleep},
		{WakeUp, "Take back the sleep that you asked for.",
			`{"type":"object","properties":{},"additionalProperties":false}`, (*Runner).wakeUp},
		{name: Forget, run: (*Runner).forget},
	}
}

// Definitions are the tools offered to a model, always in the same order and
// the same bytes.
func Definitions() []llm.Tool {
	var list []llm.Tool
	for _, t := range tools() {
		if t.description != "" {
			list = append(list, llm.Tool{Name: t.name, Description: t.description, Parameters: json.RawMessage(t.schema)})
		}
	}
	return list
}

// Reading are those of Definitions that write nothing to memory, for a private talk.
func Reading() []llm.Tool {
	return slices.DeleteFunc(Definitions(), func(t llm.Tool) bool { return t.Name == Save || t.Name == Update })
}

func (r *Runner) get(_ context.Context, a arguments, _ Moment) (Outcome, error) {
	x, err := r.store.Get(a.Path, a.From, a.Lines)
	if errors.Is(err, fs.ErrNotExist) && a.Path == land.MemoryFile {
		return Outcome{Text: "empty: there is no MEMORY.md yet"}, nil
	}
	if err != nil && !errors.Is(err, memory.ErrNoLine) {
		return Outcome{}, err
	}
	if x.Text == "" {
		return Outcome{Text: fmt.Sprintf("empty: %s has %d lines and none of them was asked for", x.Path, x.Lines)}, nil
	}
	var b strings.Builder
	n := x.From
	for line := range strings.Lines(x.Text) {
		fmt.Fprintf(&b, "%s:%d %s\n", x.Path, n, strings.TrimRight(line, "\r\n"))
		n++
	}
	if x.More {
		fmt.Fprintf(&b, "[more: %d lines in all]\n", x.Lines)
	}
	return Outcome{Text: strings.TrimSuffix(b.String(), "\n"), Excerpt: &x}, nil
}

func (r *Runner) goToSleep(_ context.Context, a arguments, at Moment) (Outcome, error) {
	text, err := at.Sleeper.GoToSleep(a.Depth, a.Reason)
	return Outcome{Text: text}, err
}

func (r *Runner) wakeUp(_ context.Context, _ arguments, at Moment) (Outcome, error) {
	return Outcome{Text: at.Sleeper.WakeUp()}, nil
}
