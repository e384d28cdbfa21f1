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
	may := prunable(turns, large, h, count)
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
			if h < released && turns[i][0].Role == transcript.User { // its question, and the last answer
				keep[turns[i][0].ID], keep[turns[i][len(turns[i])-1].ID] = true, true
			}
			break
		}
		for _, m := range turns[i] {
			keep[m.ID] = true
		}
	}
	together(messages, keep)
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

// together keeps calls and results as one: where one is kept, all are.
func together(messages []transcript.Message, keep map[string]bool) {
	caller := map[string]string{}       // call id → message
	of := make([]string, len(messages)) // the message that a result answers, else itself
	kept := map[string]bool{}
	for i, m := range messages {
		for _, c := range m.ToolCalls {
			caller[c.ID] = m.ID
		}
		of[i] = m.ID
		if by, ok := caller[m.ToolCallID]; ok && m.Role == transcript.Tool {
			of[i] = by
		}
		kept[of[i]] = kept[of[i]] || keep[m.ID]
	}
	for i, m := range messages {
		keep[m.ID] = kept[of[i]]
	}
}

// prunable are the large tool results that h lets go: those of earlier turns, from
// bare on those of the current one but its last, then all.
func prunable(turns [][]transcript.Message, large int, h hardness, count func(transcript.Message) int) map[string]bool {
	pruned := map[string]bool{}
	for i, turn := range turns {
		earlier, newest := i < len(turns)-1, true
		for _, m := range slices.Backward(turn) {
			if m.Role != transcript.Tool {
				continue
			}
			if goes := earlier || h >= starved || h >= bare && !newest; goes && !m.Pinned && count(m) >= max(large, pointerTokens+1) {
				pruned[m.ID] = true
			}
			newest = false
		}
	}
	return pruned
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
