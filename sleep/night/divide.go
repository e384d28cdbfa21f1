package night

import (
	"slices"

	"dormouse/land/transcript"
	"dormouse/sleep/replay"
)

// cut is how a context is divided: what leaves it, what stays word for word,
// and which tool results give way to a pointer.
type cut struct {
	Old    []transcript.Message
	Kept   []transcript.Message
	Pruned []string // ids of kept tool results
	Tokens int      // of Kept, after pruning
}

// hardness is how hard a context is pressed, from what the settings ask for up to
// what still leaves a conversation. Each level does all of those below it.
type hardness int

const (
	gentle   hardness = iota // the last turns within kept_turns; a turn shrinks before it leaves
	pruning                  // all large old tool results give way to pointers
	halved                   // half of kept_turns
	bare                     // the current turn only, its tool results pruned but the last
	starved                  // every large tool result pruned
	released                 // a newest turn that is complete leaves, too
	hardest  = released
)

// divide decides what stays of the context's messages: the newest user message
// with its unfinished turn, the last turns within budget tokens, pinned
// messages, and tool calls together with their results. count is a message's
// cost; large is from how many tokens a tool result may be pruned.
func divide(messages []transcript.Message, budget, large int, h hardness, count func(transcript.Message) int) cut {
	turns := replay.Turns(messages)
	keep := map[string]bool{}
	for _, m := range messages {
		if m.Pinned {
			keep[m.ID] = true
		}
	}
	last := len(turns) - 1
	finished := last >= 0 && replay.Complete(turns[last])
	switch {
	case h >= bare:
		budget = 0
	case h >= halved:
		budget /= 2
	}
	may := prunable(messages, turns, large, h, count)
	pruned := map[string]bool{}
	if h >= pruning {
		pruned = may
	}
	cost := func(m transcript.Message) int {
		if pruned[m.ID] {
			return pointerTokens
		}
		return count(m)
	}
	total := func(turn []transcript.Message) (n int) {
		for _, m := range turn {
			n += cost(m)
		}
		return n
	}
	for i := last; i >= 0; i-- {
		if i < last && total(turns[i]) > budget {
			for _, m := range turns[i] {
				pruned[m.ID] = may[m.ID]
			}
			if total(turns[i]) > budget {
				break
			}
		}
		budget -= total(turns[i])
		if i == last && finished && budget < 0 {
			if h < released {
				keepAnswer(turns[i], keep)
			}
			break
		}
		for _, m := range turns[i] {
			keep[m.ID] = true
		}
	}
	together(messages, keep)
	return share(messages, keep, pruned, cost)
}

// keepAnswer keeps a finished turn's question and its last answer.
func keepAnswer(turn []transcript.Message, keep map[string]bool) {
	if turn[0].Role == transcript.User {
		keep[turn[0].ID] = true
		keep[turn[len(turn)-1].ID] = true
	}
}

// together keeps calls and results as one: where one is kept, all are.
func together(messages []transcript.Message, keep map[string]bool) {
	groups := map[string][]string{} // each message, with the results of its calls
	caller := map[string]string{}   // call id → message
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			caller[c.ID] = m.ID
		}
		of := m.ID
		if by, ok := caller[m.ToolCallID]; ok && m.Role == transcript.Tool {
			of = by
		}
		groups[of] = append(groups[of], m.ID)
	}
	for _, g := range groups {
		if slices.ContainsFunc(g, func(id string) bool { return keep[id] }) {
			for _, id := range g {
				keep[id] = true
			}
		}
	}
}

// prunable are the large tool results that h lets go: those of earlier turns, from
// bare on those of the current one but its last, then all.
func prunable(messages []transcript.Message, turns [][]transcript.Message, large int, h hardness, count func(transcript.Message) int) map[string]bool {
	pruned := map[string]bool{}
	if len(turns) == 0 {
		return pruned
	}
	current := map[string]bool{}
	newest := ""
	for _, m := range turns[len(turns)-1] {
		current[m.ID] = true
		if m.Role == transcript.Tool {
			newest = m.ID
		}
	}
	for _, m := range messages {
		if m.Role != transcript.Tool || m.Pinned || count(m) < max(large, pointerTokens+1) {
			continue
		}
		if !current[m.ID] || h >= starved || h >= bare && m.ID != newest {
			pruned[m.ID] = true
		}
	}
	return pruned
}

func share(messages []transcript.Message, keep, pruned map[string]bool, cost func(transcript.Message) int) cut {
	var c cut
	for _, m := range messages {
		if !keep[m.ID] {
			c.Old = append(c.Old, m)
			continue
		}
		c.Kept = append(c.Kept, m)
		c.Tokens += cost(m)
		if pruned[m.ID] {
			c.Pruned = append(c.Pruned, m.ID)
		}
	}
	return c
}

// pointerTokens is what a pointer to a pruned tool result costs, about.
const pointerTokens = 40

// fresh are the complete turns whose memories are not saved yet: what the night
// reads.
func fresh(all []transcript.Message, c transcript.Context) []transcript.Message {
	list := slices.DeleteFunc(slices.Clone(all), func(m transcript.Message) bool { return c.Saved(m.ID) })
	turns := replay.Turns(list)
	if n := len(turns); n > 0 && !replay.Complete(turns[n-1]) {
		list = list[:len(list)-len(turns[n-1])]
	}
	return list
}
