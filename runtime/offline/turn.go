package offline

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"dormouse/land/transcript"
	"dormouse/memory/language"
	"dormouse/memory/language/answers"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
)

// turn is the work on the newest message. It is done anew for each step: a call
// whose result is not there yet is added to wants, and the same work goes further
// once it is.
type turn struct {
	asked   transcript.Message
	before  []transcript.Message // what was said before it
	results map[string]string    // by id of the call
	made    []transcript.Call    // the calls of this turn so far
	wants   []transcript.Call
	system  string // what the prompt holds of memory
	heard   []line // what was told in this conversation, once it was asked for
	near    []line // what search, the prompt and this conversation say near what is asked, once it was looked for
	known   []line // what memory held before it, without what was told to be over
	turned  []turned
	over    []string // ids of what the reply says is over
	holds   []string // and of what it says is not, after all
	asks    []string // and of what it asks whether it is
	tasks   []line   // those of the prompt and of heard that are to be done
	lang    language.Lang
	private bool // nothing can be written
	count   int  // messages of the person before this one: wordings take turns by it
}

// newTurn finds the newest message of the person and what was looked up for it.
func newTurn(r llm.Request) (*turn, bool) {
	t := &turn{results: map[string]string{}, private: len(r.Tools) > 0}
	for _, tool := range r.Tools {
		t.private = t.private && tool.Name != toolbox.Update
	}
	at := len(r.Messages) - 1
	for ; at >= 0 && r.Messages[at].Role != transcript.User; at-- {
		switch m := r.Messages[at]; m.Role {
		case transcript.Tool:
			t.results[m.ToolCallID] = m.Content
		case transcript.Assistant:
			t.made = append(t.made, m.ToolCalls...)
		}
	}
	if at < 0 || strings.TrimSpace(r.Messages[at].Content) == "" {
		return t, false
	}
	t.asked, t.before = r.Messages[at], r.Messages[:at]
	for _, b := range r.System {
		t.system += b.Text + "\n"
	}
	t.lang = t.language()
	for _, m := range t.before {
		if m.Role == transcript.User {
			t.count++
		}
	}
	return t, true
}

// A short message decides the language by itself from answers.SureLanguage on; below, the talk
// before it has a say. Below someLanguage it may be none at all, such as a command for a
// shell, and is answered in English.
const someLanguage = .45

// language is what to answer in.
func (t *turn) language() language.Lang {
	l, p := language.GuessSure(t.asked.Content)
	short := p < answers.SureLanguage || len(language.Words(t.asked.Content)) < 2 // "sí" may be "sì"
	for i := len(t.before) - 1; i >= 0 && short; i-- {
		if m := t.before[i]; m.Role == transcript.User {
			if talk, q := language.GuessSure(m.Content); q >= answers.SureLanguage {
				return talk
			}
		}
	}
	if p < someLanguage {
		return language.English
	}
	return l
}

// call gives the result of a tool, or notes that it is wanted.
func (t *turn) call(tool string, args map[string]any) (string, bool) {
	b, err := json.Marshal(args)
	if err != nil { // maps of strings and numbers always encode
		return "", false
	}
	h := fnv.New32a() // its id follows from what it says: the same conversation gives the same transcript
	h.Write(b)
	c := transcript.Call{ID: fmt.Sprintf("call_%s_%s_%08x", t.asked.ID, tool, h.Sum32()), Name: tool, Arguments: string(b)}
	if result, ok := t.results[c.ID]; ok {
		return result, true
	}
	t.wants = append(t.wants, c)
	return "", false
}

// now is when the message was said.
func (t *turn) now() time.Time { return t.asked.Time }

// hits is how many lines a search brings.
const hits = 10

// search looks a text up in memory. ok is false while the result is awaited.
func (t *turn) search(text string) (found []line, failed, ok bool) {
	result, ok := t.call(toolbox.Search, map[string]any{"query": text, "limit": hits, "context": answers.MostBefore})
	return fromSearch(result), toolbox.Failed(result), ok
}

// file reads a file of memory.
func (t *turn) file(path string) ([]line, bool) {
	result, ok := t.call(toolbox.Get, map[string]any{"path": path, "lines": 200})
	if toolbox.Failed(result) {
		return nil, ok
	}
	return fromFile(result), ok
}
