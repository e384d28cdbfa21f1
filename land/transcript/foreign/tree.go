package foreign

import (
	"slices"

	"dormouse/land/transcript"
)

// tree is a talk in which one could go back and say something else.
type tree struct {
	nodes map[string]*node
	order []string // ids as they stand in the file
}

// node is one record of a tree. Those without messages only hold it together.
type node struct {
	parent   string
	messages []transcript.Message
	children int
	taken    bool
}

func newTree() *tree { return &tree{nodes: map[string]*node{}} }

// add puts a record below its parent. A second one of the same id is passed over.
func (t *tree) add(id, parent string, messages ...transcript.Message) {
	if _, twice := t.nodes[id]; twice || id == "" {
		return
	}
	t.nodes[id] = &node{parent: parent, messages: messages}
	t.order = append(t.order, id)
}

// forkPast is how many messages a branch begins with that another one has, too:
// enough to see what it is about. All of them would make a long talk with many
// second tries grow with the square of its length.
const forkPast = 12

// branches are the way to the shown record, and for every other end what is its
// own. shown may be "": the last record of the file, then.
func (t *tree) branches(shown string) []Branch {
	for _, n := range t.nodes {
		if p := t.nodes[n.parent]; p != nil {
			p.children++
		}
	}
	if t.nodes[shown] == nil && len(t.order) > 0 {
		shown = t.order[len(t.order)-1]
	}
	main, _ := t.way(shown)
	out := []Branch{{main, len(main)}}
	for _, id := range t.order {
		if n := t.nodes[id]; n.children > 0 || n.taken {
			continue
		}
		own, from := t.way(id)
		if len(own) == 0 {
			continue
		}
		past := t.past(from)
		out = append(out, Branch{append(past, own...), len(own)})
	}
	return out
}

// way is what leads to a record from the root, or from what another way took
// before: from is that record. One that is its own ancestor ends it.
func (t *tree) way(id string) (messages []transcript.Message, from string) {
	var up []*node
	for n := t.nodes[id]; n != nil && !n.taken; n = t.nodes[id] {
		n.taken = true
		up = append(up, n)
		id = n.parent
	}
	for _, n := range slices.Backward(up) {
		messages = append(messages, n.messages...)
	}
	return messages, id
}

// past are the last messages up to a record that another branch has.
func (t *tree) past(id string) []transcript.Message {
	var up []transcript.Message
	seen := map[string]bool{}
	for n := t.nodes[id]; n != nil && !seen[id] && len(up) < forkPast; n = t.nodes[id] {
		seen[id] = true
		for _, m := range slices.Backward(n.messages) {
			if !empty(m) {
				up = append(up, m)
			}
		}
		id = n.parent
	}
	slices.Reverse(up)
	// A result without its call is of no use.
	for len(up) > 0 && up[0].Role == transcript.Tool {
		up = up[1:]
	}
	return up
}
