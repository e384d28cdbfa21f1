// Package foreigntest makes exports of any size, as other programs would write
// them, for tests and measurements.
package foreigntest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// Export is what a ChatGPT export should be like.
type Export struct {
	Talks int
	// First is the number of the first talk: an export may go on, in time too, where
	// another ended.
	First int
	Bytes int // of all of it, about
	Seed  uint64
	// Branch is how many of 100 replies were asked for again: 8 when 0.
	Branch int
	// Dense talks tell of a life; the others are of words in no order.
	Dense bool
}

// Write writes a conversations.json: talks of different lengths with second tries,
// images, tools, hidden messages and messages without a time. The same export is
// the same to the byte.
func (e Export) Write(w io.Writer) error {
	r := rand.New(rand.NewPCG(e.Seed, 1))
	out := bufio.NewWriter(w)
	each := max(e.Bytes/max(e.Talks, 1), 400)
	for i := range e.Talks {
		sep := ",\n"
		if i == 0 {
			sep = "["
		}
		// Some talks are ten times as long as others.
		size := each/3 + r.IntN(each)
		if r.IntN(10) == 0 {
			size += each * 2
		}
		b, err := json.Marshal(e.talk(r, e.First+i, size))
		if err != nil {
			return err
		}
		if _, err := out.WriteString(sep + string(b)); err != nil {
			return err
		}
	}
	if _, err := out.WriteString("]\n"); err != nil {
		return err
	}
	return out.Flush()
}

// talk is one conversation of about so many bytes.
func (e Export) talk(r *rand.Rand, n, size int) map[string]any {
	at := 1.7e9 + float64(n)*40000
	nodes := map[string]any{}
	children := map[string][]string{}
	written, count := 0, 0
	ask, answer := func() string { return sentences(r, 1+r.IntN(4)) }, func() string { return sentences(r, 3+r.IntN(20)) }
	if e.Dense {
		d := newDense(r)
		ask, answer = d.asked, d.answered
	}
	id := func() string {
		count++
		return fmt.Sprintf("%08x-%04x-4%03x-8000-%012x", n, r.IntN(1<<16), r.IntN(1<<12), count)
	}
	add := func(below string, message map[string]any) string {
		key := id()
		if message != nil {
			message["id"] = key
		}
		nodes[key] = map[string]any{"id": key, "parent": nilIf(below), "message": message}
		children[below] = append(children[below], key)
		return key
	}
	parent := add("", nil)
	for written < size {
		at += 20 + r.Float64()*300
		asked := ask()
		parts := []any{asked}
		if r.IntN(25) == 0 {
			parts = append(parts, map[string]any{"content_type": "image_asset_pointer", "asset_pointer": "file-service://" + id()})
		}
		parent = add(parent, said("user", "multimodal_text", at, parts))
		if r.IntN(15) == 0 {
			parent = add(parent, said("assistant", "thoughts", at+1, nil))
			parent = add(parent, said("tool", "text", at+2, []any{sentences(r, 3)}))
		}
		if branch := max(e.Branch, 8*btoi(e.Branch == 0)); r.IntN(100) < branch {
			add(parent, said("assistant", "text", at+3, []any{sentences(r, 4)}))
		}
		reply := answer()
		when := at + 5
		if r.IntN(30) == 0 {
			when = 0
		}
		parent = add(parent, said("assistant", "text", when, []any{reply}))
		written += len(asked) + len(reply) + 1400
	}
	for key, list := range children {
		if node, ok := nodes[key].(map[string]any); ok {
			node["children"] = list
		}
	}
	return map[string]any{
		"id": fmt.Sprintf("talk-%08x-%d", n, e.Seed), "title": sentences(r, 1), "create_time": 1.7e9 + float64(n)*40000,
		"update_time": at, "mapping": nodes, "current_node": parent, "moderation_results": []any{}, "plugin_ids": nil,
	}
}

// said is a message as the export has it, with the fields that nobody needs.
func said(role, kind string, at float64, parts []any) map[string]any {
	var when any = at
	if at == 0 {
		when = nil
	}
	return map[string]any{
		"author": map[string]any{"role": role, "name": nil, "metadata": map[string]any{}}, "create_time": when, "update_time": nil,
		"content": map[string]any{"content_type": kind, "parts": parts}, "status": "finished_successfully", "end_turn": true, "weight": 1.0,
		"metadata": map[string]any{"model_slug": "gpt-x", "request_id": strings.Repeat("0", 36), "timestamp_": "absolute"}, "recipient": "all",
	}
}

func nilIf(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// words are what the sentences are made of.
var words = strings.Fields(`boiler kitchen garden invoice harbour ticket engine pepper lantern meeting
	parcel window ladder violin saddle copper meadow pencil summer winter river market bakery bridge orchard cellar
	train doctor cousin neighbour teacher painter sailor farmer needs likes moved bought sold fixed lost found painted
	planted called visited early late blue green narrow heavy quiet broken spare on at with without near behind after before`)

// sentences are n of them, each another.
func sentences(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("The")
		for range 5 + r.IntN(9) {
			b.WriteByte(' ')
			b.WriteString(words[r.IntN(len(words))])
		}
		fmt.Fprintf(&b, " %d.", r.IntN(10000))
	}
	return b.String()
}
