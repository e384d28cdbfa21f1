package runtime

import (
	"dormouse/land/transcript"
	"dormouse/memory/search"
	"dormouse/runtime/toolbox"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"
)

// liveAsked lives a talk; after each of its days the questions are asked that can be
// answered since.
func (a *ablated) liveAsked(t *testing.T, l *testLand, c *Conversation, talk []transcript.Message, questions []question) {
	said := map[string]bool{}
	due := slices.Clone(questions)
	for len(talk) > 0 {
		n := 1
		for n < len(talk) && talk[n].Time.Format(time.DateOnly) == talk[0].Time.Format(time.DateOnly) {
			n++
		}
		a.relive(t, l, c, talk[:n])
		for _, m := range talk[:n] {
			said[a.names[m.Content]] = true
		}
		at := talk[n-1].Time.Add(3 * time.Hour)
		if n < len(talk) && talk[n].Time.Before(at) {
			at = talk[n-1].Time
		}
		talk = talk[n:]
		var later []question
		for _, q := range due {
			if slices.ContainsFunc(q.Evidence, func(id string) bool { return !said[id] }) {
				later = append(later, q)
				continue
			}
			a.ask(t, l, c, q, at)
			if q.asked++; q.asked < timesAsked(q) {
				later = append(later, q)
			}
		}
		due = later
	}
}

// timesAsked is how often a person comes back with a question: one in four is of
// those that matter to them.
func timesAsked(q question) int {
	if q.matters() {
		return 4
	}
	return 1
}

// ask is a turn in which the model searches memory and repeats the line that holds
// the answer, where one of the hits does.
func (a *ablated) ask(t *testing.T, l *testLand, c *Conversation, q question, at time.Time) {
	l.past.Set(at)
	found, err := l.store.Search(t.Context(), search.Query{Text: q.Question, Limit: 5, Now: at, Associated: 2})
	if err != nil {
		t.Fatal(err)
	}
	reply, rests := "I do not know that.", a.rests(t, l, c)
	for _, h := range found.Results {
		if meets(rests[h.ID], q.Evidence) {
			reply = h.Matched()
			break
		}
	}
	arguments, err := json.Marshal(map[string]string{"query": q.Question})
	if err != nil {
		t.Fatal(err)
	}
	id := fmt.Sprint("call-", q.ID, "-", q.asked)
	a.relive(t, l, c, []transcript.Message{
		{ID: "q-" + id, Role: transcript.User, Time: at, Content: q.Question},
		{ID: "t-" + id, Role: transcript.Assistant, Time: at, ToolCalls: []transcript.Call{{ID: id, Name: "memory_search", Arguments: string(arguments)}}},
		{ID: "r-" + id, Role: transcript.Tool, Time: at, ToolCallID: id, Content: toolbox.FormatAnswer(found)},
		{ID: "a-" + id, Role: transcript.Assistant, Time: at, Content: reply},
	})
}
