package offline

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dormouse/land/transcript"
	"dormouse/runtime/llm"
	"dormouse/runtime/toolbox"
)

// choir is what a prompt shows of a memory.
const choir = "<memory file=\"MEMORY.md\">\n## Facts\n\n- I sing alto in the St Hilda's choir, Tuesdays half seven ^wkerdv6x\n</memory>\n"

// talk says some lines to the engine with that memory, and gives its replies.
func (l *memoryDouble) talk(t *testing.T, said ...string) (replies []transcript.Message) {
	t.Helper()
	var messages []transcript.Message
	for i, text := range said {
		m := user(fmt.Sprintf("m%d", i), text)
		m.Time = m.Time.Add(time.Duration(i) * time.Minute)
		messages = append(messages, m)
		for done := false; !done; {
			reply := transcript.Message{Role: transcript.Assistant, Model: Ref}
			for chunk, err := range (Model{}).Stream(t.Context(), llm.Request{Messages: messages, System: []llm.Block{{Text: choir}}, Tools: []llm.Tool{{Name: toolbox.Update}}}) {
				if err != nil {
					t.Fatal(err)
				}
				reply.Content += chunk.Text
				reply.Over, reply.Holds = append(reply.Over, chunk.Over...), append(reply.Holds, chunk.Holds...)
				if chunk.Call != nil {
					reply.ToolCalls = append(reply.ToolCalls, *chunk.Call)
				}
			}
			messages = append(messages, reply)
			for _, c := range reply.ToolCalls {
				messages = append(messages, transcript.Message{Role: transcript.Tool, ToolCallID: c.ID, Content: l.run(c)})
			}
			if done = len(reply.ToolCalls) == 0; done {
				replies = append(replies, reply)
			}
		}
	}
	return replies
}

// A reply that tells that a line goes names it, for the night to do so.
func TestAReplyNamesTheLinesThatItSaysGo(t *testing.T) {
	l := &memoryDouble{}
	of := l.talk(t, "choir is on Wednesdays since the vicar needs the hall")[0]
	if !strings.Contains(of.Content, "~~I sing alto in the St Hilda's choir~~") || !slices.Equal(of.Over, []string{"wkerdv6x"}) {
		t.Errorf("%q names %q", of.Content, of.Over)
	}
	of = l.talk(t, "My dentist is on 4 December at 9.", "the dentist moved it to 11 December at 10")[1]
	if !strings.Contains(of.Content, "~~My dentist") || !slices.Equal(of.Over, []string{"m0"}) {
		t.Errorf("%q names %q", of.Content, of.Over)
	}
	for i, of := range l.talk(t, "My bicycle is locked behind the library.", "when is choir?") {
		if len(of.Over) > 0 || strings.Contains(of.Content, "~~") {
			t.Errorf("reply %d, %q, names %q", i, of.Content, of.Over)
		}
	}
}
